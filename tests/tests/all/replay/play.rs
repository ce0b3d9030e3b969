//! The kernels in RustHDL's simulator, which give the expected values for the other simulators.

use crate::replay::data;
use crate::replay::device::{Block, BlockPort, bits_of, ports, sample, value};
use crate::replay::draw::Draw;
use crate::replay::golden::GoldenUnit;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use sim::scoreboard::Mismatch;
use std::collections::BTreeSet;
use std::env::{self, VarError};
use std::fmt::Write;
use tests::random::{SEED, seed};

/// The environment variable that selects blocks, separated by commas.
pub const BLOCK: &str = "AGU_BLOCK";

/// Cycles of a block. With fewer lanes, a warp has more cycles. Of a decoder's words few are next to
/// legal ones in a certain bit.
fn cycles(block: &Block) -> usize {
    match block.lanes() {
        Some(lanes) => 400 + 4800 / lanes,
        None if block.module.contains("decode") => 9000,
        None => 3000,
    }
}

/// A block whose outputs have bits that have not changed yet is played on, up to this many times its
/// cycles.
const LONGEST: usize = 10;

/// Stack of a thread that creates a block: a unit with its wide vectors is built by value.
const STACK_BYTES: usize = 64 << 20;

/// A block with its inputs and outputs, cycle by cycle.
pub struct Played {
    pub block: Block,
    pub inputs: Vec<BlockPort>,
    pub outputs: Vec<BlockPort>,
    pub has_clock: bool,
    pub rows: Vec<Vec<u64>>,
    /// The bits of the outputs before the edge, bit 0 of the first output first.
    pub kernels: Vec<Vec<u8>>,
    /// The first difference of a unit from the golden pipeline.
    mismatch: Option<Mismatch>,
}

/// The rows of `outputs.tsv`: block, port, kind (`constant`, `seldom` or `undefined`), bits,
/// reason.
pub fn exceptions() -> Vec<(String, [&'static str; 5])> {
    data::rows("outputs.tsv", include_str!("outputs.tsv"))
}

/// The name of a block without `agu_`.
pub fn name(block: &Block) -> &'static str {
    block.module.trim_start_matches("agu_")
}

/// The selected ones of `blocks`: those of a tier, or those that the environment names.
pub fn selected(blocks: Vec<Block>, in_tier: impl Fn(&Block) -> bool) -> Vec<Block> {
    match env::var(BLOCK) {
        Ok(names) => named(blocks, &names, in_tier).unwrap_or_else(|error| panic!("{error}")),
        Err(VarError::NotPresent) => blocks.into_iter().filter(in_tier).collect(),
        Err(error) => panic!("{BLOCK}: {error}"),
    }
}

/// The ones of `blocks` with one of the comma-separated names. A name without its number of lanes
/// selects all those of the tier.
///
/// # Errors
/// A name that no block has.
pub fn named(
    mut blocks: Vec<Block>,
    names: &str,
    in_tier: impl Fn(&Block) -> bool,
) -> Result<Vec<Block>, String> {
    let of_width = |block: &Block, name: &str| {
        self::name(block).trim_end_matches(|digit: char| digit.is_ascii_digit()) == name
    };
    for known in names.split(',') {
        let mut blocks = blocks.iter();
        if !blocks.any(|block| name(block) == known || of_width(block, known)) {
            return Err(format!(
                "{BLOCK}: found {known:?}, expected a module without agu_"
            ));
        }
    }
    blocks.retain(|block| {
        let mut names = names.split(',');
        names.any(|wanted| name(block) == wanted || (in_tier(block) && of_width(block, wanted)))
    });
    Ok(blocks)
}

/// Plays all blocks in RustHDL's simulator, on all processors. Returns them in the order of their
/// modules.
pub fn play(mut blocks: Vec<Block>) -> Vec<Played> {
    blocks.sort_by_key(|block| block.module);
    let threads = ThreadPoolBuilder::new().stack_size(STACK_BYTES).build();
    let threads = threads.expect("threads");
    threads.install(|| blocks.into_par_iter().map(Played::new).collect())
}

impl Played {
    fn new(block: Block) -> Played {
        let mut device = block.device();
        let (inputs, outputs, has_clock) = ports(&*device, block.module);
        let cycles = cycles(&block);
        let mut golden = GoldenUnit::of(block.module, block.lanes().unwrap_or_default());
        let mut draw = Draw::new(&block, &inputs);
        let mut played = Played {
            block,
            inputs,
            outputs,
            has_clock,
            rows: Vec::new(),
            kernels: Vec::new(),
            mismatch: None,
        };
        let excepted = &played.excepted("constant") | &played.excepted("seldom");
        // Bits of which only one value was seen.
        let mut still: Vec<usize> = (0..bits_of(&played.outputs)).collect();
        still.retain(|bit| !excepted.contains(bit));
        while played.rows.len() < cycles
            || (!still.is_empty() && played.rows.len() < LONGEST * cycles)
        {
            // After that, a unit gets inputs that no traffic has.
            let mut golden = golden.as_mut().filter(|_| played.rows.len() < cycles);
            let row = match &mut golden {
                Some(golden) => golden.row(&played.inputs),
                // The first output of a coalescer.
                None => draw.row(|| sample(&*device)[0] == b'1'),
            };
            device.drive(&row);
            device.settle(false);
            played.kernels.push(sample(&*device));
            device.settle(true);
            played.rows.push(row);
            if let (Some(golden), None) = (&golden, &played.mismatch) {
                played.mismatch = golden.mismatch(&played.outputs, &sample(&*device));
            }
            let (first, last) = (&played.kernels[0], &played.kernels[played.rows.len() - 1]);
            still.retain(|&bit| first[bit] == last[bit]);
        }
        played
    }

    /// The outputs with the ranges of their bits.
    fn places(&self) -> impl Iterator<Item = (&BlockPort, std::ops::Range<usize>)> {
        let start = |place: usize| bits_of(&self.outputs[..place]);
        let ports = self.outputs.iter().enumerate();
        ports.map(move |(place, port)| (port, start(place)..start(place + 1)))
    }

    /// Compares the kernels with the golden model, if there is one.
    ///
    /// # Errors
    /// The first difference.
    pub fn compare_golden(&self) -> Result<(), String> {
        let module = self.block.module;
        let text = |mismatch: &Mismatch| format!("{module}: {mismatch}");
        self.mismatch.as_ref().map_or(Ok(()), |it| Err(text(it)))
    }

    /// Compares a simulator's outputs in the cycles in which they differ from the kernels.
    ///
    /// # Errors
    /// The first difference.
    pub fn compare(&self, differing: &[(usize, Vec<u8>)], simulator: &str) -> Result<(), String> {
        let undefined = self.excepted("undefined");
        for (cycle, got) in differing {
            let kernels = &self.kernels[*cycle];
            for (port, place) in self.places() {
                let wrong = |bit: &usize| {
                    let (kernel, got) = (kernels[*bit], got[*bit]);
                    kernel != got && !(got == b'x' && undefined.contains(bit))
                };
                let Some(bit) = place.clone().find(wrong) else {
                    continue;
                };
                let element = (bit - place.start) / port.width;
                let start = place.start + element * port.width;
                let said = [("RustHDL", kernels), (simulator, got)]
                    .map(|(name, bits)| (name, value(&bits[start..start + port.width])));
                return Err(self.difference(*cycle, port, element, &said));
            }
        }
        Ok(())
    }

    fn difference(
        &self,
        cycle: usize,
        port: &BlockPort,
        element: usize,
        said: &[(&str, Option<u64>)],
    ) -> String {
        let (module, name) = (self.block.module, &port.name);
        let mut text = format!("{module} cycle {cycle} {name}[{element}]:");
        for (simulator, value) in said {
            let value = value.map_or("x".to_owned(), |value| format!("{value:#x}"));
            let _ = write!(text, " {simulator} {value}");
        }
        text += "\n ";
        let mut values = self.rows[cycle].iter();
        for port in &self.inputs {
            let of_port = values.by_ref().take(port.elements);
            let of_port: Vec<_> = of_port.map(|value| format!("{value:x}")).collect();
            let _ = write!(text, " {}={}", port.name, of_port.join(","));
        }
        text
    }

    /// Checks that every output bit was seen as 0 and 1, except for bits that are `constant` in
    /// `outputs.tsv`. A `seldom` bit need not be seen as both.
    ///
    /// # Errors
    /// Bits that never change, and `constant` bits that change.
    pub fn check_toggles(&self, differing: &[(usize, Vec<u8>)]) -> Result<(), String> {
        let mut trace = self.kernels.clone();
        for (cycle, got) in differing {
            trace[*cycle].clone_from(got);
        }
        let toggles = |bit: &usize| {
            let seen = |digit: u8| trace.iter().any(|row| row[*bit] == digit);
            seen(b'0') && seen(b'1')
        };
        let all = 0..bits_of(&self.outputs);
        let constant: BTreeSet<usize> = all.filter(|bit| !toggles(bit)).collect();
        let seldom = self.excepted("seldom");
        let constant = &constant - &seldom;
        let allowed = self.excepted("constant");
        let names = |bits: BTreeSet<usize>| {
            let name = |bit| {
                let (port, place) = self.places().find(|(_, place)| place.contains(&bit))?;
                Some(format!("{}[{}]", port.name, bit - place.start))
            };
            let names: Vec<String> = bits.into_iter().filter_map(name).collect();
            names.join(" ")
        };
        if constant == allowed {
            return Ok(());
        }
        let module = self.block.module;
        let still = names(&constant - &allowed);
        let moving = names(&allowed - &constant);
        Err(format!(
            "{module}: never change: {still}; constant in outputs.tsv, but change: {moving}"
        ))
    }

    /// The output bits in `outputs.tsv` of that `kind`.
    fn excepted(&self, kind: &str) -> BTreeSet<usize> {
        let block = name(&self.block);
        let mut found = BTreeSet::new();
        for (place, [blocks, ports, of_kind, bits, _]) in exceptions() {
            if of_kind != kind || !data::fits(blocks, block) {
                continue;
            }
            for (port, at) in self.places() {
                if !data::fits(ports, &port.name) {
                    continue;
                }
                for element in 0..port.elements {
                    let all = (0, port.width - 1);
                    let (first, last) = match bits.split_once("..") {
                        None => all,
                        Some(("lane", last)) => (element, last.parse().expect(&place)),
                        Some((first, last)) => {
                            (first.parse().expect(&place), last.parse().expect(&place))
                        }
                    };
                    let start = at.start + element * port.width;
                    found.extend((first..=last).map(|bit: usize| start + bit));
                }
            }
        }
        found
    }
}

/// Panics if one of the verdicts is an error.
#[track_caller]
pub fn report(verdicts: impl IntoIterator<Item = Result<(), String>>) {
    let errors: Vec<String> = verdicts.into_iter().filter_map(Result::err).collect();
    assert!(
        errors.is_empty(),
        "{SEED} = {}\n{}",
        seed(),
        errors.join("\n")
    );
}
