//! Stability of results and of memory requests: one that waits stays as it is until it is taken or
//! reset.

use super::Checker;
use crate::scoreboard::compare::{self, Difference};
use crate::scoreboard::{
    Mismatch, Observer, OtherRequest, OutputSet, Outputs, Place, Predicted, Seen, Written,
};

/// Outputs that wait at a port.
#[derive(Default)]
pub(super) struct Waiting {
    /// Whether they waited in the last cycle.
    is_set: bool,
    outputs: Outputs,
}

impl Waiting {
    /// Returns whether these outputs, if there are any, are those that waited.
    #[inline(always)]
    fn stays(&self, now: &Outputs, is_valid: bool, of: OutputSet) -> bool {
        !self.is_set || is_valid && compare::same(&self.outputs, now, of)
    }

    #[inline(always)]
    fn keep(&mut self, now: &Outputs, waits: bool) {
        if waits && !self.is_set {
            self.outputs.set(now);
        }
        self.is_set = waits;
    }
}

/// Change of outputs that waited.
enum Change {
    Gone(&'static str),
    /// Another tag of the result.
    Tag(u64, u64),
    Output(Difference),
}

impl<O: Observer> Checker<O> {
    /// Records a difference if an output that waited in the last cycle has changed or is gone.
    #[inline(always)]
    pub(super) fn check_stability(&mut self, seen: &Seen) {
        if seen.reset {
            (self.result.is_set, self.request.is_set) = (false, false);
            return;
        }
        let is_valid = seen.result_leaves | seen.result_waits;
        let outputs = self.of_results.outputs;
        if !self.result.stays(&seen.outputs, is_valid, outputs) {
            self.miss_changed_result(&seen.outputs, is_valid);
        }
        let waits = seen.result_waits & !self.contract.may_change;
        self.result.keep(&seen.outputs, waits);
        if let Some(other) = &self.reference.other {
            if !other.stay(&seen.other) {
                self.miss_changed_ports(&seen.other);
            }
        } else {
            let is_valid = seen.request_leaves | seen.request_waits;
            let outputs = self.of_memory.outputs;
            if !self.request.stays(&seen.outputs, is_valid, outputs) {
                self.miss_changed_request(&seen.outputs, is_valid);
            }
            let waits = seen.request_waits & self.compares_memory;
            self.request.keep(&seen.outputs, waits);
        }
        if let Some(registers) = &self.reference.registers
            && !registers.stays(&seen.written)
        {
            self.miss_changed_write(&seen.written);
        }
        if let Some(other) = &mut self.reference.other {
            other.keep(&seen.other);
        }
        if let Some(registers) = &mut self.reference.registers {
            registers.keep(&seen.written);
        }
    }

    #[inline(never)]
    fn miss_changed_ports(&mut self, now: &[OtherRequest]) {
        self.reference.find_results();
        let other = self.reference.other.as_ref();
        if let Some(wrong) = other.and_then(|other| other.change(now)) {
            self.miss(wrong);
        }
    }

    #[inline(never)]
    fn miss_changed_write(&mut self, now: &Written) {
        self.reference.find_results();
        let registers = self.reference.registers.as_ref();
        if let Some((wrong, lane)) = registers.and_then(|registers| registers.change(now)) {
            self.miss_lane(wrong, lane);
        }
    }

    #[inline(never)]
    fn miss_changed_result(&mut self, now: &Outputs, is_valid: bool) {
        self.reference.find_results();
        let before = &self.result.outputs;
        let tags = [before, now].map(|row| self.tag(row.result_destination).unwrap_or_default());
        let place = self.place_of(self.tag(before.result_destination));
        // A result may be at the port before its request is taken.
        let predicted = match place.and_then(|place| self.reference.results.get(place)) {
            Some(expected) => expected.predicted(),
            None => Predicted {
                instruction: self.reference.accepted_warps(),
                ..Predicted::of_result(before)
            },
        };
        let change = match is_valid {
            false => Some(Change::Gone("result_valid")),
            true if tags[0] != tags[1] => Some(Change::Tag(tags[0], tags[1])),
            true => {
                compare::first_change(before, now, predicted, &self.of_results).map(Change::Output)
            }
        };
        let of = (predicted.instruction, predicted.first_lane);
        self.miss_change("result", change, of);
    }

    #[inline(never)]
    fn miss_changed_request(&mut self, now: &Outputs, is_valid: bool) {
        self.reference.find_request();
        let mut ports = Outputs::default();
        let first = self.reference.requests.front();
        let instruction = first.map_or(self.reference.accepted_warps(), |it| it.of.0);
        match first {
            Some(expected) => expected.request.put(&mut ports),
            None => ports.set(&self.request.outputs),
        }
        let change = match is_valid {
            false => Some(Change::Gone("memory_valid")),
            true => {
                let (before, rules) = (&self.request.outputs, &self.of_memory);
                let predicted = Predicted::of_result(&ports);
                compare::first_change(before, now, predicted, rules).map(Change::Output)
            }
        };
        self.miss_change("request", change, (instruction, 0));
    }

    /// Records the change of a result or of a request, of an instruction whose first lane here is
    /// known.
    fn miss_change(&mut self, what: &str, change: Option<Change>, of: (u64, usize)) {
        let (signal, lane, expected, got, verb) = match change {
            None => return,
            Some(Change::Gone(valid)) => (valid, None, 1, 0, "goes away"),
            Some(Change::Tag(before, now)) => ("result_destination", None, before, now, "changes"),
            Some(Change::Output(it)) => (it.signal, it.lane, it.expected, it.got, "changes"),
        };
        self.lanes = lane.map_or(0, |lane| 1 << lane);
        self.wrong.get_or_insert(Mismatch {
            place: Place {
                instruction: of.0 as usize,
                cycle: self.cycle,
            },
            lane: lane.map(|lane| of.1 + lane),
            signal: format!("{signal}: a {what} that waits {verb}"),
            expected,
            got,
            note: None,
        });
    }
}
