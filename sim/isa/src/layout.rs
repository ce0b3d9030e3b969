//! Bits of Maxwell's control words and of vISA's bytes. The rows of the tables of forms have those
//! of instruction words.

use bitfield::bitfield;

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

bitfield! {
    /// vISA: the byte after the opcode.
    #[derive(Clone, Copy)]
    pub struct VisaExec(pub u8);
    u8;
    pub size, set_size: 2, 0;
    pub reserved, _: 3, 3;
    pub group, set_group: 6, 4;
    pub no_mask, set_no_mask: 7, 7;
}

bitfield! {
    /// vISA: the first byte of a vector operand.
    #[derive(Clone, Copy)]
    pub struct VisaTag(pub u8);
    u8;
    pub kind, set_kind: 2, 0;
    pub modifier, set_modifier: 5, 3;
    pub reserved, _: 7, 6;
}

bitfield! {
    /// vISA: the region of a general operand, two bytes, little-endian.
    #[derive(Clone, Copy)]
    pub struct VisaRegion(pub u16);
    u16;
    pub vertical_stride, set_vertical_stride: 3, 0;
    pub width, set_width: 7, 4;
    pub horizontal_stride, set_horizontal_stride: 11, 8;
    pub reserved, _: 15, 12;
}
