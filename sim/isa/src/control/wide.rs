//! The control record of an instruction from Volta on, whose word has 128 bits.

use super::record::record;
use super::{AccessSpace, ControlRecord, SourceCode};
use crate::instruction::volta::{Access, AccessForm, BaseWidth, Lea, Source};
use crate::instruction::{ImmediateKind, Operation, PT, RZ};
use crate::{Isa, Word};

macro_rules! of_wide_words {
    ($($fields:tt)*) => {
        record! {
            /// Fields of such a record besides those of every instruction. Those that an instruction
            /// does not use are 0, RZ for a register, PT for a predicate, and `!PT` for the carry in.
            WideFields: $($fields)*
        }
    };
}
crate::wide_record!(of_wide_words);

/// Record of an instruction that is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WideRecord {
    /// Fields that all instructions have.
    pub common: ControlRecord,
    /// Fields of words of 128 bits.
    pub wide: WideFields,
}

impl WideFields {
    fn unused() -> WideFields {
        WideFields {
            carry_out: PT,
            carry_in: PT,
            carry_in_inverted: true,
            uniform_register: RZ,
            ..WideFields::default()
        }
    }
}

impl WideRecord {
    /// The record of a word; `None` if it is not executed, or none from Volta on.
    pub fn of_word(isa: Isa, word: Word) -> Option<WideRecord> {
        let instruction = crate::decode(isa, word).ok()?;
        let WideRecord { common, wide } = match &instruction.operation {
            Operation::VoltaLea(lea) => WideRecord::of_lea(lea),
            Operation::VoltaAccess(access) => WideRecord::of_access(access),
            Operation::Lea(_) | Operation::Move(_) | Operation::Access(_) => return None,
        };
        let common = common.guarded(instruction.guard);
        Some(WideRecord { common, wide })
    }

    fn of_lea(lea: &Lea) -> WideRecord {
        let mut common = ControlRecord {
            extended: lea.extended,
            destination: lea.rd.into(),
            high: lea.high,
            negate: lea.negate,
            scale: lea.shift,
            offset_register: lea.ra,
            ..ControlRecord::unused()
        };
        let mut wide = WideFields {
            uniform: lea.uniform,
            carry_out: lea.carry_out,
            carry_in: lea.carry_in.predicate,
            carry_in_inverted: lea.carry_in.inverted,
            negate_source: lea.negate_base,
            sign_extended: lea.sign_extended,
            ..WideFields::unused()
        };
        match lea.base {
            Source::Register(register) => common.source_register = register,
            Source::Uniform(register) => wide.uniform_register = register,
            Source::Immediate(immediate) => {
                common.source_kind = SourceCode::Immediate as u8;
                common.immediate = immediate;
            }
            Source::Constant { bank, offset } => {
                common.source_kind = SourceCode::Constant as u8;
                common.bank = bank;
                common.constant_offset = offset;
            }
            // It is not executed.
            Source::Bindless { .. } => {}
        }
        match lea.upper {
            Source::Register(register) => common.offset_high_register = register,
            Source::Immediate(immediate) => {
                common.immediate = immediate;
                wide.immediate_high = true;
            }
            Source::Uniform(_) | Source::Constant { .. } | Source::Bindless { .. } => {}
        }
        WideRecord { common, wide }
    }

    fn of_access(access: &Access) -> WideRecord {
        let space = access.form.space();
        let kind = match space {
            AccessSpace::Constant if !access.form.is_uniform() => ImmediateKind::Word16,
            // Offsets of 17 and of 24 bits are sign-extended to 32 already.
            _ => ImmediateKind::Word,
        };
        let immediate = kind.with(access.offset as u32);
        let (store, size) = (access.form.is_store(), access.size);
        WideRecord {
            common: ControlRecord {
                extended: access.extended,
                destination: access.data.into(),
                address_register: access.address,
                bank: access.bank,
                steer_by_window: space == AccessSpace::Generic,
                ..ControlRecord::accessing(space, store, size, immediate)
            },
            wide: WideFields {
                uniform: access.form.is_uniform(),
                uniform_register: access.uniform.unwrap_or(RZ),
                base_pair: access.base() == BaseWidth::Pair,
                address_scale: access.scale,
                ..WideFields::unused()
            },
        }
    }
}

impl AccessForm {
    /// The space that the form names.
    pub fn space(self) -> AccessSpace {
        use AccessForm::*;
        match self {
            Ld | St => AccessSpace::Generic,
            Ldg | Stg | LdgWide | StgWide | UldcMemory | LdcuMemory | LdcuMemoryWide => {
                AccessSpace::Global
            }
            Lds | Sts | Ldsm | Stsm => AccessSpace::Shared,
            Ldl | Stl => AccessSpace::Local,
            Ldc | Uldc | Ldcu | LdcuWide => AccessSpace::Constant,
        }
    }
}
