//! The Verilated board top at the end of a simulated serial line.

use cosim::dut::board::{Answer, Frame, Line};
use std::ffi::c_void;
use std::io;

/// Clock cycles of a bit, few so that the simulation is fast; as in `build.rs`, which
/// builds the board for it.
pub const CLOCKS_PER_BIT: u16 = 4;

unsafe extern "C" {
    fn agu_board_create() -> *mut c_void;
    fn agu_board_destroy(handle: *mut c_void);
    fn agu_board_cycle(handle: *mut c_void, rx: u8) -> u8;
}

/// A board and its line.
pub struct SimulatedLine {
    handle: *mut c_void,
    cycles: u64,
    listener: Listener,
}

impl SimulatedLine {
    /// A board that was just switched on.
    #[expect(clippy::new_without_default, reason = "it is no value")]
    pub fn new() -> SimulatedLine {
        SimulatedLine {
            // SAFETY: takes nothing.
            handle: unsafe { agu_board_create() },
            cycles: 0,
            listener: Listener::default(),
        }
    }

    /// Holds the line at a level for so many bits.
    pub fn hold(&mut self, level: bool, bits: u32) {
        for _ in 0..bits * u32::from(CLOCKS_PER_BIT) {
            self.cycle(level);
        }
    }

    /// Pulls the line low for one cycle, too short for a start bit.
    pub fn glitch(&mut self) {
        self.cycle(false);
    }

    fn cycle(&mut self, level: bool) {
        self.cycles += 1;
        // SAFETY: the handle is live until drop.
        let tx = unsafe { agu_board_cycle(self.handle, level.into()) };
        self.listener.hear(tx != 0);
    }

    /// Sends bytes.
    pub fn send(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.hold(false, 1);
            for bit in 0..8 {
                self.hold(byte >> bit & 1 != 0, 1);
            }
            self.hold(true, 1);
        }
    }

    /// What came back since the last call.
    pub fn heard(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.listener.bytes)
    }
}

impl Drop for SimulatedLine {
    fn drop(&mut self) {
        // SAFETY: the handle is live and not used again.
        unsafe { agu_board_destroy(self.handle) };
    }
}

impl Line for SimulatedLine {
    fn reset(&mut self) -> io::Result<()> {
        self.hold(true, 20);
        self.hold(false, 12);
        self.hold(true, 20);
        self.heard();
        Ok(())
    }

    fn exchange(&mut self, frame: &Frame) -> io::Result<Answer> {
        self.send(frame);
        let mut answer = Answer::default();
        // Ten bits a byte, and some for the unit.
        self.hold(true, 10 * answer.len() as u32 + 20);
        let heard = self.heard();
        if heard.len() != answer.len() {
            return Err(io::Error::other(format!("{} bytes came back", heard.len())));
        }
        answer.copy_from_slice(&heard);
        Ok(answer)
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }
}

/// A receiver that looks at each bit in its middle.
#[derive(Default)]
struct Listener {
    /// Cycles since the start bit began, and the bits so far; none between bytes.
    byte: Option<(u16, u8)>,
    bytes: Vec<u8>,
}

impl Listener {
    fn hear(&mut self, level: bool) {
        let Some((cycles, byte)) = &mut self.byte else {
            self.byte = (!level).then_some((0, 0));
            return;
        };
        *cycles += 1;
        let (bit, within) = (*cycles / CLOCKS_PER_BIT, *cycles % CLOCKS_PER_BIT);
        if within != CLOCKS_PER_BIT / 2 || bit == 0 {
            return;
        }
        if bit < 9 {
            *byte |= u8::from(level) << (bit - 1);
            return;
        }
        // A byte without its stop bit is none.
        if level {
            self.bytes.push(*byte);
        }
        self.byte = None;
    }
}
