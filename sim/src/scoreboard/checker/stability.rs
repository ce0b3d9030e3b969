//! Stability of results, memory requests and writes to registers: one that waits stays as it is until
//! it is taken or reset.

use super::Checker;
use crate::scoreboard::compare;
use crate::scoreboard::memory::WrongRequest;
use crate::scoreboard::{
    Observer, OtherRequest, OutputSet, Outputs, Predicted, Rules, Seen, Written,
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
        self.miss_change("request", wrong, None);
    }

    #[inline(never)]
    fn miss_changed_write(&mut self, now: &Written) {
        self.reference.find_results();
        let registers = self.reference.registers.as_ref();
        let of = self.reference.accepted_warps();
        let (wrong, lane) = registers.and_then(|it| it.change(now, of)).unzip();
        self.miss_change("write", wrong, lane.flatten());
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
        let first_lane = predicted.first_lane;
        let of = predicted.instruction;
        let (wrong, lane) = match (is_valid, tags) {
            (false, _) => (Some(WrongRequest::new(of, "result_valid", 1, 0)), None),
            (true, [tag, other]) if tag != other => (
                Some(WrongRequest::new(of, "result_destination", tag, other)),
                None,
            ),
            _ => first_change(of, before, now, predicted, &self.of_results),
        };
        self.lanes = lane.map_or(0, |lane| 1 << lane);
        self.miss_change("result", wrong, lane.map(|lane| first_lane + lane));
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
        let predicted = Predicted::of_result(&ports);
        let (wrong, lane) = if is_valid {
            first_change(of, before, now, predicted, &self.of_memory)
        } else {
            (Some(WrongRequest::new(of, "memory_valid", 1, 0)), None)
        };
        self.miss_change("request", wrong, lane);
    }

    /// Records the change of a result, a request or a write, if there is one that counts.
    fn miss_change(&mut self, what: &str, wrong: Option<WrongRequest>, lane: Option<usize>) {
        let Some(wrong) = wrong.filter(|_| self.wrong.is_none()) else {
            return;
        };
        let verb = if wrong.signal.ends_with("_valid") {
            "goes away"
        } else {
            "changes"
        };
        self.miss_lane(wrong, lane);
        if let Some(wrong) = &mut self.wrong {
            wrong.signal += &format!(": a {what} that waits {verb}");
        }
    }
}

/// The first output of an instruction that changes, of those that count by a prediction, and its lane.
fn first_change(
    instruction: u64,
    before: &Outputs,
    now: &Outputs,
    predicted: Predicted<'_>,
    rules: &Rules,
) -> (Option<WrongRequest>, Option<usize>) {
    let first = compare::first_change(before, now, predicted, rules);
    let lane = first.as_ref().and_then(|it| it.lane);
    let wrong = first.map(|it| WrongRequest::new(instruction, it.signal, it.expected, it.got));
    (wrong, lane)
}
