//! The table of ports. A row has name, group, shape, bits of the warp or of a lane, and meaning. An
//! output also has the conditions under which it is compared and defined.

/// Calls `$callback! { inputs { ROWS } outputs { ROWS } }` with one row for each port: name,
/// [`Group`], [`Shape`], its bits, of an output [`Care`] and [`When`], meaning. Inputs and outputs
/// are in the order of the module; [`port_sections!`](crate::port_sections) has the order of both
/// together.
///
/// [`Group`]: crate::ports::Group
/// [`Shape`]: crate::ports::Shape
/// [`Care`]: crate::ports::Care
/// [`When`]: crate::ports::When
#[macro_export]
macro_rules! unit_ports {
    ($callback:ident) => {
        $crate::unit_ports! { @table [$crate::unit_ports] @lists $callback }
    };
    (@lists $callback:ident
        $($section:ident: $(inputs { $($input:tt)* } outputs { $($output:tt)* }),*;)*
    ) => {
        $callback! {
            inputs { $($($($input)*)*)* }
            outputs { $($($($output)*)*)* }
        }
    };
    (@table [$($callback:tt)*] $($arguments:tt)*) => {
        $($callback)*! {
            $($arguments)*
            configuration: inputs {
                reset Configuration Warp 1 "synchronous, active high",
                config_valid Configuration Warp 1
                    "a [configuration](configuration.md) write is asked for",
            } outputs {
                config_ready Configuration Warp 1 Always Always "the configuration write is taken at this edge",
            }, inputs {
                config_address Configuration Warp 6 "register",
                config_data Configuration Warp 64 "its value",
            } outputs {};
            request: inputs {
                request_valid Request Warp 1 "a beat of a warp is asked for",
            } outputs {
                request_ready Request Warp 1 Always Always "the request is taken at this edge",
            }, inputs {
                access Request Warp 1
                    "a load or a store, else an LEA or an ADDR_ADD; a MOV is an LEA without offset",
                volta Request Warp 1 "an LEA or an access of a part from Volta on",
                extended Request Warp 1 "`.X` of an LEA, `.E` of an access",
                lane_mask Request Warp 4 "lane l executes only where bit l mod 4 is set",
                destination Request Warp 16
                    "Rd of an LEA (255, RZ, is none); data register of an access; address variable",
                high Lea Warp 1 "LEA.HI, else LEA.LO",
                negate Lea Warp 1 "the offset is negated, also of an ADDR_ADD",
                negate_base Lea Warp 1 "with `volta`: the base is negated",
                scale Lea Warp 5 "left shift of the offset; of an access with `volta` 0, or 2 to 4",
                write_cc Lea Warp 1 "`.CC`: the condition code is written",
                predicate Lea Warp 3 "predicate that is written; 7 (PT) is none",
                store Access Warp 1 "a store, else a load",
                access_space Access Warp 3 "0 generic, 1 global, 2 shared, 3 local, 4 constant",
                access_size Access Warp 3 "0, 1: 1 byte; 2, 3: 2 bytes; 4: 4; 5: 8; 6, 7: 16",
                address_register Access Warp 8 "number of the base register; 255 (RZ) is none",
                base_word Access Warp 1 "with `volta` and `extended`: the base is Ra alone",
                uniform_added Access Warp 1 "with `volta`: `uniform_base` is added",
                uniform_base Access Warp 64 "uniform registers {UR+1, UR} of an address",
                immediate Access Warp 32 "raw field, zero-extended",
                immediate_kind Access Warp 2
                    "0: 32 bits; 1: 24 bits; 2: 16 bits, unsigned; 3: 16 bits",
                bank Access Warp 5 "constant bank",
                steer_by_window Access Warp 1 "the window compare steers, not `steering_mask`",
                address_add AddrAdd Warp 1
                    "an ADDR_ADD, channel i in lane i: only `negate`, `destination` and this group count",
                absolute AddrAdd Warp 1
                    "src1 is a signed number whose magnitude counts, before `negate`",
                exec_size AddrAdd Warp 3 "log2 of the number of channels, 0 to 5; others have none",
                channel_mask AddrAdd Warp 4 "M1 to M8 in bits 2:0, NoMask in bit 3",
                execution_mask AddrAdd Warp 32 "EM of the whole warp, one bit a channel",
                element AddrAdd Warp 5 "element of the address variable that channel 0 writes",
            } outputs {};
            masks: inputs {
                active_mask Lanes Lane 1 "the lane takes part at all",
                guard_mask Lanes Lane 1 "the guard predicate holds",
                helper_mask Lanes Lane 1 "the lane performs no generic or global store",
                steering_mask Lanes Lane 1
                    "Plg, which steers a generic access away from shared memory",
                carry_in Lanes Lane 1 "CC.CF, with `volta` Pc, before the instruction",
                overflow_in Lanes Lane 1 "CC.OF before the instruction",
            } outputs {};
            operands: inputs {
                base_lo Lanes Lane 32 "LEA: Sb; access: Ra; ADDR_ADD: src0 in bits 15:0",
                base_hi Lanes Lane 32 "LEA: 0; access: Ra+1",
                offset_lo Lanes Lane 32 "LEA, access with a scale: Ra; ADDR_ADD: src1 in bits 15:0",
                offset_hi Lanes Lane 32 "LEA: Rc",
            } outputs {};
            result: inputs {} outputs {
                result_valid Result Warp 1 Always Always "there is a beat of results",
            }, inputs {
                result_ready Result Warp 1 "the result is taken at this edge",
            } outputs {
                result_beat Result Warp 5 Always Result "number of the beat in its warp",
                result_last Result Warp 1 Always Result "it is the last of its warp",
                result_access Result Warp 1 Always Result "`access` of the request",
                result_address_add Result Warp 1 Always Result "its `address_add`",
                result_store Result Warp 1 Always Access "its `store`",
                result_size Result Warp 3 Always Access "its `access_size`",
                result_predicate Result Warp 3 Always Predicate "its `predicate`",
                result_destination Result Warp 16 Always Destination "its `destination`",
                result_element Result Warp 5 Always Element "its `element`",
                rd_write Result Lane 1 Always Result
                    "the lane writes Rd, or its element of the address variable; 0 for an access",
                predicate_write Result Lane 1 Always Result "it writes the predicate; 0 for an access",
                cc_write Result Lane 1 Always Result "it writes CC; 0 for an access",
                execute_mask Result Lane 1 Always Result "the lane executes",
                live_mask Result Lane 1 Configured Access "of an access: the lane accesses memory",
                shared_mask Result Lane 1 Configured Access "of an access: it accesses shared memory",
                fault_mask Result Lane 1 Configured Access "of an access: it faults",
                misaligned_mask Result Lane 1 Always Access "of an access: its address was misaligned",
                uniform Result Warp 1 Configured Access
                    "of the warp up to this beat: all lanes that access memory access one place",
                fault_valid Result Warp 1 Configured Access "of the warp up to this beat: some lane faults",
                fault_lane Result Warp 5 Configured FirstFault "the lowest of these",
            };
            lanes: inputs {} outputs {
                sum_lo Result Lane 32 Always Sum
                    "base + addend + carry: Rd of an LEA, address of an access before alignment",
                sum_hi Result Lane 32 Always Fault "the upper word of that sum",
                cc Result Lane 4 Configured Cc
                    "{OF, SF, ZF, CF}; OF, outside of the shared window, is also the value of Plg; with `volta` the carry, Pd",
                address_lo Result Lane 32 Configured Live "the address given out, aligned, bits 31:0",
                address_hi Result Lane 17 Configured Live "its bits 48:32",
                byte_enable Result Lane 16 Always Live "bytes of the aligned 16-byte block",
                space Result Lane 2 Configured Live "0 global, 1 shared, 2 local, 3 constant",
                fault Result Lane 2 Configured Fault "0 none, 1 OutsideWindow, 2 OutsideAllocation, 3 Misaligned",
                lock_index Result Lane 8 Always Live "`address[9:2]`",
            };
            memory: inputs {} outputs {
                memory_valid Memory Warp 1 Always Always
                    "there is a request of a warp; without one the data below is 0",
            }, inputs {
                memory_ready Memory Warp 1 "the memory request is taken at this edge",
            } outputs {
                memory_shared Memory Warp 1 Always Memory
                    "a pass of shared memory, else a 128-byte line of global memory",
                memory_store Memory Warp 1 Always Memory "a store, else a load",
                memory_line Memory Warp 42 Always Line "`address[48:7]` of the line",
                memory_sectors Memory Warp 4 Always Line "32-byte sectors of the line that are touched",
                memory_lanes Memory Warp 32 Always Memory "one bit a lane of the warp: served by this request",
                memory_pass Memory Warp 5 Always Pass "number of the pass",
                memory_last Memory Warp 1 Always Memory "the last request of its warp",
            };
        }
    };
}

/// Calls `$callback! { SECTION: inputs { ROWS } outputs { ROWS }, ..; .. }` with the same rows, all
/// ports in the order of the module. The sections are `configuration`, `request`, `masks`,
/// `operands`, `result`, `lanes` and `memory`. Each has one or two times inputs, then outputs.
/// Tokens after `$callback` go before the sections.
#[macro_export]
macro_rules! port_sections {
    ($callback:ident $($arguments:tt)*) => {
        $crate::unit_ports! { @table [$callback] $($arguments)* }
    };
}
