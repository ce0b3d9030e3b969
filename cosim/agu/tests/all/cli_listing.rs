//! Listings of disassemblers, bundles, and cubins.

use crate::common::{Outcome, agu, agu_with, file, path, shared, text};
use std::fs;

/// A listing of each tool: instruction set, canonical texts, summary.
#[rustfmt::skip]
const LISTINGS: &[(&str, &str, &str, &str)] = &[
    ("cuobjdump_sm52.sass", "maxwell",
        "LEA R2.CC, R0, 0x5\nLEA.HI.X P0, R3, R0, RZ, R5\nLD.E.U8 R2, [R2], P0\n\
         LEA R4.CC, R0, 0x8\nLEA.HI.X P0, R5, R0, RZ, R5\nST.E.U16 [R4], R2, P0\n",
        "6 instructions, 6 others skipped: 3 MOV, 1 BRA, 1 EXIT, 1 NOP"),
    ("nvdisasm_sm61.sass", "maxwell",
        "LDG.E R2, [R2]\nSTS [R7], R2\nLDS.U.32 R6, [R7]\nSTG.E [R4+0x10], R6\n",
        "4 instructions, 11 others skipped: 2 EXIT, 2 IADD, 1 BAR, 1 BRA, 1 ISETP, 1 MOV, 1 S2R, 1 SHL, 1 SHR"),
    ("cuasm_sm61.cuasm", "maxwell",
        "LEA R2.CC, R0, c[0x0][0x140], 0x2\nLEA.HI.X R3, R0, c[0x0][0x144], RZ, 0x2\n\
         LDG.E R2, [R2]\nSTS [R7], R2\n",
        "4 instructions, 5 others skipped: 1 BRA, 1 EXIT, 1 ISETP, 1 MOV, 1 S2R"),
    ("maxas_sm50.sass", "maxwell",
        "LEA R2.CC, R0, c[0x0][0x140], 0x2\nLEA.HI.X R3, R0, c[0x0][0x144], RZ, 0x2\n\
         LDG.E R2, [R2]\nSTS [R7], R2\n",
        "4 instructions, 5 others skipped: 1 BRA, 1 EXIT, 1 ISETP, 1 MOV, 1 S2R"),
    ("cuobjdump_sm20.sass", "fermi",
        "MOV R1, c[0x1][0x100]\nMOV32I R2, 0x4\nMOV R3, c[0x0][0x20]\nLD R0, [R2]\nSTS [R19], R0\nST [R3], R0\n",
        "6 instructions, 2 others skipped: 1 EXIT, 1 S2R"),
];

#[test]
fn each_tools_listing_is_taken() -> Outcome<()> {
    for (name, isa, texts, summary) in LISTINGS {
        let path = text(&shared("listings").join(name))?;
        let remark = format!("{path}: {summary}\n");
        let disassembled = agu(&["disasm", "--listing", "--isa", isa, &path])?;
        assert_eq!(
            (&*disassembled.stdout, &*disassembled.stderr),
            (*texts, &*remark),
            "{name}"
        );
        assert_eq!(disassembled.status, Some(0), "{name}");
        let assembled = agu(&["asm", "--listing", "--isa", isa, &path])?;
        assert_eq!(
            (assembled.status, &*assembled.stderr),
            (Some(0), &*remark),
            "{name}"
        );
        let back = agu_with(&["disasm", "--isa", isa, "-"], assembled.stdout.as_bytes())?;
        assert_eq!(back.stdout, *texts, "{name}");
        let ran = agu(&["run", "--golden", "--listing", "--isa", isa, &path])?;
        assert_eq!((ran.status, &*ran.stderr), (Some(0), &*remark), "{name}");
        let count = format!("\n{} instructions, ", texts.lines().count());
        assert!(ran.stdout.contains(&count), "{name}: {}", ran.stdout);
    }
    Ok(())
}

/// Each bad line is reported, up to 20; output ends at the first one.
#[test]
fn all_bad_lines_are_reported() -> Outcome<()> {
    let wrong = "/*0008*/ LDG.E R2, [R3] ; /* 0xeed4200000070202 */\n";
    let good = "LDG.E R2, [R2]\n";
    let message =
        ":27: error: found the word eed4200000070202, expected eed4200000070302 as the text has it";
    let lines = format!("{good}{wrong}{good}{wrong}");
    for (command, stdout) in [
        (&["asm", "--listing"][..], "eed4200000070202\n"),
        (&["disasm", "--listing"], good),
        (&["run", "--golden", "--listing"], ""),
    ] {
        let ran = agu_with(&[command, &["-"]].concat(), lines.as_bytes())?;
        assert_eq!((ran.status, &*ran.stdout), (Some(1), stdout), "{command:?}");
        let errors: Vec<_> = ran
            .stderr
            .lines()
            .filter(|line| line.contains("error"))
            .collect();
        assert_eq!(
            errors,
            [format!("<stdin>:2{message}"), format!("<stdin>:4{message}")]
        );
    }
    for command in [&["asm"][..], &["disasm"], &["run", "--golden"]] {
        let ran = agu_with(&[command, &["-"]].concat(), "FOO !\n".repeat(25).as_bytes())?;
        assert_eq!((ran.status, &*ran.stdout), (Some(1), ""));
        assert_eq!(ran.stderr.lines().count(), 21, "{command:?}");
        assert!(
            ran.stderr.ends_with("\nand 5 more rejected lines\n"),
            "{}",
            ran.stderr
        );
    }
    Ok(())
}

/// Two bundles of ptxas for sm_52, of address instructions but for one.
const WORDS: &str = "\
001ec400fda207f6
36d7800000570002
5bd802c00ff70003
8010000000070202
041fc400fda207f6
36d7800000870004
5bd802c00ff70005
a050000000070402
";

const BUNDLES: &str = "\
/* 0x001ec400fda207f6 */ // [B------:R-:W-:-:S06] reuse 0x1, [B------:R-:W-:Y:S13], [B------:R-:W5:-:S01]
LEA R2.CC, R0, 0x5
LEA.HI.X P0, R3, R0, RZ, R5
LD.E.U8 R2, [R2], P0
/* 0x041fc400fda207f6 */ // [B------:R-:W-:-:S06] reuse 0x1, [B------:R-:W-:Y:S13], [B-----5:R-:W-:-:S01]
LEA R4.CC, R0, 0x8
LEA.HI.X P0, R5, R0, RZ, R5
ST.E.U16 [R4], R2, P0
";

#[test]
fn bundles_go_both_ways() -> Outcome<()> {
    let disassembled = agu_with(&["disasm", "--bundles", "-"], WORDS.as_bytes())?;
    assert_eq!((disassembled.status, &*disassembled.stderr), (Some(0), ""));
    assert_eq!(disassembled.stdout, BUNDLES);
    let assembled = agu_with(&["asm", "--bundles", "-"], disassembled.stdout.as_bytes())?;
    assert_eq!((assembled.status, &*assembled.stdout), (Some(0), WORDS));
    let ran = agu_with(&["run", "--golden", "--bundles", "-"], WORDS.as_bytes())?;
    assert!(
        ran.stdout.contains("\n6 instructions, "),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert_eq!(ran.stderr, "");
    Ok(())
}

/// Schedules come from prefixes and from `.reuse`, or are careful.
#[test]
fn bundles_are_made_of_text() -> Outcome<()> {
    let text = "\
        [B------:R-:W-:-:S06] LEA R2.CC, R0.reuse, 0x5\n\
        --:-:1:Y:d LD.E R4, [R2]\n\
        LEA R0, R1, R2\n\
        ST [R0], R1\n";
    let assembled = agu_with(&["asm", "--bundles", "-"], text.as_bytes())?;
    let back = agu_with(&["disasm", "--bundles", "-"], assembled.stdout.as_bytes())?;
    let schedules = back
        .stdout
        .lines()
        .filter_map(|line| line.split_once(" // "));
    let schedules: Vec<_> = schedules.map(|(_, schedules)| schedules).collect();
    assert_eq!(
        schedules,
        [
            "[B------:R-:W-:-:S06] reuse 0x1, [B------:R-:W0:Y:S13], [B0-----:R-:W-:Y:S15]",
            "[B0-----:R0:W-:Y:S15], [B------:R-:W-:Y:S00], [B------:R-:W-:Y:S00]",
        ]
    );
    let ran = agu_with(&["disasm", "--bundles", "-"], b"800000000000000e")?;
    let error = "<stdin>:1:1: error: found another word, expected a control word: ";
    assert!(
        ran.status == Some(1) && ran.stderr.starts_with(error),
        "{}",
        ran.stderr
    );
    let ran = agu_with(&["asm", "--bundles", "--isa", "fermi", "-"], b"")?;
    let error = "error: found --bundles and --isa fermi, expected --isa maxwell\n";
    assert_eq!((ran.status, &*ran.stderr), (Some(2), error));
    Ok(())
}

#[test]
fn control_words_without_the_option_are_noticed() -> Outcome<()> {
    // The first word is an LEA.HI as well.
    let words = "181fc800fea707e1\need4200000070202\need4200000070404\needc200000070402\n";
    let warning = "<stdin>: warning: every fourth word looks like a control word, \
                   which is no instruction, expected --bundles\n";
    for command in [&["disasm"][..], &["run", "--golden"]] {
        let ran = agu_with(&[command, &["-"]].concat(), words.as_bytes())?;
        assert_eq!(
            (ran.status, &*ran.stderr),
            (Some(0), warning),
            "{command:?}"
        );
    }
    Ok(())
}

#[test]
fn words_of_fermi_are_noticed() -> Outcome<()> {
    // The second one and the third are instructions of both.
    let words = "2800440400005de4\n0x00401c85, 0x84000000\n1800000010009de2\nc900000001301c85\n";
    let ran = agu_with(&["run", "--golden", "-"], words.as_bytes())?;
    assert_eq!(ran.status, Some(0));
    let warning = "<stdin>: warning: of 4 words 4 are instructions of fermi and 2 of maxwell, \
                   expected --isa fermi\n";
    assert_eq!(ran.stderr, warning);
    let ran = agu_with(&["disasm", "-"], b"2800440400005de4")?;
    assert!(
        ran.stderr
            .ends_with("LDS, STS or LDC; known with --isa fermi\n"),
        "{}",
        ran.stderr
    );
    Ok(())
}

#[test]
fn text_that_is_illegal_to_execute_gets_a_warning() -> Outcome<()> {
    let ran = agu_with(&["asm", "-"], b"\nLDG.E R1, [R3]\n")?;
    assert_eq!((ran.status, &*ran.stdout), (Some(0), "eed4200000070301\n"));
    let warning = "<stdin>:2:1: warning: illegal LDG word: the base pair of .E starts at an odd register, \
                   expected an even one or RZ\n";
    assert_eq!(ran.stderr, warning);
    Ok(())
}

/// A cubin with the words of one kernel.
fn cubin(machine: u16, flags: u32, words: &[u64]) -> Vec<u8> {
    let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let names = b"\0.shstrtab\0.text.two\0";
    let (code_offset, header) = (64, 64);
    let names_offset = code_offset + code.len();
    let sections = (names_offset + names.len()).next_multiple_of(8);
    let mut file = b"\x7fELF\x02\x01\x01\x33\x07\0\0\0\0\0\0\0".to_vec();
    file.extend([2_u16, machine].iter().flat_map(|half| half.to_le_bytes()));
    file.extend(0x7c_u32.to_le_bytes());
    file.extend(
        [0, 0, sections as u64]
            .iter()
            .flat_map(|word| word.to_le_bytes()),
    );
    file.extend(flags.to_le_bytes());
    file.extend(
        [header, 56, 0, 64, 3, 1_u16]
            .iter()
            .flat_map(|half| half.to_le_bytes()),
    );
    file.extend(code);
    file.extend(names);
    file.resize(sections, 0);
    // Name, kind, flags, place and size.
    let rows = [
        (0, 0, 0, 0, 0),
        (1, 3, 0, names_offset, names.len()),
        (11, 1, 6, code_offset, 8 * words.len()),
    ];
    for (name, kind, flags, offset, size) in rows {
        file.extend(
            [name, kind]
                .iter()
                .flat_map(|word: &u32| word.to_le_bytes()),
        );
        let words = [flags, 0, offset as u64, size as u64, 0, 1, 0];
        file.extend(words.iter().flat_map(|word: &u64| word.to_le_bytes()));
    }
    file
}

#[test]
fn cubins_are_listed() -> Outcome<()> {
    let mut words = vec![
        0x001f_d400_fe20_07f6,
        0x4c98_0780_0087_0001,
        0x4c98_0780_0507_0000,
        0x4c98_0780_0517_0005,
    ];
    for line in WORDS.lines() {
        words.push(u64::from_str_radix(line, 16)?);
    }
    words.extend([0x001f_8000_ffe0_07ff, 0xe300_0000_0007_000f]);
    let listed = "// kernel two, sm_52\n// ... 3 others\n\
        /*0028*/ LEA R2.CC, R0, 0x5\n/*0030*/ LEA.HI.X P0, R3, R0, RZ, R5\n/*0038*/ LD.E.U8 R2, [R2], P0\n\
        /*0048*/ LEA R4.CC, R0, 0x8\n/*0050*/ LEA.HI.X P0, R5, R0, RZ, R5\n/*0058*/ ST.E.U16 [R4], R2, P0\n\
        // ... 1 other\n";
    let path = file("two.cubin", cubin(190, 0x34_0534, &words))?;
    let ran = agu(&["disasm", &path])?;
    assert_eq!(
        (ran.status, &*ran.stdout, &*ran.stderr),
        (Some(0), listed, "")
    );
    let taken = agu_with(&["asm", "-"], listed.as_bytes())?;
    assert_eq!((taken.status, taken.stdout.lines().count()), (Some(0), 6));
    let all = agu(&["disasm", "--all", &path])?.stdout;
    assert!(
        all.contains("\n/*0010*/ 4c98078005070000\n")
            && all.ends_with("/*0068*/ e30000000007000f\n"),
        "{all}"
    );
    let bundles = agu(&["disasm", "--bundles", &path])?.stdout;
    assert!(
        bundles.contains("\n/* 0x001ec400fda207f6 */ // [B"),
        "{bundles}"
    );
    // Fermi has no control words.
    let path = file(
        "fermi.cubin",
        cubin(190, 0x14_0514, &[0x2800_4404_0000_5de4]),
    )?;
    assert_eq!(
        agu(&["disasm", &path])?.stdout,
        "// kernel two, sm_20\n/*0000*/ MOV R1, c[0x1][0x100]\n"
    );
    #[rustfmt::skip]
    let refused = [
        (cubin(190, 0x46_0546, &words), "found code for sm_70, expected sm_20, sm_21 or sm_50 to sm_62"),
        (cubin(62, 0x34, &words), "found an ELF file of another machine, expected a cubin, as `cuobjdump -xelf all` takes out of a program"),
        (cubin(190, 0x34, &words)[..100].to_vec(), "Invalid ELF section header offset/size/alignment"),
    ];
    for (bytes, reason) in refused {
        let path = file("refused.cubin", bytes)?;
        let ran = agu(&["disasm", &path])?;
        assert_eq!(
            (ran.status, ran.stderr),
            (Some(2), format!("error: {path}: {reason}\n"))
        );
    }
    for arguments in [
        &["run", "--golden"][..],
        &["run", "--golden", "--kernel", "two"],
    ] {
        let ran = agu(&[arguments, &[&path]].concat())?;
        assert_eq!(ran.status, Some(2));
        assert!(
            ran.stderr
                .starts_with(&format!("error: {path}: a cubin cannot be run: ")),
            "{}",
            ran.stderr
        );
    }
    Ok(())
}

/// No part of a cubin is trusted.
#[test]
fn damaged_cubins_are_refused_or_listed() -> Outcome<()> {
    let whole = cubin(
        190,
        0x34_0534,
        &[0x001f_d400_fe20_07f6, 0x36d7_8000_0057_0002],
    );
    for at in (4..whole.len()).step_by(3) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xff;
        let ran = agu(&["disasm", &file("damaged.cubin", &bytes)?])?;
        assert!(
            matches!(ran.status, Some(0 | 2)) && !ran.stderr.contains("panic"),
            "{at}: {}",
            ran.stderr
        );
    }
    fs::remove_file(path("damaged.cubin"))?;
    Ok(())
}
