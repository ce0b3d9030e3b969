//! Bins of the handshakes: stalls on each port, configuration between warps, resets.

use super::cross::{Axis, Bins, Cross, bits};
use super::memory;
use crate::dut::unit::Inputs;
use isa::control::config_address::{CONST_SIZE, MISALIGNED_IS_ERROR};
use sim::scoreboard::Golden;

/// Ports that can stall.
const WAITS: [&str; 4] = [
    "a request waits",
    "a result waits",
    "a memory request waits",
    "a configuration write waits",
];
const LENGTHS: [&str; 4] = ["not at all", "1 cycle", "2..7 cycles", "8 cycles or more"];

/// Other situations, in the order of their bits.
const SITUATIONS: [&str; 16] = [
    "a gap between requests",
    "a request at full speed",
    "an access waits for the coalescer",
    "an LEA passes while the coalescer is busy",
    "an access is taken with the last memory request of the one before",
    "result and memory port wait at once",
    "configuration written while memory requests wait",
    "a configuration write keeps a request out",
    "an unknown configuration address",
    "reset of an empty unit",
    "reset with beats on their way",
    "reset while a result waits",
    "reset while a memory request waits",
    "reset while a configuration write waits",
    "reset while a request waits",
    "reset for more than one cycle",
];

/// Registers before the sizes of the constant banks, by address.
const NAMED: [&str; 7] = [
    "shared_base",
    "local_base",
    "shared_size",
    "local_size",
    "global_limit",
    "register_count",
    "misaligned_is_error",
];

const WAITED: Cross = memory::KINDS.next("{}: {}", &[Axis::Names(&WAITS), Axis::Names(&LENGTHS)]);
const IN_CYCLE: Cross = WAITED.next("{}", &[Axis::Names(&SITUATIONS)]);
/// Addresses at the configuration port.
const WRITTEN: Cross = IN_CYCLE.next("{} written", &[Axis::Of(64, register)]);
pub const CROSSES: &[Cross] = &[WAITED, IN_CYCLE, WRITTEN];

/// Waits in progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct PortWaits {
    /// Length in cycles of each wait of `WAITS`, if known.
    waited: [Option<u32>; 4],
    was_reset: bool,
}

impl PortWaits {
    /// Starts a new sequence of cycles: the length of a wait in progress is unknown. No
    /// configuration write waits.
    pub fn begin(&mut self) {
        self.waited = [None, None, None, Some(0)];
        self.was_reset = false;
    }

    /// Samples one cycle before its clock edge.
    pub fn cycle(&mut self, bins: &mut Bins, inputs: &Inputs, golden: &Golden) {
        let reset = inputs.reset != 0;
        let config_valid = inputs.config_valid != 0;
        let request_ready = golden.request_ready(config_valid);
        let request = (inputs.request_valid != 0, request_ready);
        let result = (golden.result_valid(), inputs.result_ready != 0);
        let memory = (golden.memory_valid(), inputs.memory_ready != 0);
        let config = (config_valid, golden.config_ready());
        let ports = [request, result, memory, config];
        for (place, (valid, ready)) in ports.into_iter().enumerate() {
            if reset || !valid {
                self.waited[place] = Some(0);
            } else if ready {
                let length = self.waited[place].map(|cycles| match cycles {
                    0 => 0,
                    1 => 1,
                    2..=7 => 2,
                    _ => 3,
                });
                let length = length.map_or(0, |length| 1 << length);
                bins.hit(WAITED, [place], length);
                self.waited[place] = Some(0);
            } else if let Some(cycles) = &mut self.waited[place] {
                *cycles += 1;
            }
        }
        let taken = |(valid, ready)| valid & ready;
        let waits = |(valid, ready): (bool, bool)| valid & !ready;
        let config_taken = taken(config) & !reset;
        let address = inputs.config_address;
        let known = address <= MISALIGNED_IS_ERROR || address >= CONST_SIZE;
        let result_access = golden.result().outputs.result_access != 0;
        let memory_last = golden.memory().last;
        let holds = [
            !reset & !request.0,
            taken(request) & !reset,
            waits(request) & !config.0 & result.1 & !result.0,
            taken(result) & !result_access & memory.0 & !memory_last,
            taken(result) & result_access & taken(memory) & memory_last,
            waits(result) & waits(memory),
            config_taken & memory.0,
            config.0 & waits(request),
            config_taken & !known,
            reset & config.1 & !memory.0,
            reset & !config.1,
            reset & waits(result),
            reset & waits(memory),
            reset & waits(config),
            reset & waits(request),
            reset & self.was_reset,
        ];
        bins.hit(IN_CYCLE, [], bits(holds));
        let written = u64::from(config_taken) << (address % 64);
        bins.hit(WRITTEN, [], written);
        self.was_reset = reset;
    }
}

/// The register at an address, if there is one.
fn register(address: usize) -> Option<String> {
    let bank = address.checked_sub(CONST_SIZE.into());
    match NAMED.get(address) {
        Some(name) => Some(name.to_string()),
        None => bank.map(|bank| format!("const_size[{bank}]")),
    }
}
