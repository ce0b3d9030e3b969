//! The rows of `LEA` and `ULEA`.

use super::control;
use super::values::NOT_PT;
use super::{ALL, FROM_75, FROM_100, GUARDED, TO_75, TO_90, UNIFORM, UNIFORM_LOW, opcode};
use crate::fields::FieldId::{self, Extended};
use crate::form::Coding::{self, Register, Uniform, UniformPredicate, Unsigned};
use crate::form::{Address, Field, Form, Meaning, Modifier, Operand, Rule, Slot, Space};
use crate::form_row::{CONSTANT, IN_BANK, NUMBER, RB, RD, at, form, required, unless};
use crate::instruction::{PT, RZ};

/// Constant offsets count 32-bit words and print as signed 16-bit byte offsets.
const WORDS: Coding = Coding::Wrapping { shift: 2 };
/// Offsets in bindless banks print unsigned.
const UNSIGNED_WORDS: Coding = Coding::Multiple { shift: 2 };

/// Fields of every form, without registers.
const PLAIN: &[Field] = fields![
    Negate Unsigned 72, Extended Unsigned 74, Scale Unsigned 79:75, High Unsigned 80
];
const LEA: &[Field] = fields![
    ..GUARDED, Rd Register 23:16, Ra Register 31:24, ..PLAIN, CarryOut Unsigned 83:81,
    CarryIn Unsigned 90:87
];
const ULEA: &[Field] = fields![
    ..UNIFORM, Rd Uniform 21:16 on TO_90, Rd Uniform 23:16 on FROM_100,
    Ra Uniform 29:24 on TO_90, Ra Uniform 31:24 on FROM_100, ..PLAIN,
    CarryOut UniformPredicate 83:81, CarryIn UniformPredicate 90:87
];
/// Rc, or the sign of Ra in its place.
const UPPER: &[Field] = fields![SignExtended Unsigned 73, Rc Register 71:64];
const UNIFORM_UPPER: &[Field] = fields![
    SignExtended Unsigned 73, Rc Uniform 69:64 on TO_90, Rc Uniform 71:64 on FROM_100
];

const MODIFIERS: &[Modifier] = &[
    suffixes!(High: "" 0, "HI" 1),
    suffixes!(Extended: "" 0, "X" 1),
    suffixes!(SignExtended: "" 0, "SX32" 1),
];
/// Suffixes of the forms whose Rc is a number. Bit 73 is no field from sm_80 on.
const HIGH: &[Modifier] = &[suffixes!(High: "HI" 1), suffixes!(Extended: "" 0, "X" 1)];

const CARRY_OUT: Slot = unless(PT as i64, Operand::Predicate(FieldId::CarryOut));
const RA: Slot = required(Operand::Register(FieldId::Ra)).signed(FieldId::Negate, Some(Extended));
const UNIFORM_BASE: Slot = required(Operand::Register(FieldId::UniformRegister));
const BINDLESS: Slot = at(&Address {
    space: Space::Bindless(FieldId::Handle),
    ..IN_BANK
});
const UPPER_WORD: Slot =
    required(Operand::Register(FieldId::Rc)).when(tests![High == 1, SignExtended == 0], RZ as i64);
const SHIFT: Slot = required(Operand::Number(FieldId::Scale));
const CARRY_IN: Slot =
    required(Operand::Invertible(FieldId::CarryIn)).when(tests![Extended == 1], NOT_PT);

/// A base that can be negated.
const fn base(slot: Slot) -> Slot {
    slot.signed(FieldId::NegateBase, Some(Extended))
}

const SIGN_OF_HIGH: Rule = rule!(Refused "sign_of_high" if SignExtended == 1, High == 0;
    ".SX32 without .HI, expected both or none");
const HIGH_ALONE: Rule = rule!(Refused "high_alone" if High == 0;
    "an LEA with a number for Rc is no .HI, expected one");
/// Bit 73 is ignored from sm_80 on.
const NO_SIGN: Rule = rule!(Refused "number_or_sign" on TO_75 if SignExtended == 1;
    "an LEA with a number for Rc has bit 73, expected 0");
const BINDLESS_RULE: Rule = rule!(TextAlone "bindless";
    "a constant of a bindless bank, expected c[bank][offset]");

const RULES: &[Rule] = rules![..control::LEA, ..control::REUSE, SIGN_OF_HIGH];
const RULES_WITHOUT_RB: &[Rule] = rules![..control::LEA, ..control::REUSE_WITHOUT_RB, SIGN_OF_HIGH];
const UNIFORM_RULES: &[Rule] = rules![..control::UNIFORM, SIGN_OF_HIGH];

const LEA_FORM: Form = form("LEA", Meaning::VoltaLea { uniform: false });
const ULEA_FORM: Form = form("ULEA", Meaning::VoltaLea { uniform: true });

forms! {
    /// The rows.
    "LEA.reg", ALL, LEA_FORM, opcode(0x0211),
        fields [..LEA, ..UPPER, Rb Register 39:32, NegateBase Unsigned 63], MODIFIERS,
        &[RD, CARRY_OUT, RA, base(RB), UPPER_WORD, SHIFT, CARRY_IN], rules [..RULES];
    "LEA.imm", ALL, LEA_FORM, opcode(0x0811),
        fields [..LEA, ..UPPER, Immediate Unsigned 63:32], MODIFIERS,
        &[RD, CARRY_OUT, RA, NUMBER, UPPER_WORD, SHIFT, CARRY_IN], rules [..RULES_WITHOUT_RB];
    "LEA.const", TO_90, LEA_FORM, opcode(0x0a11),
        fields [..LEA, ..UPPER, Bank Unsigned 58:54, Offset WORDS 53:40, NegateBase Unsigned 63],
        MODIFIERS, &[RD, CARRY_OUT, RA, base(CONSTANT), UPPER_WORD, SHIFT, CARRY_IN],
        rules [..RULES_WITHOUT_RB];
    "LEA.bindless", FROM_75.up_to(TO_90.last), LEA_FORM, opcode(0x1a11),
        fields [
            ..LEA, ..UPPER, Handle Uniform 37:32, Offset UNSIGNED_WORDS 53:40,
            NegateBase Unsigned 63
        ],
        MODIFIERS, &[RD, CARRY_OUT, RA, base(BINDLESS), UPPER_WORD, SHIFT, CARRY_IN],
        rules [..RULES_WITHOUT_RB, BINDLESS_RULE];
    "LEA.ureg", FROM_75, LEA_FORM, opcode(0x1c11),
        fields [..LEA, ..UPPER, ..UNIFORM_LOW, NegateBase Unsigned 63], MODIFIERS,
        &[RD, CARRY_OUT, RA, base(UNIFORM_BASE), UPPER_WORD, SHIFT, CARRY_IN],
        rules [..RULES_WITHOUT_RB];
    "LEA.HI.imm", ALL, LEA_FORM, opcode(0x0411),
        fields [
            ..LEA, SignExtended Unsigned 73 on TO_75, Rb Register 71:64, Immediate Unsigned 63:32
        ],
        HIGH, &[RD, CARRY_OUT, RA, RB, NUMBER, SHIFT, CARRY_IN],
        rules [..control::LEA, ..control::REUSE_WITHOUT_RC, HIGH_ALONE, NO_SIGN];
    "ULEA.ureg", FROM_75, ULEA_FORM, opcode(0x1291),
        fields [
            ..ULEA, ..UNIFORM_UPPER, Rb Uniform 37:32 on TO_90, Rb Uniform 39:32 on FROM_100,
            NegateBase Unsigned 63
        ],
        MODIFIERS, &[RD, CARRY_OUT, RA, base(RB), UPPER_WORD, SHIFT, CARRY_IN],
        rules [..UNIFORM_RULES];
    "ULEA.imm", FROM_75, ULEA_FORM, opcode(0x1891),
        fields [..ULEA, ..UNIFORM_UPPER, Immediate Unsigned 63:32], MODIFIERS,
        &[RD, CARRY_OUT, RA, NUMBER, UPPER_WORD, SHIFT, CARRY_IN], rules [..UNIFORM_RULES];
    "ULEA.HI.imm", FROM_75, ULEA_FORM, opcode(0x1491),
        fields [
            ..ULEA, SignExtended Unsigned 73 on TO_75, Rb Uniform 69:64 on TO_90,
            Rb Uniform 71:64 on FROM_100, Immediate Unsigned 63:32
        ],
        HIGH, &[RD, CARRY_OUT, RA, RB, NUMBER, SHIFT, CARRY_IN],
        rules [..control::UNIFORM, HIGH_ALONE, NO_SIGN];
}
