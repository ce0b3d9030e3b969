//! Signals and texts of a wave file, of which only changes are written.

use std::io::{self, Write};
use vcd::{IdCode, ReferenceIndex, Value, VarType, Writer};

/// A signal and what was last written for it, so that only changes are.
pub struct Signal {
    id: IdCode,
    width: u32,
    value: Option<u64>,
}

impl Signal {
    pub fn new(vcd: &mut Writer<impl Write>, width: u32, name: &str) -> io::Result<Signal> {
        let range = ReferenceIndex::Range(width as i32 - 1, 0);
        let id = vcd.add_var(VarType::Wire, width, name, (width > 1).then_some(range))?;
        Ok(Signal {
            id,
            width,
            value: None,
        })
    }

    /// A signal of one bit with the code `id`; those that follow get the codes after it.
    pub fn with_id(vcd: &mut Writer<impl Write>, id: u64, name: &str) -> io::Result<Signal> {
        let id = id.into();
        vcd.var_def(VarType::Wire, 1, id, name, None)?;
        Ok(Signal {
            id,
            width: 1,
            value: None,
        })
    }

    /// What was written last.
    pub fn value(&self) -> Option<u64> {
        self.value
    }

    pub fn set(&mut self, vcd: &mut Writer<impl Write>, value: u64) -> io::Result<()> {
        if self.value.replace(value) == Some(value) {
            return Ok(());
        }
        let bit = |bit: u32| Value::from(value >> bit & 1 != 0);
        if self.width == 1 {
            vcd.change_scalar(self.id, bit(0))
        } else {
            vcd.change_vector(self.id, (0..self.width).rev().map(bit))
        }
    }
}

/// What stands for no text: a value in a wave file is not empty.
const NOTHING: &str = "-";

/// A text and what was last written for it.
pub struct Text {
    id: IdCode,
    value: Option<String>,
}

impl Text {
    pub fn new(vcd: &mut Writer<impl Write>, name: &str) -> io::Result<Text> {
        let id = vcd.add_var(VarType::String, 1, name, None)?;
        Ok(Text { id, value: None })
    }

    pub fn set(&mut self, vcd: &mut Writer<impl Write>, value: &str) -> io::Result<()> {
        if self.value.as_deref() == Some(value) {
            return Ok(());
        }
        self.value = Some(value.to_owned());
        let written = if value.is_empty() { NOTHING } else { value };
        // White space ends a value.
        vcd.change_string(self.id, &written.replace(' ', "\\x20"))
    }
}
