//! The core: words, and the operands of their beats, against `isa` and the golden pipeline.

use super::decoder::{Stage, fields};
use super::unit::{Unit, UnitKind};
use super::{Expected, Golden, Inputs, one};
use isa::ports::{Group, INPUTS};
use tests::random::Random;

pub struct Core {
    lanes: usize,
    stage: Stage,
    unit: Unit,
    before: Inputs,
    /// Whether operands were offered and not taken: they have to stay.
    waits: bool,
}

impl Core {
    pub fn new(lanes: usize) -> Self {
        Core {
            lanes,
            stage: Stage::default(),
            unit: Unit::new(UnitKind::Unit, lanes),
            before: Inputs::default(),
            waits: false,
        }
    }
}

impl Golden for Core {
    fn cycle(&mut self, inputs: &mut Inputs, random: &mut Random) -> Expected {
        self.stage.offer(inputs, random);
        if self.waits {
            let of_lanes = INPUTS.iter().filter(|port| port.group == Group::Lanes);
            let names = of_lanes.map(|port| port.name);
            let kept = names.chain(["operands_valid", "execution_mask"]);
            kept.for_each(|name| inputs.keep(name, &self.before));
        }
        // Fields of the record replace the unit's control ports.
        let record = self.stage.record.unwrap_or_default();
        let is_legal = self.stage.record.is_some() && !record.illegal;
        let request_valid = is_legal && inputs.is("operands_valid");
        let inverted = match record.guard_inverted {
            true => u64::MAX >> (64 - self.lanes),
            false => 0,
        };
        let mut at_unit = inputs.clone();
        for (name, value) in record.fields() {
            at_unit = at_unit.with(name, vec![value.into()]);
        }
        at_unit.set("guard_mask", inputs.get("guard_mask") ^ inverted);
        at_unit = at_unit.with("request_valid", vec![request_valid.into()]);

        let last = self.unit.beats.is_last();
        let mut expected = self.unit.cycle(&mut at_unit, random);
        INPUTS
            .iter()
            .for_each(|port| inputs.keep(port.name, &at_unit));
        inputs.set("guard_mask", at_unit.get("guard_mask") ^ inverted);
        let ready = expected.iter().find(|(name, _)| *name == "request_ready");
        let operands_ready = is_legal && ready.is_some_and(|(_, ready)| ready[0] == Some(1));

        let taken = request_valid && operands_ready;
        let illegal = self.stage.record.is_some() && record.illegal;
        let (reset, record_ready) = (inputs.is("reset"), illegal || (taken && last));
        expected.extend(fields(&record));
        expected.push((
            "word_ready",
            one(self.stage.word_ready(reset, record_ready)),
        ));
        expected.push(("record_valid", one(self.stage.record.is_some())));
        expected.push(("operands_ready", one(operands_ready)));
        self.stage.edge(reset, record_ready);
        self.waits = inputs.is("operands_valid") && !taken && !reset;
        self.before = inputs.clone();
        expected
    }
}
