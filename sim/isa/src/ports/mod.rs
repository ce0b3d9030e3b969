//! The ports of the address unit, each told once.
//!
//! [`unit_ports!`](crate::unit_ports) hands the table to a macro, for types with a field a port;
//! [`INPUTS`] and [`OUTPUTS`] are the same rows as data. All else that lists ports is made of the
//! table or compared with it: the rows of the model in Rust and C++, the scoreboard, waves, the
//! pages. The clock is no row: every module has it.
//!
//! [`control_record!`](crate::control_record) is the same of the record that the decoder gives, and
//! [`RECORD`] its names and widths.

mod decoder;
mod unit;

/// The type of a field of the control record.
#[macro_export]
macro_rules! field_type {
    (Flag 1) => {
        bool
    };
    (Code $bits:tt) => {
        $crate::port_type!(Warp $bits)
    };
}

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

impl Port {
    /// `valid` or `ready` of what it belongs to.
    pub fn is_handshake(&self) -> bool {
        let channel = match self.group {
            Group::Configuration => "config",
            Group::Request => "request",
            Group::Result => "result",
            Group::Memory => "memory",
            Group::Lea | Group::Access | Group::AddrAdd | Group::Lanes => return false,
        };
        let rest = self.name.strip_prefix(channel);
        matches!(rest, Some("_valid" | "_ready"))
    }
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

    /// Bits and number of the elements that hold the port of the unit of 32 lanes, as
    /// [`port_type!`](crate::port_type) has them in Rust.
    pub fn storage(self) -> (usize, usize) {
        let element = |bits: usize| bits.next_power_of_two().max(8);
        match self {
            Shape::Warp(bits) => (element(bits), 1),
            Shape::Lane(1) => (32, 1),
            Shape::Lane(bits) => (element(bits), 32),
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
    (Lane $bits:tt) => {
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
    (Warp $bits:tt) => {
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

/// The inputs that say what is asked, but not that it is.
pub fn of_request() -> impl Iterator<Item = &'static Port> {
    INPUTS.iter().filter(|port| match port.group {
        Group::Configuration | Group::Result | Group::Memory => false,
        Group::Request => !port.is_handshake(),
        Group::Lea | Group::Access | Group::AddrAdd | Group::Lanes => true,
    })
}

macro_rules! record {
    ($($field:ident $shape:ident $bits:literal $meaning:literal,)*) => {
        /// Name and bits of the fields of the control record, in the order of the module.
        pub const RECORD: &[(&str, usize)] = &[$((stringify!($field), $bits),)*];
    };
}

crate::control_record!(record);
