//! `agu synth`: what the hardware costs on FPGAs and how fast it clocks.

use std::io::Write;
use std::time::{Duration, Instant};
use verilated::exported;

use anyhow::{anyhow, bail};
use clap::Args;

use crate::report::synth as text;
use crate::results::{HardwareHashes, Record, Synth, SynthRow, Tools};
use fpga::baseline::{Baseline, Verdict};
use fpga::run::{Resources, measure, project};
use fpga::{Device, Measurement, Progress, Recorder, SynthError, plan};
use indicatif::ProgressBar;

use super::export;
use super::names::NameParser;
use super::number::within;
use super::shared_options::{JobOptions, option};
use super::{Interrupted, Outcome, can_write, interrupt, output, progress};

/// Area and Fmax on FPGAs, with Yosys and nextpnr
///
/// Without options: the lane, units of 1 to 32 lanes, the coalescer and the LEA unit of 8 lanes, each
/// on devices that have room for it, and gates of an ASIC with their depth (device `cells`). Runs in
/// the project's folder with the tools that `make synth` sets up; logs and netlists are in
/// target/synth afterwards. Exit status 1: a --check that has failed.
#[derive(Args)]
pub struct SynthArguments {
    /// Only this device
    #[arg(long, value_enum, value_name = "DEVICE")]
    device: Option<Device>,
    /// Only this top; one that is not measured otherwise runs on --device, or on hx8k
    #[arg(long, value_name = "NAME", hide_possible_values = true,
        value_parser = NameParser::new(exported::modules().collect::<Vec<_>>(), export::LIST))]
    top: Option<String>,
    /// Placements with seeds 1 to N in place of the usual 8 or 3; 0: synthesis only
    #[arg(long, value_name = "N", value_parser = within(0..=MOST_SEEDS))]
    seeds: Option<u64>,
    /// Compare with constraints/qor.toml: fails where area has grown or median Fmax has
    /// fallen by more than 2 percent; the lane on hx8k where nothing else is named. With
    /// --seeds 0 the area alone
    #[arg(long, conflicts_with = "shard")]
    check: bool,
    /// Every row, with --check
    #[arg(long, requires = "check", conflicts_with_all = ["top", "device"])]
    all: bool,
    /// Write what is measured into constraints/qor.toml, each row as it ends
    #[arg(long, conflicts_with_all = ["seeds", "check", "shard"])]
    record: bool,
    #[command(flatten)]
    jobs: JobOptions,
}

impl SynthArguments {
    /// The command line that measures the same again, of the whole where this is a part.
    pub fn invocation(&self) -> String {
        let mut text = "agu synth".to_owned();
        text += &option("device", self.device.map(Device::name));
        text += &option("top", self.top.as_ref());
        text += &option("seeds", self.seeds);
        text += &self.jobs.spelled();
        let flags = [
            ("check", self.check),
            ("all", self.all),
            ("record", self.record),
        ];
        for (name, _) in flags.into_iter().filter(|(_, is_set)| *is_set) {
            text += &format!(" --{name}");
        }
        text
    }
}

/// Most seeds that make sense.
const MOST_SEEDS: u64 = 1000;

pub fn run(arguments: &SynthArguments) -> anyhow::Result<Outcome> {
    if let (true, Some(seeds @ 1..)) = (arguments.check, arguments.seeds) {
        bail!("--check: found --seeds {seeds}, expected 0 or none: the baseline has its own");
    }
    let (top, device) = (arguments.top.as_deref(), arguments.device);
    let (top, device) = if arguments.check && !arguments.all && top.is_none() && device.is_none() {
        plan::CHECKED
    } else {
        (top, device)
    };
    let rows = plan::rows(top, device, arguments.seeds);
    let part = &arguments.jobs.part;
    let rows = plan::part(&rows, |all| part.shard().share(all));
    let resources = Resources {
        jobs: arguments.jobs.count() as usize,
        keep: !part.is_part(),
    };
    let start = Instant::now();
    let root = project()?;
    let baseline = Baseline::read(&root)?;
    let stop = interrupt::flag();
    can_write(&[part.file()])?;
    let watch = RecordedProgress {
        bar: bar(arguments.jobs.quiet),
        recorder: arguments.record.then(|| Recorder::new(&root)),
    };
    let ended = measure(&rows, &root, resources, &stop, &watch);
    watch.bar.finish_and_clear();
    let measured = ended.map_err(|error| {
        let recorded = match watch.recorder.map(|rows| rows.recorded()) {
            None | Some(0) => String::new(),
            Some(rows) => format!("; rows recorded before that: {rows}"),
        };
        match error {
            SynthError::Interrupted => {
                Interrupted(format!(": no files were kept{recorded}")).into()
            }
            error => anyhow!("{error}{recorded}"),
        }
    })?;

    let mut tops: Vec<&str> = Vec::new();
    for row in &measured {
        if !tops.contains(&row.top.as_str()) {
            tops.push(&row.top);
        }
    }
    let found = Synth {
        seconds: start.elapsed().as_secs_f64(),
        rows: measured.iter().map(SynthRow::new).collect(),
    };
    // The rows name their tools.
    let of = ("rtl", HardwareHashes::of_tops(&tops)?);
    let record = Record::new(arguments.invocation(), of, Tools::new(), found);
    part.write(&part.record(record))?;
    let outcome = if arguments.check {
        check(&baseline, &measured)?
    } else {
        Outcome::Good
    };
    writeln!(output::stdout(), "{}", text::table(&measured))?;
    Ok(outcome)
}

/// Prints the changes, and the next step for each.
fn check(baseline: &Baseline, measured: &[Measurement]) -> anyhow::Result<Outcome> {
    let changes = baseline.compare(measured)?;
    let mut err = output::stderr();
    for change in &changes {
        let verdict = match change.verdict {
            Verdict::Worse => "worse",
            Verdict::Better => "better",
            Verdict::OtherTools => "not comparable",
        };
        writeln!(err, "{verdict}: {}", change.text)?;
    }
    let any = |verdict| changes.iter().any(|change| change.verdict == verdict);
    if any(Verdict::Worse) {
        return Ok(Outcome::Bad);
    }
    if any(Verdict::Better) {
        writeln!(err, "`agu synth --record` keeps what got better")?;
    }
    Ok(Outcome::Good)
}

/// A bar on a terminal, and the baseline where rows are to be recorded.
struct RecordedProgress {
    bar: ProgressBar,
    recorder: Option<Recorder>,
}

fn bar(quiet: bool) -> ProgressBar {
    let template = "{wide_bar} {pos} of {len}, {elapsed}, {msg}";
    let bar = progress::bar(Some(0), template, quiet);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

impl Progress for RecordedProgress {
    fn planned(&self, steps: u64) {
        self.bar.set_length(steps);
    }

    fn started(&self, what: &str) {
        self.bar.set_message(what.to_string());
    }

    fn done(&self, steps: u64) {
        self.bar.inc(steps);
    }

    fn measured(&self, row: &Measurement) -> Result<(), SynthError> {
        match &self.recorder {
            Some(recorder) => recorder.record(row),
            None => Ok(()),
        }
    }
}
