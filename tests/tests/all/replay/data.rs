//! Data files: rows of cells between tabs, with comments after `#`.

/// The rows of a file, each with its `FILE:LINE`.
pub fn rows<const CELLS: usize>(
    file: &str,
    text: &'static str,
) -> Vec<(String, [&'static str; CELLS])> {
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let rows: Vec<_> = lines
        .map(|(number, line)| {
            let place = format!("tests/tests/all/replay/{file}:{number}");
            let cells: Vec<&str> = line.split('\t').collect();
            let cells = cells.try_into();
            let cells = cells.unwrap_or_else(|_| panic!("{place}: expected {CELLS} cells"));
            (place, cells)
        })
        .collect();
    assert!(!rows.is_empty(), "{file} has no rows");
    rows
}

/// Whether a name is one of the comma-separated names of a cell, which may end in `*`.
pub fn fits(cell: &str, name: &str) -> bool {
    cell.split(',').any(|known| match known.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => known == name,
    })
}
