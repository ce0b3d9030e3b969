//! The unit's handshakes, from any state: what a cycle does that moves on, that one in which
//! the stages do not move on does nothing to them, and what the result port holds meanwhile.
//!
//! Together with the proofs of one [`lane`](super::lane), which take moving on for
//! granted, these prove that under any stalls every request that was accepted gives its
//! result once and in order: take the stalled cycles out of a run, and what is
//! left is a run that moves on in every cycle, with the same results at the same ports.

use super::lane::ports::constant_size;
use super::netlist::{Netlist, Sort, TranslationError};
use super::solver::Query;
use super::unrolling::{Unrolling, Value};
use isa::control::config_address;
use isa::instruction::WARP_LANES;
use sim::WarpConfig;
use sim::pipeline::LATENCY;
use std::sync::Arc;

/// A register of the configuration: its address, where it is seen, the lowest bit of the data
/// that it takes, and its value after reset.
struct Register {
    address: u8,
    seen: Seen,
    lowest: u32,
    reset: u64,
}

/// Where a register is seen.
enum Seen {
    Output(&'static str),
    ConstantBank(usize),
}

impl Register {
    fn at(&self, hardware: &mut Unrolling, time: usize) -> Result<Value, TranslationError> {
        match self.seen {
            Seen::Output(name) => hardware.wire(&format!("configuration.{name}"), time),
            Seen::ConstantBank(bank) => constant_size(hardware, bank, time),
        }
    }
}

/// The unit under discussion.
pub struct Unit {
    hardware: Unrolling,
    lanes: u8,
}

impl Unit {
    /// A unit of `lanes` lanes.
    pub fn new(netlist: &Arc<Netlist>, lanes: u8) -> Unit {
        Unit {
            hardware: Unrolling::new(netlist),
            lanes,
        }
    }

    fn port(&mut self, name: &str, time: usize) -> Result<String, TranslationError> {
        Ok(self.hardware.wire(name, time)?.term)
    }

    /// Something is taken at the port: `valid` and `ready`.
    fn taken(&mut self, port: &str, time: usize) -> Result<String, TranslationError> {
        let valid = self.port(&format!("{port}_valid"), time)?;
        let ready = self.port(&format!("{port}_ready"), time)?;
        Ok(format!("(and {valid} {ready})"))
    }

    /// The unit moves on in cycles 0 to LATENCY - 1, and is not reset.
    fn moves_on(&mut self) -> Result<Vec<String>, TranslationError> {
        let mut assumptions = Vec::new();
        for time in 0..LATENCY {
            assumptions.push(moves_on(&mut self.hardware, time)?);
            assumptions.push(format!("(not {})", self.port("reset", time)?));
        }
        Ok(assumptions)
    }

    fn query(self, assumptions: Vec<String>, goals: &[String]) -> Query {
        Query {
            hardware: self.hardware,
            definitions: String::new(),
            assumptions,
            goal: format!("(and true {})", goals.join(" ")),
            shown: Vec::new(),
        }
    }

    /// A cycle that does not move on keeps every register of the warp unit but those of the
    /// result port, and takes neither a request nor a configuration write. In such a cycle a
    /// result is at the port, as in [`leave`](Self::leave).
    ///
    /// # Errors
    /// Hardware without one of the wires; so all of these.
    pub fn stall(mut self) -> Result<Query, TranslationError> {
        let reset = self.port("reset", 0)?;
        let assumptions = vec![
            format!("(not {})", self.port("advance", 0)?),
            format!("(not {reset})"),
            self.port("result_valid", 0)?,
        ];
        let mut goals = vec![
            format!("(not {})", self.taken("request", 0)?),
            format!("(not {})", self.taken("config", 0)?),
        ];
        let netlist = self.hardware.netlist();
        let stages = netlist.registers.iter().filter(|name| !is_of_port(name));
        for register in stages {
            let (before, after) = (self.port(register, 0)?, self.port(register, 1)?);
            goals.push(format!("(= {before} {after})"));
        }
        Ok(self.query(assumptions, &goals))
    }

    /// The result port takes where it is empty or taken from, first what is held beside it. The
    /// stages stall where something is, which is only while a result is at the port;
    /// where they do not, a request is taken.
    pub fn leave(mut self) -> Result<Query, TranslationError> {
        let mut port =
            |name: &str, time| Ok::<_, TranslationError>(self.hardware.wire(name, time)?.term);
        let (valid, ready) = (port("result_valid", 0)?, port("result_ready", 0)?);
        let (load, held) = (port(LOAD, 0)?, port(HELD, 0)?);
        let (valid_after, held_after) = (port("result_valid", 1)?, port(HELD, 1)?);
        let (beside, beside_after) = (port(HELD_VALID, 0)?, port(HELD_VALID, 1)?);
        let (given, reset) = (port("beat_control.valid_s6", 0)?, port("reset", 0)?);
        let advance = port("advance", 0)?;
        let (asked, write) = (port("request_valid", 0)?, port("config_valid", 0)?);
        let accepted = self.taken("request", 0)?;
        let oldest = format!("(ite {held} {beside} {given})");
        let goals = [
            format!("(= {load} (or {ready} (not {valid})))"),
            format!("(= {advance} (not {held}))"),
            format!("(= {valid_after} (and (not {reset}) (ite {load} {oldest} {valid})))"),
            format!("(= {held_after} (and (not {reset}) (not {load})))"),
            format!("(= {beside_after} {oldest})"),
            format!("(=> {held_after} {valid_after})"),
            format!("(=> (and {advance} {asked} (not {write})) {accepted})"),
        ];
        Ok(self.query(Vec::new(), &goals))
    }

    /// All data of the result port moves as one: what stage 6 gives comes to the port, or is
    /// held beside it until the port takes it.
    pub fn port_holds(mut self) -> Result<Query, TranslationError> {
        let (load, held) = (self.port(LOAD, 0)?, self.port(HELD, 0)?);
        let netlist = self.hardware.netlist();
        let data = netlist
            .registers
            .iter()
            .filter_map(|name| name.strip_suffix("_s7"));
        let mut goals = Vec::new();
        for name in data {
            let [stage, beside, port] = ["s6", "held", "s7"].map(|place| format!("{name}_{place}"));
            let (given, kept) = (self.port(&stage, 0)?, self.port(&beside, 0)?);
            let (shown, next) = (self.port(&port, 0)?, self.port(&port, 1)?);
            let oldest = format!("(ite {held} {kept} {given})");
            goals.push(format!("(= {next} (ite {load} {oldest} {shown}))"));
            goals.push(format!("(= {} {oldest})", self.port(&beside, 1)?));
        }
        Ok(self.query(Vec::new(), &goals))
    }

    /// After LATENCY cycles that moved on, a result is where a request was accepted,
    /// and no other; it has the request's beat.
    pub fn flow(mut self) -> Result<Query, TranslationError> {
        let assumptions = self.moves_on()?;
        let accepted = self.taken("request", 0)?;
        let result = self.port("result_valid", LATENCY)?;
        let beat = self.port("next_beat", 0)?;
        let (got, last) = (
            self.port("result_beat", LATENCY)?,
            self.port("result_last", LATENCY)?,
        );
        let last_beat = self.last_beat();
        let goals = [
            format!("(= {accepted} {result})"),
            format!("(= {beat} {got})"),
            format!("(= {last} (= {got} {last_beat}))"),
        ];
        Ok(self.query(assumptions, &goals))
    }

    fn last_beat(&self) -> String {
        format!("(_ bv{} 5)", WARP_LANES / usize::from(self.lanes) - 1)
    }

    /// Accepted requests count the beats of a warp, and nothing else does.
    pub fn beats(mut self) -> Result<Query, TranslationError> {
        let reset = self.port("reset", 0)?;
        let accepted = self.taken("request", 0)?;
        let (beat, next) = (self.port("next_beat", 0)?, self.port("next_beat", 1)?);
        let last = self.last_beat();
        let zero = "(_ bv0 5)";
        let goal = format!(
            "(= {next} (ite {reset} {zero} (ite (not {accepted}) {beat}
             (ite (= {beat} {last}) {zero} (bvadd {beat} (_ bv1 5))))))"
        );
        Ok(self.query(Vec::new(), &[goal.replace('\n', " ")]))
    }

    /// Reset empties the unit; where a write is taken it is empty, and between warps.
    pub fn empty(mut self) -> Result<Query, TranslationError> {
        let (reset, empty) = (self.port("reset", 0)?, self.port("config_ready", 1)?);
        let (ready, waits) = (self.port("config_ready", 0)?, self.port("result_valid", 0)?);
        let beat = self.port("next_beat", 0)?;
        let (written, accepted) = (self.taken("config", 0)?, self.taken("request", 0)?);
        let goals = [
            format!("(=> {reset} {empty})"),
            format!("(=> {ready} (and (not {waits}) (= {beat} (_ bv0 5))))"),
            format!("(not (and {written} {accepted}))"),
        ];
        Ok(self.query(Vec::new(), &goals))
    }

    /// A write sets the register of its address to the data, and no other;
    /// reset restores all; nothing else changes any.
    pub fn configuration(mut self) -> Result<Query, TranslationError> {
        let (reset, written) = (self.port("reset", 0)?, self.taken("config", 0)?);
        let address = self.port("config_address", 0)?;
        let data = self.port("config_data", 0)?;
        let mut goals = Vec::new();
        for register in registers() {
            let before = register.at(&mut self.hardware, 0)?.term;
            let after = register.at(&mut self.hardware, 1)?;
            let (
                Register {
                    lowest,
                    reset: default,
                    ..
                },
                own,
            ) = (&register, register.address);
            let (taken, default) = match after.sort {
                Sort::Bool => (
                    format!("(= ((_ extract {lowest} {lowest}) {data}) #b1)"),
                    (*default != 0).to_string(),
                ),
                Sort::Bits(width) => {
                    let highest = lowest + width - 1;
                    (
                        format!("((_ extract {highest} {lowest}) {data})"),
                        format!("(_ bv{default} {width})"),
                    )
                }
            };
            goals.push(format!(
                "(= {} (ite {reset} {default} (ite (and {written} (= {address} (_ bv{own} 6))) \
                 {taken} {})))",
                after.term, before
            ));
        }
        Ok(self.query(Vec::new(), &goals))
    }
}

/// Control of the result port's skid buffer.
const LOAD: &str = "skid_buffer.load";
const HELD: &str = "skid_buffer.held";
const HELD_VALID: &str = "skid_buffer.held_valid";

/// The stages move on at the edge at `time`, and so does the result port.
///
/// # Errors
/// Hardware without these wires.
pub fn moves_on(hardware: &mut Unrolling, time: usize) -> Result<String, TranslationError> {
    let advance = hardware.wire("advance", time)?.term;
    let load = hardware.wire(LOAD, time)?.term;
    Ok(format!("(and {advance} {load})"))
}

/// A register behind stage 6.
fn is_of_port(name: &str) -> bool {
    name.starts_with("skid_buffer.") || name.starts_with("result_")
}

fn registers() -> Vec<Register> {
    let defaults = WarpConfig::default();
    let register = |address, output, lowest, reset| Register {
        address,
        seen: Seen::Output(output),
        lowest,
        reset,
    };
    let (shared, local) = (defaults.shared_base, defaults.local_base);
    let mut registers = vec![
        register(
            config_address::SHARED_BASE,
            "shared_base_lo",
            24,
            shared >> 24 & 0xff,
        ),
        register(
            config_address::SHARED_BASE,
            "shared_base_hi",
            32,
            shared >> 32,
        ),
        register(
            config_address::LOCAL_BASE,
            "local_base_lo",
            24,
            local >> 24 & 0xff,
        ),
        register(config_address::LOCAL_BASE, "local_base_hi", 32, local >> 32),
        register(
            config_address::SHARED_SIZE,
            "shared_size",
            0,
            defaults.shared_size.into(),
        ),
        register(
            config_address::LOCAL_SIZE,
            "local_size",
            0,
            defaults.local_size.into(),
        ),
        register(
            config_address::GLOBAL_LIMIT,
            "global_limit",
            0,
            defaults.global_limit,
        ),
        register(
            config_address::REGISTER_COUNT,
            "register_count",
            0,
            defaults.register_count.into(),
        ),
        register(
            config_address::MISALIGNED_IS_ERROR,
            "misaligned_is_error",
            0,
            defaults.misaligned_is_error.into(),
        ),
    ];
    let banks = (config_address::CONST_SIZE..).zip(defaults.const_size);
    registers.extend(banks.enumerate().map(|(bank, (address, size))| Register {
        address,
        seen: Seen::ConstantBank(bank),
        lowest: 0,
        reset: size.into(),
    }));
    registers
}
