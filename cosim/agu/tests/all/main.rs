//! The program `agu`, from its command line: what it prints, writes, refuses and leaves behind.

#[path = "../../../formal/tests/all/broken.rs"]
mod broken;
mod cli_completions;
mod cli_cosim;
mod cli_export;
mod cli_golden;
mod cli_listing;
mod cli_results;
mod cli_run;
mod cli_run_json;
mod cli_run_text;
mod cli_run_visa;
mod cli_run_words;
mod cli_synth;
mod cli_text;
mod cli_vectors;
mod cli_visa;
mod common;
mod counterexample;
mod cubins;
mod external;
mod regress;
mod wave_file;
mod waves;

use verilated as _;
