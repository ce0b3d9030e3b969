//! What the vectors of units are to reach.

use crate::testbench::Reached;
use isa::control::{FaultCode, SpaceCode};
use isa::instruction::PT;
use sim::pipeline::{Pipeline, PortInputs};

/// Of a unit.
pub const GOALS: [&str; 41] = [
    "LEA",
    "LEA of the upper word",
    "LEA that negates",
    "LEA that takes a carry",
    "LEA that writes CC",
    "LEA that writes Plg",
    "LEA scaled by 31",
    "LEA that hits the window",
    "ADDR_ADD",
    "ADDR_ADD at a channel offset",
    "ADDR_ADD of all channels",
    "ADDR_ADD without a channel",
    "load",
    "store",
    "space global",
    "space shared",
    "space local",
    "space constant",
    "fault OutsideWindow",
    "fault OutsideAllocation",
    "fault Misaligned",
    "misaligned without a fault",
    "first fault behind lane 0",
    "uniform warp",
    "warp that is not uniform",
    "warp of several lines",
    "line with several sectors",
    "pass past the first",
    "lines and passes of one warp",
    "helper lane that does not store",
    "helper lane that stores",
    "lane that lane_mask takes out",
    "steering by the window",
    "64-bit base",
    "no base",
    "configuration write",
    "configuration write that waits",
    "reset with a beat inside",
    "result that waits for its reader",
    "result that waits for memory",
    RESULT,
];

/// Of a unit that knows LEA alone.
pub const GOALS_OF_LEA: [&str; 14] = [
    "LEA",
    "LEA of the upper word",
    "LEA that negates",
    "LEA that takes a carry",
    "LEA that writes CC",
    "LEA that writes Plg",
    "LEA scaled by 31",
    "LEA that hits the window",
    "lane that lane_mask takes out",
    "configuration write",
    "configuration write that waits",
    "reset with a beat inside",
    "result that waits for its reader",
    RESULT,
];

/// A result that is taken.
pub const RESULT: &str = "result";

/// Counts them.
#[derive(Default)]
pub struct Goals {
    pub reached: Reached,
    /// The request before was a line, and not its warp's last.
    line_before: bool,
}

impl Goals {
    fn note(&mut self, goal: &'static str, holds: bool) {
        self.reached.note(goal, holds);
    }

    /// Counts what the coming edge does.
    pub fn count<const LANES: usize>(
        &mut self,
        golden: &Pipeline<LANES>,
        inputs: &PortInputs<'_, LANES>,
    ) {
        let (result_ready, memory_ready) = (inputs.result_ready, inputs.memory_ready);
        let idle = golden.config_ready();
        self.note("configuration write", inputs.config_valid && idle);
        self.note(
            "configuration write that waits",
            inputs.config_valid && !idle,
        );
        self.note("reset with a beat inside", inputs.reset && !idle);

        let valid = golden.result_valid();
        self.note("result that waits for its reader", valid && !result_ready);
        let held = golden.result_stands() && !valid;
        self.note("result that waits for memory", held);
        if inputs.reset {
            self.line_before = false;
            return;
        }
        if inputs.request_valid && golden.request_ready(inputs.config_valid) {
            self.request(golden, inputs);
        }
        if valid && result_ready {
            self.result(golden);
        }
        if golden.memory_valid() && memory_ready {
            self.memory(golden);
        }
    }

    fn request<const LANES: usize>(
        &mut self,
        golden: &Pipeline<LANES>,
        inputs: &PortInputs<'_, LANES>,
    ) {
        let asked = inputs.active_mask & inputs.guard_mask;
        let lea = !inputs.access && !inputs.address_add && asked != 0;
        self.note("LEA", lea);
        self.note("LEA of the upper word", lea && inputs.high);
        self.note("LEA that negates", lea && inputs.negate);
        let carries = inputs.extended && asked & inputs.carry_in != 0;
        self.note("LEA that takes a carry", lea && carries);
        self.note("LEA that writes CC", lea && inputs.write_cc);
        self.note("LEA that writes Plg", lea && inputs.predicate != PT);
        self.note("LEA scaled by 31", lea && inputs.scale == 31);
        if inputs.address_add {
            let control = inputs.addr_add_control();
            let writes = control.enables() != 0;
            let offset = inputs.channel_mask & 7;
            self.note("ADDR_ADD", writes);
            self.note("ADDR_ADD at a channel offset", writes && offset != 0);
            self.note("ADDR_ADD of all channels", control.enables() == u32::MAX);
            self.note("ADDR_ADD without a channel", control.channels() == 0);
        }
        self.note("load", inputs.access && !inputs.store);
        self.note("store", inputs.access && inputs.store);
        self.note(
            "lane that lane_mask takes out",
            inputs.lane_mask != 15 && asked != 0,
        );
        if !inputs.access {
            return;
        }
        let control = inputs.access_control(golden.config());
        let helpers = inputs.store && asked & inputs.helper_mask != 0;
        self.note(
            "helper lane that does not store",
            helpers && control.skips_helpers(),
        );
        self.note(
            "helper lane that stores",
            helpers && !control.skips_helpers(),
        );
        self.note("steering by the window", control.steer_by_window);
        self.note("64-bit base", control.extended && !control.absolute);
        self.note("no base", control.absolute);
    }

    fn result<const LANES: usize>(&mut self, golden: &Pipeline<LANES>) {
        self.note(RESULT, true);
        let result = golden.result();
        let lane_where = |mask: u32, codes: &[u8; LANES], code: u8| {
            (0..LANES).any(|lane| mask >> lane & 1 != 0 && codes[lane] == code)
        };
        let (live, faults) = (result.live_mask, result.fault_mask);
        let tested = result.cc_write | result.predicate_write;
        let hit = (0..LANES).any(|lane| tested >> lane & 1 != 0 && result.lanes.cc[lane] & 8 == 0);
        self.note("LEA that hits the window", hit);
        for (goal, code) in [
            ("space global", SpaceCode::Global),
            ("space shared", SpaceCode::Shared),
            ("space local", SpaceCode::Local),
            ("space constant", SpaceCode::Constant),
        ] {
            self.note(goal, lane_where(live, &result.lanes.space, code as u8));
        }
        for (goal, code) in [
            ("fault OutsideWindow", FaultCode::OutsideWindow),
            ("fault OutsideAllocation", FaultCode::OutsideAllocation),
            ("fault Misaligned", FaultCode::Misaligned),
        ] {
            self.note(goal, lane_where(faults, &result.lanes.fault, code as u8));
        }
        let unreported = result.misaligned_mask & !faults != 0;
        self.note("misaligned without a fault", unreported);
        self.note(
            "first fault behind lane 0",
            result.fault_valid && result.fault_lane > 0,
        );
        let last = result.beat == Pipeline::<LANES>::LAST_BEAT;
        let several = live.count_ones() > 1;
        self.note("uniform warp", last && several && result.uniform);
        self.note(
            "warp that is not uniform",
            last && several && !result.uniform,
        );
    }

    fn memory<const LANES: usize>(&mut self, golden: &Pipeline<LANES>) {
        let request = golden.memory();
        self.note("warp of several lines", !request.shared && !request.last);
        self.note(
            "line with several sectors",
            request.sectors.count_ones() > 1,
        );
        self.note("pass past the first", request.pass > 0);
        self.note(
            "lines and passes of one warp",
            self.line_before && request.shared,
        );
        self.line_before = !request.shared && !request.last;
    }
}
