//! Effects of loads and stores on registers, memory and locks (semantics, sections 4
//! and 5), from the results of the lanes.

use crate::results::lanes_of;
use crate::warp::{Lanes, Warp, group};
use isa::control::SpaceCode;
use isa::instruction::{Access, AccessForm, AccessSize, WARP_LANES};
use isa::ports::Outputs;

/// Data of one lane, bytes from the lowest address on.
type Data = [u8; 16];

impl Warp {
    /// Loads or stores in the lanes that executed.
    ///
    /// A lane outside its window or the allocated size loads 0 into the whole
    /// register group, gets no lock and stores nothing. Of lanes that store to one
    /// byte, the highest lane's data stays.
    pub fn commit_access(&mut self, instruction: &Access, result: &Outputs) {
        if instruction.form.is_store() {
            self.commit_store(instruction, result);
        } else {
            self.commit_load(instruction, result);
        }
    }

    fn commit_load(&mut self, instruction: &Access, result: &Outputs) {
        let mut values: [Lanes; 4] = [[0; WARP_LANES]; 4];
        for lane in lanes_of(result.live_mask) {
            let data = self.load(instruction, result, lane);
            for (register, word) in values.iter_mut().zip(words(instruction.size, &data)) {
                register[lane] = word;
            }
        }
        for (index, values) in data_group(instruction).zip(&values) {
            self.write_register(index, values, result.execute_mask);
        }
        if matches!(instruction.form, AccessForm::Ldlk | AccessForm::Ldslk) {
            let (space, index) = (&result.space, &result.lock_index);
            let got = self.locks.acquire(result.live_mask, space, index);
            self.write_predicate(instruction.lock, got, result.execute_mask);
        }
    }

    fn load(&mut self, instruction: &Access, result: &Outputs, lane: usize) -> Data {
        let (space, address) = (result.space[lane], result.address(lane));
        let mut data = [0; 16];
        let bytes = data.iter_mut().take(instruction.size.bytes() as usize);
        for (offset, byte) in (0..).zip(bytes) {
            let address = address.wrapping_add(offset);
            *byte = if space == SpaceCode::Constant as u8 {
                self.constants.byte(usize::from(instruction.bank), address)
            } else {
                let memory = self.memory.space(space, lane);
                memory.map_or(0, |memory| memory.byte(address))
            };
        }
        data
    }

    fn commit_store(&mut self, instruction: &Access, result: &Outputs) {
        let mut values: [Lanes; 4] = [[0; WARP_LANES]; 4];
        for (index, values) in data_group(instruction).zip(&mut values) {
            *values = self.register(index);
        }
        for lane in lanes_of(result.live_mask) {
            let (space, address) = (result.space[lane], result.address(lane));
            let mut data: Data = [0; 16];
            for (bytes, register) in data.as_chunks_mut::<4>().0.iter_mut().zip(&values) {
                *bytes = register[lane].to_le_bytes();
            }
            if let Some(memory) = self.memory.space(space, lane) {
                let bytes = data.iter().take(instruction.size.bytes() as usize);
                for (offset, &byte) in (0..).zip(bytes) {
                    memory.store(address.wrapping_add(offset), byte);
                }
            }
            if matches!(instruction.form, AccessForm::Stul | AccessForm::Stsul) {
                let index = result.lock_index[lane];
                *self.locks.flag_mut(space, index) = false;
            }
        }
    }
}

fn data_group(instruction: &Access) -> impl Iterator<Item = u8> {
    group(instruction.data, instruction.size.registers())
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
