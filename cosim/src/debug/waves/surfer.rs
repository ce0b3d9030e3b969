//! Surfer's command file, and its mapping files for the ports with codes.
//!
//! A command file has no groups, which are dividers here. It cannot take some bits of a signal, so
//! that a lane's part of a port is the signal that has the part alone.

use super::view::{Colour, ShownSignal, WaveView};
use super::wave::CYCLE;
use crate::whole_file;
use std::path::Path;
use std::{fs, io};

/// The ports with codes: a mapping, the bits of its values, its ports, the names of the values from
/// 0 on.
const ENUMS: &str = include_str!("enums.tsv");

/// Folder of the mapping files, beside the wave file. Surfer looks for it in the working folder.
const MAPPINGS: &str = ".surfer/mappings";

/// Rows of [`ENUMS`].
fn enums() -> impl Iterator<Item = [&'static str; 4]> {
    let rows = ENUMS.lines().skip(1);
    rows.filter_map(|row| row.split('\t').collect::<Vec<_>>().try_into().ok())
}

/// Writes the mapping files into `folder`.
pub fn write_mappings(folder: &Path) -> io::Result<()> {
    let folder = folder.join(MAPPINGS);
    fs::create_dir_all(&folder)?;
    for [name, bits, _, values] in enums() {
        let mut text = format!("Name = {name}\nBits = {bits}\n");
        for (code, value) in values.split(' ').enumerate() {
            let kind = if value.starts_with("Outside") || value == "Misaligned" {
                "[error]"
            } else {
                ""
            };
            text += &format!("{code}{kind} {}\n", value.replace('_', " "));
        }
        whole_file::write(&folder.join(name), text)?;
    }
    Ok(())
}

/// The command file of the wave file `name`.
pub fn command_file(view: &WaveView, name: &str, command_file: &str) -> String {
    let mut text = format!("# surfer --command-file {command_file} {name}\n");
    let mut items = 0;
    for section in view.sections.iter().filter(|section| section.open) {
        // A new divider's name is one word.
        let (item, title) = (letters(items), &section.title);
        text += &format!("divider_add section\nitem_focus {item}_\nitem_rename {title}\n");
        items += 1;
        for signal in &section.signals {
            if let Some(commands) = commands(signal, items) {
                text += &commands;
                items += 1;
            }
        }
    }
    let (event, time) = (view.event, view.marker);
    text + &format!("item_unfocus\nmarker_set {event} {time}\ncursor_set {time}\n")
}

/// The commands for a signal as item number `item`. None if no signal has its bits alone.
fn commands(signal: &ShownSignal, item: usize) -> Option<String> {
    let path = match signal.part {
        Some(_) => signal.alone.as_ref()?,
        None => &signal.path,
    };
    let width = signal.part.map_or(signal.width, |(_, width)| width);
    let mapping = enums().find(|[_, bits, ports, _]| {
        ports.split(' ').any(|port| port == signal.port()) && *bits == width.to_string()
    });
    let format = match mapping {
        Some([name, ..]) => name,
        None if path == CYCLE => "Unsigned",
        None if signal.is_text() && width > 1 => "ASCII",
        None if signal.is_text() => "String",
        None if width == 1 => "Bit",
        None => "Hexadecimal",
    };
    let mut text = format!(
        "variable_add {path}\nitem_focus {}_\nitem_set_format {format}\n",
        letters(item)
    );
    if !signal.alias.is_empty() {
        text += &format!("item_rename {}\n", signal.alias);
    }
    match signal.colour {
        Colour::Plain => {}
        colour => text += &format!("item_set_color {colour:?}\n"),
    }
    Some(text)
}

/// The number of an item as Surfer prints it: hexadecimal with letters from a for 0 on.
fn letters(item: usize) -> String {
    let digits = format!("{item:x}");
    let letter = |digit: char| char::from(b'a' + digit.to_digit(16).unwrap_or(0) as u8);
    digits.chars().map(letter).collect()
}
