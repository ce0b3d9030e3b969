//! The memory port, a skid buffer.

use crate::testbench::vectors::{RANDOM_ROWS, Vectors};
use crate::testbench::{device, replay};
use replay::random::Random;
use rtl::coalescer::MemoryPort;
use sim::coalescer::MemoryRequest;
use std::collections::VecDeque;

device!(MemoryPort clock;
    reset memory_ready shared store line sectors lanes pass last;
    ready memory_valid memory_shared memory_store memory_line memory_sectors memory_lanes
    memory_pass memory_last);

replay!(memory_port: MemoryPort, memory_port_vectors()
    => memory_port_rusthdl memory_port_icarus memory_port_verilator);

/// A skid buffer: what is at the port, then what is held beside it; either may be no request.
#[derive(Default)]
pub(crate) struct Skid(VecDeque<Option<MemoryRequest>>);

impl Skid {
    fn request(&self) -> Option<MemoryRequest> {
        self.0.front().copied().flatten()
    }

    pub(crate) fn ready(&self) -> bool {
        self.0.len() < 2
    }

    pub(crate) fn edge(&mut self, incoming: Option<MemoryRequest>, memory_ready: bool) {
        let ready = self.ready();
        if memory_ready || self.request().is_none() {
            self.0.pop_front();
        }
        if ready {
            self.0.push_back(incoming);
        }
    }

    /// The outputs `memory_valid` and so on.
    pub(crate) fn outputs(&self) -> [u64; 8] {
        let request = self.request();
        let MemoryRequest {
            shared,
            store,
            line,
            sectors,
            lanes,
            pass,
            last,
        } = request.unwrap_or_default();
        [
            request.is_some().into(),
            shared.into(),
            store.into(),
            line,
            sectors.into(),
            lanes.into(),
            pass.into(),
            last.into(),
        ]
    }
}

fn memory_port_vectors() -> Vectors {
    let mut random = Random::new(77);
    let mut skid = Skid::default();
    let mut vectors = Vec::new();
    for cycle in 0..RANDOM_ROWS {
        let slow = !(cycle / 50).is_multiple_of(2);
        let memory_ready = !(slow && random.flag());
        let reset = random.once_in(80);
        let lanes = if random.flag() { random.mask() } else { 0 };
        let [shared, store, last] = [(); 3].map(|()| random.flag());
        let (line, pass) = (random.number() >> 31, random.below(32));
        // Lanes of a line touch sectors, and nobody else.
        let is_line = lanes != 0 && !shared;
        let sectors = if is_line { 1 + random.below(15) } else { 0 };
        let row = vec![
            reset.into(),
            memory_ready.into(),
            shared.into(),
            store.into(),
            line,
            sectors,
            lanes.into(),
            pass,
            last.into(),
        ];
        let mut expected = vec![skid.ready().into()];
        expected.extend(skid.outputs());
        vectors.push((row, expected.into_iter().map(Some).collect()));

        let request = MemoryRequest {
            shared,
            store,
            line: if shared { 0 } else { line },
            sectors: sectors as u8,
            lanes,
            pass: if shared { pass as u8 } else { 0 },
            last,
        };
        skid.edge((lanes != 0).then_some(request), memory_ready);
        if reset {
            skid = Skid::default();
        }
    }
    vectors
}
