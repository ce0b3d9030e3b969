//! Traces of kernels whose totals are known from their pattern.

use std::fmt::Write;
use trace::{Kernels, Trace};

const HEAD: &str = "-kernel name = k\n-kernel id = 3\n-binary version = 80\n\
    -shmem base_addr = 0x00007f0000000000\n-local mem base_addr = 0x00007f0001000000\n\
    #traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width\n";

/// A trace of one thread block with a warp for each of `instructions`.
fn grouped(instructions: &[String]) -> String {
    let mut text = format!("{HEAD}#BEGIN_TB\nthread block = 0,0,0\n");
    for (warp, instruction) in instructions.iter().enumerate() {
        let _ = write!(text, "warp = {warp}\ninsts = 1\n{instruction}\n");
    }
    text + "#END_TB\n"
}

/// A raw trace of these lines, whose header does not know the windows.
fn text_of(lines: &[String]) -> String {
    let head = HEAD
        .replace("0x00007f0000000000", "0x0")
        .replace("0x00007f0001000000", "0x0");
    head + &lines.join("\n")
}

/// An access of all lanes, with an address each.
fn access(opcode: &str, bytes: u64, address: impl Fn(u64) -> u64) -> String {
    let addresses = (0..32).map(|lane| format!(" {:#x}", address(lane)));
    let addresses = addresses.collect::<String>();
    format!("0010 ffffffff 0 {opcode} 1 R2 {bytes} 0{addresses}")
}

/// Kernels of a trace.
fn read(text: &str) -> Result<Kernels, String> {
    let mut kernels = Kernels::default();
    let mut trace = Trace::new(text.as_bytes(), &mut kernels);
    while trace
        .next_access()
        .map_err(|error| error.to_string())?
        .is_some()
    {}
    Ok(kernels)
}

/// Accesses, lines, sectors, bytes and passes of the one row of a trace.
fn totals(text: &str) -> [u64; 5] {
    let kernels = read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let [kernel] = &*kernels.list else {
        panic!("kernels: {}", kernels.list.len())
    };
    let [row] = &*kernel.rows else {
        panic!("rows: {:?}", kernel.rows)
    };
    let cost = row.cost;
    [
        row.accesses,
        cost.requests,
        cost.sectors,
        cost.bytes,
        cost.passes,
    ]
}

#[test]
fn patterns_cost_what_they_must() {
    const GLOBAL: u64 = 0x7f12_3400_0000;
    let of = |opcode, bytes, address: &dyn Fn(u64) -> u64| {
        totals(&grouped(&[access(opcode, bytes, address)]))
    };
    // A copy of 4 bytes a lane, of 16, and one that begins in the middle of a line.
    assert_eq!(of("LDG.E", 4, &|lane| GLOBAL + 4 * lane), [1, 1, 4, 128, 0]);
    assert_eq!(
        of("LDG.E.128", 16, &|lane| GLOBAL + 16 * lane),
        [1, 4, 16, 512, 0]
    );
    assert_eq!(
        of("STG.E", 4, &|lane| GLOBAL + 64 + 4 * lane),
        [1, 2, 4, 128, 0]
    );
    // Columns of a matrix of 1024 words; a stencil: each word is read by two lanes.
    assert_eq!(
        of("LDG.E", 4, &|lane| GLOBAL + 4096 * lane),
        [1, 32, 32, 128, 0]
    );
    assert_eq!(
        of("LDG.E", 4, &|lane| GLOBAL + lane / 2 * 4),
        [1, 1, 2, 64, 0]
    );
    // A transpose in shared memory, without padding and with a word of it.
    assert_eq!(of("LDS", 4, &|lane| 128 * lane), [1, 0, 0, 0, 32]);
    assert_eq!(of("LDS", 4, &|lane| 132 * lane), [1, 0, 0, 0, 1]);
    assert_eq!(of("STS.64", 8, &|lane| 8 * lane), [1, 0, 0, 0, 2]);
    // A gather: the lanes are in reverse, in lines of their own but for two.
    let gather = |lane: u64| GLOBAL + 128 * (31 - lane.max(1));
    assert_eq!(of("LDG.E.U8", 1, &gather), [1, 31, 31, 31, 0]);
    // Windows: generic into shared and global memory; local memory makes no request.
    assert_eq!(
        of("LD.E", 4, &|lane| 0x7f00_0000_0000 + 4 * lane),
        [1, 0, 0, 0, 1]
    );
    assert_eq!(of("LD.E", 4, &|lane| GLOBAL + 4 * lane), [1, 1, 4, 128, 0]);
    assert_eq!(
        of("LDS", 4, &|lane| 0x7f00_0000_0000 + 8 * lane),
        [1, 0, 0, 0, 2]
    );
    assert_eq!(
        of("STL", 4, &|lane| 0x7f00_0100_0000 + 4 * lane),
        [1, 0, 0, 0, 0]
    );
}

#[test]
fn all_modes_and_formats_give_the_same_accesses() {
    let modes = [
        "0010 0000000f 1 R4 LDG.E 1 R2 4 0 0x1000 0x1004 0x1008 0x100c",
        "0010 0000000f 1 R4 LDG.E 1 R2 4 1 0x1000 4",
        "0010 0000000f 1 R4 LDG.E 1 R2 4 2 0x1000 4 4 4 77",
    ];
    let of_grouped = modes.map(|mode| grouped(&[mode.to_owned()]));
    let raw = |before: &str| format!("{HEAD}{before} {}\n{before} {}\n", modes[0], modes[1]);
    let addresses = "0x1000 0x1004 0x1008 0x100c".to_owned() + &" 0x0".repeat(28);
    let tracer = format!(
        "the program's own line\n\
         MEMTRACE: CTX 0x1 - LAUNCH - Kernel pc 0x2 - Kernel name f(int, a - b) - grid launch id 3 - g\n\
         {}\n\
         MEMTRACE: CTX 0x1 - grid_launch_id 3 - CTA 0,0,0 - warp 1 - LDG.E - {addresses}\n",
        "x".repeat(1_000_000)
    );
    for text in of_grouped.iter().chain([&tracer]) {
        assert_eq!(totals(text), [1, 1, 1, 16, 0], "{text}");
    }
    for before in ["0 0 0 7", "0 0 0 7 3 12", "0 0 0 7 1004"] {
        assert_eq!(totals(&raw(before)), [2, 2, 2, 32, 0]);
    }
    // A mask of fewer digits is where the heading says, clusters and windows at 0 are stepped over.
    let unpadded = text_of(&[
        "cluster id = 0".to_owned(),
        modes[1].replace("0000000f", "f"),
    ]);
    assert_eq!(totals(&unpadded), [1, 1, 1, 16, 0], "{unpadded}");
    for (number, part) in [("0", None), ("35", Some("sm_35")), ("61", Some("sm_61"))] {
        let text = unpadded.replace("version = 80", &format!("version = {number}"));
        let read = read(&text).unwrap();
        let found = read.list[0].part.map(|part| part.to_string());
        assert_eq!(found.as_deref(), part);
    }
    let kernels = read(&tracer).unwrap();
    assert_eq!(kernels.list[0].name, "f(int, a - b)");
    assert_eq!(
        (
            kernels.list[0].id,
            kernels.list[0].rows[0].pc,
            kernels.skipped
        ),
        (Some(3), None, 2)
    );
}

#[test]
fn what_is_no_plain_access_is_counted_by_its_name() {
    let text = grouped(&[
        "0000 ffffffff 1 R1 IMAD.MOV.U32 2 R255 R255 0".to_owned(),
        access("ATOMG.E.ADD", 4, |lane| lane),
        access("LDGSTS.E", 16, |lane| lane),
        "0010 00000000 1 R4 LDG.E 1 R2 4 1 0x0 0".to_owned(),
    ]);
    let kernels = read(&text).unwrap();
    let others = Vec::from_iter(&kernels.list[0].others);
    assert_eq!(format!("{others:?}"), r#"[("ATOMG", 1), ("LDGSTS", 1)]"#);
    assert!(kernels.list[0].rows.is_empty());
}

#[test]
fn bad_lines_are_refused_at_their_place() {
    let line = |text: &str| grouped(&[text.to_owned()]);
    let long = format!("{HEAD}{}\n", "x".repeat(1_000_000));
    let cases = [
        (
            line("0010 00000003 0 LDG.E 1 R2 4 0 0x10"),
            "11:36",
            "the end of the line",
        ),
        (
            line("0010 00000001 0 LDG.E 1 R2 4 0 0x10 0x20"),
            "11:37",
            "no more addresses",
        ),
        (
            line("0010 00000005 0 LDG.E 1 R2 4 1 0x10 4"),
            "11:30",
            "a mode for lanes with a gap",
        ),
        (
            line("0010 00000001 0 LDG.E 1 R2 4 3 0x10"),
            "11:30",
            "mode 0, 1 or 2",
        ),
        (
            line("0010 00000001 0 LDG.E 1 R2 4 0 0x10000000000000000"),
            "11:32",
            "an address",
        ),
        (
            line("0010 00000001 0 LDG.E 1 R2 4 0 0x2000000000000"),
            "11:30",
            "below 2^49",
        ),
        (
            line("0010 00000001 0 LDS 1 R2 4 0 0x40000"),
            "11:28",
            "256 KB",
        ),
        (
            line("0010 00000001 0 LDS 1 R2 4 0 0x100000000"),
            "11:28",
            "256 KB",
        ),
        (
            line("0010 00000001 0 STL 1 R2 4 0 0x1000000"),
            "11:28",
            "16 MB",
        ),
        (
            line("0010 00000001 0 ldg 1 R2 4 0 0x10"),
            "11:17",
            "an opcode",
        ),
        (
            line("0010 00000001 9 R1 LDG.E 1 R2 4"),
            "11:20",
            "a register",
        ),
        (
            line("0010 000000001x 0 LDG.E"),
            "11:6",
            "a mask of 32 lanes",
        ),
        (
            grouped(&["".to_owned()]),
            "12:1",
            "found #END_TB after 0 instructions, expected 1",
        ),
        (
            format!("{HEAD}#BEGIN_TB\nwarp = 0\ninsts = 0\n"),
            "10:1",
            "expected #END_TB",
        ),
        (
            format!("{HEAD}-shmem base_addr = 0x10"),
            "7:20",
            "the base of a window",
        ),
        (
            format!("{HEAD}#BEGIN_TB\n#END_TB\nwarp = 0"),
            "9:1",
            "#BEGIN_TB",
        ),
        ("#BEGIN_TB\n0010".to_owned(), "2:1", "`-kernel name =`"),
        (long, "7:65536", "found a longer line"),
        (
            "MEMTRACE: CTX 0x1 - grid_launch_id 3 - CTA 0,0,0 - warp 1 - LDG - 0x1".to_owned(),
            "1:70",
            "32 lanes",
        ),
        (
            "MEMTRACE: CTX 0x1 - LAUNCH - Kernel".to_owned(),
            "1:30",
            "grid launch id",
        ),
    ];
    for (text, place, expected) in cases {
        let error = read(&text)
            .err()
            .unwrap_or_else(|| panic!("accepted: {text}"));
        let is_right = error.starts_with(&format!("{place}: error: ")) && error.contains(expected);
        assert!(is_right, "{error}, expected {place} and {expected}");
    }
}
