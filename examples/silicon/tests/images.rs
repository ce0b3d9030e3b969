//! Images for many parts, without a GPU. `CUDA` names the folder of the compilers and of the vendor's
//! disassembler, which `make ptxas` gets.

use agu_model::isa::{Isa, Word, disassemble};
use anyhow::{Context, Result, ensure};
use silicon::bench::{Bench, Device};
use silicon::experiment::{Experiment, Judge, experiments};
use silicon::model::{Model, Outcome, arena};
use silicon::operands::{Inputs, Place, Random};
use silicon::report::Verdict;
use silicon::template::{CLEAR, SLOTS, Template, ptx};
use std::path::PathBuf;
use std::process::Command;

const PTXAS_12: &str = "cuda_nvcc/bin/ptxas";
const PTXAS_13: &str = "cu13/bin/ptxas";
const PARTS: [(&str, &[&str]); 2] = [
    (PTXAS_12, &["sm_50", "sm_52", "sm_61", "sm_70", "sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120"]),
    (PTXAS_13, &["sm_75", "sm_86", "sm_90a", "sm_103", "sm_110", "sm_121"]),
];

fn run(tool: &str, arguments: &[&str]) -> Result<String> {
    let folder = std::env::var("CUDA").context("CUDA, which `make ptxas` fills")?;
    let tool = PathBuf::from(folder).join(tool);
    let ran = Command::new(&tool).args(arguments).output().with_context(|| tool.display().to_string())?;
    ensure!(ran.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
    Ok(String::from_utf8(ran.stdout)?)
}

/// A folder for a part, and its template.
fn template(ptxas: &str, part: &str) -> Result<(tempfile::TempDir, Template)> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("probe.ptx"), ptx())?;
    run(ptxas, &["-arch", part, "-o", &path("probe.cubin"), &path("probe.ptx")])?;
    let image = std::fs::read(path("probe.cubin"))?;
    Ok((folder, Template::parse(image).with_context(|| format!("{ptxas} {part}"))?))
}

fn all(check: impl Fn(&std::path::Path, &Template) -> Result<()>) -> Result<()> {
    for (ptxas, parts) in PARTS {
        for part in parts {
            let (folder, template) = template(ptxas, part)?;
            check(folder.path(), &template).with_context(|| format!("{ptxas} {part}"))?;
        }
    }
    Ok(())
}

/// Instructions in nvdisasm's listing.
fn listed(listing: &str) -> Vec<&str> {
    let lines = listing.lines().filter_map(|line| line.trim().strip_prefix("/*")?.split_once("*/"));
    let code = lines.map(|(_, text)| text.split(';').next().unwrap_or_default().trim());
    code.filter(|text| !text.is_empty()).collect()
}

#[test]
fn both_disassemblers_show_the_intended_instructions() -> Result<()> {
    all(|folder, template| {
        let (mut code, mut texts, mut last) = (Vec::new(), Vec::new(), Vec::new());
        let isa = template.isa;
        for experiment in experiments(template)? {
            for program in &experiment.programs {
                let patched = template.patched(program)?;
                let words = template.slots_of(&patched.image);
                last = patched.image;
                for (word, line) in words.iter().zip(patched.text.lines()) {
                    let text = disassemble(isa, *word)?;
                    let line =
                        line.split_once("] ").filter(|_| line.starts_with('[')).map_or(line, |it| it.1);
                    let line =
                        line.split(" //").next().unwrap_or_default().split(" &").next().unwrap_or_default();
                    let line =
                        if isa == Isa::Maxwell { line.strip_suffix(", 0x0").unwrap_or(line) } else { line };
                    // Up to sm_75 the scope prints, of which the text names none.
                    let plain = text.replace(".SYS", "");
                    ensure!(plain == line.replace("+0x0]", "]"), "{text}, expected {line}");
                    code.extend(&word.to_le_bytes()[..isa.digits() / 2]);
                    texts.push(text);
                }
            }
        }
        // Bytes that differ from the template are those of the slots.
        let mut bytes = last.iter().zip(&template.image).map(|(new, old)| new != old);
        let (first, end) = (bytes.position(|it| it), bytes.rposition(|it| it));
        let span = first.zip(end).map(|(_, end)| end + 2);
        ensure!(span.is_some_and(|span| span <= 16 * SLOTS), "{span:?}");
        // nvdisasm 13 reads no part before sm_75.
        let Some(part) = isa.part().filter(|_| template.part.0 >= 75) else { return Ok(()) };
        let path = |name: &str| folder.join(name).display().to_string();
        std::fs::write(path("words"), &code)?;
        let name = part.name().replace("sm_", "SM");
        let listing = run("cu13/bin/nvdisasm", &["-b", &name, &path("words")])?;
        ensure!(listed(&listing) == texts, "nvdisasm prints something else");
        std::fs::write(path("last.cubin"), &last)?;
        let listing = run("cu13/bin/nvdisasm", &["-c", &path("last.cubin")])?;
        let shown = listed(&listing);
        let clocks = Vec::from_iter((0..shown.len()).filter(|&line| shown[line].contains("SR_CLOCKLO")));
        let [first, second] = clocks[..] else { anyhow::bail!("{clocks:?}") };
        let words = template.slots_of(&last);
        let intended = words.iter().map(|&word| disassemble(isa, word)).collect::<Result<Vec<_>, _>>()?;
        ensure!(shown[first + 1..second] == intended, "{:?}", &shown[first + 1..second]);
        let parameter = format!("c[0x0][{:#x}]", template.uniform - 8);
        ensure!(listing.contains(&parameter), "no {parameter}");
        ensure!(!shown.iter().take(first).any(|line| line.contains("UR1")), "uniform registers");
        Ok(())
    })
}

/// The golden model on the words of an image, in the place of a GPU.
struct Simulated {
    template: Template,
    word: fn(Word) -> Word,
    passes: fn(u32, Word) -> u32,
    /// Launches with a fault, and those in which no value was computed or stored.
    faults: usize,
    idle: usize,
}

const PLACE: Place = Place {
    arena: 0x7f_0000_0000,
    shared: 0x400,
    local: 0xff_fd00,
    generic_shared: 0x7f55_0000_0400,
    generic_local: 0x7f56_00ff_fd00,
};

impl Device for Simulated {
    fn survey(&mut self, _: &Template) -> Result<Place> {
        Ok(PLACE)
    }

    fn launch(&mut self, image: &[u8], inputs: &Inputs) -> Result<Outcome> {
        let isa = self.template.isa;
        let words = self.template.slots_of(image);
        let lines = words.iter().map(|&word| isa.hex((self.word)(word)));
        let model = Model::new(&self.template, PLACE, &Vec::from_iter(lines).join("\n"))?;
        let mut outcome = model.run(inputs)?;
        self.faults += usize::from(outcome.is_err());
        if let Ok(results) = &mut outcome {
            let is_idle = results.arena == arena() && results.threads.iter().all(|words| *words == [0; 4]);
            self.idle += usize::from(is_idle);
            let [passes, lines, _] = model.requests(inputs, CLEAR)?;
            results.cycles =
                vec![700 + 64 * (self.passes)(passes, words[CLEAR]) + lines; inputs.threads.len()];
        }
        Ok(outcome)
    }
}

/// Names of the rows that differ.
fn differing(
    template: &Template,
    word: fn(Word) -> Word,
    passes: fn(u32, Word) -> u32,
) -> Result<Vec<String>> {
    let mut device = Simulated { template: template.clone(), word, passes, faults: 0, idle: 0 };
    let mut bench =
        Bench { template, device: &mut device, place: PLACE, random: Random(1), cycles: [None; 2] };
    let mut names = Vec::new();
    for mut experiment in experiments(template)? {
        // The first and the last images, in a short time.
        if experiment.group.judge == Judge::Values && experiment.programs.len() > 3 {
            let Experiment { programs, .. } = &mut experiment;
            programs.drain(1..programs.len() - 1);
        }
        let row = bench.row(&experiment);
        ensure!(row.verdict != Verdict::Failed && row.trials > 0, "{}: {}", row.experiment, row.note);
        let Simulated { faults, idle, .. } = bench.device;
        let (faults, idle) = (std::mem::take(faults), std::mem::take(idle));
        // A misaligned access is an error from Volta on.
        let is_fault = experiment.group.wrong > 0 && (experiment.group.at || template.isa != Isa::Maxwell);
        ensure!((faults > 0) == is_fault, "{}: {faults} launches with a fault", row.experiment);
        ensure!(idle == 0 || experiment.group.judge != Judge::Values, "{}: no value", row.experiment);
        ensure!((row.verdict == Verdict::Differs) == (row.differences > 0));
        if row.verdict == Verdict::Differs {
            names.push(row.experiment);
        }
    }
    Ok(names)
}

#[test]
fn a_device_that_is_the_model_agrees_in_all_rows() -> Result<()> {
    all(|_, template| {
        let names = differing(template, |word| word, |passes, _| passes)?;
        ensure!(names.is_empty(), "{names:?}");
        Ok(())
    })
}

#[test]
fn a_device_that_is_another_differs() -> Result<()> {
    let (_folder, template) = template(PTXAS_12, "sm_80")?;
    // The second negation is left out.
    let word = |word: Word| if word & 0xfff == 0x211 { word & !(1 << 63) } else { word };
    let names = differing(&template, word, |passes, _| passes)?;
    let expected =
        experiments(&template)?.into_iter().filter(|it| it.name.contains("-b") || it.name.contains("~b"));
    ensure!(names == Vec::from_iter(expected.map(|it| it.name)), "{names:?}");
    // Half the passes of 8 and 16 bytes.
    let wide = |passes, word: Word| if (word >> 73) & 7 > 4 { passes / 2 } else { passes };
    let names = differing(&template, |word| word, wide)?;
    let expected = ["LDS.64 d, [a]", "STS.64 [a], u", "LDS.128 d, [a]", "STS.128 [a], u"];
    ensure!(names == expected, "{names:?}");
    Ok(())
}

#[test]
fn without_a_gpu_the_status_is_3() -> Result<()> {
    let arguments = ["--driver", "no-such-library.so"];
    let ran = Command::new(env!("CARGO_BIN_EXE_silicon")).args(arguments).output()?;
    let said = String::from_utf8_lossy(&ran.stderr);
    ensure!(ran.status.code() == Some(3) && said.contains("no GPU: no-such-library.so"), "{said}");
    Ok(())
}
