//! The members of one register in all lanes, and local variables of lanes, as arrays.

use super::tokens::{Tokens, is_word, statements, tokens};
use super::{FEWEST, KINDS, MOST};
use std::collections::{BTreeMap, HashMap};

/// The type and the number of elements of each array.
pub(super) type Arrays = HashMap<String, (String, usize)>;

/// The array that holds a member, and its lane.
fn lane_of(name: &str) -> Option<(String, usize)> {
    let (before, rest) = name.split_once("__BRA__")?;
    let (lane, after) = rest.split_once("__KET__")?;
    Some((format!("{before}__ALL__{after}"), lane.parse().ok()?))
}

/// The header with arrays, which are entered.
pub(super) fn members_as_arrays(header: &str, arrays: &mut Arrays) -> String {
    let member = |line: &str| {
        let line = line.trim().trim_start_matches("alignas(64) ");
        let kind = KINDS.into_iter().find(|kind| line.starts_with(kind))?;
        let name = line.strip_suffix(';')?.split_once(' ')?.1;
        let (array, lane) = lane_of(name).filter(|_| name.chars().all(is_word))?;
        Some((kind, array, lane))
    };
    let mut lanes: BTreeMap<(&str, String), Vec<usize>> = BTreeMap::new();
    for (kind, array, lane) in header.lines().filter_map(member) {
        lanes.entry((kind, array)).or_default().push(lane);
    }
    lanes.retain(|_, lanes| lanes.len() >= FEWEST && lanes.iter().all(|&lane| lane < MOST));
    let mut text = String::new();
    for line in header.lines() {
        wide(&tokens(line), arrays);
        match member(line).filter(|(kind, array, _)| lanes.contains_key(&(kind, array.clone()))) {
            None => text += &format!("{line}\n"),
            Some((kind, array, _)) if !arrays.contains_key(&array) => {
                let lanes = lanes[&(kind, array.clone())]
                    .iter()
                    .max()
                    .map_or(0, |max| max + 1);
                text += &format!("alignas(64) {kind} {array}[{lanes}];\n");
                arrays.insert(array, (kind.to_string(), lanes));
            }
            Some(_) => {}
        }
    }
    text
}

/// Enters `VL_INW(name,127,0,4);` or `VlWide<4> name;`
fn wide(line: &[String], arrays: &mut Arrays) {
    let line = if line.first().is_some_and(|t| t == "alignas") {
        &line[4..]
    } else {
        line
    };
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let (name, words) = match line[..] {
        [
            "VL_INW" | "VL_OUTW",
            "(",
            name,
            ",",
            _,
            ",",
            _,
            ",",
            words,
            ")",
            ";",
        ] => (name, words),
        ["VlWide", "<", words, ">", name, ";"] => (name, words),
        _ => return,
    };
    if let Ok(words) = words.parse() {
        arrays.insert(name.to_string(), ("IData".to_string(), words));
    }
}

/// `source` with the members that are elements of `arrays` now written as such.
pub(super) fn elements(source: &str, arrays: &Arrays) -> String {
    let mut parts = source.split("vlSelf->");
    let mut text = parts.next().unwrap_or("").to_string();
    for part in parts {
        let end = part.find(|c: char| !is_word(c)).unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        text += "vlSelf->";
        match lane_of(name).filter(|(array, _)| arrays.contains_key(array)) {
            Some((array, lane)) => text += &format!("{array}[{lane}U]"),
            None => text += name,
        }
        text += rest;
    }
    text
}

/// Local variables of lanes as arrays, too.
pub(super) fn locals_as_arrays(body: &[String], arrays: &mut Arrays) -> Tokens {
    let local = |statement: &[String]| match statement {
        [kind, name, end] if KINDS.contains(&kind.as_str()) && end == ";" => {
            lane_of(name).map(|(array, lane)| (kind.clone(), array, lane))
        }
        _ => None,
    };
    let mut lanes: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for statement in statements(body) {
        wide(statement, arrays);
        if let Some((kind, array, lane)) = local(statement) {
            lanes.entry((kind, array)).or_default().push(lane);
        }
    }
    lanes.retain(|(_, array), lanes| {
        lanes.len() >= FEWEST && lanes.iter().all(|&l| l < MOST) && !arrays.contains_key(array)
    });
    let mut text = Tokens::new();
    for ((kind, array), lanes) in &lanes {
        let count = lanes.iter().max().map_or(0, |max| max + 1);
        arrays.insert(array.clone(), (kind.clone(), count));
        text.extend(tokens(&format!("alignas(64) {kind} {array}[{count}];")));
    }
    for statement in statements(body) {
        if local(statement).is_some_and(|(kind, array, _)| lanes.contains_key(&(kind, array))) {
            continue;
        }
        for (i, token) in statement.iter().enumerate() {
            match lane_of(token).filter(|(array, _)| {
                (i == 0 || statement[i - 1] != "->") && lanes.keys().any(|(_, a)| a == array)
            }) {
                Some((array, lane)) => {
                    text.extend([array, "[".into(), format!("{lane}U"), "]".into()]);
                }
                None => text.push(token.clone()),
            }
        }
    }
    text
}
