//! Both ends of a serial line.

use crate::testbench::vectors::Vectors;
use crate::testbench::{Case, device, replay};
use replay::random::Random;
use rtl::tops::board::{UartReceiver, UartTransmitter};
use std::collections::VecDeque;

device!(UartReceiver clock; rx last_clock; data valid broken);
device!(UartTransmitter clock; data valid last_clock; ready tx);

replay!(uart_receiver: [receiver_case(4), receiver_case(7)]
    => uart_receiver_rusthdl uart_receiver_icarus uart_receiver_verilator);
replay!(uart_transmitter: [transmitter_case(4), transmitter_case(7)]
    => uart_transmitter_rusthdl uart_transmitter_icarus uart_transmitter_verilator);

/// The levels of a line, one a clock cycle.
pub struct Line {
    pub levels: Vec<bool>,
    clocks_per_bit: usize,
}

impl Line {
    /// A line that has been high for some time.
    pub fn new(clocks_per_bit: usize) -> Line {
        Line {
            levels: vec![true; 10 * clocks_per_bit],
            clocks_per_bit,
        }
    }

    pub fn hold(&mut self, level: bool, cycles: usize) {
        self.levels.extend(vec![level; cycles]);
    }

    pub fn hold_bits(&mut self, level: bool, bits: usize) {
        self.hold(level, bits * self.clocks_per_bit);
    }

    /// A start bit, the bits of `byte`, a stop bit.
    pub fn send(&mut self, byte: u8) {
        self.send_with_stop(byte, true);
    }

    fn send_with_stop(&mut self, byte: u8, stop: bool) {
        self.hold_bits(false, 1);
        for bit in 0..8 {
            self.hold_bits(byte >> bit & 1 != 0, 1);
        }
        self.hold_bits(stop, 1);
    }

    /// What a receiver hears: each byte in the cycle in which it samples the stop bit, and the
    /// level of that.
    pub fn heard(&self) -> Vec<(usize, u8, bool)> {
        // Two registers stand behind the line; they start low.
        let level = |cycle: usize| cycle >= 2 && self.levels[cycle - 2];
        let mut heard = Vec::new();
        let mut cycle = 1;
        while cycle < self.levels.len() {
            if !level(cycle - 1) || level(cycle) {
                cycle += 1;
                continue;
            }
            let middle = cycle + 1 + (self.clocks_per_bit - 1) / 2;
            let sample = |bit: usize| middle + bit * self.clocks_per_bit;
            if sample(9) >= self.levels.len() {
                break;
            }
            if level(sample(0)) {
                cycle = sample(0) + 1;
                continue;
            }
            let bits = (0..8).map(|bit| u8::from(level(sample(1 + bit))) << bit);
            heard.push((sample(9), bits.sum(), level(sample(9))));
            cycle = sample(9) + 1;
        }
        heard
    }
}

/// Bytes with and without a pause between them, noise, missing stop bits, a break.
fn receiver_case(clocks_per_bit: usize) -> Case {
    let mut random = Random::new(95 + clocks_per_bit as u64);
    let mut line = Line::new(clocks_per_bit);
    for byte in 0..40 {
        let data = random.number() as u8;
        line.send_with_stop(data, byte == 0 || !random.once_in(6));
        match random.below(4) {
            0 => line.hold(true, random.below(30) as usize + clocks_per_bit),
            1 => {
                line.hold_bits(true, 1);
                line.hold(false, 1);
                line.hold_bits(true, 1);
            }
            2 if byte % 8 == 0 => {
                line.hold_bits(false, 12);
                line.hold_bits(true, 1);
            }
            _ => {}
        }
    }
    line.hold_bits(true, 12);
    let mut heard = line.heard().into_iter().peekable();
    let vectors = line.levels.iter().enumerate().map(|(cycle, &level)| {
        let row = vec![level.into(), clocks_per_bit as u64 - 1];
        let now = heard.next_if(|(heard, ..)| *heard == cycle);
        let (byte, stop) = now.map_or((None, None), |(_, byte, stop)| (Some(byte), Some(stop)));
        let is = |wanted| Some(u64::from(stop == Some(wanted)));
        (row, vec![byte.map(u64::from), is(true), is(false)])
    });
    let module = format!("agu_uart_receiver{clocks_per_bit}");
    Case::new(&module, UartReceiver::default, vectors.collect())
}

fn transmitter_case(clocks_per_bit: usize) -> Case {
    let mut random = Random::new(96 + clocks_per_bit as u64);
    // What is still to stand on the line.
    let mut levels = VecDeque::new();
    let mut vectors = Vectors::new();
    for _ in 0..300 * clocks_per_bit {
        let (data, valid) = (random.number() as u8, random.once_in(8));
        let row = vec![data.into(), valid.into(), clocks_per_bit as u64 - 1];
        let ready = levels.is_empty();
        let level = levels.pop_front().unwrap_or(true);
        vectors.push((row, vec![Some(ready.into()), Some(level.into())]));
        if valid && ready {
            let mut line = Line {
                levels: Vec::new(),
                clocks_per_bit,
            };
            line.send(data);
            levels.extend(line.levels);
        }
    }
    let module = format!("agu_uart_transmitter{clocks_per_bit}");
    Case::new(&module, UartTransmitter::default, vectors)
}
