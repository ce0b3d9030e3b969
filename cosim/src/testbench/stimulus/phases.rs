//! Handshake inputs in phases of full speed, of gaps, of long stalls, and resets.

use crate::testbench::random::Scalar;

/// Cycles of one phase.
pub const PHASE_CYCLES: u32 = 64;

/// One phase in this many is a reset.
const RESET_ONCE_IN: u64 = 128;

/// Handshake inputs of the coming cycles.
#[derive(Clone, Debug)]
pub struct Phases {
    scalar: Scalar,
    /// Cycles left of the phase. Bit 0 of each pattern belongs to the next cycle.
    left: u32,
    request: u64,
    result: u64,
    memory: u64,
    reset: bool,
    may_reset: bool,
}

/// Handshake inputs of one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandshakeInputs {
    pub reset: bool,
    pub request_valid: bool,
    pub result_ready: bool,
    pub memory_ready: bool,
}

impl Phases {
    /// Phases that depend on `seed` alone. The first one is a reset.
    pub fn new(seed: u64) -> Phases {
        Phases {
            scalar: Scalar::new(seed, 3),
            left: 2,
            request: 0,
            result: 0,
            memory: 0,
            reset: true,
            may_reset: true,
        }
    }

    /// Removes all resets, even the first.
    pub fn never_reset(&mut self) {
        (self.reset, self.may_reset) = (false, false);
    }

    /// Whether the phase is over: [`next_phase`](Phases::next_phase) has to come before
    /// [`next_cycle`](Phases::next_cycle).
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.left == 0
    }

    /// Cycles of the phase that are left.
    #[inline(always)]
    pub fn left(&self) -> u32 {
        self.left
    }

    /// Begins a phase, with configuration writes if `configures`. Returns whether it is a reset.
    #[inline(never)]
    pub fn next_phase(&mut self, configures: bool) -> bool {
        let draw = self.scalar.draw();
        let (dense, sparse) = (|a: u64, b: u64| a | b, |a: u64, b: u64| a & b);
        let mut pattern = |mix: fn(u64, u64) -> u64| mix(self.scalar.draw(), self.scalar.draw());
        let always = u64::MAX;
        let stall = always << (draw >> 8 & 31);
        // 64 kinds; most of them run at full speed.
        (self.request, self.result, self.memory) = match draw & 63 {
            0 => (pattern(dense), always, always),
            1 => (always, pattern(dense), always),
            2 => (always, always, pattern(dense)),
            3 => (pattern(dense), pattern(dense), pattern(dense)),
            4 => (pattern(sparse), pattern(dense), pattern(sparse)),
            5 => (always, stall, always),
            6 => (always, always, stall),
            7 => (pattern(dense), stall, stall.rotate_right(16)),
            _ => (always, always, always),
        };
        if configures & (draw >> 40 & 3 == 0) {
            // So few requests that the unit is empty now and then.
            self.request = 0x0001_0001_0001_0001 << (draw >> 42 & 15);
        }
        self.reset = self.may_reset & (draw >> 32).is_multiple_of(RESET_ONCE_IN);
        self.left = if self.reset {
            // Any combination of stalls at the moment of the reset.
            (self.request, self.result, self.memory) = (draw >> 8, draw >> 10, draw >> 12);
            1 + (draw >> 16 & 1) as u32
        } else {
            PHASE_CYCLES
        };
        self.reset
    }

    /// Returns the next cycle of the phase.
    #[inline(always)]
    pub fn next_cycle(&mut self) -> HandshakeInputs {
        let now = HandshakeInputs {
            reset: self.reset,
            request_valid: self.request & 1 != 0,
            result_ready: self.result & 1 != 0,
            memory_ready: self.memory & 1 != 0,
        };
        self.left -= 1;
        self.request >>= 1;
        self.result >>= 1;
        self.memory >>= 1;
        now
    }
}
