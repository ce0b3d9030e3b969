//! The serial link of the board top: what its hardware and its host agree on. `doc/board.md` is
//! the protocol.

/// Bytes of a frame and of an answer.
pub const FRAME_BYTES: usize = 34;
pub const ANSWER_BYTES: usize = 24;

/// Commands, the lowest four bits of a frame; others are not answered.
pub const CONFIGURE: u8 = 1;
pub const BEAT: u8 = 2;
