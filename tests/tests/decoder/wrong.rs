//! The exported decoders in Icarus, and deliberately wrong ones beside them.

use crate::fields::{FIELDS, bits};
use isa::Isa;
use isa::control::ControlRecord;
use rtl::export::Variant;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, process};
use tests::words;

const fn wrong(
    name: &'static str,
    module: &'static str,
    place: &'static str,
    correct: &'static str,
    wrong: &'static str,
) -> Variant {
    Variant {
        name,
        module,
        place,
        correct,
        wrong,
        declaration: "",
    }
}

const MAXWELL: &str = "agu_maxwell_decoder";
const MAXWELL_WRONG: &[Variant] = &[
    wrong(
        "a bit of LEA that no field lists is not looked at",
        MAXWELL,
        "(lea_lo & {})",
        "word[44]",
        "1'b0",
    ),
    wrong(
        "CC together with Plg is taken",
        MAXWELL,
        "assign cc_and_plg = {} &",
        "word[47]",
        "1'b0",
    ),
    wrong(
        "modes of LDC are taken",
        MAXWELL,
        "| {})",
        "|word[45:44]",
        "1'b0",
    ),
    wrong(
        "LDG has no .U.128",
        MAXWELL,
        "& ({} | stg | direct)",
        "st",
        "(st | ldg)",
    ),
    wrong(
        "imm20 without its sign",
        MAXWELL,
        "if ({}) begin",
        "word[56]",
        "1'b0",
    ),
    wrong(
        "a pair may end at RZ",
        "agu_register_groups",
        "assign no_pair = (data != NO_REGISTER) & (data[0] | {});",
        "(data == LAST_PAIR)",
        "1'b0",
    ),
    wrong(
        "no pair at RZ",
        "agu_register_groups",
        "assign no_pair = {} &",
        "(data != NO_REGISTER)",
        "1'b1",
    ),
];

const FERMI: &str = "agu_fermi_decoder";
const FERMI_WRONG: &[Variant] = &[
    wrong(
        "cache bits of forms without them are not looked at",
        FERMI,
        "| ({} & |word[9:8])",
        "no_cache",
        "1'b0",
    ),
    wrong(
        "a MOV's unused register field is not looked at",
        FERMI,
        "(word[9] | {})",
        "|word[25:20]",
        "1'b0",
    ),
    wrong(
        "type 7 is taken",
        FERMI,
        "(access_form & {})",
        "(word[7:5] == 3'd7)",
        "1'b0",
    ),
    wrong(
        "LDLK's predicate without its upper bit",
        FERMI,
        "assign lock = {} ?",
        "word[58]",
        "1'b0",
    ),
    wrong(
        "bit 58 of LDLK as .E",
        FERMI,
        "assign wide = ({} | ldu | st)",
        "ld",
        "(ld | ldlk)",
    ),
    wrong(
        "RZ stays 63",
        "agu_fermi_register",
        "assign number = {} ?",
        "(index == ZERO_REGISTER)",
        "1'b0",
    ),
];

#[test]
fn maxwell() {
    every_wrong_decoder_is_caught(Isa::Maxwell, MAXWELL, MAXWELL_WRONG);
}

#[test]
fn fermi() {
    every_wrong_decoder_is_caught(Isa::Fermi, FERMI, FERMI_WRONG);
}

#[track_caller]
fn every_wrong_decoder_is_caught(isa: Isa, top: &str, variants: &[Variant]) {
    let words = words::few(isa);
    let records = simulate(top, variants, &words);
    let expected: Vec<String> = words
        .iter()
        .map(|&word| bits(&ControlRecord::of_word(isa, word)))
        .collect();
    let mut runs = records.chunks(words.len());
    let correct = runs.next().expect("a run of the decoder as it is");
    for ((word, got), expected) in words.iter().zip(correct).zip(&expected) {
        assert_eq!(got, expected, "{isa} word {word:016x}");
    }
    assert_eq!(runs.len(), variants.len());
    for (variant, records) in variants.iter().zip(runs) {
        let differ = records
            .iter()
            .zip(&expected)
            .filter(|(got, expected)| got != expected);
        let count = differ.count();
        println!("{isa}, {}: {count} of {} words", variant.name, words.len());
        assert!(count > 0, "not caught: {}", variant.name);
    }
}

/// The records of all words, as strings of bits: from the decoder as it is, then from
/// each variant.
fn simulate(top: &str, variants: &[Variant], words: &[u64]) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{top}_{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let verilog = rtl::tops::verilog(top, variants).expect("a top");
    let verilog = verilog.unwrap_or_else(|error| panic!("{error}"));
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    write("decoder.v", &verilog);
    write("bench.v", &bench(top, variants.len(), words.len()));
    let lines: Vec<String> = words.iter().map(|word| format!("{word:016x}")).collect();
    write("words.hex", &lines.join("\n"));
    run(
        &folder,
        "iverilog",
        &["-g2005", "-o", "bench.vvp", "decoder.v", "bench.v"],
    );
    let said = run(&folder, "vvp", &["-n", "bench.vvp"]);
    fs::remove_dir_all(&folder).expect("a folder");
    said.lines().map(str::to_owned).collect()
}

/// A bench that says the record of every word, and expects nothing.
fn bench(top: &str, variants: usize, words: usize) -> String {
    let (mut wires, mut ports) = (String::new(), String::new());
    for (name, width) in FIELDS {
        writeln!(wires, "  wire [{}:0] {name};", width - 1).expect("text");
        write!(ports, ", .{name}({name})").expect("text");
    }
    let names: Vec<&str> = FIELDS.iter().map(|(name, _)| *name).collect();
    format!(
        "module bench;
  reg [63:0] words [0:{last}];
  reg [63:0] word;
  reg [7:0] variant;
  integer v, i;
{wires}
  {top} decoder (.word(word), .valid(1'b1), .variant(variant){ports});
  initial begin
    $readmemh(\"words.hex\", words);
    for (v = 0; v <= {variants}; v = v + 1) begin
      variant = v;
      for (i = 0; i < {words}; i = i + 1) begin
        word = words[i];
        #1 $display(\"%b\", {{{names}}});
      end
    end
  end
endmodule
",
        last = words - 1,
        names = names.join(", ")
    )
}

#[track_caller]
fn run(folder: &PathBuf, tool: &str, arguments: &[&str]) -> String {
    let output = Command::new(tool)
        .args(arguments)
        .current_dir(folder)
        .output();
    let output =
        output.unwrap_or_else(|error| panic!("{tool} does not start ({error}): run `make setup`"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{tool}: {said}{wrong}");
    said
}
