//! The ports of the address unit, each listed once.
//!
//! [`unit_ports!`](crate::unit_ports) passes the table to a macro, for types with a field a port;
//! [`port_sections!`](crate::port_sections) does so in the order of the module, for the hardware.
//! [`INPUTS`] and [`OUTPUTS`] are the same rows as data; [`Inputs`] and [`Outputs`] hold the values
//! of a cycle. Every other list of ports is generated from the table or compared with it. Such
//! lists have the hardware, the scoreboard, C and C++, waves, and pages. The clock is no row: every
//! module has it.
//!
//! [`control_record!`](crate::control_record) is the table of the decoder's record, and [`RECORD`]
//! has the names and widths of its fields. [`memory_port!`](crate::memory_port) and
//! [`port_request!`](crate::port_request) are the tables of memory ports of another kind.

mod codes;
mod decoder;
mod packed;
mod rows;
mod unit;

pub use codes::{PortCode, PortCodes, port_codes};
pub use rows::{Inputs, Outputs};

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
pub struct UnitPort {
    pub name: &'static str,
    pub group: Group,
    pub shape: Shape,
    /// Condition under which an output is compared cycle by cycle; inputs always are.
    pub care: Care,
    /// Condition under which an output is defined. Elsewhere it is a don't-care.
    pub when: When,
    /// Meaning, in Markdown.
    pub meaning: &'static str,
}

/// Group of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Reset and the port that writes configuration registers.
    Configuration,
    /// Ports of every request.
    Request,
    /// Ports of an LEA or a MOV alone.
    Lea,
    /// Ports of a load or a store alone.
    Access,
    /// Ports of an ADDR_ADD alone.
    AddrAdd,
    /// Masks and operands of the lanes.
    Lanes,
    Result,
    Memory,
}

impl UnitPort {
    /// Returns whether the port is `valid` or `ready` of its channel.
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

/// Width of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Number of bits for the whole warp.
    Warp(usize),
    /// Number of bits for each lane, lane 0 lowest.
    Lane(usize),
}

/// Condition under which an output is compared cycle by cycle. Elsewhere it is a don't-care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// In every cycle.
    Always,
    /// Unless the configuration has changed since the beat entered. That beat is not valid: a
    /// configuration write waits until the unit is empty, and reset empties it.
    Configured,
}

/// Condition under which an output is defined. Elsewhere it is a don't-care of the comparison by
/// valid bits and by transactions. A condition on "the lane" holds for each lane of a port alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In every cycle.
    Always,
    /// `result_valid`.
    Result,
    /// `result_valid` of an access.
    Access,
    /// Some lane of the result writes the predicate.
    Predicate,
    /// Some lane of the result writes Rd, or it is an access.
    Destination,
    /// Some lane of the result writes its element of the address variable.
    Element,
    /// `fault_valid` of an access.
    FirstFault,
    /// The lane writes Rd (of an ADDR_ADD, 16 bits), or its access faults.
    Sum,
    /// The lane's access faults.
    Fault,
    /// The lane writes CC; where it writes the predicate alone, OF counts.
    Cc,
    /// The lane accesses memory.
    Live,
    /// `memory_valid`.
    Memory,
    /// `memory_valid` of a line.
    Line,
    /// `memory_valid` of a pass.
    Pass,
}

impl Shape {
    /// Bits of the port in a unit of `lanes` lanes.
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

/// The type that holds a port of the unit of 32 lanes. It is a number for the warp, an array of
/// numbers for the lanes, or a mask of one bit a lane.
#[macro_export]
macro_rules! port_type {
    (Lane 1) => {
        u32
    };
    (Lane 32) => {
        [u32; 32]
    };
    (Lane 17) => {
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
    (Warp 42) => {
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
            $care:ident $when:ident $output_meaning:literal,)* }
    ) => {
        /// The inputs but the clock, in the order of the module.
        pub const INPUTS: &[UnitPort] = &[$(UnitPort {
            name: stringify!($input),
            group: Group::$input_group,
            shape: Shape::$input_shape($input_bits),
            care: Care::Always,
            when: When::Always,
            meaning: $input_meaning,
        },)*];

        /// The outputs, in the order of the module.
        pub const OUTPUTS: &[UnitPort] = &[$(UnitPort {
            name: stringify!($output),
            group: Group::$output_group,
            shape: Shape::$output_shape($output_bits),
            care: Care::$care,
            when: When::$when,
            meaning: $output_meaning,
        },)*];
    };
}

crate::unit_ports!(rows);

/// Value of an input that is not used. All lanes take part, both readers are ready, only Rd is
/// written, and the window compare steers a generic access. `reset` has to be used: before one
/// cycle of it the configuration is 0.
pub fn unused(input: &str) -> u64 {
    match input {
        "lane_mask" => 0xf,
        "predicate" => crate::instruction::PT.into(),
        "result_ready" | "memory_ready" | "active_mask" | "guard_mask" | "steer_by_window" => 1,
        "execution_mask" => u32::MAX.into(),
        _ => 0,
    }
}

/// Inputs that describe a request, without `request_valid`.
pub fn of_request() -> impl Iterator<Item = &'static UnitPort> {
    INPUTS.iter().filter(|port| match port.group {
        Group::Configuration | Group::Result | Group::Memory => false,
        Group::Request => !port.is_handshake(),
        Group::Lea | Group::Access | Group::AddrAdd | Group::Lanes => true,
    })
}

/// Range in the declaration of a signal, such as `[31:0] `; empty for a single bit.
pub fn range(bits: usize) -> String {
    match bits {
        1 => String::new(),
        _ => format!("[{}:0] ", bits - 1),
    }
}

/// Outputs of a group, without its handshake.
pub fn outputs_of(group: Group) -> impl Iterator<Item = &'static UnitPort> {
    let ports = OUTPUTS.iter().filter(move |port| port.group == group);
    ports.filter(|port| !port.is_handshake())
}

macro_rules! record {
    ($($field:ident $shape:ident $bits:literal $meaning:literal,)*) => {
        /// Name and bits of the fields of the control record, in the order of the module.
        pub const RECORD: &[(&str, usize)] = &[$((stringify!($field), $bits),)*];
    };
}

crate::control_record!(record);
