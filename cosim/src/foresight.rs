//! Traffic, golden pipeline and coverage: what the hardware has no say in.

use crate::coverage::Coverage;
use crate::decoder::Encoded;
use crate::model::{Beat, LANES};
use crate::prediction::Prediction;
use crate::stimulus::Stimulus;
use sim::pipeline::{Pipeline, PortInputs};

/// A session without its hardware.
pub struct Foresight {
    golden: Pipeline<LANES>,
    stimulus: Stimulus,
    coverage: Coverage,
    /// The inputs as traffic has left them.
    inputs: Beat,
}

/// A cycle that the golden pipeline has run.
#[derive(Clone, Debug, Default)]
pub struct Foreseen {
    pub inputs: Beat,
    /// An ADDR_ADD that the decoder gets meanwhile.
    pub encoded: Option<Encoded>,
    /// Lane-operations of the request that its edge takes.
    pub operations: u64,
    pub predicted: Prediction,
}

/// The inputs as the golden pipeline takes them.
#[inline(always)]
pub fn port_inputs(inputs: &Beat) -> PortInputs<'_, LANES> {
    PortInputs {
        reset: inputs.reset != 0,
        config_valid: inputs.config_valid != 0,
        config_address: inputs.config_address,
        config_data: inputs.config_data,
        request_valid: inputs.request_valid != 0,
        access: inputs.access != 0,
        address_add: inputs.address_add != 0,
        extended: inputs.extended != 0,
        lane_mask: inputs.lane_mask,
        destination: inputs.destination,
        element: inputs.element,
        high: inputs.high != 0,
        negate: inputs.negate != 0,
        absolute: inputs.absolute != 0,
        scale: inputs.scale,
        write_cc: inputs.write_cc != 0,
        predicate: inputs.predicate,
        store: inputs.store != 0,
        access_space: inputs.access_space,
        access_size: inputs.access_size,
        address_register: inputs.address_register,
        immediate: inputs.immediate,
        immediate_kind: inputs.immediate_kind,
        bank: inputs.bank,
        steer_by_window: inputs.steer_by_window != 0,
        exec_size: inputs.exec_size,
        channel_mask: inputs.channel_mask,
        execution_mask: inputs.execution_mask,
        active_mask: inputs.active_mask,
        guard_mask: inputs.guard_mask,
        helper_mask: inputs.helper_mask,
        steering_mask: inputs.steering_mask,
        carry_in: inputs.carry_in,
        overflow_in: inputs.overflow_in,
        base_lo: &inputs.base_lo,
        base_hi: &inputs.base_hi,
        offset_lo: &inputs.offset_lo,
        offset_hi: &inputs.offset_hi,
        result_ready: inputs.result_ready != 0,
        memory_ready: inputs.memory_ready != 0,
    }
}

impl Foresight {
    /// Traffic that depends on `seed` alone, before the first cycle.
    pub fn new(seed: u64) -> Foresight {
        Foresight {
            golden: Pipeline::default(),
            stimulus: Stimulus::new(seed),
            coverage: Coverage::default(),
            inputs: Beat::default(),
        }
    }

    /// What was met so far.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The golden pipeline after the last cycle.
    pub fn golden(&self) -> &Pipeline<LANES> {
        &self.golden
    }

    /// One cycle of traffic.
    #[inline(always)]
    pub fn traffic(&mut self, foreseen: &mut Foreseen) {
        self.stimulus.drive(&mut self.inputs);
        self.edge(foreseen);
    }

    /// One cycle after the last operation: nothing new, results taken.
    pub fn drain(&mut self, foreseen: &mut Foreseen) {
        self.stimulus.drain(&mut self.inputs);
        self.edge(foreseen);
    }

    #[inline(always)]
    fn edge(&mut self, foreseen: &mut Foreseen) {
        let ports = port_inputs(&self.inputs);
        let config_taken = ports.config_valid & self.golden.config_ready();
        self.coverage.before_edge(&ports, &self.golden);
        let accepted = self.golden.edge(&ports);
        if accepted {
            let scattered = self.stimulus.is_scattered();
            self.coverage.after_request(&ports, &self.golden, scattered);
        }
        self.stimulus
            .taken(ports.request_valid, accepted, config_taken);
        foreseen.predicted.take_down(&self.golden, &ports);
        foreseen.operations = if accepted { LANES as u64 } else { 0 };
        foreseen.inputs.set(&self.inputs);
        foreseen.encoded = self.stimulus.take_instruction();
        if let Some(encoded) = &foreseen.encoded {
            self.coverage.instruction(encoded);
        }
    }
}
