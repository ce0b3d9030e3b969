//! The unit's handshakes, from any state. The claims cover cycles that advance, and the result
//! port. They also show that cycles without an advance have no effect on the stages.
//!
//! The proofs of one [`lane`](super::lane) assume that every cycle advances. Together with these
//! they prove that every accepted request gives its result once and in order, under any stalls.
//! Without its stalled cycles, a run advances in every cycle, with the same results at the same
//! ports.

use super::lane::ports::constant_size;
use super::netlist::{Netlist, Sort, TranslationError};
use super::solver::Query;
use super::unrolling::{Unrolling, Value};
use isa::control::config_address;
use sim::WarpConfig;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A configuration register: its address and the place where it is read. Also the lowest bit of the
/// data that it takes, and its value after reset.
struct Register {
    address: u8,
    seen: Seen,
    lowest: u32,
    reset: u64,
}

/// Place where a register is read.
enum Seen {
    Output(&'static str),
    ConstantBank(usize),
}

impl Register {
    /// The value for a request that enters at `time`. A write that was taken at the edge before
    /// reaches its register at the next one, but for the count of registers, which has it.
    fn at(&self, hardware: &mut Unrolling, time: usize) -> Result<Value, TranslationError> {
        let value = match self.seen {
            Seen::Output(name) => hardware.wire(&format!("configuration.{name}"), time)?,
            Seen::ConstantBank(bank) => constant_size(hardware, bank, time)?,
        };
        if self.address == config_address::REGISTER_COUNT {
            return Ok(value);
        }
        let mut wire = |name: &str| {
            let wire = hardware.wire(&format!("configuration.{name}"), time)?;
            Ok::<_, TranslationError>(wire.term)
        };
        let [write, address, data] = [wire("write_s1")?, wire("address_s1")?, wire("data_s1")?];
        let (own, written) = (self.address, self.written(&data, &value));
        let term = format!(
            "(ite (and {write} (= {address} (_ bv{own} 6))) {written} {})",
            value.term
        );
        Ok(Value { term, ..value })
    }

    /// The bits of `data` that a write puts into the register, which has the sort of `value`.
    fn written(&self, data: &str, value: &Value) -> String {
        let lowest = self.lowest;
        match value.sort {
            Sort::Bool => format!("(= ((_ extract {lowest} {lowest}) {data}) #b1)"),
            Sort::Bits(width) => format!("((_ extract {} {lowest}) {data})", lowest + width - 1),
        }
    }
}

/// The configuration that a request has which enters at time 0: each output of the configuration
/// with its value, and the sizes of the constant banks.
///
/// # Errors
/// The hardware lacks one of the wires.
pub fn configuration(
    hardware: &mut Unrolling,
) -> Result<(BTreeMap<&'static str, Value>, Vec<Value>), TranslationError> {
    let (mut outputs, mut sizes) = (BTreeMap::new(), Vec::new());
    for register in registers() {
        let value = register.at(hardware, 0)?;
        match register.seen {
            Seen::Output(name) => drop(outputs.insert(name, value)),
            Seen::ConstantBank(_) => sizes.push(value),
        }
    }
    Ok((outputs, sizes))
}

/// The unit of a claim.
pub struct HandshakeUnit {
    hardware: Unrolling,
}

impl HandshakeUnit {
    /// The unit of a netlist.
    pub fn new(netlist: &Arc<Netlist>) -> HandshakeUnit {
        HandshakeUnit {
            hardware: Unrolling::new(netlist),
        }
    }

    fn port(&mut self, name: &str, time: usize) -> Result<String, TranslationError> {
        Ok(self.hardware.wire(name, time)?.term)
    }

    /// Formula: a transfer at the port, `valid` and `ready`.
    fn taken(&mut self, port: &str, time: usize) -> Result<String, TranslationError> {
        let valid = self.port(&format!("{port}_valid"), time)?;
        let ready = self.port(&format!("{port}_ready"), time)?;
        Ok(format!("(and {valid} {ready})"))
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

    /// The query about a cycle that does not advance. It keeps every register of the warp unit
    /// except those of the result port. It takes neither a request nor a configuration write. A
    /// result is at the port in such a cycle, as monitors/result_port.sv has it.
    ///
    /// # Errors
    /// The hardware lacks one of the wires. The other claims have the same error.
    pub fn stall(mut self) -> Result<Query, TranslationError> {
        let reset = self.port("reset", 0)?;
        let assumptions = vec![
            format!("(not {})", self.port("advance", 0)?),
            format!("(not {reset})"),
            self.port("result_valid", 0)?,
            // monitors/result_port.sv proves that no result is at the port a cycle after a write was taken.
            format!("(not {})", self.port("configuration.write_s1", 0)?),
        ];
        let mut goals = vec![
            format!("(not {})", self.taken("request", 0)?),
            format!("(not {})", self.taken("config", 0)?),
        ];
        let netlist = self.hardware.netlist();
        let stages = netlist
            .registers
            .iter()
            .filter(|name| !is_of_port(name) && !PENDING.contains(&name.as_str()));
        for register in stages {
            let (before, after) = (self.port(register, 0)?, self.port(register, 1)?);
            goals.push(format!("(= {before} {after})"));
        }
        Ok(self.query(assumptions, &goals))
    }

    /// The query about the data of the result port. All of it advances together. Stage 6 goes to
    /// the port, or is held beside it until the port takes it.
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
        if goals.is_empty() {
            Err(TranslationError::NoWire("*_s7".to_owned()))
        } else {
            Ok(self.query(Vec::new(), &goals))
        }
    }

    /// The query about configuration. A write sets the register of its address to the data, and no
    /// other register. Reset restores all; nothing else changes any.
    pub fn configuration(mut self) -> Result<Query, TranslationError> {
        let (reset, written) = (self.port("reset", 0)?, self.taken("config", 0)?);
        let address = self.port("config_address", 0)?;
        let data = self.port("config_data", 0)?;
        let mut goals = Vec::new();
        for register in registers() {
            let before = register.at(&mut self.hardware, 0)?.term;
            let after = register.at(&mut self.hardware, 1)?;
            let (own, default) = (register.address, register.reset);
            let taken = register.written(&data, &after);
            let default = match after.sort {
                Sort::Bool => (default != 0).to_string(),
                Sort::Bits(width) => format!("(_ bv{default} {width})"),
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

/// Control wires of the result port's skid buffer.
const LOAD: &str = "skid_buffer.load";
const HELD: &str = "skid_buffer.held";

/// Formula: the stages advance at the edge at `time`, and so does the result port.
///
/// # Errors
/// The hardware lacks these wires.
pub fn moves_on(hardware: &mut Unrolling, time: usize) -> Result<String, TranslationError> {
    let advance = hardware.wire("advance", time)?.term;
    let load = hardware.wire(LOAD, time)?.term;
    Ok(format!("(and {advance} {load})"))
}

/// Address and data of a write that has not reached its register; they count for nothing without
/// one.
const PENDING: [&str; 2] = ["configuration.address_s1", "configuration.data_s1"];

/// Whether a register comes after stage 6.
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
