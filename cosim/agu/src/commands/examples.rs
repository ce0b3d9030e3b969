//! What `--help` ends with. A test parses each of these commands.

pub const RUN: &str = "\
Examples:
  agu run tests/programs/guards.agu --init tests/programs/guards.toml
  agu run kernel.agu --init kernel.toml --isa fermi --json
  agu run kernel.agu --golden              without hardware
  agu run kernel.sass --listing            the known instructions of a disassembler's listing
  agu run kernel.agu --vcd wave.vcd        then: gtkwave wave.vcd wave.gtkw
  agu run -                                reads the program from standard input";

pub const COSIM: &str = "\
Examples:
  agu cosim                                20 million lane-operations on all cores
  agu cosim --ops 1_000_000_000 --seed 7   as long as you like, the same again every time
  agu cosim --junit cosim.xml --json cosim.json -q
  agu cosim --target netlist --vcd wave.vcd
  agu cosim --target my_unit.v             a unit of your own, with the ports of an exported one
  agu cosim --target my_unit.v --compare valid
  agu cosim --target my_unit.toml          one with ports of its own, as that file describes it
  agu cosim --target top.v --source lane.v -I include -D FAST --top my_unit";

pub const ADAPT: &str = "\
Examples:
  agu adapt my_unit.v -o my_unit.toml      then: agu cosim --target my_unit.toml
  agu adapt top.sv --source lane.sv -I include --top my_unit";

pub const VECTORS: &str = "\
Examples:
  agu vectors --seed 7 -o vectors.csv
  agu vectors --lanes 4 --format hex -o vectors.hex
  agu vectors --lea --lanes 1 --ops 1_000_000 --format hex -o vectors.hex
  agu vectors --program tests/programs/guards.agu --init tests/programs/guards.toml";

pub const ASM: &str = "\
Examples:
  agu asm --isa maxwell kernel.agu
  agu asm --bundles kernel.agu             with a control word before three instructions
  agu asm --listing kernel.sass            the known instructions of a disassembler's listing
  agu asm --isa visa --keep-going -        a line of output for each that is not blank";

pub const DISASM: &str = "\
Examples:
  agu disasm --isa fermi words.txt
  agu disasm --isa maxwell -               words from standard input
  agu disasm --bundles words.txt           every fourth word is a control word
  agu disasm kernel.cubin                  what `ptxas` and `nvcc -cubin` make";

pub const EXPORT: &str = "\
Examples:
  agu export -o agu_unit32.v
  agu export --top agu_lane -o agu_lane.v
  agu export --package build/agu           a FuseSoC core with a test bench";

pub const PROVE: &str = "\
Examples:
  agu prove                                all proofs but lanes32
  agu prove --all -q                       the long ones too";

pub const MUTATE: &str = "\
Examples:
  agu mutate                               a thousand mutants
  agu mutate --mutants 100 --seed 7";

pub const COVERAGE: &str = "\
Examples:
  agu coverage -o coverage.info            LCOV, and coverage.v that it is about
  agu coverage --seed 7 --data counted.dat
  agu coverage --read counted.dat          the same again, without a run";

pub const REGRESS: &str = "\
Examples:
  agu regress night.toml                   on all cores, to the folder night.regress
  agu regress night.toml -o nights/monday --slots 4
  agu regress night.toml --slurm --partition long -- --time=60 --mem=4G
  agu regress night.toml --print lsf       the array script; then: bsub <SCRIPT";

pub const MERGE: &str = "\
Examples:
  agu merge part1.json part2.json -o cosim.json
  agu merge night.regress --junit junit.xml -o night.json";

pub const REPORT: &str = "\
Examples:
  agu report                               report/index.html, of all results in this folder
  agu report cosim.json prove.json -o target/report
  agu report night.regress                 a regression";

pub const SYNTH: &str = "\
Examples:
  agu synth --device hx8k --top agu_lane --seeds 3
  agu synth --check                        the lane against the recorded figures";

pub const BENCH: &str = "\
Examples:
  agu bench
  agu bench --rounds 9 --seed 2";

pub const COMPLETIONS: &str = "\
Examples:
  agu completions bash                     write it to ~/.local/share/bash-completion/completions/agu
  agu completions zsh                      write it to a file _agu in a folder of $fpath";
