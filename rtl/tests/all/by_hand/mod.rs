//! Blocks in RustHDL's own simulator, expectations computed by hand.

mod blocks;
mod coalescer;
mod primitives;
mod serial_coalescer;

use rust_hdl::prelude::*;

/// A block of its default, connected.
fn connected<B: Block + Default>() -> B {
    let mut block = B::default();
    block.connect_all();
    block
}

/// Evaluates `block` until nothing changes.
#[track_caller]
fn settle(block: &mut impl Block) {
    for _ in 0..100 {
        block.update_all();
        if !block.has_changed() {
            return;
        }
    }
    panic!("the block does not settle");
}

/// The lower 32 bits of a number.
fn word(value: u64) -> Bits<32> {
    bits(value & 0xffff_ffff)
}
