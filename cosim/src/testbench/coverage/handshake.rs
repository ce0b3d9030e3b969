//! Bins of the handshakes: stalls on each port, configuration between warps, resets.

use super::group::Group;
use isa::control::config_address::{CONST_SIZE, MISALIGNED_IS_ERROR};

/// One cycle's handshakes before its clock edge.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cycle {
    pub reset: bool,
    pub request_valid: bool,
    pub request_ready: bool,
    pub config_valid: bool,
    pub config_ready: bool,
    pub config_address: u8,
    pub result_valid: bool,
    pub result_ready: bool,
    pub result_access: bool,
    pub memory_valid: bool,
    pub memory_ready: bool,
    pub memory_last: bool,
}

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

/// Number of registers at the configuration port.
const REGISTERS: usize = 64;

#[derive(Clone, Copy, Debug, Default)]
pub struct HandshakeBins {
    /// Length in cycles of each wait of `WAITS`, if known.
    waited: [Option<u32>; 4],
    was_reset: bool,
    /// One bit for each of `LENGTHS`, by `WAITS`.
    lengths: [u8; 4],
    situations: u32,
    /// One bit for each configuration address that was written.
    written: u64,
}

impl HandshakeBins {
    /// Starts a new sequence of cycles: the length of a wait in progress is unknown. No
    /// configuration write waits.
    pub fn begin(&mut self) {
        self.waited = [None, None, None, Some(0)];
        self.was_reset = false;
    }

    /// Samples one cycle.
    pub fn cycle(&mut self, now: &Cycle) {
        let waits = [
            (now.request_valid, now.request_ready),
            (now.result_valid, now.result_ready),
            (now.memory_valid, now.memory_ready),
            (now.config_valid, now.config_ready),
        ];
        for (place, (valid, ready)) in waits.into_iter().enumerate() {
            if now.reset || !valid {
                self.waited[place] = Some(0);
            } else if ready {
                let length = self.waited[place].map(|cycles| match cycles {
                    0 => 0,
                    1 => 1,
                    2..=7 => 2,
                    _ => 3,
                });
                self.lengths[place] |= length.map_or(0, |length| 1 << length);
                self.waited[place] = Some(0);
            } else if let Some(cycles) = &mut self.waited[place] {
                *cycles += 1;
            }
        }
        let taken = |valid: bool, ready: bool| valid & ready;
        let waits = |valid: bool, ready: bool| valid & !ready;
        let blocked = waits(now.request_valid, now.request_ready) & !now.config_valid;
        let memory_taken = taken(now.memory_valid, now.memory_ready);
        let result_taken = taken(now.result_valid, now.result_ready);
        let result_waits = waits(now.result_valid, now.result_ready);
        let memory_waits = waits(now.memory_valid, now.memory_ready);
        let config_taken = taken(now.config_valid, now.config_ready) & !now.reset;
        let known = now.config_address <= MISALIGNED_IS_ERROR || now.config_address >= CONST_SIZE;
        let holds = [
            !now.reset & !now.request_valid,
            taken(now.request_valid, now.request_ready) & !now.reset,
            blocked & now.result_ready & !now.result_valid,
            result_taken & !now.result_access & now.memory_valid & !now.memory_last,
            result_taken & now.result_access & memory_taken & now.memory_last,
            result_waits & memory_waits,
            config_taken & now.memory_valid,
            now.config_valid & now.request_valid & !now.request_ready,
            config_taken & !known,
            now.reset & now.config_ready & !now.memory_valid,
            now.reset & !now.config_ready,
            now.reset & result_waits,
            now.reset & memory_waits,
            now.reset & waits(now.config_valid, now.config_ready),
            now.reset & waits(now.request_valid, now.request_ready),
            now.reset & self.was_reset,
        ];
        for (bit, holds) in holds.into_iter().enumerate() {
            self.situations |= u32::from(holds) << bit;
        }
        self.written |= u64::from(config_taken) << (usize::from(now.config_address) % REGISTERS);
        self.was_reset = now.reset;
    }

    /// Adds the bins of another run.
    pub fn merge(&mut self, other: &HandshakeBins) {
        for (bin, other) in self.lengths.iter_mut().zip(other.lengths) {
            *bin |= other;
        }
        self.situations |= other.situations;
        self.written |= other.written;
    }

    /// All bins with their names.
    pub fn group(&self) -> Group {
        let mut group = Group::new("handshakes, configuration, reset");
        for (name, met) in WAITS.iter().zip(self.lengths) {
            let lengths = LENGTHS.map(|length| format!("{name}: {length}"));
            group.bits(met.into(), lengths);
        }
        group.bits(self.situations.into(), SITUATIONS);
        for (address, name) in registers() {
            group.bin(self.written >> address & 1 != 0, || {
                format!("{name} written")
            });
        }
        group
    }
}

/// The registers by address.
fn registers() -> impl Iterator<Item = (u8, String)> {
    let named = [
        "shared_base",
        "local_base",
        "shared_size",
        "local_size",
        "global_limit",
        "register_count",
        "misaligned_is_error",
    ];
    let named = (0..).zip(named.map(String::from));
    named.chain((0..32).map(|bank| (CONST_SIZE + bank, format!("const_size[{bank}]"))))
}
