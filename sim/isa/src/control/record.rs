//! The control record: one instruction at the output ports of the decoder.

use super::{AccessSpace, SourceCode};
use crate::instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, Instruction, Lea, LeaPart, Move, Operation,
    PT, RZ, Source, Steering,
};
use crate::{Isa, Word};

macro_rules! record {
    ($($field:ident $shape:ident $bits:tt $meaning:literal,)*) => {
        /// Control of the address unit and of operand fetch, with fields named as the ports.
        ///
        /// A field that an instruction does not use has a fixed value. A register is [`RZ`], a
        /// predicate is [`PT`], `lane_mask` has all bits set, and everything else is 0, as is a
        /// field that only instructions from Volta on use. The `Default` is the record of no word:
        /// all fields 0.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct ControlRecord {
            $(#[doc = $meaning] pub $field: crate::field_type!($shape $bits),)*
        }

        impl ControlRecord {
            /// Name and value of each field, in the order of the module.
            pub fn fields(&self) -> impl Iterator<Item = (&'static str, u32)> {
                [$((stringify!($field), u32::from(self.$field)),)*].into_iter()
            }
        }
    };
}
crate::control_record!(record);

impl ControlRecord {
    /// Record of an illegal word.
    pub fn illegal() -> ControlRecord {
        ControlRecord {
            illegal: true,
            ..ControlRecord::default()
        }
    }

    /// The record of a word, legal or not. The virtual ISA has no words.
    pub fn of_word(isa: Isa, word: Word) -> ControlRecord {
        match crate::decode(isa, word) {
            Ok(instruction) => ControlRecord::from(&instruction),
            Err(_) => ControlRecord::illegal(),
        }
    }

    /// Record with the value for unused in every field.
    pub(super) fn unused() -> ControlRecord {
        ControlRecord {
            lane_mask: 0xf,
            destination: RZ.into(),
            predicate: PT,
            address_register: RZ,
            steering_predicate: PT,
            lock_predicate: PT,
            source_register: RZ,
            offset_register: RZ,
            offset_high_register: RZ,
            ..ControlRecord::default()
        }
    }

    fn of_lea(lea: &Lea) -> ControlRecord {
        ControlRecord {
            extended: lea.extended,
            destination: lea.rd.into(),
            high: lea.part == LeaPart::Hi,
            negate: lea.negate,
            scale: lea.scale,
            write_cc: lea.cc,
            predicate: lea.plg,
            offset_register: lea.ra,
            offset_high_register: lea.rc,
            ..ControlRecord::of_source(lea.sb)
        }
    }

    fn of_move(mov: &Move) -> ControlRecord {
        ControlRecord {
            lane_mask: mov.lane_mask,
            destination: mov.rd.into(),
            ..ControlRecord::of_source(mov.source)
        }
    }

    fn of_source(source: Source) -> ControlRecord {
        match source {
            Source::Register(source_register) => ControlRecord {
                source_kind: SourceCode::Register as u8,
                source_register,
                ..ControlRecord::unused()
            },
            Source::Constant { bank, offset } => ControlRecord {
                source_kind: SourceCode::Constant as u8,
                bank,
                constant_offset: offset,
                ..ControlRecord::unused()
            },
            Source::Immediate(immediate) => ControlRecord {
                source_kind: SourceCode::Immediate as u8,
                immediate: immediate as u32,
                ..ControlRecord::unused()
            },
        }
    }

    fn of_access(access: &Access) -> ControlRecord {
        let space = access.form.space();
        let is_generic = space == AccessSpace::Generic;
        ControlRecord {
            extended: access.extended,
            destination: access.data.into(),
            address_register: access.address,
            bank: access.bank,
            steer_by_window: is_generic && access.steering == Steering::Window,
            steering_predicate: match access.steering {
                Steering::Predicate(predicate) if is_generic => predicate,
                _ => PT,
            },
            lock_acquire: matches!(access.form, AccessForm::Ldlk | AccessForm::Ldslk),
            lock_release: matches!(access.form, AccessForm::Stul | AccessForm::Stsul),
            lock_predicate: access.lock,
            ..ControlRecord::accessing(space, access.form.is_store(), access.size, access.immediate)
        }
    }

    /// Record of an access with nothing else.
    pub(super) fn accessing(
        space: AccessSpace,
        store: bool,
        size: AccessSize,
        immediate: Immediate,
    ) -> ControlRecord {
        ControlRecord {
            access: true,
            store,
            access_space: space as u8,
            access_size: size.code(),
            immediate: immediate.bits(),
            immediate_kind: immediate.code(),
            ..ControlRecord::unused()
        }
    }

    pub(super) fn guarded(self, guard: Guard) -> ControlRecord {
        ControlRecord {
            guard: guard.predicate,
            guard_inverted: guard.inverted,
            ..self
        }
    }
}

impl From<&Instruction> for ControlRecord {
    fn from(instruction: &Instruction) -> ControlRecord {
        let of_operation = match &instruction.operation {
            Operation::Lea(lea) => ControlRecord::of_lea(lea),
            Operation::Move(mov) => ControlRecord::of_move(mov),
            Operation::Access(access) => ControlRecord::of_access(access),
            Operation::VoltaLea(lea) => ControlRecord::of_volta_lea(lea),
            Operation::VoltaAccess(access) => ControlRecord::of_volta_access(access),
        };
        if of_operation.illegal {
            return of_operation;
        }
        of_operation.guarded(instruction.guard)
    }
}
