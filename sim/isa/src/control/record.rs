//! One instruction as the decoder in front of the unit hands it on.

use super::{AccessSpace, SourceCode};
use crate::Isa;
use crate::instruction::{
    Access, AccessForm, Instruction, Lea, Move, Operation, PT, Part, RZ, Source, Steering,
};

/// Control of the address unit and what operand fetch needs, fields named as the ports.
///
/// A field that an instruction does not use has one value: a register is [`RZ`], a
/// predicate [`PT`], `lane_mask` has all bits set, everything else is 0. The `Default`
/// is the record of no word: all fields 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ControlRecord {
    /// The word is no instruction, or illegal to execute; then all other fields are 0.
    pub illegal: bool,

    /// Guard predicate.
    pub guard: u8,
    /// The lane executes where the guard is false.
    pub guard_inverted: bool,

    /// An ADDR_ADD, else what `access` says.
    pub address_add: bool,
    /// A load or a store, else an LEA or a MOV.
    pub access: bool,
    /// `.X` of an LEA, `.E` of an access.
    pub extended: bool,
    /// Lane `l` takes part where bit `l mod 4` is set.
    pub lane_mask: u8,
    /// Rd of an LEA or a MOV, data register of an access, address variable of an
    /// ADDR_ADD.
    pub destination: u16,

    /// LEA.HI.
    pub high: bool,
    /// The offset of an LEA is negated, or src1 of an ADDR_ADD.
    pub negate: bool,
    /// Left shift of an LEA's offset.
    pub scale: u8,
    /// `.CC`.
    pub write_cc: bool,
    /// Plg of an LEA, where it is written.
    pub predicate: u8,

    /// A store, else a load.
    pub store: bool,
    /// Code of the [`AccessSpace`].
    pub access_space: u8,
    /// Code of the access size.
    pub access_size: u8,
    /// Ra of an access.
    pub address_register: u8,
    /// An access's raw field, zero-extended; an Sb that is an immediate, sign-extended;
    /// a src1 that is one, zero-extended.
    pub immediate: u32,
    /// Code of the kind of an access's immediate.
    pub immediate_kind: u8,
    /// Constant bank of LDC or of an Sb that is a constant.
    pub bank: u8,
    /// The window compare alone steers a generic access.
    pub steer_by_window: bool,
    /// Plg of a generic access, where it steers.
    pub steering_predicate: u8,

    /// The access competes for a lock.
    pub lock_acquire: bool,
    /// The access frees a lock.
    pub lock_release: bool,
    /// Predicate that tells who got the lock.
    pub lock_predicate: u8,

    /// Code of the [`SourceCode`]: where Sb, the base of an LEA or a MOV, or src0 of an
    /// ADDR_ADD comes from.
    pub source_kind: u8,
    /// Sb as a register.
    pub source_register: u8,
    /// Sb as a constant: byte offset in its bank.
    pub constant_offset: u16,
    /// Ra of an LEA, the low word of its offset.
    pub offset_register: u8,
    /// Rc of an LEA, the high word of its offset.
    pub offset_high_register: u8,

    /// `(abs)` of src1, before it is negated.
    pub absolute: bool,
    /// Code of the exec size.
    pub exec_size: u8,
    /// Code of the channel mask: its group in bits 2:0, NoMask in bit 3.
    pub channel_mask: u8,
    /// First element of the destination.
    pub element: u8,
    /// Bytes of an ADDR_ADD.
    pub length: u8,
    /// Number of src0's variable.
    pub source_variable: u32,
    /// First element of src0, row of a general variable, bytes past a state variable's
    /// address.
    pub source_offset: u8,
    /// Column of src0 that is a general variable.
    pub source_column: u8,
    /// Code of the width of src0 that is an address operand.
    pub source_width: u8,
    /// Src0 is a sampler, where it is a state variable.
    pub source_sampler: bool,
    /// Code of the [`OffsetCode`](super::OffsetCode): where the offset, or src1, comes from.
    pub offset_kind: u8,
    /// Number of src1's variable.
    pub offset_variable: u32,
    /// Row of src1's first element.
    pub offset_row: u8,
    /// Column of src1's first element.
    pub offset_column: u8,
    /// Code of the vertical stride of src1's region, 1 to 7.
    pub vertical_stride: u8,
    /// Code of the width of src1's region, 2 to 7.
    pub region_width: u8,
    /// Code of the horizontal stride of src1's region, 1 to 7.
    pub horizontal_stride: u8,
}

impl ControlRecord {
    /// What an illegal word gives.
    pub fn illegal() -> ControlRecord {
        ControlRecord {
            illegal: true,
            ..ControlRecord::default()
        }
    }

    /// The record of a word, legal or not. The virtual ISA has no words: illegal.
    pub fn of_word(isa: Isa, word: u64) -> ControlRecord {
        match crate::decode(isa, word) {
            Ok(instruction) => ControlRecord::from(&instruction),
            Err(_) => ControlRecord::illegal(),
        }
    }

    /// What every instruction says where it says nothing else.
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
            high: lea.part == Part::Hi,
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
            access: true,
            extended: access.extended,
            destination: access.data.into(),
            store: access.form.is_store(),
            access_space: space as u8,
            access_size: access.size.code(),
            address_register: access.address,
            immediate: access.immediate.bits(),
            immediate_kind: access.immediate.code(),
            bank: access.bank,
            steer_by_window: is_generic && access.steering == Steering::Window,
            steering_predicate: match access.steering {
                Steering::Predicate(predicate) if is_generic => predicate,
                _ => PT,
            },
            lock_acquire: matches!(access.form, AccessForm::Ldlk | AccessForm::Ldslk),
            lock_release: matches!(access.form, AccessForm::Stul | AccessForm::Stsul),
            lock_predicate: access.lock,
            ..ControlRecord::unused()
        }
    }
}

impl From<&Instruction> for ControlRecord {
    fn from(instruction: &Instruction) -> ControlRecord {
        let of_operation = match &instruction.operation {
            Operation::Lea(lea) => ControlRecord::of_lea(lea),
            Operation::Move(mov) => ControlRecord::of_move(mov),
            Operation::Access(access) => ControlRecord::of_access(access),
        };
        ControlRecord {
            guard: instruction.guard.predicate,
            guard_inverted: instruction.guard.inverted,
            ..of_operation
        }
    }
}
