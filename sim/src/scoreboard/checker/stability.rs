//! Stability of results, memory requests and writes to registers: one that waits stays as it is until
//! it is taken or reset.

use super::Checker;
use crate::scoreboard::compare;
use crate::scoreboard::{
    Mismatch, Observer, OtherRequest, OutputSet, Outputs, Predicted, Seen, Written,
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
        let wrong = other.and_then(|other| other.change(now));
        self.miss_change("request", wrong);
    }

    #[inline(never)]
    fn miss_changed_write(&mut self, now: &Written) {
        self.reference.find_results();
        let registers = self.reference.registers.as_ref();
        let of = self.reference.accepted_warps();
        let wrong = registers.and_then(|it| it.change(now, of));
        self.miss_change("write", wrong);
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
        let (first_lane, of) = (predicted.first_lane, predicted.instruction);
        let wrong = match (is_valid, tags) {
            (false, _) => Some(Mismatch::new(of, "result_valid", 1, 0)),
            (true, [tag, other]) if tag != other => {
                Some(Mismatch::new(of, "result_destination", tag, other))
            }
            _ => compare::first_change(before, now, predicted, &self.of_results),
        };
        let lane = wrong.as_ref().and_then(|wrong| wrong.lane);
        self.lanes = lane.map_or(0, |lane| 1 << (lane - first_lane));
        self.miss_change("result", wrong);
    }

    #[inline(never)]
    fn miss_changed_request(&mut self, now: &Outputs, is_valid: bool) {
        self.reference.find_request();
        let before = &self.request.outputs;
        let mut ports = before.clone();
        let first = self.reference.requests.front();
        let of = first.map_or(self.reference.accepted_warps(), |it| it.of.0);
        if let Some(expected) = first {
            expected.request.put(&mut ports);
        }
        let predicted = Predicted {
            instruction: of,
            ..Predicted::of_result(&ports)
        };
        let wrong = if is_valid {
            compare::first_change(before, now, predicted, &self.of_memory)
        } else {
            Some(Mismatch::new(of, "memory_valid", 1, 0))
        };
        self.miss_change("request", wrong);
    }

    /// Records the change of a result, a request or a write, if there is one that counts.
    fn miss_change(&mut self, what: &str, wrong: Option<Mismatch>) {
        if let Some(mut wrong) = wrong {
            let verb = if wrong.signal.ends_with("_valid") {
                "goes away"
            } else {
                "changes"
            };
            wrong.signal += &format!(": a {what} that waits {verb}");
            self.miss(wrong);
        }
    }
}
