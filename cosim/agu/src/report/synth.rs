//! The end of `agu synth`: a table.

use fpga::{Area, Device, Fmax, Measurement, Placed, Utilisation};

/// The closing table.
pub fn table(measured: &[Measurement]) -> String {
    let mut lines = Vec::new();
    let mut tools: Vec<&str> = measured.iter().map(|row| row.tools.as_str()).collect();
    tools.dedup();
    lines.extend(tools.iter().map(|tools| tools.to_string()));
    let (gates, devices): (Vec<_>, Vec<_>) =
        measured.iter().partition(|row| row.device == Device::Cells);
    if !devices.is_empty() {
        lines.push(format!(
            "{:<16}{:<12}{:>7}{:>7}{:>7}{:>5}  {:>21}  critical path of the median",
            "top", "device", "LUT4", "carry", "FF", "BRAM", "Fmax median  min  max"
        ));
    }
    lines.extend(devices.into_iter().map(line));
    if !gates.is_empty() {
        lines.push(format!(
            "{:<16}{:<12}{:>7}{:>7}  gates on the longest path into each stage",
            "top", "device", "NAND2", "FF"
        ));
    }
    lines.extend(gates.into_iter().map(line_of_gates));
    lines.join("\n")
}

fn line_of_gates(row: &Measurement) -> String {
    let Area {
        nand2, flip_flops, ..
    } = row.area;
    let levels = row
        .levels
        .iter()
        .map(|(stage, gates)| format!("  {stage} {gates}"));
    let (top, device) = (&row.top, row.device.name());
    format!("{top:<16}{device:<12}{nand2:>7}{flip_flops:>7}") + &levels.collect::<String>()
}

fn line(row: &Measurement) -> String {
    let Area {
        lut4,
        carry,
        flip_flops,
        block_ram,
        ..
    } = row.area;
    let area = format!(
        "{:<16}{:<12}{lut4:>7}{carry:>7}{flip_flops:>7}{block_ram:>5}",
        row.top,
        row.device.name()
    );
    let speed = match (&row.placed, row.fmax(), row.critical_path()) {
        (
            Placed::DoesNotFit(Utilisation {
                resource,
                used,
                available,
            }),
            ..,
        ) => {
            format!("does not fit: {used} of {available} {resource} with the wrapper")
        }
        (Placed::Routed(_), Some(Fmax { median, min, max }), Some(path)) => {
            format!(
                "{:>11}{:>5}{:>5}  {}",
                format!("{median:.1}"),
                format!("{min:.0}"),
                format!("{max:.0}"),
                path.text()
            )
        }
        _ => "synthesis only".to_string(),
    };
    format!("{area}  {speed}")
}
