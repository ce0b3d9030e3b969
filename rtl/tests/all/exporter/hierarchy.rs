//! Blocks inside blocks, and names.

use super::{printed, refused, text, Inverter};
use crate::common::small::block;
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
    printed::<Two>();

    block!(DrivesOutput { a: Signal<In, Bit>, y: Signal<Out, Bit>, one: Inverter, } #[hdl_gen] fn update(&mut self) {
        self.one.a.next = self.a.val();
        self.one.y.next = self.a.val();
        self.y.next = self.one.y.val();
    });
    refused::<DrivesOutput>("`one$y$next`", "an input of a sub-block");

    block!(Elements { a: Signal<In, Bit>, y: Signal<Out, Bit>, many: [Inverter; 2], } #[hdl_gen] fn update(&mut self) {
        self.many[0].a.next = self.a.val();
        self.many[1].a.next = !self.a.val();
        self.y.next = self.many[1].y.val();
    });
    refused::<Elements>("`many[1]$a$next`", "in a loop");

    block!(Part { a: Signal<In, Bit>, y: Signal<Out, Bit>, many: [Inverter; 2], } #[hdl_gen] fn update(&mut self) {
        for i in 0..1 {
            self.many[i].a.next = self.a.val();
        }
        for i in 1..2 {
            self.many[i].a.next = !self.a.val();
        }
        self.y.next = self.many[1].y.val();
    });
    refused::<Part>("the connections of `many`", "over all of them");

    block!(Conditional { a: Signal<In, Bit>, y: Signal<Out, Bit>, many: [Inverter; 2], } #[hdl_gen] fn update(&mut self) {
        for i in 0..2 {
            self.many[i].a.next = false;
            if self.a.val() {
                self.many[i].a.next = true;
            }
        }
        self.y.next = self.many[1].y.val();
    });
    refused::<Conditional>("the connections of `many`", "one loop");
}

#[test]
fn names_are_declared_once_and_free() {
    block!(Taken { a: Signal<In, Bit>, one_y: Signal<Out, Bit>, y: Signal<Out, Bit>, one: Inverter, } #[hdl_gen] fn update(&mut self) {
        self.one.a.next = self.a.val();
        self.one_y.next = self.one.y.val() & self.a.val();
        self.y.next = self.one.y.val();
    });
    refused::<Taken>("the name `one_y`", "neither reserved");

    block!(Reserved { a: Signal<In, Bit>, priority: Signal<Out, Bit>, } #[hdl_gen] fn update(&mut self) {
        self.priority.next = self.a.val();
    });
    refused::<Reserved>("the name `priority`", "neither reserved");
    let error = text::<Inverter>("logic").unwrap_err().to_string();
    assert!(error.contains("the name `logic`"), "{error}");
}
