//! The object that `agu run --json` prints; its members are in `doc/json.md`.

use super::Instruction;
use isa::instruction::WARP_LANES;
use serde::{Serialize, Serializer};
use sim::{Bytes, FaultRecord, Machine, Names};

/// Counts up where members change or go; new ones may come without.
const SCHEMA: u32 = 2;

/// Members by name, in the order of the list.
#[derive(Clone, Debug, Default)]
struct Members<T>(Vec<(String, T)>);

impl<T> Members<T> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Serialize> Serialize for Members<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<T> FromIterator<(String, T)> for Members<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(members: I) -> Members<T> {
        Members(members.into_iter().collect())
    }
}

/// Bytes that the program stored, by address.
#[derive(Clone, Debug, Serialize)]
struct StoredBytes {
    global: Members<u8>,
    shared: Members<u8>,
    /// By lane.
    local: Members<Members<u8>>,
}

impl StoredBytes {
    fn new(memory: &sim::Memory) -> StoredBytes {
        let lanes = memory.local.iter().map(stored).enumerate();
        let local = lanes
            .filter(|(_, bytes)| !bytes.is_empty())
            .map(|(lane, bytes)| (format!("lane{lane}"), bytes));
        StoredBytes {
            global: stored(&memory.global),
            shared: stored(&memory.shared),
            local: local.collect(),
        }
    }
}

fn stored(bytes: &Bytes) -> Members<u8> {
    let bytes = bytes.stored();
    bytes
        .map(|(address, byte)| (format!("{address:#x}"), byte))
        .collect()
}

/// The outcome of a program, in the members and the order of the JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    schema: u32,
    mismatches: u64,
    /// The top module of an external design.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<String>,
    registers: Members<[u32; WARP_LANES]>,
    predicates: Members<u32>,
    /// Present only where the program or the init file names some.
    #[serde(skip_serializing_if = "Members::is_empty")]
    uniform: Members<u32>,
    #[serde(skip_serializing_if = "Members::is_empty")]
    uniform_predicates: Members<u8>,
    /// One bit a lane, each.
    cc: Members<u32>,
    address: Members<Vec<u16>>,
    faults: Vec<FaultRecord>,
    memory: StoredBytes,
    cycles: u64,
    instructions: Vec<Instruction>,
}

impl Report {
    /// The state that `machine` has come to, with the registers, predicates and address
    /// variables of `names`, after `instructions`.
    pub fn new(
        machine: &Machine,
        names: &Names,
        mismatches: u64,
        cycles: u64,
        instructions: Vec<Instruction>,
    ) -> Report {
        let warp = &machine.warp;
        let flags = warp.cc.flags().into_iter();
        let registers = names.registers.iter();
        let predicates = names.predicates.iter();
        let address = names.address.iter();
        let elements = |number| {
            let variable = warp.visa.address_variable(number).into_iter();
            variable.take(warp.visa.address_elements().into()).collect()
        };
        Report {
            schema: SCHEMA,
            mismatches,
            top: None,
            registers: registers
                .map(|&index| (format!("R{index}"), warp.register(index)))
                .collect(),
            predicates: predicates
                .map(|&index| (format!("P{index}"), warp.predicate(index)))
                .collect(),
            uniform: names
                .uniform
                .iter()
                .map(|&index| (format!("UR{index}"), warp.uniform_register(index)))
                .collect(),
            uniform_predicates: names
                .uniform_predicates
                .iter()
                .map(|&index| (format!("UP{index}"), warp.uniform_predicate(index).into()))
                .collect(),
            cc: flags
                .map(|(name, lanes)| (name.to_owned(), lanes))
                .collect(),
            address: address
                .map(|&number| (format!("A{number}"), elements(number)))
                .collect(),
            faults: machine.faults().to_vec(),
            memory: StoredBytes::new(&warp.memory),
            cycles,
            instructions,
        }
    }
}
