//! Cubins that ptxas makes: `make cubins` gets it, and runs this.

use crate::common::{Outcome, agu, path};
use std::path::Path;
use std::process::Command;

/// The address instructions of each kernel of kernels.ptx with their offsets, found by eye in a dump of
/// the file of ptxas 12.4.131. Those of sm_52 and sm_61 differ in control words alone.
const KERNELS: &str = include_str!("../../../../tests/listings/kernels.txt");

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
        let expected = KERNELS.replace("ARCHITECTURE", architecture);
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
