//! Text files and standard input, line by line, with names and numbers for messages.

use std::borrow::Cow;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use isa::{Isa, TextError};
use sim::{Init, RegisterFile, parse_init_for};
use thiserror::Error;

/// What standard input is called in messages.
const STDIN_NAME: &str = "<stdin>";

/// Bytes that are read at once.
const BUFFER_BYTES: usize = 1 << 16;

/// An editor's mark that a file is UTF-8. It is no part of the first line.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Why a file is of no use.
#[derive(Debug, Error)]
pub enum SourceError {
    /// A line whose contents are refused.
    #[error("{file}:{line}:{column}: error: {message}")]
    Rejected {
        /// The file as the user named it.
        file: String,
        /// Counted from 1.
        line: usize,
        /// In characters, counted from 1.
        column: usize,
        /// What is wrong, and what was expected.
        message: String,
    },
    /// Several lines whose contents are refused.
    #[error("{0}")]
    Several(Rejections),
    /// The system cannot read or write it.
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

/// Rejected lines, the first of them in full.
#[derive(Debug, Default)]
pub struct Rejections {
    first: Vec<SourceError>,
    more: usize,
}

/// Rejected lines that are reported in full.
const REPORTED_LINES: usize = 20;

impl Rejections {
    /// Adds one, and gives it back if it is to be reported.
    pub fn add(&mut self, rejected: SourceError) -> Option<&SourceError> {
        if self.first.len() == REPORTED_LINES {
            self.more += 1;
            return None;
        }
        self.first.push(rejected);
        self.first.last()
    }

    /// The last line of a report: the number of those that are not in it.
    pub fn rest(&self) -> Option<String> {
        (self.more > 0).then(|| format!("and {} more rejected lines", self.more))
    }

    /// Success where no line was rejected.
    ///
    /// # Errors
    /// All of them.
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

fn name(path: &Path) -> String {
    if is_standard(path) {
        STDIN_NAME.to_owned()
    } else {
        path.display().to_string()
    }
}

/// A text that is read line by line.
///
/// Lines end with a line feed, or with a carriage return and a line feed; the
/// last may end with neither. Bytes that are not UTF-8 come out as replacement
/// characters: in a comment they mean nothing, elsewhere the line is refused.
pub struct Source {
    name: String,
    reader: BufReader<Box<dyn Read>>,
    bytes: Vec<u8>,
    number: usize,
}

impl Source {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// The system's message.
    pub fn open(path: &Path) -> Result<Source, SourceError> {
        let input: Box<dyn Read> = if is_standard(path) {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(path).map_err(|reason| SourceError::reading(path, reason))?)
        };
        Ok(Source::new(name(path), input))
    }

    /// Lines of `input`, which messages call `name`.
    pub fn new(name: String, input: Box<dyn Read>) -> Source {
        Source {
            name,
            reader: BufReader::with_capacity(BUFFER_BYTES, input),
            bytes: Vec::new(),
            number: 0,
        }
    }

    /// The file as messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the next bytes are `magic`.
    ///
    /// # Errors
    /// The system's message.
    pub fn starts_with(&mut self, magic: &[u8]) -> Result<bool, SourceError> {
        let bytes = self.reader.fill_buf();
        let is_magic = bytes.map(|bytes| bytes.starts_with(magic));
        is_magic.map_err(|reason| unreadable(&self.name, reason))
    }

    /// All bytes that are left.
    ///
    /// # Errors
    /// The system's message.
    pub fn rest(&mut self) -> Result<Vec<u8>, SourceError> {
        let mut bytes = Vec::new();
        let read = self.reader.read_to_end(&mut bytes);
        read.map_err(|reason| unreadable(&self.name, reason))?;
        Ok(bytes)
    }

    /// The next line without its end; `None` after the last.
    ///
    /// # Errors
    /// The system's message.
    pub fn next_line(&mut self) -> Result<Option<Cow<'_, str>>, SourceError> {
        self.bytes.clear();
        let count = self.reader.read_until(b'\n', &mut self.bytes);
        let count = count.map_err(|reason| unreadable(&self.name, reason))?;
        if count == 0 {
            return Ok(None);
        }
        self.number += 1;
        let mut line = self.bytes.as_slice();
        line = line.strip_suffix(b"\n").unwrap_or(line);
        line = line.strip_suffix(b"\r").unwrap_or(line);
        if self.number == 1 {
            let mark = BYTE_ORDER_MARK.as_bytes();
            line = line.strip_prefix(mark).unwrap_or(line);
        }
        Ok(Some(String::from_utf8_lossy(line)))
    }

    /// Whether the next line is here already, so that taking it waits for nobody.
    pub fn has_line(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }

    /// Number of the line that was taken last, counted from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// All of it, refused at its start with `message`.
    pub fn empty(&self, message: &str) -> SourceError {
        SourceError::Rejected {
            file: self.name.clone(),
            line: 1,
            column: 1,
            message: message.to_owned(),
        }
    }

    /// The line that was taken last, refused for `error`.
    pub fn reject(&self, error: TextError) -> SourceError {
        SourceError::Rejected {
            file: self.name.clone(),
            line: self.number,
            column: error.column,
            message: message(&error),
        }
    }
}

/// What is wrong with a line, and which `--isa` has its mnemonic if this one has not.
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

/// What is wrong with a file of TOML, in its own terms.
pub fn toml_message(error: &toml::de::Error) -> String {
    const NUMBERS: [&str; 4] = ["usize", "u64", "u32", "u8"];
    let numbers = NUMBERS.map(|rust| (rust, "a number, 0 or more"));
    let others = [("a sequence", "an array"), ("a map", "a table")];
    let named = |text: String, (rust, toml): (&str, &str)| {
        text.replace(&format!("expected {rust}"), &format!("expected {toml}"))
    };
    let types = numbers.into_iter().chain(others);
    types.fold(error.message().to_owned(), named)
}

/// A whole file, which has to be UTF-8.
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
        let last_line = before.rsplit('\n').next().unwrap_or_default();
        SourceError::Rejected {
            file: name(path),
            line: before.matches('\n').count() + 1,
            column: last_line.chars().count() + 1,
            message: "a byte that is not UTF-8, expected text".to_owned(),
        }
    })?;
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

/// An init file; `-` is standard input.
///
/// # Errors
/// Where the system cannot read it, and at the first place that is refused.
pub fn read_init(path: &Path, register_file: RegisterFile) -> Result<Init, SourceError> {
    let text = read_text(path)?;
    parse_init_for(&text, register_file).map_err(|error| SourceError::Rejected {
        file: name(path),
        line: error.line,
        column: error.column,
        message: error.problem.to_string(),
    })
}
