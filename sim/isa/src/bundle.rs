//! Bundles of Maxwell and Pascal: a control word, then the three instructions that it schedules.

use std::fmt;

use bitfield::bitfield;

use crate::Word;

/// Number of instructions in a bundle.
pub const BUNDLE: usize = 3;

/// Barrier number for no barrier.
const NO_BARRIER: u64 = 7;

/// Number of barriers of a warp.
const BARRIERS: u64 = 6;

/// Lowest bit of the schedule in a word of 128 bits.
const FIRST_BIT: u32 = 105;

/// Bits of a schedule.
const SCHEDULE_MASK: u64 = (1 << 21) - 1;

bitfield! {
    /// Schedule of one instruction, 21 bits of a control word.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub struct Schedule(u64);
    u64;
    stall, set_stall: 3, 0;
    stays, set_stays: 4, 4;
    write_barrier, set_write_barrier: 7, 5;
    read_barrier, set_read_barrier: 10, 8;
    wait, set_wait: 16, 11;
    reuse, set_reuse: 20, 17;
}

bitfield! {
    /// The control word before three instructions.
    struct ControlWord(u64);
    u64;
    schedule, set_schedule: 20, 0, 3;
    none, _: 63, 63;
}

/// A control word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control(pub [Schedule; BUNDLE]);

impl Default for Schedule {
    /// No stall, no barrier, no reuse: the schedule of a NOP that fills a bundle.
    fn default() -> Schedule {
        let mut schedule = Schedule(0);
        schedule.set_write_barrier(NO_BARRIER);
        schedule.set_read_barrier(NO_BARRIER);
        schedule
    }
}

impl Schedule {
    /// Slow and safe schedule: the longest stall after the instruction, and a wait for barrier 0
    /// before it. Loads and stores signal that barrier.
    pub fn careful(loads: bool, stores: bool) -> Schedule {
        let mut schedule = Schedule::default();
        schedule.set_stall(0xf);
        schedule.set_wait(1);
        if loads {
            schedule.set_write_barrier(0);
        } else if stores {
            schedule.set_read_barrier(0);
        }
        schedule
    }

    /// Schedule with more operands kept for reuse, a bit each.
    #[must_use]
    pub fn reusing(mut self, operands: u8) -> Schedule {
        self.set_reuse(self.reuse() | u64::from(operands));
        self
    }

    /// The schedule in a word of 128 bits.
    pub fn of_word(word: Word) -> Schedule {
        let mut schedule = Schedule((word >> FIRST_BIT) as u64 & SCHEDULE_MASK);
        schedule.set_reuse(0);
        schedule
    }

    /// A word of 128 bits with this schedule alone.
    pub(crate) fn in_word(self) -> Word {
        Word::from(self.0) << FIRST_BIT
    }

    /// Reads `[B------:R-:W-:Y:S02]` or `--:-:-:Y:2` at the start of a line. Returns its length
    /// too.
    pub fn prefix(code: &str) -> Option<(usize, Schedule)> {
        if let Some(rest) = code.strip_prefix('[') {
            let text = &rest[..rest.find(']')?];
            return Some((text.len() + 2, Schedule::in_brackets(text)?));
        }
        let text = &code[..code.find(char::is_whitespace).unwrap_or(code.len())];
        Some((text.len(), Schedule::in_columns(text)?))
    }

    /// Reads CuAssembler's spelling: barriers 0 to 5, the stall in decimal.
    fn in_brackets(text: &str) -> Option<Schedule> {
        let text = text.to_ascii_uppercase();
        let [wait, read, write, yields, stall] = parts(&text)?;
        let waits = wait.strip_prefix('B')?;
        let mut mask = 0;
        for (barrier, c) in (0..).zip(waits.chars()) {
            match c.to_digit(10) {
                Some(digit) if digit == barrier => mask |= 1 << barrier,
                None if c == '-' => {}
                _ => return None,
            }
        }
        let stall = stall.strip_prefix('S').filter(|digits| digits.len() == 2)?;
        Schedule::from_parts(
            (waits.len() == BARRIERS as usize).then_some(mask)?,
            barrier(read.strip_prefix('R')?, 0)?,
            barrier(write.strip_prefix('W')?, 0)?,
            yields,
            stall.parse().ok()?,
        )
    }

    /// Reads maxas's spelling: a mask of barriers in hex, barriers 1 to 6, the stall in hex.
    fn in_columns(text: &str) -> Option<Schedule> {
        let text = text.to_ascii_uppercase();
        let [wait, read, write, yields, stall] = parts(&text)?;
        let is_hex = |text: &str, digits| {
            text.len() == digits && text.chars().all(|c| c.is_ascii_hexdigit())
        };
        let wait = match wait {
            "--" => 0,
            _ if is_hex(wait, 2) => u64::from_str_radix(wait, 16).ok()?,
            _ => return None,
        };
        let stall = is_hex(stall, 1).then(|| u64::from_str_radix(stall, 16).ok())??;
        Schedule::from_parts(wait, barrier(read, 1)?, barrier(write, 1)?, yields, stall)
    }

    fn from_parts(wait: u64, read: u64, write: u64, yields: &str, stall: u64) -> Option<Schedule> {
        let mut schedule = Schedule::default();
        schedule.set_stays(match yields {
            "Y" => 0,
            "-" => 1,
            _ => return None,
        });
        schedule.set_wait(wait);
        schedule.set_read_barrier(read);
        schedule.set_write_barrier(write);
        schedule.set_stall(stall);
        (wait >> BARRIERS == 0 && stall == schedule.stall()).then_some(schedule)
    }

    /// Returns whether each barrier's number is that of a barrier or of none.
    fn is_legal(self) -> bool {
        [self.read_barrier(), self.write_barrier()]
            .iter()
            .all(|&barrier| barrier < BARRIERS || barrier == NO_BARRIER)
    }

    /// Returns whether compilers often write such a schedule. At most one barrier is signalled, at
    /// most three are waited for, and only the three operands that exist are reused.
    fn is_likely(self) -> bool {
        (self.read_barrier() == NO_BARRIER || self.write_barrier() == NO_BARRIER)
            && self.wait().count_ones() <= BARRIERS as u32 / 2
            && self.reuse() >> BUNDLE == 0
    }
}

/// The five parts of a schedule's text.
fn parts(text: &str) -> Option<[&str; 5]> {
    let parts: Vec<_> = text.split(':').collect();
    parts.try_into().ok()
}

/// Reads a barrier's number, where the first barrier is written as `first`.
fn barrier(text: &str, first: u64) -> Option<u64> {
    if text == "-" {
        return Some(NO_BARRIER);
    }
    let is_digit = text.len() == 1;
    let number = is_digit.then(|| text.parse::<u64>().ok())??;
    number
        .checked_sub(first)
        .filter(|&number| number < BARRIERS)
}

impl Control {
    /// Error of another word where a control word is expected.
    pub const EXPECTED: &str =
        "found another word, expected a control word: bit 63 is 0, barriers are 0 to 5 or 7";

    /// Warning about control words that are read as instructions.
    pub const UNREAD: &str =
        "every fourth word looks like a control word, which is no instruction, expected --bundles";

    /// Reads a control word; `None` if a barrier's number is illegal or bit 63 is set.
    pub fn from_word(word: u64) -> Option<Control> {
        let control = ControlWord(word);
        let schedules = [0, 1, 2].map(|index| Schedule(control.schedule(index)));
        let is_legal = control.none() == 0 && schedules.iter().all(|it| it.is_legal());
        is_legal.then_some(Control(schedules))
    }

    /// The word.
    pub fn word(self) -> u64 {
        let mut control = ControlWord(0);
        for (index, schedule) in self.0.into_iter().enumerate() {
            control.set_schedule(index, schedule.0);
        }
        control.0
    }
}

impl fmt::Display for Schedule {
    /// `[B0-----:R-:W1:Y:S02]`, and where operands are reused ` reuse 0x1`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let barrier = |number: u64| match number {
            NO_BARRIER => "-".to_owned(),
            _ => number.to_string(),
        };
        let waits = (0..BARRIERS).map(|number| match self.wait() >> number & 1 {
            0 => "-".to_owned(),
            _ => number.to_string(),
        });
        write!(
            out,
            "[B{}:R{}:W{}:{}:S{:02}]",
            waits.collect::<String>(),
            barrier(self.read_barrier()),
            barrier(self.write_barrier()),
            if self.stays() == 0 { "Y" } else { "-" },
            self.stall(),
        )?;
        match self.reuse() {
            0 => Ok(()),
            reuse => write!(out, " reuse {reuse:#x}"),
        }
    }
}

impl fmt::Debug for Schedule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl fmt::Display for Control {
    /// Prints the word as a comment, which the assembler reads back.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = &self.0;
        write!(
            out,
            "/* 0x{:016x} */ // {first}, {second}, {third}",
            self.word()
        )
    }
}

/// Reader of words, one by one: reads bundles, or detects control words among instructions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bundles {
    /// True if every fourth word is read as a control word.
    is_read: bool,
    words: usize,
    /// Words in the places of control words that are no legal control words.
    illegal: usize,
    /// Numbers of likely control words in these places, and in those of instructions.
    likely: [usize; 2],
}

impl Bundles {
    /// Reader that reads bundles, or only detects them.
    pub fn new(is_read: bool) -> Bundles {
        Bundles {
            is_read,
            ..Bundles::default()
        }
    }

    /// Returns whether bundles are read.
    pub fn is_read(&self) -> bool {
        self.is_read
    }

    /// Number of words so far.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Takes the next word. Returns the control word that it is read as; `None` for an instruction.
    ///
    /// # Errors
    /// [`Control::EXPECTED`]: another word where a control word is expected.
    pub fn take(&mut self, word: Word) -> Result<Option<Control>, &'static str> {
        let is_instruction = !self.words.is_multiple_of(BUNDLE + 1);
        self.words += 1;
        let control = u64::try_from(word).ok().and_then(Control::from_word);
        if self.is_read {
            return match (is_instruction, control) {
                (true, _) => Ok(None),
                (false, Some(control)) => Ok(Some(control)),
                (false, None) => Err(Control::EXPECTED),
            };
        }
        self.illegal += usize::from(!is_instruction && control.is_none());
        let is_likely = control.is_some_and(|control| control.0.iter().all(|it| it.is_likely()));
        self.likely[usize::from(is_instruction)] += usize::from(is_likely);
        Ok(None)
    }

    /// Returns whether unread words look like bundles. Every fourth word from the first on can be a
    /// control word. Most of these are likely control words, and few other words are.
    pub fn is_found(&self) -> bool {
        let bundles = self.words.div_ceil(BUNDLE + 1);
        let [controls, instructions] = self.likely;
        let is_most = 4 * controls >= 3 * bundles && 4 * instructions <= self.words - bundles;
        !self.is_read && self.words > BUNDLE && self.illegal == 0 && is_most
    }
}
