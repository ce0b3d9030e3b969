//! Verilator's messages on refused Verilog.

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    pub file: String,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
}

/// An error or a warning, without the surrounding output of Verilator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its place; none if it concerns no line of a file.
    pub place: Option<SourcePlace>,
    pub text: String,
}

/// Starts of messages that only comment on another error.
const ASIDES: [&str; 2] = ["Exiting due to ", "This may be because "];

/// The errors in Verilator's standard error, in lines such as `%Error-PINNOTFOUND: unit.v:4:10:
/// Pin not found: 'y'`.
pub fn errors(said: &str) -> Vec<Message> {
    messages(said, &["%Error"])
}

/// Codes of warnings whose design other simulators may run differently, by Verilator's manual, and
/// of `$warning`. Others are about style or speed.
const DIFFERENT: [&str; 10] = [
    "BLKANDNBLK",
    "COMBDLY",
    "IMPURE",
    "INITIALDLY",
    "MULTIDRIVEN",
    "SHORTREAL",
    "SIDEEFFECT",
    "STMTDLY",
    "UNPACKED",
    "USERWARN",
];

/// Places that warnings of one code have in full.
const SHOWN: usize = 3;

/// The warnings in Verilator's standard error that other simulators may differ, each with its code. The
/// last one that is shown of a code has the number of the others.
pub(crate) fn warnings(said: &str) -> Vec<Message> {
    let of_code = |code: &&str| {
        let mut found = messages(said, &[&format!("%Warning-{code}:")]);
        for message in &mut found {
            message.text += &format!(" ({code})");
        }
        if let Some(more) = found.len().checked_sub(SHOWN).filter(|&more| more > 0) {
            found.truncate(SHOWN);
            found[SHOWN - 1].text += &format!(", and {more} more of these");
        }
        found
    };
    DIFFERENT.iter().flat_map(of_code).collect()
}

/// The messages that begin with one of `kinds`.
pub(crate) fn messages(said: &str, kinds: &[&str]) -> Vec<Message> {
    let is_one = |line: &&str| kinds.iter().any(|kind| line.starts_with(kind));
    let lines = said.lines().filter(is_one);
    let texts = lines.filter_map(|line| Some(line.split_once(": ")?.1));
    let messages = texts.map(|text| match text.split_once(": ") {
        Some((before, rest)) if place(before).is_some() => Message {
            place: place(before),
            text: rest.to_owned(),
        },
        _ => Message {
            place: None,
            text: text.to_owned(),
        },
    });
    let is_aside = |message: &Message| ASIDES.iter().any(|start| message.text.starts_with(start));
    messages.filter(|message| !is_aside(message)).collect()
}

/// Parses a place `FILE:LINE:COLUMN`.
pub(crate) fn place(text: &str) -> Option<SourcePlace> {
    let mut parts = text.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let file = parts.next()?.to_owned();
    Some(SourcePlace { file, line, column })
}

#[cfg(test)]
mod tests {
    use super::{Message, SourcePlace, errors, warnings};

    #[test]
    fn warnings_of_a_different_simulation_have_their_code() {
        let said = "%Warning-UNOPTFLAT: a.v:1:2: Signal unoptimizable\n%Warning-STMTDLY: a.v:9:5: \
                    Ignoring delay\n  9 | #1\n%Warning-COMBDLY: a.v:3:7: Non-blocking\n";
        let texts = warnings(said).into_iter().map(|warning| warning.text);
        let texts: Vec<String> = texts.collect();
        assert_eq!(
            texts,
            ["Non-blocking (COMBDLY)", "Ignoring delay (STMTDLY)"]
        );
        let many = "%Warning-COMBDLY: a.v:3:7: Non-blocking\n".repeat(5);
        let last = warnings(&many).pop().map(|it| it.text);
        let expected = "Non-blocking (COMBDLY), and 2 more of these";
        assert_eq!(
            (warnings(&many).len(), last.as_deref()),
            (3, Some(expected))
        );
    }

    #[test]
    fn errors_have_a_place_and_no_warnings_around_them() {
        let said = "%Warning-WIDTH: a.v:1:2: Operator ADD\n    1 | x\n\
                    %Error: rtl/a.v:3:7: syntax error, unexpected wire, expecting ',' or ';'\n    \
                    3 |   wire b;\n      |   ^~~~\n%Error-PINNOTFOUND: b.v:4:10: Pin not found: 'y'\n\
                    %Error: Cannot open -f command file: l.f\n%Error: b.v:5:1: This may be because there's \
                    no search path\n%Error: Exiting due to 3 error(s)\n";
        let at = |file: &str, line, column| {
            let file = file.to_owned();
            Some(SourcePlace { file, line, column })
        };
        let message = |place, text: &str| Message {
            place,
            text: text.to_owned(),
        };
        let expected = [
            message(
                at("rtl/a.v", 3, 7),
                "syntax error, unexpected wire, expecting ',' or ';'",
            ),
            message(at("b.v", 4, 10), "Pin not found: 'y'"),
            message(None, "Cannot open -f command file: l.f"),
        ];
        assert_eq!(errors(said), expected);
    }
}
