//! The unit's input ports, and what stands at its result port.

use crate::access::{ImmediateKind, Limits, is_absolute};
use crate::access_lanes::{AccessControl, AccessMasks};
use crate::addr_add_lanes::AddrAddControl;
use crate::config::WarpConfig;
use crate::lane_results::LaneResults;
use crate::lea_warp::LeaControl;
use isa::control::AccessSpace;
use isa::instruction::AccessSize;
use isa::visa::{ChannelMask, ExecSize};

/// Inputs of one clock edge, named as the ports. Masks hold one bit a lane of the
/// beat, lane 0 in bit 0.
#[derive(Clone, Copy, Debug)]
pub struct PortInputs<'a, const LANES: usize> {
    pub reset: bool,
    pub config_valid: bool,
    /// A [`config_address`](isa::control::config_address); others change nothing.
    pub config_address: u8,
    pub config_data: u64,
    pub request_valid: bool,
    /// A load or a store; else an LEA, or a MOV in an LEA's clothes, or an ADDR_ADD.
    pub access: bool,
    /// An ADDR_ADD. No request is this and an access.
    pub address_add: bool,
    /// `.X` of an LEA, `.E` of an access.
    pub extended: bool,
    /// Lane `l` of the warp executes only where bit `l mod 4` is set.
    pub lane_mask: u8,
    /// Rd of an LEA, first data register of an access, address variable of an ADDR_ADD.
    pub destination: u16,
    /// Element of the address variable that channel 0 writes.
    pub element: u8,
    pub high: bool,
    /// Of an LEA's offset, of src1.
    pub negate: bool,
    /// Of src1, before it is negated.
    pub absolute: bool,
    pub scale: u8,
    pub write_cc: bool,
    pub predicate: u8,
    pub store: bool,
    /// Code of an [`AccessSpace`]. No request has a code without meaning.
    pub access_space: u8,
    /// Code of an [`AccessSize`].
    pub access_size: u8,
    /// Index of Ra; RZ is 255.
    pub address_register: u8,
    /// The raw bits of the field.
    pub immediate: u32,
    /// Code of an [`Immediate`](isa::instruction::Immediate).
    pub immediate_kind: u8,
    pub bank: u8,
    pub steer_by_window: bool,
    /// Code of an [`ExecSize`], 0 to 7.
    pub exec_size: u8,
    /// Code of a [`ChannelMask`].
    pub channel_mask: u8,
    /// EM of the whole warp, whichever beat it is.
    pub execution_mask: u32,
    pub active_mask: u32,
    pub guard_mask: u32,
    pub helper_mask: u32,
    /// Plg.
    pub steering_mask: u32,
    /// CC.CF and CC.OF.
    pub carry_in: u32,
    pub overflow_in: u32,
    /// `Sb` and 0 of an LEA, `Ra` and `Ra+1` of an access, src0 of an ADDR_ADD.
    pub base_lo: &'a [u32; LANES],
    pub base_hi: &'a [u32; LANES],
    /// `Ra` and `Rc` of an LEA, src1 of an ADDR_ADD.
    pub offset_lo: &'a [u32; LANES],
    pub offset_hi: &'a [u32; LANES],
    pub result_ready: bool,
    pub memory_ready: bool,
}

impl<const LANES: usize> PortInputs<'_, LANES> {
    /// The control of an LEA or a MOV.
    #[inline(always)]
    pub fn lea_control(&self, config: &WarpConfig) -> LeaControl {
        LeaControl {
            high: self.high,
            negate: self.negate,
            extended: self.extended,
            scale: u32::from(self.scale),
            shared_base: config.shared_base,
        }
    }

    /// The control of an ADDR_ADD.
    #[inline(always)]
    pub fn addr_add_control(&self) -> AddrAddControl {
        let exec_size = ExecSize::from_code(self.exec_size);
        let channels = exec_size.zip(ChannelMask::from_code(self.channel_mask & 15));
        AddrAddControl {
            channels: channels
                .filter(|(size, mask)| mask.is_aligned_to(*size) & !mask.is_overrun_by(*size)),
            execution_mask: self.execution_mask,
            absolute: self.absolute,
            negate: self.negate,
        }
    }

    /// The control of an access.
    #[inline(always)]
    pub fn access_control(&self, config: &WarpConfig) -> AccessControl {
        let space = match self.access_space {
            0 => AccessSpace::Generic,
            1 => AccessSpace::Global,
            2 => AccessSpace::Shared,
            3 => AccessSpace::Local,
            _ => AccessSpace::Constant,
        };
        AccessControl {
            space,
            size: AccessSize::ALL[usize::from(self.access_size & 7)],
            store: self.store,
            extended: self.extended,
            absolute: is_absolute(space, self.address_register, config.register_count),
            immediate_kind: match self.immediate_kind {
                0 => ImmediateKind::Word,
                1 => ImmediateKind::Word24,
                2 => ImmediateKind::Unsigned16,
                _ => ImmediateKind::Word16,
            },
            immediate: self.immediate,
            steer_by_window: self.steer_by_window,
            limits: Limits::of_bank(config, self.bank),
            misaligned_is_error: config.misaligned_is_error,
        }
    }
}

/// What stands at the result port, named as the ports without their `result_`.
/// Masks hold one bit a lane of the beat, lane 0 in bit 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortResult<const LANES: usize> {
    /// Number of the warp among those accepted, from 0; not a port.
    pub instruction: u64,
    pub beat: u8,
    /// `access` to `element`: as they were asked, whatever the others are.
    pub access: bool,
    pub address_add: bool,
    pub store: bool,
    pub size: u8,
    pub predicate: u8,
    pub destination: u16,
    pub element: u8,
    /// Lanes that write the register or their element of the address variable, the
    /// predicate, CC; none of an access.
    pub rd_write: u32,
    pub predicate_write: u32,
    pub cc_write: u32,
    /// Lanes that execute.
    pub execute_mask: u32,
    /// Lanes as in [`AccessMasks`](crate::access_lanes::AccessMasks); none of an LEA.
    pub live_mask: u32,
    pub shared_mask: u32,
    pub fault_mask: u32,
    pub misaligned_mask: u32,
    /// There is a live lane in the warp's beats up to this one, and all of them have
    /// one space and address.
    pub uniform: bool,
    /// The first faulting lane of the warp's beats up to this one, its number in the
    /// warp; 0 where there is none.
    pub fault_valid: bool,
    pub fault_lane: u8,
    pub lanes: LaneResults<LANES>,
    /// What the lanes were computed with has changed since. No valid result is ever
    /// stale: a configuration write waits until the unit is empty, and reset empties
    /// it. But what passes the unit without being valid sees the change on its way,
    /// and these are not predicted: `live_mask`, `shared_mask`, `fault_mask`,
    /// `uniform`, `fault_valid`, `fault_lane`, and of the lanes `cc`, `address_lo`,
    /// `address_hi`, `space`, `fault`.
    pub stale: bool,
}

impl<const LANES: usize> Default for PortResult<LANES> {
    fn default() -> Self {
        PortResult {
            instruction: 0,
            beat: 0,
            access: false,
            address_add: false,
            store: false,
            size: 0,
            predicate: 0,
            destination: 0,
            element: 0,
            rd_write: 0,
            predicate_write: 0,
            cc_write: 0,
            execute_mask: 0,
            live_mask: 0,
            shared_mask: 0,
            fault_mask: 0,
            misaligned_mask: 0,
            uniform: false,
            fault_valid: false,
            fault_lane: 0,
            lanes: LaneResults::default(),
            stale: false,
        }
    }
}

impl<const LANES: usize> PortResult<LANES> {
    #[inline(always)]
    pub(super) fn write_nothing(&mut self) {
        self.rd_write = 0;
        self.predicate_write = 0;
        self.cc_write = 0;
    }

    #[inline(always)]
    pub(super) fn set_masks(&mut self, masks: AccessMasks) {
        self.live_mask = masks.live;
        self.shared_mask = masks.shared;
        self.fault_mask = masks.fault;
        self.misaligned_mask = masks.misaligned;
    }
}
