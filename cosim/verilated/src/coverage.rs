//! Verilator's line and toggle coverage.

use super::{Error, run};
use std::path::Path;
use std::process::Command;

/// Program beside [`super::PROGRAM`], in every installation.
const PROGRAM: &str = "verilator_coverage";

/// The first version that counts branches by a separate option, not as lines.
const BRANCHES: [u32; 2] = [5, 54];

/// Options that count blocks of lines, including branches, and bits, for a Verilator with this
/// `version` text.
pub(crate) fn options(version: &str) -> Vec<&'static str> {
    // By default, wider signals are left out.
    let mut options = vec![
        "--coverage-line",
        "--coverage-toggle",
        "--coverage-max-width",
        "4096",
    ];
    if number(version).is_some_and(|number| number >= BRANCHES) {
        options.push("--coverage-branch");
    }
    options
}

/// The number in Verilator's version, `Verilator 5.006 2023-01-22 rev ...`.
fn number(version: &str) -> Option<[u32; 2]> {
    let mut numbers = version.split_whitespace().nth(1)?.split('.');
    let mut next = || numbers.next()?.parse().ok();
    Some([next()?, next()?])
}

/// Adds up the coverage files `from` and writes the result to the file `to`.
///
/// # Errors
/// The tool is missing, or a file is not a coverage file.
pub fn merge(from: &[&Path], to: &Path) -> Result<(), Error> {
    let mut command = Command::new(PROGRAM);
    command.arg("--write").arg(to).args(from);
    run(command, to).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_are_asked_for_where_lines_leave_them_out() {
        for (version, asked) in [
            ("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)", false),
            ("Verilator 5.048 2026-04-26 rev v5.048", false),
            ("Verilator 5.054 2026-11-01 rev v5.054", true),
            ("Verilator 6.000 2030-01-01", true),
            ("Verilator rev UNKNOWN", false),
        ] {
            let options = options(version);
            assert_eq!(options.contains(&"--coverage-branch"), asked, "{version}");
        }
    }
}
