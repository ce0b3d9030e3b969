//! The lint: silent on what we export, and a finding for every trap.

use crate::common::small::block;
use rtl::lint::{is_reserved, lint};
use rtl::tops;
use rust_hdl::prelude::*;
use std::fs;
use std::path::Path;

/// `block` has one finding, whose reason contains `why`.
#[track_caller]
fn flagged(mut block: impl Block, why: &str) {
    block.connect_all();
    let findings = lint(&block, "bad");
    assert!(
        findings.len() == 1 && findings[0].why.contains(why) && findings[0].module == "bad",
        "{findings:#?}"
    );
}

#[test]
fn every_top_is_clean() {
    for name in tops::NAMES {
        let block = tops::block(name).unwrap();
        assert_eq!(lint(block.as_ref(), name), [], "{name}");
    }
}

#[test]
fn no_test_is_in_the_library_where_it_would_not_run() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut sources = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            assert!(!text.contains("#[test]"), "{}", path.display());
            sources += 1;
        }
    }
    assert!(sources > 50, "{sources}");
}

#[test]
fn casts_slices_and_indices_of_expressions() {
    block!(Cast { a: Signal<In, Bits<8>>, y: Signal<Out, Bits<9>>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = bit_cast::<9, 8>(!self.a.val());
    });
    flagged(Cast::default(), "keeps bits that Rust dropped");
    block!(Slice { a: Signal<In, Bits<8>>, y: Signal<Out, Bits<4>>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = (self.a.val() + 1).get_bits::<4>(0);
    });
    flagged(Slice::default(), "keeps bits that Rust dropped");
    block!(Index { a: Signal<In, Bits<8>>, y: Signal<Out, Bit>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = (self.a.val() << 1).get_bit(3);
    });
    flagged(Index::default(), "keeps bits that Rust dropped");
}

#[test]
fn bitwise_operators_under_a_comparison() {
    block!(Bare { a: Signal<In, Bits<8>>, b: Signal<In, Bits<8>>, y: Signal<Out, Bit>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = self.a.val() & self.b.val() == self.b.val();
    });
    flagged(Bare::default(), "parenthesise");
    block!(Parenthesised { a: Signal<In, Bits<8>>, b: Signal<In, Bits<8>>, y: Signal<Out, Bit>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = (self.a.val() & self.b.val()) == self.b.val();
    });
    let mut good = Parenthesised::default();
    good.connect_all();
    assert_eq!(lint(&good, "good"), []);
}

#[test]
fn reserved_words() {
    block!(Names { local: Signal<In, Bit>, y: Signal<Out, Bit>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = self.local.val();
    });
    flagged(Names::default(), "reserved word");
    assert!(is_reserved("endmodule") && is_reserved("logic") && !is_reserved("local_window"));
    let mut block = Names::default();
    block.connect_all();
    assert!(lint(&block, "priority")
        .iter()
        .any(|found| found.construct == "`priority`"));
}

#[test]
fn registers_and_sub_blocks() {
    block!(ReadsInput {
        clock: Signal<In, Clock>, x: Signal<In, Bit>, y: Signal<Out, Bit>, r: DFF<Bit>,
    }
        #[hdl_gen] fn update(&mut self) {
            dff_setup!(self, clock, r);
            self.r.d.next = self.x.val();
            self.y.next = self.r.d.val();
        });
    flagged(ReadsInput::default(), "not q");

    block!(Inverter { a: Signal<In, Bit>, y: Signal<Out, Bit>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = !self.a.val();
    });
    block!(DrivesOutput { a: Signal<In, Bit>, y: Signal<Out, Bit>, inner: Inverter, }
    #[hdl_gen] fn update(&mut self) {
        self.inner.a.next = self.a.val();
        self.inner.y.next = self.a.val();
        self.y.next = self.inner.y.val();
    });
    flagged(DrivesOutput::default(), "output of a sub-block");
}

#[test]
fn literals_without_a_width() {
    block!(Compared { a: Signal<In, Bit>, y: Signal<Out, Bit>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = self.a.val() & (1 == 2);
    });
    flagged(Compared::default(), "gives a width");
    block!(Condition { a: Signal<In, Bit>, y: Signal<Out, Bit>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = false;
        if true {
            self.y.next = self.a.val();
        }
    });
    flagged(Condition::default(), "gives a width");
}

#[test]
fn kernels_that_name_nothing_or_too_much() {
    block!(Constants { y: Signal<Out, Bit>, z: Signal<Out, Bits<8>>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = true;
        self.z.next = 200.into();
    });
    flagged(Constants::default(), "never runs");

    const FOUR: usize = 4;
    block!(Undeclared { a: Signal<In, Bits<8>>, y: Signal<Out, Bit>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = self.a.val().get_bit(FOUR);
    });
    flagged(Undeclared::default(), "use a Constant");
}

#[test]
fn patterns() {
    block!(Hexadecimal { a: Signal<In, Bits<2>>, y: Signal<Out, Bit>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = false;
        match self.a.val().index() {
            0x1 => { self.y.next = true; }
                2 => { self.y.next = true; }
            _ => {}
        }
    });
    flagged(Hexadecimal::default(), "decimal");
}

#[test]
fn signed_values_products_and_parts() {
    block!(SignedCast { a: Signal<In, Bits<8>>, y: Signal<Out, Signed<8>>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = signed_cast(self.a.val());
    });
    flagged(SignedCast::default(), "by hand");
    block!(Product { a: Signal<In, Bits<16>>, y: Signal<Out, Bits<32>>, }
    #[hdl_gen] fn update(&mut self) {
        self.y.next = self.a.val() * self.a.val();
    });
    flagged(Product::default(), "wider than its factors");
}
