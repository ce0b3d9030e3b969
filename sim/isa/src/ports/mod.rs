//! The ports of the address unit, each told once.
//!
//! [`unit_ports!`](crate::unit_ports) hands the table to a macro, for types with a field a port;
//! [`INPUTS`] and [`OUTPUTS`] are the same rows as data. All else that lists ports is made of the
//! table or compared with it: the rows of the model in Rust and C++, the scoreboard, waves, the
//! pages. The clock is no row: every module has it.

mod unit;

/// One port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    pub name: &'static str,
    pub group: Group,
    pub shape: Shape,
    /// When an output is compared; inputs always count.
    pub care: Care,
    /// What it means, in Markdown.
    pub meaning: &'static str,
}

/// What a port belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Reset and the port that writes configuration registers.
    Configuration,
    /// What every request has.
    Request,
    /// Of an LEA or a MOV alone.
    Lea,
    /// Of a load or a store alone.
    Access,
    /// Of an ADDR_ADD alone.
    AddrAdd,
    /// What each lane brings along.
    Lanes,
    Result,
    Memory,
}

/// How wide a port is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// So many bits for the whole warp.
    Warp(usize),
    /// So many bits a lane, lane 0 lowest.
    Lane(usize),
}

/// When an output is compared with what is expected; elsewhere it is a don't-care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// In every cycle.
    Always,
    /// Unless the configuration has changed since the beat entered. That beat is not valid: a
    /// configuration write waits until the unit is empty, and reset empties it.
    Configured,
}

impl Shape {
    /// Bits of the port of a unit with so many lanes.
    pub fn bits(self, lanes: usize) -> usize {
        match self {
            Shape::Warp(bits) => bits,
            Shape::Lane(bits) => bits * lanes,
        }
    }
}

/// The type that holds a port of the unit of 32 lanes: a number for the warp, an array of
/// numbers for the lanes, a mask of one bit a lane.
#[macro_export]
macro_rules! port_type {
    (Lane 1) => {
        u32
    };
    (Lane 32) => {
        [u32; 32]
    };
    (Lane 16) => {
        [u16; 32]
    };
    (Lane $bits:literal) => {
        [u8; 32]
    };
    (Warp 64) => {
        u64
    };
    (Warp 33) => {
        u64
    };
    (Warp 32) => {
        u32
    };
    (Warp 16) => {
        u16
    };
    (Warp $bits:literal) => {
        u8
    };
}

macro_rules! rows {
    (
        inputs { $($input:ident $input_group:ident $input_shape:ident $input_bits:literal
            $input_meaning:literal,)* }
        outputs { $($output:ident $output_group:ident $output_shape:ident $output_bits:literal
            $care:ident $output_meaning:literal,)* }
    ) => {
        /// The inputs but the clock, in the order of the module.
        pub const INPUTS: &[Port] = &[$(Port {
            name: stringify!($input),
            group: Group::$input_group,
            shape: Shape::$input_shape($input_bits),
            care: Care::Always,
            meaning: $input_meaning,
        },)*];

        /// The outputs, in the order of the module.
        pub const OUTPUTS: &[Port] = &[$(Port {
            name: stringify!($output),
            group: Group::$output_group,
            shape: Shape::$output_shape($output_bits),
            care: Care::$care,
            meaning: $output_meaning,
        },)*];
    };
}

crate::unit_ports!(rows);
