//! The members of lanes, in the header and in functions: 32 of one name become one array.

use super::tokens::{KINDS, Tokens, at, is_word, part, statements, tokens};
use super::{FEWEST, MOST};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

/// The types of members and local variables.
#[derive(Clone, Default)]
pub struct Variables(HashMap<String, Variable>);

#[derive(Clone, PartialEq)]
struct Variable {
    kind: String,
    /// 0 of what is no array.
    elements: usize,
}

impl Variables {
    /// How many elements the array `name` has; 0 where it is none.
    pub fn elements(&self, name: &str) -> usize {
        self.0.get(name).map_or(0, |variable| variable.elements)
    }

    /// The type of the variable, or of the elements of the array.
    pub fn kind(&self, name: &str) -> &str {
        self.0.get(name).map_or("", |variable| &variable.kind)
    }

    /// A local variable may have a member's name: then neither's type is known.
    fn enter(&mut self, name: &str, kind: &str, elements: usize) {
        let kind = kind.to_string();
        let new = Variable { kind, elements };
        let known = self
            .0
            .entry(name.to_string())
            .or_insert_with(|| new.clone());
        if *known != new {
            *known = Variable {
                kind: String::new(),
                elements: 0,
            };
        }
    }

    /// Enters `IData name;`, `VL_IN(name,31,0);`, `VL_INW(name,127,0,4);`, `VlWide<4> name;` or,
    /// a port that is an array, `VL_OUT8(name[32],7,0);`
    fn declare(&mut self, statement: &[String]) {
        let words: Vec<&str> = statement.iter().map(String::as_str).collect();
        let (name, kind, elements) = match words[..] {
            [kind, name, ";"] if KINDS.contains(&kind) => (name, kind, Ok(0)),
            ["VL_IN" | "VL_OUT", "(", name, ..] => (name, "IData", Ok(0)),
            ["VL_INW" | "VL_OUTW", "(", name, .., words, ")", ";"] => {
                (name, "IData", words.parse())
            }
            ["VL_OUT8", "(", name, "[", elements, "]", ..] => (name, "CData", elements.parse()),
            ["VL_OUT16", "(", name, "[", elements, "]", ..] => (name, "SData", elements.parse()),
            ["VlWide", "<", words, ">", name, ";"] => (name, "IData", words.parse()),
            ["VlUnpacked", "<", kind, ",", elements, ">", name, ";"] if KINDS.contains(&kind) => {
                (name, kind, elements.parse())
            }
            _ => return,
        };
        if let Ok(elements) = elements {
            self.enter(name, kind, elements);
        }
    }
}

/// The array that holds a member, and its lane.
fn lane_of(name: &str) -> Option<(String, usize)> {
    let (before, rest) = name.split_once("__BRA__")?;
    let (lane, after) = rest.split_once("__KET__")?;
    Some((format!("{before}__ALL__{after}"), lane.parse().ok()?))
}

/// A declaration without its alignment.
fn unaligned(statement: &[String]) -> &[String] {
    let aligned = at(statement, 0) == "alignas";
    part(statement, if aligned { 4 } else { 0 }..statement.len())
}

/// The type, the array and the lane of a declaration such as `IData a__BRA__3__KET__b;`
fn member(statement: &[String]) -> Option<(String, String, usize)> {
    match statement {
        [kind, name, end] if KINDS.contains(&kind.as_str()) && end == ";" => {
            let (array, lane) = lane_of(name)?;
            Some((kind.clone(), array, lane))
        }
        _ => None,
    }
}

/// Which of `members` can be arrays: those of one type, of enough lanes and not too many. The
/// type and the number of elements of each, by its name.
fn alike(
    members: impl Iterator<Item = (String, String, usize)>,
) -> BTreeMap<String, (String, usize)> {
    let mut arrays: BTreeMap<String, Vec<(String, usize)>> = BTreeMap::new();
    for (kind, array, lane) in members {
        arrays.entry(array).or_default().push((kind, lane));
    }
    let one = |(name, members): (String, Vec<(String, usize)>)| {
        let kinds: HashSet<&String> = members.iter().map(|(kind, _)| kind).collect();
        let lanes: HashSet<usize> = members.iter().map(|(_, lane)| *lane).collect();
        let elements = lanes.iter().max()? + 1;
        let kind = kinds.into_iter().next().filter(|first| {
            let same = members.iter().all(|(kind, _)| kind == *first);
            same && lanes.len() == members.len() && lanes.len() >= FEWEST && elements <= MOST
        })?;
        Some((name, (kind.clone(), elements)))
    };
    arrays.into_iter().filter_map(one).collect()
}

fn declaration(kind: &str, array: &str, elements: usize) -> String {
    format!("alignas(64) {kind} {array}[{elements}];")
}

/// The header with arrays, and all its variables.
pub fn as_arrays(header: &str, sources: &[String]) -> (String, Variables) {
    let line_tokens = |line: &str| unaligned(&tokens(line)).to_vec();
    let lines: Vec<(&str, Tokens)> = header.lines().map(|l| (l, line_tokens(l))).collect();
    let mut arrays = alike(lines.iter().filter_map(|(_, line)| member(line)));
    let declared = lines.iter().filter(|(_, line)| member(line).is_none());
    let elsewhere = declared.map(|(line, _)| *line);
    for name in elsewhere
        .chain(sources.iter().map(String::as_str))
        .flat_map(named)
    {
        arrays.remove(&name);
    }
    let mut text = String::new();
    let mut variables = Variables::default();
    for (line, words) in &lines {
        let array = member(words).and_then(|(_, array, _)| arrays.get_key_value(&array));
        let Some((array, (kind, elements))) = array else {
            variables.declare(words);
            text += &format!("{line}\n");
            continue;
        };
        if variables.elements(array) == 0 {
            text += &format!("{}\n", declaration(kind, array, *elements));
            variables.enter(array, kind, *elements);
        }
    }
    (text, variables)
}

/// The arrays with a member that `text` names otherwise than by `vlSelf->`. They have to stay as
/// they are: such a name would not be found.
fn named(text: &str) -> impl Iterator<Item = String> {
    let others = text.split("vlSelf->").enumerate().flat_map(|(i, part)| {
        let rest = if i == 0 {
            part
        } else {
            part.trim_start_matches(is_word)
        };
        rest.split(|c| !is_word(c))
    });
    others.filter_map(|word| Some(lane_of(word)?.0))
}

/// `source` with elements of arrays where it names members.
pub fn renamed(source: &str, variables: &Variables) -> String {
    let mut parts = source.split("vlSelf->");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(|c: char| !is_word(c)).unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        text += "vlSelf->";
        match lane_of(name).filter(|(array, _)| variables.elements(array) > 0) {
            // Writing to a string does not fail.
            Some((array, lane)) => write!(text, "{array}[{lane}U]").unwrap_or_default(),
            None => text += name,
        }
        text += rest;
    }
    text
}

/// Local variables of lanes as arrays, too; enters all into `variables`.
pub fn locals_as_arrays(body: &[String], variables: &mut Variables) -> Tokens {
    let list = statements(body);
    let mut arrays = alike(list.iter().filter_map(|statement| member(statement)));
    arrays.retain(|name, _| variables.kind(name).is_empty());
    let mut text = Tokens::new();
    for (name, (kind, elements)) in &arrays {
        variables.enter(name, kind, *elements);
        text.extend(tokens(&declaration(kind, name, *elements)));
    }
    for statement in list {
        if member(statement).is_some_and(|(_, array, _)| arrays.contains_key(&array)) {
            continue;
        }
        variables.declare(statement);
        let mut before = "";
        for token in statement {
            let array =
                lane_of(token).filter(|(name, _)| before != "->" && arrays.contains_key(name));
            match array {
                Some((name, lane)) => {
                    text.extend([name, "[".into(), format!("{lane}U"), "]".into()]);
                }
                None => text.push(token.clone()),
            }
            before = token;
        }
    }
    text
}
