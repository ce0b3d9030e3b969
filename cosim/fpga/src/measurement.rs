//! What the measurement of a top on a device has found.

use super::area::Area;
use super::device::Device;
use super::route::{CriticalPath, Route, Utilisation};
use serde::{Deserialize, Serialize};

/// What one row came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub top: String,
    /// Digits of the top's Verilog, as [`exported::design`] gives them.
    pub design: String,
    pub device: Device,
    /// Names and versions of the tools.
    pub tools: String,
    /// Cells of the top alone.
    pub area: Area,
    /// The top in its registered wrapper, placed on the device.
    pub placed: Placed,
}

/// How place and route went.
#[derive(Clone, Debug, PartialEq)]
pub enum Placed {
    /// Nobody has asked for it.
    No,
    DoesNotFit(Utilisation),
    /// One a seed, in their order; not empty.
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

    /// Fmax over its seeds, where it was routed.
    pub fn fmax(&self) -> Option<Fmax> {
        fmax(self.routes())
    }

    /// The critical path of the seed in the middle, of two the slower.
    pub fn critical_path(&self) -> Option<&CriticalPath> {
        critical_path(self.routes())
    }
}

/// The slowest first.
fn by_speed(routes: &[Route]) -> Vec<&Route> {
    let mut routes: Vec<&Route> = routes.iter().collect();
    routes.sort_by(|one, other| one.fmax_mhz.total_cmp(&other.fmax_mhz));
    routes
}

/// Fmax over `routes`; none of none.
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

/// The critical path of the one in the middle of `routes`, of two the slower.
pub fn critical_path(routes: &[Route]) -> Option<&CriticalPath> {
    let routes = by_speed(routes);
    let middle = routes.get(routes.len().saturating_sub(1) / 2)?;
    Some(&middle.critical_path)
}
