//! The parts of the hardware that have a share of the mutants, and their modules.

use std::collections::HashSet;

/// A part of the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesignPart {
    Lane,
    Decoders,
    WarpUnit,
    Coalescer,
}

/// The unit: warp unit and coalescer.
pub const UNIT: &str = "agu_unit8";
pub const DECODER: &str = "agu_decoder";
const LANE: &str = "agu_lane";
const WARP_UNIT: &str = "agu_warp_unit8";
const COALESCER: &str = "agu_coalescer8";

/// Modules that are proved as a whole, the smallest first.
const SCOPES: [&str; 5] = [LANE, COALESCER, DECODER, WARP_UNIT, UNIT];

impl DesignPart {
    pub const ALL: [DesignPart; 4] = [
        DesignPart::Lane,
        DesignPart::Decoders,
        DesignPart::WarpUnit,
        DesignPart::Coalescer,
    ];

    /// Name in the table.
    pub fn name(self) -> &'static str {
        match self {
            DesignPart::Lane => "lane",
            DesignPart::Decoders => "decoders",
            DesignPart::WarpUnit => "warp unit",
            DesignPart::Coalescer => "coalescer",
        }
    }
}

/// Modules of a design and their instances.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hierarchy {
    pub modules: Vec<String>,
    pub instances: Vec<Instance>,
}

/// An instance `name` of `module` in the module `parent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    pub parent: String,
    pub module: String,
    pub name: String,
}

impl Hierarchy {
    /// The hierarchy of a design in Yosys's RTLIL.
    pub fn parse(rtlil: &str) -> Hierarchy {
        let mut hierarchy = Hierarchy::default();
        for line in rtlil.lines() {
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some("module"), Some(name), None) => {
                    hierarchy
                        .modules
                        .extend(name.strip_prefix('\\').map(str::to_owned));
                }
                // Names of Yosys's own cells begin with `$`.
                (Some("cell"), Some(module), Some(name)) => {
                    let parent = hierarchy.modules.last();
                    let names = (parent, module.strip_prefix('\\'), name.strip_prefix('\\'));
                    if let (Some(parent), Some(module), Some(name)) = names {
                        hierarchy.instances.push(Instance {
                            parent: parent.clone(),
                            module: module.to_owned(),
                            name: name.to_owned(),
                        });
                    }
                }
                _ => {}
            }
        }
        hierarchy
    }

    /// The module `root` and all modules below it, except `stops` and modules that are only below
    /// those.
    fn below<'a>(&'a self, root: &'a str, stops: &[&str]) -> HashSet<&'a str> {
        let (mut found, mut left) = (HashSet::new(), vec![root]);
        while let Some(module) = left.pop() {
            if stops.contains(&module) || !found.insert(module) {
                continue;
            }
            let inside = self.instances.iter();
            let inside = inside.filter(|instance| instance.parent == module);
            left.extend(inside.map(|instance| instance.module.as_str()));
        }
        found
    }

    /// The modules of a part, in the order of the design. A module in two parts belongs to the
    /// warp unit.
    pub fn of_part(&self, part: DesignPart) -> Vec<&str> {
        let warp_unit = self.below(UNIT, &[LANE, COALESCER]);
        let modules = match part {
            DesignPart::Lane => self.below(LANE, &[]),
            DesignPart::Decoders => self.below(DECODER, &[]),
            DesignPart::WarpUnit => warp_unit.clone(),
            DesignPart::Coalescer => self.below(COALESCER, &[]),
        };
        let chosen = |module: &&str| {
            modules.contains(module)
                && (part == DesignPart::WarpUnit || !warp_unit.contains(module))
        };
        self.modules
            .iter()
            .map(String::as_str)
            .filter(chosen)
            .collect()
    }

    /// Scopes that each contain all simulated instances of `module`, the smallest first. An
    /// equivalence proved for such a scope holds for all hardware.
    pub fn scopes(&self, module: &str) -> Vec<&'static str> {
        let holds_all = |scope: &&'static str| {
            let elsewhere = [UNIT, DECODER].map(|top| self.below(top, &[*scope]));
            self.below(scope, &[]).contains(module)
                && elsewhere.iter().all(|modules| !modules.contains(module))
        };
        SCOPES.into_iter().filter(holds_all).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{DesignPart, Hierarchy};

    fn hierarchy() -> Hierarchy {
        Hierarchy::parse(
            "attribute \\src \"a\"\nmodule \\agu_shift\nend\nmodule \\agu_lane\n  \
             cell $and $and$a:1$2\n  end\n  cell \\agu_shift \\low\n  end\nend\n\
             module \\agu_lowest\nend\n\
             module \\agu_warp_unit8\n  cell \\agu_lane \\lanes[0].lane\n  end\n  \
             cell \\agu_lowest \\first\n  end\nend\n\
             module \\agu_coalescer8\n  cell \\agu_lowest \\next\n  end\nend\n\
             module \\agu_unit8\n  cell \\agu_warp_unit8 \\w\n  cell \\agu_coalescer8 \\c\nend\n\
             module \\agu_decoder\nend\n",
        )
    }

    #[test]
    fn parts_and_their_modules() {
        let hierarchy = hierarchy();
        assert_eq!(hierarchy.instances[1].name, "lanes[0].lane");
        assert_eq!(
            hierarchy.of_part(DesignPart::Lane),
            ["agu_shift", "agu_lane"]
        );
        assert_eq!(hierarchy.of_part(DesignPart::Coalescer), ["agu_coalescer8"]);
        assert_eq!(hierarchy.of_part(DesignPart::Decoders), ["agu_decoder"]);
        assert_eq!(
            hierarchy.of_part(DesignPart::WarpUnit),
            ["agu_lowest", "agu_warp_unit8", "agu_unit8"]
        );
    }

    #[test]
    fn a_scope_holds_all_instances() {
        let hierarchy = hierarchy();
        assert_eq!(
            hierarchy.scopes("agu_shift"),
            ["agu_lane", "agu_warp_unit8", "agu_unit8"]
        );
        // The module is in the warp unit and in the coalescer.
        assert_eq!(hierarchy.scopes("agu_lowest"), ["agu_unit8"]);
        assert_eq!(hierarchy.scopes("agu_unit8"), ["agu_unit8"]);
        assert_eq!(hierarchy.scopes("agu_decoder"), ["agu_decoder"]);
        assert!(hierarchy.scopes("agu_other").is_empty());
    }
}
