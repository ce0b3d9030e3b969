//! Compares the golden model with a GPU: a report in Markdown on standard output, in JSON in a file.
//!
//! The exit status is 0 if all rows agree, 1 if one differs or fails, 2 after another error, 3 without
//! a GPU.

use anyhow::{Context, Result, ensure};
use clap::Parser;
use silicon::bench::{Bench, Device};
use silicon::driver::Gpu;
use silicon::experiment::experiments;
use silicon::operands::Random;
use silicon::report::{Report, Verdict};
use silicon::template::{Template, ptx};
use std::path::PathBuf;
use std::process::ExitCode;

/// Compares the golden model with an NVIDIA GPU.
#[derive(Parser)]
struct Arguments {
    /// Number of the GPU
    #[arg(long, default_value_t = 0)]
    device: i32,
    /// File for the report in JSON
    #[arg(long)]
    json: Option<PathBuf>,
    /// Seed of the operands
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only rows whose name has this text
    #[arg(long, default_value = "")]
    only: String,
    /// Image of the template that another compiler made, in place of the driver's
    #[arg(long)]
    cubin: Option<PathBuf>,
    /// Print the template in PTX
    #[arg(long)]
    ptx: bool,
    /// Library of the driver
    #[arg(long, default_value = "libcuda.so.1")]
    driver: String,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("silicon: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<u8> {
    if arguments.ptx {
        print!("{}", ptx());
        return Ok(0);
    }
    let mut gpu = match Gpu::open(&arguments.driver, arguments.device) {
        Ok(gpu) => gpu,
        Err(error) => {
            eprintln!("silicon: no GPU: {error:#}");
            return Ok(3);
        }
    };
    let read = |path: &PathBuf| std::fs::read(path).with_context(|| path.display().to_string());
    let image = arguments.cubin.as_ref().map_or_else(|| gpu.compile(&ptx()), read)?;
    let template = Template::parse(image)?;
    let (part, number, seed) = (template.part, gpu.number, arguments.seed);
    ensure!(part.0 == number, "found an image for {part}, expected one for sm_{number}");
    let (device, driver) = (gpu.name.clone(), gpu.driver.clone());
    let place = gpu.survey(&template)?;
    let (template, device_under_test, random) = (&template, &mut gpu, Random(seed));
    let mut bench = Bench { template, device: device_under_test, place, random, cycles: [None; 2] };
    let mut rows = Vec::new();
    for experiment in experiments(template)?.iter().filter(|it| it.name.contains(&arguments.only)) {
        let row = bench.row(experiment);
        eprintln!("{}: {:?}", row.experiment, row.verdict);
        rows.push(row);
    }
    let bad = rows.iter().any(|row| matches!(row.verdict, Verdict::Differs | Verdict::Failed));
    let report = Report { part: part.to_string(), device, driver, seed, rows };
    if let Some(path) = &arguments.json {
        let text = serde_json::to_string_pretty(&report)?;
        std::fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    print!("{report}");
    Ok(u8::from(bad))
}
