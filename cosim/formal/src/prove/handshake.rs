//! The unit's handshakes, from any state: what a cycle does that moves on, and that one
//! that does not move on does nothing.
//!
//! Together with the proofs of one [`lane`](super::lane), which take moving on for
//! granted, these say that under any stalls every request that was accepted gives its
//! result once and in order: take the cycles that stand still out of a run, and what is
//! left is a run that moves on in every cycle, with the same results at the same ports.

use super::netlist::{Netlist, Sort, TranslationError};
use super::solver::Query;
use super::unrolling::Unrolling;
use isa::control::config_address;
use isa::instruction::WARP_LANES;
use sim::WarpConfig;
use sim::pipeline::LATENCY;
use std::sync::Arc;

/// A register of the configuration: its address, its output, the lowest bit of the data
/// that it takes, and its value after reset.
struct Register {
    address: u8,
    output: String,
    lowest: u32,
    reset: u64,
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
            assumptions.push(self.port("advance", time)?);
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

    /// A cycle that does not move on keeps every register of the warp unit, and takes
    /// neither a request nor a configuration write.
    ///
    /// # Errors
    /// Hardware without one of the wires; so all of these.
    pub fn stall(mut self) -> Result<Query, TranslationError> {
        let reset = self.port("reset", 0)?;
        let assumptions = vec![
            format!("(not {})", self.port("advance", 0)?),
            format!("(not {reset})"),
        ];
        let mut goals = vec![
            format!("(not {})", self.taken("request", 0)?),
            format!("(not {})", self.taken("config", 0)?),
        ];
        for register in &self.hardware.netlist().registers {
            let (before, after) = (self.port(register, 0)?, self.port(register, 1)?);
            goals.push(format!("(= {before} {after})"));
        }
        Ok(self.query(assumptions, &goals))
    }

    /// A result leaves the warp unit in the cycles in which it is taken at the unit's
    /// port, and in no others; where nothing waits, a request is taken.
    pub fn leave(mut self) -> Result<Query, TranslationError> {
        let (valid, ready) = (self.port("result_valid", 0)?, self.port("result_ready", 0)?);
        let waits = self.port("result_valid", 0)?;
        let advance = self.port("advance", 0)?;
        let asked = self.port("request_valid", 0)?;
        let write = self.port("config_valid", 0)?;
        let accepted = self.taken("request", 0)?;
        let goals = [
            format!("(= (and {valid} {ready}) (and {waits} {advance}))"),
            format!("(=> (not {waits}) {advance})"),
            format!("(=> (and {advance} {asked} (not {write})) {accepted})"),
        ];
        Ok(self.query(Vec::new(), &goals))
    }

    /// After LATENCY cycles that moved on, a result stands where a request was accepted,
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

    /// A write changes the register of its address to what the data says, and no other;
    /// reset restores all; nothing else changes any.
    pub fn configuration(mut self) -> Result<Query, TranslationError> {
        let (reset, written) = (self.port("reset", 0)?, self.taken("config", 0)?);
        let address = self.port("config_address", 0)?;
        let data = self.port("config_data", 0)?;
        let mut goals = Vec::new();
        for register in registers() {
            let name = format!("configuration.{}", register.output);
            let before = self.port(&name, 0)?;
            let after = self.hardware.wire(&name, 1)?;
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
                    let kept = width.min(data_bits(own));
                    let slice = format!("((_ extract {} {lowest}) {data})", lowest + kept - 1);
                    (
                        format!("((_ zero_extend {}) {slice})", width - kept),
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

/// Bits of the data that a register takes at most; the size of a constant bank is shown
/// with more.
fn data_bits(address: u8) -> u32 {
    if address < config_address::CONST_SIZE {
        u64::BITS
    } else {
        17
    }
}

fn registers() -> Vec<Register> {
    let defaults = WarpConfig::default();
    let register = |address, output: &str, lowest, reset| Register {
        address,
        output: output.to_owned(),
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
        output: format!("bank_sizes[{bank}].bank_size.size"),
        lowest: 0,
        reset: size.into(),
    }));
    registers
}
