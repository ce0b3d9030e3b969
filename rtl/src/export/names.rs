//! The names of one module: what a kernel's signal text stands for.

use super::collect::{Child, Constant, Net, RawBlock, Role};
use super::error::ExportError;
use super::loops::Loop;
use std::collections::BTreeSet;

/// The names of one module.
#[derive(Clone)]
pub struct Names<'a> {
    pub module: &'a str,
    pub block: &'a RawBlock,
    /// The kernel's loops, whose variables may index.
    pub loops: Vec<Loop>,
    /// Sub-block ports that are the module's own net: the port's key, the net's name.
    pub aliases: Vec<(String, String)>,
    /// Keys of sub-block outputs that nothing reads.
    pub unread: Vec<String>,
    /// Arrays of which a loop over lanes holds the present element alone.
    pub locals: BTreeSet<String>,
    /// Nets that a loop over lanes has copies of.
    pub copied: BTreeSet<String>,
    /// In the form for simulation bits that a loop drives are joined to a mask.
    pub is_simulation: bool,
}

/// Meaning of a kernel's signal text.
pub enum Reference<'a> {
    Net {
        name: String,
        net: &'a Net,
        /// Number of elements, where it is an array.
        elements: Option<usize>,
        element: Option<String>,
    },
    Constant(&'a Constant),
}

/// A kernel's signal text, `head[index]$port[port_index]`, without `$next`.
struct SignalPath<'t> {
    head: &'t str,
    port: Option<&'t str>,
    index: Option<&'t str>,
}

impl<'t> SignalPath<'t> {
    fn new(signal: &'t str) -> Self {
        let text = signal.strip_suffix("$next").unwrap_or(signal);
        let (head, port) = match text.split_once('$') {
            Some((head, port)) => (head, Some(port)),
            None => (text, None),
        };
        let (head, index) = split_index(head);
        let (port, port_index) = match port.map(split_index) {
            Some((port, index)) => (Some(port), index),
            None => (None, None),
        };
        // Of a bit of an element, `name[i][j]`, the element counts.
        let element = |index: &'t str| index.split_once("][").map_or(index, |(index, _)| index);
        SignalPath {
            head,
            port,
            index: index.or(port_index).map(element),
        }
    }
}

fn split_index(text: &str) -> (&str, Option<&str>) {
    match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
        Some((name, index)) => (name, Some(index.trim())),
        None => (text, None),
    }
}

/// The text between the brackets of `lane[i]$sum$next`.
pub fn index_of(signal: &str) -> Option<&str> {
    SignalPath::new(signal).index
}

/// Key of the driver of a signal: its text without element and without `$next`.
pub fn target_key(signal: &str) -> String {
    let path = SignalPath::new(signal);
    match path.port {
        Some(port) => format!("{}${port}", path.head),
        None => path.head.to_string(),
    }
}

/// The key of port `port` of sub-block `child`.
pub fn port_key(child: &str, port: &str) -> String {
    format!("{child}${port}")
}

/// Name of the copy of the net `name` in a loop over lanes.
pub fn copy_of(name: &str) -> String {
    format!("{name}_now")
}

/// A literal of `width` bits; decimal where it is short.
pub fn sized(hexadecimal: &str, width: usize) -> String {
    match u64::from_str_radix(hexadecimal, 16) {
        Ok(value) if width == 1 => format!("1'b{value}"),
        Ok(value) if value < 10 => format!("{width}'d{value}"),
        _ => format!("{width}'h{hexadecimal}"),
    }
}

impl<'a> Names<'a> {
    pub fn new(module: &'a str, block: &'a RawBlock) -> Self {
        Names {
            module,
            block,
            loops: Vec::new(),
            aliases: Vec::new(),
            unread: Vec::new(),
            locals: BTreeSet::new(),
            copied: BTreeSet::new(),
            is_simulation: false,
        }
    }

    pub fn unsupported(&self, construct: String, expected: &'static str) -> ExportError {
        ExportError::Unsupported {
            module: self.module.to_string(),
            construct,
            expected,
        }
    }

    pub fn child(&self, name: &str) -> Option<&'a Child> {
        self.block.children.iter().find(|child| child.name == name)
    }

    /// The net that carries port `port` of sub-block `child`.
    pub fn port_net(&self, child: &str, port: &str) -> String {
        let key = port_key(child, port);
        match self.aliases.iter().find(|(from, _)| *from == key) {
            Some((_, own)) => own.clone(),
            None if self.unread.contains(&key) => format!("unused_{child}_{port}"),
            None => format!("{child}_{port}"),
        }
    }

    /// The net or constant that `signal` stands for.
    pub fn resolve(&self, signal: &str) -> Result<Reference<'a>, ExportError> {
        let path = SignalPath::new(signal);
        let refuse = |expected| Err(self.unsupported(format!("`{signal}`"), expected));
        let block = self.block;
        if let Some(net) = block.nets.iter().find(|net| net.name == path.head) {
            let whole = match (net.role, path.port) {
                (Role::Register, Some("q")) => true,
                (Role::Register, Some("d")) => signal.ends_with("$next"),
                (_, port) => port.is_none(),
            };
            if !whole {
                return refuse("a whole signal, or q of a register");
            }
            return self.net(signal, net.name.clone(), net, net.elements, &path);
        }
        if let (Some(child), Some(port)) = (self.child(path.head), path.port) {
            let Some(net) = child.block.nets.iter().find(|net| net.name == port) else {
                return refuse("a port of the sub-block");
            };
            if child.elements.is_some() && net.elements.is_some() {
                return refuse("one level of arrays");
            }
            let elements = child.elements.or(net.elements);
            let name = self.port_net(&child.name, port);
            return self.net(signal, name, net, elements, &path);
        }
        match block.constants.iter().find(|known| known.name == path.head) {
            Some(constant) if path.port.is_none() => Ok(Reference::Constant(constant)),
            _ => refuse("a field of the block; for a number a Constant"),
        }
    }

    fn net(
        &self,
        signal: &str,
        name: String,
        net: &'a Net,
        elements: Option<usize>,
        path: &SignalPath,
    ) -> Result<Reference<'a>, ExportError> {
        let index = path.index;
        let inside = match (index, elements) {
            (None, _) => true,
            (Some(index), Some(elements)) => match index.parse::<usize>() {
                Ok(index) => index < elements,
                Err(_) => self
                    .variable(index)
                    .is_some_and(|variable| variable.to <= elements),
            },
            (Some(_), None) => false,
        };
        if !inside {
            return Err(self.unsupported(
                format!("`{signal}`"),
                "an index that is a number or a loop's variable, inside the array",
            ));
        }
        let is_copied = self.copied.contains(&name);
        Ok(Reference::Net {
            name: if is_copied { copy_of(&name) } else { name },
            net,
            elements,
            element: index.map(str::to_string),
        })
    }

    /// The loop whose variable is called `name`.
    pub fn variable(&self, name: &str) -> Option<&Loop> {
        self.loops.iter().find(|known| known.variable == name)
    }

    /// A signal, or one element of it, as it is read and written.
    pub fn signal(&self, signal: &str) -> Result<String, ExportError> {
        Ok(match self.resolve(signal)? {
            Reference::Constant(constant) => constant.name.to_uppercase(),
            Reference::Net {
                name,
                element: None,
                ..
            } => name,
            Reference::Net { name, .. } if self.locals.contains(&name) => name,
            Reference::Net {
                name,
                net: Net { width, step, .. },
                element: Some(index),
                ..
            } => match (width, index.parse::<usize>()) {
                (1, _) => format!("{name}[{index}]"),
                (_, Ok(index)) => {
                    format!("{name}[{}:{}]", step * index + width - 1, step * index)
                }
                (_, Err(_)) => format!("{name}[{step}*{index} +: {width}]"),
            },
        })
    }

    /// Width of what `signal` names: of a whole array, that of all its elements.
    pub fn signal_width(&self, signal: &str) -> Option<usize> {
        match self.resolve(signal).ok()? {
            Reference::Net {
                net,
                elements,
                element: None,
                ..
            } => Some(net.width * elements.unwrap_or(1)),
            Reference::Net { net, .. } => Some(net.width),
            Reference::Constant(constant) => Some(constant.width),
        }
    }

    /// Whether `key` is the input of a register, and of which.
    pub fn register_input(&self, key: &str) -> Option<&'a str> {
        let (head, port) = key.split_once('$')?;
        (port == "d").then(|| self.register(head))?
    }

    /// The register called `name`.
    pub fn register(&self, name: &str) -> Option<&'a str> {
        let nets = &self.block.nets;
        nets.iter()
            .find(|net| net.role == Role::Register && net.name == name)
            .map(|net| net.name.as_str())
    }

    /// Whether the kernel may drive what `key` names.
    pub fn may_drive(&self, key: &str) -> bool {
        let path = SignalPath::new(key);
        match (self.child(path.head), path.port) {
            (Some(child), Some(port)) => {
                let is_input = |net: &Net| net.name == port && net.role == Role::Input;
                child.block.nets.iter().any(is_input)
            }
            _ => {
                let own =
                    |net: &Net| net.name == key && matches!(net.role, Role::Output | Role::Local);
                self.block.nets.iter().any(own) || self.register_input(key).is_some()
            }
        }
    }
}
