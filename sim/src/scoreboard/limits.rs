//! Limits of the traffic for a unit that takes fewer requests than an exported one.

use super::{Inputs, LANES};
use crate::access::extended_immediate;
use crate::value::Native;
use isa::instruction::{AccessSize, ImmediateKind, RZ};
use serde::Deserialize;

/// Active lanes of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum ActiveLanes {
    #[serde(rename = "full")]
    Full,
    /// The lowest lanes, one at least.
    #[serde(rename = "prefix")]
    Prefix,
    #[serde(rename = "not empty")]
    NotEmpty,
}

/// Immediates of so many bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImmediateBits {
    pub bits: u32,
    #[serde(default)]
    pub signed: bool,
}

/// Limits of the requests that a unit gets. A request inside them stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrafficLimits {
    pub active: Option<ActiveLanes>,
    /// Addresses are multiples of the access size.
    pub is_aligned: bool,
    /// First and last byte of all accesses.
    pub address: Option<(u64, u64)>,
    pub immediate: Option<ImmediateBits>,
    /// The address of lane l is that of lane 0 and l times its distance to that of lane 1.
    pub is_strided: bool,
}

impl TrafficLimits {
    /// Brings a request of warps of `lanes` lanes inside the limits.
    pub(super) fn apply(&self, beat: &mut Inputs, lanes: usize) {
        let all = u32::MAX >> (LANES - lanes.clamp(1, LANES));
        let active = &mut beat.active_mask;
        match self.active {
            None => {}
            Some(ActiveLanes::Full) => *active = all,
            Some(ActiveLanes::Prefix) => {
                *active = all >> (lanes as u32 - (*active & all).count_ones().max(1));
            }
            Some(ActiveLanes::NotEmpty) if *active & all == 0 => *active = 1,
            Some(ActiveLanes::NotEmpty) => {}
        }
        if beat.access == 0 {
            return;
        }
        if let Some(ImmediateBits { bits, signed }) = self.immediate {
            let unused = 32 - bits.clamp(1, 32);
            let shifted = beat.immediate << unused;
            let extended = match signed {
                true => (shifted as i32 >> unused) as u32,
                false => shifted >> unused,
            };
            beat.immediate = extended & beat.field();
        }
        if self.is_aligned || self.address.is_some() || self.is_strided {
            self.place(beat, lanes);
        }
    }

    /// Moves the address of each lane inside the limits, by its base, or without one by the
    /// immediate.
    fn place(&self, beat: &mut Inputs, lanes: usize) {
        (beat.scale, beat.base_word) = (0, 0);
        let wide = if beat.extended != 0 {
            u64::MAX
        } else {
            u32::MAX.into()
        };
        let uniform = match beat.uniform_added {
            0 => 0,
            _ => beat.uniform_base,
        };
        let size = AccessSize::ALL[usize::from(beat.access_size & 7)].bytes();
        let size = u64::from(size);
        if beat.address_register == RZ {
            let address = self.inside(u64::from(beat.immediate).wrapping_add(uniform), size, 0);
            beat.immediate = address.wrapping_sub(uniform) as u32 & beat.field();
            return;
        }
        let kind = ImmediateKind::ALL[usize::from(beat.immediate_kind & 3)];
        let immediate = extended_immediate::<Native>(kind, beat.immediate, false);
        let addend = (immediate as i32 as u64).wrapping_add(uniform);
        let address = |beat: &Inputs, lane: usize| {
            let base = u64::from(beat.base_hi[lane]) << 32 | u64::from(beat.base_lo[lane]);
            base.wrapping_add(addend) & wide
        };
        let [first, second] = [0, 1].map(|lane| address(beat, lane));
        let stride = self.stride(second.wrapping_sub(first), size, lanes);
        let reach = stride.wrapping_mul(lanes as u64 - 1);
        for lane in 0..LANES {
            let address = if self.is_strided {
                let first = self.inside(first, size, reach);
                first.wrapping_add(stride.wrapping_mul(lane as u64))
            } else {
                self.inside(address(beat, lane), size, 0)
            };
            let base = address.wrapping_sub(addend);
            beat.base_lo[lane] = base as u32;
            if beat.extended != 0 {
                beat.base_hi[lane] = (base >> 32) as u32;
            }
        }
    }

    /// A stride with which the accesses of all lanes fit inside the limits.
    fn stride(&self, stride: u64, size: u64, lanes: usize) -> u64 {
        let stride = match self.address {
            Some((low, high)) => stride % ((high - low) / lanes as u64 / 2 + 1),
            None => stride,
        };
        if self.is_aligned {
            stride / size * size
        } else {
            stride
        }
    }

    /// An address inside the limits, with `reach` bytes above it for the other lanes.
    fn inside(&self, address: u64, size: u64, reach: u64) -> u64 {
        let (low, high) = self.address.unwrap_or((0, u64::MAX));
        let reach = if self.address.is_some() { reach } else { 0 };
        let last = high.saturating_sub(reach.saturating_add(size - 1)).max(low);
        let address = if (low..=last).contains(&address) {
            address
        } else {
            low + address % (last - low).saturating_add(1)
        };
        let aligned = address / size * size;
        match self.is_aligned {
            false => address,
            true if aligned < low => aligned + size,
            true => aligned,
        }
    }
}
