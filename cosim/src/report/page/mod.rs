//! One HTML page of what the commands found, with nothing outside of it.

mod cost;
mod run;
mod speed;
mod trust;

use crate::found::{Bench, Cosim, Folder, Found, FoundError, Kept, Mutation, Prove, Synth};
use chrono::DateTime;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("style.css");
const DATAPATH: &str = include_str!("../../../../doc/datapath.svg");

/// Everything that the page shows; none of what was never run.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub cosim: Option<Found<Cosim>>,
    pub prove: Option<Found<Prove>>,
    pub mutation: Option<Found<Mutation>>,
    pub bench: Option<Found<Bench>>,
    pub synth: Option<Found<Synth>>,
}

/// A figure at the top of the page.
struct Tile {
    value: String,
    about: &'static str,
    /// None is neither.
    good: Option<bool>,
}

impl Page {
    /// What was kept in `folder`.
    ///
    /// # Errors
    /// A result cannot be read.
    pub fn read(folder: &Folder) -> Result<Page, FoundError> {
        Ok(Page {
            cosim: folder.last()?,
            prove: folder.last()?,
            mutation: folder.last()?,
            bench: folder.last()?,
            synth: folder.last()?,
        })
    }

    /// The page.
    pub fn html(&self) -> String {
        let tiles = [
            self.cosim.as_ref().map(|found| run::tile(&found.result)),
            self.cosim
                .as_ref()
                .map(|found| run::coverage_tile(&found.result)),
            self.prove
                .as_ref()
                .map(|found| trust::proofs_tile(&found.result)),
            self.mutation
                .as_ref()
                .map(|found| trust::mutation_tile(&found.result)),
            self.bench.as_ref().map(|found| speed::tile(&found.result)),
            self.synth
                .as_ref()
                .and_then(|found| cost::tile(&found.result)),
        ];
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { "GPU address unit: report" }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    h1 { "GPU address unit" }
                    p.soft { "What the commands of agu " (env!("CARGO_PKG_VERSION")) " found when they last ran here." }
                    div.tiles {
                        @for tile in tiles.into_iter().flatten() {
                            div.tile {
                                b.good[tile.good == Some(true)].bad[tile.good == Some(false)] { (tile.value) }
                                span { (tile.about) }
                            }
                        }
                    }
                    h2 { "The datapath" }
                    div.wide { (PreEscaped(DATAPATH)) }
                    (section("Co-simulation", &self.cosim, run::section))
                    (section("Coverage", &self.cosim, run::coverage))
                    (section("Proofs", &self.prove, trust::proofs))
                    (section("Mutation score", &self.mutation, trust::mutation))
                    (section("Throughput", &self.bench, speed::section))
                    (section("Area and Fmax", &self.synth, cost::section))
                }
            }
        };
        page.into_string()
    }
}

/// A section with its date, or with the command that would fill it.
fn section<T: Kept>(title: &str, found: &Option<Found<T>>, body: impl Fn(&T) -> Markup) -> Markup {
    html! {
        h2 { (title) }
        @match found {
            None => p.soft { "Not run yet: " code { "agu " (T::COMMAND) } },
            Some(found) => {
                p.soft { code { "agu " (T::COMMAND) } " on " (date(found.time)) }
                (body(&found.result))
            }
        }
    }
}

fn date(time: u64) -> String {
    let seconds = i64::try_from(time).unwrap_or(i64::MAX);
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    time.format("%Y-%m-%d, %H:%M UTC").to_string()
}

/// A share as a bar.
fn bar(share: f64) -> Markup {
    let percent = (share * 100.0).clamp(0.0, 100.0);
    html! {
        div.bar { i.full[percent >= 100.0] style=(format!("width: {percent:.1}%")) {} }
    }
}

/// In millions.
fn millions(rate: f64) -> String {
    format!("{:.0}", rate / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found::{Bins, Mismatched, Proof, Survivor};
    use crate::prove::catalogue::PROOFS;

    fn found<T>(result: T) -> Option<Found<T>> {
        Some(Found { time: 0, result })
    }

    /// Markup that stands in the page, without what is in its text.
    fn count(page: &str, markup: &str) -> usize {
        page.matches(markup).count()
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        // What is in the page itself has a name in it.
        let page = Page::default().html().replace("url(#", "");
        for from in ["src=", "href=\"http", "url(", "@import", "<script", "<link"] {
            assert_eq!(count(&page, from), 0, "{from}");
        }
    }

    #[test]
    fn what_was_not_run_is_named() {
        let page = Page::default().html();
        for command in ["cosim", "prove", "mutate", "bench", "synth"] {
            assert!(
                page.contains(&format!("Not run yet: <code>agu {command}<")),
                "{command}"
            );
        }
    }

    #[test]
    fn the_heat_map_has_a_mark_in_each_lane_that_differs() {
        let marks = |mismatch| {
            let cosim = Cosim {
                mismatch,
                ..Cosim::default()
            };
            let page = Page {
                cosim: found(cosim),
                ..Page::default()
            };
            count(&page.html(), "class=\"cell bad\"")
        };
        assert_eq!(marks(None), 0);
        for (lanes, wanted) in [(0, 1), (0x8000_0001, 2), (u32::MAX, 32)] {
            let mismatch = Mismatched {
                what: "sum_lo: expected 0, got 1".to_owned(),
                instruction: Some("LEA.HI".to_owned()),
                lanes,
            };
            assert_eq!(marks(Some(mismatch)), wanted, "{lanes:#x}");
        }
    }

    #[test]
    fn what_is_missing_and_what_failed_is_told() {
        let page = Page {
            cosim: found(Cosim {
                coverage: vec![Bins {
                    name: "lanes".to_owned(),
                    hit: 1,
                    total: 2,
                    missing: vec!["lane < 3".to_owned()],
                    excluded: Vec::new(),
                }],
                ..Cosim::default()
            }),
            prove: found(Prove {
                seconds: 1.0,
                proofs: vec![Proof {
                    name: "mov".to_owned(),
                    ..Proof::default()
                }],
            }),
            mutation: found(Mutation {
                killed_by_cosim: 3,
                survivors: vec![Survivor {
                    place: "agu_lane, line 7".to_owned(),
                    source: "assign a = b & c;".to_owned(),
                }],
                ..Mutation::default()
            }),
            ..Page::default()
        };
        let page = page.html();
        for text in ["lane &lt; 3", "failed", "75.0 %", "b &amp; c"] {
            assert!(page.contains(text), "{text}");
        }
        let default = PROOFS.iter().filter(|proof| proof.default).count();
        assert!(page.contains(&format!("0 / {default}")));
        assert_eq!(count(&page, "not run"), default - 1);
    }
}
