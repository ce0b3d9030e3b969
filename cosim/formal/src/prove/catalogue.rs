//! The proofs by name, and the claims about modules: a row each.

use super::coalescer::Coalescer;
use super::handshake::HandshakeUnit;
use super::monitor::Monitor;
use super::netlist::Extent;
use super::statement::{QuerySource, Statement};
use super::{connectivity, lane};
use isa::control::AccessSpace;
use isa::{Isa, Part};
use sim::pipeline::lane::Family;

/// A proof that `agu prove` can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Name on the command line.
    pub name: &'static str,
    /// The claim in a few words.
    pub about: &'static str,
    /// Whether it runs if no name is given.
    pub default: bool,
    pub(super) subject: Subject,
}

/// Subject of a proof's claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// A lane, for instructions of a family.
    Lane(Family),
    /// The same for accesses to a space, in every size.
    Access(AccessSpace),
    /// The rows of [`STATEMENTS`] that name the proof.
    Statements,
    /// Modules in the form for simulation.
    Simulation,
    /// The decoder, for each ISA with the code of this one.
    Decoder(Isa),
    /// Every lane of the widest unit, all families.
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
    "lea-lo" true "LEA.LO: sum, CC, Plg, masks" Subject::Lane(Family::Lea { high: false });
    "lea-hi" true "LEA.HI: the same" Subject::Lane(Family::Lea { high: true });
    "mov" true "MOV: an LEA without offset moves" Subject::Statements;
    "generic" true "loads and stores: address, space, fault, masks" Subject::Access(AccessSpace::Generic);
    "global" true "known to be global: the same" Subject::Access(AccessSpace::Global);
    "shared" true "shared: the same" Subject::Access(AccessSpace::Shared);
    "local" true "local: the same" Subject::Access(AccessSpace::Local);
    "constant" true "constant: the same" Subject::Access(AccessSpace::Constant);
    "addr-add" true "ADDR_ADD: sum, channels" Subject::Lane(Family::AddrAdd);
    "handshake" true "no result lost, doubled or out of order, any stalls" Subject::Statements;
    "stream" true "beats in order, seen from the ports, under any stalls" Subject::Statements;
    "configuration" true "a write changes its register alone, between warps only" Subject::Statements;
    "warp" true "uniform, first fault, over a warp's beats" Subject::Statements;
    "coalescer" true "every byte asked for once, by the defined requests" Subject::Statements;
    "serial-coalescer" true "the same of the unit of one lane" Subject::Statements;
    "wiring" true "the unit joins warp unit and coalescer" Subject::Statements;
    "decoder" true "each word has a record; of no instruction set an illegal one" Subject::Statements;
    "simulation" true "modules in the form for simulation are the hardware" Subject::Simulation;
    "maxwell-decoder" true "the record of every word, legal or not" Subject::Decoder(Isa::Maxwell);
    "fermi-decoder" true "the same" Subject::Decoder(Isa::Fermi);
    "visa-decoder" true "the record of all bytes of an ADDR_ADD" Subject::Decoder(Isa::Visa);
    "sm_70-decoder" true "the record of every word of sm_70, legal or not" Subject::Decoder(Isa::Sm(Part::Sm70));
    "sm_75-decoder" true "the same of sm_75" Subject::Decoder(Isa::Sm(Part::Sm75));
    "sm_80-decoder" true "the same of sm_80 to sm_89" Subject::Decoder(Isa::Sm(Part::Sm80));
    "sm_90-decoder" true "the same of sm_90" Subject::Decoder(Isa::Sm(Part::Sm90));
    "sm_100-decoder" true "the same of sm_100 to sm_110" Subject::Decoder(Isa::Sm(Part::Sm100));
    "sm_120-decoder" true "the same of sm_120 and sm_121" Subject::Decoder(Isa::Sm(Part::Sm120));
    "lanes32" false "every lane of the 32-lane unit, all families" Subject::EveryLane;
}

pub(super) const EACH: &[u8] = &[1, 2, 4, 8, 16, 32];
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
        QuerySource::Monitor(Monitor {
            name: $name,
            edges: $edges,
            is_shell: $is_shell,
            text: include_str!(concat!("monitors/", $name, ".sv")),
        })
    };
    (@ terms $name:literal $terms:expr) => {
        QuerySource::Terms(Extent::Whole, $terms)
    };
    (@ shell_terms $name:literal $terms:expr) => {
        QuerySource::Terms(Extent::Shell, $terms)
    };
}

statements! {
    "mov" "mov" "agu_warp_unit#" ONE
        "A MOV moves its source."
        terms lane::mov;
    "handshake" "stall" "agu_warp_unit#" EACH
        "A cycle that does not advance changes nothing."
        terms |netlist| HandshakeUnit::new(netlist).stall();
    "handshake" "result_port" "agu_warp_unit#" EACH
        "The port takes a result if it can, else the stages stall; beats are counted; writes wait for an empty unit."
        monitor 2;
    "handshake" "port_holds" "agu_warp_unit#" EACH
        "All data of the result port advances together."
        terms |netlist| HandshakeUnit::new(netlist).port_holds();
    "stream" "stream" "agu_warp_unit#" EACH
        "Results are the head of a queue of the accepted beats, each when it is due."
        monitor 2;
    "configuration" "configuration" "agu_warp_unit#" EACH
        "A write changes its register alone."
        terms |netlist| HandshakeUnit::new(netlist).configuration();
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
        terms |netlist| Coalescer::new(netlist).lines();
    "coalescer" "covered" "agu_coalescer#" WIDEST
        "A lane that waits for a line is covered by a lane that is picked, or starts the line."
        terms |netlist| Coalescer::new(netlist).cover();
    "coalescer" "loaded" "agu_coalescer#" WIDEST
        "The same for a warp that is loaded."
        terms |netlist| Coalescer::new(netlist).loaded();
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
        shell_terms connectivity::query;
    "decoder" "decoder" "agu_decoder" ONE
        "A word has a record after it is taken; that of a code of no instruction set is illegal."
        monitor 2;
}

/// The monitors of a module in a unit of so many lanes.
pub fn monitors(module: &str, lanes: u8) -> Vec<&'static Monitor> {
    let own = STATEMENTS.iter().filter(|it| it.module(lanes) == module);
    own.filter_map(Statement::monitor).collect()
}
