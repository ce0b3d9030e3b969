//! Totals: one result of two, member by member, by the rules of `rules.tsv`.
//!
//! Each rule is associative and commutative, so a total depends on the set of its parts alone.

use fpga::{Route, measurement};
use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};
use serde_json::{Map, Number, Value, json};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

const TABLE: &str = include_str!("rules.tsv");

/// The command of rules that every result follows.
const ANY: &str = "any";

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rule {
    Sum,
    Min,
    Max,
    All,
    Any,
    Union,
    Intersection,
    Join,
    Common,
    Least,
    Same,
    #[serde(skip)]
    By(Vec<&'static str>),
    Once,
    Derived,
}

/// A row of the table.
struct FoldedRow {
    command: &'static str,
    path: &'static str,
    rule: Rule,
    optional: bool,
}

impl FoldedRow {
    fn parse(line: &'static str) -> Option<FoldedRow> {
        let mut cells = line.split('\t');
        let (command, path, rule) = (cells.next()?, cells.next()?, cells.next()?);
        let rule = match rule.strip_prefix("by ") {
            Some(keys) => Rule::By(keys.split(',').collect()),
            None => Rule::deserialize(StrDeserializer::<Error>::new(rule)).ok()?,
        };
        Some(FoldedRow {
            command,
            path,
            rule,
            optional: cells.next().is_some(),
        })
    }
}

impl Rule {
    /// The values that it takes, and their name.
    fn expects(&self) -> (fn(&Value) -> bool, &'static str) {
        match self {
            Rule::Sum | Rule::Min | Rule::Max => (Value::is_number, "a number"),
            Rule::All | Rule::Any => (Value::is_boolean, "true or false"),
            Rule::Same | Rule::Once => (Value::is_string, "a text"),
            Rule::Least | Rule::Derived => (|value| !value.is_null(), "a value"),
            Rule::Union | Rule::Intersection | Rule::Join | Rule::Common | Rule::By(_) => {
                (Value::is_array, "a list")
            }
        }
    }
}

/// Lines of the table that are rows.
fn lines() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| !line.starts_with('#'))
}

static ROWS: LazyLock<Vec<FoldedRow>> =
    LazyLock::new(|| lines().filter_map(FoldedRow::parse).collect());

static RULES: LazyLock<HashMap<(&'static str, &'static str), &'static Rule>> =
    LazyLock::new(|| {
        let rules = ROWS.iter().map(|row| ((row.command, row.path), &row.rule));
        rules.collect()
    });

/// The first member of `value`, a result of `command`, that its rule cannot take: its path, what it
/// is, and what is expected.
pub fn wrong_member(
    command: &str,
    value: &Value,
) -> Option<(&'static str, &'static str, &'static str)> {
    let mut rows = ROWS
        .iter()
        .filter(|row| [command, ANY].contains(&row.command));
    rows.find_map(|row| {
        let (is_right, expected) = row.rule.expects();
        let is_right = |it: &Value| is_right(it) || (row.optional && it.is_null());
        let found = members(value, row.path);
        let wrong = found.into_iter().find(|it| !is_right(it))?;
        Some((row.path, kind(wrong), expected))
    })
}

/// The type of a value, in the words of `Rule::expects`.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "missing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// The members of `value` at `path`: null where one is missing, several behind a list.
fn members<'a>(value: &'a Value, path: &str) -> Vec<&'a Value> {
    path.split('.').fold(vec![value], |values, name| {
        let list = name.strip_suffix("[]");
        let found = values.into_iter().map(|it| &it[list.unwrap_or(name)]);
        match list {
            Some(_) => found.filter_map(Value::as_array).flatten().collect(),
            None => found.collect(),
        }
    })
}

/// Whether results of `command` have rules.
pub fn has_rules(command: &str) -> bool {
    command != ANY && ROWS.iter().any(|row| row.command == command)
}

/// The total of `parts`, results of `command`; none of none.
pub fn total<'a>(command: &str, parts: impl IntoIterator<Item = &'a Value>) -> Option<Value> {
    let mut parts = parts.into_iter();
    let first = parts.next()?.clone();
    let mut total = parts.fold(first, |total, part| fold(command, &total, part));
    if let Some(total) = total.as_object_mut() {
        total.retain(|name, _| rule(command, name) != Some(&Rule::Once));
    }
    Some(total)
}

/// The rule of the member at `path`.
fn rule(command: &str, path: &str) -> Option<&'static Rule> {
    let rule = RULES.get(&(command, path));
    rule.or_else(|| RULES.get(&(ANY, path))).copied()
}

/// The total of two results of `command`.
pub(super) fn fold(command: &str, one: &Value, other: &Value) -> Value {
    let mut total = member(command, "", one, other);
    derive(command, &mut total);
    total
}

fn member(command: &str, path: &str, one: &Value, other: &Value) -> Value {
    match (rule(command, path), one, other) {
        (Some(Rule::Once), ..) => Value::Null,
        (Some(Rule::Common), Value::Array(one), Value::Array(other)) => union(one, other),
        (Some(Rule::Common), ..) => Value::Null,
        (Some(Rule::Same), one, other) if one != other => "".into(),
        (_, Value::Null, known) | (_, known, Value::Null) => known.clone(),
        (Some(Rule::Sum), Value::Number(one), Value::Number(other)) => sum(one, other),
        (Some(Rule::Min), Value::Number(..), Value::Number(..)) => lesser(one, other),
        (Some(Rule::Max), Value::Number(..), Value::Number(..)) => match order(one, other) {
            Ordering::Less => other.clone(),
            _ => one.clone(),
        },
        (Some(Rule::All), &Value::Bool(one), &Value::Bool(other)) => (one && other).into(),
        (Some(Rule::Any), &Value::Bool(one), &Value::Bool(other)) => (one || other).into(),
        (Some(Rule::Union), Value::Array(one), Value::Array(other)) => union(one, other),
        (Some(Rule::Intersection), Value::Array(one), Value::Array(other)) => {
            intersection(one, other)
        }
        (Some(Rule::Join), Value::Array(one), Value::Array(other)) => {
            let mut all = [one.as_slice(), other].concat();
            all.sort_by_cached_key(Value::to_string);
            all.into()
        }
        (Some(Rule::By(keys)), Value::Array(one), Value::Array(other)) => {
            by_keys(command, path, keys, one, other)
        }
        (None, Value::Object(one), Value::Object(other)) => objects(command, path, one, other),
        _ => lesser(one, other),
    }
}

/// Each member of two objects.
fn objects(
    command: &str,
    path: &str,
    one: &Map<String, Value>,
    other: &Map<String, Value>,
) -> Value {
    let mut all = Map::new();
    for name in one.keys().chain(other.keys()) {
        let inner = match path {
            "" => name.clone(),
            path => format!("{path}.{name}"),
        };
        let of = |object: &Map<String, Value>| object.get(name).cloned().unwrap_or_default();
        let (one, other) = (of(one), of(other));
        let total = member(command, &inner, &one, &other);
        // A member that two have and their total has not.
        if !total.is_null() || (one.is_null() && other.is_null()) {
            all.insert(name.clone(), total);
        }
    }
    all.into()
}

/// Lists of objects, matched by the members `keys`; in the order of both lists where that is
/// one, else sorted.
fn by_keys(command: &str, path: &str, keys: &[&str], one: &[Value], other: &[Value]) -> Value {
    let key = |value: &Value| {
        let keys = keys.iter().map(|key| value.get(key).cloned());
        let keys: Vec<Value> = keys.map(Option::unwrap_or_default).collect();
        Value::from(keys).to_string()
    };
    let order: Vec<String> = one.iter().map(key).collect();
    let is_one_order = other.iter().map(key).eq(order.iter().cloned());
    let mut all: BTreeMap<String, Value> = BTreeMap::new();
    let inner = format!("{path}[]");
    for value in one.iter().chain(other) {
        let total = match all.get(&key(value)) {
            Some(known) => member(command, &inner, known, value),
            None => value.clone(),
        };
        all.insert(key(value), total);
    }
    if is_one_order {
        order.iter().filter_map(|key| all.remove(key)).collect()
    } else {
        all.into_values().collect()
    }
}

fn sum(one: &Number, other: &Number) -> Value {
    match (one.as_u64(), other.as_u64()) {
        (Some(one), Some(other)) => one.saturating_add(other).into(),
        _ => (one.as_f64().unwrap_or_default() + other.as_f64().unwrap_or_default()).into(),
    }
}

/// The order of two numbers, of others that of their texts.
fn order(one: &Value, other: &Value) -> Ordering {
    match (one.as_u64(), other.as_u64(), one.as_f64(), other.as_f64()) {
        (Some(one), Some(other), ..) => one.cmp(&other),
        (_, _, Some(one), Some(other)) => one.total_cmp(&other),
        _ => one.to_string().cmp(&other.to_string()),
    }
}

fn lesser(one: &Value, other: &Value) -> Value {
    match order(one, other) {
        Ordering::Greater => other.clone(),
        _ => one.clone(),
    }
}

/// In the order of both where that is one, else sorted.
fn union(one: &[Value], other: &[Value]) -> Value {
    if one == other {
        return one.to_vec().into();
    }
    let all = one.iter().chain(other);
    let all: BTreeMap<String, &Value> = all.map(|value| (value.to_string(), value)).collect();
    all.into_values().cloned().collect()
}

/// In the order of `one`: what commands list is in the same order each time.
fn intersection(one: &[Value], other: &[Value]) -> Value {
    let other: HashSet<String> = other.iter().map(Value::to_string).collect();
    let both = one
        .iter()
        .filter(|value| other.contains(&value.to_string()));
    both.cloned().collect()
}

/// Members that follow from others of the same total.
fn derive(command: &str, total: &mut Value) {
    match command {
        "cosim" => {
            let operations = number(total, "/operations") as f64;
            let seconds = total["seconds"].as_f64().unwrap_or_default();
            let rate = (operations / seconds.max(1e-9)) as u64;
            set(total, "operations_per_second", rate);
            let (mut all_hit, mut all_total) = (0, 0);
            for group in list_mut(total, "/coverage/groups") {
                let bins = match length(group, "bins") {
                    0 => number(group, "/total"),
                    bins => bins,
                };
                let hit = bins.saturating_sub(length(group, "missing"));
                set(group, "total", bins);
                set(group, "hit", hit);
                all_hit += hit;
                all_total += bins;
            }
            if let Some(coverage) = total.get_mut("coverage") {
                set(coverage, "hit", all_hit);
                set(coverage, "total", all_total);
            }
        }
        "coverage" => {
            let holes = total["holes"].as_array().cloned().unwrap_or_default();
            for kind in list_mut(total, "/kinds") {
                let missed = kind["missed"].as_array().cloned().unwrap_or_default();
                let left = length(&json!({ "left": intersection(&missed, &holes) }), "left");
                let missed = missed.len() as u64;
                set(kind, "waived", missed - left);
                let hit = number(kind, "/points").saturating_sub(missed);
                set(kind, "hit", hit);
            }
        }
        "synth" => {
            for row in list_mut(total, "/rows") {
                let routes = Vec::<Route>::deserialize(&row["seeds"]).unwrap_or_default();
                set(row, "fmax_mhz", json!(measurement::fmax(&routes)));
                set(
                    row,
                    "critical_path",
                    json!(measurement::critical_path(&routes)),
                );
            }
        }
        _ => {}
    }
}

/// The number at `pointer`, 0 where there is none.
pub fn number(value: &Value, pointer: &str) -> u64 {
    let number = value.pointer(pointer).and_then(Value::as_u64);
    number.unwrap_or_default()
}

/// The length of a list, 0 where there is none.
pub fn length(value: &Value, name: &str) -> u64 {
    value[name].as_array().map_or(0, Vec::len) as u64
}

/// The elements of a list, none where there is no list.
pub fn each<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    value[name].as_array().into_iter().flatten()
}

/// A text, empty where there is none.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn set(object: &mut Value, name: &str, value: impl Into<Value>) {
    if let Some(object) = object.as_object_mut() {
        object.insert(name.to_owned(), value.into());
    }
}

fn list_mut<'a>(value: &'a mut Value, pointer: &str) -> impl Iterator<Item = &'a mut Value> {
    let list = value.pointer_mut(pointer).and_then(Value::as_array_mut);
    list.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_a_rule() {
        for line in lines() {
            assert!(FoldedRow::parse(line).is_some(), "{line}");
        }
        assert_eq!(RULES.len(), lines().count(), "a member has one rule");
    }
}
