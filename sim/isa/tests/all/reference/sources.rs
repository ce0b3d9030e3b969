//! What the tables are from.

use super::markdown::{code, table};
use crate::common::rows;

pub const TITLE: &str = "Sources";

/// What of the page, its public source, and the vectors in `tests/vectors` that hold it.
const SOURCES: [(&str, &str, &[&str]); 4] = [
    (
        "Maxwell: opcodes, fields, text",
        "two public disassemblers, on words of each form with random fields that they print alike; \
         code for sm_50 to sm_61 that compilers made, in public listings \
         ([CuAssembler](https://github.com/cloudcores/CuAssembler) and others)",
        &["maxwell_synthetic.tsv", "maxwell_compiled.tsv"],
    ),
    (
        "Fermi: opcodes, fields, text",
        "the assembler [asfermi](https://github.com/hyqneuron/asfermi), what it takes and what it \
         refuses; compiled code for sm_20 in the listings of \
         [mgpu](https://github.com/seanbaxter/mgpu_old)",
        &[
            "fermi_asfermi.tsv",
            "fermi_rejected.tsv",
            "fermi_compiled.tsv",
        ],
    ),
    (
        "vISA: text",
        "dumps of vISA and its documentation, in public",
        &["visa_addr_add.tsv"],
    ),
    (
        "vISA: bytes; what is illegal to execute, in all three",
        "the published specification of Intel's vISA, and the sources of \
         [semantics.md](semantics.md)",
        &[],
    ),
];

pub fn section() -> String {
    let row = |&(part, source, files): &(&str, &str, &[&str])| {
        let count = |file: &&str| format!("{}: {}", code(file), rows(file).len());
        let vectors: Vec<_> = files.iter().map(count).collect();
        [part.to_owned(), source.to_owned(), vectors.join(", ")]
    };
    format!(
        "## {TITLE}\n\nThe tables were written anew from what is public; nothing of these programs is in them. The \
         last column has the lines that the tests assemble, disassemble or see refused, by their \
         file in [tests/vectors](../tests/vectors).\n\n{}",
        table(["what", "from", "lines"], &SOURCES.each_ref().map(row))
    )
}
