//! What was asked for, in one spelling.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// Options that set where something goes or how it is shown, and not what is found.
const BESIDES: [&str; 11] = [
    "cache_dir",
    "state_dir",
    "failures",
    "json",
    "junit",
    "vcd",
    "ucis",
    "data",
    "output",
    "quiet",
    "shard",
];

/// The command line of `command` that `matches` was read from, in the order of its options and
/// without those that are only about output.
pub fn spelled(command: &Command, matches: &ArgMatches) -> String {
    let mut words = vec![command.get_name().to_owned()];
    if let Some((name, matches)) = matches.subcommand() {
        words.push(name.to_owned());
        let arguments = command.find_subcommand(name).into_iter();
        let arguments = arguments.flat_map(Command::get_arguments);
        for argument in arguments.filter(|it| !BESIDES.contains(&it.get_id().as_str())) {
            words.extend(of(argument, matches));
        }
    }
    // A command line has no zero bytes.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

/// An argument as it was given, if it was.
fn of(argument: &Arg, matches: &ArgMatches) -> Vec<String> {
    let id = argument.get_id().as_str();
    if matches.value_source(id) != Some(ValueSource::CommandLine) {
        return Vec::new();
    }
    let values = matches.get_raw(id).into_iter().flatten();
    let values = values.map(|value| value.to_string_lossy().into_owned());
    let name = match (argument.get_long(), argument.get_short()) {
        (Some(name), _) => format!("--{name}"),
        (None, Some(name)) => format!("-{name}"),
        (None, None) => return values.collect(),
    };
    match argument.get_action().takes_values() {
        true => values.flat_map(|value| [name.clone(), value]).collect(),
        false => vec![name],
    }
}
