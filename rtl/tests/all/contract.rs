//! The rules of `doc/timing.md` at the ports of the exported units, and hardware that breaks them.

use crate::common::bench::{compiled, simulated};
use std::fs;
use std::path::Path;

/// `contract.v`: the rules of doc/timing.md at the ports of a unit of `lanes` lanes.
#[track_caller]
fn ports_keep_the_contract(tool: &str, lanes: usize) {
    let name = format!("contract_{tool}{lanes}");
    let work = compiled(
        tool,
        &name,
        "contract.v",
        &[&format!("-DLANES={lanes}")],
        &[],
    );
    let seed = std::process::id();
    let said = simulated(tool, &work, &[format!("+seed={seed}")]);
    let counts = said.lines().next().unwrap_or_default();
    assert!(counts.ends_with(" resets"), "seed {seed}: {said}");
}

#[test]
fn ports_keep_the_contract_icarus() {
    ports_keep_the_contract("iverilog", 1);
}

#[test]
fn ports_keep_the_contract_verilator() {
    for lanes in [1, 4, 8] {
        ports_keep_the_contract("verilator", lanes);
    }
}

/// Hardware that breaks a rule of the contract is seen: module, what it has, what it gets, the rule.
/// Which of two rules is seen first is the simulator's choice.
#[test]
fn a_broken_contract_is_seen() {
    for (number, (module, has, gets, rule)) in (0..).zip(BROKEN) {
        let name = format!("contract_broken{number}");
        let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&name);
        fs::create_dir_all(&work).unwrap();
        let file = format!("{}/verilog/{module}.v", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(file).unwrap();
        assert_eq!(text.matches(has).count(), 1, "{module}: `{has}`");
        let broken = work.join(format!("{module}.v"));
        fs::write(&broken, text.replace(has, gets)).unwrap();
        compiled("iverilog", &name, "contract.v", &["-DLANES=1"], &[&broken]);
        let said = simulated("iverilog", &work, &[]);
        let first = said.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("FAILED") && rule.split(" or ").any(|rule| first.ends_with(rule)),
            "{gets}: {said}"
        );
    }
}

const BROKEN: [(&str, &str, &str, &str); 10] = [
    (
        "agu_warp_unit1",
        "assign config_ready = idle;",
        "assign config_ready = ~(|next_beat);",
        "config_ready when the unit is empty",
    ),
    (
        "agu_warp_unit1",
        "advance & ((|next_beat) | ~config_valid)",
        "advance",
        "a write comes before a warp",
    ),
    (
        "agu_warp_unit1",
        "advance & ((|next_beat) | ~config_valid)",
        "advance & ~config_valid",
        "and that between warps alone",
    ),
    (
        "agu_warp_unit1",
        "request_ready = advance &",
        "request_ready = advance & ~skid_buffer_out_valid &",
        "a beat a cycle",
    ),
    (
        "agu_unit1",
        ".result_ready(result_ready & deliverable)",
        ".result_ready(deliverable)",
        "a result that waits stays",
    ),
    (
        "agu_unit1",
        "result_valid = warp_unit_result_valid &",
        "result_valid = result_ready & warp_unit_result_valid &",
        "inputs reach no output",
    ),
    (
        "agu_unit1",
        "assign result_last = warp_unit_result_last;",
        "assign result_last = 1'b0;",
        "result_last",
    ),
    (
        "agu_memory_port",
        ".out_ready(memory_ready)",
        ".out_ready(1'b1)",
        "a request that waits stays",
    ),
    (
        "agu_memory_port",
        "valid ? (shared ? 33'd0 : line) : 33'd0",
        "shared ? 33'd0 : line",
        "no request is all zeros",
    ),
    (
        "agu_skid_buffer",
        "      valid_out <= 1'b0;\n",
        "",
        "requests after the last result or config_ready when the unit is empty",
    ),
];
