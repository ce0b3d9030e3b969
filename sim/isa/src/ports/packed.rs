//! Tables of the packed structures of `agu_pkg.sv` that are no ports of the unit: a memory port of
//! another kind, and its requests.

/// Calls `$callback! { STRUCTURE: MEMBERS }` with name and bits of each member of a memory port, the
/// first one highest.
#[macro_export]
macro_rules! memory_port {
    ($callback:ident) => {
        $callback! {
            agu_memory_port:
            space 2,
            line_bytes 9,
            mask_bytes 6,
            banks 9,
            bank_bytes 5,
            has_store 1,
            has_lanes 1,
            repeats 1,
            store_order 1,
            at_most 32,
        }
    };
}

/// Calls `$callback! { STRUCTURE: MEMBERS }` with those of a request at such a port.
#[macro_export]
macro_rules! port_request {
    ($callback:ident) => {
        $callback! {
            agu_port_request:
            address 64,
            mask 256,
            lanes 32,
            store 1,
            shared 1,
        }
    };
}
