//! The text of NVBit's mem_trace: a line an access with an address for each lane, a line a launch.

use super::access::{TracedAccess, is_modelled, mnemonic, size};
use super::fields::{FieldError, Fields};
use super::kernel::TracedKernel;
use super::{Kernels, LineKind};
use isa::instruction::WARP_LANES;

const PREFIX: &str = "MEMTRACE: CTX";

/// Whether the line is one of the tracer.
pub fn begins(line: &Fields<'_>) -> bool {
    line.rest().starts_with(PREFIX.as_bytes())
}

/// Reads a line.
pub fn line(
    mut line: Fields<'_>,
    kernels: &mut Kernels,
    access: &mut TracedAccess,
) -> Result<LineKind, FieldError> {
    if !line.skip(PREFIX) {
        kernels.skipped += 1;
        return Ok(LineKind::Nothing);
    }
    line.hex("a context")?;
    dash(&mut line)?;
    if line.skip("LAUNCH -") {
        launch(line, kernels)?;
        return Ok(LineKind::Nothing);
    }
    expect(&mut line, "grid_launch_id")?;
    access.kernel = of_launch(line.decimal("a number")?, kernels);
    dash(&mut line)?;
    expect(&mut line, "CTA")?;
    line.take();
    dash(&mut line)?;
    expect(&mut line, "warp")?;
    line.decimal("a number")?;
    dash(&mut line)?;
    let is_opcode = |field: &[u8]| {
        let starts = field.first().is_some_and(u8::is_ascii_uppercase);
        Some(
            std::str::from_utf8(field)
                .ok()
                .filter(|_| starts)?
                .to_owned(),
        )
    };
    access.opcode = line.parse("an opcode", is_opcode)?;
    dash(&mut line)?;
    (access.pc, access.lanes, access.column) = (None, 0, line.column());
    for lane in 0..WARP_LANES {
        let address = line.hex("an address for each of 32 lanes")?;
        access.addresses[lane] = address;
        access.lanes |= u32::from(address != 0) << lane;
    }
    if !line.is_empty() {
        return Err(line.error("the end of the line after 32 addresses"));
    }
    match size(bytes(&access.opcode)).filter(|_| is_modelled(&access.opcode)) {
        Some(size) => {
            access.size = size;
            Ok(LineKind::Access)
        }
        None => Ok(LineKind::Other(mnemonic(&access.opcode).to_owned())),
    }
}

/// Bytes of a lane by the modifiers of an opcode: 4 without one.
fn bytes(opcode: &str) -> u64 {
    let of_modifier = |modifier| {
        Some(match modifier {
            "U8" | "S8" => 1,
            "U16" | "S16" => 2,
            "64" => 8,
            "128" => 16,
            "256" => 32,
            _ => return None,
        })
    };
    opcode.split('.').skip(1).find_map(of_modifier).unwrap_or(4)
}

fn dash(line: &mut Fields<'_>) -> Result<(), FieldError> {
    expect(line, "-")
}

fn expect(line: &mut Fields<'_>, text: &str) -> Result<(), FieldError> {
    let is_text = |field: &[u8]| (field == text.as_bytes()).then_some(());
    line.parse(&format!("`{text}`"), is_text)
}

/// `Kernel pc 0x.. - Kernel name NAME - grid launch id N - ..`. A name may have any text.
fn launch(line: Fields<'_>, kernels: &mut Kernels) -> Result<(), FieldError> {
    let text = String::from_utf8_lossy(line.rest()).into_owned();
    let parts = text.split_once("Kernel name ").and_then(|(_, rest)| {
        let (name, rest) = rest.rsplit_once(" - grid launch id ")?;
        let id = rest.split_ascii_whitespace().next()?;
        Some((name.to_owned(), id.parse::<u64>().ok()?))
    });
    let expected = "`Kernel name NAME - grid launch id N`";
    let (name, id) = parts.ok_or_else(|| line.error(expected))?;
    let kernel = of_launch(id, kernels);
    kernels.list[kernel].name = name;
    Ok(())
}

/// Place of the kernel of a launch, mostly of the last one. Its accesses may come before the line of the
/// launch.
fn of_launch(id: u64, kernels: &mut Kernels) -> usize {
    let known = kernels.list[kernels.first..]
        .iter()
        .rposition(|it| it.id == Some(id));
    known.map(|place| kernels.first + place).unwrap_or_else(|| {
        let mut kernel = TracedKernel::new(String::new());
        kernel.id = Some(id);
        kernels.list.push(kernel);
        kernels.list.len() - 1
    })
}
