//! The ports of the models of 32 lanes.

use super::LANES;
use sim::coalescer::MemoryRequest;

/// Makes the two rows of a list of ports, with names as in the exported Verilog.
macro_rules! ports {
    (
        $inputs:ident { $($input:ident: $input_type:ty,)* }
        $outputs:ident { $($output:ident: $output_type:ty,)* }
    ) => {
        /// Name and bytes of each port, in order.
        #[cfg(test)]
        const LIST: &[(&str, usize)] = &[
            $((stringify!($input), size_of::<$input_type>()),)*
            $((stringify!($output), size_of::<$output_type>()),)*
        ];

        /// Input ports, or what stands there for one cycle: `agu_inputs`. Aligned, so that
        /// no vector crosses a cache line.
        #[repr(C, align(64))]
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $inputs {
            $(pub $input: $input_type,)*
        }

        /// Output ports: `agu_outputs`.
        #[repr(C)]
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $outputs {
            $(pub $output: $output_type,)*
        }

        impl $inputs {
            /// Becomes a copy of what `beat` has for these ports: field by field in place,
            /// where a clone would be a call.
            #[inline(always)]
            pub fn set(&mut self, beat: &Beat) {
                $(self.$input = beat.$input;)*
            }
        }
    };
}

ports! {
    Beat {
        base_lo: [u32; LANES],
        base_hi: [u32; LANES],
        offset_lo: [u32; LANES],
        offset_hi: [u32; LANES],
        config_data: u64,
        immediate: u32,
        execution_mask: u32,
        active_mask: u32,
        guard_mask: u32,
        helper_mask: u32,
        steering_mask: u32,
        carry_in: u32,
        overflow_in: u32,
        destination: u16,
        reset: u8,
        config_valid: u8,
        config_address: u8,
        request_valid: u8,
        access: u8,
        extended: u8,
        lane_mask: u8,
        high: u8,
        negate: u8,
        scale: u8,
        write_cc: u8,
        predicate: u8,
        store: u8,
        access_space: u8,
        access_size: u8,
        address_register: u8,
        immediate_kind: u8,
        bank: u8,
        steer_by_window: u8,
        address_add: u8,
        absolute: u8,
        exec_size: u8,
        channel_mask: u8,
        element: u8,
        result_ready: u8,
        memory_ready: u8,
    }
    Outputs {
        sum_lo: [u32; LANES],
        sum_hi: [u32; LANES],
        address_lo: [u32; LANES],
        byte_enable: [u16; LANES],
        cc: [u8; LANES],
        address_hi: [u8; LANES],
        space: [u8; LANES],
        fault: [u8; LANES],
        lock_index: [u8; LANES],
        memory_line: u64,
        rd_write: u32,
        predicate_write: u32,
        cc_write: u32,
        execute_mask: u32,
        live_mask: u32,
        shared_mask: u32,
        fault_mask: u32,
        misaligned_mask: u32,
        memory_lanes: u32,
        result_destination: u16,
        config_ready: u8,
        request_ready: u8,
        result_valid: u8,
        result_beat: u8,
        result_last: u8,
        result_access: u8,
        result_address_add: u8,
        result_store: u8,
        result_size: u8,
        result_predicate: u8,
        result_element: u8,
        uniform: u8,
        fault_valid: u8,
        fault_lane: u8,
        memory_valid: u8,
        memory_shared: u8,
        memory_store: u8,
        memory_sectors: u8,
        memory_pass: u8,
        memory_last: u8,
    }
}

impl Beat {
    /// Of a whole warp, becomes the beat of the lanes from `first` on for hardware that has
    /// so many `lanes`: they stand in the lowest lanes.
    #[inline(always)]
    pub fn narrow(&mut self, first: usize, lanes: usize) {
        for operand in [
            &mut self.base_lo,
            &mut self.base_hi,
            &mut self.offset_lo,
            &mut self.offset_hi,
        ] {
            operand.rotate_left(first);
        }
        for mask in [
            &mut self.active_mask,
            &mut self.guard_mask,
            &mut self.helper_mask,
            &mut self.steering_mask,
            &mut self.carry_in,
            &mut self.overflow_in,
        ] {
            *mask = *mask >> first & (u32::MAX >> (LANES - lanes));
        }
    }
}

impl Outputs {
    /// What stands at the memory port.
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

#[cfg(test)]
mod tests {
    use super::LIST;
    use crate::dut::unit::ModelTable;

    #[test]
    fn both_languages_have_one_list_of_ports() {
        assert_eq!(ModelTable::fast().port_list(), LIST);
    }
}
