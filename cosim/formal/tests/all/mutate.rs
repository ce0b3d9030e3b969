//! Mutants: drawn from all parts, equivalent or not by proof, refuted by the catalogue. `agu
//! mutate` itself shows that traffic kills them, which takes minutes.

use cosim::dut::netlist::LANES;
use cosim::shard::Shard;
use formal::mutate::design::CoreDesign;
use formal::mutate::equivalence::Prover;
use formal::mutate::mutation::Mutation;
use formal::mutate::part::DesignPart;
use formal::mutate::{Mutant, Plan, claims, run};
use formal::prove::Hardware;
use formal::prove::catalogue::STATEMENTS;
use sim::pipeline::STAGES;
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicUsize;

type Outcome = Result<(), Box<dyn Error>>;

fn mutant(number: u16, part: DesignPart, command: &str) -> Mutant {
    Mutant {
        number,
        part,
        mutation: Mutation::parse(command).unwrap_or_else(|| panic!("{command}")),
    }
}

#[test]
fn every_part_has_its_share() -> Outcome {
    let design = CoreDesign::new()?;
    let mutants = design.mutants(40, 3)?;
    let numbers: Vec<u16> = mutants.iter().map(|mutant| mutant.number).collect();
    assert_eq!(numbers, (1..=40).collect::<Vec<u16>>());
    for part in DesignPart::ALL {
        let share = mutants.iter().filter(|mutant| mutant.part == part);
        assert_eq!(share.count(), 10, "{part:?}");
    }
    assert!(
        mutants
            .iter()
            .all(|mutant| !mutant.mutation.is_of_a_clock())
    );
    // Most cells have a line of their own in the source.
    let lines = mutants
        .iter()
        .map(|mutant| design.source_line(&mutant.mutation));
    assert!(lines.filter(|line| !line.is_empty()).count() > 30);
    assert_ne!(design.mutants(40, 4)?, mutants);

    let verilog = design.with_mutants(&mutants)?;
    for mutant in &mutants {
        let chosen = format!("seeded_bug == 16'h{:04x}", mutant.number);
        assert!(verilog.contains(&chosen), "{:?}", mutant.mutation);
    }
    Ok(())
}

/// Checks for each command of Yosys whether it changes the module `scope`, against the
/// expectation.
#[track_caller]
fn decides(scope: &'static str, part: DesignPart, cases: &[(String, bool)]) -> Outcome {
    let mutants: Vec<Mutant> = (1..)
        .zip(cases)
        .map(|(number, (command, _))| mutant(number, part, command))
        .collect();
    let design = CoreDesign::new()?;
    let prover = Prover::new(&design, &mutants.iter().collect::<Vec<_>>())?;
    for (mutant, (command, equivalent)) in mutants.iter().zip(cases) {
        // The larger scopes take long, and decide no more of these.
        let found = prover.is_equivalent_in(scope, mutant)?;
        assert_eq!(found, *equivalent, "{command}");
    }
    Ok(())
}

#[test]
fn equivalent_is_what_a_proof_says() -> Outcome {
    const ADDER: &str = "-module agu_address_adder -cell add_hi";
    let cases = [
        // The carry out of the upper word is not read.
        ("-mode inv", "-port carry_out -portbit 0", true),
        ("-mode inv", "-port carry_in -portbit 0", false),
        // The word above has no carry in.
        ("-mode const0", "-port above -portbit 0", true),
        ("-mode const1", "-port a -portbit 31", false),
    ];
    let cases =
        cases.map(|(mode, port, equivalent)| (format!("mutate {mode} {ADDER} {port}"), equivalent));
    decides("agu_lane", DesignPart::Lane, &cases)
}

#[test]
#[ignore = "make night"]
fn no_beat_is_past_the_last() -> Outcome {
    let command = |bit: u32| {
        format!(
            "mutate -mode const0 -module agu_warp_unit8 -cell beat_control -port beat -portbit {bit}"
        )
    };
    // Eight lanes are four beats: their number has two bits.
    let (unused, used) = (2, 1);
    const HIGHEST: &str = "34";
    let mut mutants = vec![
        mutant(1, DesignPart::WarpUnit, &command(used)),
        mutant(2, DesignPart::WarpUnit, &command(unused)),
    ];
    // Mutations of each register of a tag, in the highest bit of the beat's number.
    let design = CoreDesign::new()?;
    let known = design.mutations("agu_beat_control")?.into_iter();
    let tags = known.filter(|mutation| {
        mutation.port == "Q" && mutation.bit == HIGHEST && mutation.mode == "inv"
    });
    mutants.extend((3..).zip(tags).map(|(number, tag)| Mutant {
        number,
        part: DesignPart::WarpUnit,
        mutation: Mutation {
            mode: "cnot1".to_owned(),
            bit: "0".to_owned(),
            other_bit: Some(HIGHEST.to_owned()),
            ..tag
        },
    }));
    assert_eq!(mutants.len(), 2 + STAGES);
    let prover = Prover::new(&design, &mutants.iter().collect::<Vec<_>>())?;
    assert!(!prover.is_equivalent_in("agu_warp_unit8", &mutants[0])?);
    for mutant in &mutants[1..] {
        let equivalent = prover.is_equivalent_in("agu_warp_unit8", mutant)?;
        assert!(equivalent, "{}", mutant.mutation);
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn of_pairs_only_some_bits_are_looked_at() -> Outcome {
    const LANE_30: &str = "-module agu_collector8 -cell bank_compares[6].bank_compare";
    // An incoming lane 30 of the warp is compared with itself and with a higher lane. These flags
    // are not used, unlike that of a lower lane.
    let cases = [
        ("same_bank", 30, true),
        ("same_bank", 29, false),
        ("same_word", 29, false),
    ]
    .map(|(port, bit, equivalent)| {
        let command = format!("mutate -mode inv {LANE_30} -port {port} -portbit {bit}");
        (command, equivalent)
    });
    decides("agu_coalescer8", DesignPart::Coalescer, &cases)
}

#[test]
#[ignore = "make night"]
fn of_where_addresses_differ_only_any_counts() -> Outcome {
    const DIFFERS: &str = "-module agu_warp_unit8 -cell uniform_place -port differs -portbit 1";
    // If bit 5 is set, addresses differ for any value of bit 1.
    let cases = [
        (format!("mutate -mode cnot1 {DIFFERS} -ctrlbit 5"), true),
        (format!("mutate -mode cnot0 {DIFFERS} -ctrlbit 5"), false),
    ];
    decides("agu_warp_unit8", DesignPart::WarpUnit, &cases)
}

/// Without a lane in shared memory pairs are compared for nothing, and a limit past all addresses is
/// one whatever its lower bits are.
#[test]
#[ignore = "make night"]
fn what_no_lane_and_no_address_meets_does_not_count() -> Outcome {
    const BANKS: &str = "-module agu_collector8 -cell bank_compares[6].bank_compare -port compare";
    const LIMITS: &str = "-module agu_warp_unit8 -cell limits -port global_limit";
    let banks = [("const1", true), ("const0", false)].map(|(mode, equivalent)| {
        (
            format!("mutate -mode {mode} {BANKS} -portbit 0"),
            equivalent,
        )
    });
    decides("agu_coalescer8", DesignPart::Coalescer, &banks)?;
    let limits = [
        ("cnot1", 48, true),
        ("cnot0", 48, false),
        ("cnot1", 31, false),
    ]
    .map(|(mode, bit, equivalent)| {
        let place = format!("{LIMITS} -portbit {bit} -ctrlbit 49");
        (format!("mutate -mode {mode} {place}"), equivalent)
    });
    decides("agu_warp_unit8", DesignPart::WarpUnit, &limits)
}

/// The upper part of a line has ten bits, and of its two masks only their and counts.
#[test]
#[ignore = "make night"]
fn of_a_line_only_what_is_compared_counts() -> Outcome {
    let cases = [
        ("picked_top -port any", 9, false),
        ("picked_top -port any", 10, true),
        ("picked_line -port any", 31, false),
        ("line_match -port same_line", 0, false),
        ("line_match -port same_top", 0, false),
    ]
    .map(|(port, bit, equivalent)| {
        let place = format!("-module agu_coalescer8 -cell {port} -portbit {bit}");
        (format!("mutate -mode inv {place}"), equivalent)
    });
    decides("agu_coalescer8", DesignPart::Coalescer, &cases)
}

/// Of the mutations in a line of the coalescer, those that no output shows.
#[test]
#[ignore = "make night"]
fn what_counts_only_at_times_is_compared_then() -> Outcome {
    const GROUP: (&str, &str) = ("agu_pass_group", "assign group =");
    const MATCH: (&str, &str) = ("agu_line_match", "if (valid) begin");
    // Lanes held by a group of eight are also held by their half, but not the other way.
    // Without a line its two masks are 0, and only both count.
    let cases = [
        (GROUP, "$or", "A", "28", ("cnot1", Some("10")), 1, 2),
        (GROUP, "$or", "A", "28", ("inv", None), 0, 2),
        (MATCH, "procmux", "A", "0", ("inv", None), 2, 2),
        (MATCH, "procmux", "B", "0", ("inv", None), 0, 2),
    ];
    let design = CoreDesign::new()?;
    for ((module, line), kind, port, bit, (mode, other_bit), equivalent, all) in cases {
        let known = design.mutations(module)?.into_iter();
        let drawn = known.filter(|mutation| {
            let place = (&*mutation.port, &*mutation.bit, &*mutation.mode);
            let source = design.source_line(mutation);
            place == (port, bit, "inv") && mutation.cell.contains(kind) && source.contains(line)
        });
        let mutants = (1..).zip(drawn.take(2)).map(|(number, mutation)| Mutant {
            number,
            part: DesignPart::Coalescer,
            mutation: Mutation {
                mode: mode.to_owned(),
                other_bit: other_bit.map(str::to_owned),
                ..mutation
            },
        });
        let mutants: Vec<Mutant> = mutants.collect();
        let prover = Prover::new(&design, &mutants.iter().collect::<Vec<_>>())?;
        let verdicts: Vec<bool> = mutants
            .iter()
            .map(|mutant| prover.is_equivalent_in("agu_coalescer8", mutant))
            .collect::<Result<_, _>>()?;
        let proved = verdicts.iter().filter(|&&proved| proved).count();
        assert_eq!(
            (proved, verdicts.len()),
            (equivalent, all),
            "{line} {port} {mode}"
        );
    }
    Ok(())
}

#[test]
fn all_statements_about_the_coalescer_refute_its_mutants() {
    let claims = claims::of_part(DesignPart::Coalescer).into_iter();
    let names: Vec<String> = claims.map(|claim| claim.to_string()).collect();
    for own in STATEMENTS.iter().filter(|it| it.proof == "coalescer") {
        assert!(names.contains(&format!("{} {LANES}", own.name)), "{own:?}");
    }
}

#[test]
#[ignore = "make night"]
fn the_claims_about_the_coalescer_are_about_the_mutated_one() -> Outcome {
    let design = CoreDesign::new()?;
    let mut known = design.mutations("agu_memory_port")?.into_iter();
    let inverted = known.find(|mutation| mutation.port == "Q" && mutation.mode == "inv");
    let mutation = inverted.ok_or("a register")?;
    let mutant = Mutant {
        number: 0,
        part: DesignPart::Coalescer,
        mutation,
    };
    let verilog = design.mutated(&mutant.mutation)?;
    let hardware = Hardware::changed(move |_| verilog.clone());
    for claim in claims::of_part(DesignPart::Coalescer) {
        if let Err(error) = claim.question(&hardware) {
            panic!("{claim:?}: {error}");
        }
    }
    Ok(())
}

#[test]
#[ignore = "compiles all mutants: minutes"]
fn what_traffic_misses_is_left_to_proofs() -> Outcome {
    // Almost no traffic. With this seed it misses mutants of each part that change something.
    let plan = Plan {
        mutants: 16,
        shard: Shard::WHOLE,
        operations: 1,
        seed: 3,
        jobs: 2,
    };
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutants");
    let score = run(&plan, &cache, |_| {}, &AtomicUsize::new(0))?;
    println!("{score}");
    assert_eq!(score.judged.len(), plan.mutants);
    assert_eq!(score.together().survived, 0);
    for part in DesignPart::ALL {
        assert!(score.part(part).refuted > 0, "{part:?}");
    }
    Ok(())
}

#[test]
#[ignore = "some minutes: the whole warp unit is translated"]
fn a_proof_kills() -> Outcome {
    let design = CoreDesign::new()?;
    let cases = [
        (
            DesignPart::Lane,
            "mutate -mode inv -module agu_address_adder -cell add_hi -port carry_in -portbit 0",
        ),
        // Connections of the coalescer with its parts.
        (
            DesignPart::Coalescer,
            "mutate -mode const1 -module agu_coalescer8 -cell collector -port store -portbit 0",
        ),
        (
            DesignPart::Coalescer,
            "mutate -mode const0 -module agu_coalescer8 -cell memory_port -port memory_ready -portbit 0",
        ),
    ];
    for (part, wrong) in cases {
        let refuted = claims::refute(&design, &mutant(1, part, wrong))?;
        assert!(refuted.is_some(), "{wrong}");
    }
    Ok(())
}
