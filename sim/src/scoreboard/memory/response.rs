//! Answers to loads at memory ports of another kind.

/// Bytes of the longest line.
pub const LINE_BYTES: usize = 256;

/// The answer to a load at a memory port of another kind, `agu_other_response`.
#[repr(C)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherResponse {
    /// The line, from its first byte on.
    pub data: [u8; LINE_BYTES],
    /// Tag of the request.
    pub tag: u64,
    /// 1 if there is an answer.
    pub valid: u8,
}

impl OtherResponse {
    /// No answer.
    pub const NONE: OtherResponse = OtherResponse {
        data: [0; LINE_BYTES],
        tag: 0,
        valid: 0,
    };
}
