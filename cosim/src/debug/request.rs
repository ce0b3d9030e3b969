//! A request of a failed test run: its instruction, and the inputs that its text does not show.

use crate::debug::program::{CONFIG_FIELDS, ConfigField, text_of};
use crate::dut::unit::{Inputs, LANES};
use crate::testbench::instruction::{as_fetched, encoded, few_registers};
use crate::testbench::test_run::TestRun;
use isa::ports::{Group, UnitPort, of_request};
use sim::WarpConfig;
use sim::pipeline::respond;

/// Kinds of requests, for a table of failures. The last is an instruction whose record is wrong.
pub const KINDS: [&str; 9] = [
    "LEA.LO", "LEA.HI", "LD, ST", "LDG, STG", "LDS, STS", "LDL, STL", "LDC", "ADDR_ADD", "decoder",
];

/// Index in [`KINDS`] of the first kind of access, that to generic space, and of ADDR_ADD.
const ACCESSES: usize = 2;
const ADDR_ADD: usize = 7;

/// One warp's request to the unit.
#[derive(Clone, Debug)]
pub struct UnitRequest {
    pub number: u64,
    pub warp: Inputs,
    pub config: WarpConfig,
}

impl UnitRequest {
    /// Steps `test_run` of so many `operations`. Returns the inputs at its ports, with the number
    /// of the next warp and the configuration before the step. Also returns whether all outputs
    /// agree.
    pub fn step(test_run: &mut TestRun, operations: u64) -> (UnitRequest, bool) {
        let before = test_run.state();
        let (number, config) = (before.accepted_warps, before.config.clone());
        let good = test_run.step_or_drain(operations);
        let request = UnitRequest {
            number,
            warp: test_run.state().warp.clone(),
            config,
        };
        (request, good)
    }

    /// Kind of the request, one of [`KINDS`].
    pub fn kind(&self) -> &'static str {
        let warp = &self.warp;
        KINDS[match (warp.address_add, warp.access) {
            (0, 0) => usize::from(warp.high),
            (0, _) => (ACCESSES + usize::from(warp.access_space)).min(ADDR_ADD - 1),
            _ => ADDR_ADD,
        }]
    }

    /// The family whose ports count for the request.
    pub fn family(&self) -> Group {
        family(self.warp.access != 0, self.warp.address_add != 0)
    }

    /// The instruction, with made-up operands; its kind if no instruction is like it.
    pub fn instruction(&self) -> String {
        self.nearest().0
    }

    /// The same request without inputs that count for nothing.
    pub fn as_fetched(&self) -> UnitRequest {
        UnitRequest {
            warp: as_fetched(&self.warp),
            ..self.clone()
        }
    }

    /// The nearest instruction, and its request.
    fn nearest(&self) -> (String, Inputs) {
        let own = as_fetched(&self.warp);
        let mut others = own.clone();
        few_registers(&mut others);
        let mut candidates = [own, others].into_iter();
        let found = candidates.find_map(|warp| Some((text_of(&encoded(&warp)?)?, warp)));
        found.unwrap_or_else(|| (self.kind().to_owned(), Inputs::request()))
    }

    /// The text of [`of_lane`](UnitRequest::of_lane), and the operands and sums of other `lanes`, a bit
    /// each. Lanes with the same ones have a line together.
    pub fn of_lanes(&self, lane: usize, lanes: u32) -> String {
        let golden = respond(&self.warp, &self.config);
        let values = |lane: usize| {
            let ports = of_request().filter(|port| port.group == Group::Lanes);
            let ports = ports.filter_map(|port| {
                let default = Inputs::request().value(port.name, 0);
                let value = self.warp.value(port.name, lane)?;
                (Some(value) != default).then_some((port.name, value))
            });
            let values = ports.chain([("sum", golden.sum(lane))]);
            let values = values.map(|(name, value)| format!(" {name}={value:#x}"));
            values.collect::<String>()
        };
        let mut runs: Vec<(usize, usize, String)> = Vec::new();
        for other in (0..LANES).filter(|other| lanes >> other & 1 != 0 && *other != lane) {
            let values = values(other);
            match runs.last_mut() {
                Some((_, last, same)) if *last + 1 == other && *same == values => *last = other,
                _ => runs.push((other, other, values)),
            }
        }
        let lines = runs.iter().map(|(first, last, values)| match last - first {
            0 => format!("\n  lane {first}:{values}"),
            _ => format!("\n  lanes {first} to {last}:{values}"),
        });
        self.of_lane(lane) + &lines.collect::<String>()
    }

    /// The instruction, and in a second line those inputs of `lane` that differ from the default.
    /// They are operands, ports that the instruction does not set, and configuration.
    pub fn of_lane(&self, lane: usize) -> String {
        let (instruction, default) = self.nearest();
        let golden = respond(&self.warp, &self.config);
        let executes = match golden.execute_mask >> lane & 1 {
            0 => "does not execute",
            _ => "executes",
        };
        let ports = of_request().filter_map(|port| {
            let default = match port.group {
                Group::Lanes => Inputs::request().value(port.name, 0),
                _ => default.value(port.name, 0),
            };
            let value = self.warp.value(port.name, lane)?;
            (Some(value) != default).then_some((port.name, value))
        });
        let config = WarpConfig::new(self.config.generation);
        let of_family = |field: &&ConfigField| match self.family() {
            Group::Access => true,
            // The window compare of CC.OF reads it.
            Group::Lea => field.name == "shared_base",
            _ => false,
        };
        let fields = CONFIG_FIELDS.iter().filter(of_family).filter_map(|field| {
            let value = (field.get)(&self.config);
            (value != (field.get)(&config)).then_some((field.name, value))
        });
        let sizes = &self.config.const_size;
        let bank = sizes
            .get(usize::from(self.warp.bank))
            .filter(|_| self.kind() == KINDS[ADDR_ADD - 1])
            .map(|&size| ("const_size", size.into()));
        let sum = golden.sum(lane);
        let values: Vec<_> = ports
            .chain(fields)
            .chain(bank)
            .chain([("sum", sum)])
            .map(|(name, value)| format!("{name}={value:#x}"))
            .collect();
        format!(
            "{instruction}\n  lane {lane} {executes}: {}",
            values.join(" ")
        )
    }
}

/// The family whose ports count for a request with these selectors.
pub fn family(access: bool, address_add: bool) -> Group {
    match (access, address_add) {
        (true, _) => Group::Access,
        (false, true) => Group::AddrAdd,
        (false, false) => Group::Lea,
    }
}

/// Whether an input counts for requests of a family.
pub fn counts(family: Group, port: &UnitPort) -> bool {
    let negated = family == Group::AddrAdd && port.name == "negate";
    negated || port.group == family || matches!(port.group, Group::Request | Group::Lanes)
}

#[cfg(test)]
mod tests {
    use super::UnitRequest;
    use crate::dut::unit::Inputs;
    use sim::WarpConfig;

    #[test]
    fn values_are_shown_where_the_instruction_does_not_show_them() {
        let mut warp = Inputs {
            destination: 5,
            scale: 3,
            carry_in: 1 << 3,
            execution_mask: u32::MAX,
            ..Inputs::request()
        };
        warp.base_lo[3] = 0x10;
        warp.offset_lo[3] = 2;
        let mut request = UnitRequest {
            number: 0,
            warp,
            config: WarpConfig {
                shared_base: 0x100_0000,
                shared_size: 0,
                ..WarpConfig::default()
            },
        };
        assert_eq!(
            request.of_lane(3),
            "LEA R5, R2, R4, 0x3\n  lane 3 executes: carry_in=0x1 base_lo=0x10 offset_lo=0x2 \
             shared_base=0x1000000 sum=0x20"
        );
        request.warp.base_lo[5] = 0x20;
        let text = request.of_lanes(3, 0b1110_1010);
        let others = [
            "  lane 1: sum=0x0",
            "  lane 5: base_lo=0x20 sum=0x20",
            "  lanes 6 to 7: sum=0x0",
        ];
        assert_eq!(Vec::from_iter(text.lines().skip(2)), others);
        (request.warp.address_add, request.warp.exec_size) = (1, 7);
        let text = request.of_lane(3);
        assert!(text.starts_with("ADDR_ADD\n"), "{text}");
        assert!(text.contains(" exec_size=0x7 "), "{text}");
    }
}
