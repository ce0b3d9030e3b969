//! The end of a simulation by the design itself: `$finish`, `$stop`, `$error`, an assertion.

use sim::scoreboard::{ComparedAt, Mismatch};
use std::ffi::{CStr, c_char};

/// The call that ended a simulation, `agu_end` in `runtime.h`.
#[repr(C)]
pub(in crate::dut) struct RawEnd {
    call: *const c_char,
    file: *const c_char,
    text: *const c_char,
    line: u32,
    fatal: u8,
}

impl RawEnd {
    /// Whether there was such a call.
    #[inline(always)]
    pub fn is_set(&self) -> bool {
        !self.call.is_null()
    }

    /// Forgets the call, if the model can go on.
    pub fn clear(&mut self) {
        if self.fatal == 0 {
            self.call = std::ptr::null();
        }
    }

    /// The call.
    ///
    /// # Safety
    /// The model is live.
    pub unsafe fn end(&self) -> Option<SimulationEnd> {
        if !self.is_set() {
            return None;
        }
        let text = |string| {
            // SAFETY: with a call, all strings are set and live as long as the model.
            let string = unsafe { CStr::from_ptr(string) };
            string.to_string_lossy().into_owned()
        };
        Some(SimulationEnd::new(
            &text(self.call),
            &text(self.file),
            self.line,
            &text(self.text),
        ))
    }
}

/// The call of a design that ended its simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationEnd {
    /// `$finish`, `$stop`, `$error` or `$fatal`. An assertion that fails calls `$error`; Verilator
    /// itself calls `$fatal`.
    pub call: String,
    pub file: String,
    pub line: u32,
    pub message: Option<String>,
}

impl SimulationEnd {
    /// A call at a place, after the model has printed `text`. `$error` prints its message, then
    /// calls `$stop`.
    fn new(call: &str, file: &str, line: u32, text: &str) -> SimulationEnd {
        // Not all versions print the folders of the file.
        let name = file.rsplit('/').next().unwrap_or_default();
        let start = format!("{name}:{line}: Assertion failed in ");
        let (call, message) = match (call, text.split_once(&start)) {
            ("$stop", Some((_, said))) => ("$error", said.split_once(": ").map(|(_, it)| it)),
            ("$fatal", _) => (call, text.strip_prefix("%Error: ")),
            _ => (call, None),
        };
        let one_line = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        SimulationEnd {
            call: call.to_owned(),
            file: file.to_owned(),
            line,
            message: message.map(one_line).filter(|text| !text.is_empty()),
        }
    }

    /// The end as a difference: a call that is not expected.
    pub fn mismatch(&self, place: ComparedAt) -> Mismatch {
        let (file, line) = (&self.file, self.line);
        let note = match &self.message {
            None => format!("at {file}:{line}"),
            // Verilator's own place is the top module.
            Some(message) if self.call == "$fatal" => message.clone(),
            Some(message) => format!("at {file}:{line}: {message}"),
        };
        Mismatch {
            place,
            lane: None,
            signal: self.call.clone(),
            expected: 0,
            got: 1,
            note: Some(note),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SimulationEnd;

    #[test]
    fn a_call_has_the_message_that_was_printed_for_it() {
        for (call, text, expected, message) in [
            ("$finish", "some text\n", "$finish", None),
            ("$stop", "some text\n", "$stop", None),
            (
                "$stop",
                "[0] %Error: u.v:7: Assertion failed in top.unit: lane 3: busy\n  twice\n",
                "$error",
                Some("lane 3: busy twice"),
            ),
            (
                "$stop",
                "[0] %Fatal: /rtl/u.v:7: Assertion failed in top.unit\n",
                "$error",
                None,
            ),
            (
                "$stop",
                "[0] %Warning: u.v:6: Assertion failed in top.unit: other\n",
                "$stop",
                None,
            ),
            (
                "$fatal",
                "%Error: Settle region did not converge.\n",
                "$fatal",
                Some("Settle region did not converge."),
            ),
        ] {
            let end = SimulationEnd::new(call, "/rtl/u.v", 7, text);
            assert_eq!(
                (&*end.call, end.message.as_deref()),
                (expected, message),
                "{text}"
            );
        }
    }
}
