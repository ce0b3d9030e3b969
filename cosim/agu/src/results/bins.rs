//! Bins of the functional coverage, each with the number of parts that have met it.

use super::part_result::PartResult;
use cosim::testbench::coverage::{BinGroup, Coverage};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A group of bins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bins {
    pub group: String,
    /// In the order in which reports have them.
    #[serde(serialize_with = "as_object")]
    pub bins: Vec<(String, u64)>,
}

fn as_object<S: Serializer>(bins: &[(String, u64)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(bins.iter().map(|(bin, count)| (bin, count)))
}

/// A group of one co-simulation. A result names only the bins that it has not met, unless what is
/// tied leaves some out.
#[derive(Deserialize)]
struct GroupBins {
    name: String,
    #[serde(default)]
    missing: Vec<String>,
    #[serde(default)]
    bins: Vec<String>,
}

/// Counts of all bins of the groups that `parts` have.
pub fn bins(parts: &[&PartResult]) -> Vec<Bins> {
    let groups = parts.iter().filter_map(|part| {
        let groups = part.value.pointer("/coverage/groups")?;
        Vec::<GroupBins>::deserialize(groups).ok()
    });
    let groups: Vec<GroupBins> = groups.flatten().collect();
    let mut by_name: BTreeMap<&str, Vec<&GroupBins>> = BTreeMap::new();
    for group in &groups {
        by_name.entry(&group.name).or_default().push(group);
    }
    let all = Coverage::default().report().groups.into_iter();
    all.filter_map(|group| Some(counts(by_name.get(&*group.name)?, group)))
        .collect()
}

/// Counts of the bins of one group. The names of `all` are this program's.
fn counts(met: &[&GroupBins], all: BinGroup) -> Bins {
    let named: HashSet<&String> = met.iter().flat_map(|group| &group.bins).collect();
    let mut missing: HashMap<&str, u64> = HashMap::new();
    for bin in met.iter().flat_map(|group| &group.missing) {
        *missing.entry(bin).or_default() += 1;
    }
    let is_bin = |bin: &String| named.is_empty() || named.contains(bin);
    let count = |bin: &String| {
        let missing = missing.get(&**bin).copied().unwrap_or_default();
        (met.len() as u64).saturating_sub(missing)
    };
    let bins = all.missing.into_iter().filter(is_bin);
    Bins {
        group: all.name,
        bins: bins.map(|bin| (bin.clone(), count(&bin))).collect(),
    }
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
