//! Lock flags (semantics, section 5).

use isa::control::SpaceCode;

/// Number of flags of a table, as many as a lock index can name.
const FLAGS: usize = 256;

/// 256 flags of shared memory, and 256 of everything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locks {
    /// Tables of flags; the second one is that of shared memory.
    flags: [[bool; FLAGS]; 2],
}

impl Default for Locks {
    fn default() -> Locks {
        Locks {
            flags: [[false; FLAGS]; 2],
        }
    }
}

impl Locks {
    /// Flag of an address: the space in which it lies chooses the table.
    pub fn flag(&self, space: u8, index: u8) -> bool {
        self.flags[table(space)][usize::from(index)]
    }

    /// Flag of an address, to be set or cleared.
    pub fn flag_mut(&mut self, space: u8, index: u8) -> &mut bool {
        &mut self.flags[table(space)][usize::from(index)]
    }

    /// Executes one LDLK or LDSLK of the lanes in `live`. Of the lanes that name one flag, the
    /// lowest competes, and gets it if it was clear. Returns the lanes that got
    /// their flag.
    pub fn acquire(&mut self, live: u32, space: &[u8], index: &[u8]) -> u32 {
        let mut got = 0;
        for (lane, (&space, &index)) in space.iter().zip(index).enumerate() {
            // A flag that a lower lane has set is not clear any more.
            if live >> lane & 1 != 0 && !std::mem::replace(self.flag_mut(space, index), true) {
                got |= 1 << lane;
            }
        }
        got
    }
}

fn table(space: u8) -> usize {
    usize::from(space == SpaceCode::Shared as u8)
}
