//! nextpnr's report: utilisation, Fmax, critical path.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Use of a device's resource by a netlist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Utilisation {
    /// nextpnr's name of the resource.
    pub resource: String,
    pub used: u64,
    pub available: u64,
}

/// A placed and routed netlist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Route {
    pub seed: u64,
    pub fmax_mhz: f64,
    pub critical_path: CriticalPath,
}

/// The slowest path from register to register.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CriticalPath {
    /// First and last cell, as nextpnr names them.
    pub from: String,
    pub to: String,
    pub logic_ns: f64,
    pub routing_ns: f64,
}

/// The used part of nextpnr's report.
#[derive(Deserialize)]
struct RouteReport {
    critical_paths: Vec<TimingPath>,
    fmax: BTreeMap<String, AchievedFmax>,
}

#[derive(Deserialize)]
struct AchievedFmax {
    achieved: f64,
}

#[derive(Deserialize)]
struct TimingPath {
    from: String,
    to: String,
    path: Vec<PathSegment>,
}

#[derive(Deserialize)]
struct PathSegment {
    delay: f64,
    to: Pin,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct Pin {
    cell: String,
}

impl Route {
    /// Reads the file of `--report`.
    ///
    /// # Errors
    /// An error in the text.
    pub fn parse(seed: u64, text: &str) -> Result<Route, String> {
        let report: RouteReport = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let clocks = report.fmax.values().map(|fmax| fmax.achieved);
        let fmax_mhz = clocks.reduce(f64::min).ok_or("no clock")?;
        // Other paths run from or to pins of the wrapper.
        let clocked = |path: &&TimingPath| path.from == path.to && path.from.starts_with("posedge");
        let found = report.critical_paths.iter().find(clocked);
        let segments = &found.ok_or("no path from register to register")?.path;
        Ok(Route {
            seed,
            fmax_mhz,
            critical_path: CriticalPath::new(segments).ok_or("a path of no segments")?,
        })
    }
}

impl CriticalPath {
    fn new(path: &[PathSegment]) -> Option<CriticalPath> {
        let total = |routing: bool| {
            let parts = path
                .iter()
                .filter(|part| (part.kind == "routing") == routing);
            parts.map(|part| part.delay).sum()
        };
        // The first segment is inside of the register that it starts at.
        let from = &path.first()?.to.cell;
        let to = &path.last()?.to.cell;
        Some(CriticalPath {
            from: from.clone(),
            to: to.clone(),
            logic_ns: total(false),
            routing_ns: total(true),
        })
    }

    /// Both ends of the path.
    pub fn text(&self) -> String {
        format!("{} → {}", self.from, self.to)
    }
}

/// The resource with the highest use, from the utilisation in nextpnr's log.
pub fn fullest(log: &str) -> Option<Utilisation> {
    let rows = log.lines().filter_map(|line| {
        let (resource, rest) = line.strip_prefix("Info:")?.split_once(':')?;
        let (used, rest) = rest.split_once('/')?;
        let available = rest.split_whitespace().next()?;
        Some(Utilisation {
            resource: resource.trim().to_string(),
            used: used.trim().parse().ok()?,
            available: available.parse().ok()?,
        })
    });
    rows.max_by(|one, other| {
        let share = |row: &Utilisation| row.used as f64 / row.available.max(1) as f64;
        share(one).total_cmp(&share(other))
    })
}
