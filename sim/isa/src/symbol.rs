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

/// The text with the number 0 for a symbol; columns stay as they are. For a constant, ``c[`(table)]``,
/// also that of the bank `bank`.
pub fn removed(text: &str, symbol: &Range<usize>, bank: u8) -> String {
    let width = text[symbol.clone()].chars().count();
    let number = if text[..symbol.start].ends_with("c[") {
        format!("{:width$}", format!("{bank}][0"))
    } else {
        format!("{:width$}", "0x0")
    };
    [&text[..symbol.start], &number, &text[symbol.end..]].concat()
}

/// The canonical text of an instruction without an offset, with a symbol for it, as nvdisasm prints a
/// relocation: ``LDS R0, [R9.X4+`(tile)]``, ``LDC R0, c[`(table)]``. `None` for any other text.
pub fn placed(text: &str, symbol: &str) -> Option<String> {
    if let Some((before, constant)) = text.split_once(" c[") {
        let (_, index) = constant.split_once("][")?;
        let (index, after) = index.split_once(']')?;
        let has_none = ["0x0", "RZ", "URZ"].contains(&index);
        return has_none.then(|| format!("{before} c[{symbol}]{after}"));
    }
    let (before, rest) = text.rsplit_once('[')?;
    let (base, after) = rest.split_once(']')?;
    let prefix = before.rsplit(' ').next()?;
    let is_access = prefix.is_empty() || prefix.starts_with("desc[");
    let has_offset = base.split('+').any(|part| part.contains("0x"));
    let base = match base {
        "RZ" => String::new(),
        base => format!("{base}+"),
    };
    (is_access && !has_offset).then(|| format!("{before}[{base}{symbol}]{after}"))
}
