//! Constrained-random traffic for the unit's ports.
//!
//! A new beat comes every cycle, LEA, accesses and ADDR_ADD back to back, with stalls in phases.
//! The kind of beat changes every eight beats, so that the host processor predicts its branches.
//! Masks, operands and addresses change with every beat. Configuration registers are written
//! between warps, in bursts, and now and then the unit is reset.

mod access;
mod addr_add;
mod config;
mod kinds;
mod lea;
pub mod operands;
mod patterns;
mod phases;
mod target_addresses;
mod volta;
mod words;

use crate::dut::decoder::Encoded;
use crate::dut::unit::Inputs;
use crate::testbench::random::Scalar;
use crate::testbench::source::StimulusSource;
use access::AccessTraffic;
use addr_add::AddrAddTraffic;
use config::ConfigTraffic;
use isa::instruction::RZ;
use kinds::{ALL, Kinds, bits, lanes, word_where};
use lea::LeaTraffic;
use phases::{PHASE_CYCLES, Phases};
use sim::WarpConfig;
use sim::scoreboard::Contract;
use words::WordTraffic;

/// Beats of one kind in a row.
const BLOCK: u32 = 8;

/// One beat in this many of an access aimed at edges scatters its lanes.
const SCATTER_ONCE_IN: u32 = 4;

/// One block in this many of those without an ADDR_ADD comes with a word for the decoder.
const WORD_ONCE_IN: u64 = 2;

/// One phase in this many has configuration writes; one reset phase in two has.
const WRITES_ONCE_IN: u64 = 6;

/// One access in this many of traffic that shares addresses is at those of the request before it.
const SHARED_ONCE_IN: u64 = 4;

/// Destinations: RZ, or any.
const DESTINATION: Kinds = Kinds {
    keep: [ALL; 8],
    set: [RZ as u32, RZ as u32, 0, 0, 0, 0, 0, 0],
};

/// Mask of the accesses among eight beats: all, none, any.
const ACCESSES: Kinds = Kinds {
    keep: [0, 0, 0, 0, 0, 0, 0, ALL],
    set: [ALL, ALL, ALL, ALL, 0, 0, 0, 0],
};

/// Mask of the ADDR_ADDs among those of eight beats that are no accesses: none, all, any.
const ADDR_ADDS: Kinds = Kinds {
    keep: [0, 0, 0, 0, 0, 0, ALL, ALL],
    set: [0, 0, 0, 0, 0, ALL, 0, 0],
};

/// State of the traffic.
#[derive(Clone, Debug)]
pub struct Stimulus {
    scalar: Scalar,
    phases: Phases,
    config: ConfigTraffic,
    lea: LeaTraffic,
    access: AccessTraffic,
    addr_add: AddrAddTraffic,
    words: WordTraffic,
    /// Whether all beats, or none, are accesses, and whether the others are ADDR_ADDs.
    all_access: Option<bool>,
    all_addr_add: Option<bool>,
    /// Whether accesses often are at the addresses of the request before them.
    shares_addresses: bool,
    /// A random number for the beat at the ports.
    lot: u64,
    /// The instruction of the next ADDR_ADDs, or a word; it is taken once.
    encoded: Option<Encoded>,
    /// Beats left of the block. Bit 0 of `accesses`, then of `addr_adds`, gives the kind of the
    /// next one.
    left: u32,
    accesses: u32,
    addr_adds: u32,
    /// Destination register of the beats of the block.
    destination: u16,
    active_kind: u64,
    guard_kind: u64,
    /// Number of cycles before the end of the phase at which drawn configuration writes begin.
    configure_from: u32,
    resetting: bool,
    /// Whether the beat of the last cycle still waits.
    waiting: bool,
    /// Whether other beats of the warp at the ports were taken.
    inside_warp: bool,
}

impl Stimulus {
    /// Traffic that depends on `seed` alone. The first cycles reset the unit.
    pub fn new(seed: u64) -> Stimulus {
        Stimulus {
            scalar: Scalar::new(seed, 2),
            phases: Phases::new(seed),
            config: ConfigTraffic::new(seed),
            lea: LeaTraffic::new(seed),
            access: AccessTraffic::new(seed),
            addr_add: AddrAddTraffic::new(seed),
            words: WordTraffic::new(),
            all_access: None,
            all_addr_add: None,
            shares_addresses: false,
            lot: 0,
            encoded: None,
            // The first block is LEA: an access that enters with the first reset would see a
            // configuration from before it.
            left: BLOCK,
            accesses: 0,
            addr_adds: 0,
            destination: 0,
            active_kind: 0,
            guard_kind: 0,
            configure_from: 0,
            resetting: true,
            waiting: false,
            inside_warp: false,
        }
    }

    /// Traffic for hardware that only has LEA.
    pub fn of_lea(seed: u64) -> Stimulus {
        Stimulus::new(seed).tied(Some(false), Some(false))
    }

    /// Traffic for hardware with a fixed value of `access` or `address_add`.
    pub fn tied(mut self, access: Option<bool>, addr_add: Option<bool>) -> Stimulus {
        // An ADDR_ADD is no access.
        self.all_access = access.or(addr_add.filter(|&all| all).map(|all| !all));
        self.all_addr_add = addr_add;
        self
    }

    /// Traffic for hardware with a fixed configuration.
    pub fn configured(mut self, config: &WarpConfig) -> Stimulus {
        self.config.stay(config);
        self
    }

    /// Traffic for hardware that is never reset.
    pub fn never_reset(mut self) -> Stimulus {
        self.phases.never_reset();
        self
    }

    /// Traffic in which neighbouring warps share lines and bytes, for hardware that merges requests,
    /// or holds them back.
    pub fn sharing_addresses(mut self) -> Stimulus {
        self.shares_addresses = true;
        self
    }

    /// Sets inputs of a cycle after the last operation: no new warp, all results are taken.
    pub fn drain(&mut self, inputs: &mut Inputs) {
        inputs.reset = 0;
        inputs.request_valid = 0;
        inputs.config_valid = 0;
        inputs.result_ready = 1;
        inputs.memory_ready = 1;
    }

    #[inline(never)]
    fn next_phase(&mut self) {
        if self.resetting {
            // A write that still waited would change a configuration that is gone.
            self.config.clear();
        }
        let configures = self.scalar.once_in(WRITES_ONCE_IN);
        self.resetting = self.phases.next_phase(configures);
        self.configure_from = PHASE_CYCLES;
        if self.resetting {
            if self.scalar.once_in(2) {
                self.config.draw();
            }
            self.config.reset();
            self.waiting = false;
        } else if configures && self.config.draw() {
            self.configure_from = self.scalar.draw() as u32 % PHASE_CYCLES;
        }
    }

    #[inline(always)]
    fn fill_beat(&mut self, inputs: &mut Inputs) {
        if self.left == 0 {
            self.next_block(inputs);
        }
        self.left -= 1;
        let draw = self.scalar.draw();
        self.lot = draw;
        let (low, high) = (draw as u32, (draw >> 32) as u32);
        inputs.active_mask = lanes(self.active_kind, low);
        inputs.guard_mask = lanes(self.guard_kind, high);
        inputs.carry_in = low.rotate_left(7) ^ high;
        // CC.OF is mostly clear, else LEA.HI.X would hardly ever hit.
        inputs.overflow_in = low & high;
        let (access, addr_add) = (self.accesses & 1 != 0, self.addr_adds & 1 != 0);
        self.accesses >>= 1;
        self.addr_adds >>= 1;
        inputs.destination = self.destination;
        if access {
            let before =
                self.shares_addresses
                    .then_some((inputs.base_lo, inputs.base_hi, inputs.immediate));
            let scatter = self.left.is_multiple_of(SCATTER_ONCE_IN);
            self.access.fill_beat(inputs, &mut self.scalar, scatter);
            if let Some((lo, hi, immediate)) = before
                && (draw >> 40).is_multiple_of(SHARED_ONCE_IN)
            {
                (inputs.base_lo, inputs.base_hi) = (lo, hi);
                inputs.immediate = immediate & inputs.field();
            }
        } else if addr_add {
            self.addr_add.fill_beat(inputs, &mut self.scalar);
        } else {
            let shared_base = self.config.config().shared_base;
            self.lea.fill_beat(inputs, &mut self.scalar, shared_base);
        }
    }

    #[inline(never)]
    fn next_block(&mut self, inputs: &mut Inputs) {
        let draw = self.scalar.draw();
        self.left = BLOCK;
        self.accesses = ACCESSES.apply(bits(draw, 0, 3), bits(draw, 3, 8) as u32);
        self.destination = DESTINATION.apply(bits(draw, 11, 3), bits(draw, 14, 8) as u32) as u16;
        if self.shares_addresses {
            // A register number has 8 bits, a tag of a described unit up to 16.
            self.destination |= (bits(draw, 39, 8) << 8) as u16;
        }
        self.active_kind = bits(draw, 22, 3);
        self.guard_kind = bits(draw, 25, 3);
        self.addr_adds = ADDR_ADDS.apply(bits(draw, 28, 3), bits(draw, 31, 8) as u32);
        self.accesses = self.all_access.map_or(self.accesses, word_where);
        self.addr_adds = self.all_addr_add.map_or(self.addr_adds, word_where);
        // Hardware with LEA alone has no decoder.
        if (self.all_access, self.all_addr_add) == (Some(false), Some(false)) {
            return self.lea.next_instruction(inputs, &mut self.scalar);
        }
        // Kinds without a beat in the block keep their instruction.
        let all = bits(u64::MAX, 0, BLOCK);
        let block = bits(self.accesses.into(), 0, BLOCK);
        let addr_adds = bits(self.addr_adds.into(), 0, BLOCK) & !block;
        if addr_adds != 0 {
            self.addr_add.next_instruction(&mut self.scalar);
            self.encoded = Some(self.addr_add.encoded());
        } else if self.scalar.once_in(WORD_ONCE_IN) {
            self.encoded = Some(self.words.next(&mut self.scalar));
        }
        if block | addr_adds != all {
            self.lea.next_instruction(inputs, &mut self.scalar);
        }
        if block != 0 {
            let config = self.config.config();
            self.access
                .next_instruction(inputs, &mut self.scalar, config);
        }
    }
}

impl StimulusSource for Stimulus {
    #[inline(always)]
    fn drive(&mut self, inputs: &mut Inputs) {
        if self.phases.is_over() {
            self.next_phase();
        }
        let handshake = self.phases.next_cycle();
        inputs.reset = u8::from(handshake.reset);
        inputs.result_ready = u8::from(handshake.result_ready);
        inputs.memory_ready = u8::from(handshake.memory_ready);
        let write = if self.phases.left() < self.configure_from {
            self.config.waiting()
        } else {
            None
        };
        inputs.config_valid = u8::from(write.is_some());
        (inputs.config_address, inputs.config_data) = write.unwrap_or_default();
        // A waiting beat stays unchanged, and so does a warp between two beats.
        if !self.waiting {
            inputs.request_valid = u8::from(handshake.request_valid);
            if !self.inside_warp {
                self.fill_beat(inputs);
            }
        }
    }

    #[inline(always)]
    fn tie(&self, contract: &Contract, inputs: &mut Inputs) {
        contract.draw(inputs, self.lot);
    }

    #[inline(always)]
    fn taken(&mut self, offered: bool, accepted: bool, inside_warp: bool, config_taken: bool) {
        self.waiting = offered & !accepted;
        self.inside_warp = inside_warp;
        if config_taken {
            self.config.taken();
        }
    }

    #[inline(always)]
    fn take_instruction(&mut self) -> Option<Encoded> {
        self.encoded.take()
    }

    #[inline(always)]
    fn is_scattered(&self) -> bool {
        self.access.is_scattered()
    }
}

#[cfg(test)]
mod tests {
    use super::{Stimulus, StimulusSource};
    use crate::dut::unit::{Inputs, LANES};
    use sim::pipeline::Pipeline;

    const OPERATIONS: u64 = 2_000_000;

    #[test]
    fn traffic_is_mixed_legal_and_mostly_coalesces() {
        let (mut golden, mut beat) = (Pipeline::new(LANES), Inputs::default());
        let mut stimulus = Stimulus::new(5);
        let (mut warps, mut accesses, mut requests, mut cycles) = (0_u64, 0_u64, 0_u64, 0_u64);
        let mut addr_adds = 0_u64;
        while warps * (LANES as u64) < OPERATIONS {
            stimulus.drive(&mut beat);
            let config_taken = (beat.config_valid != 0) & golden.config_ready();
            requests += u64::from(golden.memory_valid() & (beat.memory_ready != 0));
            let accepted = golden.edge(&beat);
            stimulus.taken(beat.request_valid != 0, accepted, false, config_taken);
            assert_eq!(golden.config().validate(), Ok(()));
            assert_eq!(beat.illegal(), None);
            warps += u64::from(accepted);
            accesses += u64::from(accepted & (beat.access != 0));
            addr_adds += u64::from(accepted & (beat.address_add != 0));
            cycles += 1;
        }
        let share = |part: u64| part as f64 / warps as f64;
        assert!((0.4..0.7).contains(&share(accesses)), "{}", share(accesses));
        assert!((0.05..0.2).contains(&share(addr_adds)));
        assert!((0.3..1.5).contains(&share(requests)), "{}", share(requests));
        assert!(share(cycles) < 2.0, "{}", share(cycles));
    }

    #[test]
    fn a_waiting_request_stays_as_it_is() {
        let mut beat = Inputs::default();
        let mut stimulus = Stimulus::new(6);
        let mut before: Option<Inputs> = None;
        for cycle in 0..20_000 {
            stimulus.drive(&mut beat);
            if let Some(before) = before.take().filter(|_| beat.reset == 0) {
                assert_eq!(before.base_lo, beat.base_lo, "{cycle}");
                assert_eq!(before.immediate, beat.immediate, "{cycle}");
                assert_eq!((before.access, 1), (beat.access, beat.request_valid));
            }
            let accepted = cycle % 3 == 0;
            stimulus.taken(beat.request_valid != 0, accepted, false, accepted);
            before = (beat.request_valid != 0 && !accepted).then(|| beat.clone());
        }
    }
}
