//! The board: frames on its serial line, and the answers of a warp unit of one lane.

mod uart;

use crate::places::config_write;
use crate::testbench::vectors::Vectors;
use crate::testbench::{Case, Device, Port, device, replay};
use crate::unit::ports;
use crate::unit::request::Request;
use isa::control::board::{ANSWER_BYTES, BEAT, CONFIGURE, FRAME_BYTES};
use replay::random::Random;
use rtl::tops::Board;
use rtl::warp_unit::WarpUnit;
use sim::pipeline::{LATENCY, Pipeline, PortInputs};
use uart::Line;

device!(Board clock; rx; tx led);

replay!(board: [board_case()] => board_rusthdl board_icarus board_verilator);

/// As few as there may be: the simulation is short.
const CLOCKS_PER_BIT: usize = 4;

/// Cycles of a byte of an answer: its bits between start and stop bit, and the one in which the
/// transmitter is ready for the next.
const ANSWER_BYTE: usize = 10 * CLOCKS_PER_BIT + 1;

/// Bits of a frame that name its command.
const COMMAND_BITS: usize = 4;

/// The fields of an answer, the first one lowest.
const ANSWER: &str = "\
    uniform fault_valid result_last result_access result_address_add result_store \
    result_beat result_size result_predicate result_destination result_element fault_lane \
    rd_write predicate_write cc_write execute_mask live_mask shared_mask fault_mask \
    misaligned_mask sum_lo sum_hi address_lo address_hi byte_enable lock_index cc space \
    fault";

fn board_case() -> Case {
    let make = || Board::new(CLOCKS_PER_BIT as u16);
    Case::new("agu_board", make, board_vectors())
}

/// What the board does with what is sent.
enum Step {
    /// A break, which resets it.
    Break,
    /// Bytes that make no frame, or a frame with a command that is none.
    Nothing,
    /// A frame whose answer starts so many cycles after its last byte was heard, and its bits:
    /// none of a configuration write, which has no result.
    Answer(usize, Vec<Option<bool>>),
}

/// A configuration write, then beats of a warp, broken off in the middle of a frame; a beat after
/// reset; a frame that is none. Few, for the simulation of the kernels is slow.
fn board_vectors() -> Vectors {
    let mut random = Random::new(97);
    let mut host = Host {
        line: Line::new(CLOCKS_PER_BIT),
        golden: Pipeline::default(),
        steps: Vec::new(),
    };
    host.reset();
    host.configure(&mut random);
    host.beats(2, &mut random);
    // Noise is no start bit.
    host.line.hold(false, 1);
    host.line.hold_bits(true, 2);
    host.send(&[BEAT, 0x55, 0xaa]);
    host.steps.push((3, Step::Nothing));
    host.reset();
    host.beats(1, &mut random);
    host.send(&[0xf; FRAME_BYTES]);
    host.steps.push((FRAME_BYTES, Step::Nothing));
    host.reset();
    host.expected()
}

/// Who sends, and knows what has to come back.
struct Host {
    line: Line,
    golden: Pipeline<1>,
    /// What was sent: so many bytes each.
    steps: Vec<(usize, Step)>,
}

impl Host {
    fn reset(&mut self) {
        self.line.hold_bits(false, 12);
        self.line.hold_bits(true, 12);
        self.golden = Pipeline::default();
        self.steps.push((1, Step::Break));
    }

    fn configure(&mut self, random: &mut Random) {
        let (address, data) = config_write(random, self.golden.config());
        let bits = [(address.into(), 6), (data, 64)];
        self.send(&frame(CONFIGURE, bits.into_iter()));
        let idle = Request::<1>::random(random, self.golden.config());
        self.golden.edge(&PortInputs {
            config_valid: true,
            config_address: address,
            config_data: data,
            ..idle.inputs()
        });
        self.steps
            .push((FRAME_BYTES, Step::Answer(3, vec![None; 8 * ANSWER_BYTES])));
    }

    /// Beats of one warp.
    fn beats(&mut self, count: usize, random: &mut Random) {
        let mut request = Request::<1>::random(random, self.golden.config());
        for _ in 0..count {
            self.beat(&request);
            request.next_beat(random);
        }
    }

    fn beat(&mut self, request: &Request<1>) {
        let asked = PortInputs {
            request_valid: true,
            result_ready: true,
            memory_ready: true,
            ..request.inputs()
        };
        let given = ports::inputs(&asked);
        let inputs = WarpUnit::<1>::inputs();
        let of_beat = inputs
            .iter()
            .skip_while(|port| port.name != "access")
            .take_while(|port| port.name != "result_ready");
        let fields = of_beat.map(|port| {
            let found = given.iter().find(|(name, _)| *name == port.name);
            (found.map_or(0, |(_, values)| values[0]), port.width)
        });
        self.send(&frame(BEAT, fields));

        self.golden.edge(&asked);
        let bubble = PortInputs {
            request_valid: false,
            ..asked
        };
        for _ in 1..LATENCY {
            self.golden.edge(&bubble);
        }
        let answer = answer(&ports::outputs(&self.golden, &bubble, true));
        self.golden.edge(&bubble);
        self.steps
            .push((FRAME_BYTES, Step::Answer(3 + LATENCY, answer)));
    }

    fn send(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.line.send(byte));
    }

    /// The line with what comes back.
    fn expected(self) -> Vectors {
        let cycles = self.line.levels.len();
        let (mut tx, mut led) = (vec![Some(true); cycles], vec![false; cycles]);
        let mut heard = self.line.heard().into_iter();
        let (mut begun, mut answer) = (None, 0);
        for (bytes, step) in self.steps {
            let times: Vec<usize> = heard.by_ref().take(bytes).map(|(time, ..)| time).collect();
            let (Some(&first), Some(&last)) = (times.first(), times.last()) else {
                panic!("no byte was heard");
            };
            match step {
                Step::Nothing => begun = Some(first),
                Step::Break => {
                    // What was begun before is forgotten, but for a byte that is being sent.
                    led[begun.take().unwrap_or(last) + 1..=last].fill(true);
                    let sent = (last + 2 - answer).div_ceil(ANSWER_BYTE);
                    tx[answer + sent * ANSWER_BYTE..].fill(Some(true));
                }
                Step::Answer(delay, bits) => {
                    // It is sent the second cycle after it is there.
                    led[first + 1..=last + delay - 2].fill(true);
                    let bytes = bits.chunks(8);
                    let levels = bytes.flat_map(|byte| {
                        let framed = [&[Some(false)], byte, &[Some(true)]].concat();
                        let levels = framed.into_iter();
                        let held = levels.flat_map(|level| [level; CLOCKS_PER_BIT]);
                        // The transmitter is ready for the next one.
                        held.chain([Some(true)])
                    });
                    answer = last + delay;
                    for (level, place) in levels.zip(&mut tx[answer..]) {
                        *place = level;
                    }
                }
            }
        }
        assert_eq!(heard.next(), None, "more than was sent");
        let rows = self.line.levels.into_iter().zip(tx.into_iter().zip(led));
        rows.map(|(rx, (tx, led))| {
            let expected = vec![tx.map(u64::from), Some(led.into())];
            (vec![rx.into()], expected)
        })
        .collect()
    }
}

/// The bytes of a frame: the command, then `fields` with their widths.
fn frame(command: u8, fields: impl Iterator<Item = (u64, usize)>) -> Vec<u8> {
    let command = (u64::from(command), COMMAND_BITS);
    let mut bits = bits([command].into_iter().chain(fields));
    bits.resize(8 * FRAME_BYTES, false);
    let byte = |bits: &[bool]| {
        let bits = bits.iter().rev();
        bits.fold(0, |byte, &bit| byte << 1 | u8::from(bit))
    };
    bits.chunks(8).map(byte).collect()
}

fn answer(outputs: &[(&'static str, Vec<Option<u64>>)]) -> Vec<Option<bool>> {
    let ports: Vec<Port> = WarpUnit::<1>::outputs();
    let fields = ANSWER.split_whitespace().map(|field| {
        let port = ports.iter().find(|port| port.name == field);
        let value = outputs.iter().find(|(name, _)| *name == field);
        match (port, value) {
            (Some(port), Some((_, values))) => (values[0].unwrap_or(0), port.width),
            _ => panic!("{field} is no port"),
        }
    });
    let mut bits: Vec<_> = bits(fields).into_iter().map(Some).collect();
    bits.resize(8 * ANSWER_BYTES, Some(false));
    bits
}

/// Fields side by side, the first one lowest.
fn bits(fields: impl Iterator<Item = (u64, usize)>) -> Vec<bool> {
    let bits = fields.flat_map(|(value, width)| (0..width).map(move |bit| value >> bit & 1 != 0));
    bits.collect()
}
