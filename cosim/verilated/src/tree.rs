//! Verilator's tree of a design: its modules, and their ports with types and places.
//!
//! XML and JSON have the same elements in the same order. Some attributes have other names.

use crate::message::{SourcePlace, messages, place};
use std::collections::HashMap;

/// A module that is declared again, with that place and the first one.
pub type DeclaredAgain = (String, [SourcePlace; 2]);

/// Direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Input,
    Output,
    Both,
}

/// A module, with the place of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignModule {
    pub name: String,
    pub place: SourcePlace,
}

/// A port of a module or an interface, or a signal of a modport.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignPort {
    pub name: String,
    pub direction: Direction,
    /// Width; none if it is not a vector of bits, such as an unpacked array or a real number.
    pub bits: Option<usize>,
    /// Width of an element of a packed array of vectors.
    pub element: Option<usize>,
    /// The fields of a packed structure, and their widths.
    pub fields: Vec<(String, usize)>,
    /// Left and right bound of an unpacked array, and the width of an element.
    pub array: Option<(usize, usize, usize)>,
    pub place: SourcePlace,
}

/// A variable as it is declared.
struct Variable {
    /// The module or interface, or `INTERFACE.MODPORT`.
    of: String,
    name: String,
    direction: Option<Direction>,
    is_parameter: bool,
    of_type: String,
    place: SourcePlace,
}

/// A node in the table of types.
#[derive(Default)]
struct TypeNode {
    kind: String,
    name: String,
    /// Bounds of its range, if it has one.
    range: Vec<i64>,
    /// The type that it names, that of its elements, or those of its members.
    inner: Vec<String>,
    members: Vec<String>,
}

/// Kinds of nodes that name another type.
const NAMES: [&str; 2] = ["refdtype", "paramtypedtype"];

/// The modules of a design, and the variables in them.
#[derive(Default)]
pub struct DesignTree {
    modules: Vec<DesignModule>,
    variables: Vec<Variable>,
    types: HashMap<String, TypeNode>,
    pub again: Vec<DeclaredAgain>,
}

/// One element of the text.
struct Element<'a>(&'a str);

impl Element<'_> {
    /// Its type in lower case, such as `modport`.
    fn kind(&self) -> String {
        let kind = self.0.split([' ', '"', '>']).next();
        kind.unwrap_or_default().to_lowercase()
    }

    /// The value of an attribute under its name in XML or in JSON.
    fn value(&self, xml: &str, json: &str) -> String {
        let after = |start: String| self.0.split_once(&*start).map(|(_, rest)| rest);
        let rest = after(format!(" {xml}=\"")).or_else(|| after(format!("\"{json}\":\"")));
        let value = rest.and_then(|rest| rest.split('"').next());
        value.unwrap_or_default().to_owned()
    }

    /// Its place: `c,5,22,5,26` in XML, `c,5:22,5:26` in JSON. The file's name is in `files`.
    fn place(&self, files: &HashMap<String, String>) -> SourcePlace {
        let value = self.value("loc", "loc");
        let mut parts = value.split([',', ':']);
        let file = parts.next().and_then(|file| files.get(file));
        let mut number = || parts.next().and_then(|it| it.parse().ok()).unwrap_or(1);
        SourcePlace {
            file: file.cloned().unwrap_or_default(),
            line: number(),
            column: number(),
        }
    }
}

impl DesignTree {
    pub(crate) fn of_xml(text: &str, said: &str) -> DesignTree {
        let elements = || text.split('<').skip(1).map(Element);
        let files = elements().filter(|it| it.kind() == "file");
        let files = files.map(|it| (it.value("id", ""), it.value("filename", "")));
        DesignTree::new(elements(), &files.collect(), said)
    }

    /// `meta` has the names of the files, in lines such as `"e": {"filename":"a.sv", ...}`.
    pub(crate) fn of_json(text: &str, meta: &str, said: &str) -> DesignTree {
        let elements = text.split("{\"type\":\"").skip(1).map(Element);
        let files = meta.lines().filter_map(|line| {
            let (id, rest) = line.trim().strip_prefix('"')?.split_once("\": {")?;
            Some((id.to_owned(), Element(rest).value("", "filename")))
        });
        DesignTree::new(elements, &files.collect(), said)
    }

    fn new<'a>(
        elements: impl Iterator<Item = Element<'a>>,
        files: &HashMap<String, String>,
        said: &str,
    ) -> DesignTree {
        let mut tree = DesignTree {
            again: again(said),
            ..DesignTree::default()
        };
        let (mut module, mut modport, mut last) = (String::new(), String::new(), String::new());
        for element in elements {
            let value = |xml, json| element.value(xml, json);
            let (name, kind) = (value("name", "name"), element.kind());
            match &*kind {
                "module" | "iface" | "package" => {
                    module = decoded(&value("origName", "origName"));
                    if kind == "module" {
                        tree.modules.push(DesignModule {
                            name: module.clone(),
                            place: element.place(files),
                        });
                    }
                }
                "modport" => modport = format!("{module}.{name}"),
                "var" | "modportvarref" => {
                    let is_inside = kind == "modportvarref";
                    let way = value(if is_inside { "direction" } else { "dir" }, "direction");
                    let variable = Variable {
                        of: if is_inside { &modport } else { &module }.clone(),
                        direction: match &*way.to_lowercase() {
                            "in" | "input" => Some(Direction::Input),
                            "out" | "output" => Some(Direction::Output),
                            "inout" => Some(Direction::Both),
                            _ => None,
                        },
                        is_parameter: ["true", "GPARAM"].contains(&&*value("param", "varType")),
                        of_type: if is_inside {
                            tree.type_of(&module, &name)
                        } else {
                            value("dtype_id", "dtypep")
                        },
                        name,
                        place: element.place(files),
                    };
                    tree.variables.push(variable);
                }
                "memberdtype" => {
                    if let Some(of) = tree.types.get_mut(&last) {
                        of.inner.push(value("sub_dtype_id", "dtypep"));
                        of.members.push(name);
                    }
                }
                // The bounds of an array.
                "const" => {
                    let of = tree.types.get_mut(&last);
                    let of = of.filter(|it| it.kind.ends_with("arraydtype") && it.range.len() < 2);
                    if let Some(of) = of {
                        let digits = name.rsplit('h').next().unwrap_or_default();
                        let bound = u32::from_str_radix(digits, 16).unwrap_or_default();
                        of.range.push(i64::from(bound as i32));
                    }
                }
                _ if kind.ends_with("dtype") => {
                    last = value("id", "addr");
                    // A name of a type, such as a parameter's, has the type behind it as its own.
                    let is_name = NAMES.contains(&&*kind);
                    let json = if is_name { "dtypep" } else { "refDTypep" };
                    let inner = value("sub_dtype_id", json);
                    let range = format!("{}:{}", value("left", "range"), value("right", "right"));
                    let node = TypeNode {
                        range: range.split(':').filter_map(|it| it.parse().ok()).collect(),
                        inner: Some(inner)
                            .filter(|it| !it.is_empty() && *it != last)
                            .into_iter()
                            .collect(),
                        kind,
                        name,
                        members: Vec::new(),
                    };
                    tree.types.insert(last.clone(), node);
                }
                _ => {}
            }
        }
        tree
    }

    pub fn module(&self, name: &str) -> Option<&DesignModule> {
        self.modules.iter().find(|module| module.name == name)
    }

    /// Ports of a module or an interface, or signals of an `INTERFACE.MODPORT`.
    pub fn ports(&self, of: &str) -> Vec<DesignPort> {
        let variables = self.variables.iter().filter(|it| it.of == of);
        let ports = variables.filter_map(|it| {
            let node = self.resolved(&it.of_type);
            let inner = node.iter().flat_map(|it| &it.inner);
            let widths: Option<Vec<usize>> = inner.map(|id| self.bits(id)).collect();
            let widths = widths.unwrap_or_default();
            let fields = node.iter().flat_map(|it| &it.members).cloned();
            let is_array = node.is_some_and(|it| it.kind == "unpackarraydtype");
            let bounds = node.and_then(|it| <[i64; 2]>::try_from(&*it.range).ok());
            let array = bounds.zip(widths.first()).filter(|_| is_array);
            let is_packed = node.is_some_and(|it| it.kind == "packarraydtype");
            let element = widths.first().copied().filter(|_| is_packed);
            Some(DesignPort {
                name: it.name.clone(),
                direction: it.direction?,
                bits: self.bits(&it.of_type),
                element,
                array: array.map(|([left, right], &bits)| (left as usize, right as usize, bits)),
                fields: fields.zip(widths).collect(),
                place: it.place.clone(),
            })
        });
        ports.collect()
    }

    /// Names of the parameters of a module or an interface.
    pub fn parameters(&self, of: &str) -> Vec<&str> {
        let variables = self.variables.iter();
        let parameters = variables.filter(|it| it.of == of && it.is_parameter);
        parameters.map(|it| &*it.name).collect()
    }

    fn type_of(&self, of: &str, name: &str) -> String {
        let mut variables = self.variables.iter();
        let found = variables.find(|it| it.of == of && it.name == name);
        found.map_or(String::new(), |it| it.of_type.clone())
    }

    /// The type behind names of it.
    fn resolved(&self, id: &str) -> Option<&TypeNode> {
        let node = self.types.get(id)?;
        match &node.inner[..] {
            [named] if NAMES.contains(&&*node.kind) => self.resolved(named),
            _ => Some(node),
        }
    }

    /// Width of a type; none if it is no vector of bits.
    fn bits(&self, id: &str) -> Option<usize> {
        let node = self.types.get(id)?;
        let count = match node.range[..] {
            [left, right] => left.abs_diff(right) as usize + 1,
            _ => 1,
        };
        let mut inner = node.inner.iter().map(|id| self.bits(id));
        match &*node.kind {
            "basicdtype" => {
                let is_bits = !node.range.is_empty() || ["logic", "bit"].contains(&&*node.name);
                is_bits.then_some(count)
            }
            "enumdtype" | "packarraydtype" => Some(count * inner.next()??),
            kind if NAMES.contains(&kind) => inner.next()?,
            "structdtype" => inner.sum(),
            "uniondtype" => inner.collect::<Option<Vec<_>>>()?.into_iter().max(),
            _ => None,
        }
    }
}

/// The modules of Verilator's warning MODDUP, of which it takes the first declaration.
pub(crate) fn again(said: &str) -> Vec<DeclaredAgain> {
    const KIND: &str = "%Warning-MODDUP";
    const FIRST: &str = ": ... Location of original declaration";
    let mut lines = said.lines();
    let found = std::iter::from_fn(|| {
        let line = lines.find(|line| line.starts_with(KIND))?;
        let message = messages(line, &[KIND]).pop()?;
        let mut after = lines.clone();
        let first = after.find_map(|line| place(line.trim().strip_suffix(FIRST)?))?;
        let name = message.text.split('\'').nth(1)?.to_owned();
        Some((name, [message.place?, first]))
    });
    found.collect()
}

/// A name in which Verilator has written a second underscore as `__05F`, and other characters of
/// escaped identifiers by their code too.
fn decoded(name: &str) -> String {
    let mut parts = name.split("__0");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| {
        let (code, rest) = part.split_at_checked(2).unwrap_or(("", part));
        match u8::from_str_radix(code, 16) {
            Ok(code) => format!("{name}{}{rest}", char::from(code)),
            Err(_) => format!("{name}__0{part}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{DesignPort, DesignTree};

    /// A module with a port of each kind, and one that instantiates it, shortened.
    const XML: &str = include_str!("testdata/tree.xml");
    const JSON: &str = include_str!("testdata/tree.json");
    const META: &str = include_str!("testdata/tree.meta.json");

    const SAID: &str = "%Warning-MODDUP: b.sv:2:10: Duplicate declaration of module: 'two'\n    2 | \
                        module   two\n      |          ^~~\n                 a.sv:4:8: ... Location of original \
                        declaration\n%Warning-PINMISSING: a.sv:2:6: Cell has missing pin: 'r'\n";

    #[test]
    fn ports_have_widths_and_places_in_both_forms() {
        for tree in [
            DesignTree::of_xml(XML, SAID),
            DesignTree::of_json(JSON, META, SAID),
        ] {
            assert_eq!(tree.parameters("two"), ["W"]);
            let shown = |it: &DesignPort| {
                let (name, direction, place) = (&it.name, it.direction, &it.place);
                let (line, column) = (place.line, place.column);
                format!(
                    "{}:{line}:{column} {name} {direction:?} {:?}",
                    place.file, it.bits
                )
            };
            let ports = tree.ports("two");
            let expected = [
                "a.sv:5:22 x__y Input Some(7)",
                "a.sv:6:12 s Output Some(8)",
                "a.sv:7:26 pk Both Some(28)",
                "a.sv:7:49 arr Input None",
                "a.sv:8:24 r Input None",
            ];
            assert_eq!(Vec::from_iter(ports.iter().map(shown)), expected);
            assert_eq!(ports[1].fields, [("a".to_owned(), 7), ("b".to_owned(), 1)]);
            assert_eq!((ports[2].array, ports[3].array), (None, Some((0, 5, 7))));
            assert_eq!((ports[0].element, ports[2].element), (None, Some(7)));
            let module = tree.module("two").map(|it| it.place.column);
            let [(name, [again, first])] = &tree.again[..] else {
                panic!("{:?}", tree.again);
            };
            assert_eq!(
                (&**name, again.line, Some(first.column)),
                ("two", 2, module)
            );
        }
        assert_eq!(super::decoded("a__02eb___05Fc__0"), "a.b__c__0");
    }
}
