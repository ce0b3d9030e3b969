//! What the golden model expects at the hardware's ports for one instruction.

use isa::control::SpaceCode;
use isa::instruction::{Access, Guard, Operation, PT, RZ, WARP_LANES};
use isa::visa::AddrAdd;
use sim::coalescer::{Coalesced, WarpAccess, coalesce};
use sim::pipeline::PortResult;
use sim::{AccessControl, LaneResults, LeaControl, LeaOperands, Meaning, VisaState, Warp};

/// The result port and the memory port.
#[derive(Clone, Debug)]
pub struct Expected {
    /// What stands at the result port.
    pub ports: PortResult<WARP_LANES>,
    /// What an access asks of memory.
    pub memory: Option<Coalesced>,
}

impl Expected {
    /// For the `number`-th instruction, before `warp` executes it; none where it is
    /// illegal.
    pub fn new(warp: &Warp, meaning: &Meaning, number: usize) -> Option<Expected> {
        let mut expected = match meaning {
            Meaning::Instruction(it) if warp.is_legal(it) => {
                Expected::of_operation(warp, &it.operation, it.guard)
            }
            Meaning::AddrAdd(addr_add) => of_addr_add(&warp.visa, addr_add)?,
            Meaning::Instruction(_) | Meaning::Illegal => return None,
        };
        expected.ports.instruction = number as u64;
        Some(expected)
    }

    fn of_operation(warp: &Warp, operation: &Operation, guard: Guard) -> Expected {
        let shared_base = warp.config().shared_base;
        match operation {
            Operation::Access(access) => of_access(warp, access, guard),
            Operation::Lea(lea) => Expected::of_sum(
                &LeaControl::new(lea, shared_base),
                &warp.lea_operands(lea),
                PortResult {
                    predicate: lea.plg,
                    destination: lea.rd.into(),
                    execute_mask: warp.execute_mask(guard),
                    ..PortResult::default()
                },
                lea.cc,
            ),
            Operation::Move(mov) => Expected::of_sum(
                &LeaControl::of_move(mov, shared_base),
                &warp.move_operands(mov),
                PortResult {
                    predicate: PT,
                    destination: mov.rd.into(),
                    execute_mask: warp.move_execute_mask(mov, guard),
                    ..PortResult::default()
                },
                false,
            ),
        }
    }

    /// An LEA or a MOV, of which `asked` says where the result goes.
    fn of_sum(
        control: &LeaControl,
        operands: &LeaOperands,
        asked: PortResult<WARP_LANES>,
        cc: bool,
    ) -> Expected {
        let results = operands.compute(control);
        let execute = asked.execute_mask;
        let where_asked = |asked: bool| if asked { execute } else { 0 };
        let flags = [results.carry_lo, results.zero, results.sign, results.miss];
        let code = |lane: usize| {
            let bits = flags.iter().enumerate();
            bits.fold(0, |code, (bit, flag)| {
                code | ((flag >> lane & 1) as u8) << bit
            })
        };
        let ports = PortResult {
            rd_write: where_asked(asked.destination != u16::from(RZ)),
            predicate_write: where_asked(asked.predicate != PT),
            cc_write: where_asked(cc),
            lanes: LaneResults {
                cc: std::array::from_fn(code),
                ..of_words(results.sum.map(|sum| sum as u32))
            },
            ..asked
        };
        Expected {
            ports,
            memory: None,
        }
    }
}

fn of_addr_add(state: &VisaState, addr_add: &AddrAdd) -> Option<Expected> {
    let results = state.addr_add_operands(addr_add).ok()?.compute(addr_add);
    let ports = PortResult {
        address_add: true,
        predicate: PT,
        destination: addr_add.dst.variable,
        element: addr_add.dst.offset,
        rd_write: results.enables,
        execute_mask: results.enables,
        lanes: of_words(results.sums.map(u32::from)),
        ..PortResult::default()
    };
    Some(Expected {
        ports,
        memory: None,
    })
}

/// What lanes give that access nothing.
fn of_words(sum_lo: [u32; WARP_LANES]) -> LaneResults<WARP_LANES> {
    let mut lanes = LaneResults {
        sum_lo,
        ..LaneResults::default()
    };
    lanes.no_access();
    lanes
}

fn of_access(warp: &Warp, access: &Access, guard: Guard) -> Expected {
    let control = AccessControl::new(access, warp.config());
    let execute = warp.access_execute_mask(&control, guard);
    let results = warp.access_operands(access).compute(&control, execute);
    let global = |lane: &usize| results.lanes.space[*lane] == SpaceCode::Global as u8;
    let global = (0..WARP_LANES).filter(global);
    let memory = coalesce(&WarpAccess {
        bytes: access.size.bytes(),
        store: control.store,
        global: global.fold(0, |mask, lane| mask | 1 << lane) & results.live,
        shared: results.shared,
        address: std::array::from_fn(|lane| results.lanes.address(lane)),
    });
    let ports = PortResult {
        access: true,
        store: control.store,
        size: access.size.code(),
        predicate: PT,
        destination: access.data.into(),
        execute_mask: results.execute,
        live_mask: results.live,
        shared_mask: results.shared,
        fault_mask: results.fault,
        misaligned_mask: results.misaligned,
        uniform: results.uniform,
        fault_valid: results.first_fault.is_some(),
        fault_lane: results.first_fault.unwrap_or(0),
        lanes: results.lanes,
        ..PortResult::default()
    };
    Expected {
        ports,
        memory: Some(memory),
    }
}
