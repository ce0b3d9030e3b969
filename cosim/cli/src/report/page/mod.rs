//! One HTML page of what the commands found, with nothing outside of it: the shipped unit first,
//! then every other hardware that `agu cosim --target` has run.

mod cost;
mod nights;
mod parts;
mod picked;
mod points;
mod run;
mod speed;
#[cfg(test)]
mod tests;
mod trend;
mod trust;

use crate::results::hardware::{self, Exported, Hardware};
use crate::results::merged::Merged;
use crate::results::{
    Bench, Cosim, Coverage, Kept, Mutation, Prove, Record, ResultsError, Store, Synth,
};
use maud::{DOCTYPE, Markup, PreEscaped, html};
pub use nights::Night;
use parts::{Room, card, found, tiles};
use picked::Picked;

const STYLE: &str = include_str!("style.css");
const DATAPATH: &str = include_str!("../../../../../doc/datapath.svg");

/// The shipped unit, as `--target` calls it.
const SHIPPED: &str = "rtl";

/// Everything that the page shows, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub cosim: Vec<Record<Cosim>>,
    pub prove: Vec<Record<Prove>>,
    pub mutation: Vec<Record<Mutation>>,
    pub coverage: Vec<Record<Coverage>>,
    pub bench: Vec<Record<Bench>>,
    pub synth: Vec<Record<Synth>>,
    /// Of which some of them are.
    pub nights: Vec<Night>,
    /// What this program exports of the tops that they are about.
    pub exported: Exported,
}

impl Page {
    /// What was kept in `store`, and why some of it cannot be shown.
    ///
    /// # Errors
    /// A folder cannot be read.
    pub fn read(store: &Store) -> Result<(Page, Vec<ResultsError>), ResultsError> {
        let mut errors = Vec::new();
        let mut page = Page {
            cosim: records(store, &mut errors)?,
            prove: records(store, &mut errors)?,
            mutation: records(store, &mut errors)?,
            coverage: records(store, &mut errors)?,
            bench: records(store, &mut errors)?,
            synth: records(store, &mut errors)?,
            ..Page::default()
        };
        page.look_up();
        Ok((page, errors))
    }

    /// What was `merged`, each with the name of where it is.
    pub fn of(merged: &[(String, Merged)]) -> Page {
        let mut page = Page::default();
        let nights = merged
            .iter()
            .map(|(name, merged)| Night::new(name.clone(), merged));
        page.nights = nights.collect();
        page.nights.sort_by_key(|night| night.time);
        for Night { summary, .. } in &page.nights {
            page.cosim.extend(summary.cosim.iter().cloned());
            page.prove.extend(summary.prove.clone());
            page.mutation.extend(summary.mutate.clone());
            page.coverage.extend(summary.coverage.clone());
            page.synth.extend(summary.synth.clone());
        }
        page.look_up();
        page
    }

    /// Looks up what is exported now of what the records are about.
    fn look_up(&mut self) {
        let mut tops: Vec<&str> = self.hardware().flat_map(Hardware::tops).collect();
        tops.sort_unstable();
        tops.dedup();
        self.exported = hardware::present(tops);
    }

    /// The hardware of each record.
    fn hardware(&self) -> impl Iterator<Item = &Hardware> {
        let cosim = self.cosim.iter().map(|record| &record.hardware);
        cosim
            .chain(self.prove.iter().map(|record| &record.hardware))
            .chain(self.mutation.iter().map(|record| &record.hardware))
            .chain(self.coverage.iter().map(|record| &record.hardware))
            .chain(self.bench.iter().map(|record| &record.hardware))
            .chain(self.synth.iter().map(|record| &record.hardware))
    }

    /// The page.
    pub fn html(&self) -> String {
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
                    p.soft {
                        "What the commands of agu found, a section for each hardware. Agu "
                        (env!("CARGO_PKG_VERSION")) " made this page."
                    }
                    @if !self.nights.is_empty() { (nights::section(&self.nights)) }
                    (self.shipped())
                    @for target in self.others() { (self.other(target)) }
                }
            }
        };
        page.into_string()
    }

    /// Records of the target `target`, of its hardware that counts.
    fn picked<'a, T>(&self, records: &'a [Record<T>], target: &str) -> Option<Picked<'a, T>> {
        let of_target = records.iter().filter(|record| record.target == target);
        Picked::new(&of_target.collect::<Vec<_>>(), &self.exported)
    }

    /// Everything about the unit that is exported.
    fn shipped(&self) -> Markup {
        let cosim = self.picked(&self.cosim, SHIPPED);
        let proofs = trust::proofs_of(&self.prove, &self.exported);
        let mutation = self.picked(&self.mutation, SHIPPED);
        let points = self.picked(&self.coverage, SHIPPED);
        let bench = self.picked(&self.bench, SHIPPED);
        let rows = cost::rows_of(&self.synth, &self.exported);
        let figures = [
            cosim.as_ref().and_then(run::tile),
            cosim.as_ref().and_then(run::coverage_tile),
            trust::proofs_tile(&proofs),
            mutation.as_ref().and_then(trust::mutation_tile),
            points.as_ref().and_then(points::tile),
            bench.as_ref().and_then(speed::tile),
            cost::tile(&rows),
        ];
        let datapath = html! { div.wide { (PreEscaped(DATAPATH)) } };
        html! {
            section {
                h2 { "The shipped unit" }
                (tiles(figures))
                div.cards {
                    (card("The datapath", Room::Full, datapath))
                    (cosimulation(cosim.as_ref()))
                    (found::<Prove>("Proofs", Room::Half, trust::proofs(&proofs)))
                    (found::<Mutation>("Mutation score", Room::Half, mutation.as_ref().map(trust::mutation)))
                    (found::<Coverage>("Code coverage", Room::Half, points.as_ref().map(points::section)))
                    (found::<Bench>("Throughput", Room::Half, bench.as_ref().map(speed::section)))
                    (found::<Synth>("Area and Fmax", Room::Full, cost::section(&rows)))
                }
            }
        }
    }

    /// The other targets that were run, the one that was run last first.
    fn others(&self) -> Vec<&str> {
        let mut targets: Vec<&str> = Vec::new();
        for record in self.cosim.iter().rev() {
            if record.target != SHIPPED && !targets.contains(&record.target.as_str()) {
                targets.push(&record.target);
            }
        }
        targets
    }

    /// The co-simulation of another target.
    fn other(&self, target: &str) -> Markup {
        let cosim = self.picked(&self.cosim, target);
        let cosim = cosim.as_ref();
        let figures = [
            cosim.and_then(run::tile),
            cosim.and_then(run::coverage_tile),
        ];
        html! {
            section {
                h2 { "Target " code { (target) } }
                (tiles(figures))
                div.cards { (cosimulation(cosim)) }
            }
        }
    }
}

/// What traffic ran, where it differed, what it met.
fn cosimulation(picked: Option<&Picked<'_, Cosim>>) -> Markup {
    html! {
        (found::<Cosim>("Co-simulation", Room::Full, picked.map(run::section)))
        @if let Some(failure) = picked.and_then(run::failure) {
            (card("The failure", Room::Full, failure))
        }
        (found::<Cosim>("Coverage", Room::Full, picked.map(run::coverage)))
    }
}

/// The records of a command, the oldest first.
fn records<T: Kept>(
    store: &Store,
    errors: &mut Vec<ResultsError>,
) -> Result<Vec<Record<T>>, ResultsError> {
    let read = store.read::<T>()?;
    errors.extend(read.errors);
    Ok(read.records)
}
