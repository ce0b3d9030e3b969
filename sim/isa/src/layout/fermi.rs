//! Fermi words. The opcode comes in two pieces in all of them, at the bottom and at
//! the top of the word; each layout's `opcode` joins them.

use bitfield::bitfield;

/// Joins the pieces of an opcode: the upper one above the four bits of the lower.
macro_rules! opcode_in_two {
    ($layout:ident) => {
        impl $layout {
            /// The opcode: its upper piece, then the major opcode in bits 3:0.
            pub fn opcode(&self) -> u64 {
                self.minor() << 4 | self.major()
            }

            /// Stores an opcode as [`Self::opcode`] reads it.
            pub fn set_opcode(&mut self, value: u64) {
                self.set_major(value);
                self.set_minor(value >> 4);
            }
        }
    };
}

bitfield! {
    /// Fields that every Fermi word has in the same place; `MOV` has no `ra`.
    #[derive(Clone, Copy)]
    pub struct FermiCommon(pub u64);
    u64;
    pub sync, set_sync: 4, 4;
    pub guard, set_guard: 12, 10;
    pub guard_inverted, set_guard_inverted: 13, 13;
    pub rd, set_rd: 19, 14;
    pub ra, set_ra: 25, 20;
}

bitfield! {
    /// `LD`, `LDU`, `ST`; `LDU` has no cache operation.
    #[derive(Clone, Copy)]
    pub struct FermiGeneric(pub u64);
    u64;
    major, set_major: 3, 0;
    pub size, set_size: 7, 5;
    pub cache, set_cache: 9, 8;
    pub immediate, set_immediate: 57, 26;
    pub wide, set_wide: 58, 58;
    minor, set_minor: 63, 59;
}
opcode_in_two!(FermiGeneric);

bitfield! {
    /// `LDLK`. The lock predicate comes in two pieces; [`FermiLock::lock`] joins them.
    #[derive(Clone, Copy)]
    pub struct FermiLock(pub u64);
    u64;
    major, set_major: 3, 0;
    pub size, set_size: 7, 5;
    lock_low, set_lock_low: 9, 8;
    pub immediate, set_immediate: 57, 26;
    lock_high, set_lock_high: 58, 58;
    minor, set_minor: 63, 59;
}
opcode_in_two!(FermiLock);

impl FermiLock {
    /// The lock predicate, 3 bits.
    pub fn lock(&self) -> u64 {
        self.lock_high() << 2 | self.lock_low()
    }

    /// Stores the low 3 bits of `value`.
    pub fn set_lock(&mut self, value: u64) {
        self.set_lock_low(value);
        self.set_lock_high(value >> 2);
    }
}

bitfield! {
    /// `STUL`.
    #[derive(Clone, Copy)]
    pub struct FermiUnlock(pub u64);
    u64;
    major, set_major: 3, 0;
    pub size, set_size: 7, 5;
    pub immediate, set_immediate: 57, 26;
    minor, set_minor: 63, 58;
}
opcode_in_two!(FermiUnlock);

bitfield! {
    /// The forms that name local or shared memory: `LDL`, `STL`, `LDS`, `STS`, `LDSLK`, `STSUL`.
    /// Only `LDL` and `STL` have a cache operation, only `LDSLK` has a lock predicate.
    #[derive(Clone, Copy)]
    pub struct FermiDirect(pub u64);
    u64;
    major, set_major: 3, 0;
    pub size, set_size: 7, 5;
    pub cache, set_cache: 9, 8;
    pub immediate, set_immediate: 49, 26;
    pub lock, set_lock: 52, 50;
    minor, set_minor: 63, 56;
}
opcode_in_two!(FermiDirect);

bitfield! {
    /// `LDC`.
    #[derive(Clone, Copy)]
    pub struct FermiConstant(pub u64);
    u64;
    major, set_major: 3, 0;
    pub size, set_size: 7, 5;
    pub mode, set_mode: 9, 8;
    pub immediate, set_immediate: 41, 26;
    pub bank, set_bank: 46, 42;
    minor, set_minor: 63, 56;
}
opcode_in_two!(FermiConstant);

bitfield! {
    /// `MOV`, whose source is a register, a constant-bank word or an immediate. The
    /// kind of source is part of the opcode here, since it distinguishes forms.
    #[derive(Clone, Copy)]
    pub struct FermiMove(pub u64);
    u64;
    major, set_major: 3, 0;
    pub lane_mask, set_lane_mask: 8, 5;
    pub register, set_register: 31, 26;
    pub offset, set_offset: 41, 26;
    pub bank, set_bank: 45, 42;
    pub immediate, set_immediate: 45, 26;
    kind, set_kind: 47, 46;
    minor, set_minor: 63, 56;
}

impl FermiMove {
    /// The opcode: its upper piece, the kind of source, the major opcode.
    pub fn opcode(&self) -> u64 {
        self.minor() << 6 | self.kind() << 4 | self.major()
    }

    /// Stores an opcode as [`FermiMove::opcode`] reads it.
    pub fn set_opcode(&mut self, value: u64) {
        self.set_major(value);
        self.set_kind(value >> 4);
        self.set_minor(value >> 6);
    }
}

bitfield! {
    /// `MOV32I`.
    #[derive(Clone, Copy)]
    pub struct FermiMove32(pub u64);
    u64;
    major, set_major: 3, 0;
    pub lane_mask, set_lane_mask: 8, 5;
    pub immediate, set_immediate: 57, 26;
    minor, set_minor: 63, 58;
}
opcode_in_two!(FermiMove32);
