//! Lines as tools print them: each form of the tables in each of their decorations.

use crate::common;
use agu_isa::bundle::{Bundles, Control, Schedule};
use agu_isa::listing::{self, Entry};
use agu_isa::{Isa, Line, Statement, assemble, decode, disassemble, program_line, table};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

/// The file of lines, words beside them.
const FILE: &str = "decorated.tsv";

const HEADER: &str = "\
# instruction set, 64-bit word, a line that means it; every form of the tables as tools print it.
# UPDATE=1 cargo test -p agu-isa --test all lines:: writes it anew
";

/// `.S` of Fermi.
const JOIN: u64 = 1 << 4;

/// A line around a text: `TEXT`, `REUSE` with `.reuse` on each register, `WORD`, `SWAPPED` with
/// the low half first.
const DECORATIONS: &[&str] = &[
    // cuobjdump of CUDA 5 and later, of CUDA 4, and nvdisasm without words.
    "        /*0008*/                   TEXT;                /* 0xWORD */",
    "        /*0010*/     /*0xSWAPPED*/ \tTEXT;",
    "        /*0018*/                   TEXT ;",
    // Dual issue.
    "        /*0028*/         {         TEXT;                /* 0xWORD */",
    "        /*0030*/                   TEXT        }        /* 0xWORD */",
    "{ TEXT; }",
    // CuAssembler, either order of the columns.
    "      [B------:R-:W-:Y:S02]         /*0008*/                   REUSE ;",
    "  /*00a8*/ [B0-2--5:R1:W0:-:S15] REUSE ;",
    // maxas.
    "--:-:-:Y:1      REUSE;",
    "01:-:-:Y:d      REUSE;",
    "3f:1:6:-:f  REUSE;",
    // Addresses and labels.
    "0008: TEXT",
    "a0f8: TEXT",
    "0x000000a8:\tTEXT",
    "00a8  TEXT",
    ".L_x_1: TEXT",
    "TARGET1: TEXT;",
];

/// The legal word of a form with the longest text among the vectors.
fn examples() -> Vec<(Isa, u64, String)> {
    let files = [
        (Isa::Maxwell, "maxwell_synthetic.tsv", 0),
        (Isa::Fermi, "fermi_asfermi.tsv", 1),
    ];
    let mut examples = Vec::new();
    for (isa, file, column) in files {
        let words = common::rows(file);
        let words = words
            .iter()
            .map(|row| u64::from_str_radix(&row[column], 16).expect("a word"));
        let words: BTreeSet<_> = words.filter(|word| decode(isa, *word).is_ok()).collect();
        for form in table::forms(isa) {
            let of_form = words
                .iter()
                .filter(|word| table::find(isa, **word).expect("a form").name == form.name);
            let texts = of_form.map(|word| (*word, disassemble(isa, *word).expect("text")));
            let (word, text) = texts.max_by_key(|(_, text)| text.len()).expect(form.name);
            examples.push((isa, word, text));
        }
    }
    examples
}

fn decorated(pattern: &str, word: u64, text: &str) -> String {
    let mut reuse = String::new();
    for piece in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let (name, rest) = match piece.strip_suffix(|c: char| !c.is_ascii_alphanumeric()) {
            Some(name) => (name, &piece[name.len()..]),
            None => (piece, ""),
        };
        let number = name.strip_prefix('R').unwrap_or_default();
        let is_register = number == "Z" || number.parse::<u8>().is_ok();
        reuse += &format!("{name}{}{rest}", if is_register { ".reuse" } else { "" });
    }
    let replaced = pattern.replace("TEXT", text).replace("REUSE", &reuse);
    let replaced = replaced.replace("SWAPPED", &format!("{:016x}", word.rotate_left(32)));
    replaced.replace("WORD", &format!("{word:016x}"))
}

#[test]
fn the_file_has_every_form_in_every_decoration() {
    let mut expected = HEADER.to_owned();
    for pattern in DECORATIONS {
        for (isa, word, text) in examples() {
            expected += &format!("{isa}\t{word:016x}\t{}\n", decorated(pattern, word, &text));
        }
    }
    // Of the words of Fermi few have it.
    for (isa, word, _) in examples().iter().filter(|(isa, ..)| *isa == Isa::Fermi) {
        let word = word | JOIN;
        let text = disassemble(*isa, word).expect("text");
        expected += &format!("{isa}\t{word:016x}\t{text}\n");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/vectors")
        .join(FILE);
    if env::var_os("UPDATE").is_some_and(|update| update == "1") {
        fs::write(&path, &expected).expect("the file");
    }
    assert!(
        fs::read_to_string(&path).unwrap_or_default() == expected,
        "{FILE} is not up to date"
    );
}

#[test]
fn decorated_lines_mean_their_words() {
    let mut forms = BTreeSet::new();
    let file = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/vectors")
            .join(FILE),
    );
    for line in file
        .expect("the file")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let [isa, word, line] = line
            .splitn(3, '\t')
            .collect::<Vec<_>>()
            .try_into()
            .expect("columns");
        let (isa, word) = (
            isa.parse().expect("an ISA"),
            u64::from_str_radix(word, 16).expect("a word"),
        );
        forms.insert((isa as u8, table::find(isa, word).expect("a form").name));
        let (instruction, assembled) = assemble(isa, line).expect(line).expect(line);
        assert_eq!(assembled, word, "{line}");
        assert_eq!(decode(isa, word), Ok(instruction), "{line}");
        let statement = Ok(Some(Statement::Instruction(word, instruction)));
        assert_eq!(program_line(isa, line), statement, "{line}");
        let entry = listing::entry(isa, line).expect(line);
        assert!(
            matches!(entry, Entry::Known(known) if known.word == word),
            "{line}"
        );
    }
    let all = table::forms(Isa::Maxwell).count() + table::forms(Isa::Fermi).count();
    assert_eq!(forms.len(), all);
}

/// Lines that hold no instruction, and what is taken away from others.
#[test]
fn columns_are_blanked() {
    #[rustfmt::skip]
    let lines = [
        ("\t.headerflags\t@\"EF_CUDA_SM52 EF_CUDA_PTX_SM(EF_CUDA_SM52)\"", ""),
        ("        .global         _Z3addPi", ""),
        ("        /*0000*/ \t.byte\t0x04, 0x2f", ""),
        (".text._Z3addPi:", ""),
        ("$foo$bar:", ""),
        ("TARGET1:", ""),
        ("0008:", ""),
        ("  }", ""),
        ("{", ""),
        ("[B------:R-:W-:Y:S02]", ""),
        ("--:-:-:Y:1", ""),
        ("LEA:", ""),
        // What remains is read as before.
        ("FADD R0", "FADD R0"),
        ("0123456789abcdef", "0123456789abcdef"),
        ("0123456789abcdef:", "0123456789abcdef:"),
        ("123456789: LD", "123456789: LD"),
        ("5bd7 8a00", "5bd7 8a00"),
        ("0008 5bd78a000ff73d01", "     5bd78a000ff73d01"),
        ("0008: 0x00401c85, 0x84000000", "      0x00401c85, 0x84000000"),
        ("[B------:R-:W-:Y:S16] LD", "[B------:R-:W-:Y:S16] LD"),
        ("[B1-----:R-:W-:Y:S01] LD", "[B1-----:R-:W-:Y:S01] LD"),
        ("[B------:R6:W-:Y:S01] LD", "[B------:R6:W-:Y:S01] LD"),
        ("--:0:-:Y:1 LD", "--:0:-:Y:1 LD"),
        ("40:-:-:Y:1 LD", "   -:-:Y:1 LD"),
        ("LD R0, [R2] &req={0,1}", "LD R0, [R2] &req={0,1}"),
        ("{ LD R0, [R2] &req={0,1} }", "  LD R0, [R2] &req={0,1}"),
        ("..........", ".........."),
        (": LD", ": LD"),
    ];
    for (text, expected) in lines {
        let line = Line::parse(Isa::Maxwell, text).expect(text);
        assert_eq!(line.code.trim_end(), expected, "{text}");
        // vISA has braces and directives of its own.
        assert_eq!(
            Line::parse(Isa::Visa, ".decl V32").expect("a line").code,
            ".decl V32"
        );
    }
}

#[test]
fn words_of_halves() {
    let word = agu_isa::line::word;
    for text in [
        "0x00401c85, 0x84000000",
        " 0x00401c85,0x84000000, ",
        "8400000000401c85",
    ] {
        assert_eq!(word(text), Some(0x8400_0000_0040_1c85), "{text}");
    }
    for text in [
        "0x00401c85",
        "00401c85, 84000000",
        "0x0401c85, 0x84000000",
        "0x00401c85, 0x84000000, 0x00000000",
        ",",
    ] {
        assert_eq!(word(text), None, "{text}");
    }
    let (_, found) = assemble(Isa::Fermi, "LD.E R0, [R4]")
        .expect("legal")
        .expect("a word");
    assert_eq!(word("0x00401c85, 0x84000000"), Some(found));
}

/// Entries of listings: the word, the mnemonic, or the refusal.
#[test]
fn listing_entries() {
    #[rustfmt::skip]
    let lines = [
        ("", "nothing"),
        ("Fatbin elf code:", "nothing"),
        ("================", "nothing"),
        ("arch = sm_52", "nothing"),
        ("\t\tFunction : _Z3addPi", "nothing"),
        ("\tcode for sm_52", "nothing"),
        ("\t\t..........", "nothing"),
        ("\t.headerflags @\"EF_CUDA_SM52\"", "nothing"),
        ("   /* 0x001c4400fe0007f6 */", "lone 001c4400fe0007f6"),
        ("/*0008*/ MOV R1, c[0x0][0x20] ; /* 0x4c98078000870001 */", "other MOV"),
        ("/*0010*/ @!P0 BRA 0x40 ;", "other BRA"),
        ("--:-:1:-:1      S2R R0, SR_TID.X;", "other S2R"),
        ("[B------:R-:W-:-:S05] ISETP.GE.AND P0, PT, R0, R1, PT", "other ISETP"),
        ("/*0008*/ 4c98078000870001", "other (word)"),
        ("/*0008*/ eed4200000070202", "eed4200000070202"),
        ("LDG.E R2, [R2]", "eed4200000070202"),
        ("@P0 LDG.E R2, [R2]", "eed4200000000202"),
        ("/*0008*/ LDG.E R2, [R2] ; /* 0xeed4200000070202 */", "eed4200000070202"),
        // Not of the tables: the word has no form, whatever the text says.
        ("/*0008*/ LDG.E.SYS R2, [R2] ; /* 0x4c98078000870001 */", "other LDG"),
        // The text, the word, or both are wrong.
        ("/*0008*/ LDG.E R2, [R3] ; /* 0xeed4200000070202 */",
            "27: found the word eed4200000070202, expected eed4200000070302 as the text has it"),
        ("/*0008*/ LDG.E.SYS R2, [R2] ; /* 0xeed4200000070202 */",
            "31: the word is that of `LDG.E R2, [R2]`, expected one of the text's"),
        ("/*0008*/ MOV R2, R3 ; /* 0xeed4200000070202 */",
            "23: the word is that of `LDG.E R2, [R2]`, expected one of the text's"),
        ("/*0008*/ LDG.E.SYS R2, [R2] ;",
            "16: modifier .SYS does not fit here, expected .CA, .CG, .CI, .CV, .32, .U8, .8, .S8, .U16, .16, .S16, .64, .128, .U.128 or .128.U"),
        ("/*0008*/ ?? ;", "10: found ?, expected an instruction"),
        ("/*0008*/ [R2] ;", "10: found `[`, expected an instruction"),
    ];
    for (line, expected) in lines {
        let found = match listing::entry(Isa::Maxwell, line) {
            Ok(Entry::Nothing) => "nothing".to_owned(),
            Ok(Entry::Lone(word)) => format!("lone {word:016x}"),
            Ok(Entry::Known(known)) => format!("{:016x}", known.word),
            Ok(Entry::Other(mnemonic)) => format!("other {mnemonic}"),
            Err(error) => format!("{}: {}", error.column, error.message),
        };
        assert_eq!(found, expected, "{line}");
    }
}

/// Control words that a compiler made, and their schedules.
#[test]
fn control_words_have_text() {
    #[rustfmt::skip]
    let rows = [
        (0x001f_8000_fc00_07e0, "[B------:R-:W-:Y:S00], [B------:R-:W-:Y:S00], [B------:R-:W-:Y:S00]"),
        (0x003f_b400_e3e0_07f6, "[B------:R-:W-:-:S06], [B------:R-:W0:-:S15], [B0-----:R-:W-:Y:S13]"),
        (0x001f_bc20_fe20_07f7, "[B------:R-:W-:-:S07], [B-----5:R-:W-:-:S01], [B------:R-:W-:Y:S15]"),
        (0x001f_bc01_fe20_071f, "[B------:R-:W0:-:S15], [B0-----:R-:W-:-:S01], [B------:R-:W-:Y:S15]"),
        (0x081f_d800_fea2_07f1, "[B------:R-:W-:-:S01] reuse 0x1, [B------:R-:W-:-:S05], [B------:R-:W-:-:S06] reuse 0x1"),
    ];
    for (word, text) in rows {
        let control = Control::from_word(word).expect("a control word");
        let line = control.to_string();
        assert_eq!(line, format!("/* 0x{word:016x} */ // {text}"));
        assert_eq!(control.word(), word);
        assert_eq!(
            Line::parse(Isa::Maxwell, &line)
                .expect("a line")
                .word
                .map(|it| it.word),
            Some(word)
        );
        for schedule in control.0 {
            let text = schedule.to_string();
            let (length, read) = Schedule::prefix(&text).expect("a schedule");
            assert_eq!(length, 21);
            let same = read == schedule || text.contains("reuse");
            assert!(same, "{text}");
        }
    }
    assert_eq!(Control::from_word(1 << 63 | rows[0].0), None);
    // Barrier 6 is none.
    assert_eq!(Control::from_word(rows[0].0 ^ 1 << 5), None);
    let prefix = |text| Schedule::prefix(text).map(|(_, schedule)| schedule.to_string());
    for (columns, brackets) in [
        ("--:-:-:Y:1 LD", "[B------:R-:W-:Y:S01]"),
        ("01:-:-:-:d LD", "[B0-----:R-:W-:-:S13]"),
        ("22:1:6:-:f LD", "[B-1---5:R0:W5:-:S15]"),
    ] {
        assert_eq!(prefix(columns).as_deref(), Some(brackets));
    }
}

fn looks_bundled(words: impl IntoIterator<Item = u64>) -> bool {
    let mut bundles = Bundles::default();
    for word in words {
        assert_eq!(bundles.take(word), Ok(None));
    }
    bundles.is_found()
}

#[test]
fn bundles_are_told_from_instructions() {
    // Code that ptxas made for sm_52.
    let bundles = [
        0x003f_b400_e3e0_07f6,
        0x4c98_0780_0087_0001,
        0xf0c8_0000_0217_0000,
        0x4b6c_0380_0547_0007,
        0x001f_f400_fd20_07ef,
        0x50b0_0000_0007_0f00,
        0x50b0_0000_0007_0f00,
        0xe300_0000_0000_000f,
        0x081f_d800_fea2_07f1,
        0x3848_0000_0027_0007,
        0x3828_0000_01e7_0000,
        0x4c10_8000_0507_0702,
    ];
    for count in 4..=bundles.len() {
        assert!(looks_bundled(bundles[..count].iter().copied()), "{count}");
    }
    assert!(!looks_bundled(bundles[..3].iter().copied()));
    assert!(!looks_bundled(bundles[1..].iter().copied()));
    // A control word that is an LEA as well.
    assert!(looks_bundled([
        0x181f_c800_fea7_07e1,
        bundles[1],
        bundles[2],
        bundles[3]
    ]));
    // No false alarm: each file, and four words in a row anywhere in it.
    for (file, column) in [
        ("maxwell_compiled.tsv", 0),
        ("maxwell_synthetic.tsv", 0),
        ("fermi_compiled.tsv", 0),
        ("fermi_asfermi.tsv", 1),
    ] {
        let words = common::rows(file);
        let words: Vec<_> = words
            .iter()
            .map(|row| u64::from_str_radix(&row[column], 16).expect("a word"))
            .collect();
        assert!(!looks_bundled(words.iter().copied()), "{file}");
        for four in words.windows(4) {
            assert!(!looks_bundled(four.iter().copied()), "{file}: {four:016x?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Random fields of the tables' forms, in programs of three bundles.
    #[test]
    fn random_instructions_are_no_bundles(
        words in prop::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 12),
    ) {
        let forms: Vec<_> = table::forms(Isa::Maxwell).collect();
        let word = |(form, bits): (prop::sample::Index, u64)| {
            let form = form.get(&forms);
            form.opcode_bits() | bits & form.fields_mask()
        };
        prop_assert!(!looks_bundled(words.into_iter().map(word)));
    }

    #[test]
    fn control_words_go_both_ways(word in 0..1_u64 << 63) {
        if let Some(control) = Control::from_word(word) {
            prop_assert_eq!(control.word(), word);
            for schedule in control.0 {
                let text = schedule.to_string();
                let read = Schedule::prefix(&text).map(|(_, read)| read);
                prop_assert_eq!(read.map(|it| it.to_string()), text.get(..21).map(str::to_owned));
            }
        }
    }
}
