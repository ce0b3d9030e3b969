//! Claims of the proofs, each decided by one query.

use super::catalogue::{EACH, PROOFS, Proof, STATEMENTS, Subject};
use super::lane::{self, UnitLane};
use super::netlist::Extent;
use super::solver::Query;
use super::statement::{QuerySource, Statement};
use super::{Hardware, ProveError, addr_add, decoder, monitor, view};
use isa::Isa;
use isa::instruction::WARP_LANES;
use sim::pipeline::lane::Family;
use std::collections::BTreeSet;
use std::fmt;
use verilated::exported::{self, ModuleForm};

/// One claim of a proof, decided by one query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A lane equals the golden model.
    Lane(UnitLane, Family),
    /// A statement, about a unit of so many lanes.
    Of(&'static Statement, u8),
    /// The simulation form of a module equals the hardware.
    View(&'static str),
    /// The decoder equals `isa`'s table.
    Decoder(Isa),
}

impl fmt::Display for Claim {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Of(statement, lanes) => write!(out, "{} {lanes}", statement.name),
            Claim::View(module) => write!(out, "simulation {module}"),
            Claim::Lane(..) | Claim::Decoder(_) => write!(out, "{self:?}"),
        }
    }
}

impl Proof {
    /// The proof called `name`.
    pub fn find(name: &str) -> Option<Proof> {
        PROOFS.iter().copied().find(|proof| proof.name == name)
    }

    /// Claims of the proof.
    pub fn claims(&self) -> Vec<Claim> {
        let lane = |family| Claim::Lane(UnitLane::SINGLE, family);
        match self.subject {
            Subject::Lane(family) => vec![lane(family)],
            Subject::Access(space) => lane::accesses(space).into_iter().map(lane).collect(),
            // All claims of one width, then those of the next.
            Subject::Statements => EACH
                .iter()
                .flat_map(|&lanes| {
                    self.statements()
                        .filter(move |statement| statement.widths.contains(&lanes))
                        .map(move |statement| Claim::Of(statement, lanes))
                })
                .collect(),
            Subject::Simulation => exported::simulated().map(Claim::View).collect(),
            // Parts with one code have tables of their own.
            Subject::Decoder(isa) => {
                let decoded = Isa::ALL.into_iter().filter(|it| it.code() == isa.code());
                decoded.map(Claim::Decoder).collect()
            }
            Subject::EveryLane => every_lane(WARP_LANES as u32),
        }
    }

    /// Rows of [`STATEMENTS`] that name the proof.
    pub fn statements(&self) -> impl Iterator<Item = &'static Statement> {
        let name = self.name;
        STATEMENTS
            .iter()
            .filter(move |statement| statement.proof == name)
    }
}

/// The families of all other proofs, on every lane of the unit of `lanes` lanes.
fn every_lane(lanes: u32) -> Vec<Claim> {
    let proofs = PROOFS.iter().filter(|proof| proof.default);
    let single: Vec<Claim> = proofs.flat_map(Proof::claims).collect();
    let on_lane = |lane| {
        single.iter().filter_map(move |claim| match claim {
            Claim::Lane(_, family) => Some(Claim::Lane(UnitLane { lanes, lane }, *family)),
            _ => None,
        })
    };
    (0..lanes).flat_map(on_lane).collect()
}

/// Top modules of all proofs.
pub fn tops() -> Vec<String> {
    let claims = PROOFS.iter().flat_map(|proof| proof.claims());
    let tops: BTreeSet<_> = claims.map(|claim| claim.top()).collect();
    tops.into_iter().collect()
}

impl Claim {
    /// Lanes of the unit that the claim is about; one if it is about none.
    pub fn lanes(self) -> u8 {
        match self {
            Claim::Lane(place, _) => place.lanes as u8,
            Claim::Of(_, lanes) => lanes,
            Claim::Decoder(_) => 1,
            Claim::View(module) => {
                let digits = module.trim_start_matches(|letter: char| !letter.is_ascii_digit());
                digits.parse().unwrap_or(1)
            }
        }
    }

    /// Top module that is exported for the claim.
    pub fn top(self) -> String {
        match self {
            // The decoder is no part of a unit.
            Claim::Of(statement, lanes) if statement.proof == "decoder" => statement.module(lanes),
            Claim::Lane(..) | Claim::Of(..) => format!("agu_unit{}", self.lanes()),
            Claim::View(module) => module.to_owned(),
            Claim::Decoder(isa) => {
                let decoder = match isa {
                    Isa::Fermi => "agu_fermi_decode",
                    Isa::Maxwell => "agu_maxwell_decode",
                    Isa::Visa => "agu_addr_add_decode",
                    Isa::Sm(_) => "agu_volta_decode",
                };
                decoder.to_owned()
            }
        }
    }

    /// The claim about `hardware`.
    ///
    /// # Errors
    /// Hardware that cannot be read, or lacks a wire of the claim.
    pub fn question(self, hardware: &Hardware) -> Result<Query, ProveError> {
        let top = self.top();
        let lanes = self.lanes();
        let netlist = |module: &str, extent| hardware.netlist(&top, module, extent);
        let query = match self {
            Claim::Lane(place, family) => {
                let warp_unit = format!("agu_warp_unit{lanes}");
                lane::query(&netlist(&warp_unit, Extent::Whole)?, place, family)
            }
            Claim::Of(statement, _) => {
                let module = statement.module(lanes);
                match &statement.source {
                    QuerySource::Monitor(monitor) => {
                        monitor::query(&netlist(&module, Extent::Watched(lanes))?, monitor)
                    }
                    QuerySource::Terms(extent, terms) => terms(&netlist(&module, *extent)?),
                }
            }
            Claim::View(module) => {
                let of = |form| netlist(module, Extent::Plain(form));
                view::query(&of(ModuleForm::Hardware)?, &of(ModuleForm::Simulation)?)
            }
            Claim::Decoder(Isa::Visa) => addr_add::query(&netlist(&top, Extent::Whole)?),
            Claim::Decoder(isa) => decoder::query(&netlist(&top, Extent::Whole)?, isa),
        };
        Ok(query?)
    }
}
