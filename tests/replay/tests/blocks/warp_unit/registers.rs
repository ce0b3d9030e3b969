//! Configuration registers, and the limits that come from them.

use crate::testbench::vectors::{Vectors, pipelined};
use crate::testbench::{Expected, device, replay};
use isa::control::config_address::*;
use replay::random::Random;
use rtl::warp_unit::{Configuration, ConstantSizes, Limits, RESET_CONST_SIZE};

device!(Limits clock;
    advance shared_size local_size global_limit const_size constant_form offset_bits;
    not_shared_limit not_local_limit not_other_limit_lo not_other_limit_hi);
device!(ConstantSizes clock; reset write write_bank write_data read bank; size);
device!(Configuration clock;
    reset write address data advance bank;
    shared_base_lo shared_base_hi local_base_lo local_base_hi shared_size local_size global_limit
    const_size register_count misaligned_is_error);

replay!(limits: Limits, limits_vectors()
    => limits_rusthdl limits_icarus limits_verilator);
replay!(constant_sizes: ConstantSizes, constant_sizes_vectors()
    => constant_sizes_rusthdl constant_sizes_icarus constant_sizes_verilator);
replay!(configuration: Configuration, configuration_vectors()
    => configuration_rusthdl configuration_icarus configuration_verilator);

/// Addresses of the write port.
const ADDRESSES: u64 = 1 << BITS;

/// Constant banks.
const BANKS: u64 = 32;

fn limits_vectors() -> Vectors {
    let mut random = Random::new(40);
    let mut sizes = vec![
        [0; 4],
        [1, 15, 16, 17],
        [1 << 24, 1 << 24, 1 << 40, 1 << 16],
    ];
    sizes.extend((0..60).map(|_| {
        let mut below = |bits: u32| random.number() >> (64 - bits) >> random.below(bits.into());
        [below(24), below(24), below(40), below(16)]
    }));
    let rows = sizes.into_iter().flat_map(|[shared, local, global, bank]| {
        (0..2).flat_map(move |constant| {
            [1, 2, 4, 8, 16].map(|bytes| [shared, local, global, bank, constant, bytes - 1])
        })
    });
    let rows: Vec<[u64; 6]> = rows.collect();
    pipelined(rows, &mut random, |advance, row, stages| {
        let limits = stages
            .at(1)
            .map(|[shared, local, global, bank, constant, offset_bits]| {
                // The first address at which no whole access begins any more.
                let limit = |size: u64| size / (offset_bits + 1) * (offset_bits + 1);
                let other = limit(if *constant != 0 { *bank } else { *global });
                [
                    !limit(*shared) & 0x1ff_ffff,
                    !limit(*local) & 0x1ff_ffff,
                    !other & 0xffff_ffff,
                    !other >> 32 & 0x1ff,
                ]
            });
        let mut inputs = vec![u64::from(advance)];
        inputs.extend(row);
        (
            inputs,
            limits.map_or([None; 4], |limits| limits.map(Some)).to_vec(),
        )
    })
}

/// Every bank is read after reset, then banks are written and read at random.
fn constant_sizes_vectors() -> Vectors {
    let mut random = Random::new(41);
    let mut sizes = [None; BANKS as usize];
    let mut shown = None;
    let mut rows = vec![[1, 0, 0, 0, 0, 0]];
    rows.extend((0..BANKS).map(|bank| [0, 0, 0, 0, 1, bank]));
    rows.extend((0..300).map(|_| {
        let (any, bank) = (random.below(1 << 17), random.below(BANKS));
        let data = random.one_of(&[0, 1, 65535, 65536, 0x1ffff, any]);
        let other = random.below(BANKS);
        let read = random.one_of(&[bank, other]);
        let (reset, write) = (random.once_in(40), random.flag());
        [
            reset.into(),
            write.into(),
            bank,
            data,
            random.flag().into(),
            read,
        ]
    }));
    rows.into_iter()
        .map(|row| {
            let before = shown;
            let [reset, write, bank, data, read, read_bank] = row;
            if read != 0 {
                shown = sizes[read_bank as usize];
            }
            if write != 0 {
                sizes[bank as usize] = Some(data);
            }
            if reset != 0 {
                sizes = [Some(RESET_CONST_SIZE); BANKS as usize];
            }
            (row.to_vec(), vec![before])
        })
        .collect()
}

/// The bits of `address` that a register keeps, and its value after reset.
fn register(address: u64) -> Option<(u64, u64)> {
    let window = !0xff_ffff;
    match address as u8 {
        SHARED_BASE => Some((window, 0xfe00_0000)),
        LOCAL_BASE => Some((window, 0xff00_0000)),
        SHARED_SIZE => Some((0x1ff_ffff, 49152)),
        LOCAL_SIZE => Some((0x1ff_ffff, 1 << 24)),
        GLOBAL_LIMIT => Some((0x1ff_ffff_ffff, 1 << 40)),
        REGISTER_COUNT => Some((0xff, 255)),
        MISALIGNED_IS_ERROR => Some((1, 0)),
        CONST_SIZE.. => Some((0x1_ffff, RESET_CONST_SIZE)),
        _ => None,
    }
}

/// What each address holds; nothing is known before the first reset.
type Registers = [Option<u64>; ADDRESSES as usize];

/// Every address is written and every bank read, then all at random.
fn configuration_vectors() -> Vectors {
    let mut random = Random::new(42);
    let mut registers: Registers = [None; ADDRESSES as usize];
    let mut writes = vec![(true, false, 0)];
    writes.extend((0..BANKS).map(|_| (false, false, 0)));
    writes.extend((0..ADDRESSES).map(|address| (false, true, address)));
    writes.extend((0..200).map(|_| {
        let any = random.below(ADDRESSES);
        let reset = random.once_in(60);
        (reset, !random.once_in(4), any)
    }));
    let mut vectors = Vec::new();
    let mut const_size = None;
    for (cycle, (reset, write, address)) in (0..).zip(writes) {
        let any = random.number();
        let data = random.one_of(&[0, u64::MAX, any]);
        let bank = if random.flag() { address } else { cycle } % BANKS;
        let advance = !random.once_in(4);
        let row = vec![
            reset.into(),
            write.into(),
            address,
            data,
            advance.into(),
            bank,
        ];
        vectors.push((row, shown(&registers, const_size)));
        if advance {
            const_size = registers[usize::from(CONST_SIZE) + bank as usize];
        }
        if let (true, Some((bits, _))) = (write, register(address)) {
            registers[address as usize] = Some(data & bits);
        }
        if reset {
            let after = |address: usize| register(address as u64).map(|(_, value)| value);
            registers = std::array::from_fn(after);
        }
    }
    vectors
}

fn shown(registers: &Registers, const_size: Option<u64>) -> Expected {
    let at = |address: u8| registers[usize::from(address)];
    let (shared, local) = (at(SHARED_BASE), at(LOCAL_BASE));
    let low = |base: Option<u64>| base.map(|base| base >> 24 & 0xff);
    let high = |base: Option<u64>| base.map(|base| base >> 32);
    vec![
        low(shared),
        high(shared),
        low(local),
        high(local),
        at(SHARED_SIZE),
        at(LOCAL_SIZE),
        at(GLOBAL_LIMIT),
        const_size,
        at(REGISTER_COUNT),
        at(MISALIGNED_IS_ERROR),
    ]
}
