//! Markdown as code hosts render it.

/// The anchor of a heading.
pub fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}

/// A link to a heading of the page.
pub fn link(text: &str, heading: &str) -> String {
    format!("[{text}](#{})", anchor(heading))
}

/// Code in a line of text.
pub fn code(text: &str) -> String {
    format!("`{text}`")
}

/// A table, with a blank line after it.
pub fn table<const N: usize>(head: [&str; N], rows: &[[String; N]]) -> String {
    let line = |cells: &[String; N]| format!("| {} |\n", cells.join(" | "));
    let rule = head.map(|_| "---".to_owned());
    let mut table = line(&head.map(str::to_owned)) + &line(&rule);
    for row in rows {
        table += &line(row);
    }
    table + "\n"
}

/// A list, with a blank line after it; nothing where it has no items.
pub fn list(items: &[String]) -> String {
    let lines: String = items.iter().map(|item| format!("* {item}\n")).collect();
    if lines.is_empty() {
        lines
    } else {
        lines + "\n"
    }
}

/// A text with a capital first letter and a full stop.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}
