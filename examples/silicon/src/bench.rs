//! A device on one side, the golden model on the other.

use crate::experiment::{ACCESSES, Experiment, Judge, patterns};
use crate::model::{Model, Outcome};
use crate::operands::{Inputs, Place, Random};
use crate::report::{Measurement, Row, Verdict};
use crate::template::{CLEAR, Patched, Template};
use agu_model::isa::disassemble;
use anyhow::{Context, Error, Result, ensure};

/// Differences that a row keeps.
const EXAMPLES: usize = 3;

/// Launches of which the fastest counts.
const REPEATS: usize = 5;

/// Fewer passes than this hide behind the issue of instructions.
const HIDDEN: f64 = 4.0;

/// A GPU, or a model of one.
pub trait Device {
    /// Addresses of the device, by the template with an empty program. They may change after an error of
    /// a program.
    fn survey(&mut self, template: &Template) -> Result<Place>;

    /// Launches an image. An error of the program is an outcome.
    fn launch(&mut self, image: &[u8], inputs: &Inputs) -> Result<Outcome>;
}

/// Experiments on a device.
pub struct Bench<'a, D> {
    pub template: &'a Template,
    pub device: &'a mut D,
    pub place: Place,
    pub random: Random,
    /// Cycles of a pass of loads and of stores, by the first row of each.
    pub cycles: [Option<f64>; 2],
}

impl<D: Device> Bench<'_, D> {
    /// Runs a row. The error of one that cannot run is in its note.
    pub fn row(&mut self, experiment: &Experiment) -> Row {
        let mut row = Row {
            experiment: experiment.name.clone(),
            statement: experiment.group.statement.clone(),
            trials: 0,
            differences: 0,
            verdict: Verdict::Measured,
            examples: Vec::new(),
            measurements: Vec::new(),
            note: String::new(),
        };
        let judge = experiment.group.judge;
        let mut programs = 0..experiment.programs.len();
        let mut ran = programs.try_for_each(|program| self.program(experiment, program, &mut row));
        if judge == Judge::Passes && ran.is_ok() {
            ran = self.judge_passes(&mut row);
        }
        match ran {
            Err(error) => (row.verdict, row.note) = (Verdict::Failed, format!("{error:#}")),
            Ok(()) if row.differences > 0 => row.verdict = Verdict::Differs,
            Ok(()) if judge != Judge::Lines => row.verdict = Verdict::Agrees,
            Ok(()) => {}
        }
        row
    }

    fn program(&mut self, experiment: &Experiment, program: usize, row: &mut Row) -> Result<()> {
        let patched = self.template.patched(&experiment.programs[program])?;
        let model = Model::new(self.template, self.place, &patched.text)?;
        for inputs in experiment.inputs(program, &mut self.random, self.place) {
            row.trials += inputs.threads.len();
            if experiment.group.judge == Judge::Values {
                let got = self.device.launch(&patched.image, &inputs)?;
                if got.is_err() {
                    self.place = self.device.survey(self.template)?;
                }
                self.compare(&patched, &inputs, model.run(&inputs)?, got, row);
                continue;
            }
            let mut fastest = u32::MAX;
            for _ in 0..REPEATS {
                let results = self.device.launch(&patched.image, &inputs)?.map_err(Error::msg)?;
                fastest = fastest.min(results.cycles.into_iter().max().context("no lanes")?);
            }
            let [passes, lines, sectors] = model.requests(&inputs, CLEAR)?;
            let (pattern, _) = patterns(&experiment.group).nth(program).context("no pattern")?;
            let (cycles, passes_by_cycles) = (fastest, 0.0);
            let it = Measurement { pattern, cycles, passes, lines, sectors, passes_by_cycles };
            row.measurements.push(it);
        }
        Ok(())
    }

    fn compare(&self, patched: &Patched, inputs: &Inputs, expected: Outcome, got: Outcome, row: &mut Row) {
        let isa = self.template.isa;
        let text = |&word: &_| format!("{} {}", isa.hex(word), disassemble(isa, word).unwrap_or_default());
        let mut add = |operands: Option<[u32; 8]>, expected: String, got: String| {
            row.differences += 1;
            if row.examples.len() < EXAMPLES {
                let words = Vec::from_iter(patched.words.iter().map(text)).join("\n");
                let operands = operands.map_or_else(String::new, |it| format!("a b c k u v w x = {it:x?}, "));
                let uniform = inputs.uniform;
                let example =
                    format!("{words}\n{operands}uniform {uniform:#x}\nexpected {expected}\ngot      {got}");
                row.examples.push(example);
            }
        };
        let (expected, got) = match (expected, got) {
            (Ok(expected), Ok(got)) => (expected, got),
            (expected, got) => {
                let name = |outcome: Outcome| outcome.map_or_else(|error| error, |_| "results".to_owned());
                let (expected, got) = (name(expected), name(got));
                if expected != got {
                    add(None, expected, got);
                }
                return;
            }
        };
        let threads = expected.threads.iter().zip(&got.threads).zip(&inputs.threads);
        for ((expected, got), operands) in threads.filter(|((expected, got), _)| expected != got) {
            add(Some(*operands), format!("{expected:x?}"), format!("{got:x?}"));
        }
        let stored = expected.arena.iter().zip(&got.arena).enumerate();
        for (word, (expected, got)) in stored.filter(|(_, (expected, got))| expected != got) {
            let text = |value: &u32| format!("word {word} of the arena = {value:#x}");
            add(None, text(expected), text(got));
        }
    }

    /// Compares cycles with passes. A pass takes what it takes in the first row of loads or of stores. The
    /// pattern with most passes is the fixed point.
    fn judge_passes(&mut self, row: &mut Row) -> Result<()> {
        let most = row.measurements.iter().max_by_key(|it| it.passes).context("no patterns")?;
        let half = row.measurements.iter().min_by_key(|it| it.passes.abs_diff(most.passes / 2));
        let half = half.context("no patterns")?;
        let (passes, cycles) = (f64::from(most.passes), f64::from(most.cycles));
        let accesses = ACCESSES as f64;
        let own = (cycles - f64::from(half.cycles)) / (passes - f64::from(half.passes)) / accesses;
        let store = usize::from(row.experiment.starts_with("ST"));
        let pass = *self.cycles[store].get_or_insert(own);
        row.note = format!("A pass takes {own:.2} cycles here, {pass:.2} in the first such row.");
        ensure!(pass > 0.1, "a pass takes {pass:.2} cycles, expected more");
        for it in &mut row.measurements {
            it.passes_by_cycles = passes - (cycles - f64::from(it.cycles)) / accesses / pass;
            let difference = it.passes_by_cycles.max(HIDDEN) - f64::from(it.passes).max(HIDDEN);
            row.differences += usize::from(difference.abs() >= 0.5);
        }
        Ok(())
    }
}
