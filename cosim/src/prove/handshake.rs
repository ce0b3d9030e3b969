//! The unit's handshakes, from any state: what a cycle does that moves on, and that one
//! that does not move on does nothing.
//!
//! Together with the proofs of one [`lane`](super::lane), which take moving on for
//! granted, these say that under any stalls every request that was accepted gives its
//! result once and in order: take the cycles that stand still out of a run, and what is
//! left is a run that moves on in every cycle, with the same results at the same ports.

use super::netlist::{Netlist, NetlistError, Sort};
use super::solver::Query;
use super::unrolling::{Unrolling, Value};
use isa::control::config_address;
use isa::instruction::WARP_LANES;
use sim::WarpConfig;
use sim::pipeline::LATENCY;

/// A register of the configuration: its address, its output, the lowest bit of the data
/// that it takes, and its value after reset.
struct Register {
    address: u8,
    output: String,
    lowest: u32,
    reset: u64,
}

/// The unit under discussion.
pub struct Unit<'a> {
    hardware: Unrolling<'a>,
    lanes: u8,
}

impl<'a> Unit<'a> {
    /// A unit of `lanes` lanes.
    pub fn new(netlist: &'a Netlist, lanes: u8) -> Unit<'a> {
        Unit {
            hardware: Unrolling::new(netlist),
            lanes,
        }
    }

    fn port(&mut self, name: &str, time: usize) -> Result<String, NetlistError> {
        Ok(self.hardware.wire(name, time)?.term)
    }

    fn inside(&mut self, name: &str, time: usize) -> Result<Value, NetlistError> {
        self.hardware.wire(name, time)
    }

    fn accepted(&mut self, time: usize) -> Result<String, NetlistError> {
        let valid = self.port("request_valid", time)?;
        Ok(format!(
            "(and {valid} {})",
            self.port("request_ready", time)?
        ))
    }

    fn written(&mut self, time: usize) -> Result<String, NetlistError> {
        let valid = self.port("config_valid", time)?;
        Ok(format!(
            "(and {valid} {})",
            self.port("config_ready", time)?
        ))
    }

    /// The unit moves on in cycles 0 to LATENCY - 1, and is not reset.
    fn moves_on(&mut self) -> Result<Vec<String>, NetlistError> {
        let mut assumptions = Vec::new();
        for time in 0..LATENCY {
            assumptions.push(self.inside("advance", time)?.term);
            assumptions.push(format!("(not {})", self.port("reset", time)?));
        }
        Ok(assumptions)
    }

    fn query(self, assumptions: Vec<String>, goals: &[String]) -> Query {
        Query {
            definitions: self.hardware.text().to_owned(),
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
    pub fn stall(mut self) -> Result<Query, NetlistError> {
        let reset = self.port("reset", 0)?;
        let assumptions = vec![
            format!("(not {})", self.inside("advance", 0)?.term),
            format!("(not {reset})"),
        ];
        let mut goals = vec![
            format!("(not {})", self.accepted(0)?),
            format!("(not {})", self.written(0)?),
        ];
        for register in &self.hardware.netlist().registers {
            let (before, after) = (self.port(register, 0)?, self.port(register, 1)?);
            goals.push(format!("(= {before} {after})"));
        }
        Ok(self.query(assumptions, &goals))
    }

    /// A result leaves the warp unit in the cycles in which it is taken at the unit's
    /// port, and in no others; where nothing waits, a request is taken.
    pub fn leave(mut self) -> Result<Query, NetlistError> {
        let (valid, ready) = (self.port("result_valid", 0)?, self.port("result_ready", 0)?);
        let waits = self.inside("result_valid", 0)?.term;
        let advance = self.inside("advance", 0)?.term;
        let asked = self.port("request_valid", 0)?;
        let write = self.port("config_valid", 0)?;
        let accepted = self.accepted(0)?;
        let goals = [
            format!("(= (and {valid} {ready}) (and {waits} {advance}))"),
            format!("(=> (not {waits}) {advance})"),
            format!("(=> (and {advance} {asked} (not {write})) {accepted})"),
        ];
        Ok(self.query(Vec::new(), &goals))
    }

    /// After LATENCY cycles that moved on, a result stands where a request was accepted,
    /// and no other; it has the request's beat.
    pub fn flow(mut self) -> Result<Query, NetlistError> {
        let assumptions = self.moves_on()?;
        let accepted = self.accepted(0)?;
        let result = self.inside("result_valid", LATENCY)?.term;
        let beat = self.inside("next_beat", 0)?.term;
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
    pub fn beats(mut self) -> Result<Query, NetlistError> {
        let reset = self.port("reset", 0)?;
        let accepted = self.accepted(0)?;
        let (beat, next) = (
            self.inside("next_beat", 0)?.term,
            self.inside("next_beat", 1)?.term,
        );
        let last = self.last_beat();
        let zero = "(_ bv0 5)";
        let goal = format!(
            "(= {next} (ite {reset} {zero} (ite (not {accepted}) {beat}
             (ite (= {beat} {last}) {zero} (bvadd {beat} (_ bv1 5))))))"
        );
        Ok(self.query(Vec::new(), &[goal.replace('\n', " ")]))
    }

    /// Reset empties the unit; where a write is taken it is empty, and between warps.
    pub fn empty(mut self) -> Result<Query, NetlistError> {
        let (reset, empty) = (self.port("reset", 0)?, self.port("config_ready", 1)?);
        let (ready, waits) = (
            self.port("config_ready", 0)?,
            self.inside("result_valid", 0)?.term,
        );
        let beat = self.inside("next_beat", 0)?.term;
        let (written, accepted) = (self.written(0)?, self.accepted(0)?);
        let goals = [
            format!("(=> {reset} {empty})"),
            format!("(=> {ready} (and (not {waits}) (= {beat} (_ bv0 5))))"),
            format!("(not (and {written} {accepted}))"),
        ];
        Ok(self.query(Vec::new(), &goals))
    }

    /// A write changes the register of its address to what the data says, and no other;
    /// reset restores all; nothing else changes any.
    pub fn configuration(mut self) -> Result<Query, NetlistError> {
        let (reset, written) = (self.port("reset", 0)?, self.written(0)?);
        let address = self.port("config_address", 0)?;
        let data = self.port("config_data", 0)?;
        let mut goals = Vec::new();
        for register in registers() {
            let name = format!("configuration.{}", register.output);
            let (before, after) = (self.inside(&name, 0)?, self.inside(&name, 1)?);
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
                after.term, before.term
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
