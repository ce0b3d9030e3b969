//! The array script of a farm: one template, with the few lines in which schedulers differ.

use super::Folder;
use clap::ValueEnum;
use std::fmt::Write;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scheduler {
    Slurm,
    Lsf,
}

impl Scheduler {
    /// The lines that are for the scheduler: name, numbers of the array, where its output goes.
    fn directives(self, name: &str, numbers: &str, folder: &str) -> [String; 3] {
        match self {
            Scheduler::Slurm => [
                format!("#SBATCH --job-name={name}"),
                format!("#SBATCH --array={numbers}"),
                format!("#SBATCH --output=\"{folder}/array-%a.out\""),
            ],
            Scheduler::Lsf => [
                format!("#BSUB -J \"{name}[{numbers}]\""),
                "#BSUB -n 1".to_owned(),
                format!("#BSUB -o \"{folder}/array-%I.out\""),
            ],
        }
    }

    /// The variable that has a task's number.
    fn index(self) -> &'static str {
        match self {
            Scheduler::Slurm => "SLURM_ARRAY_TASK_ID",
            Scheduler::Lsf => "LSB_JOBINDEX",
        }
    }
}

/// The script that runs the parts `numbers` of `folder`, a task each.
pub fn array(scheduler: Scheduler, folder: &Folder, numbers: &[usize]) -> String {
    let path = folder.path().display().to_string();
    let directives = scheduler.directives(folder.name(), &ranges(numbers), &path);
    let quoted = shlex::try_quote(&path).unwrap_or_default();
    let [directives, index] = [directives.join("\n"), scheduler.index().to_owned()];
    format!("#!/bin/sh\n{directives}\nexec /bin/sh {quoted}/parts/${index}/run\n")
}

/// Ascending numbers as schedulers write them: `1-3,7`.
fn ranges(numbers: &[usize]) -> String {
    let mut text = String::new();
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        let length = rest
            .iter()
            .zip(first..)
            .take_while(|(number, next)| *number == next)
            .count();
        let comma = if text.is_empty() { "" } else { "," };
        let _ = match length {
            1 => write!(text, "{comma}{first}"),
            _ => write!(text, "{comma}{first}-{}", first + length - 1),
        };
        rest = &rest[length..];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn neighbours_are_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
        assert_eq!(ranges(&[5]), "5");
        assert_eq!(ranges(&[]), "");
    }
}
