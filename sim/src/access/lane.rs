//! Address of a load or a store, for one lane (semantics, sections 4 and 5).
//!
//! The equations have the order and the names of those sections. The form's space, the access size
//! and the kind of the immediate are known when the specification is printed; all else may be a
//! term.

use crate::value::{Bit, BitVector, Native, Values};
use crate::warp::WarpConfig;
use isa::control::{AccessSpace, FaultCode, SpaceCode};
use isa::instruction::AccessSize;
pub use isa::instruction::ImmediateKind;

/// Windows and limits of an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits<V: Values> {
    /// First address of the shared window.
    pub shared_base: V::Long,
    /// First address of the local window.
    pub local_base: V::Long,
    /// Allocated bytes of shared memory.
    pub shared_size: V::Long,
    /// Allocated bytes of local memory.
    pub local_size: V::Long,
    /// First byte past allocated global memory.
    pub global_limit: V::Long,
    /// Allocated bytes of the constant bank that is read.
    pub const_size: V::Long,
}

impl Limits<Native> {
    /// Limits of a warp's configuration; a bank that does not exist has no bytes.
    #[inline(always)]
    pub fn of_bank(config: &WarpConfig, bank: u8) -> Limits<Native> {
        let const_size = config
            .const_size
            .get(usize::from(bank))
            .copied()
            .unwrap_or(0);
        Limits {
            shared_base: config.shared_base,
            local_base: config.local_base,
            shared_size: config.shared_size.into(),
            local_size: config.local_size.into(),
            global_limit: config.global_limit,
            const_size: const_size.into(),
        }
    }
}

/// Inputs of one lane of an access.
#[derive(Clone, Debug)]
pub struct AccessInput<V: Values> {
    /// The space that the form names.
    pub space: AccessSpace,
    /// Type of the data.
    pub size: AccessSize,
    /// Extension of `immediate`.
    pub immediate_kind: ImmediateKind,
    /// The immediate's raw bits.
    pub immediate: V::Word,
    /// `.E`: the base has 64 bits.
    pub extended: V::Bit,
    /// There is no base.
    pub absolute: V::Bit,
    /// The base is Ra alone, also with `.E`.
    pub base_word: V::Bit,
    /// `{Ra+1, Ra}`.
    pub base: V::Long,
    /// Left shift of the base of a scaled address; 0 for no scale.
    pub scale: V::Word,
    /// Ra of a scaled address.
    pub index: V::Word,
    /// The address adds `uniform_base`.
    pub uniform_added: V::Bit,
    /// `{UR+1, UR}`.
    pub uniform_base: V::Long,
    /// Plg; counts for generic accesses only.
    pub plg: V::Bit,
    /// `Plg = !in_shared(EA)`, whatever `plg` is.
    pub steer_by_window: V::Bit,
    /// Windows and limits.
    pub limits: Limits<V>,
    /// A misaligned access is a fault.
    pub misaligned_is_error: V::Bit,
}

/// Results of one lane of an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessOutput<V: Values> {
    /// The effective address, before alignment.
    pub ea: V::Long,
    /// The address given out, aligned: an offset in a window, or the whole EA.
    pub address: V::Long,
    /// The bytes of the aligned 16-byte block that are accessed, bits 15:0.
    pub byte_enable: V::Word,
    /// Space in which the access lands, a [`SpaceCode`]; `Global` if it is not decided.
    pub space: V::Word,
    /// Alignment changed the address.
    pub misaligned: V::Bit,
    /// Fault of the lane if it executes, a [`FaultCode`].
    pub fault: V::Word,
    /// `address[9:2]`.
    pub lock_index: V::Word,
}

/// Computes one lane of an access.
#[inline(always)]
pub fn access<V: Values>(input: AccessInput<V>) -> AccessOutput<V> {
    let AccessInput {
        space,
        size,
        immediate_kind,
        immediate,
        extended,
        absolute,
        base_word,
        base,
        scale,
        index,
        uniform_added,
        uniform_base,
        plg,
        steer_by_window,
        limits,
        misaligned_is_error,
    } = input;

    let imm32 = extended_immediate::<V>(immediate_kind, immediate, absolute.clone());
    let is_word = base_word.or(extended.clone().not());
    let base = address_base::<V>(is_word, absolute.clone(), base, scale, index);
    let u = V::Long::select(uniform_added.clone(), uniform_base, V::Long::constant(0));
    let wide = extended.and(uniform_added.or(absolute.not()));
    let ea = effective_address::<V>(wide, base, u, imm32);
    let place = place::<V>(space, ea.clone(), plg, steer_by_window, limits);

    let n = u64::from(size.bytes());
    let address = place.address.clone().and(V::Long::constant(!(n - 1)));
    let misaligned = address.clone().equals(place.address).not();
    let (end, wraps) = address
        .clone()
        .add_with_carry(V::Long::constant(n), V::Bit::constant(false));
    let inside = end.at_most(place.size).and(wraps.not());

    let low = V::low_word(address.clone());
    let position = V::scale(low.clone().and(V::Word::constant(15)));
    let fault = fault::<V>(
        place.outside_window,
        inside.not(),
        misaligned.clone().and(misaligned_is_error),
    );
    AccessOutput {
        ea,
        address,
        byte_enable: V::Word::constant((1 << n) - 1).shift_left(position),
        space: place.space,
        misaligned,
        fault,
        lock_index: low.bits_from(2).and(V::Word::constant(0xff)),
    }
}

/// Extends an immediate to 32 bits.
#[inline(always)]
pub fn extended_immediate<V: Values>(
    kind: ImmediateKind,
    bits: V::Word,
    absolute: V::Bit,
) -> V::Word {
    let zext = |width: u32| bits.clone().and(V::Word::constant((1 << width) - 1));
    let signed_with_base = |width| {
        let sext = bits.clone().sext_from(width);
        V::Word::select(absolute.clone(), zext(width), sext)
    };
    match kind {
        ImmediateKind::Word => bits,
        ImmediateKind::Word24 => signed_with_base(24),
        ImmediateKind::Unsigned16 => zext(16),
        ImmediateKind::Word16 => signed_with_base(16),
    }
}

/// Computes the base of an address: none, Ra scaled, Ra alone, or a pair.
#[inline(always)]
pub fn address_base<V: Values>(
    is_word: V::Bit,
    absolute: V::Bit,
    base: V::Long,
    scale: V::Word,
    index: V::Word,
) -> V::Long {
    let unscaled = scale.clone().equals(V::Word::constant(0));
    let scaled = V::zext64(index.shift_left(V::scale(scale)));
    let ra = V::zext64(V::low_word(base.clone()));
    let register = V::Long::select(is_word, ra, base);
    let given = V::Long::select(unscaled, register, scaled);
    V::Long::select(absolute, V::Long::constant(0), given)
}

/// Computes the effective address of 64 bits, or of 32.
#[inline(always)]
pub fn effective_address<V: Values>(
    wide: V::Bit,
    base: V::Long,
    u: V::Long,
    imm32: V::Word,
) -> V::Long {
    let sum = |left: V::Long, right: V::Long| left.add_with_carry(right, V::Bit::constant(false)).0;
    // The same in all lanes.
    let displacement = sum(u, V::sext64(imm32));
    let total = sum(base, displacement);
    V::Long::select(wide, total.clone(), V::zext64(V::low_word(total)))
}

/// Space of an effective address, and the address in it, before alignment.
struct SpaceAddress<V: Values> {
    space: V::Word,
    address: V::Long,
    /// Allocated bytes of that space.
    size: V::Long,
    outside_window: V::Bit,
}

#[inline(always)]
fn place<V: Values>(
    space: AccessSpace,
    ea: V::Long,
    plg: V::Bit,
    steer_by_window: V::Bit,
    limits: Limits<V>,
) -> SpaceAddress<V> {
    let known = |code: SpaceCode, address: V::Long, size: V::Long| SpaceAddress {
        space: V::Word::constant(code as u64),
        address,
        size,
        outside_window: V::Bit::constant(false),
    };
    match space {
        AccessSpace::Generic => steered(ea, plg, steer_by_window, limits),
        AccessSpace::Global => known(SpaceCode::Global, ea, limits.global_limit),
        AccessSpace::Shared => known(SpaceCode::Shared, ea, limits.shared_size),
        AccessSpace::Local => known(SpaceCode::Local, ea, limits.local_size),
        AccessSpace::Constant => known(SpaceCode::Constant, ea, limits.const_size),
    }
}

/// Steers a generic access by the table of section 4. Outside of its window the address is the
/// whole EA.
#[inline(always)]
fn steered<V: Values>(
    ea: V::Long,
    plg: V::Bit,
    steer_by_window: V::Bit,
    limits: Limits<V>,
) -> SpaceAddress<V> {
    let in_window = |base: V::Long| ea.clone().bits_from(24).equals(base.bits_from(24));
    let in_shared = in_window(limits.shared_base);
    let in_local = in_window(limits.local_base);
    let by_window = steer_by_window.clone().and(in_shared.clone().not());
    let plg = by_window.or(steer_by_window.not().and(plg));

    let shared = plg.clone().not().and(in_shared.clone());
    let not_shared = plg.clone().not().and(in_shared.clone().not());
    let local = plg.clone().and(in_local.clone());
    let not_global = plg.and(in_shared).and(in_local.not());

    let offset = ea.clone().and(V::Long::constant(0xff_ffff));
    let code = |code: SpaceCode| V::Word::constant(code as u64);
    let elsewhere = V::Word::select(
        local.clone(),
        code(SpaceCode::Local),
        code(SpaceCode::Global),
    );
    let other_size = V::Long::select(local.clone(), limits.local_size, limits.global_limit);
    SpaceAddress {
        space: V::Word::select(shared.clone(), code(SpaceCode::Shared), elsewhere),
        address: V::Long::select(shared.clone().or(local), offset, ea),
        size: V::Long::select(shared, limits.shared_size, other_size),
        outside_window: not_shared.or(not_global),
    }
}

/// Selects the first of three faults that holds.
#[inline(always)]
fn fault<V: Values>(
    outside_window: V::Bit,
    outside_allocation: V::Bit,
    misaligned: V::Bit,
) -> V::Word {
    let first = |holds: V::Bit, code: FaultCode, otherwise: V::Word| {
        V::Word::select(holds, V::Word::constant(code as u64), otherwise)
    };
    let none = V::Word::constant(FaultCode::None as u64);
    let misaligned = first(misaligned, FaultCode::Misaligned, none);
    let outside = first(outside_allocation, FaultCode::OutsideAllocation, misaligned);
    first(outside_window, FaultCode::OutsideWindow, outside)
}
