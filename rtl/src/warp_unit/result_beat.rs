//! Values that all lanes share at the result port, and their masks: the data of the skid
//! buffer, stage 7.
//!
//! ```text
//!     at an edge where held is low:   held data = stage 6
//!     at an edge where load is high:  port = held ? held data : stage 6
//!     uniform = access, and one_space, and differs is 0
//! ```
//!
//! The tag is that of the beat control: {beat, address_add, access, size, store, element,
//! predicate, destination}. The control is the skid buffer's of the warp unit.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

skid_data! {
    /// The beat at the result port; latency 1.
    pub struct ResultBeat<const LANES: usize> {
        pub clock: Signal<In, Clock>,
        /// control of the skid buffer
        pub load: Signal<In, Bit>,
        pub held: Signal<In, Bit>,
        [
            /// the beat in stage 6
            tag_s6 tag_held tag_s7: Bits<35>,
            last_s6 last_held last_s7: Bit,
            rd_write_s6 rd_write_held rd_write_s7: Bits<LANES>,
            predicate_write_s6 predicate_write_held predicate_write_s7: Bits<LANES>,
            cc_write_s6 cc_write_held cc_write_s7: Bits<LANES>,
            execute_mask_s6 execute_mask_held execute_mask_s7: Bits<LANES>,
            live_mask_s6 live_mask_held live_mask_s7: Bits<LANES>,
            shared_mask_s6 shared_mask_held shared_mask_s7: Bits<LANES>,
            global_mask_s6 global_mask_held global_mask_s7: Bits<LANES>,
            fault_mask_s6 fault_mask_held fault_mask_s7: Bits<LANES>,
            misaligned_mask_s6 misaligned_mask_held misaligned_mask_s7: Bits<LANES>,
            one_space_s6 one_space_held one_space_s7: Bit,
            differs_s6 differs_held differs_s7: Bits<8>,
            fault_valid_s6 fault_valid_held fault_valid_s7: Bit,
            fault_lane_s6 fault_lane_held fault_lane_s7: Bits<5>,
        ]
        /// the beat at the result port
        pub result_beat: Signal<Out, Bits<5>>,
        pub result_address_add: Signal<Out, Bit>,
        pub result_access: Signal<Out, Bit>,
        pub result_size: Signal<Out, Bits<3>>,
        pub result_store: Signal<Out, Bit>,
        pub result_element: Signal<Out, Bits<5>>,
        pub result_predicate: Signal<Out, Bits<3>>,
        pub result_destination: Signal<Out, Bits<16>>,
        pub uniform: Signal<Out, Bit>,
        pub result_last: Signal<Out, Bit>,
        pub rd_write: Signal<Out, Bits<LANES>>,
        pub predicate_write: Signal<Out, Bits<LANES>>,
        pub cc_write: Signal<Out, Bits<LANES>>,
        pub execute_mask: Signal<Out, Bits<LANES>>,
        pub live_mask: Signal<Out, Bits<LANES>>,
        pub shared_mask: Signal<Out, Bits<LANES>>,
        pub global_mask: Signal<Out, Bits<LANES>>,
        pub fault_mask: Signal<Out, Bits<LANES>>,
        pub misaligned_mask: Signal<Out, Bits<LANES>>,
        pub fault_valid: Signal<Out, Bit>,
        pub fault_lane: Signal<Out, Bits<5>>,
    }

    #[kernel]
    fn update(&mut self) {
        wire! {
            self <- q _s7 { result_last=last rd_write predicate_write cc_write execute_mask
                live_mask shared_mask global_mask fault_mask misaligned_mask fault_valid fault_lane
                result_destination=tag[15:0] result_predicate=tag[18:16] result_element=tag[23:19]
                result_store=tag[24] result_size=tag[27:25] result_access=tag[28]
                result_address_add=tag[29] result_beat=tag[34:30] };
            uniform = tag_s7.q[28] & one_space_s7.q & !differs_s7.q.any();
        }
    }
}
