//! What `agu run` prints for people.

use crate::common::{Outcome, agu, agu_with, file, shared, text};
use std::sync::atomic::{AtomicU32, Ordering};

/// Only a terminal gets colours, and no pipe is one.
#[test]
fn what_is_piped_is_plain() -> Outcome<()> {
    let program = text(&shared("programs").join("faults.agu"))?;
    let ran = agu(&["run", &program, "--init", &program.replace(".agu", ".toml")])?;
    assert!(!ran.stdout.contains('\x1b'), "{}", ran.stdout);
    Ok(())
}

#[test]
fn people_get_a_row_for_what_was_written() -> Outcome<()> {
    let program = "LEA R4.CC, R2, R10, 0x3\n@P0 LEA P1, RZ, R4, RZ\n";
    let init = "[registers]\nR2 = { base = 1, step = 1 }\nR10 = 0x1000\n[predicates]\nP0 = 3\n";
    let (program, init) = (file("rows.agu", program)?, file("rows.toml", init)?);
    let ran = agu(&["run", &program, "--init", &init])?;
    let expected = [
        "   0  LEA R4.CC, R2, R10, 0x3                     8 cycles",
        "      R4       lanes 0-31   0x00001008 step 0x8",
        "      CF       ........ ........ ........ ........  0x00000000",
        "      ZF       ........ ........ ........ ........  0x00000000",
        "      SF       ........ ........ ........ ........  0x00000000",
        "      OF       ######## ######## ######## ########  0xffffffff",
        "   1  @P0 LEA P1, RZ, R4, RZ                      8 cycles",
        "      P1       ##------ -------- -------- --------  0x00000003",
        "2 instructions, 16 cycles, 0 faults, 0 mismatches",
    ];
    assert_eq!(ran.stdout.lines().collect::<Vec<_>>(), expected);
    Ok(())
}

/// What `agu run` prints for a program, by lines, without the last one.
fn shown(isa: &str, program: &str, init: &str) -> Outcome<Vec<String>> {
    let number = SHOWN.fetch_add(1, Ordering::Relaxed);
    let program = file(&format!("shown{number}.agu"), program)?;
    let init = file(&format!("shown{number}.toml"), init)?;
    let ran = agu(&["run", "--isa", isa, &program, "--init", &init])?;
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let mut lines: Vec<_> = ran.stdout.lines().map(str::to_owned).collect();
    assert!(
        lines
            .pop()
            .is_some_and(|last| last.ends_with(" 0 mismatches"))
    );
    Ok(lines)
}

static SHOWN: AtomicU32 = AtomicU32::new(0);

#[test]
fn people_see_where_an_access_goes_and_what_it_costs() -> Outcome<()> {
    let init = "active = 0xffff\n[registers]\nR2 = { base = 0x1040, step = 8 }\n\
        R4 = { base = 0xfdffffc0, step = 8 }\n[predicates]\nP0 = 0xff\n";
    let lines = shown(
        "maxwell",
        "ST [R2], R2\nLD.64 R6, [R4], P0\nLDL R8, [R2]\n",
        init,
    )?;
    let expected = [
        "      shared 0xfe000000+0xc000, local 0xff000000+0x1000000, global below 0x10000000000",
        "   0  ST [R2], R2                                 14 cycles",
        "      global   lanes 0-15   0x00001040 step 0x8",
        "               2 lines, 4 sectors",
        "               0x1000 ..##        ######## ........ ........ ........  0x000000ff",
        "               0x1080 ##..        ........ ######## ........ ........  0x0000ff00",
        "   1  LD.64 R6, [R4], P0                          14 cycles",
        "      global   lanes 0-7    0xfdffffc0 step 0x8",
        "               1 line, 2 sectors",
        "      shared   lanes 8-15   0x00000000 step 0x8",
        "               1 pass",
        "      R6       lanes 0-15   0x00000000",
        "      R7       lanes 0-15   0x00000000",
        "   2  LDL R8, [R2]                                12 cycles",
        "      local    lanes 0-15   0x00001040 step 0x8",
        "      R8       lanes 0-15   0x00000000",
    ];
    assert_eq!(lines, expected);
    Ok(())
}

#[test]
fn people_see_faults_by_kind_and_space() -> Outcome<()> {
    let init = "active = 0x3f\n[config]\nmisaligned_is_error = 1\nglobal_limit = 0x2000\n\
        [registers]\nR2 = [0x1000, 0x1001, 0x1ffe, 0x2000, 0x2004, 0xfe000000]\n\
        R3 = { base = 1, step = 1 }\n";
    let lines = shown(
        "maxwell",
        "LD R4, [R2]\nST.E [R2], R3\nLD.64 R5, [R2]\n",
        init,
    )?;
    let expected = [
        "      shared 0xfe000000+0xc000, local 0xff000000+0x1000000, global below 0x2000",
        "   0  LD R4, [R2]                                 14 cycles",
        "      global   lanes 0-1    0x00001000",
        "               lane 2       0x00001ffc",
        "               2 lines, 2 sectors",
        "               0x1000 #...        ##...... ........ ........ ........  0x00000003",
        "               0x1f80 ...#        ..#..... ........ ........ ........  0x00000004",
        "      fault    Misaligned, global, 4 bytes",
        "               lane 1       0x00001001",
        "               lane 2       0x00001ffe",
        "      fault    OutsideAllocation, global, 4 bytes",
        "               lane 3       0x00002000",
        "               lane 4       0x00002004",
        "      fault    OutsideWindow, 4 bytes",
        "               lane 5       0xfe000000",
        "      R4       lanes 0-5    0x00000000",
        "   1  ST.E [R2], R3                               12 cycles",
        "      fault    OutsideAllocation, global, 4 bytes",
        "               lane 0       0x100001000",
        "               lane 1       0x200001001",
        "               lane 2       0x300001ffe",
        "               lane 3       0x400002000",
        "               lane 4       0x500002004",
        "               lane 5       0x6fe000000",
        "   2  LD.64 R5, [R2]",
        "      illegal  ",
        "      fault    IllegalInstruction",
    ];
    let same = |(line, expected): (&String, &&str)| match expected.strip_suffix("illegal  ") {
        Some(start) => line.starts_with(&format!("{start}illegal  ")),
        None => line == expected,
    };
    assert_eq!(lines.len(), expected.len(), "{lines:#?}");
    assert!(lines.iter().zip(&expected).all(same), "{lines:#?}");
    Ok(())
}

/// The lines and passes that each access of a program takes.
fn costs(program: &str) -> Outcome<Vec<String>> {
    let program = text(&shared("programs").join(program))?;
    let ran = agu(&["run", &program, "--init", &program.replace(".agu", ".toml")])?;
    let lines = ran.stdout.lines().map(str::trim);
    let counts = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let costs = counts.filter(|line| line.contains("line") || line.contains("pass"));
    Ok(costs.map(str::to_owned).collect())
}

#[test]
fn a_transpose_conflicts_where_its_rows_are_not_padded() -> Outcome<()> {
    // Stores of rows and loads of columns, without the padding and with it.
    let of_a_pass = ["1 pass"; 4];
    let expected = [of_a_pass, ["4 passes"; 4], of_a_pass, of_a_pass];
    let mut costs = costs("transpose.agu")?;
    costs.retain(|cost| cost.contains("pass"));
    assert_eq!(costs, expected.concat());
    Ok(())
}

#[test]
fn passes_count_the_words_of_the_busiest_bank() -> Outcome<()> {
    let costs = costs("strided.agu")?;
    let lines = [
        "1 line, 4 sectors",
        "2 lines, 8 sectors",
        "8 lines, 32 sectors",
        "32 lines, 32 sectors",
    ];
    let passes = ["1 pass", "2 passes", "32 passes", "1 pass"];
    let expected = [
        &lines[..],
        &lines,
        &["1 line, 1 sector"],
        &passes,
        &passes,
        &["1 pass"],
    ];
    assert_eq!(costs, expected.concat());
    Ok(())
}

#[test]
fn fermi_programs_take_text_and_words() -> Outcome<()> {
    let init = "[registers]\nR0 = { step = 1 }\nR2 = { base = 0xfe000000, step = 4 }\n";
    // 8000000000211c85 is LD R4, [R2].
    let program = "ST [R2], R0\n8000000000211c85\nMOV R5, R4, 0x1\n";
    let lines = shown("fermi", program, init)?;
    let expected = [
        "      shared 0xfe000000+0xc000, local 0xff000000+0x1000000, global below 0x10000000000",
        "   0  ST [R2], R0                                 13 cycles",
        "      shared   lanes 0-31   0x00000000 step 0x4",
        "               1 pass",
        "   1  LD R4, [R2]                                 13 cycles",
        "      shared   lanes 0-31   0x00000000 step 0x4",
        "               1 pass",
        "      R4       lanes 0-31   0x00000000 step 0x1",
        "   2  MOV R5, R4, 0x1                             8 cycles",
        "      R5       lanes 0-28 step 4 0x00000000 step 0x4",
    ];
    assert_eq!(lines, expected);
    // Fermi has 63 registers.
    let init = file("fermi63.toml", "[registers]\nR63 = 1\n")?;
    let ran = agu_with(&["run", "--isa", "fermi", "-", "--init", &init], b"")?;
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    Ok(())
}
