//! Outputs that count, from the predicted ones: the column `When` of the table of ports.

use crate::scoreboard::{LANES, Predicted};
use isa::ports::{Shape, UnitPort, When};

/// Bit of CC.OF in the port `cc`, which is the value of the predicate too.
const CC_OVERFLOW: u32 = 8;

/// Mask of an element of an address variable.
const ELEMENT: u32 = 0xffff;

/// Bits that count of each lane's value.
type Each = [u32; LANES];

/// Conditions of one cycle.
#[derive(Clone, Debug)]
pub struct Counts {
    result: bool,
    access: bool,
    address_add: bool,
    rd: u32,
    predicate: u32,
    cc: u32,
    live: u32,
    fault: u32,
    first_fault: bool,
    memory: bool,
    pass: bool,
}

impl Counts {
    /// Conditions of a cycle with these predicted outputs.
    #[inline(always)]
    pub fn new(predicted: Predicted<'_>) -> Counts {
        let Predicted {
            ports, result: row, ..
        } = predicted;
        let result = ports.result_valid != 0;
        let access = result & (row.result_access != 0);
        let (of_result, of_access) = (mask(result), mask(access));
        let memory = ports.memory_valid != 0;
        Counts {
            result,
            access,
            address_add: row.result_address_add != 0,
            rd: of_result & row.rd_write,
            predicate: of_result & row.predicate_write,
            cc: of_result & row.cc_write,
            live: of_access & row.live_mask,
            fault: of_access & row.fault_mask,
            first_fault: access & (row.fault_valid != 0),
            memory,
            pass: memory & (ports.memory_shared != 0),
        }
    }

    /// Returns whether a port of the warp counts, or a mask of one bit a lane.
    #[inline(always)]
    pub fn warp(&self, when: When) -> bool {
        match when {
            When::Always => true,
            When::Result => self.result,
            When::Access => self.access,
            When::Predicate => self.predicate != 0,
            When::Destination => (self.rd != 0) | self.access,
            When::Element => (self.rd != 0) & self.address_add,
            When::FirstFault => self.first_fault,
            When::Memory => self.memory,
            When::Line => self.memory & !self.pass,
            When::Pass => self.pass,
            When::Sum => self.rd | self.fault != 0,
            When::Fault => self.fault != 0,
            When::Cc => self.cc | self.predicate != 0,
            When::Live => self.live != 0,
        }
    }

    /// Bits that count of a port with a value a lane.
    #[inline(always)]
    pub fn each(&self, when: When) -> Each {
        match when {
            When::Sum => spread(
                self.rd | self.fault,
                if self.address_add { ELEMENT } else { u32::MAX },
            ),
            When::Fault => spread(self.fault, u32::MAX),
            When::Live => spread(self.live, u32::MAX),
            When::Cc => {
                let mut each = spread(self.predicate, CC_OVERFLOW);
                let cc = spread(self.cc, u32::MAX);
                each.iter_mut().zip(cc).for_each(|(each, cc)| *each |= cc);
                each
            }
            _ => [mask(self.warp(when)); LANES],
        }
    }

    /// Bits of a port that count, of one lane if it has lanes.
    pub fn of_port(&self, port: &UnitPort, lane: usize) -> u64 {
        match port.shape {
            Shape::Warp(_) | Shape::Lane(1) if self.warp(port.when) => u64::MAX,
            Shape::Warp(_) | Shape::Lane(1) => 0,
            Shape::Lane(_) => self.each(port.when)[lane % LANES].into(),
        }
    }
}

#[inline(always)]
fn mask(all: bool) -> u32 {
    if all { u32::MAX } else { 0 }
}

/// `bits` in each lane of `lanes`.
#[inline(always)]
fn spread(lanes: u32, bits: u32) -> Each {
    let mut each = [0; LANES];
    for (lane, each) in each.iter_mut().enumerate() {
        *each = bits & 0_u32.wrapping_sub(lanes >> lane & 1);
    }
    each
}
