//! Blocks inside blocks, and names.

use super::{prints, refused, text, Inverter};
use crate::common::small::block;
use rtl::export::undocumented;
use rust_hdl::prelude::*;

#[test]
fn sub_blocks_are_connected_or_refused() {
    block!(Two {
        a: Signal<In, Bit>, b: Signal<In, Bit>, y: Signal<Out, Bit>,
        one: Inverter, other: Inverter,
    } #[hdl_gen] fn update(&mut self) {
        self.one.a.next = self.a.val();
        if self.b.val() {
            self.other.a.next = self.one.y.val();
        } else {
            self.other.a.next = self.one.z.val();
        }
        self.y.next = self.other.y.val();
    });
    prints(
        Two::default(),
        &[
            "wire other_a;",
            "assign other_a = b ? one_y : one_z;",
            ".y(y),",
            ".z(unused_other_z)",
        ],
    );
    assert_eq!(
        text(Two::default())
            .unwrap()
            .matches("module agu_block (")
            .count(),
        1
    );

    block!(DrivesOutput { a: Signal<In, Bit>, y: Signal<Out, Bit>, one: Inverter, } #[hdl_gen] fn update(&mut self) {
        self.one.a.next = self.a.val();
        self.one.y.next = self.a.val();
        self.y.next = self.one.y.val();
    });
    refused(
        DrivesOutput::default(),
        "`one$y$next`",
        "an input of a sub-block",
    );

    block!(Elements { a: Signal<In, Bit>, y: Signal<Out, Bit>, many: [Inverter; 2], } #[hdl_gen] fn update(&mut self) {
        self.many[0].a.next = self.a.val();
        self.many[1].a.next = !self.a.val();
        self.y.next = self.many[1].y.val();
    });
    refused(Elements::default(), "`many[1]$a$next`", "in a loop");

    block!(Part { a: Signal<In, Bit>, y: Signal<Out, Bit>, many: [Inverter; 2], } #[hdl_gen] fn update(&mut self) {
        for i in 0..1 {
            self.many[i].a.next = self.a.val();
        }
        for i in 1..2 {
            self.many[i].a.next = !self.a.val();
        }
        self.y.next = self.many[1].y.val();
    });
    refused(
        Part::default(),
        "the connections of `many`",
        "over all of them",
    );

    block!(Conditional { a: Signal<In, Bit>, y: Signal<Out, Bit>, many: [Inverter; 2], } #[hdl_gen] fn update(&mut self) {
        for i in 0..2 {
            self.many[i].a.next = false;
            if self.a.val() {
                self.many[i].a.next = true;
            }
        }
        self.y.next = self.many[1].y.val();
    });
    refused(
        Conditional::default(),
        "the connections of `many`",
        "one loop",
    );
}

#[test]
fn names_are_declared_once_and_free() {
    block!(Taken { a: Signal<In, Bit>, one_y: Signal<Out, Bit>, y: Signal<Out, Bit>, one: Inverter, } #[hdl_gen] fn update(&mut self) {
        self.one.a.next = self.a.val();
        self.one_y.next = self.one.y.val() & self.a.val();
        self.y.next = self.one.y.val();
    });
    refused(Taken::default(), "the name `one_y`", "neither reserved");

    block!(Reserved { a: Signal<In, Bit>, priority: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.priority.next = self.a.val();
    });
    refused(
        Reserved::default(),
        "the name `priority`",
        "neither reserved",
    );
    let mut block = Inverter::default();
    block.connect_all();
    let error = undocumented(&block, "logic").unwrap_err().to_string();
    assert!(error.contains("the name `logic`"), "{error}");
}
