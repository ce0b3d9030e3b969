//! Units with ports of their own, which a file describes: the examples, each with its bug.

use super::project::{CARRY, Project, exported};
use crate::common::{Outcome, Ran, agu};
use serde_json::Value;
use std::fs;
use std::path::Path;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

/// A project with the files of an example; `bug.toml` describes the unit with its bug.
fn example(folder: &str, name: &str) -> Outcome<Project> {
    let project = Project::new(&format!("described_{folder}"))?;
    let read = |ending: &str| {
        fs::read_to_string(
            Path::new(EXAMPLES)
                .join(name)
                .join(format!("{name}.{ending}")),
        )
    };
    let (verilog, description) = (read("v")?, read("toml")?);
    project.write(&format!("{name}.v"), &verilog)?;
    project.write("good.toml", &description)?;
    let bug = description.replacen("lanes =", "defines = [\"BUG\"]\nlanes =", 1);
    assert_ne!(bug, description);
    project.write("bug.toml", &bug)?;
    Ok(project)
}

fn cosim(project: &Project, target: &str) -> Outcome<Ran> {
    let command = format!("cosim --quiet --ops 200_000 --seed 1 --jobs 1 --target {target}");
    project.agu(&command.split(' ').collect::<Vec<_>>())
}

/// A description with the macro of the bug, and one that gets it on the command line.
const BUG: [&str; 2] = ["bug.toml", "good.toml -D BUG"];

/// Runs an example without its bug, and with it as the target `bug`, where it shows at `signal`;
/// gives what is printed without it.
fn finds_the_bug(name: &str, bug: &str, signal: &str) -> Outcome<String> {
    let project = example(name, name)?;
    let good = cosim(&project, "good.toml")?;
    assert_eq!((good.status, &*good.stderr), (Some(0), ""), "{name}");
    let bad = cosim(&project, bug)?;
    assert_eq!(bad.status, Some(1), "{name}: {}", bad.stderr);
    let waves = fs::read_to_string(project.file("agu-failure-1/minimised.gtkw"))?;
    let groups = waves.lines().filter_map(|line| line.strip_prefix('-'));
    let groups: Vec<&str> = groups.collect();
    assert!(groups[0].starts_with("mismatch: "), "{groups:?}");
    assert_eq!(groups[2], "clock and handshake", "{groups:?}");
    let own = "the unit under its own names";
    assert_eq!(groups.last(), Some(&own), "{groups:?}");
    let own = waves.split(&format!("-{own}\n")).nth(1);
    assert!(own.is_some_and(|own| own.contains(".unit.")), "{waves}");
    for expected in [
        signal,
        "minimised to one instruction",
        &format!("to see it again: agu cosim --target {bug} --compare transactions"),
        "to look at it: gtkwave",
    ] {
        assert!(bad.stderr.contains(expected), "{expected}: {}", bad.stderr);
    }
    Ok(good.stdout)
}

#[test]
fn results_may_overtake_each_other() -> Outcome<()> {
    finds_the_bug("overtaking", BUG[0], "sum_lo: expected").map(drop)
}

#[test]
#[ignore = "make night"]
fn a_unit_needs_no_handshake() -> Outcome<()> {
    finds_the_bug("combinational", BUG[1], "cc_carry: expected").map(drop)
}

/// The example with one lane, and its scale tied.
fn tied(folder: &str, given: &str) -> Outcome<Project> {
    let project = example(folder, "combinational")?;
    project.replace("good.toml", "n = \"scale\"", &format!("n = \"{given}\""))?;
    project.replace("good.toml", "[tied]", "[tied]\nscale = 4")?;
    Ok(project)
}

#[test]
#[ignore = "make night"]
fn a_minimised_failure_has_what_is_tied() -> Outcome<()> {
    let project = tied("tied", "5'd0")?;
    let config = "\n[config]\nshared_base = 0x1000000\n[results]";
    project.replace("good.toml", "\n[results]", config)?;
    let ran = cosim(&project, "good.toml --json found.json")?;
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let found: Value = serde_json::from_str(&fs::read_to_string(project.file("found.json"))?)?;
    let minimised = &found["mismatch"]["minimised"];
    let program = minimised["program"].as_str().unwrap_or_default();
    assert!(
        program.starts_with("LEA") && program.contains(", 0x4"),
        "{program}"
    );
    let init = minimised["init"].as_str().unwrap_or_default();
    assert!(init.contains("shared_base = 0x1000000"), "{init}");
    // The difference as it is told last, and the run that shows what is expected.
    let after = ran
        .stderr
        .rsplit("sum_lo: expected ")
        .next()
        .ok_or("sum_lo")?;
    let expected = after.split(',').next().unwrap_or_default();
    let expected = u64::from_str_radix(expected.trim_start_matches("0x"), 16)?;
    let command = ran.stderr.split("to see what is expected: agu ").nth(1);
    let command = command
        .and_then(|rest| rest.lines().next())
        .ok_or("a command")?;
    let shown = project.agu(&command.split(' ').chain(["--json"]).collect::<Vec<_>>())?;
    let shown: Value = serde_json::from_str(&shown.stdout)?;
    let registers = shown["registers"].as_object().ok_or("registers")?;
    let values = registers
        .values()
        .flat_map(|lanes| lanes.as_array().into_iter().flatten());
    let values: Vec<u64> = values.filter_map(Value::as_u64).collect();
    assert!(values.contains(&expected), "{expected:#x}: {shown}");

    // No instruction takes an offset with other lanes than all.
    let project = tied("tied_lanes", "5'd0")?;
    project.replace("good.toml", "[tied]", "[tied]\nlane_mask = 3")?;
    let ran = cosim(&project, "good.toml")?;
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let words = "no program shows what is expected: no instruction has these inputs";
    assert!(ran.stderr.contains(words), "{}", ran.stderr);
    assert!(
        !ran.stderr.contains("to see what is expected"),
        "{}",
        ran.stderr
    );
    Ok(())
}

#[test]
#[ignore = "make night"]
fn bins_are_those_that_what_is_tied_leaves() -> Outcome<()> {
    let scales = ["scale 0", "scale 1..30", "scale 31"];
    for (project, left) in [
        (example("bins", "combinational")?, &scales[..]),
        (tied("tied_bins", "5'd4")?, &scales[1..2]),
    ] {
        let ran = cosim(&project, "good.toml --json found.json --junit found.xml")?;
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        let found: Value = serde_json::from_str(&fs::read_to_string(project.file("found.json"))?)?;
        let coverage = &found["coverage"];
        let groups = coverage["groups"].as_array().ok_or("groups")?;
        assert_eq!(groups.len(), 1, "{coverage}");
        let bins = groups[0]["bins"].as_array().ok_or("bins")?;
        assert_eq!(coverage["total"], bins.len());
        let bins: Vec<&str> = bins.iter().filter_map(Value::as_str).collect();
        for scale in scales {
            let bin = format!("LEA -Ra, writes CC, {scale}");
            assert_eq!(bins.contains(&&*bin), left.contains(&scale), "{bins:?}");
        }
        for bin in ["LEA.HI Ra, writes CC, scale 0", "lane mask 0011"] {
            assert!(!bins.contains(&bin), "{bins:?}");
        }
        assert!(
            bins.contains(&"LEA gives CF 1, ZF 1, SF 0, OF 1"),
            "{bins:?}"
        );
        let hits = format!("{}/{}", coverage["hit"], coverage["total"]);
        let row = ran.stdout.lines().find(|line| line.starts_with("coverage"));
        assert!(
            row.is_some_and(|row| row.ends_with(&hits)),
            "{}",
            ran.stdout
        );
        let junit = fs::read_to_string(project.file("found.xml"))?;
        let property = format!("<property name=\"coverage\" value=\"{hits}\"/>");
        assert!(junit.contains(&property), "{junit}");
    }
    Ok(())
}

#[test]
fn a_coalescer_may_merge_otherwise() -> Outcome<()> {
    let table = finds_the_bug(
        "merging",
        BUG[1],
        "memory_address: bytes that no lane wants",
    )?;
    let number = |name: &str| -> Outcome<u64> {
        let row = table.lines().find_map(|line| line.strip_prefix(name));
        Ok(row
            .ok_or(name.to_owned())?
            .trim()
            .replace('_', "")
            .parse()?)
    };
    let (made, fewest) = (number("memory requests")?, number("the fewest possible")?);
    assert!(made > fewest && fewest > 0, "{table}");
    Ok(())
}

#[test]
#[ignore = "make night"]
fn a_byte_is_asked_for_once_where_none_may_repeat() -> Outcome<()> {
    let project = example("repeats", "merging")?;
    project.replace("good.toml", "repeats = true", "repeats = false")?;
    let ran = cosim(&project, "good.toml")?;
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("asked for before"), "{}", ran.stderr);
    Ok(())
}

/// Runs the merging unit with other lines in its description.
fn merging_with(folder: &str, memory: &str) -> Outcome<Ran> {
    let project = example(folder, "merging")?;
    let mask = "byte_mask = \"{64'd0, mem_mask}\"";
    project.replace("good.toml", mask, memory)?;
    cosim(&project, "good.toml")
}

/// Sectors of so many bytes, with a bit where any byte is asked for.
fn sectors(bytes: usize) -> String {
    let bits = (0..64).step_by(bytes).rev();
    let bits = bits.map(|first| format!("|mem_mask[{}:{first}]", first + bytes - 1));
    let bits: Vec<String> = bits.collect();
    format!(
        "sector_bytes = {bytes}\nsector_mask = \"{{{}}}\"",
        bits.join(", ")
    )
}

#[test]
#[ignore = "make night"]
fn a_mask_may_be_one_of_sectors() -> Outcome<()> {
    for bytes in [4, 32] {
        let ran = merging_with("sectors", &sectors(bytes))?;
        assert_eq!((ran.status, &*ran.stderr), (Some(0), ""), "{bytes}");
    }
    // All sectors of a line are more than lanes want.
    let all = "sector_bytes = 16\nsector_mask = \"4'hf\"";
    let ran = merging_with("all_sectors", all)?;
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("bytes that no lane wants"),
        "{}",
        ran.stderr
    );
    Ok(())
}

#[test]
fn keys_of_memory_are_checked() -> Outcome<()> {
    for (keys, expected) in [
        (
            "sector_mask = \"4'hf\"",
            "`sector_mask` without `sector_bytes`",
        ),
        (
            "store_order = true",
            ":36:15: error: `store_order` without `lanes`",
        ),
        (
            "at_most = 0",
            ":36:11: error: `at_most` is 0, expected 1 or more",
        ),
    ] {
        let ran = merging_with("keys", keys)?;
        assert_eq!(ran.status, Some(2), "{keys}: {}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{keys}: {}", ran.stderr);
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn the_lanes_of_a_request_are_compared() -> Outcome<()> {
    // All requests for lane 0.
    let lanes = "byte_mask = \"{64'd0, mem_mask}\"\nlanes = \"32'd1\"";
    let ran = merging_with("lanes", lanes)?;
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("bytes that no lane wants"),
        "{}",
        ran.stderr
    );
    Ok(())
}

#[test]
#[ignore = "make night"]
fn a_unit_that_makes_no_progress_is_seen_and_minimised() -> Outcome<()> {
    let mute = (
        "result_valid = \"out_valid\"",
        "result_valid = \"out_valid & ~out_load\"",
    );
    // Stores of all lanes of a beat are requested for ever.
    let livelock = (
        "left <= left & ~merged;",
        "if (~(store & (&lanes))) left <= left & ~merged;",
    );
    // A load after a store makes it deaf.
    let ready = "assign req_ready = ~waits & (left == 4'd0)";
    let stuck = format!(
        "reg stored, stuck;\n{ready} & ~stuck;\nalways @(posedge clk) begin\n\
         if (req_valid & req_ready) stored <= req_store;\n\
         if (req_valid & req_ready & stored & ~req_store) stuck <= 1'b1;\n\
         if (rst) {{stored, stuck}} <= 2'd0;\nend"
    );
    let ready = format!("{ready};");
    let jammed = (&*ready, &*stuck);
    let deaf = (&*ready, "assign req_ready = 1'b0;");
    for (name, file, (line, instead), expected) in [
        (
            "merging",
            "merging.v",
            deaf,
            &[
                "request_ready: expected 0x1, got 0x0",
                "minimised to one instruction",
                "global, ",
            ][..],
        ),
        (
            "overtaking",
            "good.toml",
            mute,
            &[
                "result_valid: expected 0x1, got 0x0",
                "minimised to one instruction",
                "LD.",
            ],
        ),
        (
            "merging",
            "merging.v",
            livelock,
            &["serve nothing new", "minimised to one instruction", "ST."],
        ),
        (
            "merging",
            "merging.v",
            jammed,
            &[
                "request_ready: expected 0x1, got 0x0",
                "minimised to 2 instructions",
                "LD.",
            ],
        ),
    ] {
        let project = example("standing", name)?;
        project.replace(file, line, instead)?;
        let ran = cosim(&project, "good.toml")?;
        assert_eq!(ran.status, Some(1), "{instead}: {}", ran.stderr);
        let (found, minimised) = ran.stderr.split_once("minimised to").ok_or("minimised")?;
        // The instruction is named before it is minimised too.
        let named = expected.last().is_some_and(|name| found.contains(name));
        assert!(named, "{instead}: {found}{minimised}");
        for expected in expected {
            assert!(ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
        }
        let replay = ran.stderr.split("to see it again: agu ").nth(1);
        let replay = replay
            .and_then(|it| it.lines().next())
            .ok_or("the command")?;
        let replay = shlex::split(replay).ok_or("a command")?;
        assert_eq!(project.agu(&replay)?.status, Some(1), "{replay:?}");
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn a_coalescer_may_repeat_and_makes_no_more_requests_than_it_may() -> Outcome<()> {
    let project = example("twice", "merging")?;
    let once = "if (mem_valid & mem_ready) left <= left & ~merged;";
    let twice = "if (mem_valid & mem_ready) again <= ~again;\n\
                 if (mem_valid & mem_ready & again) left <= left & ~merged;\n\
                 if (rst) again <= 1'b0;";
    project.replace("merging.v", once, twice)?;
    project.replace(
        "merging.v",
        "reg         waits;",
        "reg         waits, again;",
    )?;
    for (most, status) in [(64, 0), (16, 1)] {
        let keys = format!("repeats = true\nat_most = {most}");
        let text = fs::read_to_string(project.file("good.toml"))?;
        project.write("twice.toml", &text.replace("repeats = true", &keys))?;
        let ran = cosim(&project, "twice.toml")?;
        assert_eq!(ran.status, Some(status), "{most}: {}", ran.stderr);
        let over = "memory_valid: requests of one instruction: expected 0x10, got 0x11";
        assert_eq!(ran.stderr.contains(over), status == 1, "{}", ran.stderr);
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn a_result_that_is_late_is_seen() -> Outcome<()> {
    let project = example("late", "overtaking")?;
    project.replace("good.toml", "tag_bits = 4", "tag_bits = 4\nat_most = 2")?;
    let ran = cosim(&project, "good.toml")?;
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("latency: expected 0x2"),
        "{}",
        ran.stderr
    );
    Ok(())
}

#[test]
#[ignore = "make night"]
fn cycles_are_those_of_an_exported_unit() -> Outcome<()> {
    let project = example("cycles", "overtaking")?;
    for compare in ["cycles", "valid"] {
        let ran = cosim(&project, &format!("good.toml --compare {compare}"))?;
        assert_eq!((ran.status, &*ran.stdout), (Some(2), ""), "{compare}");
        let expected = "expected --compare transactions";
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
    Ok(())
}

#[test]
fn a_wrong_description_is_told_with_its_place() -> Outcome<()> {
    let tied = |line: &str| format!("[tied]\n{line}\n[outputs]");
    let traffic = |line: &str| format!("[traffic]\n{line}\n[outputs]");
    let config = |line: &str| format!("[config]\n{line}\n[outputs]");
    let sum = "= \"out_sum\"";
    // A line is put in place of `[outputs]`, or text in place of other text.
    for (from, to, told) in [
        ("lanes = 4", "lanes = 3", ":4:9: error: 3 lanes, expected"),
        ("lanes = 4", "lane = 4", ":4:1: error: unknown field `lane`"),
        (
            "lanes = 4",
            "lanes = \"4\"",
            ":4:9: error: invalid type: string \"4\", expected a number",
        ),
        (
            "lanes = 4",
            "lanes = 4\nparameters = { N = true }",
            ":5:20: error: `N` is a boolean, expected a number or a string",
        ),
        (
            "lanes = 4",
            "lanes = 4\nparameters = { N = 1 }",
            ":5:16: error: Parameters from the command line were not found in the design: N",
        ),
        (
            "clock = \"clk\"",
            "clock = \"clck\"",
            ":5:9: error: there is no `clck`, expected an input",
        ),
        (
            "clock = \"clk\"",
            "clock = \"in_tag\"",
            ":5:9: error: `in_tag` has 4 bits, expected 1",
        ),
        (
            "= \"base_lo\"",
            "= \"bas_lo\"",
            ":22:8: error: there is no `bas_lo`, expected inputs",
        ),
        (
            "= \"base_lo\"",
            "= \"base_lo[31:0]\"",
            ":22:8: error: 96 bits of `base_lo` are connected to nothing, expected all 128, or the same \
             ones of each lane",
        ),
        // Widths, each from its own column.
        (
            "= \"base_lo\"",
            "= \"base_lo + carry_in\"",
            ":22:17: error: found width 4, expected 128",
        ),
        (
            "= \"immediate\"",
            "= \"immediate[40:20]\"",
            ":20:29: error: found bits 40:20, expected bits of 31:0",
        ),
        (
            "= \"immediate\"",
            "= \"immediate[20:0]\"",
            ":20:19: error: found width 21, expected 32",
        ),
        (
            "= \"immediate\"",
            "= \"{8'd0, immediate\"",
            ":20:36: error: syntax error, unexpected ')'",
        ),
        (
            "= \"immediate\"",
            "= \"\"",
            ":20:19: error: syntax error, unexpected ')'",
        ),
        (
            "= \"immediate\"",
            "= \"immediate) + (1'b0\"",
            ":20:19: error: `)` closes nothing",
        ),
        (
            "= \"immediate\"",
            "= \"\"\"\nimmediate\n& \"\"\"",
            ":22:3: error: syntax error, unexpected ')'",
        ),
        (
            sum,
            "= \"out_sum[63:0]\"",
            ":35:10: error: found width 64, expected 128",
        ),
        (
            sum,
            "= \"{out_sum, out_ok}\"",
            ":35:10: error: found width 132, expected 128",
        ),
        (
            sum,
            "= \"$foo(out_sum)\"",
            ":35:11: error: Unsupported or unknown PLI call: '$foo'",
        ),
        (
            "result_destination[3:0]",
            "result_destination[16:13]",
            ":32:1: error: `result_destination[16:13]` is no part of `result_destination`, expected \
             bits of [15:0]",
        ),
        (
            "result_destination[3:0]",
            "result_destination[4:0]",
            ":32:29: error: found width 4, expected 5",
        ),
        (
            "result_destination[3:0]",
            "result_destination[n]",
            ":32:1: error: `result_destination[n]` is no part",
        ),
        // Values.
        (
            "[outputs]",
            &tied("store = 2"),
            ":29:9: error: `store` is 2, expected 0 to 1",
        ),
        (
            "[outputs]",
            &tied("store = -1"),
            ":29:9: error: `store` is -1, expected 0 to 1",
        ),
        (
            "[outputs]",
            &tied("carry_in = 3"),
            ":29:12: error: `carry_in` is 3, expected 0 to 1",
        ),
        (
            "[outputs]",
            &tied("bank = 77"),
            ":29:8: error: `bank` is 77, expected 0 to 0x1f",
        ),
        (
            "[outputs]",
            &tied("bank = \"7\""),
            ":29:8: error: invalid type: string \"7\", expected a number",
        ),
        (
            "[outputs]",
            &tied("memory_ready = 0"),
            ":29:16: error: `memory_ready` is 0, expected 1",
        ),
        (
            "[outputs]",
            &tied("high = 0"),
            ":29:1: error: `high` is connected, expected an input that is not",
        ),
        (
            "[outputs]",
            &tied("hight = 0"),
            ":29:1: error: there is no `hight`, expected an input",
        ),
        (
            "[outputs]",
            &tied("access_space = 5"),
            ":29:1: error: no access is to such an `access_space`, expected 0 to 4",
        ),
        (
            "[outputs]",
            &traffic("access_size = [0, 8]"),
            ":29:19: error: `access_size` is 8, expected 0 to 7",
        ),
        (
            "[outputs]",
            &traffic("destination = [16]"),
            ":29:16: error: `destination` is 16, expected 0 to 0xf",
        ),
        (
            "[outputs]",
            &traffic("access_size = []"),
            ":29:1: error: `access_size` has no value, expected one",
        ),
        (
            "[outputs]",
            &traffic("access_size = 2"),
            ":29:15: error: invalid type: integer `2`, expected an array",
        ),
        (
            "[outputs]",
            &traffic("base_lo = [2]"),
            ":29:1: error: `base_lo` has lanes, expected an input of the warp",
        ),
        (
            "[outputs]",
            &traffic("result_ready = [0]"),
            ":29:1: error: `result_ready` is no part of a request, expected an input that is",
        ),
        (
            "[outputs]",
            &traffic("bank = [0]"),
            ":29:1: error: `bank` is connected to nothing, expected",
        ),
        (
            "[outputs]",
            &config("register_count = 256"),
            ":29:18: error: `register_count` is 256, expected 0 to 0xff",
        ),
        (
            "= \"result_ready\"\n",
            "= \"result_ready & ~config_valid\"\n[config]\nshared_base = 0\n",
            ":26:1: error: `config` beside a connected `config_valid`",
        ),
        (
            "[outputs]",
            &config("shared = 1"),
            ":29:1: error: unknown key `shared`, expected",
        ),
        (
            "sum_lo = ",
            "sum_low = ",
            ":35:1: error: there is no `sum_low`, expected an output",
        ),
        (
            sum,
            "= \"out_some\"",
            ":35:10: error: the unit has no output `out_some`, expected one of",
        ),
        (
            "in_a = \"base_lo\"\n",
            "",
            ":2:7: error: nothing drives the input `in_a`",
        ),
        (
            "result_valid = \"out_valid\"\n",
            "",
            ":2:7: error: nothing gives `result_valid`",
        ),
        (
            "= \"request_valid\"",
            "= \"1'b1\"",
            ":2:7: error: nothing takes `request_valid`, expected it in [inputs], or `after`",
        ),
        (
            "tag_bits = 4",
            "tag_bits = 17",
            ":42:12: error: `tag_bits` is not 1 to 16",
        ),
    ] {
        let project = example("wrong", "overtaking")?;
        project.replace("good.toml", from, to)?;
        let ran = cosim(&project, "good.toml")?;
        let stderr = &ran.stderr;
        assert!(
            stderr.starts_with(&format!("good.toml{told}")),
            "{from}: {told}: {stderr}"
        );
        assert_eq!((ran.status, &*ran.stdout), (Some(2), ""), "{from}");
        assert!(
            stderr.lines().all(|line| line.starts_with("good.toml:")),
            "{stderr}"
        );
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn widths_of_memory_requests_are_checked() -> Outcome<()> {
    let mask = "byte_mask = \"{64'd0, mem_mask}\"";
    let address = "address = \"{32'd0, mem_address}\"";
    for (from, to, told) in [
        (mask, "byte_mask = \"mem_mask\"", None),
        (
            mask,
            "byte_mask = \"mem_mask[31:0]\"",
            Some(":36:13: error: found width 32, expected 64"),
        ),
        (
            mask,
            "lanes = \"4'd1\"",
            Some(":36:9: error: found width 4, expected 32"),
        ),
        (address, "address = \"mem_address\"", None),
        (
            address,
            "address = \"{64'd0, mem_address}\"",
            Some(":35:11: error: found width 96, expected 64"),
        ),
    ] {
        let project = example("memory_widths", "merging")?;
        project.replace("good.toml", from, to)?;
        let ran = cosim(&project, "good.toml")?;
        let stderr = told.map_or(String::new(), |told| format!("good.toml{told}\n"));
        assert_eq!(ran.stderr, stderr, "{to}");
        assert_eq!(ran.status, Some(told.map_or(0, |_| 2)), "{to}");
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn requests_have_values_of_a_set() -> Outcome<()> {
    let project = example("set", "overtaking")?;
    // Of eight bytes it is wrong.
    project.replace(
        "overtaking.v",
        "size_1 == 5 ? 32'd7",
        "size_1 == 5 ? 32'd15",
    )?;
    let ran = cosim(&project, "good.toml")?;
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    project.replace(
        "good.toml",
        "[results]",
        "[traffic]\naccess_size = [0, 2, 4]\n[results]",
    )?;
    let ran = cosim(&project, "good.toml")?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    Ok(())
}

/// Two lanes of a sum with a base of 16 bits, without a clock.
const NARROW: &str = "module narrow(input wire [31:0] base, input wire [63:0] offset, \
    input wire [4:0] n, output wire [63:0] sum);\n  \
    assign sum[31:0] = {16'd0, base[15:0]} + (offset[31:0] << n);\n  \
    assign sum[63:32] = {16'd0, base[31:16]} + (offset[63:32] << n);\nendmodule\n";

#[test]
#[ignore = "make night"]
fn a_unit_needs_no_clock_and_not_all_bits_of_a_base() -> Outcome<()> {
    let project = Project::new("narrow")?;
    project.write("narrow.v", NARROW)?;
    let description = "top = \"narrow\"\nfiles = [\"narrow.v\"]\nlanes = 2\n[inputs]\n\
        base = \"{base_lo[47:32], base_lo[15:0]}\"\noffset = \"offset_lo\"\nn = \"scale\"\n\
        [outputs]\nsum_lo = \"sum\"\n[results]\nafter = 0\n";
    project.write("good.toml", description)?;
    let ran = cosim(&project, "good.toml")?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    project.replace("good.toml", "base_lo[15:0]", "base_lo[16:1]")?;
    let ran = cosim(&project, "good.toml")?;
    let told = "good.toml:5:8: error: 32 bits of `base_lo` are connected to nothing";
    assert!(ran.stderr.starts_with(told), "{}", ran.stderr);
    project.write("good.toml", description)?;
    project.replace(
        "narrow.v",
        "{16'd0, base[31:16]}",
        "{15'd0, base[31:16], 1'b0}",
    )?;
    let ran = cosim(&project, "good.toml")?;
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("sum_lo: expected"), "{}", ran.stderr);
    Ok(())
}

#[test]
#[ignore = "make night"]
fn an_exported_unit_that_is_described_agrees_whatever_is_tied() -> Outcome<()> {
    let project = Project::new("own_unit")?;
    let (parts, unit) = exported("agu_unit8")?;
    project.write("unit.v", &(parts + &unit))?;
    let ran = project.agu(&["adapt", "unit.v", "-o", "unit.toml"])?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    let ran = cosim(&project, "unit.toml")?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    project.replace("unit.toml", "\naccess = \"access\"", "\naccess = \"1'b1\"")?;
    project.replace("unit.toml", "[tied]", "[tied]\naccess = 1")?;
    let ran = cosim(&project, "unit.toml")?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    Ok(())
}

#[test]
#[ignore = "make night"]
fn a_draft_has_all_that_was_given_and_runs_from_anywhere() -> Outcome<()> {
    let project = Project::new("whole_draft")?;
    let (parts, unit) = exported("agu_lea1")?;
    let head = "module my_lea #(parameter N = 3) (";
    let unit = unit.replace("module agu_lea1 (", head);
    let (ports, body) = unit.split_once("\n);").ok_or("the ports")?;
    let check = "`include \"name.vh\"\n  wire [31:0] seven;\n  reverse #(N) other(seven);\n";
    project.write("rtl/my_lea.v", &format!("{ports}\n);\n{check}{body}"))?;
    project.write("rtl/inc/name.vh", "`ifndef NAMED\n  not named\n`endif\n")?;
    // Only a unit of seven has a carry.
    let parts = parts.replace(CARRY, ".carry_in(carry_in_s2 & `SEVEN)");
    project.write("rtl/parts.v", &format!("`include \"seven.vh\"\n{parts}"))?;
    project.write("rtl/more/seven.vh", "`define SEVEN 1'b1\n")?;
    let reverse = "module reverse #(parameter N = 0) (output wire [31:0] x);\n  \
                   if (N != 7) not_seven wrong();\n  assign x = 0;\nendmodule\n";
    project.write("rtl/reverse.v", reverse)?;
    project.write("lists/all.f", "+incdir+rtl/more\nrtl/parts.v\n")?;
    fs::create_dir_all(project.file("made/here"))?;
    let options = "-f|lists/all.f|--source|rtl/reverse.v|-I|rtl/inc|-D|NAMED|-G|N=7";
    let mut arguments = vec!["adapt", "rtl/my_lea.v", "-o", "made/here/unit.toml"];
    arguments.extend(options.split('|'));
    let ran = project.agu(&arguments)?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    let text = fs::read_to_string(project.file("made/here/unit.toml"))?;
    for line in [
        "top = \"my_lea\"",
        "files = [\"../../rtl/my_lea.v\", \"../../rtl/reverse.v\"]",
        "include_dirs = [\"../../rtl/inc\"]",
        "defines = [\"NAMED\"]",
        "lists = [\"../../lists/all.f\"]",
        "list_folder = \"../..\"",
        "parameters = { N = \"7\" }",
        "# A guess, by 32 bits of base_lo.",
        "lanes = 1",
        "# [memory]",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}: {text}");
    }
    fs::create_dir_all(project.file("elsewhere"))?;
    for (folder, target) in [
        ("", "made/here/unit.toml"),
        ("elsewhere", "../made/here/unit.toml"),
    ] {
        let command = format!("cosim --quiet --ops 20_000 --seed 1 --jobs 1 --target {target}");
        let mut command = project.command(&command.split(' ').collect::<Vec<_>>());
        let ran = command.current_dir(project.file(folder)).output()?;
        let stderr = String::from_utf8(ran.stderr)?;
        assert_eq!((ran.status.code(), &*stderr), (Some(0), ""), "{folder}");
    }
    Ok(())
}

#[test]
fn usual_names_are_recognised() -> Outcome<()> {
    let project = Project::new("names")?;
    let ports = "input aclk, aresetn, s_valid, output s_ready, input [31:0] s_imm, s_addr, \
                 input req_store, valid_in, output m_valid, input m_ready, output [31:0] m_addr, \
                 output mem_valid, mem_store, input mem_req_ready, input [63:0] cfg_wdata, \
                 output [7:0] sum";
    project.write("unit.v", &format!("module unit({ports}); endmodule\n"))?;
    let ran = project.agu(&["adapt", "unit.v"])?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    for line in [
        "# A guess, by 32 bits of s_addr.",
        "lanes = 1",
        "clock = \"aclk\"",
        "port = \"aresetn\"",
        "active_low = true",
        "s_valid = \"request_valid\"",
        "valid_in = \"request_valid\"",
        "request_ready = \"s_ready\"",
        "s_imm = \"immediate\"",
        "s_addr = \"base_lo\"",
        "req_store = \"store\"",
        "result_valid = \"m_valid\"",
        "m_ready = \"result_ready\"",
        "address_lo = \"m_addr\"",
        "memory_valid = \"mem_valid\"",
        "memory_store = \"mem_store\"",
        "mem_req_ready = \"memory_ready\"",
        "cfg_wdata = \"config_data\"",
        "# ? = \"sum\"  # not recognised, 8 bits",
        "# line_bytes = 64     # 32, 64 or 128",
    ] {
        assert!(
            ran.stdout.lines().any(|it| it == line),
            "{line}: {}",
            ran.stdout
        );
    }
    Ok(())
}

#[test]
fn a_draft_names_what_it_recognised_and_what_not() -> Outcome<()> {
    let project = example("draft", "overtaking")?;
    let ran = project.agu(&["adapt", "overtaking.v"])?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    for line in [
        "top = \"overtaking\"",
        "lanes = 4",
        "clock = \"clk\"",
        "port = \"rst_n\"",
        "active_low = true",
        "in_valid = \"request_valid\"",
        "in_tag = \"destination\"  # 4 bits, of 16",
        "# in_displacement = \"\"  # not recognised, 32 bits",
        "result_valid = \"out_valid\"",
        "# ? = \"out_sum\"  # not recognised, 128 bits",
        "# steer_by_window = 1",
    ] {
        assert!(
            ran.stdout.lines().any(|it| it == line),
            "{line}: {}",
            ran.stdout
        );
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn the_top_is_the_module_that_no_other_one_instantiates() -> Outcome<()> {
    let project = Project::new("tops")?;
    let leaf = "module leaf(input clk); endmodule\n";
    let one = "/* module x; */ module one(input clk);\n  generate if (0) begin leaf l(clk); end \
               endgenerate\nendmodule\n";
    let two = "module two(input clk); endmodule\n";
    project.write("leaf.v", leaf)?;
    project.write("both.v", &format!("{leaf}{one}"))?;
    project.write("one.v", &format!("`include \"both.v\"\n{two}"))?;
    project.write("several.v", &format!("{one}{two}{leaf}"))?;
    project.write("none.v", "package p; endpackage\n")?;
    project.write("inout.v", "module u(input clk,\n  inout io); endmodule\n")?;
    let interface = "interface bus; logic a; endinterface\nmodule u(input clk, bus b); endmodule\n";
    project.write("interface.sv", interface)?;
    project.write(
        "array.v",
        "module u(input [3:0] words [0:1], output a [0:1]); endmodule\n",
    )?;
    for (file, first) in [
        ("leaf.v", "top = \"leaf\""),
        ("both.v", "top = \"one\""),
        // Of two the one in the file itself.
        ("one.v", "top = \"two\""),
        ("several.v --top one", "top = \"one\""),
        (
            "several.v",
            "several.v: error: 2 modules that no other one instantiates, expected --top with one \
             of one, two",
        ),
        (
            "several.v --top three",
            "several.v: error: there is no module three",
        ),
        (
            "none.v",
            "none.v: error: no module, expected the file of a unit",
        ),
        (
            "inout.v",
            "inout.v:2:9: error: port io is an inout, expected inputs and outputs of bits",
        ),
        (
            "array.v",
            "array.v:1:22: error: port words is no vector of bits, expected inputs and outputs of bits",
        ),
        (
            "interface.sv",
            "interface.sv:2:25: error: a port is an interface, expected inputs and outputs of bits: a \
             module around it has them",
        ),
    ] {
        let command = format!("adapt {file}");
        let ran = project.agu(&command.split(' ').collect::<Vec<_>>())?;
        let said = ran.stdout + &ran.stderr;
        assert!(said.lines().any(|line| line == first), "{file}: {said}");
    }
    Ok(())
}

#[test]
fn help_offers_a_description_where_it_is_taken() -> Outcome<()> {
    for (command, offers) in [("cosim", true), ("run", false)] {
        let ran = agu(&[command, "--help"])?;
        assert_eq!(ran.stdout.contains("FILE.toml"), offers, "{}", ran.stdout);
        assert!(ran.stdout.contains("agu_core1"), "{}", ran.stdout);
    }
    Ok(())
}
