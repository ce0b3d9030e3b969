//! Inputs of the golden pipeline, which tests vary.

use super::Random;
use agu_model::Inputs;

/// No request, with all readers ready.
pub fn idle() -> Inputs {
    Inputs {
        destination: 0,
        access_size: 4,
        address_register: 2,
        steer_by_window: 1,
        execution_mask: 0,
        ..Inputs::idle()
    }
}

/// An LEA of 0 + 0.
pub fn lea() -> Inputs {
    Inputs {
        request_valid: 1,
        ..idle()
    }
}

/// A load of four bytes of global memory a lane, `step` bytes apart from `base` on.
pub fn load(base: u32, step: u32) -> Inputs {
    Inputs {
        access: 1,
        access_space: 1,
        base_lo: std::array::from_fn(|lane| base + step * lane as u32),
        ..lea()
    }
}

/// Beat number `beat` of the warp in `inputs`.
pub fn part(lanes: usize, inputs: &Inputs, beat: usize) -> Inputs {
    let mut part = inputs.clone();
    part.narrow(beat * lanes, lanes);
    part
}

/// A warp of random lanes, near each other and near the windows' edges.
pub struct RandomWarp {
    operands: Inputs,
    control: [u32; 9],
    masks: [u32; 4],
}

impl RandomWarp {
    pub fn random(random: &mut Random) -> RandomWarp {
        let hot = [0x1000, 0xfe00_0100, 0xff00_0100, 0xfe00_c000, 0xfdff_fff0];
        let home = hot[random.u32() as usize % 5];
        let spread = [1, 4, 64, 4096][random.u32() as usize % 4];
        let address = |random: &mut Random| match random.u32() % 24 {
            0 => random.word(),
            1 => hot[random.u32() as usize % 5],
            _ => home + random.u32() % spread,
        };
        let operands = Inputs {
            base_lo: std::array::from_fn(|_| address(random)),
            base_hi: std::array::from_fn(|_| u32::from(random.u32().is_multiple_of(16))),
            offset_lo: std::array::from_fn(|_| random.word()),
            offset_hi: std::array::from_fn(|_| random.word()),
            ..lea()
        };
        let mask = |random: &mut Random| {
            if random.bit() { u32::MAX } else { random.u32() }
        };
        RandomWarp {
            operands,
            control: std::array::from_fn(|_| random.u32()),
            masks: std::array::from_fn(|_| mask(random)),
        }
    }

    /// Request of the warp: any family, any code that has a meaning.
    pub fn inputs(&self) -> Inputs {
        let [form, size, mask, flags, .., of_volta, base] = self.control;
        let flag = |bit: u32| (flags >> bit & 1) as u8;
        let address_add: u8 = form.is_multiple_of(8).into();
        let volta = of_volta as u8 & 1 & !address_add;
        let with_volta = |bit: u32| volta & (of_volta >> bit) as u8;
        let access = !form.is_multiple_of(4);
        let access_space = [0, 0, 0, 1, 2, 2, 3, 4][form as usize / 4 % 8];
        let is_scaled = access_space == 2 && flag(1) == 0;
        let scale = match (access && volta == 1, is_scaled) {
            (true, true) => [0, 2, 3, 4][of_volta as usize >> 8 & 3],
            (true, false) => 0,
            (false, _) => (flags >> 8) as u8 % 32,
        };
        Inputs {
            access: access.into(),
            address_add,
            volta,
            negate_base: with_volta(1),
            base_word: with_volta(2),
            uniform_added: with_volta(3),
            uniform_base: (i64::from(of_volta as i32) >> (of_volta >> 4 & 15)) as u64,
            access_space,
            access_size: size as u8 % 8,
            lane_mask: if flag(0) != 0 { 15 } else { mask as u8 % 16 },
            extended: flag(1),
            store: flag(2),
            steer_by_window: flag(3) | flag(4),
            high: flag(5),
            negate: flag(6),
            write_cc: flag(7),
            scale,
            predicate: (flags >> 13) as u8 % 8,
            destination: (flags >> 16) as u16,
            element: (flags >> 24) as u8 % 32,
            absolute: flag(29),
            exec_size: if flag(31) != 0 {
                5
            } else {
                (size >> 3) as u8 % 8
            },
            channel_mask: (mask >> 8) as u8 & if flag(30) != 0 { 8 } else { 15 },
            execution_mask: self.control[6],
            address_register: [0, 99, 100, 254, 255][base as usize % 5],
            immediate_kind: base as u8 >> 6,
            immediate: (base >> 8) >> [0, 0, 8, 8][base as usize >> 6 & 3] >> (base >> 3 & 7),
            bank: (base >> 1) as u8 % 32,
            active_mask: self.masks[0],
            guard_mask: self.masks[1],
            helper_mask: !self.masks[2],
            steering_mask: self.masks[3],
            carry_in: self.control[4],
            overflow_in: self.control[5],
            ..self.operands.clone()
        }
    }
}
