//! Variables, modports and types in Verilator's tree of a design.

use std::collections::HashMap;
use verilated::Element;

/// A variable of a module or an interface, or a signal of a modport.
pub struct Variable {
    /// The module or interface, or `INTERFACE.MODPORT`.
    pub of: String,
    pub name: String,
    /// Whether it is an input or an output; none if it is neither.
    pub input: Option<bool>,
    is_parameter: bool,
    of_type: String,
}

/// A type, with that which it names and the fields of a packed structure.
#[derive(Clone, Default)]
pub struct Type {
    pub is_array: bool,
    pub fields: Vec<String>,
    named: Option<String>,
}

#[derive(Default)]
pub struct Tree {
    variables: Vec<Variable>,
    types: HashMap<String, Type>,
}

impl Tree {
    pub fn new(elements: &[Element]) -> Tree {
        let mut tree = Tree::default();
        let (mut module, mut modport, mut last) = (String::new(), String::new(), String::new());
        for element in elements {
            let value = |xml, json| element.value(xml, json).unwrap_or_default().to_owned();
            let name = value("name", "name");
            let input = match &*value("dir", "direction").to_lowercase() {
                "input" => Some(true),
                "output" => Some(false),
                _ => None,
            };
            match &*element.kind {
                "module" | "iface" | "package" => module = value("origName", "origName"),
                "modport" => modport = format!("{module}.{name}"),
                "var" => tree.variables.push(Variable {
                    of: module.clone(),
                    name,
                    input,
                    is_parameter: ["true", "GPARAM"].contains(&&*value("param", "varType")),
                    of_type: value("dtype_id", "dtypep"),
                }),
                "modportvarref" => {
                    let way = value("direction", "direction").to_lowercase();
                    tree.variables.push(Variable {
                        of: modport.clone(),
                        input: (!way.starts_with("inout")).then(|| way.starts_with("in")),
                        is_parameter: false,
                        of_type: tree.type_of(&module, &name),
                        name,
                    });
                }
                "memberdtype" => {
                    let of = tree.types.get_mut(&last);
                    of.into_iter().for_each(|it| it.fields.push(name.clone()));
                }
                kind if kind.ends_with("dtype") => {
                    last = value("id", "addr");
                    let named = || value("sub_dtype_id", "refDTypep");
                    let of = Type {
                        is_array: kind == "unpackarraydtype",
                        fields: Vec::new(),
                        named: (kind == "refdtype").then(named),
                    };
                    tree.types.insert(last.clone(), of);
                }
                _ => {}
            }
        }
        tree
    }

    /// Inputs and outputs of a module, an interface, or a modport.
    pub fn ports<'a>(&'a self, of: &'a str) -> impl Iterator<Item = &'a Variable> {
        let ports = self.variables.iter();
        ports.filter(move |it| it.of == of && it.input.is_some())
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

    /// The type of a variable.
    pub fn resolved(&self, variable: &Variable) -> Type {
        let mut found = self.types.get(&variable.of_type);
        while let Some(named) = found.and_then(|it| it.named.as_ref())
            && let Some(next) = self
                .types
                .get(named)
                .filter(|it| it.named.as_ref() != Some(named))
        {
            found = Some(next);
        }
        found.cloned().unwrap_or_default()
    }
}
