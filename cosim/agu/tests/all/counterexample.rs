//! Files of a failed proof: a program that `agu run` takes, and waves.

use crate::broken::broken;
use crate::common::{Outcome, agu, path, text};
use formal::prove::catalogue::Proof;
use formal::prove::counterexample::{self, Counterexample, Replay};
use formal::prove::solver::Verdict;
use formal::prove::{self, Failure, Hardware};
use isa::Isa;
use serde_json::Value;
use std::fs::File;
use std::io::BufReader;
use std::time::Duration;
use vcd::{Command, Parser};

/// A proof, and the expression of a module that makes it fail: correct, wrong.
type SeededFault = (&'static str, &'static str, &'static str, &'static str);

const SCALE: SeededFault = (
    "lea-hi",
    "agu_beat_control",
    "scale_bits_at_s1 <= offset_scale[2:0]",
    "scale_bits_at_s1 <= (offset_scale == 5'd31) ? 3'd6 : offset_scale[2:0]",
);
const CONFIGURATION: SeededFault = (
    "configuration",
    "agu_warp_unit",
    ".write(config_valid & idle)",
    ".write(config_valid)",
);
const STREAM: SeededFault = (
    "stream",
    "agu_skid_buffer",
    "load = out_ready | ~valid_out",
    "load = 1'b1",
);

/// Faults that show for instructions from Volta on alone.
const VOLTA: [SeededFault; 3] = [
    (
        "lea-lo",
        "agu_beat_control",
        "increments_base = is_negated_base & ~extended",
        "increments_base = is_negated_base",
    ),
    (
        "global",
        "agu_access_control",
        "~(volta & base_word)",
        "1'b1",
    ),
    (
        "shared",
        "agu_access_control",
        "has_scale = volta_access & (|scale)",
        "has_scale = volta_access & scale[1]",
    ),
];

/// The counterexample of the first claim of a proof, in `folder`.
fn counterexample(name: &str, hardware: &Hardware, folder: &str) -> Outcome<Counterexample> {
    let proof = Proof::find(name).ok_or("no such proof")?;
    let claim = proof.claims()[0];
    let Verdict::Refuted(model) = claim.question(hardware)?.decide()? else {
        return Err(format!("{name} holds").into());
    };
    let outcome = prove::Outcome {
        proof,
        queries: 1,
        time: Duration::ZERO,
        failures: vec![Failure { claim, model }],
    };
    let written = counterexample::write(&outcome, hardware, &path(folder))?;
    Ok(written.ok_or("it has failed")?)
}

/// The output of `agu run` for a counterexample's program.
fn replayed(found: &Counterexample) -> Outcome<Value> {
    let Replay::Program {
        isa, program, init, ..
    } = &found.replay
    else {
        return Err(format!("no program: {found}").into());
    };
    let (program, init, isa) = (text(program)?, text(init)?, isa.to_string());
    let ran = agu(&["run", &program, "--init", &init, "--isa", &isa, "--json"])?;
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{found}");
    Ok(serde_json::from_str(&ran.stdout)?)
}

/// The last value of a port of the hardware in a wave file.
fn last_in_wave(found: &Counterexample, port: &str) -> Outcome<u64> {
    let mut parser = Parser::new(BufReader::new(File::open(&found.vcd)?));
    let header = parser.parse_header()?;
    let wire = header.find_var(&["hardware", port]).ok_or("no such port")?;
    let mut last = Err("no value".into());
    for command in parser {
        match command? {
            Command::ChangeVector(id, value) if id == wire.code => {
                last = Ok(u64::from_str_radix(&value.to_string(), 2)?);
            }
            _ => {}
        }
    }
    last
}

/// The hardware's fault shows in its wave, and the golden model, which `agu run` has
/// whole hardware to compare with, gives the right values.
#[test]
fn a_counterexample_runs() -> Outcome<()> {
    let (proof, module, correct, wrong) = SCALE;
    let found = counterexample(proof, &broken(module, correct, wrong), "scale")?;
    let report = replayed(&found)?;
    let Replay::Program { line, .. } = &found.replay else {
        return Err("no program".into());
    };
    let destination = line
        .split([' ', '.', ','])
        .find(|word| word.starts_with('R'));
    let lane = found.model["lane"] as usize;
    let golden = &report["registers"][destination.ok_or("no destination")?][lane];
    let expected = found.model["expected sum_lo"];
    assert_eq!(golden.as_u64(), Some(expected), "{found}");
    let got = last_in_wave(&found, "sum_lo")?;
    assert_eq!(got, found.model["got sum_lo"], "{found}");
    assert_ne!(got, expected, "{found}");
    Ok(())
}

/// Checks that a case is one instruction, with the sum and the fault of the golden model.
fn is_replayed(name: &str, hardware: &Hardware) -> Outcome<Counterexample> {
    let found = counterexample(name, hardware, name)?;
    let report = replayed(&found)?;
    let faults = report["faults"].as_array().ok_or("no faults")?;
    let fault = found.model["expected fault"];
    assert_eq!(fault != 0, !faults.is_empty(), "{found}");
    if let Some(reported) = faults.first() {
        let sum = found.model["expected sum_hi"] << 32 | found.model["expected sum_lo"];
        assert_eq!(reported["ea"].as_u64(), Some(sum), "{found}");
    }
    Ok(found)
}

/// Cases of instructions of all instruction sets, of hardware of which nothing is right, and of
/// hardware that is wrong from Volta on.
#[test]
#[ignore = "make night"]
fn every_kind_of_instruction_can_be_replayed() -> Outcome<()> {
    let hardware = broken(
        "agu_lane_masks",
        "rd_write_s6 = rd_write_at_s6",
        "rd_write_s6 = ~rd_write_at_s6",
    );
    for name in ["mov", "generic", "constant", "addr-add"] {
        is_replayed(name, &hardware)?;
    }
    for (name, module, correct, wrong) in VOLTA {
        let found = is_replayed(name, &broken(module, correct, wrong))?;
        let is_of_volta = matches!(
            found.replay,
            Replay::Program {
                isa: Isa::Sm(_),
                ..
            }
        );
        assert!(is_of_volta, "{found}");
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn a_claim_about_cycles_has_a_wave_alone() -> Outcome<()> {
    for ((proof, module, correct, wrong), wire) in [
        (CONFIGURATION, &["hardware", "idle"][..]),
        (STREAM, &["hardware", "stream_monitor", "due"]),
    ] {
        let found = counterexample(proof, &broken(module, correct, wrong), proof)?;
        assert!(matches!(found.replay, Replay::None(_)), "{found}");
        let mut wave = Parser::new(BufReader::new(File::open(&found.vcd)?));
        let code = wave
            .parse_header()?
            .find_var(wire)
            .ok_or("no such wire")?
            .code;
        let values = wave.filter(|command| match command {
            Ok(Command::ChangeScalar(id, _) | Command::ChangeVector(id, _)) => *id == code,
            _ => false,
        });
        assert!(values.count() > 0, "{found}");
        let place = found.to_string().contains("stream.sv:");
        assert_eq!(place, proof == "stream", "{found}");
    }
    Ok(())
}
