//! Instances in Verilog fit the exported modules.

use super::ports::exported;
use super::{Outcome, all_pages, blocks, file_of, root};
use crate::folder;
use std::fs;
use tests::tools::run;

#[test]
fn instances_fit_the_exported_modules() -> Outcome<()> {
    let folder = folder("instances")?;
    let mut instances = 0;
    for (path, text) in all_pages()? {
        let page = path.display();
        let blocks = blocks(&text).into_iter();
        for (language, lines) in blocks.filter(|(language, _)| *language == "verilog") {
            // A session compiles this block, with the files that it includes.
            if file_of(language, &lines).is_some() {
                continue;
            }
            // The modules of one number of lanes stand for those with the parameter.
            let block = lines.join("\n").replace(" #(.LANES(4))", "4");
            let words: Vec<_> = block.split_whitespace().collect();
            let top = verilated::exported::modules()
                .find(|name| words.contains(name))
                .ok_or_else(|| format!("{page}: an instance of nothing"))?;
            let verilog = verilated::exported::verilog(&[top])?;
            for (name, (direction, _)) in &exported(&verilog)?[top] {
                let connected = block.contains(&format!(".{name}("));
                assert!(connected || direction == "out", "{page}: {name} is open");
            }
            fs::write(folder.join("instance.v"), format!("{block}\n{verilog}"))?;
            let said = run(&folder, "iverilog", &["-g2005", "-t", "null", "instance.v"])?;
            assert!(!said.contains(" warning: "), "{page}:\n{said}");
            instances += 1;
        }
    }
    assert!(instances > 0);
    Ok(())
}

/// Runs the bench of the example around agu_unit4, by Icarus or by Verilator.
fn load_store(tool: &str, bug: &str) -> Outcome<String> {
    let folder = folder(&format!("load_store{bug}"))?;
    let verilog = root().join("rtl/verilog").display().to_string();
    let example = root().join("examples/load_store");
    let names = ["load_store.v", "memory.v", "bench.v"];
    let files = names.map(|name| example.join(name).display().to_string());
    let sources = ["-y", &verilog, bug, &files[0], &files[1], &files[2]];
    if tool == "iverilog" {
        let compile = ["-g2005", "-o", "bench.vvp"];
        run(&folder, tool, &[&compile[..], &sources].concat())?;
        return Ok(run(&folder, "vvp", &["-n", "bench.vvp"])?);
    }
    let waivers = root()
        .join("constraints/verilator.vlt")
        .display()
        .to_string();
    let options = [
        "--binary", "-Wall", "--top", "bench", "-o", "bench", &waivers,
    ];
    run(&folder, tool, &[&options[..], &sources].concat())?;
    let bench = folder.join("obj_dir/bench").display().to_string();
    Ok(run(&folder, &bench, &[])?)
}

#[test]
fn the_load_store_unit_passes_its_bench_and_not_with_its_bug() -> Outcome<()> {
    for (bug, expected) in [("-DRIGHT", " 0 errors: passed"), ("-DBUG", ": failed")] {
        let said = load_store("iverilog", bug)?;
        assert!(said.contains(expected), "{bug}: {said}");
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn the_load_store_unit_passes_its_bench_under_verilator() -> Outcome<()> {
    let said = load_store("verilator", "-DNIGHT")?;
    assert!(said.contains(" 0 errors: passed"), "{said}");
    Ok(())
}

/// Runs the bench of a memory side of the load/store unit by its makefile, and returns its output.
fn memory_side(name: &str, options: &[&str]) -> Outcome<String> {
    let folder = folder(&format!("{name}{}", options.concat()))?;
    let example = root().join("examples").join(name).display().to_string();
    let build = format!("BUILD={}", folder.display());
    let make = ["--silent", "--ignore-errors", "-C", &example, &build];
    run(&folder, "make", &[&make[..], options].concat())?;
    Ok(fs::read_to_string(folder.join("log"))?)
}

#[test]
fn memory_sides_pass_their_benches_and_not_with_a_bug() -> Outcome<()> {
    for (name, option, expected) in [
        ("axi", "DATA=128", " 0 errors: passed"),
        ("axi", "BUG=BUG_ORDER", ": failed"),
        ("bus", "DATA=128", " 0 errors: passed"),
        ("bus", "BUG=BUG_TAG", ": failed"),
    ] {
        let said = memory_side(name, &[option])?;
        assert!(said.contains(expected), "{name} {option}: {said}");
    }
    Ok(())
}

#[test]
#[ignore = "make night"]
fn memory_sides_pass_their_benches_at_all_widths_and_find_all_bugs() -> Outcome<()> {
    for name in ["axi", "bus"] {
        for width in [8, 32, 64, 256, 512, 1024] {
            let said = memory_side(name, &[&format!("DATA={width}")])?;
            assert!(said.contains(" 0 errors: passed"), "{name} {width}: {said}");
        }
        let said = memory_side(name, &["SIM=verilator"])?;
        assert!(said.contains(" 0 errors: passed"), "{name}: {said}");
        for bug in ["BUG_STROBES", "BUG_STABLE"] {
            let said = memory_side(name, &[&format!("BUG={bug}")])?;
            assert!(said.contains(": failed"), "{name} {bug}: {said}");
        }
    }
    let said = memory_side("axi", &["BUG=BUG_ID"])?;
    assert!(said.contains(": failed"), "{said}");
    Ok(())
}

/// A load of 4 bytes at 0x1000 in all lanes. It makes the instance on the unit's page request its
/// line. The parameter is the value of `reset` in the first cycle.
const BENCH: &str = "
module bench;
  parameter RESET = 1;
  reg clock = 0, reset = RESET, valid = 0;
  wire ready, memory_valid;
  wire [41:0] line;
  integer beats = 0;
  load_addresses dut (.clock(clock), .reset(reset), .valid(valid), .memory_ready(1'b1),
    .base({4{32'h1000}}), .immediate(32'd0), .ready(ready), .memory_valid(memory_valid), .line(line));
  initial begin
    repeat (100) begin
      #1 clock = 1;
      if (valid && ready) beats = beats + 1;
      if (memory_valid) $display(\"line %h\", line);
      #1 clock = 0; reset = 0; valid = beats < 8;
    end
    $display(\"%0d beats\", beats);
  end
endmodule
";

#[test]
fn the_instance_needs_one_cycle_of_reset() -> Outcome<()> {
    let folder = folder("instance")?;
    let page = fs::read_to_string(root().join("doc/blocks/unit.md"))?;
    let mut blocks = blocks(&page).into_iter();
    let instance = blocks.find(|(language, _)| *language == "verilog");
    let (_, lines) = instance.ok_or("no instance on the page")?;
    let verilog = root().join("rtl/verilog").display().to_string();
    fs::write(folder.join("bench.v"), BENCH.to_owned() + &lines.join("\n"))?;
    for (reset, expected) in [
        ("bench.RESET=1", "line 00000000020\n8 beats\n"),
        ("bench.RESET=0", "8 beats\n"),
    ] {
        let compile = [
            "-g2005",
            "-s",
            "bench",
            "-P",
            reset,
            "-o",
            "bench.vvp",
            "-y",
            &verilog,
            "bench.v",
        ];
        run(&folder, "iverilog", &compile)?;
        assert_eq!(
            run(&folder, "vvp", &["-n", "bench.vvp"])?,
            expected,
            "{reset}"
        );
    }
    Ok(())
}
