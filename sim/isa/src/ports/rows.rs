//! Ports of the 32-lane unit as rows of memory, generated from the table of ports. The model, the
//! hardware and the scoreboard read and write them. A beat of hardware with fewer lanes is in the
//! lowest lanes of a row.

use crate::control::AccessSpace;
use crate::instruction::{PT, RZ, WARP_LANES};
use crate::{port_type, unit_ports};

/// Declares a row. The macro puts the larger ports first, so that no bytes lie between ports and
/// the vectors are aligned; those of one size are in the order of the module.
macro_rules! row {
    ($(#[$about:meta])* $name:ident: $($port:ident $shape:ident $bits:tt,)*) => {
        row! { @sort [$(#[$about])* $name] [] [] [] [] [] [] [] $($port $shape $bits,)* }
    };
    (@sort $row:tt [$($a:tt)*] $b:tt $c:tt $d:tt $e:tt $f:tt $g:tt
        $port:ident Lane 32, $($rest:tt)*) => {
        row! { @sort $row [$($a)* $port Lane 32,] $b $c $d $e $f $g $($rest)* }
    };
    (@sort $row:tt [$($a:tt)*] $b:tt $c:tt $d:tt $e:tt $f:tt $g:tt
        $port:ident Lane 17, $($rest:tt)*) => {
        row! { @sort $row [$($a)* $port Lane 17,] $b $c $d $e $f $g $($rest)* }
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
        $port:ident Warp 42, $($rest:tt)*) => {
        row! { @sort $row $a $b $c [$($d)* $port Warp 42,] $e $f $g $($rest)* }
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

/// Value of a port, for the warp or for one lane.
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

/// Sets a port, for the warp or for one lane, to a value cut to its width.
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

/// Sets the bits of a port in `$mask`, in each lane, to those of `$value`.
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
            /// Value of the port `name`, of one lane if it has lanes; `None` if there is no such
            /// port.
            pub fn value(&self, name: &str, lane: usize) -> Option<u64> {
                Some(match name {
                    $(stringify!($port) => value!(self.$port, lane, $shape $bits),)*
                    _ => return None,
                })
            }

            /// Sets some `bits` of the port `name` to those of a value, in all lanes.
            pub fn fill(&mut self, name: &str, bits: u64, value: u64) {
                match name {
                    $(stringify!($port) => fill!(self.$port, bits, value, $shape $bits),)*
                    _ => {}
                }
            }

            /// Sets the port `name` to a value, cut to the width of the port.
            pub fn set_value(&mut self, name: &str, lane: usize, value: u64) {
                match name {
                    $(stringify!($port) => set_value!(self.$port, lane, value, $shape $bits),)*
                    _ => {}
                }
            }
        }
    };
}

macro_rules! too_wide {
    ($field:expr, $name:expr, Lane $bits:tt) => {};
    ($field:expr, $name:expr, Warp $bits:tt) => {
        if u64::from($field) > u64::MAX >> (64 - $bits) {
            return Some(($name, $field.into(), $bits));
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
            /// Input ports for one cycle, `agu_inputs`. Masks have one bit a lane, lane 0 in bit 0.
            #[repr(C)]
            #[derive(Clone, Debug, Default, PartialEq, Eq)]
            Inputs: $($input $input_shape $input_bits,)*
        }

        row! {
            /// Output ports of one cycle, `agu_outputs`, with masks as in [`Inputs`].
            #[repr(C)]
            #[derive(Clone, Debug, Default, PartialEq, Eq)]
            Outputs: $($output $output_shape $output_bits,)*
        }

        by_name!(Inputs: $($input $input_shape $input_bits,)*);
        by_name!(Outputs: $($output $output_shape $output_bits,)*);

        impl Inputs {
            /// Becomes a copy of `beat`: field by field in place, where a clone would be a call.
            #[inline(always)]
            pub fn set(&mut self, beat: &Inputs) {
                $(self.$input = beat.$input;)*
            }

            /// Finds the first port of the warp whose value is too wide: its name, the value, and
            /// the bits of the port.
            pub fn too_wide(&self) -> Option<(&'static str, u64, usize)> {
                $(too_wide!(self.$input, stringify!($input), $input_shape $input_bits);)*
                None
            }

            /// Moves the lanes of a beat, which are the lowest, to those of the warp from `first`
            /// on. It undoes [`narrow`](Inputs::narrow) for these lanes.
            #[inline(always)]
            pub fn widen(&mut self, first: usize) {
                $(widen!(self.$input, first, $input_shape $input_bits);)*
            }

            /// Moves the lanes of a whole warp from `first` on to the lowest ones: a beat for
            /// hardware of `lanes` lanes.
            #[inline(always)]
            pub fn narrow(&mut self, first: usize, lanes: usize) {
                $(narrow!(self.$input, first, lanes, $input_shape $input_bits);)*
            }
        }

        impl Outputs {
            /// Becomes a copy of `outputs`, as [`Inputs::set`].
            #[inline(always)]
            pub fn set(&mut self, outputs: &Outputs) {
                $(self.$output = outputs.$output;)*
            }

            /// Clears the lanes from `lanes` on.
            #[inline(always)]
            pub fn trim(&mut self, lanes: usize) {
                $(trim!(self.$output, lanes, $output_shape $output_bits);)*
            }

            /// Copies the lowest `lanes` lanes of `beat` to those from `first` on, and the ports of
            /// the warp as they are.
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
        $field = $field >> $first & u32::MAX >> (WARP_LANES - $lanes)
    };
    ($field:expr, $first:ident, $lanes:ident, Lane $bits:tt) => {
        $field.rotate_left($first)
    };
}

macro_rules! trim {
    ($field:expr, $lanes:ident, Warp $bits:tt) => {};
    ($field:expr, $lanes:ident, Lane 1) => {
        $field &= u32::MAX >> (WARP_LANES - $lanes)
    };
    ($field:expr, $lanes:ident, Lane $bits:tt) => {
        $field[$lanes..].fill(0)
    };
}

macro_rules! put {
    ($field:expr, $beat:expr, $first:ident, $lanes:ident, Warp $bits:tt) => {
        $field = $beat
    };
    ($field:expr, $beat:expr, $first:ident, $lanes:ident, Lane 1) => {
        let lowest = u32::MAX >> (WARP_LANES - $lanes);
        $field = $field & !(lowest << $first) | ($beat & lowest) << $first
    };
    ($field:expr, $beat:expr, $first:ident, $lanes:ident, Lane $bits:tt) => {
        $field[$first..$first + $lanes].copy_from_slice(&$beat[..$lanes])
    };
}

unit_ports!(rows);

const SHARED: u8 = AccessSpace::Shared as u8;
const CONSTANT: u8 = AccessSpace::Constant as u8;

impl Inputs {
    /// Inputs that offer a request: an LEA of zeros in all lanes that writes nothing.
    pub fn request() -> Inputs {
        Inputs {
            request_valid: 1,
            ..Inputs::idle()
        }
    }

    /// Inputs with such a request that is not offered.
    pub fn idle() -> Inputs {
        Inputs {
            lane_mask: 0xf,
            destination: RZ.into(),
            predicate: PT,
            address_register: RZ,
            execution_mask: u32::MAX,
            active_mask: u32::MAX,
            guard_mask: u32::MAX,
            steering_mask: u32::MAX,
            result_ready: 1,
            memory_ready: 1,
            ..Inputs::default()
        }
    }

    /// Message about a request without a meaning; `None` if it has one.
    pub fn problem(&self) -> Option<String> {
        let port = self.illegal()?;
        let got = self.value(port, 0).unwrap_or_default();
        let (condition, expected) = match port {
            "address_add" => (" with access", "one of them"),
            "volta" => (" with address_add", "one of them"),
            "negate_base" | "base_word" | "uniform_added" => (" without volta", "0"),
            "access_space" => ("", "0 to 4"),
            "scale" if self.extended != 0 => (" with extended", "0"),
            "scale" if self.access_space != SHARED => (" of an access that is not shared", "0"),
            "scale" => (" of an access with volta", "0 or 2 to 4"),
            // The model ignores bits of the immediate above its field.
            _ => return None,
        };
        Some(format!(
            "port {port}: got {got}{condition}, expected {expected}"
        ))
    }

    /// Port by which the request breaks the ports' contract, if it does.
    pub fn illegal(&self) -> Option<&'static str> {
        let (access, volta) = (self.access != 0, self.volta != 0);
        let is_scaled = access && volta && self.scale != 0;
        let can_scale = self.access_space == SHARED && self.extended == 0;
        let rules = [
            ("address_add", access && self.address_add != 0),
            ("volta", volta && self.address_add != 0),
            ("negate_base", !volta && self.negate_base != 0),
            ("base_word", !volta && self.base_word != 0),
            ("uniform_added", !volta && self.uniform_added != 0),
            ("access_space", access && self.access_space > CONSTANT),
            (
                "scale",
                is_scaled && !(can_scale && matches!(self.scale, 2..=4)),
            ),
            ("immediate", access && self.immediate & !self.field() != 0),
        ];
        let mut broken = rules.into_iter().filter(|(_, is_broken)| *is_broken);
        broken.next().map(|(port, _)| port)
    }

    /// Mask of the bits that the immediate of an access may have, by its kind.
    pub fn field(&self) -> u32 {
        match self.immediate_kind {
            1 => 0xff_ffff,
            2 | 3 => 0xffff,
            _ => u32::MAX,
        }
    }
}

impl Outputs {
    /// `base + addend + carry` of a lane: its effective address, or the sum of an LEA.
    #[inline(always)]
    pub fn sum(&self, lane: usize) -> u64 {
        u64::from(self.sum_hi[lane]) << 32 | u64::from(self.sum_lo[lane])
    }

    /// The aligned address of a lane, 49 bits.
    #[inline(always)]
    pub fn address(&self, lane: usize) -> u64 {
        u64::from(self.address_hi[lane]) << 32 | u64::from(self.address_lo[lane])
    }
}
