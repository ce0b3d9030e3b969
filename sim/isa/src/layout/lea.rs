//! Maxwell `LEA`.

use bitfield::bitfield;

bitfield! {
    /// `LEA` with a register as Sb.
    #[derive(Clone, Copy)]
    pub struct LeaRegister(pub u64);
    u64;
    pub rb, set_rb: 27, 20;
    pub scale, set_scale: 43, 39;
    pub negate, set_negate: 45, 45;
    pub extended, set_extended: 46, 46;
    pub cc, set_cc: 47, 47;
    pub plg, set_plg: 50, 48;
    pub opcode, set_opcode: 63, 51;
}

bitfield! {
    /// `LEA` with a constant-bank word as Sb. The offset counts 32-bit words.
    #[derive(Clone, Copy)]
    pub struct LeaConstant(pub u64);
    u64;
    pub offset, set_offset: 33, 20;
    pub bank, set_bank: 38, 34;
    pub scale, set_scale: 43, 39;
    pub negate, set_negate: 45, 45;
    pub extended, set_extended: 46, 46;
    pub cc, set_cc: 47, 47;
    pub plg, set_plg: 50, 48;
    pub opcode, set_opcode: 63, 51;
}

bitfield! {
    /// `LEA` with a 20-bit immediate as Sb. The immediate's sign is inside
    /// the opcode, so both come in two pieces; [`LeaImmediate::immediate`] and
    /// [`LeaImmediate::opcode`] join them.
    #[derive(Clone, Copy)]
    pub struct LeaImmediate(pub u64);
    u64;
    immediate_low, set_immediate_low: 38, 20;
    pub scale, set_scale: 43, 39;
    pub negate, set_negate: 45, 45;
    pub extended, set_extended: 46, 46;
    pub cc, set_cc: 47, 47;
    pub plg, set_plg: 50, 48;
    opcode_low, set_opcode_low: 55, 51;
    immediate_sign, set_immediate_sign: 56, 56;
    opcode_high, set_opcode_high: 63, 57;
}

impl LeaImmediate {
    /// The raw immediate, 20 bits.
    pub fn immediate(&self) -> u64 {
        self.immediate_sign() << 19 | self.immediate_low()
    }

    /// Stores the low 20 bits of `value`.
    pub fn set_immediate(&mut self, value: u64) {
        self.set_immediate_low(value);
        self.set_immediate_sign(value >> 19);
    }

    /// The opcode, 13 bits, with a 0 where the immediate's sign is.
    pub fn opcode(&self) -> u64 {
        self.opcode_high() << 6 | self.opcode_low()
    }

    /// Stores an opcode as [`LeaImmediate::opcode`] reads it.
    pub fn set_opcode(&mut self, value: u64) {
        self.set_opcode_low(value);
        self.set_opcode_high(value >> 6);
    }
}

bitfield! {
    /// `LEA.HI` with a register as Sb.
    #[derive(Clone, Copy)]
    pub struct LeaHiRegister(pub u64);
    u64;
    pub rb, set_rb: 27, 20;
    pub scale, set_scale: 32, 28;
    pub negate, set_negate: 37, 37;
    pub extended, set_extended: 38, 38;
    pub rc, set_rc: 46, 39;
    pub cc, set_cc: 47, 47;
    pub plg, set_plg: 50, 48;
    pub opcode, set_opcode: 63, 51;
}

bitfield! {
    /// `LEA.HI` with a constant-bank word as Sb. The offset counts 32-bit words.
    #[derive(Clone, Copy)]
    pub struct LeaHiConstant(pub u64);
    u64;
    pub offset, set_offset: 33, 20;
    pub bank, set_bank: 38, 34;
    pub rc, set_rc: 46, 39;
    pub cc, set_cc: 47, 47;
    pub plg, set_plg: 50, 48;
    pub scale, set_scale: 55, 51;
    pub negate, set_negate: 56, 56;
    pub extended, set_extended: 57, 57;
    pub opcode, set_opcode: 63, 58;
}
