//! Text files and standard input, line by line, with names and numbers for messages.

use std::borrow::Cow;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::mem;
use std::path::Path;

use isa::{Isa, TextError};
use sim::init::position;
use sim::{Generation, Init, parse_init_for};
use thiserror::Error;

/// Name of standard input in messages.
const STDIN_NAME: &str = "<stdin>";

/// Size of the read buffer in bytes.
const BUFFER_BYTES: usize = 1 << 16;

/// The byte order mark that some editors put into UTF-8 files. It is not part of the first line.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Reason why a file cannot be used.
#[derive(Debug, Error)]
pub enum SourceError {
    /// A line with refused contents.
    #[error("{file}:{line}:{column}: error: {message}")]
    Rejected {
        /// The file as the user named it.
        file: String,
        /// Line, counted from 1.
        line: usize,
        /// Column in characters, counted from 1.
        column: usize,
        /// The error and the expectation.
        message: String,
    },
    /// Several lines with refused contents.
    #[error("{0}")]
    Several(Rejections),
    /// The system cannot read or write the file.
    #[error("{file}: error: cannot be {action}: {reason}")]
    Inaccessible {
        /// The file as the user named it.
        file: String,
        /// `read` or `written`.
        action: &'static str,
        /// The system's message.
        reason: io::Error,
    },
}

impl SourceError {
    /// Refused contents at a line and a column of `file`.
    pub fn rejected(
        file: &str,
        (line, column): (usize, usize),
        message: impl ToString,
    ) -> SourceError {
        SourceError::Rejected {
            file: file.to_owned(),
            line,
            column,
            message: message.to_string(),
        }
    }

    /// A read that failed.
    pub fn reading(path: &Path, reason: io::Error) -> SourceError {
        unreadable(&name(path), reason)
    }

    /// A write that failed.
    pub fn writing(path: &Path, reason: io::Error) -> SourceError {
        SourceError::Inaccessible {
            file: path.display().to_string(),
            action: "written",
            reason,
        }
    }
}

/// Rejected lines: the first ones in full, the others as a count.
#[derive(Debug, Default)]
pub struct Rejections {
    first: Vec<SourceError>,
    more: usize,
}

/// Number of rejected lines that are reported in full.
const REPORTED_LINES: usize = 20;

impl Rejections {
    /// Adds a rejected line. Returns it if it is to be reported.
    pub fn add(&mut self, rejected: SourceError) -> Option<&SourceError> {
        if self.first.len() == REPORTED_LINES {
            self.more += 1;
            return None;
        }
        self.first.push(rejected);
        self.first.last()
    }

    /// The last line of a report: the number of rejected lines that it leaves out.
    pub fn rest(&self) -> Option<String> {
        (self.more > 0).then(|| format!("and {} more rejected lines", self.more))
    }

    /// Success if no line was rejected.
    pub fn end(mut self) -> Result<(), SourceError> {
        match self.first.len() {
            0 => Ok(()),
            1 => Err(self.first.remove(0)),
            _ => Err(SourceError::Several(self)),
        }
    }
}

impl fmt::Display for Rejections {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.first.iter().map(SourceError::to_string);
        let lines: Vec<_> = lines.chain(self.rest()).collect();
        out.write_str(&lines.join("\n"))
    }
}

/// Whether a path stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

fn unreadable(name: &str, reason: io::Error) -> SourceError {
    SourceError::Inaccessible {
        file: name.to_owned(),
        action: "read",
        reason,
    }
}

/// The name of a file, or of standard input, in messages.
pub fn name(path: &Path) -> String {
    if is_standard(path) {
        STDIN_NAME.to_owned()
    } else {
        path.display().to_string()
    }
}

/// A text that is read line by line.
///
/// Lines end with a line feed, or with a carriage return and a line feed. The last line may have
/// no end. Bytes that are not UTF-8 become replacement characters. They are ignored in a comment;
/// elsewhere the line is refused.
pub struct Source {
    name: String,
    reader: BufReader<Box<dyn Read>>,
    bytes: Vec<u8>,
    /// A line that was read with the one before it, and is not part of it.
    ahead: Option<Vec<u8>>,
    number: usize,
    /// Lines of the last text read.
    lines: usize,
}

impl Source {
    /// Opens a file; `-` is standard input.
    pub fn open(path: &Path) -> Result<Source, SourceError> {
        let input: Box<dyn Read> = if is_standard(path) {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(path).map_err(|reason| SourceError::reading(path, reason))?)
        };
        Ok(Source::new(name(path), input))
    }

    /// Lines of `input`, under the name `name` in messages.
    pub fn new(name: String, input: Box<dyn Read>) -> Source {
        Source {
            name,
            reader: BufReader::with_capacity(BUFFER_BYTES, input),
            bytes: Vec::new(),
            ahead: None,
            number: 0,
            lines: 1,
        }
    }

    /// Name of the file in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the next bytes are `magic`.
    pub fn starts_with(&mut self, magic: &[u8]) -> Result<bool, SourceError> {
        let bytes = self.reader.fill_buf();
        let is_magic = bytes.map(|bytes| bytes.starts_with(magic));
        is_magic.map_err(|reason| unreadable(&self.name, reason))
    }

    /// All remaining bytes.
    pub fn rest(&mut self) -> Result<Vec<u8>, SourceError> {
        let mut bytes = Vec::new();
        let read = self.reader.read_to_end(&mut bytes);
        read.map_err(|reason| unreadable(&self.name, reason))?;
        Ok(bytes)
    }

    /// The next line without its end; `None` after the last. With `joins_halves` a line that ends in
    /// half a word comes with the line of the other half behind it.
    pub fn next_line(&mut self, joins_halves: bool) -> Result<Option<Cow<'_, str>>, SourceError> {
        if !self.read()? {
            return Ok(None);
        }
        let has_half = || ends_in_half(&self.bytes).is_some_and(|before| !before.is_empty());
        if joins_halves && has_half() {
            let lower = mem::take(&mut self.bytes);
            let is_read = self.read()?;
            let upper = mem::replace(&mut self.bytes, lower);
            if is_read {
                self.number -= 1;
            }
            if ends_in_half(&upper).is_some_and(<[u8]>::is_empty) {
                self.bytes.extend(upper.trim_ascii());
                self.lines = 2;
            } else if is_read {
                self.ahead = Some(upper);
            }
        }
        Ok(Some(String::from_utf8_lossy(&self.bytes)))
    }

    /// Reads a line without its end; false after the last.
    fn read(&mut self) -> Result<bool, SourceError> {
        self.bytes.clear();
        if let Some(ahead) = self.ahead.take() {
            self.bytes = ahead;
            self.number += 1;
            return Ok(true);
        }
        let count = self.reader.read_until(b'\n', &mut self.bytes);
        if count.map_err(|reason| unreadable(&self.name, reason))? == 0 {
            return Ok(false);
        }
        self.number += mem::replace(&mut self.lines, 1);
        for end in [b"\n", b"\r"] {
            if self.bytes.ends_with(end) {
                self.bytes.pop();
            }
        }
        if self.number == 1 && self.bytes.starts_with(BYTE_ORDER_MARK.as_bytes()) {
            self.bytes.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(true)
    }

    /// Whether the next line is buffered, so that reading it does not block.
    pub fn has_line(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }

    /// Number of the last line read, counted from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// An error for the whole file, placed at its start.
    pub fn empty(&self, message: &str) -> SourceError {
        SourceError::rejected(&self.name, (1, 1), message)
    }

    /// An error for the last line read.
    pub fn reject(&self, error: TextError) -> SourceError {
        SourceError::rejected(&self.name, (self.number, error.column), message(&error))
    }
}

/// The error text of a line. It names the `--isa` that has the mnemonic, if this one does not.
pub fn message(error: &TextError) -> String {
    let others: Vec<String> = error.known_to.iter().map(Isa::to_string).collect();
    match others.as_slice() {
        [] => error.message.clone(),
        others => format!(
            "{}; known with --isa {}",
            error.message,
            others.join(" or ")
        ),
    }
}

/// The error text of a TOML file, in TOML's terms instead of Rust's.
pub fn toml_message(error: &toml::de::Error) -> String {
    const NUMBERS: [&str; 4] = ["usize", "u64", "u32", "u8"];
    let numbers = NUMBERS.map(|rust| (rust, "a number, 0 or more"));
    let others = [
        ("i64", "a number"),
        ("a sequence", "an array"),
        ("a map", "a table"),
    ];
    let named = |text: String, (rust, toml): (&str, &str)| {
        text.replace(&format!("expected {rust}"), &format!("expected {toml}"))
    };
    let types = numbers.into_iter().chain(others);
    types.fold(error.message().to_owned(), named)
}

/// The text of a whole file, which has to be UTF-8.
fn read_text(path: &Path) -> Result<String, SourceError> {
    let bytes = if is_standard(path) {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes = bytes.map_err(|reason| SourceError::reading(path, reason))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let before = String::from_utf8_lossy(valid);
        let message = "a byte that is not UTF-8, expected text";
        SourceError::rejected(&name(path), position(&before, before.len()), message)
    })?;
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

/// The text before the 16 digits of half a word in a last comment: `/* 0x00000a0000017a02 */`.
fn ends_in_half(line: &[u8]) -> Option<&[u8]> {
    const LENGTH: usize = b"/* 0x0123456789abcdef */".len();
    let line = line.trim_ascii();
    let (before, comment) = line.split_at_checked(line.len().checked_sub(LENGTH)?)?;
    let digits = comment.strip_prefix(b"/* 0x")?.strip_suffix(b" */")?;
    let are_digits = digits.iter().all(u8::is_ascii_hexdigit);
    are_digits.then_some(before)
}

/// An init file; `-` is standard input.
///
/// # Errors
/// The system cannot read it, or its first error.
pub fn read_init(path: &Path, generation: Generation) -> Result<Init, SourceError> {
    let text = read_text(path)?;
    parse_init_for(&text, generation).map_err(|error| {
        SourceError::rejected(&name(path), (error.line, error.column), error.problem)
    })
}
