//! Two wave files as one. They have one time unit and no name of a signal in common.

use std::io::{self, BufRead, Write};

/// Where the definitions end, and where those of scopes begin.
const END: &[u8] = b"$enddefinitions";
const SCOPE: &[u8] = b"$scope";

/// Writes `first` with the scopes and the changes of `second`.
///
/// # Errors
/// As the reads and writes.
pub fn merge(first: impl BufRead, second: impl BufRead, mut out: impl Write) -> io::Result<()> {
    let (mut first, mut second) = (Lines::new(first), Lines::new(second));
    first.definitions(|line| out.write_all(line))?;
    let mut in_scopes = false;
    second.definitions(|line| {
        in_scopes |= line.starts_with(SCOPE);
        if in_scopes {
            out.write_all(line)
        } else {
            Ok(())
        }
    })?;
    out.write_all(END)?;
    out.write_all(b" $end\n")?;
    while let Some(time) = earliest(first.time, second.time) {
        writeln!(out, "#{time}")?;
        for file in [&mut first as &mut dyn Changes, &mut second] {
            file.changes_at(time, &mut out)?;
        }
    }
    out.flush()
}

fn earliest(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

/// A wave file, line by line.
struct Lines<R> {
    reader: R,
    line: Vec<u8>,
    /// The time of the changes that follow; none before the first and after the last.
    time: Option<u64>,
}

trait Changes {
    /// Writes the changes of `time`, where the file is there.
    fn changes_at(&mut self, time: u64, out: &mut dyn Write) -> io::Result<()>;
}

impl<R: BufRead> Lines<R> {
    fn new(reader: R) -> Lines<R> {
        Lines {
            reader,
            line: Vec::new(),
            time: None,
        }
    }

    /// The next line; false at the end.
    fn next(&mut self) -> io::Result<bool> {
        self.line.clear();
        Ok(self.reader.read_until(b'\n', &mut self.line)? > 0)
    }

    /// The time, where the line is one.
    fn stamp(&self) -> Option<u64> {
        let digits = self.line.strip_prefix(b"#")?;
        str::from_utf8(digits).ok()?.trim().parse().ok()
    }

    /// Gives each line of the definitions but the last to `each`, and goes to the first time.
    fn definitions(&mut self, mut each: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        while self.next()? && !self.line.starts_with(END) {
            each(self.line.trim_ascii_start())?;
        }
        while self.next()? {
            self.time = self.stamp();
            if self.time.is_some() {
                break;
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Changes for Lines<R> {
    fn changes_at(&mut self, time: u64, out: &mut dyn Write) -> io::Result<()> {
        while self.time == Some(time) {
            if !self.next()? {
                self.time = None;
            } else if let Some(next) = self.stamp() {
                self.time = Some(next);
            } else {
                out.write_all(&self.line)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::merge;
    use std::io;

    #[test]
    fn scopes_follow_scopes_and_changes_are_in_order() -> io::Result<()> {
        let first = "$timescale 1ns $end\n$scope module a $end\n $var wire 1 ! x $end\n\
            $upscope $end\n$enddefinitions $end\n#0\n0!\n#4\n1!\n#8\n0!\n";
        let second = "$timescale 1 ns $end\n$scope module b $end\n$var wire 1 !!!!! y $end\n\
            $upscope $end\n$enddefinitions $end\n#1\n0!!!!!\n#4\n1!!!!!\n";
        let mut out = Vec::new();
        merge(first.as_bytes(), second.as_bytes(), &mut out)?;
        let expected = "$timescale 1ns $end\n$scope module a $end\n$var wire 1 ! x $end\n\
            $upscope $end\n$scope module b $end\n$var wire 1 !!!!! y $end\n$upscope $end\n\
            $enddefinitions $end\n#0\n0!\n#1\n0!!!!!\n#4\n1!\n1!!!!!\n#8\n0!\n";
        assert_eq!(String::from_utf8_lossy(&out), expected);
        Ok(())
    }
}
