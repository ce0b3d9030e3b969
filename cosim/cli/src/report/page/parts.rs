//! What the sections of the page have in common.

use super::picked::Picked;
use crate::results::{Kept, Record};
use chrono::DateTime;
use maud::{Markup, html};

/// What is told of results whose hardware this program does not export any more.
pub(super) const EARLIER: &str = "of an earlier hardware";

/// Digits of a hash that are shown.
const HASH_DIGITS: usize = 12;

/// A figure at the top of a section.
pub(super) struct Tile {
    pub value: String,
    pub about: String,
    /// None is neither.
    pub good: Option<bool>,
}

impl Tile {
    /// The same of hardware that is or is not the present one: what is not is no verdict.
    pub fn of(self, present: bool) -> Tile {
        match present {
            true => self,
            false => Tile {
                about: format!("{}, {EARLIER}", self.about),
                good: None,
                ..self
            },
        }
    }
}

/// The class of a verdict.
pub(super) fn verdict(good: Option<bool>) -> Option<&'static str> {
    good.map(|good| if good { "good" } else { "bad" })
}

pub(super) fn tiles<const N: usize>(tiles: [Option<Tile>; N]) -> Markup {
    html! {
        div.tiles {
            @for tile in tiles.into_iter().flatten() {
                div.tile {
                    b class=[verdict(tile.good)] { (tile.value) }
                    span { (tile.about) }
                }
            }
        }
    }
}

/// How much room a card takes where the page is wide.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    Half,
    Full,
}

/// A card of the page.
pub(super) fn card(title: &str, room: Room, body: Markup) -> Markup {
    html! {
        article.full[room == Room::Full] {
            h3 { (title) }
            (body)
        }
    }
}

/// What a command found, as a card, or the command that would fill it.
pub(super) fn found<T: Kept>(title: &str, room: Room, body: Option<Markup>) -> Markup {
    match body {
        Some(body) => card(title, room, body),
        None => {
            let missing = html! { p.soft { "Not run yet: " code { "agu " (T::COMMAND) } } };
            card(title, Room::Half, missing)
        }
    }
}

/// A text to copy, with its name above it.
pub(super) fn listing(name: &str, text: &str) -> Markup {
    html! {
        figure {
            figcaption { (name) }
            pre { (text) }
        }
    }
}

/// When and with what a result was found, and of which hardware.
pub(super) fn origin<T: Kept>(record: &Record<T>, present: bool) -> Markup {
    let tools: Vec<&str> = record.tools.values().map(String::as_str).collect();
    html! {
        p.soft {
            code { "agu " (T::COMMAND) } " on " (date(record.time)) ", agu " (record.tool.version)
            @if let Some(commit) = &record.tool.commit { " of commit " (commit) }
            " on " (record.host.name) ", " (record.host.cpu)
            @if !tools.is_empty() { "; " (tools.join(", ")) }
            "; hardware " (hash(record))
            @if !present { ", " b { (EARLIER) } }
            "."
        }
    }
}

/// A table of all records that were picked, the newest first, where there is more than one: a
/// cell a heading.
pub(super) fn runs<T: Kept, const N: usize>(
    picked: &Picked<'_, T>,
    headings: [&str; N],
    cells: impl Fn(&T) -> [String; N],
) -> Markup {
    html! {
        div.wide {
            table.runs {
                thead {
                    tr {
                        th { "run" }
                        @for heading in headings { th.number { (heading) } }
                        th { "commit" } th { "host" }
                    }
                }
                tbody {
                    @for record in picked.newest() {
                        tr {
                            td.name { (date(record.time)) }
                            @for (heading, cell) in headings.iter().zip(cells(&record.result)) {
                                td.number data-heading=(heading) { (cell) }
                            }
                            td.name data-heading="commit" { (record.tool.commit.as_deref().unwrap_or_default()) }
                            td.name data-heading="host" { (record.host.name) }
                        }
                    }
                }
            }
        }
    }
}

fn hash<T>(record: &Record<T>) -> Markup {
    let hash = &record.hardware.sha256;
    html! { code title=(hash) { (hash.get(..HASH_DIGITS).unwrap_or(hash)) } }
}

pub(super) fn date(time: u64) -> String {
    let seconds = i64::try_from(time).unwrap_or(i64::MAX);
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    time.format("%Y-%m-%d, %H:%M UTC").to_string()
}

/// `part` of `whole` in percent with one decimal, which is 100.0 for all of it alone. Of nothing
/// there is no share.
pub(super) fn percent(part: usize, whole: usize) -> String {
    let Some(tenths) = part.saturating_mul(1000).checked_div(whole) else {
        return "none".to_owned();
    };
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// A share as a bar; `is_goal` where all of it is what one wants.
pub(super) fn bar(share: f64, is_goal: bool) -> Markup {
    let percent = (share * 100.0).clamp(0.0, 100.0);
    html! {
        div.bar { i.full[is_goal && percent >= 100.0] style=(format!("width: {percent:.1}%")) {} }
    }
}

/// In millions.
pub(super) fn millions(rate: f64) -> String {
    format!("{:.0}", rate / 1e6)
}
