//! Instructions whose request to the unit is a given warp, with operands in arbitrary registers.

mod volta;

use crate::dut::decoder::Encoded;
use crate::dut::unit::{Inputs, LANES};
use isa::control::{AccessSpace, ControlRecord};
use isa::instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, Instruction, Lea, LeaPart, Move, Operation,
    PT, RZ, Source as Operand, Steering,
};
use isa::visa::{
    self, ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, AddrAdd, AddressElement, ChannelMask,
    ExecSize, GeneralElement, Modifier, Region, Src0, Src1, Stride,
};
use isa::{Isa, Part, encode};
use sim::warp::Lanes;
use std::collections::BTreeMap;
use std::iter::once;

/// Registers, predicates and variables whose numbers are not at the ports.
const RA: u8 = 2;
const RC: u8 = 3;
const SB: u8 = 4;
const GUARD: u8 = 0;
const STEERING: u8 = 1;
pub const VARIABLE: u32 = 50;

/// Base register of an access, if its number makes no difference.
pub const ADDRESS_REGISTER: u8 = 2;

/// Code whose request to the unit is `warp`, as far as inputs matter; none if no instruction makes
/// it.
pub fn encoded(warp: &Inputs) -> Option<Encoded> {
    let warp = as_fetched(warp);
    let encoded = match warp.address_add {
        0 => {
            let (instruction, _) = word(&warp)?;
            let word = |isa| Some(Encoded::Word(isa, encode(isa, &instruction).ok()?));
            isas(&warp).into_iter().find_map(word)?
        }
        _ => {
            let (addr_add, state) = addr_add(&warp)?;
            let native_simd32 = state.address_elements == ADDRESS_ELEMENTS_SIMD32;
            Encoded::bytes(&visa::encode(&addr_add), native_simd32)
        }
    };
    let (record, mut asked) = (encoded.record(), warp.clone());
    ask(&record, &mut asked);
    (!record.illegal && asked == warp).then_some(encoded)
}

/// Instruction sets that may have the instruction of a request that is no ADDR_ADD.
pub fn isas(warp: &Inputs) -> [Isa; 2] {
    if warp.volta != 0 {
        [Isa::Sm(Part::Sm80), Isa::Sm(Part::Sm75)]
    } else {
        [Isa::Maxwell, Isa::Fermi]
    }
}

/// Copies the control of `record` to the ports, which have the names of its fields.
pub fn ask(record: &ControlRecord, ports: &mut Inputs) {
    for (name, value) in record.fields() {
        ports.set_value(name, 0, value.into());
    }
}

/// State of one warp for an init file.
#[derive(Default)]
pub struct OperandState {
    pub registers: BTreeMap<u8, Lanes>,
    pub predicates: BTreeMap<u8, u32>,
    pub uniform: BTreeMap<u8, u32>,
    /// First elements of A0 and of the variable of src1.
    pub address: Vec<u32>,
    pub general: Vec<u32>,
    pub address_elements: u8,
}

impl OperandState {
    /// A register with these values; RZ if they are 0.
    fn operand(&mut self, index: u8, values: &Lanes) -> u8 {
        if *values == [0; LANES] {
            return RZ;
        }
        self.registers.insert(index, *values);
        index
    }

    /// A predicate with these values; PT if they are true.
    fn predicate(&mut self, index: u8, values: u32) -> u8 {
        if values == u32::MAX {
            return PT;
        }
        self.predicates.insert(index, values);
        index
    }
}

/// The LEA, MOV or access whose request is `warp`, and its operands. It need not have a word.
pub fn word(warp: &Inputs) -> Option<(Instruction, OperandState)> {
    let mut state = OperandState::default();
    let operation = match (warp.access, warp.lane_mask) {
        _ if warp.volta != 0 => volta::operation(&mut state, warp)?,
        (0, 0xf) => Operation::Lea(lea(&mut state, warp)),
        (0, lane_mask) => Operation::Move(Move {
            rd: warp.destination as u8,
            source: Operand::Register(state.operand(SB, &warp.base_lo)),
            wide: false,
            lane_mask,
            sync: false,
        }),
        _ => Operation::Access(access(&mut state, warp)?),
    };
    let number = if warp.volta != 0 { volta::GUARD } else { GUARD };
    let guard = Guard {
        predicate: state.predicate(number, warp.guard_mask),
        inverted: false,
    };
    Some((Instruction { guard, operation }, state))
}

fn lea(state: &mut OperandState, warp: &Inputs) -> Lea {
    let high = warp.high != 0;
    Lea {
        part: if high { LeaPart::Hi } else { LeaPart::Lo },
        rd: warp.destination as u8,
        cc: warp.write_cc != 0,
        plg: warp.predicate,
        ra: state.operand(RA, &warp.offset_lo),
        negate: warp.negate != 0,
        sb: Operand::Register(state.operand(SB, &warp.base_lo)),
        rc: if high {
            state.operand(RC, &warp.offset_hi)
        } else {
            RZ
        },
        scale: warp.scale,
        extended: warp.extended != 0,
    }
}

fn access(state: &mut OperandState, warp: &Inputs) -> Option<Access> {
    const SPACES: [(AccessForm, AccessForm); 5] = {
        use AccessForm::*;
        [(Ld, St), (Ldg, Stg), (Lds, Sts), (Ldl, Stl), (Ldc, Ldc)]
    };
    let (load, store) = *SPACES.get(usize::from(warp.access_space))?;
    let form = if warp.store != 0 { store } else { load };
    let (address, bits) = (warp.address_register, warp.immediate);
    if address != RZ {
        state.operand(address, &warp.base_lo);
        state.operand(address.saturating_add(1), &warp.base_hi);
    }
    let steered = form.space() == AccessSpace::Generic;
    Some(Access {
        form,
        size: *AccessSize::ALL.get(usize::from(warp.access_size))?,
        extended: warp.extended != 0,
        data: warp.destination as u8,
        address,
        immediate: match warp.immediate_kind {
            0 => Immediate::Word(bits),
            1 => Immediate::Word24(bits),
            2 => Immediate::Unsigned16(bits as u16),
            _ => Immediate::Word16(bits as u16),
        },
        steering: match warp.steer_by_window {
            0 if steered => Steering::Predicate(state.predicate(STEERING, warp.steering_mask)),
            0 => Steering::Predicate(PT),
            _ => Steering::Window,
        },
        bank: warp.bank,
        lock: PT,
        cache: 0,
        uniform: false,
        mode: 0,
        sync: false,
    })
}

/// The ADDR_ADD whose request is `warp`, and its operands.
pub fn addr_add(warp: &Inputs) -> Option<(AddrAdd, OperandState)> {
    let exec_size = ExecSize::from_code(warp.exec_size)?;
    let channels = usize::from(exec_size.channels());
    let modifier = Modifier::ALL.into_iter().find(|modifier| {
        (modifier.absolute(), modifier.negate()) == (warp.absolute != 0, warp.negate != 0)
    })?;
    let last = usize::from(warp.element) + channels;
    let mut state = OperandState {
        address: warp.base_lo[..channels].to_vec(),
        general: warp.offset_lo[..channels].to_vec(),
        address_elements: if last <= ADDRESS_ELEMENTS.into() {
            ADDRESS_ELEMENTS
        } else {
            LANES as u8
        },
        ..OperandState::default()
    };
    let zeros = state.general.iter().all(|&value| value == 0) && modifier == Modifier::None;
    if zeros {
        state.general.clear();
    }
    let addr_add = AddrAdd {
        exec_size,
        mask: ChannelMask::from_code(warp.channel_mask)?,
        dst: AddressElement {
            variable: warp.destination,
            offset: warp.element,
        },
        src0: Src0::Address {
            element: AddressElement {
                variable: 0,
                offset: 0,
            },
            width: exec_size,
        },
        src1: if zeros {
            Src1::Immediate(0)
        } else {
            Src1::General {
                element: GeneralElement {
                    variable: VARIABLE,
                    row: 0,
                    column: 0,
                },
                region: match channels {
                    1 => Region::SCALAR,
                    _ => Region {
                        vertical_stride: Stride::One,
                        ..Region::SCALAR
                    },
                },
                modifier,
            }
        },
    };
    Some((addr_add, state))
}

/// The warp with the values of operand fetch at its unused inputs.
pub fn as_fetched(warp: &Inputs) -> Inputs {
    let mut fetched = Inputs {
        destination: warp.destination,
        lane_mask: 0xf,
        predicate: PT,
        address_register: RZ,
        execution_mask: u32::MAX,
        active_mask: warp.active_mask,
        guard_mask: warp.guard_mask,
        helper_mask: warp.helper_mask,
        steering_mask: u32::MAX,
        carry_in: warp.carry_in,
        overflow_in: warp.overflow_in,
        base_lo: warp.base_lo,
        ..Inputs::default()
    };
    if warp.volta != 0 {
        volta::fetch(&mut fetched, warp);
    }
    if warp.access != 0 {
        fetched.access = 1;
        fetched.extended = warp.extended;
        fetched.store = warp.store;
        fetched.access_space = warp.access_space;
        fetched.access_size = warp.access_size;
        fetched.address_register = warp.address_register;
        fetched.immediate = warp.immediate;
        fetched.immediate_kind = warp.immediate_kind;
        fetched.bank = warp.bank;
        fetched.steer_by_window = warp.steer_by_window;
        fetched.base_hi = warp.base_hi;
        let generic = warp.access_space == 0 && warp.steer_by_window == 0;
        if generic {
            fetched.steering_mask = warp.steering_mask;
        }
        if warp.access_space != 4 {
            fetched.bank = 0;
        }
        if fetched.scale != 0 {
            fetched.base_lo = fetched.offset_lo;
        }
        if warp.address_register == RZ {
            (fetched.base_lo, fetched.base_hi) = ([0; LANES], [0; LANES]);
        }
    } else if warp.address_add != 0 {
        fetched.address_add = 1;
        fetched.execution_mask = warp.execution_mask;
        fetched.exec_size = warp.exec_size;
        fetched.channel_mask = warp.channel_mask;
        fetched.element = warp.element;
        fetched.absolute = warp.absolute;
        fetched.negate = warp.negate;
        fetched.guard_mask = u32::MAX;
        fetched.offset_lo = warp.offset_lo;
        let channels = 1 << warp.exec_size.min(5);
        for lane in 0..LANES {
            let kept = if lane < channels { 0xffff } else { 0 };
            fetched.base_lo[lane] &= kept;
            fetched.offset_lo[lane] &= kept;
        }
    } else if warp.lane_mask != 0xf {
        fetched.lane_mask = warp.lane_mask;
    } else {
        fetched.extended = warp.extended;
        fetched.high = warp.high;
        fetched.negate = warp.negate;
        fetched.scale = warp.scale;
        fetched.write_cc = warp.write_cc;
        fetched.predicate = if warp.write_cc != 0 {
            PT
        } else {
            warp.predicate
        };
        fetched.offset_lo = warp.offset_lo;
        if warp.high != 0 {
            fetched.offset_hi = warp.offset_hi;
        }
    }
    fetched
}

/// Replaces registers by some that every instruction set has and every group may start at.
pub fn few_registers(warp: &mut Inputs) {
    warp.destination = 0;
    if warp.access != 0 && warp.address_register != RZ {
        warp.address_register = ADDRESS_REGISTER;
    }
}

/// Changes that may turn a request into that of an instruction. Each is tried with all choices
/// among those before it.
const CHANGES: &[&[fn(&mut Inputs)]] = &[
    &[|warp| (warp.exec_size, warp.channel_mask, warp.element) = (0, 0, 0)],
    &[
        |warp| warp.immediate_kind = 0,
        |warp| warp.immediate_kind = 1,
        |warp| warp.immediate_kind = 2,
        |warp| warp.immediate_kind = 3,
    ],
    &[|warp| warp.steer_by_window ^= 1],
    &[|warp| warp.extended ^= 1],
    // Offsets of 24 bits, as most accesses from Volta on have them.
    &[|warp| warp.immediate = ((warp.immediate << 8) as i32 >> 8) as u32],
    &[
        |warp| {
            warp.destination &= 0xfc;
            warp.address_register &= 0xfc;
        },
        few_registers,
    ],
    &[
        |warp| warp.uniform_added |= warp.base_word,
        |warp| {
            if warp.access != 0 {
                warp.scale = 0;
            }
        },
    ],
];

/// Requests that operand fetch makes and that differ little from `warp`, the nearest first.
pub fn fetched_like(warp: &Inputs) -> Vec<Inputs> {
    let mut candidates = vec![warp.clone()];
    for changes in CHANGES {
        let with_changes = |warp: &Inputs| {
            let changed = changes.iter().map(|change| {
                let mut changed = warp.clone();
                change(&mut changed);
                changed.immediate &= changed.field();
                changed
            });
            once(warp.clone()).chain(changed).collect::<Vec<_>>()
        };
        candidates = candidates.iter().flat_map(with_changes).collect();
    }
    let mut fetched: Vec<Inputs> = Vec::new();
    for candidate in candidates.iter().map(as_fetched) {
        if !fetched.contains(&candidate) {
            fetched.push(candidate);
        }
    }
    fetched
}
