//! `agu completions`: what a shell needs to complete the command line.

use super::target::NAMES;
use super::{Outcome, output};
use clap::{Args, Command};
use clap_complete::{Shell, generate};

/// Print the script with which a shell completes command lines
#[derive(Args)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Runs the command; `command` is the whole command line.
pub fn run(arguments: &CompletionsArguments, command: Command) -> anyhow::Result<Outcome> {
    output::print(&script(arguments.shell, command))?;
    Ok(Outcome::Good)
}

/// The script, in which a target is a name or a file: the generator knows of either alone.
fn script(shell: Shell, mut command: Command) -> String {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    generate(shell, &mut command, name, &mut script);
    let script = String::from_utf8_lossy(&script);
    let names = NAMES.join(" ");
    match shell {
        Shell::Bash => {
            let words = format!("COMPREPLY=($(compgen -W \"{names}\" -- \"${{cur}}\"))");
            script.replace(&words, &in_bash())
        }
        Shell::Zsh => script
            .replace(&format!(":({names})'"), ":_agu_targets'")
            .replacen("\n_agu() {", &format!("{}\n_agu() {{", in_zsh()), 1),
        Shell::Fish => {
            let list: Vec<_> = NAMES.iter().map(|name| format!("{name}\\t''")).collect();
            let words = format!("-a \"{}\"", list.join("\n"));
            let only = format!("-r -f {words}");
            script.replace(&only, &format!("-r -F {words}"))
        }
        _ => script.into_owned(),
    }
}

/// Names, and files of Verilog, with the folders on the way. What is no name may need quoting,
/// which bash does of what it takes for a file; a name is no folder that is called the same.
fn in_bash() -> String {
    let names = NAMES.join("\\n");
    let lines = [
        "local IFS=$'\\n'",
        &format!("COMPREPLY=($(compgen -W $'{names}' -- \"${{cur}}\"))"),
        "if [[ ${#COMPREPLY[@]} -eq 0 && \"${BASH_VERSINFO[0]}\" -ge 4 ]]; then",
        "    compopt -o filenames",
        "fi",
        "COMPREPLY+=($(compgen -f -X '!*.v' -- \"${cur}\"))",
        "COMPREPLY+=($(compgen -f -X '!*.sv' -- \"${cur}\"))",
        "COMPREPLY+=($(compgen -d -- \"${cur}\"))",
    ];
    lines.join("\n                    ")
}

/// Function that completes names, and files of Verilog, with the folders on the way.
fn in_zsh() -> String {
    let names = NAMES.join(" ");
    format!(
        "\n_agu_targets() {{\n    _alternative 'targets:target:({names})' \
         'files:file of Verilog:_files -g \"*.(v|sv)\"'\n}}\n"
    )
}
