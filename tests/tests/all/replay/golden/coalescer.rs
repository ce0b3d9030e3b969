//! The coalescers behind the unit: warps in beats, each taken if the coalescer is ready.

use super::{Expected, Golden, Inputs, one};
use isa::control::SpaceCode;
use isa::instruction::{AccessSize, WARP_LANES};
use sim::{Outputs, coalescer};
use tests::random::Random;

pub struct Coalescer {
    lanes: usize,
    golden: coalescer::Coalescer,
    /// Number of the next beat.
    beat: u8,
    store: u64,
    size: u64,
}

impl Coalescer {
    pub fn new(lanes: usize) -> Self {
        Coalescer {
            lanes,
            golden: coalescer::Coalescer::new(lanes),
            beat: 0,
            store: 0,
            size: 0,
        }
    }

    /// The beat of addresses that were drawn as their parts: bits 38:7, 39 and 15:2. The sector
    /// comes from the word; a shared address is the word alone.
    fn beat(&self, inputs: &mut Inputs) -> Outputs {
        let mut beat = Outputs {
            result_beat: self.beat,
            result_store: (self.store != 0).into(),
            result_size: self.size as u8,
            live_mask: (inputs.get("global_mask") | inputs.get("shared_mask")) as u32,
            shared_mask: inputs.get("shared_mask") as u32,
            ..Outputs::default()
        };
        let bytes = u64::from(AccessSize::ALL[self.size as usize & 7].bytes());
        let (mut lines, mut words) = (Vec::new(), Vec::new());
        for lane in 0..self.lanes {
            let of_lane = |name: &str| inputs.elements(name)[lane];
            let (line, top) = (of_lane("line"), of_lane("top"));
            let is_shared = beat.shared_mask >> lane & 1 != 0;
            // An access is aligned to its size.
            let word = of_lane("word") & !(bytes / 4).saturating_sub(1);
            // Both parts contain bits 15:7, which have to agree.
            let (line, word) = match is_shared {
                true => (line & !0x1ff | word >> 5 & 0x1ff, word),
                false => (line, line << 5 & 0x3fff | word & 31),
            };
            let address = top << 39 | line << 7 | (word & 31) << 2;
            let space = if is_shared {
                SpaceCode::Shared
            } else {
                SpaceCode::Global
            };
            beat.space[lane] = space as u8;
            beat.address_lo[lane] = address as u32;
            beat.address_hi[lane] = if is_shared { 0 } else { (address >> 32) as u8 };
            if is_shared {
                beat.address_lo[lane] &= 0xffff;
            }
            lines.push(line);
            words.push(word);
        }
        inputs.put("line", lines);
        inputs.put("word", words);
        beat
    }
}

impl Golden for Coalescer {
    fn cycle(&mut self, inputs: &mut Inputs, _: &mut Random) -> Expected {
        let last = usize::from(self.beat + 1) * self.lanes == WARP_LANES;
        let (reset, ready) = (inputs.is("reset"), self.golden.ready());
        let take = inputs.is("take") && ready;
        inputs.set("take", take);
        inputs.set("last", last);
        if self.beat == 0 {
            self.store = inputs.get("store");
            self.size = inputs.get("size");
        }
        inputs.set("store", self.store);
        inputs.set("size", self.size);
        inputs.set(
            "global_mask",
            inputs.get("global_mask") & !inputs.get("shared_mask"),
        );
        let beat = self.beat(inputs);

        let request = *self.golden.request();
        let expected = vec![
            ("ready", one(ready)),
            ("memory_valid", one(self.golden.valid())),
            ("memory_shared", one(request.shared)),
            ("memory_store", one(request.store)),
            ("memory_line", one(request.line)),
            ("memory_sectors", one(request.sectors)),
            ("memory_lanes", one(request.lanes)),
            ("memory_pass", one(request.pass)),
            ("memory_last", one(request.last)),
        ];
        self.golden.edge(inputs.is("memory_ready"));
        if take {
            self.golden.take(&beat);
            self.beat = if last { 0 } else { self.beat + 1 };
        }
        if reset {
            self.golden.reset();
            self.beat = 0;
        }
        expected
    }
}
