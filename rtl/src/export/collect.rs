//! A walk over a RustHDL block tree: signals, registers, sub-blocks, kernels.

use super::documentation::{self, Documentation};
use super::error::ExportError;
use crate::primitives::optional::present;
use rust_hdl::prelude::ast::VerilogBlock;
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeKind, Verilog};
use std::collections::BTreeSet;

/// Role of a net in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Input,
    Output,
    Local,
    Register,
}

/// A signal or an array of equal signals, packed with element 0 lowest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    pub name: String,
    pub role: Role,
    /// Bits of one element.
    pub width: usize,
    /// A `Bit`, which has no index, rather than a `Bits<1>`.
    pub scalar: bool,
    /// Number of elements, where it is an array.
    pub elements: Option<usize>,
    /// Bits from one element to the next: the width but in the form for simulation.
    pub step: usize,
}

impl Net {
    /// Whether the module around sees it.
    pub fn is_port(&self) -> bool {
        matches!(self.role, Role::Input | Role::Output)
    }

    /// Bits of all elements.
    pub fn bits(&self) -> usize {
        self.width * self.elements.unwrap_or(1)
    }

    /// As it is declared: `[31:0]`, or nothing for a single bit.
    pub fn range(&self) -> String {
        match (self.scalar, self.elements) {
            (true, None) if self.width == 1 => String::new(),
            _ => format!("[{}:0]", self.step * self.elements.unwrap_or(1) - 1),
        }
    }
}

/// A named constant, printed as a `localparam`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    pub name: String,
    pub width: usize,
    pub hexadecimal: String,
}

/// One sub-block or an array of equal sub-blocks.
#[derive(Clone)]
pub struct Child {
    pub name: String,
    pub elements: Option<usize>,
    /// The values of all constants at any depth.
    constants: Vec<String>,
    pub block: RawBlock,
}

/// One block as RustHDL describes it.
#[derive(Clone)]
pub struct RawBlock {
    pub documentation: Option<&'static Documentation>,
    /// Every field, sorted: what the documentation is found by.
    pub fields: Vec<String>,
    pub nets: Vec<Net>,
    pub constants: Vec<Constant>,
    pub children: Vec<Child>,
    pub kernel: VerilogBlock,
    /// Verilog of the block in the place of a kernel: the text between its ports
    /// and `endmodule`.
    pub text: Option<String>,
}

impl RawBlock {
    /// Name of the Verilog module: that of the block's source file with `agu_` before it, and
    /// behind it the number of lanes where the block depends on it, so that units of two widths
    /// can stand in one design. None where the block is not documented.
    pub fn module_name(&self) -> Option<String> {
        let known = self.documentation?;
        let mut nets = self.nets.iter();
        let net = nets.find(|net| Some(&*net.name) == known.a_lane_each);
        let lanes = net.map(|net| net.elements.unwrap_or(net.width).to_string());
        Some(format!("agu_{}{}", known.name, lanes.unwrap_or_default()))
    }
}

/// Reads `top` and everything below it.
pub fn collect(top: &dyn Block, name: &str) -> Result<RawBlock, ExportError> {
    let mut walk = Walk::default();
    top.accept(name, &mut walk);
    walk.finished
        .ok_or(ExportError::Check("nothing to export".into()))?
        .into_block()
}

/// A scope as the probe sees it, arrays not yet folded.
struct Scope {
    name: String,
    code: Verilog,
    atoms: Vec<Atomic>,
    children: Vec<Scope>,
}

struct Atomic {
    name: String,
    kind: AtomKind,
    width: usize,
    scalar: bool,
    /// Neither signed nor made of named parts.
    plain: bool,
    value: String,
}

#[derive(Default)]
struct Walk {
    open: Vec<Scope>,
    finished: Option<Scope>,
}

impl Probe for Walk {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        self.open.push(Scope {
            name: name.to_string(),
            code: node.hdl(),
            atoms: Vec::new(),
            children: Vec::new(),
        });
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let descriptor = signal.descriptor();
        let literal = format!("{:x}", signal.verilog());
        if let Some(scope) = self.open.last_mut() {
            scope.atoms.push(Atomic {
                name: name.to_string(),
                kind: signal.kind(),
                width: signal.bits(),
                scalar: !descriptor.name.starts_with("Bits"),
                plain: matches!(descriptor.kind, TypeKind::Bits(_)),
                value: literal
                    .split_once('h')
                    .map_or("0", |(_, digits)| digits)
                    .to_string(),
            });
        }
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        if let Some(scope) = self.open.pop() {
            match self.open.last_mut() {
                Some(parent) => parent.children.push(scope),
                None => self.finished = Some(scope),
            }
        }
    }
}

/// `lane$3` is element 3 of `lane`.
fn split_element(name: &str) -> (&str, Option<usize>) {
    match name.rsplit_once('$') {
        Some((base, index)) => match index.parse() {
            Ok(index) => (base, Some(index)),
            Err(_) => (name, None),
        },
        None => (name, None),
    }
}

impl Scope {
    /// A RustHDL `DFF`: its Verilog is text and its signals are d, q and clock.
    fn register_width(&self) -> Option<(usize, bool)> {
        let is_text = matches!(self.code, Verilog::Custom(_));
        let names: Vec<&str> = self.atoms.iter().map(|atom| atom.name.as_str()).collect();
        if is_text && names == ["d", "q", "clock"] {
            Some((self.atoms[1].width, self.atoms[1].scalar))
        } else {
            None
        }
    }

    /// The values of all constants at any depth.
    fn constants(&self) -> Vec<String> {
        let own = self.atoms.iter();
        own.filter(|atom| atom.kind == AtomKind::Constant)
            .map(|atom| atom.value.clone())
            .chain(self.children.iter().flat_map(Scope::constants))
            .collect()
    }

    fn unsupported(&self, construct: &str, expected: &'static str) -> ExportError {
        ExportError::Unsupported {
            module: self.name.clone(),
            construct: construct.to_string(),
            expected,
        }
    }

    /// Its signals, elements of an array as one net, and its constants.
    fn signals(&self) -> Result<(Vec<Net>, Vec<Constant>), ExportError> {
        let (mut nets, mut constants) = (Vec::<Net>::new(), Vec::new());
        for atom in &self.atoms {
            if !atom.plain {
                let construct = format!("the type of `{}`", atom.name);
                return Err(self.unsupported(&construct, "Bit, Bits or Clock"));
            }
            let (base, index) = split_element(&atom.name);
            let role = match atom.kind {
                AtomKind::InputParameter => Role::Input,
                AtomKind::OutputParameter => Role::Output,
                AtomKind::LocalSignal => Role::Local,
                AtomKind::Constant => {
                    constants.push(Constant {
                        name: atom.name.clone(),
                        width: atom.width,
                        hexadecimal: atom.value.clone(),
                    });
                    continue;
                }
                _ => {
                    let expected = "In, Out, Local or Constant";
                    return Err(self.unsupported("an inout or stub signal", expected));
                }
            };
            let elements = index.map(|index| index + 1);
            match nets.last_mut() {
                Some(net) if index.is_some() && net.name == base => net.elements = elements,
                _ => nets.push(Net {
                    name: base.to_string(),
                    role,
                    width: atom.width,
                    scalar: atom.scalar,
                    elements,
                    step: atom.width,
                }),
            }
        }
        Ok((nets, constants))
    }

    fn into_block(mut self) -> Result<RawBlock, ExportError> {
        let (kernel, text) = match &self.code {
            Verilog::Combinatorial(kernel) => (present(kernel), None),
            Verilog::Custom(text) => (VerilogBlock::default(), Some(text.clone())),
            _ => {
                let expected = "a kernel made by hdl_gen, text, or a DFF";
                return Err(self.unsupported("a block without a kernel", expected));
            }
        };
        let (mut nets, constants) = self.signals()?;
        let mut children: Vec<Child> = Vec::new();
        for child in std::mem::take(&mut self.children) {
            let (base, index) = split_element(&child.name);
            let name = base.to_string();
            if let Some((width, scalar)) = child.register_width() {
                nets.push(Net {
                    name,
                    role: Role::Register,
                    width,
                    scalar,
                    elements: index,
                    step: width,
                });
                continue;
            }
            let elements = index.map(|index| index + 1);
            match children.last_mut() {
                Some(last) if index.is_some() && last.name == name => {
                    // One type and one set of constants, hence one module.
                    if last.constants != child.constants() {
                        let construct = "array elements that differ in their constants";
                        return Err(self.unsupported(construct, "elements that are equal"));
                    }
                    last.elements = elements;
                }
                _ => children.push(Child {
                    name,
                    elements,
                    constants: child.constants(),
                    block: child.into_block()?,
                }),
            }
        }
        let mut fields: BTreeSet<&String> = nets.iter().map(|net| &net.name).collect();
        fields.extend(constants.iter().map(|constant| &constant.name));
        fields.extend(children.iter().map(|child| &child.name));
        let fields: Vec<String> = fields.into_iter().cloned().collect();
        Ok(RawBlock {
            documentation: documentation::find(&fields),
            fields,
            nets,
            constants,
            children,
            kernel,
            text,
        })
    }
}
