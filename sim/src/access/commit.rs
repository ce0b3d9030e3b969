//! Effects of loads and stores on registers, memory and locks (semantics, sections 4
//! and 5), from the results of the lanes.

use crate::results::lanes_of;
use crate::warp::{Lanes, Warp, group};
use isa::control::SpaceCode;
use isa::instruction::{Access, AccessForm, AccessSize, WARP_LANES, volta};
use isa::ports::Outputs;

/// Data of one lane, bytes from the lowest address on.
type Data = [u8; 16];

/// The part of an access on which its effect depends, beside the results of its lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    store: bool,
    size: AccessSize,
    /// First register of the data group.
    data: u8,
    /// The data are those of lane 0, in uniform registers.
    uniform: bool,
    bank: u8,
    /// Predicate that is set in the lanes that get their lock.
    acquires: Option<u8>,
    releases: bool,
}

impl From<&Access> for Transfer {
    fn from(access: &Access) -> Transfer {
        use AccessForm::{Ldlk, Ldslk, Stsul, Stul};
        Transfer {
            store: access.form.is_store(),
            size: access.size,
            data: access.data,
            uniform: false,
            bank: access.bank,
            acquires: matches!(access.form, Ldlk | Ldslk).then_some(access.lock),
            releases: matches!(access.form, Stul | Stsul),
        }
    }
}

impl From<&volta::Access> for Transfer {
    fn from(access: &volta::Access) -> Transfer {
        Transfer {
            store: access.form.is_store(),
            size: access.size,
            data: access.data,
            uniform: access.form.is_uniform(),
            bank: access.bank,
            acquires: None,
            releases: false,
        }
    }
}

impl Transfer {
    /// Registers of the data.
    fn registers(&self) -> impl Iterator<Item = u8> + use<> {
        group(self.data, self.size.registers())
    }
}

impl Warp {
    /// Loads or stores in the lanes that executed.
    ///
    /// A lane outside its window or the allocated size loads 0 into the whole
    /// register group, gets no lock and stores nothing. Of lanes that store to one
    /// byte, the highest lane's data stays.
    pub fn commit_access(&mut self, transfer: &Transfer, result: &Outputs) {
        if transfer.store {
            self.commit_store(transfer, result);
        } else {
            self.commit_load(transfer, result);
        }
    }

    fn commit_load(&mut self, transfer: &Transfer, result: &Outputs) {
        let mut values: [Lanes; 4] = [[0; WARP_LANES]; 4];
        for lane in lanes_of(result.live_mask) {
            let data = self.load(transfer, result, lane);
            for (register, word) in values.iter_mut().zip(words(transfer.size, &data)) {
                register[lane] = word;
            }
        }
        for (index, values) in transfer.registers().zip(&values) {
            if !transfer.uniform {
                self.write_register(index, values, result.execute_mask);
            } else if result.execute_mask & 1 != 0 {
                self.write_uniform_register(index, values[0]);
            }
        }
        if let Some(predicate) = transfer.acquires {
            let (space, index) = (&result.space, &result.lock_index);
            let got = self.locks.acquire(result.live_mask, space, index);
            self.write_predicate(predicate, got, result.execute_mask);
        }
    }

    fn load(&mut self, transfer: &Transfer, result: &Outputs, lane: usize) -> Data {
        let (space, address) = (result.space[lane], result.address(lane));
        let mut data = [0; 16];
        let bytes = data.iter_mut().take(transfer.size.bytes() as usize);
        for (offset, byte) in (0..).zip(bytes) {
            let address = address.wrapping_add(offset);
            *byte = if space == SpaceCode::Constant as u8 {
                self.constants.byte(usize::from(transfer.bank), address)
            } else {
                let memory = self.memory.space(space, lane);
                memory.map_or(0, |memory| memory.byte(address))
            };
        }
        data
    }

    fn commit_store(&mut self, transfer: &Transfer, result: &Outputs) {
        let mut values: [Lanes; 4] = [[0; WARP_LANES]; 4];
        for (index, values) in transfer.registers().zip(&mut values) {
            *values = self.register(index);
        }
        for lane in lanes_of(result.live_mask) {
            let (space, address) = (result.space[lane], result.address(lane));
            let mut data: Data = [0; 16];
            for (bytes, register) in data.as_chunks_mut::<4>().0.iter_mut().zip(&values) {
                *bytes = register[lane].to_le_bytes();
            }
            if let Some(memory) = self.memory.space(space, lane) {
                let bytes = data.iter().take(transfer.size.bytes() as usize);
                for (offset, &byte) in (0..).zip(bytes) {
                    memory.store(address.wrapping_add(offset), byte);
                }
            }
            if transfer.releases {
                let index = result.lock_index[lane];
                *self.locks.flag_mut(space, index) = false;
            }
        }
    }
}

/// Words that a load of `data` writes.
fn words(size: AccessSize, data: &Data) -> [u32; 4] {
    let [first, ..] = *data;
    let half = u16::from_le_bytes([data[0], data[1]]);
    let word = |number: usize| {
        let bytes = data.as_chunks::<4>().0.get(number);
        bytes.map_or(0, |&bytes| u32::from_le_bytes(bytes))
    };
    let low = match size {
        AccessSize::U8 => u32::from(first),
        AccessSize::S8 => i32::from(first as i8) as u32,
        AccessSize::U16 => u32::from(half),
        AccessSize::S16 => i32::from(half as i16) as u32,
        _ => word(0),
    };
    [low, word(1), word(2), word(3)]
}
