//! Expected results: the golden model on the instructions of an experiment.

use crate::operands::{ARENA, Inputs, Place};
use crate::template::Template;
use agu_model::isa::instruction::WARP_LANES;
use agu_model::{FaultKind, Generation, Program, Warp, WarpConfig, memory_requests};
use anyhow::{Context, Result};

/// Results of one launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// `d e f g` of each thread.
    pub threads: Vec<[u32; 4]>,
    /// The arena afterwards.
    pub arena: Vec<u32>,
    /// Cycles of each thread, which the model does not have.
    pub cycles: Vec<u32>,
}

/// Outcome of a launch: results, or the driver's name of an error.
pub type Outcome = Result<Results, String>;

/// The arena before a launch: each word depends on its place.
pub fn arena() -> Vec<u32> {
    let word = |place: u32| (place + 1).wrapping_mul(0x9e37_79b1) ^ place << 7;
    (0..ARENA / 4).map(word).collect()
}

/// A program, and a warp before it.
pub struct Model<'a> {
    template: &'a Template,
    place: Place,
    program: Program,
    warp: Warp,
}

impl Model<'_> {
    /// # Errors
    /// A line that is no instruction, and windows that no configuration has.
    pub fn new<'a>(template: &'a Template, place: Place, text: &str) -> Result<Model<'a>> {
        let program = Program::parse(template.isa, text)?;
        let generation = Generation::of_name(template.isa, &template.part.to_string());
        let mut warp = Warp::new(WarpConfig {
            shared_base: place.generic_shared & !0xff_ffff,
            local_base: place.generic_local & !0xff_ffff,
            ..WarpConfig::new(generation)
        })?;
        for (address, word) in (place.arena..).step_by(4).zip(arena()) {
            warp.memory.global.set_word(address, word);
        }
        Ok(Model { template, place, program, warp })
    }

    fn warp(&self, uniform: u64, threads: &[[u32; 8]]) -> Warp {
        let (mut warp, offset) = (self.warp.clone(), self.template.uniform);
        warp.constants.set_word(0, offset, uniform as u32);
        warp.constants.set_word(0, offset + 4, (uniform >> 32) as u32);
        let [a, b, _] = self.template.registers;
        for (index, register) in (a..a + 4).chain(b..b + 4).enumerate() {
            let lane = |lane: usize| threads.get(lane).map_or(0, |words| words[index]);
            warp.write_register(register, &std::array::from_fn(lane), u32::MAX);
        }
        warp
    }

    /// Runs a launch, warp after warp.
    pub fn run(&self, inputs: &Inputs) -> Result<Outcome> {
        let mut results = Results { arena: arena(), ..Results::default() };
        for threads in inputs.threads.chunks(WARP_LANES) {
            let mut warp = self.warp(inputs.uniform, threads);
            for statement in &self.program.statements {
                if let Some(fault) = warp.step(statement).faults.first() {
                    return Ok(Err(error_of(fault.kind).to_owned()));
                }
            }
            let words = [0, 1, 2, 3].map(|word| warp.register(self.template.registers[2] + word));
            results.threads.extend((0..threads.len()).map(|lane| words.map(|word| word[lane])));
            for (address, byte) in warp.memory.global.stored() {
                let place = address.wrapping_sub(self.place.arena);
                let word = results.arena.get_mut((place / 4) as usize);
                let word = word.context("a store outside of the arena")?;
                let shift = place % 4 * 8;
                *word = *word & !(0xff << shift) | u32::from(byte) << shift;
            }
        }
        Ok(Ok(results))
    }

    /// Passes, lines and sectors of an instruction of the first warp.
    pub fn requests(&self, inputs: &Inputs, index: usize) -> Result<[u32; 3]> {
        let warp = self.warp(inputs.uniform, &inputs.threads);
        let statement = self.program.statements.get(index).context("no access")?;
        let result = warp.compute(&statement.meaning).context("an illegal instruction")?;
        let requests = memory_requests(&result);
        let passes = requests.iter().filter(|it| it.shared).count() as u32;
        let sectors = requests.iter().map(|it| it.sectors.count_ones()).sum();
        Ok([passes, requests.len() as u32 - passes, sectors])
    }
}

/// The driver's error for a fault.
fn error_of(fault: FaultKind) -> &'static str {
    match fault {
        FaultKind::Misaligned => "CUDA_ERROR_MISALIGNED_ADDRESS",
        FaultKind::IllegalInstruction => "CUDA_ERROR_ILLEGAL_INSTRUCTION",
        FaultKind::OutsideWindow | FaultKind::OutsideAllocation => "CUDA_ERROR_ILLEGAL_ADDRESS",
    }
}
