//! The ports of the 32-lane unit as rows of memory, made of the table of ports.

use crate::LANES;
use isa::control::AccessSpace;
use isa::instruction::{PT, RZ};
use isa::{port_type, unit_ports};
use sim::coalescer::MemoryRequest;

/// Declares a row. The macro puts the larger ports first, so that no bytes lie between ports and the
/// vectors are aligned; those of one size are in the order of the module.
macro_rules! row {
    ($(#[$about:meta])* $name:ident: $($port:ident $shape:ident $bits:tt,)*) => {
        row! { @sort [$(#[$about])* $name] [] [] [] [] [] [] [] $($port $shape $bits,)* }
    };
    (@sort $row:tt [$($a:tt)*] $b:tt $c:tt $d:tt $e:tt $f:tt $g:tt
        $port:ident Lane 32, $($rest:tt)*) => {
        row! { @sort $row [$($a)* $port Lane 32,] $b $c $d $e $f $g $($rest)* }
    };
    (@sort $row:tt $a:tt [$($b:tt)*] $c:tt $d:tt $e:tt $f:tt $g:tt
        $port:ident Lane 16, $($rest:tt)*) => {
        row! { @sort $row $a [$($b)* $port Lane 16,] $c $d $e $f $g $($rest)* }
    };
    (@sort $row:tt $a:tt $b:tt $c:tt $d:tt [$($e:tt)*] $f:tt $g:tt
        $port:ident Lane 1, $($rest:tt)*) => {
        row! { @sort $row $a $b $c $d [$($e)* $port Lane 1,] $f $g $($rest)* }
    };
    (@sort $row:tt $a:tt $b:tt [$($c:tt)*] $d:tt $e:tt $f:tt $g:tt
        $port:ident Lane $bits:tt, $($rest:tt)*) => {
        row! { @sort $row $a $b [$($c)* $port Lane $bits,] $d $e $f $g $($rest)* }
    };
    (@sort $row:tt $a:tt $b:tt $c:tt [$($d:tt)*] $e:tt $f:tt $g:tt
        $port:ident Warp 64, $($rest:tt)*) => {
        row! { @sort $row $a $b $c [$($d)* $port Warp 64,] $e $f $g $($rest)* }
    };
    (@sort $row:tt $a:tt $b:tt $c:tt [$($d:tt)*] $e:tt $f:tt $g:tt
        $port:ident Warp 33, $($rest:tt)*) => {
        row! { @sort $row $a $b $c [$($d)* $port Warp 33,] $e $f $g $($rest)* }
    };
    (@sort $row:tt $a:tt $b:tt $c:tt $d:tt [$($e:tt)*] $f:tt $g:tt
        $port:ident Warp 32, $($rest:tt)*) => {
        row! { @sort $row $a $b $c $d [$($e)* $port Warp 32,] $f $g $($rest)* }
    };
    (@sort $row:tt $a:tt $b:tt $c:tt $d:tt $e:tt [$($f:tt)*] $g:tt
        $port:ident Warp 16, $($rest:tt)*) => {
        row! { @sort $row $a $b $c $d $e [$($f)* $port Warp 16,] $g $($rest)* }
    };
    (@sort $row:tt $a:tt $b:tt $c:tt $d:tt $e:tt $f:tt [$($g:tt)*]
        $port:ident Warp $bits:tt, $($rest:tt)*) => {
        row! { @sort $row $a $b $c $d $e $f [$($g)* $port Warp $bits,] $($rest)* }
    };
    (@sort [$(#[$about:meta])* $name:ident] $([$($port:ident $shape:ident $bits:tt,)*])*) => {
        $(#[$about])*
        pub struct $name {
            $($(pub $port: port_type!($shape $bits),)*)*
        }

        impl $name {
            /// Name and bytes of each port, in order of memory.
            pub const LIST: &[(&str, usize)] = &[
                $($((stringify!($port), size_of::<port_type!($shape $bits)>()),)*)*
            ];
        }
    };
}

/// What a port holds: for the warp, or for one lane.
macro_rules! value {
    ($field:expr, $lane:expr, Warp $bits:tt) => {
        u64::from($field)
    };
    ($field:expr, $lane:expr, Lane 1) => {
        u64::from($field >> $lane & 1)
    };
    ($field:expr, $lane:expr, Lane $bits:tt) => {
        u64::from($field[$lane])
    };
}

/// Makes it hold as many of the bits of a value as the port has.
macro_rules! set_value {
    ($field:expr, $lane:expr, $value:expr, Warp $bits:tt) => {
        $field = ($value & u64::MAX >> (64 - $bits)) as _
    };
    ($field:expr, $lane:expr, $value:expr, Lane 1) => {
        $field = $field & !(1 << $lane) | (($value & 1) as u32) << $lane
    };
    ($field:expr, $lane:expr, $value:expr, Lane $bits:tt) => {
        $field[$lane] = ($value & u64::MAX >> (64 - $bits)) as _
    };
}

/// Gives some of its bits, of each lane, the values of others.
macro_rules! fill {
    (@one $field:expr, $mask:expr, $value:expr, $width:expr) => {{
        let mask = $mask & u64::MAX >> (64 - $width);
        $field = (u64::from($field) & !mask | $value & mask) as _
    }};
    ($field:expr, $mask:expr, $value:expr, Warp $width:tt) => {
        fill!(@one $field, $mask, $value, $width)
    };
    ($field:expr, $mask:expr, $value:expr, Lane 1) => {
        if $mask & 1 != 0 {
            $field = if $value & 1 != 0 { u32::MAX } else { 0 };
        }
    };
    ($field:expr, $mask:expr, $value:expr, Lane $width:tt) => {
        $field
            .iter_mut()
            .for_each(|lane| fill!(@one *lane, $mask, $value, $width))
    };
}

macro_rules! by_name {
    ($row:ident: $($port:ident $shape:ident $bits:tt,)*) => {
        impl $row {
            /// What the port `name` holds, of a lane where it has lanes; none where there is no
            /// such port.
            pub fn value(&self, name: &str, lane: usize) -> Option<u64> {
                Some(match name {
                    $(stringify!($port) => value!(self.$port, lane, $shape $bits),)*
                    _ => return None,
                })
            }

            /// Puts bits of a value there in all lanes, cut to the width of the port.
            pub fn fill(&mut self, name: &str, bits: u64, value: u64) {
                match name {
                    $(stringify!($port) => fill!(self.$port, bits, value, $shape $bits),)*
                    _ => {}
                }
            }

            /// Puts a value there, cut to the width of the port.
            pub fn set_value(&mut self, name: &str, lane: usize, value: u64) {
                match name {
                    $(stringify!($port) => set_value!(self.$port, lane, value, $shape $bits),)*
                    _ => {}
                }
            }
        }
    };
}

macro_rules! rows {
    (
        inputs { $($input:ident $of_input:ident $input_shape:ident $input_bits:tt
            $input_meaning:literal,)* }
        outputs { $($output:ident $of_output:ident $output_shape:ident $output_bits:tt
            $care:ident $when:ident $output_meaning:literal,)* }
    ) => {
        row! {
            /// Input ports, or what is there for one cycle: `agu_inputs`. Aligned, so that
            /// no vector crosses a cache line.
            #[repr(C, align(64))]
            #[derive(Clone, Debug, Default, PartialEq, Eq)]
            Beat: $($input $input_shape $input_bits,)*
        }

        row! {
            /// Output ports: `agu_outputs`.
            #[repr(C)]
            #[derive(Clone, Debug, Default, PartialEq, Eq)]
            Outputs: $($output $output_shape $output_bits,)*
        }

        by_name!(Beat: $($input $input_shape $input_bits,)*);
        by_name!(Outputs: $($output $output_shape $output_bits,)*);

        impl Beat {
            /// Becomes a copy of `beat`: field by field in place, where a clone would be a call.
            #[inline(always)]
            pub fn set(&mut self, beat: &Beat) {
                $(self.$input = beat.$input;)*
            }

            /// Of a beat of so many `lanes`, which are the lowest, becomes the warp that has them from
            /// `first` on: what [`narrow`](Beat::narrow) makes it of.
            #[inline(always)]
            pub fn widen(&mut self, first: usize) {
                $(widen!(self.$input, first, $input_shape $input_bits);)*
            }

            /// Of a whole warp, becomes the beat of the lanes from `first` on for hardware that
            /// has so many `lanes`: they stand in the lowest lanes.
            #[inline(always)]
            pub fn narrow(&mut self, first: usize, lanes: usize) {
                $(narrow!(self.$input, first, lanes, $input_shape $input_bits);)*
            }
        }

        impl Outputs {
            /// Becomes a copy of `outputs`, as [`Beat::set`].
            #[inline(always)]
            pub fn set(&mut self, outputs: &Outputs) {
                $(self.$output = outputs.$output;)*
            }

            /// Takes the lanes of `beat`, the lowest `lanes`, as those from `first` on. What is no
            /// lane's own becomes that of the beat.
            #[inline(always)]
            pub fn put(&mut self, beat: &Outputs, first: usize, lanes: usize) {
                $(put!(self.$output, beat.$output, first, lanes, $output_shape $output_bits);)*
            }
        }
    };
}

macro_rules! widen {
    ($field:expr, $first:ident, Warp $bits:tt) => {};
    ($field:expr, $first:ident, Lane 1) => {
        $field <<= $first
    };
    ($field:expr, $first:ident, Lane $bits:tt) => {
        $field.rotate_right($first)
    };
}

macro_rules! narrow {
    ($field:expr, $first:ident, $lanes:ident, Warp $bits:tt) => {};
    ($field:expr, $first:ident, $lanes:ident, Lane 1) => {
        $field = $field >> $first & u32::MAX >> (LANES - $lanes)
    };
    ($field:expr, $first:ident, $lanes:ident, Lane $bits:tt) => {
        $field.rotate_left($first)
    };
}

macro_rules! put {
    ($field:expr, $beat:expr, $first:ident, $lanes:ident, Warp $bits:tt) => {
        $field = $beat
    };
    ($field:expr, $beat:expr, $first:ident, $lanes:ident, Lane 1) => {
        let lowest = u32::MAX >> (LANES - $lanes);
        $field = $field & !(lowest << $first) | ($beat & lowest) << $first
    };
    ($field:expr, $beat:expr, $first:ident, $lanes:ident, Lane $bits:tt) => {
        $field[$first..$first + $lanes].copy_from_slice(&$beat[..$lanes])
    };
}

unit_ports!(rows);

impl Beat {
    /// An LEA of zeros in all lanes that writes nothing, as it is there while it is offered.
    pub fn request() -> Beat {
        Beat {
            request_valid: 1,
            lane_mask: 0xf,
            destination: RZ.into(),
            predicate: PT,
            address_register: RZ,
            active_mask: u32::MAX,
            guard_mask: u32::MAX,
            steering_mask: u32::MAX,
            result_ready: 1,
            memory_ready: 1,
            ..Beat::default()
        }
    }
}

impl Beat {
    /// Why the request means nothing; none where it means something.
    pub fn problem(&self) -> Option<String> {
        let (most, got) = (AccessSpace::Constant as u8, self.access_space);
        Some(match self.illegal()? {
            "address_add" => "port address_add: got 1 with access, expected one of them".to_owned(),
            "access_space" => format!("port access_space: got {got}, expected 0 to {most}"),
            // The bits above its field count for nothing in the model.
            _ => return None,
        })
    }

    /// The port with which the request breaks the ports' contract, if it does.
    pub fn illegal(&self) -> Option<&'static str> {
        match self.access != 0 {
            true if self.address_add != 0 => Some("address_add"),
            true if self.access_space > AccessSpace::Constant as u8 => Some("access_space"),
            true if self.immediate & !self.field() != 0 => Some("immediate"),
            _ => None,
        }
    }

    /// The bits that the immediate of an access may have, by its kind.
    pub fn field(&self) -> u32 {
        match self.immediate_kind {
            1 => 0xff_ffff,
            2 | 3 => 0xffff,
            _ => u32::MAX,
        }
    }
}

impl Outputs {
    /// What is at the memory port.
    #[inline(always)]
    pub fn memory(&self) -> MemoryRequest {
        MemoryRequest {
            shared: self.memory_shared != 0,
            store: self.memory_store != 0,
            line: self.memory_line,
            sectors: self.memory_sectors,
            lanes: self.memory_lanes,
            pass: self.memory_pass,
            last: self.memory_last != 0,
        }
    }
}
