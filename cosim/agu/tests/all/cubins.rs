//! Cubins that ptxas makes: `make cubins` gets it, and runs this. NVIDIA's disassembler is the judge.

use crate::common::{Outcome, agu, path};
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The address instructions of each kernel of kernels.ptx with their offsets, found by eye in a dump of
/// the file of ptxas 12.4.131. Those of sm_52 and sm_61 differ in control words alone.
const KERNELS: &str = include_str!("../../../../tests/listings/kernels.txt");

/// Version 12 of the compiler, version 13, and a disassembler of version 13, in the folder that
/// `CUDA` names.
const PTXAS_12: &str = "cuda_nvcc/bin/ptxas";
const PTXAS_13: &str = "cu13/bin/ptxas";
const NVDISASM: &str = "cu13/bin/nvdisasm";

fn run<'a>(tool: &str, arguments: impl IntoIterator<Item = &'a OsStr>) -> Outcome<String> {
    let tool = PathBuf::from(std::env::var("CUDA")?).join(tool);
    let ran = Command::new(&tool).args(arguments).output()?;
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{}: {said}", tool.display());
    Ok(String::from_utf8(ran.stdout)?)
}

fn compiled(ptxas: &str, architecture: &str, source: &Path) -> Outcome<String> {
    let cubin = path(&format!("{architecture}.cubin"));
    let [arch, output] = ["-arch", "-o"].map(OsStr::new);
    let architecture = OsStr::new(architecture);
    run(
        ptxas,
        [
            arch,
            architecture,
            output,
            cubin.as_os_str(),
            source.as_os_str(),
        ],
    )?;
    Ok(cubin.to_str().ok_or("a path that is no text")?.to_owned())
}

#[test]
#[ignore = "`make cubins` downloads ptxas and runs it"]
fn instructions_are_those_in_a_dump() -> Outcome<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let kernels = root.join("tests/listings/kernels.ptx");
    for architecture in ["sm_52", "sm_61"] {
        let cubin = compiled(PTXAS_12, architecture, &kernels)?;
        let expected = KERNELS.replace("ARCHITECTURE", architecture);
        let listed = agu(&["disasm", &cubin])?;
        let lines = listed.stdout.split_inclusive('\n');
        let known: String = lines.filter(|line| !line.starts_with("// ...")).collect();
        assert_eq!(
            (listed.status, known),
            (Some(0), expected),
            "{architecture}"
        );
    }
    Ok(())
}

const SPACES: [&str; 5] = ["", ".global", ".shared", ".local", ".const"];

/// Types of accesses, and registers for a value.
const TYPES: [(&str, &str); 8] = [
    (".u8", "%r4"),
    (".s8", "%r4"),
    (".u16", "%r4"),
    (".s16", "%r4"),
    (".u32", "%r4"),
    (".u64", "%rd4"),
    (".v2.u32", "{%r4, %r5}"),
    (".v4.u32", "{%r4, %r5, %r6, %r7}"),
];

/// Addresses, from the base %rd0, the index %r0 and its signed width in 64 bits, %rd1.
const ADDRESSES: [(&str, &str); 5] = [
    ("mov.u64 %rd2, %rd0;", "%rd2"),
    ("mov.u64 %rd2, %rd0;", "%rd2+0x40"),
    (
        "mul.wide.u32 %rd2, %r0, 4; add.u64 %rd2, %rd0, %rd2;",
        "%rd2+-0x20",
    ),
    ("shl.b64 %rd2, %rd1, 4; add.u64 %rd2, %rd2, %rd0;", "%rd2"),
    (
        "mul.wide.s32 %rd2, %r0, -8; add.u64 %rd2, %rd0, %rd2;",
        "%rd2+0x7ffff0",
    ),
];

/// Orders and hints of loads and of stores from and to global memory.
const HINTS: [(&str, &str); 5] = [
    ("", ""),
    (".volatile", ".volatile"),
    (".relaxed.gpu", ".relaxed.sys"),
    (".acquire.sys", ".release.gpu"),
    (".L1::evict_last", ".L1::no_allocate"),
];

/// A kernel for each space, type and address: a load, and where the space is written a store.
fn kernels() -> Outcome<String> {
    let mut text =
        ".version 7.4\n.target sm_70\n.address_size 64\n.const .align 16 .b8 table[4096];\n"
            .to_owned();
    let mut number = 0;
    for space in SPACES {
        for (of_type, value) in TYPES {
            for (address, operand) in ADDRESSES {
                let variable = format!("{space} .align 16 .b8 memory[4096];");
                let (variable, base) = match space {
                    "" | ".global" => ("", "ld.param.u64 %rd0, [p];"),
                    ".const" => ("", "mov.u64 %rd0, table;"),
                    _ => (&*variable, "mov.u64 %rd0, memory;"),
                };
                let (load, store) = match space {
                    "" | ".global" if !of_type.starts_with(".v") => HINTS[number % HINTS.len()],
                    _ => HINTS[0],
                };
                writeln!(
                    text,
                    ".visible .entry k{number}(.param .u64 p, .param .u64 q, .param .u32 i)\n{{\n\
                     .reg .u64 %rd<8>; .reg .u32 %r<8>; {variable}\n\
                     ld.param.u64 %rd3, [q]; ld.param.u32 %r0, [i]; cvt.s64.s32 %rd1, %r0;\n\
                     {base} {address}\n\
                     ld{load}{space}{of_type} {value}, [{operand}];\n\
                     st.global{of_type} [%rd3+16], {value};"
                )?;
                if space != ".const" {
                    writeln!(
                        text,
                        "ld.global{of_type} {value}, [%rd3+48];\n\
                         st{store}{space}{of_type} [{operand}], {value};\n\
                         ld{space}{of_type} {value}, [{operand}];\n\
                         st.global{of_type} [%rd3+32], {value};"
                    )?;
                }
                text += "ret;\n}\n";
                number += 1;
            }
        }
    }
    Ok(text)
}

/// Mnemonics of the tables up to the first dot.
const KNOWN: [&str; 15] = [
    "LEA", "ULEA", "LDG", "STG", "LD", "ST", "LDL", "STL", "LDS", "STS", "LDC", "ULDC", "LDCU",
    "LDSM", "STSM",
];

/// Lines of a listing that `agu disasm` is to print of the cubin, and their words.
fn judged(listing: &str) -> (String, String) {
    let (mut lines, mut words) = (String::new(), String::new());
    let mut before = None;
    for line in listing.lines() {
        if let Some(kernel) = line
            .strip_prefix(".text.")
            .and_then(|it| it.strip_suffix(':'))
        {
            lines += &format!("// kernel {kernel}\n");
        }
        let digits =
            |text: &str| Some(text.rsplit_once("/* 0x")?.1.split_once(" */")?.0.to_owned());
        if let (Some(low), Some(high)) = (before.take(), digits(line)) {
            words += &format!("{high}{low}\n");
        }
        let code = line
            .trim()
            .strip_prefix("/*")
            .and_then(|line| line.split_once("*/"));
        let Some((offset, (text, word))) =
            code.and_then(|(at, it)| Some((at, it.split_once(';')?)))
        else {
            continue;
        };
        let mut plain = text
            .split_whitespace()
            .filter(|word| !word.starts_with('@'));
        let mnemonic = plain.next().unwrap_or_default().split('.').next();
        if mnemonic.is_some_and(|it| KNOWN.contains(&it)) {
            let text = text.trim();
            lines += &format!("/*{offset}*/ {text}\n");
            before = digits(word);
        }
    }
    (lines, words)
}

/// Checks that two texts have the same lines.
#[track_caller]
fn same(found: &str, expected: &str, part: &str) {
    let mut lines = (1..).zip(found.lines().zip(expected.lines()));
    let differs = lines.find(|(_, (found, expected))| found != expected);
    assert_eq!(differs, None, "{part}");
    assert_eq!(found.len(), expected.len(), "{part}");
}

#[test]
#[ignore = "`make cubins` downloads ptxas and runs it"]
fn disassembly_is_the_vendors() -> Outcome<()> {
    let source = path("kernels.ptx");
    fs::write(&source, kernels()?)?;
    let parts_12 = [
        "sm_70", "sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120",
    ];
    let parts_13 = [
        "sm_75", "sm_86", "sm_87", "sm_88", "sm_90a", "sm_103", "sm_110", "sm_121",
    ];
    let all = parts_12.map(|part| (PTXAS_12, part)).into_iter();
    for (ptxas, part) in all.chain(parts_13.map(|part| (PTXAS_13, part))) {
        let cubin = compiled(ptxas, part, &source)?;
        let listed = agu(&["disasm", &cubin])?.stdout;
        let is_known = |line: &&str| !line.starts_with("// ...");
        let listed = listed
            .split_inclusive('\n')
            .filter(is_known)
            .collect::<String>();
        let listed = listed.replace(&format!(", {}\n", part.trim_end_matches('a')), "\n");
        let instructions = listed.lines().filter(|line| line.starts_with("/*")).count();
        assert!(instructions > 900, "{part}: {instructions}");
        // The words come back with their control fields.
        let control = agu(&["disasm", "--control", &cubin])?.stdout;
        let text = path("control.txt");
        fs::write(&text, control)?;
        let text = text.to_str().ok_or("a path that is no text")?;
        let words = agu(&["asm", "--isa", part, text])?.stdout;
        assert_eq!(words.lines().count(), instructions, "{part}");
        // nvdisasm 13 reads no sm_70.
        if part == "sm_70" {
            continue;
        }
        let judge = run(NVDISASM, ["-hex", &cubin].map(OsStr::new))?;
        let (lines, judged) = judged(&judge);
        same(&listed, &lines, part);
        same(&words, &judged, part);
        let listing = path("listing.sass");
        fs::write(&listing, judge)?;
        let listing = listing.to_str().ok_or("a path that is no text")?;
        let read = agu(&["asm", "--listing", listing])?;
        assert_eq!((read.status, read.stdout), (Some(0), judged), "{part}");
    }
    Ok(())
}
