//! Memory behind the ports of a unit: it answers loads after a random delay, in any order by tag.
//!
//! The delay of a load depends on the seed and on the request alone, so that a part of a test run
//! gets the same answers. Loads of one tag are answered in their order. A load has the bytes of its
//! request's cycle: stores change memory as they leave. A port that performs late does both in the
//! cycle of the answer.

use crate::dut::unit::{OtherRequest, OtherResponse};
use sim::scoreboard::{Contents, LINE_BYTES, OtherMemory, random};
use std::collections::VecDeque;

/// Most cycles until most answers, and until the others, one of [`SLOW`].
const DELAY: u64 = 16;
const LONG_DELAY: u64 = 128;
const SLOW: u64 = 8;

/// Memory behind the ports, and the loads that it has not answered.
pub struct Responder {
    seed: u64,
    cycle: u64,
    ports: Vec<ResponsePort>,
    contents: Contents,
    /// Answers of this cycle.
    offered: Vec<OtherResponse>,
}

struct ResponsePort {
    kind: OtherMemory,
    /// Loads in their order.
    loads: VecDeque<PendingLoad>,
    /// Index of the load whose answer waits at the port.
    offered: Option<usize>,
}

struct PendingLoad {
    /// The first cycle in which it may be answered.
    due: u64,
    answer: OtherResponse,
    /// The load or store, if it is performed with its answer.
    late: Option<OtherRequest>,
}

impl Responder {
    /// Memory behind these ports, if it answers.
    pub fn new(ports: &[OtherMemory], seed: u64) -> Option<Responder> {
        let port = |&kind: &OtherMemory| ResponsePort {
            kind,
            loads: VecDeque::new(),
            offered: None,
        };
        ports.iter().any(|port| port.answered).then(|| Responder {
            seed,
            cycle: 0,
            ports: ports.iter().map(port).collect(),
            contents: Contents::default(),
            offered: vec![OtherResponse::NONE; ports.len()],
        })
    }

    /// The answers of the next cycle. One stays until the unit takes it.
    pub fn offer(&mut self) -> &[OtherResponse] {
        for (port, offered) in self.ports.iter_mut().zip(&mut self.offered) {
            if port.offered.is_none() {
                port.offered = port.next(self.cycle);
                let load = port.offered.and_then(|place| port.loads.get(place));
                let Some(load) = load else {
                    offered.valid = 0;
                    continue;
                };
                offered.clone_from(&load.answer);
                match &load.late {
                    Some(store) if store.store != 0 => port.store(store, &mut self.contents),
                    Some(load) => offered.data = port.line(load, &self.contents, self.seed),
                    None => {}
                }
            }
        }
        &self.offered
    }

    /// Passes the edge of a cycle with the requests that leave, and the answers that are taken.
    pub fn edge(&mut self, requests: &[OtherRequest]) {
        self.cycle += 1;
        for (port, request) in self.ports.iter_mut().zip(requests) {
            if request.answered != 0
                && let Some(place) = port.offered.take()
            {
                port.loads.remove(place);
            }
            let is_answered =
                port.kind.answered && (request.store == 0 || port.kind.answers_stores);
            if is_answered && request.leaves != 0 {
                let load = port.load(request, &self.contents, self.seed, self.cycle);
                port.loads.push_back(load);
            }
            let is_late = is_answered && port.kind.performs_late;
            if port.kind.store_bytes.is_some() && request.leaves & request.store != 0 && !is_late {
                port.store(request, &mut self.contents);
            }
        }
    }

    /// Drops all loads and stores.
    pub fn reset(&mut self) {
        self.contents.reset();
        for port in &mut self.ports {
            port.loads.clear();
            port.offered = None;
        }
        for offered in &mut self.offered {
            offered.valid = 0;
        }
    }

    /// Returns whether each load was answered.
    pub fn is_idle(&self) -> bool {
        self.ports.iter().all(|port| port.loads.is_empty())
    }

    /// Returns whether an answer waits at a port for the unit.
    pub fn waits(&self) -> bool {
        self.ports.iter().any(|port| port.offered.is_some())
    }
}

impl ResponsePort {
    /// A load that leaves before this cycle, or a store that is answered.
    fn load(
        &self,
        request: &OtherRequest,
        contents: &Contents,
        seed: u64,
        cycle: u64,
    ) -> PendingLoad {
        let lot = lot(request, seed);
        let most = if lot.is_multiple_of(SLOW) {
            LONG_DELAY
        } else {
            DELAY
        };
        PendingLoad {
            due: cycle + (lot >> 8) % most,
            answer: OtherResponse {
                data: self.line(request, contents, seed),
                tag: request.tag,
                valid: 1,
            },
            late: self.kind.performs_late.then_some(*request),
        }
    }

    /// Bytes of memory at the address of a load; those of a pass over banks are random.
    fn line(&self, request: &OtherRequest, contents: &Contents, seed: u64) -> [u8; LINE_BYTES] {
        let space = self.kind.space.of(request.shared != 0);
        let banks = self.kind.banks;
        let first = banks.map_or(request.address, |_| lot(request, seed));
        let bytes = (0..).map(|byte| contents.byte(space, first.wrapping_add(byte)));
        let mut data = [0; LINE_BYTES];
        let line = banks.map_or(self.kind.line_bytes as usize, |_| LINE_BYTES);
        let data_of_line = data.iter_mut().take(line).zip(bytes);
        data_of_line.for_each(|(to, byte)| *to = byte.unwrap_or_default());
        data
    }

    /// Changes memory by a store.
    fn store(&self, request: &OtherRequest, contents: &mut Contents) {
        let space = self.kind.space.of(request.shared != 0);
        let bytes = request.data.as_flattened().iter().enumerate();
        for (place, byte) in bytes.take(self.kind.line_bytes as usize) {
            if request.mask[place / 32] >> (place % 32) & 1 != 0 {
                let address = request.address.wrapping_add(place as u64);
                contents.store(space, address, Some(*byte));
            }
        }
    }

    /// Index of the next load to be answered: of those that are due, the one that is due the
    /// longest.
    fn next(&self, cycle: u64) -> Option<usize> {
        let due = self.loads.iter().enumerate().filter(|(place, load)| {
            let mut before = self.loads.iter().take(*place);
            load.due <= cycle && !before.any(|it| it.answer.tag == load.answer.tag)
        });
        let first = due.min_by_key(|(_, load)| load.due);
        first.map(|(place, _)| place)
    }
}

/// A random number of the request.
fn lot(request: &OtherRequest, seed: u64) -> u64 {
    let OtherRequest {
        address,
        lanes,
        tag,
        ..
    } = *request;
    let parts = [address, request.mask[0].into(), lanes.into(), tag];
    parts.into_iter().fold(seed, |lot, part| random(lot ^ part))
}

#[cfg(test)]
mod tests {
    use super::{OtherMemory, OtherRequest, Responder};

    /// Tags and first bytes of the responses to loads of these tags, in their order.
    fn responses(tags: &[u64]) -> Vec<(u64, u8)> {
        let port = OtherMemory {
            line_bytes: 16,
            answered: true,
            ..OtherMemory::default()
        };
        let mut responder = Responder::new(&[port], 7).unwrap();
        let (mut given, mut request) = (Vec::new(), OtherRequest::default());
        for cycle in 0..1000 {
            let response = responder.offer()[0].clone();
            request.answered = u8::from(response.valid != 0 && cycle % 2 == 0);
            if request.answered != 0 {
                given.push((response.tag, response.data[0]));
            }
            let tag = tags.get(cycle);
            request.leaves = tag.is_some().into();
            request.tag = tag.copied().unwrap_or_default();
            request.address = 16 * cycle as u64;
            responder.edge(&[request]);
        }
        assert!(responder.is_idle() && !responder.waits());
        given
    }

    #[test]
    fn loads_are_answered_once_and_those_of_a_tag_in_their_order() {
        let apart = responses(&Vec::from_iter(0..40));
        let order: Vec<u64> = apart.iter().map(|(tag, _)| *tag).collect();
        assert!(!order.is_sorted(), "{order:?}");
        let mut sorted = apart;
        sorted.sort_unstable();
        assert!(sorted.iter().map(|(tag, _)| *tag).eq(0..40));
        let same: Vec<u8> = responses(&[5; 40]).iter().map(|(_, byte)| *byte).collect();
        assert!(same.iter().eq(sorted.iter().map(|(_, byte)| byte)));
    }
}
