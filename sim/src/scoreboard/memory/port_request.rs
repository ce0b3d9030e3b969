//! A memory request of another kind, compared with the bytes that a warp wants.

use super::{Bytes, Differs, OtherRequest, Wanted};
use crate::scoreboard::OtherMemory;
use isa::control::SpaceCode;

/// A request as it leaves.
pub(super) struct PortRequest<'a> {
    pub kind: OtherMemory,
    pub space: SpaceCode,
    pub ports: &'a OtherRequest,
}

/// Signal of a stored byte that is not that of its lane.
pub(super) const DATA: &str = "memory_data";

/// Signal of lanes of which none wants a byte that the request asks for.
const LANES_WITHOUT: &str = "memory_lanes: lanes that do not want the bytes";

/// A stored byte that is not that of its lane.
pub(super) struct WrongData {
    byte: u64,
    lane: u32,
    expected: u8,
    got: u8,
}

impl PortRequest<'_> {
    /// Lanes that it serves.
    pub fn lanes(&self) -> u32 {
        if self.kind.has_lanes {
            self.ports.lanes
        } else {
            u32::MAX
        }
    }

    /// Difference to the request at its port in the cycle after it waited there. Data counts where a
    /// store has it.
    pub fn change(&self, now: Option<&OtherRequest>) -> Option<Differs> {
        let before = self.ports;
        let Some(now) = now.filter(|now| now.leaves | now.waits != 0) else {
            return Some(("memory_valid", 1, 0));
        };
        let is_stored = |place: usize| {
            let mask = before.mask[place / 32] >> (place % 32) & 1;
            self.kind.store_bytes.is_some() && before.store != 0 && mask != 0
        };
        let values = |it: &OtherRequest| {
            let fields = [
                ("memory_store", u64::from(it.store)),
                ("memory_shared", it.shared.into()),
                ("memory_address", it.address),
                ("memory_lanes", it.lanes.into()),
                ("memory_tag", it.tag),
            ];
            let words = it.mask.map(|word| ("memory_mask", word.into()));
            let bytes = it.data.into_iter().flatten().enumerate();
            let bytes = bytes.filter(|(place, _)| is_stored(*place));
            let bytes = bytes.map(|(_, byte)| (DATA, byte.into()));
            fields.into_iter().chain(words).chain(bytes)
        };
        let mut both = values(before).zip(values(now));
        let ((signal, expected), (_, got)) = both.find(|(before, now)| before != now)?;
        Some((signal, expected, got))
    }

    /// Bytes of `warp` that it asks for, or the difference to a request of that warp.
    pub fn bytes(&self, warp: &Wanted) -> Result<Bytes, Differs> {
        let (address, line) = (self.ports.address, self.kind.line_bytes.max(1));
        let first = address / line * line;
        if address != first && self.kind.banks.is_none() {
            return Err(("memory_address", first, address));
        }
        let store = self.ports.store != 0;
        if self.kind.has_store && store != warp.store {
            return Err(("memory_store", warp.store.into(), store.into()));
        }
        let bytes = match self.kind.banks {
            Some(_) => self.of_lanes(&warp.all)?,
            None => {
                let unwanted = |start| self.unwanted(first, start, warp);
                self.wanted(first, &warp.all).map_err(unwanted)?
            }
        };
        if self.kind.has_lanes {
            self.check_lanes(warp, &bytes)?;
        }
        match self.wrong_data(warp, &bytes) {
            Some(wrong) => Err((DATA, wrong.expected.into(), wrong.got.into())),
            None => Ok(bytes),
        }
    }

    /// Checks the lanes of a request for these bytes.
    fn check_lanes(&self, warp: &Wanted, bytes: &Bytes) -> Result<(), Differs> {
        let lanes = self.ports.lanes;
        let served = union(bytes.values()) & lanes;
        if served != lanes {
            return Err(("memory_lanes", served.into(), lanes.into()));
        }
        // Each lane has local memory of its own.
        let is_common = warp.store && self.space != SpaceCode::Local && !self.kind.any_lane_wins;
        for (byte, &wanted) in bytes.iter().filter(|_| is_common) {
            let highest = highest(wanted);
            if highest & lanes != 0 {
                continue;
            }
            let missing = warp.missing.get(byte).copied().unwrap_or_default();
            if !self.kind.store_order {
                return Err(("memory_lanes", (lanes | highest).into(), lanes.into()));
            }
            if highest & missing == 0 {
                let signal = "memory_lanes: a store after that of the highest lane";
                return Err((signal, highest.into(), lanes.into()));
            }
        }
        if let Some(banks) = self.kind.banks {
            let words = banks.words(bytes.keys().copied());
            let mut ends = words.values().filter_map(|it| it.first().zip(it.last()));
            if let Some((one, other)) = ends.find(|(one, other)| one != other) {
                let signal = "memory_lanes: two words of one bank";
                return Err((signal, one * banks.bytes, other * banks.bytes));
            }
        }
        Ok(())
    }

    /// The first of its `bytes` that has the wrong data.
    fn wrong_data(&self, warp: &Wanted, bytes: &Bytes) -> Option<WrongData> {
        let mut bytes = bytes.iter().filter(|_| !warp.data.is_empty());
        bytes.find_map(|(&byte, &wanted)| self.stores(warp, byte, wanted).err())
    }

    /// Explains the wrong data of a request of `warp`.
    pub fn note_of_data(&self, warp: &Wanted) -> Option<String> {
        let line = self.kind.line_bytes.max(1);
        let bytes = self.wanted(self.ports.address / line * line, &warp.all);
        let bytes = bytes.ok()?;
        let WrongData { byte, lane, .. } = self.wrong_data(warp, &bytes)?;
        Some(format!("byte {byte:#x} of lane {lane}"))
    }

    /// Lanes that a byte is stored for, or the difference to the data of such a lane. Where requests
    /// name no lanes, one of a lower lane may come before that of the highest, if the unit may repeat.
    pub fn stores(&self, warp: &Wanted, byte: u64, wanted: u32) -> Result<u32, WrongData> {
        let lanes = self.lanes();
        let lane = (wanted & lanes).checked_ilog2().unwrap_or_default();
        let Some(expected) = warp.stored(self.kind, byte, lane) else {
            return Ok(lanes);
        };
        let got = self.stored(byte);
        let is_own =
            |of: &u32| wanted >> of & 1 != 0 && warp.stored(self.kind, byte, *of) == Some(got);
        let wins = |of: &u32| lanes >> of & 1 != 0 && is_own(of);
        if got == expected || self.kind.any_lane_wins && (0..lane).any(|of| wins(&of)) {
            return Ok(lanes);
        }
        let to_come = warp.missing.get(&byte).or(warp.ambiguous.get(&byte));
        let is_before = to_come.is_some_and(|to_come| to_come >> lane & 1 != 0);
        let may_be_lower = self.kind.repeats && !self.kind.has_lanes && is_before;
        // Of several lanes with that data the lowest that misses the byte: later ones may still come.
        let mut own = (0..lane).filter(|of| may_be_lower && is_own(of));
        let misses = |of: &u32| to_come.is_some_and(|to_come| to_come >> of & 1 != 0);
        let lower = own.clone().find(misses).or_else(|| own.next_back());
        lower.map(|of| u32::MAX >> (31 - of)).ok_or(WrongData {
            byte,
            lane,
            expected,
            got,
        })
    }

    /// Lanes that get a byte, or store it.
    pub fn served(&self, warp: &Wanted, byte: u64, wanted: u32) -> u32 {
        self.stores(warp, byte, wanted).unwrap_or(self.lanes())
    }

    /// Whether a lane that gets or stores a byte is one that still misses it.
    pub fn is_new(&self, warp: &Wanted, byte: u64, wanted: u32) -> bool {
        let missing = warp.missing.get(&byte);
        missing.is_some_and(|missing| missing & self.served(warp, byte, wanted) != 0)
    }

    /// Difference of a request for `bytes` of `warp`, of which some were asked for before.
    pub fn asked_before(&self, warp: &Wanted, bytes: &Bytes) -> Differs {
        let is_before = |(byte, wanted): &(&u64, &u32)| !self.is_new(warp, **byte, **wanted);
        let before = bytes.iter().find(is_before);
        let (byte, wanted) = before.map_or((0, 0), |(&byte, &wanted)| (byte, wanted));
        match warp.missing.get(&byte) {
            Some(&lanes) => {
                let served = self.served(warp, byte, wanted);
                let signal = "memory_lanes: lanes that asked for the bytes before";
                (signal, lanes.into(), served.into())
            }
            None => {
                let owed = warp.owed_byte().unwrap_or_default();
                let signal = "memory_address: a byte that was asked for before";
                (signal, owed, byte)
            }
        }
    }

    /// Lanes whose stores of a byte may be to come if its data is that of the highest lane, and of a
    /// lower one that has not stored it.
    pub fn ambiguous(&self, warp: &Wanted, byte: u64, wanted: u32) -> Option<u32> {
        let missing = warp.missing.get(&byte).copied()?;
        let got = Some(self.stored(byte));
        let is_stored = |lane: u32| warp.stored(self.kind, byte, lane) == got;
        let highest = wanted.checked_ilog2().filter(|lane| is_stored(*lane))?;
        let mut lower = (0..highest).filter(|of| missing >> of & 1 != 0);
        let may_be_lower = self.kind.repeats && !self.kind.has_lanes;
        (may_be_lower && lower.any(is_stored)).then_some(missing)
    }

    /// The byte of the request's data at an address.
    fn stored(&self, byte: u64) -> u8 {
        let place = (byte % self.kind.line_bytes.max(1)) as usize;
        let data = self.ports.data.as_flattened().get(place).copied();
        data.unwrap_or_default()
    }

    /// Bytes that its lanes want, of `all`, or the difference if there are none.
    fn of_lanes(&self, all: &Bytes) -> Result<Bytes, Differs> {
        let wanted = all.iter().filter(|(_, lanes)| **lanes & self.lanes() != 0);
        let bytes: Bytes = wanted.map(|(&byte, &lanes)| (byte, lanes)).collect();
        if bytes.is_empty() {
            return Err((
                LANES_WITHOUT,
                union(all.values()).into(),
                self.ports.lanes.into(),
            ));
        }
        Ok(bytes)
    }

    /// Bytes that the request asks for, among `all` that a warp wants: in the line from `first` on,
    /// and for its lanes.
    ///
    /// # Errors
    /// The first part without a wanted byte, in the line or behind it; `first` if it asks for no part.
    fn wanted(&self, first: u64, all: &Bytes) -> Result<Bytes, u64> {
        let mut found = Bytes::new();
        let part = self.part();
        let parts = self.kind.line_bytes / part;
        let is_set = |bit: u64| {
            let word = self.ports.mask.get(bit as usize / 32);
            word.is_some_and(|word| word >> (bit % 32) & 1 != 0)
        };
        let has_mask = self.has_mask();
        let behind = (parts..32 * self.ports.mask.len() as u64).find(|bit| is_set(*bit));
        if let Some(behind) = behind.filter(|_| has_mask) {
            return Err(first.saturating_add(behind * part));
        }
        for bit in (0..parts).filter(|bit| !has_mask || is_set(*bit)) {
            let start = first.saturating_add(bit * part);
            let wanted = all
                .range(start..start.saturating_add(part))
                .filter(|(_, lanes)| **lanes & self.lanes() != 0);
            let before = found.len();
            found.extend(wanted);
            if found.len() == before {
                return Err(start);
            }
        }
        if found.is_empty() {
            Err(first)
        } else {
            Ok(found)
        }
    }

    /// Whether its mask says which parts of the line it asks for.
    fn has_mask(&self) -> bool {
        let is_whole = self.kind.loads_whole_lines && self.ports.store == 0;
        self.kind.mask_bytes.is_some() && !is_whole
    }

    /// Bytes of a part that it asks for as a whole.
    fn part(&self) -> u64 {
        let mask_bytes = self.kind.mask_bytes.filter(|_| self.has_mask());
        mask_bytes.unwrap_or(self.kind.line_bytes).max(1)
    }

    /// Difference of a request in the line from `first` on for the part at `start`, of which its
    /// lanes want no byte.
    fn unwanted(&self, first: u64, start: u64, warp: &Wanted) -> Differs {
        if self.has_mask() && self.ports.mask == [0; 8] {
            return ("memory_mask: no bytes", 1, 0);
        }
        let last = first.saturating_add(self.kind.line_bytes.max(1) - 1);
        if start > last {
            return ("memory_address: bytes behind the line", last, start);
        }
        let of_part = warp.all.range(start..start.saturating_add(self.part()));
        match union(of_part.map(|(_, lanes)| lanes)) {
            0 => {
                let owed = warp.owed_byte().or(warp.all.keys().next().copied());
                let owed = owed.unwrap_or_default();
                ("memory_address: bytes that no lane wants", owed, start)
            }
            lanes => (LANES_WITHOUT, lanes.into(), self.ports.lanes.into()),
        }
    }
}

/// Lanes that are in one of these masks.
pub(super) fn union<'a>(all: impl Iterator<Item = &'a u32>) -> u32 {
    all.fold(0, |all, lanes| all | lanes)
}

/// Highest of some lanes, a bit each.
pub(super) fn highest(lanes: u32) -> u32 {
    1 << (31 - lanes.leading_zeros() % 32)
}
