//! vISA `ADDR_ADD`: bit fields of its bytes. Numbers of more than one byte are little-endian.

use bitfield::bitfield;

bitfield! {
    /// The byte after the opcode.
    #[derive(Clone, Copy)]
    pub struct VisaExec(pub u8);
    u8;
    pub size, set_size: 2, 0;
    pub reserved, _: 3, 3;
    pub group, set_group: 6, 4;
    pub no_mask, set_no_mask: 7, 7;
}

bitfield! {
    /// The first byte of a vector operand.
    #[derive(Clone, Copy)]
    pub struct VisaTag(pub u8);
    u8;
    pub kind, set_kind: 2, 0;
    pub modifier, set_modifier: 5, 3;
    pub reserved, _: 7, 6;
}

bitfield! {
    /// The region of a general operand.
    #[derive(Clone, Copy)]
    pub struct VisaRegion(pub u16);
    u16;
    pub vertical_stride, set_vertical_stride: 3, 0;
    pub width, set_width: 7, 4;
    pub horizontal_stride, set_horizontal_stride: 11, 8;
    pub reserved, _: 15, 12;
}
