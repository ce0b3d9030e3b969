//! The instance of values for proofs: terms that print as SMT-LIB 2, logic QF_BV.
//!
//! A term is a shared directed acyclic graph. [`Script`] prints every node once
//! under a name of its own. So the text grows with the nodes, not with the
//! paths through them.

use super::{Bit, BitVector, Values};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::rc::Rc;

/// Terms instead of numbers: [`Formula`], [`Term`].
#[derive(Clone, Copy, Debug)]
pub enum Symbolic {}

/// A term of sort `Bool`.
#[derive(Clone, Debug)]
pub struct Formula(Rc<Node>);

/// A term of sort `(_ BitVec WIDTH)`.
#[derive(Clone, Debug)]
pub struct Term<const WIDTH: u32>(Rc<Node>);

/// A term of either kind, as [`Script`] takes it.
pub trait Expression {
    /// The root of the term's graph.
    fn node(&self) -> &Rc<Node>;
}

/// One function application, constant or symbol.
#[derive(Debug)]
pub struct Node {
    head: Cow<'static, str>,
    arguments: Vec<Rc<Node>>,
    /// `None` is Bool, else the width of a bit vector.
    width: Option<u32>,
    symbol: bool,
}

fn node(
    width: Option<u32>,
    head: impl Into<Cow<'static, str>>,
    arguments: &[&Rc<Node>],
) -> Rc<Node> {
    let arguments = arguments
        .iter()
        .map(|&argument| Rc::clone(argument))
        .collect();
    Rc::new(Node {
        head: head.into(),
        arguments,
        width,
        symbol: false,
    })
}

fn symbol(width: Option<u32>, name: &str) -> Rc<Node> {
    Rc::new(Node {
        head: name.to_owned().into(),
        arguments: Vec::new(),
        width,
        symbol: true,
    })
}

impl Formula {
    /// A free variable. `name` is an SMT-LIB symbol, `|quoted|` where need be.
    pub fn symbol(name: &str) -> Formula {
        Formula(symbol(None, name))
    }

    /// Formula that holds if both formulas have one truth value.
    pub fn equals(self, other: Formula) -> Formula {
        Formula(node(None, "=", &[&self.0, &other.0]))
    }
}

impl<const WIDTH: u32> Term<WIDTH> {
    /// A free variable. `name` is an SMT-LIB symbol, `|quoted|` where need be.
    pub fn symbol(name: &str) -> Term<WIDTH> {
        Term(symbol(Some(WIDTH), name))
    }

    /// Bits `lowest + TO - 1 : lowest`.
    fn extract<const TO: u32>(&self, lowest: u32) -> Term<TO> {
        let head = format!("(_ extract {} {lowest})", lowest + TO - 1);
        Term(node(Some(TO), head, &[&self.0]))
    }

    /// Zero-extended by `bits`, to a width that has no type here.
    fn widened(&self, bits: u32) -> Rc<Node> {
        node(
            Some(WIDTH + bits),
            format!("(_ zero_extend {bits})"),
            &[&self.0],
        )
    }
}

impl Expression for Formula {
    fn node(&self) -> &Rc<Node> {
        &self.0
    }
}

impl<const WIDTH: u32> Expression for Term<WIDTH> {
    fn node(&self) -> &Rc<Node> {
        &self.0
    }
}

impl Values for Symbolic {
    type Bit = Formula;
    type Word = Term<32>;
    type Long = Term<64>;
    type Scale = Term<5>;

    fn concat(high: Term<32>, low: Term<32>) -> Term<64> {
        Term(node(Some(64), "concat", &[&high.0, &low.0]))
    }

    fn high_word(long: Term<64>) -> Term<32> {
        long.extract(32)
    }

    fn low_word(long: Term<64>) -> Term<32> {
        long.extract(0)
    }

    fn zext64(word: Term<32>) -> Term<64> {
        Term(word.widened(32))
    }

    fn sext64(word: Term<32>) -> Term<64> {
        Term(node(Some(64), "(_ sign_extend 32)", &[&word.0]))
    }

    fn scale(word: Term<32>) -> Term<5> {
        word.extract(0)
    }

    fn nibble(bits: [Formula; 4]) -> Term<32> {
        let weights = (0..).zip(bits);
        let words = weights
            .map(|(place, bit)| Term::select(bit, Term::constant(1 << place), Term::constant(0)));
        words.fold(Term::constant(0), Term::or)
    }
}

impl Bit for Formula {
    fn constant(value: bool) -> Formula {
        Formula(node(None, if value { "true" } else { "false" }, &[]))
    }

    fn not(self) -> Formula {
        Formula(node(None, "not", &[&self.0]))
    }

    fn and(self, other: Formula) -> Formula {
        Formula(node(None, "and", &[&self.0, &other.0]))
    }

    fn or(self, other: Formula) -> Formula {
        Formula(node(None, "or", &[&self.0, &other.0]))
    }
}

impl<const WIDTH: u32> BitVector for Term<WIDTH> {
    type Bit = Formula;
    type Scale = Term<5>;

    fn constant(value: u64) -> Term<WIDTH> {
        let kept = if WIDTH < 64 {
            value & ((1 << WIDTH) - 1)
        } else {
            value
        };
        Term(node(Some(WIDTH), format!("(_ bv{kept} {WIDTH})"), &[]))
    }

    fn negate(self) -> Term<WIDTH> {
        Term(node(Some(WIDTH), "bvneg", &[&self.0]))
    }

    fn invert(self) -> Term<WIDTH> {
        Term(node(Some(WIDTH), "bvnot", &[&self.0]))
    }

    fn add_with_carry(self, other: Term<WIDTH>, carry_in: Formula) -> (Term<WIDTH>, Formula) {
        let wide = Some(WIDTH + 1);
        let one = node(wide, format!("(_ bv1 {})", WIDTH + 1), &[]);
        let zero = node(wide, format!("(_ bv0 {})", WIDTH + 1), &[]);
        let cin = node(wide, "ite", &[&carry_in.0, &one, &zero]);
        let partial = node(wide, "bvadd", &[&self.widened(1), &other.widened(1)]);
        let sum = node(wide, "bvadd", &[&partial, &cin]);

        let low = format!("(_ extract {} 0)", WIDTH - 1);
        let top = format!("(_ extract {WIDTH} {WIDTH})");
        let carry = Term::<1>(node(Some(1), top, &[&sum]));
        (
            Term(node(Some(WIDTH), low, &[&sum])),
            carry.equals(Term::constant(1)),
        )
    }

    fn shift_left(self, scale: Term<5>) -> Term<WIDTH> {
        let amount = scale.widened(WIDTH - 5);
        Term(node(Some(WIDTH), "bvshl", &[&self.0, &amount]))
    }

    fn shift_right(self, scale: Term<5>) -> Term<WIDTH> {
        let amount = scale.widened(WIDTH - 5);
        Term(node(Some(WIDTH), "bvlshr", &[&self.0, &amount]))
    }

    fn bits_from(self, lowest: u32) -> Term<WIDTH> {
        let amount = Term::<WIDTH>::constant(u64::from(lowest & (WIDTH - 1)));
        Term(node(Some(WIDTH), "bvlshr", &[&self.0, &amount.0]))
    }

    fn sext_from(self, bits: u32) -> Term<WIDTH> {
        let above = Term::<WIDTH>::constant(u64::from(WIDTH.wrapping_sub(bits) & (WIDTH - 1)));
        let raised = node(Some(WIDTH), "bvshl", &[&self.0, &above.0]);
        Term(node(Some(WIDTH), "bvashr", &[&raised, &above.0]))
    }

    fn and(self, other: Term<WIDTH>) -> Term<WIDTH> {
        Term(node(Some(WIDTH), "bvand", &[&self.0, &other.0]))
    }

    fn or(self, other: Term<WIDTH>) -> Term<WIDTH> {
        Term(node(Some(WIDTH), "bvor", &[&self.0, &other.0]))
    }

    fn sign(self) -> Formula {
        self.extract::<1>(WIDTH - 1).equals(Term::constant(1))
    }

    fn equals(self, other: Term<WIDTH>) -> Formula {
        Formula(node(None, "=", &[&self.0, &other.0]))
    }

    fn at_most(self, other: Term<WIDTH>) -> Formula {
        Formula(node(None, "bvule", &[&self.0, &other.0]))
    }

    fn select(condition: Formula, when_true: Term<WIDTH>, when_false: Term<WIDTH>) -> Term<WIDTH> {
        Term(node(
            Some(WIDTH),
            "ite",
            &[&condition.0, &when_true.0, &when_false.0],
        ))
    }
}

/// SMT-LIB text under construction. Equal applications print once, under names
/// `node_0`, `node_1`, ... Symbols must have other names, and each has one sort.
#[derive(Debug, Default)]
pub struct Script {
    text: String,
    /// Text that refers to a node, by address. The nodes are kept alive beside it:
    /// an address names one node only as long as that node lives.
    references: HashMap<*const Node, String>,
    alive: Vec<Rc<Node>>,
    /// Name of an application's definition, by its text.
    definitions: HashMap<String, String>,
    declared: HashSet<String>,
}

impl Script {
    /// An empty script.
    pub fn new() -> Script {
        Script::default()
    }

    /// Declares the symbols and defines the nodes below `expression` that the
    /// script does not have yet. Returns the text that refers to it.
    pub fn define(&mut self, expression: &impl Expression) -> String {
        // An explicit stack: graphs may be deeper than the call stack.
        let mut pending = vec![Rc::clone(expression.node())];
        while let Some(node) = pending.last().cloned() {
            let unnamed: Vec<Rc<Node>> = node
                .arguments
                .iter()
                .filter(|argument| self.reference(argument).is_none())
                .cloned()
                .collect();
            if unnamed.is_empty() {
                pending.pop();
                if self.reference(&node).is_none() {
                    let reference = self.emit(&node);
                    self.references.insert(Rc::as_ptr(&node), reference);
                    self.alive.push(node);
                }
            } else {
                pending.extend(unnamed);
            }
        }
        self.reference(expression.node())
            .cloned()
            .unwrap_or_default()
    }

    /// Appends `(define-fun name () SORT expression)`.
    pub fn define_as(&mut self, name: &str, expression: &impl Expression) {
        let body = self.define(expression);
        let sort = sort(expression.node().width);
        let _ = writeln!(self.text, "(define-fun {name} () {sort} {body})");
    }

    /// Appends `(assert formula)`.
    pub fn assert(&mut self, formula: &Formula) {
        let body = self.define(formula);
        let _ = writeln!(self.text, "(assert {body})");
    }

    /// Appends any other command as it is, on a line of its own.
    ///
    /// Definitions between a `(push 1)` and its `(pop 1)` are unknown
    /// afterwards: define shared terms before.
    pub fn command(&mut self, command: &str) {
        self.text.push_str(command);
        self.text.push('\n');
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn reference(&self, node: &Rc<Node>) -> Option<&String> {
        self.references.get(&Rc::as_ptr(node))
    }

    /// Appends the declaration or definition of `node`, and returns its name.
    fn emit(&mut self, node: &Node) -> String {
        let head = &node.head;
        if node.symbol {
            if self.declared.insert(head.to_string()) {
                let sort = sort(node.width);
                let _ = writeln!(self.text, "(declare-const {head} {sort})");
            }
            return head.to_string();
        }
        if node.arguments.is_empty() {
            return head.to_string();
        }
        let arguments: Vec<&str> = node
            .arguments
            .iter()
            .filter_map(|argument| self.reference(argument))
            .map(String::as_str)
            .collect();
        let body = format!("({head} {})", arguments.join(" "));
        if let Some(name) = self.definitions.get(&body) {
            return name.clone();
        }
        let name = format!("node_{}", self.definitions.len());
        let sort = sort(node.width);
        let _ = writeln!(self.text, "(define-fun {name} () {sort} {body})");
        self.definitions.insert(body, name.clone());
        name
    }
}

fn sort(width: Option<u32>) -> String {
    match width {
        None => "Bool".to_owned(),
        Some(bits) => format!("(_ BitVec {bits})"),
    }
}
