//! Cubins that ptxas makes: `make cubins` gets it, and runs this.

use crate::common::{Outcome, agu, path};
use isa::{Isa, disassemble};
use std::path::Path;
use std::process::Command;

/// The words of address instructions in each kernel of tests/listings/kernels.ptx, with their
/// offsets, found by eye in a dump of the file of ptxas 12.4.131. Those of sm_52 and sm_61 differ
/// in control words alone.
const KERNELS: &[(&str, &[(u64, u64)])] = &[
    (
        "two",
        &[
            (0x28, 0x36d7_8000_0057_0002),
            (0x30, 0x5bd8_02c0_0ff7_0003),
            (0x38, 0x8010_0000_0007_0202),
            (0x48, 0x36d7_8000_0087_0004),
            (0x50, 0x5bd8_02c0_0ff7_0005),
            (0x58, 0xa050_0000_0007_0402),
        ],
    ),
    (
        "add",
        &[
            (0x70, 0xeed4_2000_0007_0202),
            (0x90, 0xef5c_0000_0007_0702),
            (0xc8, 0xef4c_1000_0007_0706),
            (0xd0, 0xeedc_2000_0107_0406),
        ],
    ),
];

#[test]
#[ignore = "`make cubins` downloads ptxas and runs it"]
fn instructions_are_those_in_a_dump() -> Outcome<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for architecture in ["sm_52", "sm_61"] {
        let cubin = path(&format!("{architecture}.cubin"));
        let cubin = cubin.to_str().ok_or("a path that is no text")?;
        let made = Command::new(std::env::var("PTXAS")?)
            .args(["-arch", architecture, "-o", cubin])
            .arg(root.join("tests/listings/kernels.ptx"))
            .status()?;
        assert!(made.success(), "{architecture}");
        let mut expected = String::new();
        for (kernel, words) in KERNELS {
            expected += &format!("// kernel {kernel}, {architecture}\n");
            for (offset, word) in *words {
                let text = disassemble(Isa::Maxwell, *word)?;
                expected += &format!("/*{offset:04x}*/ {text}\n");
            }
        }
        let listed = agu(&["disasm", cubin])?;
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
