//! The hardware of a result, by hashes.

use cosim::dut::digest::sha256;
use cosim::dut::netlist::{self, NetlistError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use verilated::exported;

/// Tops of this project, and the SHA-256 of what `agu export --top NAME` writes of each below its
/// header.
pub type Exported = BTreeMap<String, String>;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HardwareHashes {
    /// SHA-256 of its Verilog as it was run: of one text, or of all its texts one after the
    /// other, those of this project without their headers.
    pub sha256: String,
    /// Tops of this project in it; none of an external design.
    pub exported: Exported,
    /// The module that was run, of an external design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<String>,
}

impl HardwareHashes {
    /// The exported tops themselves.
    pub fn of_tops(tops: &[impl AsRef<str>]) -> Result<HardwareHashes, NetlistError> {
        let tops = || tops.iter().map(AsRef::as_ref);
        let texts: Result<Vec<_>, _> = tops().map(netlist::exported).collect();
        let texts = texts?;
        let bodies = || texts.iter().map(|text| exported::body(text));
        let hashes = bodies().map(|body| sha256([body]));
        Ok(HardwareHashes {
            sha256: sha256(bodies()),
            exported: tops().map(str::to_owned).zip(hashes).collect(),
            top: None,
        })
    }

    /// Tops of this project in it.
    pub fn tops(&self) -> impl Iterator<Item = &str> {
        self.exported.keys().map(String::as_str)
    }

    /// Whether `present` exports the same tops in the same words. True of external designs, which
    /// have no exported tops.
    pub fn is_of(&self, present: &Exported) -> bool {
        let mut tops = self.exported.iter();
        tops.all(|(top, hash)| present.get(top) == Some(hash))
    }
}

/// The exported ones of `tops`, with their hashes.
pub fn present<'a>(tops: impl IntoIterator<Item = &'a str>) -> Exported {
    let hash = |top: &str| {
        let text = netlist::exported(top).ok()?;
        Some((top.to_owned(), sha256([exported::body(&text)])))
    };
    tops.into_iter().filter_map(hash).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_top_is_other_hardware() {
        let mut present = present(["agu_lane", "agu_decoder", "agu_lane9"]);
        assert_eq!(present.len(), 2);
        let lane = HardwareHashes::of_tops(&["agu_lane"]).unwrap();
        assert!(lane.is_of(&present));
        assert!(HardwareHashes::default().is_of(&present));
        let tops = HardwareHashes::of_tops(&["agu_lane", "agu_unit1"]).unwrap();
        assert!(!tops.is_of(&present), "one of its tops is not there");
        present.insert("agu_lane".to_owned(), sha256(["another"]));
        assert!(!lane.is_of(&present));
    }
}
