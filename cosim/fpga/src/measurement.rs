//! Measurement of a top on a device.

use super::area::Area;
use super::device::Device;
use super::levels::Levels;
use super::route::{CriticalPath, Route, Utilisation};
use serde::{Deserialize, Serialize};

/// Result of one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub top: String,
    /// Hash of the top's Verilog, as [`verilated::exported::design`] gives it.
    pub design: String,
    pub device: Device,
    /// Names and versions of the tools.
    pub tools: String,
    /// Cells of the top alone.
    pub area: Area,
    /// Depth of its logic by stage; empty on an FPGA.
    pub levels: Levels,
    /// The top in its registered wrapper, placed on the device.
    pub placed: Placed,
}

/// Result of place and route.
#[derive(Clone, Debug, PartialEq)]
pub enum Placed {
    /// Not requested.
    No,
    DoesNotFit(Utilisation),
    /// One route for each seed, in the order of seeds; not empty.
    Routed(Vec<Route>),
}

/// Fmax over the seeds, in MHz.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fmax {
    pub median: f64,
    pub min: f64,
    pub max: f64,
}

impl Measurement {
    fn routes(&self) -> &[Route] {
        match &self.placed {
            Placed::Routed(routes) => routes,
            Placed::No | Placed::DoesNotFit(_) => &[],
        }
    }

    /// Fmax over its seeds, if it was routed.
    pub fn fmax(&self) -> Option<Fmax> {
        fmax(self.routes())
    }

    /// The critical path of the median seed; of two, the slower one.
    pub fn critical_path(&self) -> Option<&CriticalPath> {
        critical_path(self.routes())
    }
}

/// Routes, the slowest first.
fn by_speed(routes: &[Route]) -> Vec<&Route> {
    let mut routes: Vec<&Route> = routes.iter().collect();
    routes.sort_by(|one, other| one.fmax_mhz.total_cmp(&other.fmax_mhz));
    routes
}

/// Fmax over `routes`; none if there are none.
pub fn fmax(routes: &[Route]) -> Option<Fmax> {
    let routes = by_speed(routes);
    let (min, max) = (routes.first()?.fmax_mhz, routes.last()?.fmax_mhz);
    let middle = [(routes.len() - 1) / 2, routes.len() / 2].map(|at| routes[at].fmax_mhz);
    Some(Fmax {
        median: (middle[0] + middle[1]) / 2.0,
        min,
        max,
    })
}

/// The critical path of the median of `routes`; of two, the slower one.
pub fn critical_path(routes: &[Route]) -> Option<&CriticalPath> {
    let routes = by_speed(routes);
    let middle = routes.get(routes.len().saturating_sub(1) / 2)?;
    Some(&middle.critical_path)
}
