//! Syntax lines of forms, in which braces mark optional parts.

use std::fmt;

use super::{Address, Form, Modifier, Operand, Optional, Sign, Slot, Space};

impl Form {
    /// The syntax without the guard, as in `LEA{.X} {Plg, }Rd{.CC}, {-}Ra, Rb{, scale}`.
    pub fn syntax(&self) -> String {
        let modifiers: String = self.modifiers.iter().map(Modifier::to_string).collect();
        let mut operands = String::new();
        for (index, slot) in self.operands.iter().enumerate() {
            let text = slot.to_string();
            let optional = slot.optional != Optional::No || !slot.when.is_empty();
            operands += &match (index, optional) {
                (0, true) => format!("{{{text}, }}"),
                (0, false) => text,
                // The separator of an optional first operand is inside its braces.
                (1, false) if self.operands[0].optional != Optional::No => text,
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
            [(text, _)] => write!(out, ".{text}"),
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
            Operand::Invertible(field) => write!(out, "{{!}}{}", field.symbol()),
            Operand::Address(address) => address.fmt(out),
        }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sign {
            Some(Sign { inverts: None, .. }) => out.write_str("{-}")?,
            Some(_) => out.write_str("{-/~}")?,
            None => {}
        }
        self.operand.fmt(out)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.space {
            Space::Memory => {}
            Space::Constant(bank) => write!(out, "c[{}]", bank.symbol())?,
            Space::Bindless(handle) => write!(out, "cx[{}]", handle.symbol())?,
            Space::Descriptor { .. } => out.write_str("{desc[UR]}")?,
        }
        out.write_str("[")?;
        if let Some(base) = self.base {
            out.write_str(base.symbol())?;
            if let Some(suffix) = self.suffix {
                suffix.fmt(out)?;
            }
            out.write_str("+")?;
        }
        if let Some(uniform) = self.uniform {
            write!(out, "{}+", uniform.symbol())?;
        }
        write!(out, "{}]", self.offset.symbol())
    }
}
