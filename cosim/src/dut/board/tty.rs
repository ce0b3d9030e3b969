//! A board at the end of a serial device.

use super::{Answer, Frame, Line};
use nix::sys::termios::{
    BaudRate, ControlFlags, FlushArg, SetArg, SpecialCharacterIndices, cfmakeraw, cfsetspeed,
    tcflush, tcgetattr, tcsendbreak, tcsetattr,
};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// Tenths of a second after which an answer is given up.
const PATIENCE: u8 = 20;

/// A serial device at 115200 baud, 8 data bits, no parity, one stop bit.
pub struct Tty(File);

impl Tty {
    /// Opens the device and sets it up.
    ///
    /// # Errors
    /// It cannot be opened, or is no serial device.
    pub fn open(path: &Path) -> io::Result<Tty> {
        let file = File::options().read(true).write(true).open(path)?;
        let mut settings = tcgetattr(&file)?;
        cfmakeraw(&mut settings);
        let flags = &mut settings.control_flags;
        flags.remove(ControlFlags::CSTOPB | ControlFlags::CRTSCTS);
        flags.insert(ControlFlags::CLOCAL | ControlFlags::CREAD);
        cfsetspeed(&mut settings, BaudRate::B115200)?;
        settings.control_chars[SpecialCharacterIndices::VMIN as usize] = 0;
        settings.control_chars[SpecialCharacterIndices::VTIME as usize] = PATIENCE;
        tcsetattr(&file, SetArg::TCSANOW, &settings)?;
        Ok(Tty(file))
    }
}

impl Line for Tty {
    fn reset(&mut self) -> io::Result<()> {
        tcsendbreak(&self.0, 0)?;
        Ok(tcflush(&self.0, FlushArg::TCIOFLUSH)?)
    }

    fn exchange(&mut self, frame: &Frame) -> io::Result<Answer> {
        self.0.write_all(frame)?;
        let mut answer = Answer::default();
        // A read that has waited in vain gives no bytes: the end comes too early.
        self.0.read_exact(&mut answer)?;
        Ok(answer)
    }

    /// Nobody counts the clock cycles of a board.
    fn cycles(&self) -> u64 {
        0
    }
}
