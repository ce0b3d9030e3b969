//! The record of an instruction from Volta on.

use super::{AccessSpace, ControlRecord, OffsetHighCode, SourceCode};
use crate::instruction::ImmediateKind;
use crate::instruction::volta::{Access, AccessForm, BaseWidth, Lea, Source};

impl ControlRecord {
    pub(super) fn of_volta_lea(lea: &Lea) -> ControlRecord {
        if matches!(lea.base, Source::Bindless { .. }) {
            return ControlRecord::illegal();
        }
        let record = ControlRecord {
            volta: true,
            uniform_form: lea.uniform,
            extended: lea.extended,
            destination: lea.rd.into(),
            high: lea.high,
            negate: lea.negate,
            negate_base: lea.negate_base,
            scale: lea.shift,
            predicate: lea.carry_out,
            offset_register: lea.ra,
            ..ControlRecord::unused()
        };
        record.with_carry(lea).with_base(lea.base).with_upper(lea)
    }

    /// Without `.X` no predicate is added.
    fn with_carry(self, lea: &Lea) -> ControlRecord {
        if lea.extended {
            ControlRecord {
                carry_predicate: lea.carry_in.predicate,
                carry_inverted: lea.carry_in.inverted,
                ..self
            }
        } else {
            self
        }
    }

    fn with_base(self, base: Source) -> ControlRecord {
        match base {
            Source::Register(source_register) => ControlRecord {
                source_register,
                ..self
            },
            Source::Uniform(uniform_register) => ControlRecord {
                source_kind: SourceCode::Uniform as u8,
                uniform_register,
                ..self
            },
            Source::Immediate(immediate) => ControlRecord {
                source_kind: SourceCode::Immediate as u8,
                immediate,
                ..self
            },
            Source::Constant { bank, offset } => ControlRecord {
                source_kind: SourceCode::Constant as u8,
                bank,
                constant_offset: offset,
                ..self
            },
            Source::Bindless { .. } => self,
        }
    }

    fn with_upper(self, lea: &Lea) -> ControlRecord {
        match lea.upper {
            _ if lea.sign_extended => ControlRecord {
                offset_high_kind: OffsetHighCode::Sign as u8,
                ..self
            },
            Source::Immediate(immediate) => ControlRecord {
                offset_high_kind: OffsetHighCode::Immediate as u8,
                immediate,
                ..self
            },
            Source::Register(offset_high_register) => ControlRecord {
                offset_high_register,
                ..self
            },
            Source::Uniform(_) | Source::Constant { .. } | Source::Bindless { .. } => self,
        }
    }

    pub(super) fn of_volta_access(access: &Access) -> ControlRecord {
        if access.handle.is_some() {
            return ControlRecord::illegal();
        }
        let space = access.form.space();
        let kind = match space {
            AccessSpace::Constant if access.form != AccessForm::Ldcu => ImmediateKind::Word16,
            // Offsets of 17 and of 24 bits are sign-extended to 32 already.
            _ => ImmediateKind::Word,
        };
        let immediate = kind.with(access.offset as u32);
        let (store, size) = (access.form.is_store(), access.size);
        let is_pair = access.base() != BaseWidth::Word;
        ControlRecord {
            volta: true,
            uniform_form: access.form.is_uniform(),
            extended: access.extended,
            destination: access.data.into(),
            scale: access.scale,
            address_register: access.address,
            base_word: access.extended && access.uniform.is_some() && !is_pair,
            uniform_added: access.uniform.is_some(),
            uniform_register: access.uniform.unwrap_or(0),
            bank: access.bank,
            steer_by_window: space == AccessSpace::Generic,
            ..ControlRecord::accessing(space, store, size, immediate)
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
