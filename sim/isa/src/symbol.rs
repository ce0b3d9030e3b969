//! Symbols in the place of a number, where a relocation has its value: ``[R0+`(tile)]``.

use std::ops::Range;

/// Finds the first symbol of a text: `` `(tile) ``, `` `((tile + 0x400)) ``, `32@lo(tile)`. The range
/// is in bytes.
pub fn find(text: &str) -> Option<Range<usize>> {
    let mut marks = text.match_indices(['`', '@']);
    let (start, open) = marks.find_map(|(mark, _)| {
        let name = text[mark + 1..].trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        let open = text.len() - name.len();
        let before = text[..mark].trim_end_matches(|c: char| c.is_ascii_digit());
        name.starts_with('(').then_some((before.len(), open))
    })?;
    let mut depth = 0;
    let close = text[open..].char_indices().find(|(_, c)| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        depth == 0
    });
    Some(start..close.map_or(text.len(), |(place, c)| open + place + c.len_utf8()))
}

/// The text with the number 0 for a symbol; columns stay as they are.
pub fn removed(text: &str, symbol: &Range<usize>) -> String {
    let width = text[symbol.clone()].chars().count();
    let number = format!("{:width$}", "0x0");
    [&text[..symbol.start], &number, &text[symbol.end..]].concat()
}

/// The canonical text of an access without an offset, with a symbol for it, as nvdisasm prints a
/// relocation. `None` for any other text.
pub fn placed(text: &str, symbol: &str) -> Option<String> {
    let (before, rest) = text.split_once('[')?;
    let (base, after) = rest.split_once(']')?;
    let plus = match base {
        "RZ" => "",
        _ if base.bytes().all(|byte| byte.is_ascii_alphanumeric()) => "+",
        _ => return None,
    };
    let is_access = before.ends_with(' ') && !after.starts_with('[');
    let base = base.strip_prefix("RZ").unwrap_or(base);
    is_access.then(|| format!("{before}[{base}{plus}{symbol}]{after}"))
}
