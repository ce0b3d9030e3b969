//! An access of a traced warp, and its request to the unit.

use super::fields::FieldError;
use isa::control::AccessSpace;
use isa::instruction::{AccessSize, ImmediateKind, WARP_LANES};
use isa::ports::Inputs;
use sim::warp::WarpConfig;
use sim::warp::config::Generation;

/// Register of the addresses in a request, which traces do not name.
const ADDRESS_REGISTER: u8 = 2;

/// A load or store of a warp in a trace.
pub struct TracedAccess {
    /// Place of its kernel.
    pub kernel: usize,
    /// Byte offset of the instruction in its function; NVBit's mem_trace has none.
    pub pc: Option<u64>,
    /// Mnemonic with its modifiers.
    pub opcode: String,
    /// Bytes of a lane.
    pub size: AccessSize,
    /// Active lanes, one bit a lane.
    pub lanes: u32,
    /// Addresses of the lanes as traced; 0 where a lane is inactive.
    pub addresses: [u64; WARP_LANES],
    /// Place of the addresses in the line, counted from 1.
    pub column: usize,
    request: Inputs,
}

impl Default for TracedAccess {
    fn default() -> TracedAccess {
        TracedAccess {
            kernel: 0,
            pc: None,
            opcode: String::new(),
            size: AccessSize::B32,
            lanes: 0,
            addresses: [0; WARP_LANES],
            column: 1,
            request: Inputs {
                access: 1,
                destination: 0,
                address_register: ADDRESS_REGISTER,
                request_valid: 0,
                result_ready: 0,
                memory_ready: 0,
                ..Inputs::idle()
            },
        }
    }
}

/// Space of a mnemonic, and whether it stores; `None` for other instructions.
fn kind(mnemonic: &str) -> Option<(AccessSpace, bool)> {
    use AccessSpace::{Generic, Global, Local, Shared};
    Some(match mnemonic {
        "LD" => (Generic, false),
        "ST" => (Generic, true),
        "LDG" => (Global, false),
        "STG" => (Global, true),
        "LDS" => (Shared, false),
        "STS" => (Shared, true),
        "LDL" => (Local, false),
        "STL" => (Local, true),
        _ => return None,
    })
}

/// Mnemonic of an opcode, up to the first dot.
pub fn mnemonic(opcode: &str) -> &str {
    opcode.split('.').next().unwrap_or_default()
}

/// Whether accesses with this opcode are run: loads and stores of memory.
pub fn is_modelled(opcode: &str) -> bool {
    kind(mnemonic(opcode)).is_some()
}

/// Size of so many bytes.
pub fn size(bytes: u64) -> Option<AccessSize> {
    Some(match bytes {
        1 => AccessSize::U8,
        2 => AccessSize::U16,
        4 => AccessSize::B32,
        8 => AccessSize::B64,
        16 => AccessSize::B128,
        _ => return None,
    })
}

impl TracedAccess {
    /// Name of the space that the opcode names.
    pub fn space_name(&self) -> &'static str {
        match self.space() {
            AccessSpace::Global => "global",
            AccessSpace::Shared => "shared",
            AccessSpace::Local => "local",
            _ => "generic",
        }
    }

    /// The space that the opcode names.
    fn space(&self) -> AccessSpace {
        kind(mnemonic(&self.opcode)).map_or(AccessSpace::Generic, |(space, _)| space)
    }

    /// The request at the unit's ports of a warp with `config`, as operand fetch makes it of an
    /// address register. Shared and local addresses count from the base of their window, where they
    /// lie in it.
    pub fn request(&mut self, config: &WarpConfig) -> &Inputs {
        let (space, store) = kind(mnemonic(&self.opcode)).unwrap_or((AccessSpace::Generic, false));
        let wide = matches!(space, AccessSpace::Generic | AccessSpace::Global);
        let is_volta = config.generation >= Generation::Volta;
        let request = &mut self.request;
        request.access_space = space as u8;
        request.store = store.into();
        request.access_size = self.size.code();
        request.extended = wide.into();
        request.volta = is_volta.into();
        request.steer_by_window = (space == AccessSpace::Generic).into();
        request.immediate_kind = if is_volta || space == AccessSpace::Generic {
            ImmediateKind::Word as u8
        } else {
            ImmediateKind::Word24 as u8
        };
        request.active_mask = self.lanes;
        let window = match space {
            AccessSpace::Shared => config.shared_base,
            AccessSpace::Local => config.local_base,
            _ => u64::MAX,
        };
        for lane in 0..WARP_LANES {
            let address = self.addresses[lane];
            let in_window = address >> 24 == window >> 24;
            let address = if in_window {
                address & 0xff_ffff
            } else {
                address
            };
            // Past a word an address stays outside of its window.
            let word = u32::try_from(address).unwrap_or(u32::MAX);
            request.base_lo[lane] = if wide { address as u32 } else { word };
            request.base_hi[lane] = if wide { (address >> 32) as u32 } else { 0 };
        }
        &self.request
    }

    /// The request of the last call.
    pub fn requested(&self) -> &Inputs {
        &self.request
    }

    /// The error of an address outside of its memory.
    pub fn outside(&self, lane: usize) -> FieldError {
        let expected = match self.space() {
            AccessSpace::Generic => "an address in a window or below 2^49",
            AccessSpace::Global => "an address below 2^49",
            AccessSpace::Shared => "an address of 256 KB of shared memory",
            _ => "an address of 16 MB of local memory",
        };
        let address = self.addresses[lane];
        FieldError {
            column: self.column,
            message: format!("found {address:#x} in lane {lane}, expected {expected}"),
        }
    }
}
