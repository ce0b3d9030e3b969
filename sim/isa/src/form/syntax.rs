//! Syntax lines of forms, in which braces mark optional parts.

use std::fmt;

use super::{Form, Modifier, Operand, Optional};

impl Form {
    /// The syntax without the guard, as in `LEA{.X} {Plg, }Rd{.CC}, {-}Ra, Rb{, scale}`.
    pub fn syntax(&self) -> String {
        let modifiers: String = self.modifiers.iter().map(Modifier::to_string).collect();
        let mut operands = String::new();
        for (index, slot) in self.operands.iter().enumerate() {
            let text = slot.operand;
            let optional = slot.optional != Optional::No;
            operands += &match (index, optional) {
                (0, true) => format!("{{{text}, }}"),
                (0, false) => text.to_string(),
                // The separator of an optional first operand is inside its braces.
                (1, false) if self.operands[0].optional != Optional::No => text.to_string(),
                (_, true) => format!("{{, {text}}}"),
                (_, false) => format!(", {text}"),
            };
        }
        format!("{}{modifiers} {operands}", self.mnemonic)
    }
}

/// Prints a flag by its text, other modifiers by the name of the field.
impl fmt::Display for Modifier {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.spellings {
            [("", 0), (text, 1)] => write!(out, "{{.{text}}}"),
            _ => write!(out, "{{.{}}}", self.field.symbol()),
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Operand::Predicate(field)
            | Operand::Register(field)
            | Operand::Number(field)
            | Operand::Raw(field) => out.write_str(field.symbol()),
            Operand::Destination { register, cc } => {
                write!(out, "{}{{{}}}", register.symbol(), cc.symbol())
            }
            Operand::Negatable { register, negate } => {
                write!(out, "{{{}}}{}", negate.symbol(), register.symbol())
            }
            Operand::Constant { bank, offset } => {
                write!(out, "c[{}][{}]", bank.symbol(), offset.symbol())
            }
            Operand::Indexed {
                bank,
                register,
                offset,
            } => {
                let (bank, register) = (bank.symbol(), register.symbol());
                write!(out, "c[{bank}][{register}+{}]", offset.symbol())
            }
            Operand::Address {
                register, offset, ..
            } => write!(out, "[{}+{}]", register.symbol(), offset.symbol()),
        }
    }
}
