//! The result port: what the stages give, behind a skid buffer.

use crate::testbench::vectors::Vectors;
use crate::testbench::{device, replay};
use replay::random::Random;
use rtl::warp_unit::{ResultBeat, ResultLane};

device!(ResultLane clock;
    load held sum_lo_s6 sum_hi_s6 cc_s6 address_lo_s6 address_hi_s6 byte_enable_s6 space_s6
    fault_s6;
    sum_lo sum_hi cc address_lo address_hi byte_enable space fault lock_index line top word);
device!(ResultBeat[LANES] clock;
    load held tag_s6 last_s6 rd_write_s6 predicate_write_s6 cc_write_s6 execute_mask_s6
    live_mask_s6 shared_mask_s6 global_mask_s6 fault_mask_s6 misaligned_mask_s6 one_space_s6
    differs_s6 fault_valid_s6 fault_lane_s6;
    result_destination result_predicate result_element result_store result_size result_access
    result_address_add result_beat uniform result_last rd_write predicate_write cc_write execute_mask
    live_mask shared_mask global_mask fault_mask misaligned_mask fault_valid fault_lane);

replay!(result_lane: ResultLane, behind_a_skid_buffer(15, LANE, lane_ports)
    => result_lane_rusthdl result_lane_icarus result_lane_verilator);
replay!(result_beat: ResultBeat<8>, behind_a_skid_buffer(16, BEAT, beat_ports)
    => result_beat_rusthdl result_beat_icarus result_beat_verilator);

/// Bits of what a lane gives.
const LANE: [u32; 8] = [32, 32, 4, 32, 8, 16, 2, 2];

/// Bits of what a beat of eight lanes gives: tag, last, masks, one_space, differs, first fault.
const BEAT: [u32; 15] = [35, 1, 8, 8, 8, 8, 8, 8, 8, 8, 8, 1, 8, 1, 5];

/// Bits of the fields of a tag, the lowest first.
const TAG: [u32; 8] = [16, 3, 5, 1, 3, 1, 1, 5];

/// Random data, of which the port shows what came in at the last edge with `load` high, or what
/// was held then.
fn behind_a_skid_buffer<const N: usize>(
    stream: u64,
    bits: [u32; N],
    ports: fn(&[u64; N]) -> Vec<u64>,
) -> Vectors {
    let mut random = Random::new(stream);
    let (mut port, mut beside) = (None, None);
    (0..600)
        .map(|_| {
            let (load, held) = (random.flag(), random.flag());
            let data = bits.map(|bits| match random.once_in(4) {
                true => 0,
                false => random.number() >> (64 - bits),
            });
            let count = ports(&data).len();
            let expected = match &port {
                Some(data) => ports(data).into_iter().map(Some).collect(),
                None => vec![None; count],
            };
            if load {
                port = if held { beside } else { Some(data) };
            }
            if !held {
                beside = Some(data);
            }
            let mut row = vec![load.into(), held.into()];
            row.extend(data);
            (row, expected)
        })
        .collect()
}

fn lane_ports(data: &[u64; 8]) -> Vec<u64> {
    let address = data[3] | data[4] << 32;
    let mut ports = data.to_vec();
    ports.extend([
        address >> 2 & 0xff,
        address >> 7 & 0xffff_ffff,
        address >> 39,
        address >> 2 & 0x3f_ffff,
    ]);
    ports
}

fn beat_ports(data: &[u64; 15]) -> Vec<u64> {
    let (mut tag, mut ports) = (data[0], Vec::new());
    for bits in TAG {
        ports.push(tag & (u64::MAX >> (64 - bits)));
        tag >>= bits;
    }
    let ([before @ .., one_space, differs, fault_valid, fault_lane], access) =
        (data, data[0] >> 28 & 1);
    ports.push(u64::from(access & one_space == 1 && *differs == 0));
    ports.extend(&before[1..]);
    ports.extend([fault_valid, fault_lane]);
    ports
}
