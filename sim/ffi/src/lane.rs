//! One lane of each instruction from plain values. A flag is set if it is not 0.

use crate::config::{agu_config, config_at};
use crate::status::{Refused, agu_error, agu_status, call, read, write};
use agu_status::AGU_OK;
use isa::instruction::AccessSize;
use sim::access::{AccessInput, ImmediateKind, Limits, SPACES, access};
use sim::addr_add::{modified, sum};
use sim::lea::{LeaInput, lea};
use sim::value::Native;

/// Inputs of one lane of an LEA; a MOV is an LEA without an offset.
#[repr(C)]
#[derive(Clone, Default)]
pub struct agu_lea {
    /// LEA.HI, else LEA.LO.
    pub high: u8,
    pub negate: u8,
    /// `.X`.
    pub extended: u8,
    /// Left shift of the offset, 0 to 31.
    pub scale: u8,
    /// Sb.
    pub base: u32,
    /// {Rc, Ra}.
    pub offset: u64,
    /// CC.CF and CC.OF before the instruction.
    pub carry_in: u8,
    pub overflow_in: u8,
}

/// Result of one lane of an LEA.
#[repr(C)]
#[derive(Clone, Default)]
pub struct agu_lea_result {
    /// Rd.
    pub sum: u32,
    /// CC.CF, ZF, SF, OF.
    pub carry: u8,
    pub zero: u8,
    pub sign: u8,
    /// CC.OF, and the value of the predicate: 1 if the shared window is not hit.
    pub overflow: u8,
}

/// Inputs of one lane of a load or store.
#[repr(C)]
#[derive(Clone, Default)]
pub struct agu_access {
    /// 0 generic, 1 global, 2 shared, 3 local, 4 constant.
    pub access_space: u8,
    /// 0, 1: 1 byte; 2, 3: 2 bytes; 4: 4; 5: 8; 6, 7: 16.
    pub access_size: u8,
    /// Constant bank, 0 to 31.
    pub bank: u8,
    /// `.E`: the base has 64 bits.
    pub extended: u8,
    /// There is no base: the address register is RZ.
    pub absolute: u8,
    /// {Ra+1, Ra}.
    pub base: u64,
    /// Raw bits of the immediate.
    pub immediate: u32,
    /// 0: 32 bits; 1: 24 bits; 2: 16 bits, unsigned; 3: 16 bits.
    pub immediate_kind: u8,
    /// The window compare steers a generic access, not `predicate`.
    pub steer_by_window: u8,
    pub predicate: u8,
}

/// Result of one lane of a load or store.
#[repr(C)]
#[derive(Clone, Default)]
pub struct agu_lane_address {
    /// Effective address: before alignment, and before a window's base is subtracted.
    pub effective: u64,
    /// Aligned address; an offset in shared, local and constant memory.
    pub address: u64,
    /// Accessed bytes of the aligned 16-byte block, a bit each.
    pub byte_enable: u16,
    /// 0 global, 1 shared, 2 local, 3 constant.
    pub space: u8,
    /// 0 none, 1 OutsideWindow, 2 OutsideAllocation, 3 Misaligned.
    pub fault: u8,
    /// Alignment changed the address.
    pub misaligned: u8,
    /// `address[9:2]`.
    pub lock_index: u8,
}

fn at_most(name: &str, value: u8, most: u8) -> Result<usize, Refused> {
    if value <= most {
        return Ok(value.into());
    }
    let message = format!("{name} is {value}, expected 0 to {most}");
    Err(Refused::value(message))
}

/// Computes one lane of an LEA. A null `config` is the default one.
///
/// # Safety
/// Each pointer is null, or valid for reads or, for `result` and `error`, writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_lea_lane(
    config: *const agu_config,
    input: *const agu_lea,
    result: *mut agu_lea_result,
    error: *mut agu_error,
) -> agu_status {
    // SAFETY: as promised.
    unsafe {
        call(error, || {
            let (config, input) = (config_at(config)?, read(input, "input")?);
            at_most("scale", input.scale, 31)?;
            let output = lea::<Native>(LeaInput {
                high: input.high != 0,
                negate: input.negate != 0,
                extended: input.extended != 0,
                scale: input.scale.into(),
                base: input.base.into(),
                offset: input.offset,
                cc_carry: input.carry_in != 0,
                cc_overflow: input.overflow_in != 0,
                shared_base: config.shared_base,
            });
            let given = agu_lea_result {
                sum: output.sum as u32,
                carry: output.carry_lo.into(),
                zero: output.zero.into(),
                sign: output.sign.into(),
                overflow: output.miss.into(),
            };
            write(result, "result", given)?;
            Ok(AGU_OK)
        })
    }
}

/// Computes one lane of a load or store that executes. A null `config` is the default one.
///
/// # Safety
/// As for [`agu_lea_lane`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_access_lane(
    config: *const agu_config,
    input: *const agu_access,
    result: *mut agu_lane_address,
    error: *mut agu_error,
) -> agu_status {
    // SAFETY: as promised.
    unsafe {
        call(error, || {
            let (config, input) = (config_at(config)?, read(input, "input")?);
            at_most("bank", input.bank, 31)?;
            let kind = at_most("immediate_kind", input.immediate_kind, 3)?;
            let output = access::<Native>(AccessInput {
                space: SPACES[at_most("access_space", input.access_space, 4)?],
                size: AccessSize::ALL[at_most("access_size", input.access_size, 7)?],
                immediate_kind: ImmediateKind::ALL[kind],
                immediate: input.immediate,
                extended: input.extended != 0,
                absolute: input.absolute != 0,
                base: input.base,
                plg: input.predicate != 0,
                steer_by_window: input.steer_by_window != 0,
                limits: Limits::of_bank(&config, input.bank),
                misaligned_is_error: config.misaligned_is_error,
            });
            let given = agu_lane_address {
                effective: output.ea,
                address: output.address,
                byte_enable: output.byte_enable as u16,
                space: output.space as u8,
                fault: output.fault as u8,
                misaligned: output.misaligned.into(),
                lock_index: output.lock_index as u8,
            };
            write(result, "result", given)?;
            Ok(AGU_OK)
        })
    }
}

/// Computes one channel of an ADDR_ADD: `(src0 + src1) mod 2^16`, with src1 after (abs), then (-).
#[unsafe(no_mangle)]
pub extern "C" fn agu_addr_add_lane(src0: u16, src1: u16, absolute: u8, negate: u8) -> u16 {
    let src1 = modified::<Native>(src1.into(), absolute != 0, negate != 0);
    sum::<Native>(src0.into(), src1) as u16
}
