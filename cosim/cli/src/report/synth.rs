//! What `agu synth` says at its end: a table, JSON.

use fpga::{Area, CriticalPath, Device, Fmax, Measurement, Placed, Route, Utilisation};
use serde::Serialize;

/// The closing table.
pub fn table(measured: &[Measurement]) -> String {
    let mut lines = Vec::new();
    let mut tools: Vec<&str> = measured.iter().map(|row| row.tools.as_str()).collect();
    tools.dedup();
    lines.extend(tools.iter().map(|tools| tools.to_string()));
    lines.push(format!(
        "{:<12}{:<9}{:>7}{:>7}{:>7}{:>5}  {:>21}  critical path of the median",
        "top", "device", "LUT4", "carry", "FF", "BRAM", "Fmax median  min  max"
    ));
    lines.extend(measured.iter().map(line));
    lines.join("\n")
}

fn line(row: &Measurement) -> String {
    let Area {
        lut4,
        carry,
        flip_flops,
        block_ram,
    } = row.area;
    let area = format!(
        "{:<12}{:<9}{lut4:>7}{carry:>7}{flip_flops:>7}{block_ram:>5}",
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

/// A measurement as `--json` writes it.
#[derive(Serialize)]
pub struct Json<'a> {
    top: &'a str,
    device: Device,
    tools: &'a str,
    #[serde(flatten)]
    area: Area,
    /// Where it does not fit: what there is too little of.
    does_not_fit: Option<&'a Utilisation>,
    /// Where it was routed.
    fmax_mhz: Option<Fmax>,
    critical_path: Option<&'a CriticalPath>,
    seeds: &'a [Route],
}

/// The measurements as data.
pub fn json(measured: &[Measurement]) -> Vec<Json<'_>> {
    measured.iter().map(Json::new).collect()
}

impl<'a> Json<'a> {
    fn new(row: &'a Measurement) -> Json<'a> {
        let (does_not_fit, seeds) = match &row.placed {
            Placed::No => (None, &[][..]),
            Placed::DoesNotFit(resource) => (Some(resource), &[][..]),
            Placed::Routed(routes) => (None, &routes[..]),
        };
        Json {
            top: &row.top,
            device: row.device,
            tools: &row.tools,
            area: row.area,
            does_not_fit,
            fmax_mhz: row.fmax(),
            critical_path: row.critical_path(),
            seeds,
        }
    }
}
