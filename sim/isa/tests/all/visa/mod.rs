//! vISA `ADDR_ADD`: text, bytes, rules.

mod bytes;
mod line;
mod random;
mod record;
mod rules;
mod text;
mod vectors;

use agu_isa::visa::{
    self, ADDRESS_ELEMENTS_SIMD32, AddrAdd, AddressElement, ChannelGroup, ChannelMask, ExecSize,
    GeneralElement, Src0, Src1,
};

/// `addr_add (M1, 1) A0(0)<1> &V37(0,0) 0x0:uw`.
const PLAIN: AddrAdd = AddrAdd {
    exec_size: ExecSize::One,
    mask: ChannelMask {
        group: ChannelGroup::M1,
        no_mask: false,
    },
    dst: AddressElement {
        variable: 0,
        offset: 0,
    },
    src0: Src0::General(GeneralElement {
        variable: 37,
        row: 0,
        column: 0,
    }),
    src1: Src1::Immediate(0),
};

/// The instruction of a line, on a part with native SIMD32 and nothing known about
/// variables.
#[track_caller]
fn assemble(line: &str) -> AddrAdd {
    visa::assemble(line, &visa::Variables::of_part(ADDRESS_ELEMENTS_SIMD32, 32))
        .unwrap_or_else(|error| panic!("{line}: {error}"))
        .expect("an instruction")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
