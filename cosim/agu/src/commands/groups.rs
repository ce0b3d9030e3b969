//! Commands in groups, as `agu --help` lists them: clap has one heading for all.

use clap::Command;
use clap::builder::StyledStr;
use std::fmt::Write;

/// Heading of each group, and its commands.
pub const GROUPS: [(&str, &[&str]); 6] = [
    ("Run and look", &["run", "trace", "report"]),
    ("Check your unit", &["adapt", "cosim", "vectors"]),
    ("Words", &["asm", "disasm"]),
    ("Hardware", &["export", "prove"]),
    (
        "For maintainers",
        &["mutate", "coverage", "bench", "synth", "merge", "regress"],
    ),
    ("Shell", &["completions", "help"]),
];

/// Description of the command that clap adds.
const HELP: &str = "Print this, or the help of a command";

/// Template of the help of a program with the subcommands of `commands`.
pub fn template(commands: &Command) -> StyledStr {
    let styles = commands.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = StyledStr::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (heading, names) in GROUPS {
        let _ = writeln!(text, "\n{header}{heading}:{header:#}");
        for name in names {
            let found = commands.find_subcommand(name);
            let about = found.and_then(Command::get_about);
            let about = about.map_or(HELP.to_owned(), ToString::to_string);
            let _ = writeln!(text, "  {literal}{name:<13}{literal:#}{about}");
        }
    }
    let _ = write!(text, "\n{header}Options:{header:#}\n{{options}}");
    text
}
