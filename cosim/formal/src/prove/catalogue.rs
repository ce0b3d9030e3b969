//! The proofs by name, and the claims that they consist of.

use super::addr_add;
use super::coalescer::{Coalescer, Collector, memory_port};
use super::decoder;
use super::handshake::Unit;
use super::lane::{self, Place};
use super::monitor::{self, MONITORS, Monitor};
use super::netlist::Extent;
use super::solver::{Query, SolverError, Verdict};
use super::stream::Stream;
use super::view;
use super::warp::Warp;
use super::{Hardware, ProveError};
use crate::prove::connectivity;
use isa::Isa;
use isa::control::AccessSpace;
use isa::instruction::WARP_LANES;
use sim::pipeline::lane::Family;
use std::collections::BTreeSet;
use verilated::exported::{self, Form};

/// A proof that `agu prove` can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Name on the command line.
    pub name: &'static str,
    /// The claim in a few words.
    pub about: &'static str,
    /// Whether it runs if no name is given.
    pub default: bool,
    subject: Subject,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Lea { high: bool },
    Mov,
    Access(AccessSpace),
    AddrAdd,
    Handshake,
    Stream,
    Configuration,
    Warp,
    Coalescer,
    SerialCoalescer,
    Wiring,
    View,
    Decoder(Isa),
    EveryLane,
}

const fn proof(name: &'static str, about: &'static str, subject: Subject) -> Proof {
    Proof {
        name,
        about,
        default: true,
        subject,
    }
}

/// All proofs.
pub const PROOFS: &[Proof] = &[
    proof(
        "lea-lo",
        "LEA.LO: sum, CC, Plg, masks",
        Subject::Lea { high: false },
    ),
    proof("lea-hi", "LEA.HI: the same", Subject::Lea { high: true }),
    proof("mov", "MOV: an LEA without offset moves", Subject::Mov),
    proof(
        "generic",
        "loads and stores: address, space, fault, masks",
        Subject::Access(AccessSpace::Generic),
    ),
    proof(
        "global",
        "known to be global: the same",
        Subject::Access(AccessSpace::Global),
    ),
    proof(
        "shared",
        "shared: the same",
        Subject::Access(AccessSpace::Shared),
    ),
    proof(
        "local",
        "local: the same",
        Subject::Access(AccessSpace::Local),
    ),
    proof(
        "constant",
        "constant: the same",
        Subject::Access(AccessSpace::Constant),
    ),
    proof("addr-add", "ADDR_ADD: sum, channels", Subject::AddrAdd),
    proof(
        "handshake",
        "no result lost, doubled or out of order, any stalls",
        Subject::Handshake,
    ),
    proof(
        "stream",
        "beats in order, seen from the ports, by yosys-smtbmc",
        Subject::Stream,
    ),
    proof(
        "configuration",
        "a write changes its register alone, between warps only",
        Subject::Configuration,
    ),
    proof(
        "warp",
        "uniform, first fault, over a warp's beats",
        Subject::Warp,
    ),
    proof(
        "coalescer",
        "every byte asked for once, by the defined requests",
        Subject::Coalescer,
    ),
    proof(
        "serial-coalescer",
        "the same of the unit of one lane",
        Subject::SerialCoalescer,
    ),
    proof(
        "wiring",
        "the unit joins warp unit and coalescer",
        Subject::Wiring,
    ),
    proof(
        "simulation",
        "modules in the form for simulation are the hardware",
        Subject::View,
    ),
    proof(
        "maxwell-decoder",
        "the record of every word, legal or not",
        Subject::Decoder(Isa::Maxwell),
    ),
    proof("fermi-decoder", "the same", Subject::Decoder(Isa::Fermi)),
    proof(
        "visa-decoder",
        "the record of all bytes of an ADDR_ADD",
        Subject::Decoder(Isa::Visa),
    ),
    Proof {
        default: false,
        ..proof(
            "lanes32",
            "every lane of the 32-lane unit, all families",
            Subject::EveryLane,
        )
    },
];

/// One claim of a proof, decided by one query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A lane equals the golden model.
    Lane(Place, Family),
    /// A MOV moves its source.
    Mov,
    /// A cycle that does not advance changes nothing, in a unit of so many lanes.
    Stall(u8),
    /// The result port takes a result if it can, else the stages stall.
    Leave(u8),
    /// All data of the result port advances together.
    PortHolds(u8),
    /// Every accepted beat leaves.
    Flow(u8),
    /// Beats are counted.
    Beats(u8),
    /// Results are the head of a queue of the accepted beats.
    Stream(u8),
    /// Reset empties the unit; writes are taken in an empty unit.
    Empty(u8),
    /// Configuration registers take their writes.
    Configuration(u8),
    /// `uniform`: all lanes that access memory access one place.
    Uniform(u8),
    /// The first fault is that of the lowest lane that faults.
    Faults(u8),
    /// Destinations of a lane's access.
    Places(u8),
    /// The registers of a warp are loaded, kept, and drive the memory port.
    Turn(u8),
    /// A lane that waits for a line is covered by a lane that is picked, or starts the line.
    Covered(u8),
    /// The same for a warp that is loaded.
    Loaded(u8),
    /// Requests leave through a skid buffer.
    MemoryPort(u8),
    /// Beats are collected, with flags of pairs of lanes.
    Take(u8),
    /// Lanes that a line serves.
    Lines(u8),
    /// Lanes that a pass serves, for so many words a lane.
    Passes { lanes: u8, words: u8 },
    /// The assertions of a monitor, in a unit of so many lanes.
    Watched(&'static Monitor, u8),
    /// The parts of the unit are connected.
    Wiring(u8),
    /// The simulation form of a module equals the hardware.
    View(&'static str),
    /// The decoder equals `isa`'s table.
    Decoder(Isa),
}

/// A claim about hardware, in the form for its solver.
pub enum Question {
    /// A query for Bitwuzla.
    Query(Query),
    /// A design for yosys-smtbmc.
    Stream(Stream),
}

impl Question {
    /// Decides the question.
    ///
    /// # Errors
    /// There is no solver, or it fails.
    pub fn decide(&self) -> Result<Verdict, SolverError> {
        match self {
            Question::Query(query) => query.decide(),
            Question::Stream(stream) => stream.decide(),
        }
    }
}

/// Numbers of lanes for which the handshake is proved.
const WIDTHS: [u8; 6] = [1, 2, 4, 8, 16, 32];

impl Proof {
    /// The proof called `name`.
    pub fn find(name: &str) -> Option<Proof> {
        PROOFS.iter().copied().find(|proof| proof.name == name)
    }

    /// Claims of the proof.
    pub fn claims(&self) -> Vec<Claim> {
        let lane = |family| Claim::Lane(Place::SINGLE, family);
        match self.subject {
            Subject::Lea { high } => vec![lane(Family::Lea { high })],
            Subject::Mov => vec![Claim::Mov],
            Subject::Access(space) => lane::accesses(space).into_iter().map(lane).collect(),
            Subject::AddrAdd => vec![lane(Family::AddrAdd)],
            Subject::Handshake => each_width(&[
                Claim::Stall,
                Claim::Leave,
                Claim::PortHolds,
                Claim::Flow,
                Claim::Beats,
                Claim::Empty,
            ]),
            Subject::Stream => each_width(&[Claim::Stream]),
            Subject::Configuration => each_width(&[Claim::Configuration]),
            Subject::Warp => each_width(&[Claim::Uniform, Claim::Faults, Claim::Places]),
            Subject::Coalescer => {
                let several = WIDTHS.into_iter().filter(|&lanes| lanes > 1);
                let takes = several.map(Claim::Take);
                takes.chain(requests(WARP_LANES as u8)).collect()
            }
            Subject::SerialCoalescer => watched("serial-coalescer", &[1]),
            Subject::Wiring => each_width(&[Claim::Wiring]),
            Subject::View => exported::simulated().map(Claim::View).collect(),
            Subject::Decoder(isa) => vec![Claim::Decoder(isa)],
            Subject::EveryLane => every_lane(WARP_LANES as u32),
        }
    }
}

/// Claims about the requests of a coalescer of so many lanes.
pub fn requests(lanes: u8) -> impl Iterator<Item = Claim> {
    let claims = [
        Claim::Turn,
        Claim::Lines,
        Claim::Covered,
        Claim::Loaded,
        Claim::MemoryPort,
    ];
    let passes = [1, 2, 4].map(|words| Claim::Passes { lanes, words });
    claims
        .into_iter()
        .map(move |claim: fn(u8) -> Claim| claim(lanes))
        .chain(passes)
}

/// Claims about units of all numbers of lanes.
fn each_width(claims: &[fn(u8) -> Claim]) -> Vec<Claim> {
    let of_width = |lanes| claims.iter().map(move |claim| claim(lanes));
    WIDTHS.into_iter().flat_map(of_width).collect()
}

/// Claims of a proof's monitors about units of some numbers of lanes.
fn watched(proof: &str, widths: &[u8]) -> Vec<Claim> {
    let monitors = MONITORS.iter().filter(|monitor| monitor.proof == proof);
    let claims = monitors.flat_map(|monitor| widths.iter().map(move |&lanes| (monitor, lanes)));
    claims
        .map(|(monitor, lanes)| Claim::Watched(monitor, lanes))
        .collect()
}

/// Every family on every lane of the unit of `lanes` lanes.
fn every_lane(lanes: u32) -> Vec<Claim> {
    let leas = [false, true].map(|high| Family::Lea { high });
    let spaces = [
        AccessSpace::Generic,
        AccessSpace::Global,
        AccessSpace::Shared,
        AccessSpace::Local,
        AccessSpace::Constant,
    ];
    let accesses = spaces.into_iter().flat_map(lane::accesses);
    let families: Vec<Family> = leas
        .into_iter()
        .chain(accesses)
        .chain([Family::AddrAdd])
        .collect();
    (0..lanes)
        .map(|lane| Place { lanes, lane })
        .flat_map(|place| {
            families
                .iter()
                .map(move |&family| Claim::Lane(place, family))
        })
        .collect()
}

/// Top modules of all proofs.
pub fn tops() -> Vec<String> {
    let claims = PROOFS.iter().flat_map(|proof| proof.claims());
    let tops: BTreeSet<_> = claims.map(|claim| claim.subject().0).collect();
    tops.into_iter().collect()
}

impl Claim {
    /// Lanes of the unit that the claim is about; one if it is about none.
    pub fn lanes(self) -> u8 {
        match self {
            Claim::Lane(place, _) => place.lanes as u8,
            Claim::Mov | Claim::Decoder(_) => 1,
            Claim::View(module) => {
                let digits = module.trim_start_matches(|letter: char| !letter.is_ascii_digit());
                digits.parse().unwrap_or(1)
            }
            Claim::Stall(lanes)
            | Claim::Leave(lanes)
            | Claim::PortHolds(lanes)
            | Claim::Flow(lanes)
            | Claim::Beats(lanes)
            | Claim::Stream(lanes)
            | Claim::Empty(lanes)
            | Claim::Configuration(lanes)
            | Claim::Uniform(lanes)
            | Claim::Faults(lanes)
            | Claim::Places(lanes)
            | Claim::Take(lanes)
            | Claim::Turn(lanes)
            | Claim::Lines(lanes)
            | Claim::Covered(lanes)
            | Claim::Loaded(lanes)
            | Claim::MemoryPort(lanes)
            | Claim::Passes { lanes, .. }
            | Claim::Watched(_, lanes)
            | Claim::Wiring(lanes) => lanes,
        }
    }

    /// Top module that is exported for the claim, and the module in it that the claim is about.
    fn subject(self) -> (String, String) {
        let lanes = self.lanes();
        let unit = format!("agu_unit{lanes}");
        match self {
            Claim::Decoder(isa) => {
                let decoder = match isa {
                    Isa::Fermi => "agu_fermi_decode",
                    Isa::Maxwell => "agu_maxwell_decode",
                    Isa::Visa => "agu_addr_add_decode",
                    Isa::Sm(_) => "agu_volta_decode",
                };
                (decoder.to_owned(), decoder.to_owned())
            }
            Claim::Turn(_)
            | Claim::Lines(_)
            | Claim::Covered(_)
            | Claim::Loaded(_)
            | Claim::Passes { .. } => (unit, format!("agu_coalescer{lanes}")),
            Claim::Take(_) => (unit, format!("agu_collector{lanes}")),
            Claim::MemoryPort(_) => (unit, "agu_memory_port".to_owned()),
            Claim::Watched(monitor, lanes) => (unit, monitor.module(lanes)),
            Claim::Wiring(_) => (unit.clone(), unit),
            Claim::View(module) => (module.to_owned(), module.to_owned()),
            _ => (unit, format!("agu_warp_unit{lanes}")),
        }
    }

    /// The claim about `hardware`.
    ///
    /// # Errors
    /// Hardware that cannot be read, or lacks a wire of the claim.
    pub fn question(self, hardware: &Hardware) -> Result<Question, ProveError> {
        let (top, module) = self.subject();
        let extent = match self {
            Claim::Wiring(_) => Extent::Shell,
            _ => Extent::Whole,
        };
        let netlist = || hardware.netlist(&top, &module, extent);
        let unit = || Ok::<_, ProveError>(Unit::new(&netlist()?, self.lanes()));
        let warp = || Ok::<_, ProveError>(Warp::new(&netlist()?, self.lanes()));
        let coalescer = || Ok::<_, ProveError>(Coalescer::new(&netlist()?));
        let query = match self {
            Claim::Lane(place, family) => lane::query(&netlist()?, place, family),
            Claim::Mov => lane::mov(&netlist()?),
            Claim::Decoder(Isa::Visa) => addr_add::query(&netlist()?),
            Claim::Decoder(isa) => decoder::query(&netlist()?, isa),
            Claim::Stall(_) => unit()?.stall(),
            Claim::Leave(_) => unit()?.leave(),
            Claim::PortHolds(_) => unit()?.port_holds(),
            Claim::Flow(_) => unit()?.flow(),
            Claim::Beats(_) => unit()?.beats(),
            Claim::Stream(lanes) => {
                let stream = Stream::new(&hardware.verilog(&top)?, &module, lanes)?;
                return Ok(Question::Stream(stream));
            }
            Claim::Empty(_) => unit()?.empty(),
            Claim::Configuration(_) => unit()?.configuration(),
            Claim::Uniform(_) => warp()?.uniform(),
            Claim::Faults(_) => warp()?.faults(),
            Claim::Places(_) => warp()?.places(),
            Claim::Turn(_) => coalescer()?.turn(),
            Claim::Take(lanes) => Collector::new(&netlist()?, lanes).take(),
            Claim::Lines(_) => coalescer()?.lines(),
            Claim::Covered(_) => coalescer()?.cover(),
            Claim::Loaded(_) => coalescer()?.loaded(),
            Claim::MemoryPort(_) => memory_port(&netlist()?),
            Claim::Passes { words, .. } => coalescer()?.passes(words.into()),
            Claim::Watched(monitor, _) => {
                let extent = Extent::Watched(monitor);
                Ok(monitor::query(&hardware.netlist(&top, &module, extent)?))
            }
            Claim::Wiring(_) => connectivity::query(&netlist()?),
            Claim::View(module) => {
                let of = |form| hardware.netlist(module, module, Extent::Plain(form));
                view::query(&of(Form::Hardware)?, &of(Form::Simulation)?)
            }
        };
        Ok(Question::Query(query?))
    }
}
