//! The proofs by name, and the claims that they consist of.

use super::coalescer::Coalescer;
use super::handshake::HandshakeUnit;
use super::lane::{self, UnitLane};
use super::monitor::{self, Monitor};
use super::netlist::{Extent, Netlist, TranslationError};
use super::solver::Query;
use super::{Hardware, ProveError, addr_add, connectivity, decoder, view};
use isa::Isa;
use isa::control::AccessSpace;
use isa::instruction::WARP_LANES;
use sim::pipeline::lane::Family;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use verilated::exported::{self, ModuleForm};

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
    Lea {
        high: bool,
    },
    Access(AccessSpace),
    AddrAdd,
    /// The rows of [`STATEMENTS`] that name the proof.
    Statements,
    View,
    Decoder(Isa),
    EveryLane,
}

macro_rules! proofs {
    ($($name:literal $default:literal $about:literal $subject:expr;)*) => {
        /// All proofs.
        pub const PROOFS: &[Proof] = &[$(Proof {
            name: $name,
            about: $about,
            default: $default,
            subject: $subject,
        },)*];
    };
}

proofs! {
    "lea-lo" true "LEA.LO: sum, CC, Plg, masks" Subject::Lea { high: false };
    "lea-hi" true "LEA.HI: the same" Subject::Lea { high: true };
    "mov" true "MOV: an LEA without offset moves" Subject::Statements;
    "generic" true "loads and stores: address, space, fault, masks" Subject::Access(AccessSpace::Generic);
    "global" true "known to be global: the same" Subject::Access(AccessSpace::Global);
    "shared" true "shared: the same" Subject::Access(AccessSpace::Shared);
    "local" true "local: the same" Subject::Access(AccessSpace::Local);
    "constant" true "constant: the same" Subject::Access(AccessSpace::Constant);
    "addr-add" true "ADDR_ADD: sum, channels" Subject::AddrAdd;
    "handshake" true "no result lost, doubled or out of order, any stalls" Subject::Statements;
    "stream" true "beats in order, seen from the ports, under any stalls" Subject::Statements;
    "configuration" true "a write changes its register alone, between warps only" Subject::Statements;
    "warp" true "uniform, first fault, over a warp's beats" Subject::Statements;
    "coalescer" true "every byte asked for once, by the defined requests" Subject::Statements;
    "serial-coalescer" true "the same of the unit of one lane" Subject::Statements;
    "wiring" true "the unit joins warp unit and coalescer" Subject::Statements;
    "simulation" true "modules in the form for simulation are the hardware" Subject::View;
    "maxwell-decoder" true "the record of every word, legal or not" Subject::Decoder(Isa::Maxwell);
    "fermi-decoder" true "the same" Subject::Decoder(Isa::Fermi);
    "visa-decoder" true "the record of all bytes of an ADDR_ADD" Subject::Decoder(Isa::Visa);
    "lanes32" false "every lane of the 32-lane unit, all families" Subject::EveryLane;
}

/// A claim about a module, at some numbers of lanes.
pub struct Statement {
    /// Name of the proof that it belongs to.
    pub proof: &'static str,
    pub name: &'static str,
    /// The claim in a sentence.
    pub says: &'static str,
    /// The module in the unit; `#` stands for the number of lanes.
    module: &'static str,
    /// Numbers of lanes for which it is proved.
    widths: &'static [u8],
    source: Source,
}

/// Source of a claim's query.
enum Source {
    /// Assertions in SystemVerilog.
    Monitor(Monitor),
    /// Terms over the wires of the flattened module, with that many lanes.
    Terms(Terms),
    /// The same of the module without its parts.
    Shell(Terms),
}

type Terms = fn(&Arc<Netlist>, u8) -> Result<Query, TranslationError>;

const EACH: &[u8] = &[1, 2, 4, 8, 16, 32];
const SEVERAL: &[u8] = &[2, 4, 8, 16, 32];
const WIDEST: &[u8] = &[32];
const ONE: &[u8] = &[1];

macro_rules! statements {
    ($($proof:literal $name:literal $module:literal $widths:ident $says:literal
        $source:ident $($terms:expr)?;)*) => {
        /// All claims but those about a lane, a decoder, or a form for simulation.
        pub static STATEMENTS: &[Statement] = &[$(Statement {
            proof: $proof,
            name: $name,
            says: $says,
            module: $module,
            widths: $widths,
            source: statements!(@ $source $name $($terms)?),
        },)*];
    };
    (@ monitor $name:literal $edges:expr) => {
        statements!(@ monitor $name $edges, false)
    };
    // The module without its parts.
    (@ shell_monitor $name:literal $edges:expr) => {
        statements!(@ monitor $name $edges, true)
    };
    (@ monitor $name:literal $edges:expr, $is_shell:literal) => {
        Source::Monitor(Monitor {
            name: $name,
            edges: $edges,
            is_shell: $is_shell,
            text: include_str!(concat!("monitors/", $name, ".sv")),
        })
    };
    (@ terms $name:literal $terms:expr) => {
        Source::Terms($terms)
    };
    (@ shell $name:literal $terms:expr) => {
        Source::Shell($terms)
    };
}

statements! {
    "mov" "mov" "agu_warp_unit#" ONE
        "A MOV moves its source."
        terms |netlist, _| lane::mov(netlist);
    "handshake" "stall" "agu_warp_unit#" EACH
        "A cycle that does not advance changes nothing."
        terms |netlist, _| HandshakeUnit::new(netlist).stall();
    "handshake" "result_port" "agu_warp_unit#" EACH
        "The port takes a result if it can, else the stages stall; beats are counted; writes wait for an empty unit."
        monitor 2;
    "handshake" "port_holds" "agu_warp_unit#" EACH
        "All data of the result port advances together."
        terms |netlist, _| HandshakeUnit::new(netlist).port_holds();
    "stream" "stream" "agu_warp_unit#" EACH
        "Results are the head of a queue of the accepted beats, each when it is due."
        monitor 2;
    "configuration" "configuration" "agu_warp_unit#" EACH
        "A write changes its register alone."
        terms |netlist, _| HandshakeUnit::new(netlist).configuration();
    "warp" "uniform" "agu_warp_unit#" EACH
        "All lanes that access memory access one place."
        monitor 2;
    "warp" "first_fault" "agu_warp_unit#" EACH
        "The first fault is that of the lowest lane that faults."
        monitor 2;
    "warp" "destination" "agu_warp_unit#" EACH
        "The access of a lane goes to the space and the address of its result."
        monitor 3;
    "coalescer" "collector" "agu_collector#" SEVERAL
        "Beats are collected, with flags of pairs of lanes."
        monitor 2;
    "coalescer" "warp_registers" "agu_coalescer#" WIDEST
        "The registers of a warp are loaded, kept, and drive the memory port."
        monitor 2;
    "coalescer" "passes" "agu_coalescer#" WIDEST
        "A pass serves its lanes, of one, two or four words each."
        monitor 2;
    "coalescer" "lines" "agu_coalescer#" WIDEST
        "A line serves the lanes of its address."
        terms |netlist, _| Coalescer::new(netlist).lines();
    "coalescer" "covered" "agu_coalescer#" WIDEST
        "A lane that waits for a line is covered by a lane that is picked, or starts the line."
        terms |netlist, _| Coalescer::new(netlist).cover();
    "coalescer" "loaded" "agu_coalescer#" WIDEST
        "The same for a warp that is loaded."
        terms |netlist, _| Coalescer::new(netlist).loaded();
    "coalescer" "memory_port" "agu_memory_port" WIDEST
        "Requests leave through a skid buffer."
        monitor 2;
    "serial-coalescer" "lane_keys" "agu_lane_keys" ONE
        "A lane is compared with the lanes before it."
        monitor 2;
    "serial-coalescer" "request_number" "agu_request_number" ONE
        "A lane gets the number of its request."
        monitor 2;
    "serial-coalescer" "request_store" "agu_request_store" ONE
        "A lane is added to its request."
        monitor 2;
    "serial-coalescer" "request_reader" "agu_request_reader" ONE
        "Requests are read in order."
        monitor 2;
    "serial-coalescer" "serial_coalescer" "agu_serial_coalescer" ONE
        "The parts are connected, and have room for the warps that are taken."
        shell_monitor 2;
    "wiring" "wiring" "agu_unit#" EACH
        "The unit joins warp unit and coalescer."
        shell |netlist, _| connectivity::query(netlist);
}

impl PartialEq for Statement {
    fn eq(&self, other: &Statement) -> bool {
        self.name == other.name
    }
}

impl Eq for Statement {}

impl fmt::Debug for Statement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

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
            Subject::Lea { high } => vec![lane(Family::Lea { high })],
            Subject::Access(space) => lane::accesses(space).into_iter().map(lane).collect(),
            Subject::AddrAdd => vec![lane(Family::AddrAdd)],
            Subject::Statements => {
                // All claims of one width, then those of the next.
                let own = || STATEMENTS.iter().filter(|it| it.proof == self.name);
                let of_width = |&lanes: &u8| {
                    let own = own().filter(move |it| it.widths.contains(&lanes));
                    own.map(move |statement| Claim::Of(statement, lanes))
                };
                EACH.iter().flat_map(of_width).collect()
            }
            Subject::View => exported::simulated().map(Claim::View).collect(),
            Subject::Decoder(isa) => vec![Claim::Decoder(isa)],
            Subject::EveryLane => every_lane(WARP_LANES as u32),
        }
    }
}

/// The monitors of a module in a unit of so many lanes.
pub fn monitors(module: &str, lanes: u8) -> Vec<&'static Monitor> {
    let own = STATEMENTS.iter().filter(|it| it.module(lanes) == module);
    let monitors = own.filter_map(|statement| match &statement.source {
        Source::Monitor(monitor) => Some(monitor),
        Source::Terms(_) | Source::Shell(_) => None,
    });
    monitors.collect()
}

impl Statement {
    /// The module in a unit of so many lanes.
    fn module(&self, lanes: u8) -> String {
        self.module.replace('#', &lanes.to_string())
    }
}

/// Claims about the requests of a coalescer of so many lanes.
pub fn requests(lanes: u8) -> impl Iterator<Item = Claim> {
    let of_requests = STATEMENTS
        .iter()
        .filter(|it| it.proof == "coalescer" && it.name != "collector");
    of_requests.map(move |statement| Claim::Of(statement, lanes))
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
        .map(|lane| UnitLane { lanes, lane })
        .flat_map(|place| {
            families
                .iter()
                .map(move |&family| Claim::Lane(place, family))
        })
        .collect()
}

/// Writes the monitors of `proofs` as tasks of SymbiYosys, a folder a module, into `folder`. Returns
/// the modules.
///
/// # Errors
/// Yosys is missing, or a file cannot be written.
pub fn write_monitors(
    proofs: &[Proof],
    hardware: &Hardware,
    folder: &Path,
) -> Result<Vec<String>, ProveError> {
    let claims = proofs.iter().flat_map(Proof::claims);
    let watched = claims.filter_map(|claim| Some((claim.watched()?, claim)));
    let watched: BTreeMap<String, Claim> = watched.collect();
    for (module, claim) in &watched {
        let (verilog, lanes) = (hardware.verilog(&claim.top())?, claim.lanes());
        let folder = folder.join(module);
        monitor::task(&folder, &verilog, module, &monitors(module, lanes), lanes)?;
    }
    Ok(watched.into_keys().collect())
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

    /// Module that the claim's monitor watches, if it has one.
    fn watched(self) -> Option<String> {
        match self {
            Claim::Of(statement, lanes) if matches!(statement.source, Source::Monitor(_)) => {
                Some(statement.module(lanes))
            }
            _ => None,
        }
    }

    /// Top module that is exported for the claim.
    fn top(self) -> String {
        match self {
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
                    Source::Monitor(monitor) => {
                        monitor::query(&netlist(&module, Extent::Watched(lanes))?, monitor)
                    }
                    Source::Terms(terms) => terms(&netlist(&module, Extent::Whole)?, lanes),
                    Source::Shell(terms) => terms(&netlist(&module, Extent::Shell)?, lanes),
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
