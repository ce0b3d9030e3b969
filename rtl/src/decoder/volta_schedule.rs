//! Schedules of words from Volta on that disassemblers refuse.
//!
//! ```text
//!     issue       {yield flag, stall count[3:0]}, 16 and 28 to 31 for no instruction
//!     reuse       issue above 15: reuse flags of an LEA's registers, else the number of a batch
//!     batch       0 to 5; of a ULEA or a ULDC not 3, and with issue above 15 only 0;
//!                 only 0 with issue 0
//!     stray_flag  that of Rb or of Rc that is no register; on sm_70 either is the flag of the
//!                 second register where there are two, and both are set only where there are three
//!     barrier     a write barrier of a store, a read barrier of an LDCU
//! ```
//!
//! Combinational.

use super::code;
use isa::Part;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// Rules of the schedule of a word, combinational.
    pub struct VoltaSchedule {
        /// bits 109:105 of the word
        pub issue: Signal<In, Bits<5>>,
        /// its bits 112:110 and 115:113; 7 is none
        pub write_barrier: Signal<In, Bits<3>>,
        pub read_barrier: Signal<In, Bits<3>>,
        /// its bits 124:122
        pub reuse: Signal<In, Bits<3>>,
        /// code of the part
        pub isa: Signal<In, Bits<4>>,
        /// an LEA or a ULEA, whose Rb or Rc is a register
        pub lea: Signal<In, Bit>,
        pub base_register: Signal<In, Bit>,
        pub upper_register: Signal<In, Bit>,
        /// a ULEA or a ULDC
        pub uniform: Signal<In, Bit>,
        pub store: Signal<In, Bit>,
        pub ldcu: Signal<In, Bit>,
        /// no word has this schedule
        pub refused: Signal<Out, Bit>,
        has_flags no_issue no_batch barrier stray_on_70 stray_flag: Signal<Local, Bit>,
        sm_70: Constant<Bits<4>> = code(Part::Sm70),
    }
}

impl Logic for VoltaSchedule {
    #[kernel]
    fn update(&mut self) {
        wire! {
            has_flags = lea & issue[4];
            no_issue = (issue == 16) | (issue >= 28) | ((issue == 0) & reuse.any());
            no_batch = (!has_flags & (reuse >= 6))
                | (uniform & ((reuse == 3) | (issue[4] & reuse.any())));
            barrier = (store & (write_barrier != 7)) | (ldcu & (read_barrier != 7));
            stray_on_70 = ((reuse[2:1] == 3) & !(base_register & upper_register))
                | (reuse[2:1].any() & !(base_register | upper_register));
            stray_flag = (reuse[1] & !base_register) | (reuse[2] & !upper_register);
            if isa == sm_70 { stray_flag = stray_on_70; }
            refused = no_issue | no_batch | barrier | (has_flags & stray_flag);
        }
    }
}
