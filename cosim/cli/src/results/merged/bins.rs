//! How many parts have met each bin of the functional coverage.

use crate::results::{Cosim, Record};
use cosim::testbench::coverage::Coverage;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A group of bins, each with the number of parts that have met it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bins {
    pub group: String,
    /// In the order in which reports have them.
    #[serde(serialize_with = "as_object")]
    pub bins: Vec<(String, u64)>,
}

fn as_object<S: serde::Serializer>(bins: &[(String, u64)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(bins.iter().map(|(bin, count)| (bin, count)))
}

/// Counts of all bins of the groups that `parts` have. A result names only the bins that it has not
/// met, unless what is tied leaves some out: the names of the others are this program's.
pub fn bins(parts: &[&Record<Cosim>]) -> Vec<Bins> {
    let mut named: BTreeMap<&str, HashSet<&str>> = BTreeMap::new();
    let mut groups: BTreeMap<&str, (u64, HashMap<&str, u64>)> = BTreeMap::new();
    for group in parts.iter().flat_map(|part| &part.result.coverage.groups) {
        let (having, missing) = groups.entry(&group.name).or_default();
        *having += 1;
        let named = named.entry(&group.name).or_default();
        named.extend(group.bins.iter().map(String::as_str));
        for bin in &group.missing {
            *missing.entry(bin).or_default() += 1;
        }
    }
    let nothing_met = Coverage::default().report();
    let groups = nothing_met.groups.into_iter().filter_map(|group| {
        let (having, missing) = groups.get(&*group.name)?;
        let named = named.get(&*group.name)?;
        let is_bin = |bin: &String| named.is_empty() || named.contains(&**bin);
        let count = |bin: &String| having - missing.get(&**bin).copied().unwrap_or_default();
        let bins = group.missing.into_iter().filter(is_bin).map(|bin| {
            let count = count(&bin);
            (bin, count)
        });
        Some(Bins {
            group: group.name,
            bins: bins.collect(),
        })
    });
    groups.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_bin_has_a_name_of_its_own() {
        for group in Coverage::default().report().groups {
            let names: BTreeSet<&String> = group.missing.iter().collect();
            assert_eq!(names.len(), group.total, "{}", group.name);
        }
    }
}
