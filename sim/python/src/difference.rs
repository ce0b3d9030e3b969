//! What differs, and what has not left.

use pyo3::prelude::*;

/// The first thing that differed.
#[pyclass(frozen, eq, name = "Difference", module = "agu")]
#[derive(Clone, PartialEq)]
pub struct TaggedDifference {
    /// Of the request; None where none is known for it.
    #[pyo3(get)]
    tag: Option<u64>,
    /// Number of the warp, from 0 since the scoreboard was made.
    #[pyo3(get)]
    instruction: usize,
    /// The lane of the warp; None where the signal belongs to the warp.
    #[pyo3(get)]
    lane: Option<usize>,
    /// The output, or a flag of the output cc.
    #[pyo3(get)]
    signal: String,
    /// The golden model's value.
    #[pyo3(get)]
    expected: u64,
    /// The hardware's value.
    #[pyo3(get)]
    got: u64,
    text: String,
}

impl From<&scoreboard::TaggedDifference> for TaggedDifference {
    fn from(difference: &scoreboard::TaggedDifference) -> TaggedDifference {
        let mismatch = &difference.mismatch;
        TaggedDifference {
            tag: difference.tag,
            instruction: mismatch.place.instruction,
            lane: mismatch.lane,
            signal: mismatch.signal.clone(),
            expected: mismatch.expected,
            got: mismatch.got,
            text: difference.to_string(),
        }
    }
}

#[pymethods]
impl TaggedDifference {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<agu.Difference {}>", self.text)
    }
}

/// The tags of requests with something that has not left, in their order. False where there is
/// none.
#[pyclass(frozen, get_all, name = "Outstanding", module = "agu")]
pub struct WhatIsOutstanding {
    /// Whose results have not all left.
    pub results: Vec<u64>,
    /// Whose memory requests have not all left.
    pub memory: Vec<u64>,
}

#[pymethods]
impl WhatIsOutstanding {
    fn __bool__(&self) -> bool {
        !self.results.is_empty() || !self.memory.is_empty()
    }

    fn __repr__(&self) -> String {
        format!(
            "<agu.Outstanding results {:?}, memory {:?}>",
            self.results, self.memory
        )
    }
}
