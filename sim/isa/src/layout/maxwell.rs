//! Common fields of Maxwell words, and the words of loads and stores.

use bitfield::bitfield;

bitfield! {
    /// Fields that every Maxwell word has in the same place.
    #[derive(Clone, Copy)]
    pub struct MaxwellCommon(pub u64);
    u64;
    pub rd, set_rd: 7, 0;
    pub ra, set_ra: 15, 8;
    pub guard, set_guard: 18, 16;
    pub guard_inverted, set_guard_inverted: 19, 19;
}

bitfield! {
    /// `LD`, `ST`.
    #[derive(Clone, Copy)]
    pub struct MaxwellGeneric(pub u64);
    u64;
    pub immediate, set_immediate: 51, 20;
    pub wide, set_wide: 52, 52;
    pub size, set_size: 55, 53;
    pub cache, set_cache: 57, 56;
    pub plg, set_plg: 60, 58;
    pub opcode, set_opcode: 63, 61;
}

bitfield! {
    /// `LDG`, `STG`.
    #[derive(Clone, Copy)]
    pub struct MaxwellGlobal(pub u64);
    u64;
    pub immediate, set_immediate: 43, 20;
    pub wide, set_wide: 45, 45;
    pub cache, set_cache: 47, 46;
    pub size, set_size: 50, 48;
    pub opcode, set_opcode: 63, 51;
}

bitfield! {
    /// `LDL`, `STL`.
    #[derive(Clone, Copy)]
    pub struct MaxwellLocal(pub u64);
    u64;
    pub immediate, set_immediate: 43, 20;
    pub cache, set_cache: 45, 44;
    pub size, set_size: 50, 48;
    pub opcode, set_opcode: 63, 51;
}

bitfield! {
    /// `LDS`, `STS`; only the load has the uniform hint.
    #[derive(Clone, Copy)]
    pub struct MaxwellShared(pub u64);
    u64;
    pub immediate, set_immediate: 43, 20;
    pub uniform, set_uniform: 44, 44;
    pub size, set_size: 50, 48;
    pub opcode, set_opcode: 63, 51;
}

bitfield! {
    /// `LDC`.
    #[derive(Clone, Copy)]
    pub struct MaxwellConstant(pub u64);
    u64;
    pub immediate, set_immediate: 35, 20;
    pub bank, set_bank: 40, 36;
    pub mode, set_mode: 45, 44;
    pub size, set_size: 50, 48;
    pub opcode, set_opcode: 63, 51;
}

bitfield! {
    /// The control word before three instructions: 21 bits for each.
    #[derive(Clone, Copy)]
    pub struct MaxwellControl(pub u64);
    u64;
    pub into u64, instruction, set_instruction: 20, 0, 3;
    pub none, _: 63, 63;
}

bitfield! {
    /// An instruction's part of a control word.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub struct MaxwellSchedule(pub u64);
    u64;
    pub stall, set_stall: 3, 0;
    pub stays, set_stays: 4, 4;
    pub write_barrier, set_write_barrier: 7, 5;
    pub read_barrier, set_read_barrier: 10, 8;
    pub wait, set_wait: 16, 11;
    pub reuse, set_reuse: 20, 17;
}
