//! A RustHDL block as rows of numbers: inputs in the order of the table, outputs in that of the
//! exporter.

use rtl::export::{self, Net, Role};
use rust_hdl::prelude::*;

/// A block of the table.
#[derive(Clone)]
pub struct Block {
    /// Name of its module in the exported Verilog.
    pub module: &'static str,
    /// Whether the gate replays it, not only the night.
    pub gate: bool,
    make: fn() -> Box<dyn Device>,
}

/// A block whose value is `Default`, for the gate or the night.
pub fn block<D: Device + Default + 'static>(module: &'static str, gate: bool) -> Block {
    let make = || -> Box<dyn Device> { Box::new(D::default()) };
    Block { module, gate, make }
}

impl Block {
    /// The number of lanes in the module's name.
    pub fn lanes(&self) -> Option<usize> {
        let name = self.module.trim_end_matches(char::is_numeric);
        let is_memory = name.ends_with('_');
        self.module[name.len()..]
            .parse()
            .ok()
            .filter(|_| !is_memory)
    }

    pub fn device(&self) -> Box<dyn Device> {
        let mut device = (self.make)();
        device.connect_all();
        device
    }
}

/// A block with a list of its inputs.
pub trait Device: rust_hdl::prelude::Block {
    /// Inputs other than the clock, in the order of a row.
    fn inputs(&self) -> &'static [&'static str];
    /// Drives all inputs.
    fn drive(&mut self, row: &[u64]);
    /// Sets the clock, if there is one, and lets all signals settle.
    fn settle(&mut self, clock: bool);
}

/// One port. Its elements have 64 bits at most. A wider vector counts as an array of words or
/// bytes, the lowest first.
#[derive(Clone, Debug)]
pub struct BlockPort {
    pub name: String,
    pub width: usize,
    pub elements: usize,
}

impl BlockPort {
    /// Bits of all elements.
    pub fn bits(&self) -> usize {
        self.width * self.elements
    }
}

/// Bits of all of `ports`.
pub fn bits_of(ports: &[BlockPort]) -> usize {
    ports.iter().map(BlockPort::bits).sum()
}

/// Bits of one element of a vector.
const fn element(bits: usize) -> usize {
    match bits {
        ..=64 => bits,
        _ if bits.is_multiple_of(32) => 32,
        _ => 8,
    }
}

/// Inputs other than the clock, outputs, and whether there is a clock. The table has to list the
/// inputs in the module's order.
pub fn ports(device: &dyn Device, module: &str) -> (Vec<BlockPort>, Vec<BlockPort>, bool) {
    let nets = export::ports(device, module).unwrap_or_else(|error| panic!("{module}: {error}"));
    let of = |role: Role| {
        let nets = nets
            .iter()
            .filter(|net| net.role == role && net.name != "clock");
        let port = |net: &Net| BlockPort {
            name: net.name.clone(),
            width: element(net.width),
            elements: net.bits() / element(net.width),
        };
        nets.map(port).collect::<Vec<_>>()
    };
    let [inputs, outputs] = [Role::Input, Role::Output].map(of);
    let names: Vec<&str> = inputs.iter().map(|port| &*port.name).collect();
    assert_eq!(names, device.inputs(), "inputs of {module} in the table");
    let has_clock = nets.iter().any(|net| net.name == "clock");
    (inputs, outputs, has_clock)
}

/// A signal or an array of signals that can be driven.
pub trait Wire {
    /// Drives the elements with the next of `values`.
    fn put(&mut self, values: &mut dyn Iterator<Item = u64>);
}

impl Wire for Signal<In, bool> {
    fn put(&mut self, values: &mut dyn Iterator<Item = u64>) {
        self.next = values.next().is_some_and(|value| value != 0);
    }
}

impl<const N: usize> Wire for Signal<In, Bits<N>> {
    fn put(&mut self, values: &mut dyn Iterator<Item = u64>) {
        let mut value = bits::<N>(0);
        for place in (0..N).step_by(element(N)) {
            let part = values.next().expect("a value for each element");
            value = value | (bits::<N>(part) << place as u64);
        }
        self.next = value;
    }
}

impl<W: Wire, const M: usize> Wire for [W; M] {
    fn put(&mut self, values: &mut dyn Iterator<Item = u64>) {
        self.iter_mut().for_each(|wire| wire.put(values));
    }
}

/// The bits of all outputs as digits, bit 0 of the first output first.
pub fn sample(device: &dyn Device) -> Vec<u8> {
    #[derive(Default)]
    struct Outputs {
        depth: usize,
        bits: Vec<u8>,
    }
    impl Probe for Outputs {
        fn visit_start_scope(&mut self, _: &str, _: &dyn rust_hdl::prelude::Block) {
            self.depth += 1;
        }
        fn visit_end_scope(&mut self, _: &str, _: &dyn rust_hdl::prelude::Block) {
            self.depth -= 1;
        }
        fn visit_atom(&mut self, _: &str, atom: &dyn Atom) {
            if self.depth == 1 && atom.kind() == AtomKind::OutputParameter {
                let literal = format!("{:x}", atom.verilog());
                let (_, digits) = literal.split_once('h').unwrap_or_default();
                self.bits.extend(bits_of_hexadecimal(digits, atom.bits()));
            }
        }
    }
    let mut outputs = Outputs::default();
    device.accept("device", &mut outputs);
    outputs.bits
}

/// The lowest `count` bits of a number, the lowest first.
fn bits_of_hexadecimal(digits: &str, count: usize) -> impl Iterator<Item = u8> {
    let digits = digits.bytes().rev().chain(std::iter::repeat(b'0'));
    let digits = digits.map(|digit| char::from(digit).to_digit(16).expect("a digit"));
    let bits = digits.flat_map(|digit| (0..4).map(move |bit| b'0' + (digit >> bit & 1) as u8));
    bits.take(count)
}

/// The value of bits, given the lowest first; none if one is undefined.
pub fn value(bits: &[u8]) -> Option<u64> {
    let digit = |value: u64, bit: &u8| {
        char::from(*bit)
            .to_digit(2)
            .map(|bit| value << 1 | u64::from(bit))
    };
    bits.iter().rev().try_fold(0, digit)
}
