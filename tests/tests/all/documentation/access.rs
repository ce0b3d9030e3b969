//! `doc/access.svg` is a picture of the page that `agu run --html` writes for the program in README's
//! tour. `make waves` takes it again.

use super::{Outcome, kept, tour};
use crate::folder;
use std::fs;

const PICTURE: &str = "doc/access.svg";

/// Number of the instruction in the program.
const INSTRUCTION: usize = 7;

/// The text of `page` from `start` to `end`, both included.
fn part<'a>(page: &'a str, start: &str, end: &str) -> Outcome<&'a str> {
    let from = page.find(start).ok_or(format!("no {start}"))?;
    let length = page[from..].find(end).ok_or(format!("no {end}"))?;
    Ok(&page[from..][..length + end.len()])
}

#[test]
fn the_picture_of_an_access_is_of_a_run() -> Outcome<()> {
    let page = folder("access")?.join("access.html");
    tour("--html", &page)?;
    let page = fs::read_to_string(page)?;
    let style = part(&page, "<style id=\"picture\">", "</style>")?;
    let entry = part(&page, &format!("id=\"i{INSTRUCTION}\""), "</article>")?;
    let picture = part(entry, "<svg", "</svg>")?;
    let (title, rest) = picture.split_once("</title>").ok_or("no title")?;
    kept(PICTURE, &format!("{title}</title>\n{style}{rest}\n"))
}
