//! What the measurement of a top on a device has found.

use super::area::Area;
use super::device::Device;
use super::route::{CriticalPath, Route, Utilisation};
use serde::{Deserialize, Serialize};

/// What one row came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub top: String,
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
    /// Its routes, the slowest first; none where nothing was routed.
    fn by_speed(&self) -> Vec<&Route> {
        let mut routes: Vec<&Route> = match &self.placed {
            Placed::Routed(routes) => routes.iter().collect(),
            Placed::No | Placed::DoesNotFit(_) => Vec::new(),
        };
        routes.sort_by(|one, other| one.fmax_mhz.total_cmp(&other.fmax_mhz));
        routes
    }

    /// Fmax over its seeds, where it was routed.
    pub fn fmax(&self) -> Option<Fmax> {
        let routes = self.by_speed();
        let (min, max) = (routes.first()?.fmax_mhz, routes.last()?.fmax_mhz);
        let middle = [(routes.len() - 1) / 2, routes.len() / 2].map(|at| routes[at].fmax_mhz);
        Some(Fmax {
            median: (middle[0] + middle[1]) / 2.0,
            min,
            max,
        })
    }

    /// The critical path of the seed in the middle, of two the slower.
    pub fn critical_path(&self) -> Option<&CriticalPath> {
        let routes = self.by_speed();
        let middle = routes.get(routes.len().saturating_sub(1) / 2)?;
        Some(&middle.critical_path)
    }
}
