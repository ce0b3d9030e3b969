//! Examples at the end of `--help`, from `examples.txt`. A test parses each of these commands.

const LINES: &str = include_str!("examples.txt");

/// The examples of `command`.
pub fn of(command: &str) -> String {
    let lines: String = LINES
        .lines()
        .filter(|line| line.split_whitespace().nth(1) == Some(command))
        .map(|line| format!("\n  {line}"))
        .collect();
    format!("Examples:{lines}")
}
