//! The control of a skid buffer: two places, so that `ready` is a register.
//!
//! ```text
//!     ready = not held
//!     load  = out_ready or not out_valid     the output register takes
//!     at an edge where load is high:         out_valid = held ? held_valid : valid
//!     else where held is low:                held_valid = valid, held = 1
//! ```
//!
//! The input at the edge at which the output stops is held beside it, valid or not; after
//! that `ready` is low until the output moves on. The data goes along in registers elsewhere, of
//! which `load` and `held` are the control:
//!
//! ```text
//!     at an edge where held is low:          held data = data
//!     at an edge where load is high:         out data = held ? held data : data
//! ```
//!
//! Reset is synchronous.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `valid` and `ready` of a skid buffer; latency 1.
#[derive(Default, LogicBlock)]
pub struct SkidBuffer {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// something comes in at the edge, where `ready` is high
    pub valid: Signal<In, Bit>,
    pub ready: Signal<Out, Bit>,
    pub out_valid: Signal<Out, Bit>,
    pub out_ready: Signal<In, Bit>,
    /// the output registers take what comes in, or what is held
    pub load: Signal<Out, Bit>,
    pub held: Signal<Out, Bit>,
    is_held: DFF<Bit>,
    held_valid: DFF<Bit>,
    valid_out: DFF<Bit>,
}

impl Logic for SkidBuffer {
    #[kernel]
    fn update(&mut self) {
        wire! {
            ready = !is_held.q;
            held = is_held.q;
            out_valid = valid_out.q;
            load = out_ready | !valid_out.q;
            if !is_held.q { held_valid.d = valid; }
            if out_ready | !valid_out.q {
                is_held.d = false;
                valid_out.d = valid;
                if is_held.q { valid_out.d = held_valid.q; }
            } else {
                is_held.d = true;
            }
            if reset {
                is_held.d = false;
                valid_out.d = false;
            }
        }
    }
}
