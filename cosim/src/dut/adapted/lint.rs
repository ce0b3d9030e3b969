//! Verilator's check of the expressions in a description: syntax, widths, selects of bits.

use super::description::expressions;
use super::mapping::{EXPRESSIONS, Mapping};
use super::{Adapted, wrapper};
use crate::dut::external::{Diagnostic, ExternalError};
use crate::dut::netlist::NetlistError;
use sim::init::position;
use std::ffi::OsString;
use std::io;
use verilated::Message;

impl Adapted {
    /// Checks the expressions in the `wrapper`, whose line directives lead to the description.
    ///
    /// # Errors
    /// A diagnostic for each wrong expression, or there is no Verilator.
    pub(super) fn lint(&self, mapping: &Mapping<'_>, wrapper: &str) -> Result<(), ExternalError> {
        let file = |error: io::Error| NetlistError::File(self.file.clone(), error);
        let folder = tempfile::tempdir().map_err(file)?;
        let defines = self.description.defines.iter();
        let defines: Vec<OsString> = defines.map(|it| format!("-D{it}").into()).collect();
        let text = wrapper::stub(mapping) + wrapper;
        let found = verilated::lint(&text, wrapper::NAME, &defines, folder.path());
        let found = found.map_err(NetlistError::from)?;
        let wrong = found.iter().filter_map(|message| self.about(message));
        let mut wrong: Vec<Diagnostic> = wrong.collect();
        wrong.dedup();
        ExternalError::unless_empty(wrong)
    }

    /// A message with its place in the description; none if the width is acceptable.
    fn about(&self, message: &Message) -> Option<Diagnostic> {
        let of_description = |place: &&verilated::SourcePlace| place.file == wrapper::DESCRIPTION;
        let place = message.place.as_ref().filter(of_description);
        let place = place.map(|place| (place.line, place.column));
        let at = |offset| position(&self.text, offset);
        // A message for a place after an expression belongs to that expression.
        let before = expressions(&self.keys, &EXPRESSIONS).filter_map(|(path, _)| {
            let span = self.keys.place(path);
            let (first, end) = (at(span.start), at(span.end));
            Some((first, end, path)).filter(|_| place.is_some_and(|place| first <= place))
        });
        let last = before.max_by_key(|(first, ..)| *first);
        let path = last.map_or("", |(.., path)| path);
        let position = match (last, place) {
            (Some((_, end, _)), Some(place)) if place < end => Some(place),
            (last, _) => last.map(|(first, ..)| first),
        };
        let text = match widths(&message.text) {
            Some((found, expected)) => {
                let expected = self.expected(path, found, expected)?;
                format!("found width {found}, expected {expected}")
            }
            None => match message.text.strip_prefix("Selection index out of range: ") {
                Some(range) => match range.split_once(" outside ") {
                    Some((found, port)) => format!("found bits {found}, expected bits of {port}"),
                    None => message.text.clone(),
                },
                None => message.text.clone(),
            },
        };
        Some(Diagnostic {
            file: Some(self.file.display().to_string()),
            position,
            text,
        })
    }

    /// The width that is expected of an expression; none if the `found` one is acceptable. An
    /// address may be short, and a mask has one bit for each part of the line, or for each lane.
    fn expected(&self, path: &str, found: usize, expected: usize) -> Option<usize> {
        let key = path
            .strip_prefix("memory.")
            .and_then(|it| it.split_once('.'));
        let number = key.and_then(|(number, _)| number.parse::<usize>().ok());
        let memory = number.and_then(|number| self.description.memory.get(number));
        match key.map_or("", |(_, key)| key) {
            "lanes" => Some(self.description.warp_lanes).filter(|bits| found != *bits),
            "address" | "tag" => (found > expected).then_some(expected),
            "byte_mask" | "sector_mask" => {
                let bits = memory.map_or(0, |memory| memory.mask_bits() as usize);
                (found != bits && found != MASK_BITS.max(bits)).then_some(bits)
            }
            _ => Some(expected),
        }
    }
}

/// Bits that a mask of a shorter line may have too, the upper ones 0.
const MASK_BITS: usize = 128;

/// The found and the expected width in a message: `Operator ASSIGNW expects 8 bits on the ..., but
/// ... generates 4 bits.`
fn widths(text: &str) -> Option<(usize, usize)> {
    let number = |after: &str| {
        let (_, rest) = text.split_once(after)?;
        rest.split(' ').next()?.parse().ok()
    };
    Some((number(" generates ")?, number(" expects ")?))
}
