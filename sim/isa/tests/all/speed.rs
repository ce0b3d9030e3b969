//! How fast words become text. Tools print whole programs.
//!
//!     cargo test -p agu-isa --profile checked --test all speed:: -- --ignored --nocapture

use crate::common;

use std::time::{Duration, Instant};

use agu_isa::{Isa, disassemble_into};

const WORDS: usize = 1_000_000;
const LIMIT: Duration = Duration::from_secs(1);

/// A vector file's words, over and over.
fn words(file: &str) -> Vec<u64> {
    let rows = common::rows(file);
    let words = rows
        .iter()
        .map(|row| u64::from_str_radix(&row[0], 16).expect("a word"));
    words.cycle().take(WORDS).collect()
}

/// The time for all words, each with its line end, into one text.
fn time(isa: Isa, words: &[u64]) -> Duration {
    let start = Instant::now();
    let mut text = String::new();
    for word in words {
        disassemble_into(isa, *word, &mut text).expect("text");
        text.push('\n');
    }
    let time = start.elapsed();
    assert_eq!(text.lines().count(), words.len());
    time
}

#[test]
#[ignore = "measures time, which means nothing on a busy machine"]
fn a_million_words_disassemble_within_a_second() {
    let files = [
        (Isa::Maxwell, "maxwell_synthetic.tsv"),
        (Isa::Fermi, "fermi_compiled.tsv"),
    ];
    for (isa, file) in files {
        let words = words(file);
        // The best of a few, since other programs run too.
        let times = (0..5).map(|_| time(isa, &words));
        let best = times.min().expect("a time");
        println!("{isa}: {WORDS} words in {best:.0?}");
        assert!(best < LIMIT, "{isa}: {best:?}");
    }
}
