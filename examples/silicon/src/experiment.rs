//! Experiments: the groups of `experiments.toml`, a row for each text and immediate.

use crate::template::Template;
use anyhow::{Context, Result};
use serde::Deserialize;

/// Accesses of a timed image.
pub const ACCESSES: usize = 32;

/// Enums by the names in the table. The first value is the default.
macro_rules! names {
    ($($(#[$doc:meta])* $name:ident { $first:ident $(, $value:ident)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { #[default] $first, $($value),* }
    )*};
}

names! {
    /// Judgement of a row.
    Judge { Values, Passes, Lines }
    /// Source of operands.
    OperandSource { Words, Uniform, Window, Address }
    /// Memory of the accessed bytes, and the kind of their addresses.
    TargetMemory { Shared, Arena, Local, SharedWindow, LocalWindow }
    /// Register of an address.
    Base { Whole, Word, None }
}

/// A group of the table, whose head describes the fields.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Group {
    pub parts: Option<[u32; 2]>,
    pub statement: String,
    pub judge: Judge,
    pub operands: OperandSource,
    pub target: TargetMemory,
    pub base: Base,
    pub shifted: u32,
    pub uniform: bool,
    pub bytes: Option<u32>,
    pub wrong: u64,
    pub at: bool,
    pub immediates: Vec<i64>,
    pub shifts: Vec<u32>,
    pub strides: Vec<u32>,
    pub before: Vec<String>,
    pub tested: Vec<String>,
    pub after: Vec<String>,
}

#[derive(Deserialize)]
struct Table {
    group: Vec<Group>,
}

/// A row of the report.
#[derive(Clone, Debug)]
pub struct Experiment {
    pub name: String,
    pub group: Group,
    pub immediate: i64,
    /// The instructions of each image, with names of registers.
    pub programs: Vec<Vec<String>>,
}

/// The rows of a template's part.
pub fn experiments(template: &Template) -> Result<Vec<Experiment>> {
    let table: Table = toml::from_str(include_str!("experiments.toml")).context("experiments")?;
    let mut rows = Vec::new();
    for group in table.group {
        let [first, last] = group.parts.unwrap_or([0, u32::MAX]);
        if !(first..=last).contains(&template.part.0) {
            continue;
        }
        for text in &group.tested {
            let immediates = if group.immediates.is_empty() { &[0][..] } else { &group.immediates };
            rows.extend(immediates.iter().map(|&immediate| row(&group, text, immediate)));
        }
    }
    Ok(rows)
}

fn row(group: &Group, text: &str, immediate: i64) -> Experiment {
    let sign = if immediate < 0 { "-" } else { "" };
    let text = text.replace("IMM", &format!("{sign}{:#x}", immediate.unsigned_abs()));
    let program = |shift: u32| {
        let text = text.replace("SHIFT", &format!("{shift:#x}"));
        let tested = text.split(';').map(|line| line.trim().to_owned());
        let around = |lines: &[String]| lines.to_vec();
        [around(&group.before), tested.collect(), around(&group.after)].concat()
    };
    let timed = |_| {
        let barriers = if text.starts_with("ST") { "R0:W-" } else { "R-:W0" };
        let mut lines = vec![format!("[B------:{barriers}:-:S02] {text}"); ACCESSES];
        // It leaves after all accesses before it.
        lines.push("LDS $d, [$k]".to_owned());
        lines
    };
    let shifts = if group.shifts.is_empty() { &[0][..] } else { &group.shifts };
    let programs = match group.judge {
        Judge::Values => shifts.iter().copied().map(program).collect(),
        Judge::Passes | Judge::Lines => patterns(group).map(timed).collect(),
    };
    Experiment { name: text.replace('$', ""), group: group.clone(), immediate, programs }
}

/// Offsets of the lanes of each image of a timed row, and its name: strides, and groups of lanes that
/// conflict among themselves, each in banks of its own.
pub fn patterns(group: &Group) -> impl Iterator<Item = (String, [u32; 32])> {
    let lanes = |offset: &dyn Fn(u32) -> u32| std::array::from_fn(|lane| offset(lane as u32));
    let strides = group.strides.iter();
    let strides = strides.map(move |&stride| (format!("stride {stride}"), lanes(&|it| it * stride)));
    let groups = [8, 16].into_iter().map(move |size| {
        let offset = |lane| lane % size * 128 + lane / size * 16;
        (format!("groups of {size}"), lanes(&offset))
    });
    strides.chain(groups)
}
