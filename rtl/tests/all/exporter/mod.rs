//! Small blocks through the exporter: what they print as, and which are refused.

use crate::common::small::block;
use rtl::export::{undocumented, verilog, ExportError};
use rust_hdl::prelude::*;
use std::fs;
use std::path::Path;

/// The Verilog of a block that no source file documents.
fn text<B: Block + Default>(name: &str) -> Result<String, ExportError> {
    let mut block = B::default();
    block.connect_all();
    undocumented(&block, name)
}

#[track_caller]
fn refused<B: Block + Default>(construct: &str, expected: &str) {
    match text::<B>("sample") {
        Err(ExportError::Unsupported {
            module,
            construct: found,
            expected: wanted,
        }) => {
            assert_eq!(module, "sample");
            assert!(found.contains(construct), "construct: {found}");
            assert!(wanted.contains(expected), "expected: {wanted}");
        }
        other => panic!("not refused: {other:?}"),
    }
}

/// Compares the Verilog of a block with `rtl/tests/exporter/NAME.v`. With `UPDATE=1` in the environment
/// it is written to the file.
#[track_caller]
fn printed<B: Block + Default>() {
    let name = std::any::type_name::<B>().rsplit("::").next().unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exporter");
    let (file, text) = (
        folder.join(format!("{name}.v")),
        text::<B>("sample").unwrap(),
    );
    if std::env::var_os("UPDATE").is_some_and(|update| update == "1") {
        fs::write(&file, &text).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        text,
        "{}",
        file.display()
    );
}

type Byte = Bits<8>;

mod arrays;
mod hierarchy;

#[test]
fn long_sums_stand_one_term_a_line() {
    block!(Long { a: Signal<In, Bits<1024>>, any: Signal<Out, Byte>, } #[hdl_gen] fn update(&mut self) {
        self.any.next = self.a.val().get_bits::<8>(0)
            | self.a.val().get_bits::<8>(100)
            | (self.a.val().get_bits::<8>(200) & self.a.val().get_bits::<8>(300))
            | self.a.val().get_bits::<8>(400)
            | self.a.val().get_bits::<8>(500)
            | self.a.val().get_bits::<8>(600)
            | self.a.val().get_bits::<8>(700);
    });
    printed::<Long>();
}

block!(Inverter { a: Signal<In, Bit>, y: Signal<Out, Bit>, z: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
    self.y.next = !self.a.val();
    self.z.next = self.a.val();
});

#[test]
fn a_literal_takes_the_width_beside_it() {
    block!(Wraps { a: Signal<In, Byte>, wraps: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.wraps.next = (self.a.val() + 1) == 0;
    });
    printed::<Wraps>();

    block!(Wide { a: Signal<In, Byte>, same: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.same.next = self.a.val() == 256;
    });
    refused::<Wide>("0x100", "no wider");

    block!(Alone { a: Signal<In, Bit>, same: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.same.next = self.a.val() & (1 == 2);
    });
    refused::<Alone>("0x1", "has a width");

    block!(Condition { a: Signal<In, Bit>, y: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = false;
        if true {
            self.y.next = self.a.val();
        }
    });
    refused::<Condition>("0x1", "has a width");

    block!(Constants { y: Signal<Out, Bit>, z: Signal<Out, Byte>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = true;
        self.z.next = 200.into();
    });
    printed::<Constants>();
}

/// Rust binds `&` more tightly than a comparison, Verilog does not.
#[test]
fn operands_of_comparisons_are_in_parentheses() {
    block!(Bare { a: Signal<In, Byte>, b: Signal<In, Byte>, y: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = self.a.val() & self.b.val() == self.b.val();
    });
    printed::<Bare>();
}

#[test]
fn only_signals_are_cast_sliced_or_indexed() {
    block!(Cast { a: Signal<In, Byte>, b: Signal<Out, Bits<9>>, } #[hdl_gen] fn update(&mut self) {
        self.b.next = bit_cast::<9, 8>(!self.a.val());
    });
    refused::<Cast>("of an expression", "a Local");

    block!(Slice { a: Signal<In, Byte>, b: Signal<Out, Bits<4>>, } #[hdl_gen] fn update(&mut self) {
        self.b.next = (self.a.val() + 1).get_bits::<4>(0);
    });
    refused::<Slice>("of an expression", "a Local");

    block!(Index { a: Signal<In, Byte>, y: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = (self.a.val() << 1).get_bit(3);
    });
    refused::<Index>("of an expression", "a Local");

    block!(Past { a: Signal<In, Byte>, b: Signal<Out, Bits<4>>, } #[hdl_gen] fn update(&mut self) {
        self.b.next = self.a.val().get_bits::<4>(6);
    });
    refused::<Past>("an index `6`", "as many values");

    block!(Dynamic { a: Signal<In, Byte>, i: Signal<In, Bits<3>>, b: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.b.next = self.a.val().get_bit(self.i.val().index());
    });
    printed::<Dynamic>();

    block!(Outside { a: Signal<In, Byte>, i: Signal<In, Bits<4>>, b: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.b.next = self.a.val().get_bit(self.i.val().index());
    });
    refused::<Outside>("an index `i`", "as many values");
}

#[test]
fn conditions_become_expressions_masks_or_blocks() {
    block!(Choices {
        a: Signal<In, Bit>, b: Signal<In, Bit>, x: Signal<In, Byte>,
        mask: Signal<Out, Byte>, both: Signal<Out, Byte>, either: Signal<Out, Byte>,
    } #[hdl_gen] fn update(&mut self) {
        self.mask.next = 0.into();
        self.both.next = 0.into();
        if self.a.val() {
            self.mask.next = 255.into();
            if self.b.val() {
                self.both.next = 255.into();
            }
        }
        if self.x.val() == 3 {
            self.either.next = self.x.val() + 1;
        } else {
            self.either.next = self.x.val();
        }
    });
    printed::<Choices>();

    block!(Match { x: Signal<In, Bits<2>>, y: Signal<Out, Byte>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = 7.into();
        match self.x.val().index() {
            0 => { self.y.next = 1.into(); }
            1 => {}
            _ => { self.y.next = 2.into(); }
        }
    });
    printed::<Match>();

    block!(Latch { a: Signal<In, Bit>, x: Signal<In, Byte>, y: Signal<Out, Byte>, } #[hdl_gen] fn update(&mut self) {
        if self.a.val() {
            self.y.next = self.x.val();
        }
    });
    refused::<Latch>("`y` without a value", "default");

    block!(InOrder {
        x: Signal<In, Bits<2>>, y: Signal<Local, Byte>, z: Signal<Out, Byte>,
    } #[hdl_gen] fn update(&mut self) {
        self.y.next = 0.into();
        self.z.next = 0.into();
        match self.x.val().index() {
            0 => { self.y.next = 1.into(); }
            1 => { self.y.next = 2.into(); self.z.next = self.y.val(); }
            _ => {}
        }
    });
    printed::<InOrder>();

    block!(Reread {
        a: Signal<In, Bit>, y: Signal<Local, Byte>, z: Signal<Out, Byte>,
    } #[hdl_gen] fn update(&mut self) {
        self.y.next = 0.into();
        self.z.next = self.y.val();
        if self.a.val() {
            self.y.next = 1.into();
        }
    });
    refused::<Reread>("`y` read before its last assignment", "another Local");

    block!(Pattern { x: Signal<In, Bits<2>>, y: Signal<Out, Byte>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = 0.into();
        match self.x.val().index() {
            0x1 => { self.y.next = 1.into(); }
            2 => { self.y.next = 2.into(); }
            _ => {}
        }
    });
    refused::<Pattern>("the pattern `0x1`", "decimal");
}

#[test]
fn registers_move_to_the_clocked_block_with_their_conditions() {
    block!(Mixed {
        clock: Signal<In, Clock>, a: Signal<In, Bit>, x: Signal<In, Byte>,
        seen: Signal<Out, Bit>, old: Signal<Out, Byte>, r: DFF<Byte>, s: DFF<Byte>,
    } #[hdl_gen] fn update(&mut self) {
        dff_setup!(self, clock, r, s);
        self.seen.next = false;
        if self.a.val() {
            self.seen.next = true;
        } else {
            self.r.d.next = self.x.val();
        }
        match self.x.val().index() {
            0 => { self.s.d.next = 1.into(); }
            1 => {}
            _ => { self.s.d.next = 2.into(); }
        }
        self.old.next = self.r.q.val() ^ self.s.q.val();
    });
    printed::<Mixed>();

    block!(ReadsInput {
        clock: Signal<In, Clock>, x: Signal<In, Byte>, y: Signal<Out, Byte>, r: DFF<Byte>,
    } #[hdl_gen] fn update(&mut self) {
        dff_setup!(self, clock, r);
        self.r.d.next = self.x.val();
        self.y.next = self.r.d.val();
    });
    refused::<ReadsInput>("`r$d`", "q of a register");

    block!(HoldsLast {
        clock: Signal<In, Clock>, x: Signal<In, Byte>, y: Signal<Out, Byte>, r: DFF<Byte>,
    } #[hdl_gen] fn update(&mut self) {
        dff_setup!(self, clock, r);
        self.r.d.next = self.x.val();
        self.r.d.next = self.r.q.val();
        self.y.next = self.r.q.val();
    });
    printed::<HoldsLast>();

    block!(Unheld {
        clock: Signal<In, Clock>, a: Signal<In, Bit>, y: Signal<Out, Bit>, r: DFF<Bit>,
    } #[hdl_gen] fn update(&mut self) {
        self.r.clock.next = self.clock.val();
        if self.a.val() {
            self.r.d.next = self.a.val();
        }
        self.y.next = self.r.q.val();
    });
    refused::<Unheld>("the register `r`", "dff_setup!");

    block!(TwoClocks {
        clock: Signal<In, Clock>, other: Signal<In, Clock>, y: Signal<Out, Bit>,
        r: DFF<Bit>, s: DFF<Bit>,
    } #[hdl_gen] fn update(&mut self) {
        dff_setup!(self, clock, r);
        dff_setup!(self, other, s);
        self.y.next = self.r.q.val() & self.s.q.val();
    });
    refused::<TwoClocks>("a second clock", "one clock");
}

#[test]
fn what_has_no_plain_verilog_is_refused() {
    const FOUR: usize = 4;
    block!(Undeclared { a: Signal<In, Byte>, y: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = self.a.val().get_bit(FOUR);
    });
    refused::<Undeclared>("`FOUR`", "a Constant");

    block!(SignedValue { a: Signal<In, Signed<8>>, y: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = self.a.val() == self.a.val();
    });
    refused::<SignedValue>("the type of `a`", "Bits");

    block!(Product { a: Signal<In, Bits<16>>, y: Signal<Out, Bits<32>>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = self.a.val() * self.a.val();
    });
    refused::<Product>("Mul", "no product");

    block!(Replace { a: Signal<In, Byte>, y: Signal<Out, Byte>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = self.a.val().replace_bit(3, true);
    });
    refused::<Replace>("IndexReplace", "whole assignments");

    block!(Open { a: Signal<In, Bit>, unset: Signal<Local, Bit>, y: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.y.next = self.a.val() & self.unset.val();
    });
    assert!(matches!(text::<Open>("sample"), Err(ExportError::Check(_))));
}

#[test]
fn undocumented_blocks_are_refused() {
    let mut block = Inverter::default();
    block.connect_all();
    assert_eq!(
        verilog(&block, "sample"),
        Err(ExportError::Undocumented {
            fields: "a y z".into()
        })
    );
}
