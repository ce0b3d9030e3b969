//! The exported decoders in Icarus, and deliberately wrong ones beside them.

use crate::fields::{ADDR_ADD, Fields, WORD};
use crate::variants::{self, ADDR_ADD_WRONG, FERMI_WRONG, MAXWELL_WRONG};
use cosim::decoder::Encoded;
use isa::Isa;
use rtl::export::Variant;
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, process};
use tests::tools::run;
use tests::{addr_adds, words};

#[test]
fn maxwell() {
    let design = Design::of_words(variants::MAXWELL, MAXWELL_WRONG);
    every_wrong_decoder_is_caught(&design, &words::few(Isa::Maxwell));
}

#[test]
fn fermi() {
    let design = Design::of_words(variants::FERMI, FERMI_WRONG);
    every_wrong_decoder_is_caught(&design, &words::few(Isa::Fermi));
}

#[test]
fn addr_add() {
    let design = Design {
        top: variants::ADDR_ADD,
        variants: ADDR_ADD_WRONG,
        fields: ADDR_ADD,
        inputs: ".word(row[63:0]), .tail(row[199:64]), .native_simd32(row[200])",
    };
    every_wrong_decoder_is_caught(&design, &addr_adds::few());
}

/// A decoder and what is wrong in its variants.
struct Design {
    top: &'static str,
    variants: &'static [Variant],
    fields: Fields,
    /// The ports that a row's bits drive.
    inputs: &'static str,
}

impl Design {
    fn of_words(top: &'static str, variants: &'static [Variant]) -> Design {
        Design {
            top,
            variants,
            fields: WORD,
            inputs: ".word(row[63:0])",
        }
    }
}

#[track_caller]
fn every_wrong_decoder_is_caught(design: &Design, stream: &[Encoded]) {
    let (top, variants) = (design.top, design.variants);
    let records = simulate(design, stream);
    let expected: Vec<String> = stream
        .iter()
        .map(|encoded| design.fields.bits(&encoded.record()))
        .collect();
    let mut runs = records.chunks(stream.len());
    let correct = runs.next().expect("a run of the decoder as it is");
    for ((encoded, got), expected) in stream.iter().zip(correct).zip(&expected) {
        assert_eq!(got, expected, "{encoded}");
    }
    assert_eq!(runs.len(), variants.len());
    for (variant, records) in variants.iter().zip(runs) {
        let differ = records
            .iter()
            .zip(&expected)
            .filter(|(got, expected)| got != expected);
        let count = differ.count();
        println!("{top}, {}: {count} of {}", variant.name, stream.len());
        assert!(count > 0, "not caught: {}", variant.name);
    }
}

/// The records of all instructions, as strings of bits: from the decoder as it is, then
/// from each variant.
fn simulate(design: &Design, stream: &[Encoded]) -> Vec<String> {
    let Design { top, variants, .. } = *design;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{top}_{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let verilog = rtl::tops::verilog(top, variants).expect("a top");
    let verilog = verilog.unwrap_or_else(|error| panic!("{error}"));
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    write("decoder.v", &verilog);
    write("bench.v", &bench(design, stream.len()));
    let lines: Vec<String> = stream.iter().map(row).collect();
    write("rows.hex", &lines.join("\n"));
    let compile = ["-g2005", "-o", "bench.vvp", "decoder.v", "bench.v"];
    let said = run(&folder, "iverilog", &compile)
        .and_then(|_| run(&folder, "vvp", &["-n", "bench.vvp"]))
        .unwrap_or_else(|error| panic!("{error}"));
    fs::remove_dir_all(&folder).expect("a folder");
    said.lines().map(str::to_owned).collect()
}

/// The ports as one number: the word lowest, then the tail, then the flag.
fn row(encoded: &Encoded) -> String {
    let inputs = encoded.inputs();
    let [low @ .., top] = inputs.tail;
    let tail = low.iter().rev().map(|word| format!("{word:08x}"));
    let tail: String = tail.collect();
    format!(
        "{:x}{top:02x}{tail}{:016x}",
        inputs.native_simd32, inputs.word
    )
}

/// A bench that says the record of every instruction, and expects nothing.
fn bench(design: &Design, rows: usize) -> String {
    let (mut wires, mut ports) = (String::new(), String::new());
    for (name, width) in design.fields.widths {
        writeln!(wires, "  wire [{}:0] {name};", width - 1).expect("text");
        write!(ports, ", .{name}({name})").expect("text");
    }
    let names = design.fields.widths.iter().map(|(name, _)| *name);
    let names: Vec<&str> = names.collect();
    let Design { top, inputs, .. } = design;
    format!(
        "module bench;
  reg [200:0] rows [0:{last}];
  reg [200:0] row;
  reg [7:0] variant;
  integer v, i;
{wires}
  {top} decoder ({inputs}, .valid(1'b1), .variant(variant){ports});
  initial begin
    $readmemh(\"rows.hex\", rows);
    for (v = 0; v <= {variants}; v = v + 1) begin
      variant = v;
      for (i = 0; i < {rows}; i = i + 1) begin
        row = rows[i];
        #1 $display(\"%b\", {{{names}}});
      end
    end
  end
endmodule
",
        last = rows - 1,
        variants = design.variants.len(),
        names = names.join(", ")
    )
}
