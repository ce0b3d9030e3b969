//! Accel-Sim's traces: raw as its tracer writes them, and grouped by thread blocks.
//!
//! An instruction is `PC mask dest_num [registers] opcode src_num [registers] mem_width [mode
//! addresses]`, behind the coordinates of its warp where the trace is raw, and behind a line number
//! of the source where the tracer adds it.

use super::LineKind;
use super::access::{TracedAccess, is_modelled, mnemonic, size};
use super::fields::{FieldError, Fields};
use super::kernel::TracedKernel;
use isa::instruction::WARP_LANES;

/// Digits of a mask.
const MASK_DIGITS: usize = 8;

/// State of the reader between two lines of a trace.
#[derive(Default)]
pub struct AccelSim {
    /// Fields before the PC of an instruction, once there was one; those that the heading names.
    before: Option<usize>,
    named: usize,
    has_line_numbers: bool,
    /// Inside a thread block; in raw traces there are none.
    in_block: bool,
    is_grouped: bool,
    /// Instructions that the warp still has, and their number.
    left: u64,
    of_warp: u64,
}

impl AccelSim {
    /// Whether a trace of this format may begin with this line.
    pub fn begins(line: &Fields<'_>) -> bool {
        let mut line = *line;
        line.skip("-kernel name =") || line.skip("#traces format =") || line.skip("#BEGIN_TB")
    }

    /// The end of the trace.
    ///
    /// # Errors
    /// It is inside a thread block.
    pub fn end(&self) -> Result<(), String> {
        if self.in_block {
            return Err("found the end of the trace, expected #END_TB".to_owned());
        }
        Ok(())
    }

    /// Reads a line.
    pub fn line(
        &mut self,
        mut line: Fields<'_>,
        kernels: &mut Vec<TracedKernel>,
        access: &mut TracedAccess,
    ) -> Result<LineKind, FieldError> {
        if line.skip("#traces format =") {
            let words = line.rest().split(u8::is_ascii_whitespace);
            let before = words.take_while(|word| *word != b"PC");
            self.named = before.filter(|word| *word != b"[line_num]").count();
        } else if line.rest().starts_with(b"cluster") {
            // Clusters of thread blocks have no rows.
        } else if self.in_block {
            if line.rest().starts_with(b"#END_TB") {
                self.complete(&line)?;
                self.in_block = false;
            } else if line.skip("warp =") {
                self.complete(&line)?;
                line.decimal("the number of a warp")?;
            } else if line.skip("insts =") {
                self.complete(&line)?;
                self.of_warp = line.decimal("a number of instructions")?;
                self.left = self.of_warp;
            } else if !line.skip("thread block =") {
                return self.instruction(line, kernels, access);
            }
        } else if line.rest().starts_with(b"#BEGIN_TB") {
            (self.in_block, self.is_grouped) = (true, true);
        } else if line.skip("-enable lineinfo =") {
            self.has_line_numbers = line.decimal("0 or 1")? != 0;
        } else if line.rest().starts_with(b"-") {
            heading(line, kernels)?;
        } else if !line.rest().starts_with(b"#") {
            if self.is_grouped {
                return Err(line.error("#BEGIN_TB or a heading"));
            }
            return self.instruction(line, kernels, access);
        }
        Ok(LineKind::Nothing)
    }

    /// Whether the warp before this line has had all its instructions.
    fn complete(&self, line: &Fields<'_>) -> Result<(), FieldError> {
        match self.left {
            0 => Ok(()),
            left => Err(FieldError {
                column: 1,
                message: format!(
                    "found {} after {} instructions, expected {}",
                    if line.rest().starts_with(b"#") {
                        "#END_TB"
                    } else {
                        "the next warp"
                    },
                    self.of_warp - left,
                    self.of_warp
                ),
            }),
        }
    }

    /// Fields before the PC: the mask is the first field of eight digits, or where the heading says. The
    /// tracer may print more fields than that names.
    fn fields_before(&mut self, mut line: Fields<'_>) -> usize {
        if let Some(before) = self.before {
            return before;
        }
        let is_mask =
            |field: &[u8]| field.len() == MASK_DIGITS && field.iter().all(u8::is_ascii_hexdigit);
        line.take();
        let mut before = 0;
        while !line.is_empty() && !is_mask(line.peek()) {
            line.take();
            before += 1;
        }
        let before = match line.is_empty() {
            true => self.named + usize::from(self.has_line_numbers),
            false => before,
        };
        self.before = Some(before);
        before
    }

    fn instruction(
        &mut self,
        mut line: Fields<'_>,
        kernels: &mut [TracedKernel],
        access: &mut TracedAccess,
    ) -> Result<LineKind, FieldError> {
        if kernels.is_empty() {
            return Err(line.error("`-kernel name =`"));
        }
        if self.is_grouped {
            let left = self.left.checked_sub(1);
            self.left = left.ok_or_else(|| line.error("`warp =`, `insts =` or #END_TB"))?;
        }
        for _ in 0..self.fields_before(line) {
            line.decimal("an integer before the PC")?;
        }
        access.kernel = kernels.len() - 1;
        access.pc = Some(line.hex("a PC")?);
        let mask = |field: &[u8]| u32::from_str_radix(std::str::from_utf8(field).ok()?, 16).ok();
        access.lanes = line.parse("a mask of 32 lanes", mask)?;
        registers(&mut line, "a number of destinations")?;
        let opcode = |field: &[u8]| {
            let is_opcode = field.first().is_some_and(u8::is_ascii_uppercase) && field.is_ascii();
            std::str::from_utf8(field)
                .ok()
                .filter(|_| is_opcode)
                .map(|_| ())
        };
        let text = String::from_utf8_lossy(line.peek());
        line.parse("an opcode", opcode)?;
        access.opcode.clear();
        access.opcode.push_str(&text);
        registers(&mut line, "a number of sources")?;
        let width_at = line;
        let width = line.decimal("a width in bytes")?;
        if width == 0 {
            return Ok(LineKind::Nothing);
        }
        let size = size(width);
        if let Some(size) = size.filter(|_| is_modelled(&access.opcode)) {
            access.size = size;
            access.column = line.column();
            addresses(&mut line, access)?;
            return Ok(LineKind::Access);
        }
        if width > 128 {
            return Err(width_at.error("a width in bytes"));
        }
        Ok(LineKind::Other(mnemonic(&access.opcode).to_owned()))
    }
}

/// A line `-key = value`.
fn heading(mut line: Fields<'_>, kernels: &mut Vec<TracedKernel>) -> Result<(), FieldError> {
    if line.skip("-kernel name =") {
        let name = String::from_utf8_lossy(line.rest()).into_owned();
        kernels.push(TracedKernel::new(name));
        return Ok(());
    }
    let Some(kernel) = kernels.last_mut() else {
        return Err(line.error("`-kernel name =`"));
    };
    let config = &mut kernel.config;
    let (shared, local) = (config.shared_base, config.local_base);
    if line.skip("-kernel id =") {
        kernel.id = Some(line.decimal("a number")?);
    } else if line.skip("-binary version =") {
        kernel.of_part(line.decimal("the number of a part")?);
    } else if line.skip("-shmem base_addr =") {
        config.shared_base = window(&mut line, shared, local)?;
    } else if line.skip("-local mem base_addr =") {
        config.local_base = window(&mut line, local, shared)?;
    }
    Ok(())
}

/// The base of a window, which is not that of the other one; `unknown` where it is 0.
fn window(line: &mut Fields<'_>, unknown: u64, other: u64) -> Result<u64, FieldError> {
    let is_base = |base: &u64| base.trailing_zeros() >= 24 && *base != other;
    let at = *line;
    let base = line.hex("an address")?;
    if base == 0 {
        // The tracer did not know it.
        return Ok(unknown);
    }
    Some(base)
        .filter(is_base)
        .ok_or_else(|| at.error("the base of a window of 16 MB, not that of the other window"))
}

/// Steps over a number of registers and the registers.
fn registers(line: &mut Fields<'_>, expected: &str) -> Result<(), FieldError> {
    for _ in 0..line.decimal(expected)? {
        let is_register = |field: &[u8]| {
            let number = field
                .strip_prefix(b"U")
                .unwrap_or(field)
                .strip_prefix(b"R")?;
            number.iter().all(u8::is_ascii_alphanumeric).then_some(())
        };
        line.parse("a register", is_register)?;
    }
    Ok(())
}

/// The addresses of the active lanes: mode 0 has each; 1 the first and a stride, without a gap
/// between the lanes; 2 the first and the distance of each from the lane before.
fn addresses(line: &mut Fields<'_>, access: &mut TracedAccess) -> Result<(), FieldError> {
    let lanes = access.lanes;
    access.addresses = [0; WARP_LANES];
    let at = *line;
    let mode = line.decimal("the mode of the addresses")?;
    let mut active = (0..WARP_LANES).filter(|lane| lanes >> lane & 1 != 0);
    match mode {
        0 => {
            for lane in active {
                access.addresses[lane] = line.hex("an address for each active lane")?;
            }
        }
        1 | 2 => {
            let mut address = line.hex("an address")?;
            let mut stride = 0;
            if mode == 1 {
                let is_gapless = (lanes >> lanes.trailing_zeros().min(31)).wrapping_add(1);
                if !is_gapless.is_power_of_two() && is_gapless != 0 {
                    return Err(at.error("a mode for lanes with a gap between them, 0 or 2"));
                }
                stride = line.signed("a stride")?;
            }
            if let Some(first) = active.next() {
                access.addresses[first] = address;
            }
            for lane in active {
                if mode == 2 {
                    stride = line.signed("a distance for each further active lane")?;
                }
                address = address.wrapping_add_signed(stride);
                access.addresses[lane] = address;
            }
        }
        _ => return Err(at.error("mode 0, 1 or 2")),
    }
    // Other numbers may follow, but no address.
    if line.peek().starts_with(b"0x") {
        return Err(line.error("no more addresses than active lanes"));
    }
    Ok(())
}
