//! The warps that requests may be for, where a request may repeat and names no lanes.
//!
//! Such a request may be one that the next warp owes, or once more one of a warp that was asked for in
//! full. The requests after it tell: both go on until one fails, and only if all do the unit is wrong.

use super::port_request::PortRequest;
use super::{OtherRequests, Wanted};
use crate::coalescer::{MemoryRequest, WarpAccess};
use crate::scoreboard::{Accepted, Mismatch};
use std::mem::take;
use std::ops::Deref;

/// Most assignments that are followed.
const MOST: usize = 16;

/// Assignments of the requests so far, that with the fewest bytes still owed first.
pub(super) struct Assignments(Vec<OtherRequests>);

impl Deref for Assignments {
    type Target = OtherRequests;

    fn deref(&self) -> &OtherRequests {
        &self.0[0]
    }
}

impl Assignments {
    pub fn new(requests: OtherRequests) -> Assignments {
        Assignments(vec![requests])
    }

    /// As [`OtherRequests::want`].
    pub fn want(
        &mut self,
        instruction: u64,
        accepted: Accepted,
        first: usize,
        beat: &WarpAccess,
        lanes: u32,
        exported: Option<&[MemoryRequest]>,
    ) {
        for it in &mut self.0 {
            it.want(instruction, accepted, first, beat, lanes, exported);
        }
    }

    /// As [`OtherRequests::answered`].
    pub fn answered(&mut self, instruction: u64) {
        self.0.iter_mut().for_each(|it| it.answered(instruction));
    }

    pub fn reset(&mut self) {
        self.0.truncate(1);
        self.0.iter_mut().for_each(OtherRequests::reset);
    }

    /// Adds an assignment, unless another has led to the same: only so many are followed.
    fn add(&mut self, assignment: OtherRequests) {
        if !self.0.iter().any(|known| known.takes_the_same(&assignment)) {
            self.0.push(assignment);
        }
    }

    /// As [`OtherRequests::request`], of any assignment.
    pub fn request(&mut self, request: &PortRequest<'_>, cycle: u64) -> Result<bool, Mismatch> {
        let may_repeat = |it: &OtherRequests| {
            let is_open = it.kind.repeats && !it.kind.has_lanes;
            is_open && it.repeated_by(request).is_ok()
        };
        let (mut serves, mut failed) = (false, None);
        for mut own in take(&mut self.0) {
            let again = may_repeat(&own).then(|| own.clone());
            match own.request(request, cycle) {
                Ok(serves_new) => {
                    serves |= serves_new;
                    self.add(own);
                }
                Err(wrong) => failed = failed.or(Some((own, wrong))),
            }
            // What serves nothing new has been taken as a repeat already.
            if let Some(mut again) = again
                && again.repeat(request, ("", 0, 0)).is_ok()
            {
                self.add(again);
            }
        }
        self.0.sort_by_key(|it| it.owed().count());
        self.0.truncate(MOST);
        match failed {
            Some((own, wrong)) if self.0.is_empty() => {
                self.0.push(own);
                Err(wrong)
            }
            _ => Ok(serves),
        }
    }
}

impl OtherRequests {
    /// Whether both take the same requests from now on.
    fn takes_the_same(&self, other: &OtherRequests) -> bool {
        let state = |warp: &Wanted| {
            let made = self.kind.at_most.map(|_| warp.counts.made);
            (warp.instruction, warp.is_answered, warp.later, made)
        };
        let is_same = |one: &Wanted, other: &Wanted| {
            let bytes = one.missing == other.missing && one.ambiguous == other.ambiguous;
            bytes && state(one) == state(other)
        };
        let both = [(&self.warps, &other.warps), (&self.served, &other.served)];
        both.into_iter().all(|(one, other)| {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| is_same(one, other))
        })
    }
}
