//! Fields and names of the units' ports, from their table in `isa`.
//!
//! RustHDL's macros see the tokens of a struct and of a kernel, so both are written in a macro, and
//! `with_ports!` calls it with what the table has for them.

/// Calls `$callback! { SECTION { FIELDS } (NAMES) .. }` with the sections of [`isa::port_sections!`]:
/// their ports as fields of a [`block!`] with `LANES` lanes, and `([INPUTS] [OUTPUTS] ..)`. What follows
/// `$callback` goes before the sections.
macro_rules! with_ports {
    ($callback:ident $($arguments:tt)*) => {
        isa::port_sections! { port_fields [$callback $($arguments)*] }
    };
}

macro_rules! port_fields {
    (
        [$callback:ident $($arguments:tt)*]
        $($section:ident: $(
            inputs { $($input:ident $of_input:ident $input_shape:ident $input_bits:tt
                $input_meaning:tt,)* }
            outputs { $($output:ident $of_output:ident $output_shape:ident $output_bits:tt
                $care:ident $when:ident $output_meaning:tt,)* }
        ),*;)*
    ) => {
        $callback! {
            $($arguments)*
            $(
                $section { $(
                    $(#[doc = $input_meaning] pub $input: port!(In $input_shape $input_bits)
                        = unconnected!($input_shape $input_bits),)*
                    $(#[doc = $output_meaning] pub $output: port!(Out $output_shape $output_bits)
                        = unconnected!($output_shape $output_bits),)*
                )* }
                ($([$($input)*] [$($output)*])*)
            )*
        }
    };
}

/// The type of a port of its direction, shape and bits.
macro_rules! port {
    ($direction:ident Warp 1) => { Signal<$direction, Bit> };
    ($direction:ident Warp $bits:tt) => { Signal<$direction, Bits<$bits>> };
    ($direction:ident Lane 1) => { Signal<$direction, Bits<LANES>> };
    ($direction:ident Lane $bits:tt) => { [Signal<$direction, Bits<$bits>>; LANES] };
}

/// Its value before anything is connected.
macro_rules! unconnected {
    (Lane 1) => {
        Default::default()
    };
    (Lane $bits:tt) => {
        crate::each()
    };
    (Warp $bits:tt) => {
        Default::default()
    };
}
