//! The core: words and the operands of their beats, against `isa` and the golden pipeline.

use super::decoder::{Stage, fields};
use super::unit::{Beats, outputs, with_inputs};
use super::{Expected, Golden, Inputs, one};
use isa::ports::{Group, INPUTS};
use replay::random::Random;
use sim::pipeline::Pipeline;

pub struct Core<const LANES: usize> {
    stage: Stage,
    golden: Pipeline<LANES>,
    beats: Beats<LANES>,
    cycle: usize,
    before: Inputs,
    /// Operands, a configuration write were offered and not taken: they have to stay.
    waits: bool,
    config_waits: bool,
}

impl<const LANES: usize> Core<LANES> {
    pub fn new() -> Self {
        Core {
            stage: Stage::default(),
            golden: Pipeline::default(),
            beats: Beats::default(),
            cycle: 0,
            before: Inputs::default(),
            waits: false,
            config_waits: false,
        }
    }
}

impl<const LANES: usize> Golden for Core<LANES> {
    fn cycle(&mut self, inputs: &mut Inputs, random: &mut Random) -> Expected {
        self.stage.offer(inputs, random);
        self.beats.aim(inputs);
        let of_group = |group| INPUTS.iter().filter(move |port| port.group == group);
        if self.waits {
            of_group(Group::Lanes).for_each(|port| inputs.keep(port.name, &self.before));
            inputs.keep("operands_valid", &self.before);
        }
        if self.waits || self.beats.taken != 0 {
            inputs.keep("execution_mask", &self.before);
        }
        if self.config_waits {
            let of_write = of_group(Group::Configuration).filter(|port| port.name != "reset");
            of_write.for_each(|port| inputs.keep(port.name, &self.before));
        }
        let reset = self.cycle == 0 || inputs.is("reset");
        inputs.set("reset", reset);

        let record = self.stage.record;
        let legal = record.filter(|record| !record.illegal);
        let (config_valid, operands_valid) =
            (inputs.is("config_valid"), inputs.is("operands_valid"));
        let operands_ready = legal.is_some() && self.golden.request_ready(config_valid);
        let taken = operands_ready && operands_valid;
        let leaves = taken && self.beats.is_last();
        let record_ready = leaves || record.is_some_and(|record| record.illegal);

        let record = record.unwrap_or_default();
        let mut expected = fields(&record);
        expected.push((
            "word_ready",
            one(self.stage.word_ready(reset, record_ready)),
        ));
        expected.push(("record_valid", one(self.stage.record.is_some())));
        expected.push(("operands_ready", one(operands_ready)));
        expected.extend(outputs(&self.golden, config_valid, self.cycle));

        // The record has its fields where the unit has the ports.
        let mut at_unit = inputs.clone();
        for (name, value) in record.fields() {
            at_unit = at_unit.with(name, vec![value.into()]);
        }
        let lanes = u64::MAX >> (64 - LANES);
        let inverted = if record.guard_inverted { lanes } else { 0 };
        at_unit.set("guard_mask", inputs.get("guard_mask") ^ inverted);
        let at_unit = at_unit.with(
            "request_valid",
            vec![(legal.is_some() && operands_valid).into()],
        );
        let config_taken = config_valid && self.golden.config_ready();
        with_inputs(&at_unit, |inputs| self.golden.edge(inputs));

        self.stage.edge(reset, record_ready);
        self.waits = operands_valid && !taken && !reset;
        self.config_waits = config_valid && !config_taken && !reset;
        self.beats.edge(taken, reset, random);
        self.before = inputs.clone();
        self.cycle += 1;
        expected
    }
}
