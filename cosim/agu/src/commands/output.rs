//! Standard output and standard error, buffered.
//!
//! A reader may leave early, as `head` does. That is no error, and it must not change
//! what a command finds: output without a reader is dropped, and the exit status still
//! has the outcome.

use std::io::{self, BufWriter, ErrorKind, Write};

const BUFFER_BYTES: usize = 1 << 16;

/// A stream that may lose its reader.
pub struct Stream<W> {
    inner: W,
    name: &'static str,
    has_reader: bool,
}

/// A buffered [`Stream`].
pub type Output<W> = BufWriter<Stream<W>>;

/// Standard output.
pub fn stdout() -> Output<io::StdoutLock<'static>> {
    buffered(io::stdout().lock(), "<stdout>")
}

/// Standard error.
pub fn stderr() -> Output<io::StderrLock<'static>> {
    buffered(io::stderr().lock(), "<stderr>")
}

/// Prints `text` to standard output.
pub fn print(text: &str) -> io::Result<()> {
    let mut output = stdout();
    output.write_all(text.as_bytes())?;
    output.flush()
}

fn buffered<W: Write>(inner: W, name: &'static str) -> Output<W> {
    let has_reader = true;
    let stream = Stream {
        inner,
        name,
        has_reader,
    };
    BufWriter::with_capacity(BUFFER_BYTES, stream)
}

impl<W> Stream<W> {
    /// Whether what is written still goes anywhere, as far as is known.
    pub fn has_reader(&self) -> bool {
        self.has_reader
    }

    /// The result of a write, or `dropped` where there is no reader any more.
    fn unless_closed<T>(&mut self, result: io::Result<T>, dropped: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.has_reader = false;
                Ok(dropped)
            }
            result => result.map_err(|error| {
                let named = format!("{} cannot be written: {error}", self.name);
                io::Error::new(error.kind(), named)
            }),
        }
    }
}

impl<W: Write> Write for Stream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.has_reader {
            return Ok(bytes.len());
        }
        let result = self.inner.write(bytes);
        self.unless_closed(result, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.has_reader {
            return Ok(());
        }
        let result = self.inner.flush();
        self.unless_closed(result, ())
    }
}
