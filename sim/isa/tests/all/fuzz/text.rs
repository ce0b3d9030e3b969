//! What must hold of any text.

use std::borrow::Cow;

use agu_isa::{
    Isa, Line, Statement, TextError, assemble, decode, disassemble, format, program_line,
    strip_comments,
};
use proptest::prelude::*;

/// Bytes as a reader of files passes them on, line by line, and all at once.
pub fn check(input: &[u8]) -> Result<(), TestCaseError> {
    let text = String::from_utf8_lossy(input);
    check_comment(&text)?;
    for line in text.lines().chain([&*text]) {
        for isa in Isa::ALL {
            check_line(isa, line)?;
            check_program_line(isa, line)?;
        }
        prop_assert!(line.parse::<Isa>().is_err() || line.len() < 8);
    }
    Ok(())
}

fn check_comment(line: &str) -> Result<(), TestCaseError> {
    let code = match strip_comments(line) {
        Ok(code) => code,
        Err(error) => {
            let comment: String = line.chars().skip(error.column - 1).collect();
            prop_assert!(comment.starts_with("/*") && !comment[2..].contains("*/"));
            return check_error(line, &error);
        }
    };
    // Blanks in the place of comments, and nothing else is another.
    let mut both = code.chars().zip(line.chars());
    prop_assert!(both.all(|(code, line)| code == line || code == ' '));
    let comment: String = line.chars().skip(code.chars().count()).collect();
    prop_assert!(comment.is_empty() || comment.starts_with('#') || comment.starts_with("//"));
    prop_assert!(!["#", "//", "/*"].iter().any(|mark| code.contains(mark)));
    prop_assert_eq!(strip_comments(&code), Ok(code.clone()));
    prop_assert!(line.contains("/*") || matches!(code, Cow::Borrowed(_)));
    Ok(())
}

fn check_line(isa: Isa, line: &str) -> Result<(), TestCaseError> {
    let assembled = assemble(isa, line);
    let code = match Line::parse(isa, line) {
        Ok(line) => line.code,
        Err(error) => {
            prop_assert_eq!(assembled, Err(error));
            return Ok(());
        }
    };
    prop_assert_eq!(matches!(assembled, Ok(None)), code.trim().is_empty());
    match &assembled {
        Ok(None) => return Ok(()),
        Ok(Some((instruction, word))) => {
            let text = format(isa, instruction);
            check_canonical(&text)?;
            prop_assert_eq!(disassemble(isa, *word), Ok(text.clone()));
            prop_assert_eq!(&assemble(isa, &text), &assembled, "{}", text);
            if !code.contains(';') {
                prop_assert_eq!(&assemble(isa, &format!("{code};")), &assembled);
            }
        }
        Err(error) => check_error(&code, error)?,
    }
    // What means nothing changes nothing.
    let outcome = |line: &str, shift| match assemble(isa, line) {
        Ok(assembled) => Ok(assembled),
        Err(error) => Err(error.column.wrapping_sub(shift)),
    };
    let expected = assembled.map_err(|error| error.column);
    let same = |line: Cow<'_, str>, shift| {
        prop_assert_eq!(&outcome(&line, shift), &expected, "{:?}", line);
        Ok(())
    };
    same(code.clone(), 0)?;
    same(format!("{code}# {line}").into(), 0)?;
    same(format!("/*é //*/{code}").into(), 8)?;
    same(format!("\t {line}").into(), 2)?;
    same(code.to_ascii_lowercase().into(), 0)?;
    same(code.to_ascii_uppercase().into(), 0)?;
    // Annotations are alone at the end, and may be anything there.
    if expected.is_ok() && !code.contains('&') {
        same(format!("{code} ?x\r").into(), 0)?;
    }
    Ok(())
}

/// Printed text is upper case but for the digits and `c`, and holds no white space but
/// single blanks.
fn check_canonical(text: &str) -> Result<(), TestCaseError> {
    let is_plain = |c: char| c.is_ascii_graphic() && c != ';' || c == ' ';
    prop_assert!(text.chars().all(is_plain), "{}", text);
    prop_assert!(!text.contains("  ") && text.trim() == text, "{}", text);
    let lower = text.chars().filter(char::is_ascii_lowercase);
    let mut others = lower.filter(|c| !c.is_ascii_hexdigit() && *c != 'x');
    prop_assert_eq!(others.next(), None, "{}", text);
    Ok(())
}

/// An error is one short line that names what was expected, and the column is that of a
/// token or of the end.
fn check_error(code: &str, error: &TextError) -> Result<(), TestCaseError> {
    let TextError {
        column, message, ..
    } = error;
    prop_assert!(!message.contains(char::is_control), "{}", message);
    prop_assert!(message.contains("expected "), "{}", message);
    prop_assert!(message.len() < 1000, "{}", message);
    let index = column.checked_sub(1);
    let index = index.ok_or_else(|| TestCaseError::fail("column 0"))?;
    let length = code.chars().count();
    prop_assert!(index <= length, "column {} of {}", column, length);
    let starts_token = code.chars().nth(index).is_none_or(|c| !c.is_whitespace());
    prop_assert!(starts_token, "column {}: {}", column, message);
    Ok(())
}

/// A program's line is what assembler or decoder make of it.
fn check_program_line(isa: Isa, line: &str) -> Result<(), TestCaseError> {
    let statement = program_line(isa, line);
    let code = match Line::parse(isa, line) {
        Ok(line) => line.code,
        Err(error) => {
            prop_assert_eq!(statement, Err(error));
            return Ok(());
        }
    };
    let digits = code.trim();
    let word = match agu_isa::line::word(digits) {
        Some(word) => word,
        None => match assemble(isa, line) {
            Ok(None) => {
                prop_assert_eq!(statement, Ok(None));
                return Ok(());
            }
            Ok(Some((_, word))) => word,
            Err(error) => {
                if let Err(of_digits) = &statement
                    && of_digits.message.starts_with("digits that are no word")
                {
                    let all = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                    let first = digits.bytes().next().unwrap_or_default();
                    prop_assert!(first.is_ascii_digit() || all && digits.len() > 8);
                    return check_error(&code, of_digits);
                }
                prop_assert_eq!(statement, Err(error));
                return Ok(());
            }
        },
    };
    match decode(isa, word) {
        Ok(instruction) => {
            prop_assert_eq!(
                statement,
                Ok(Some(Statement::Instruction(word, instruction)))
            );
        }
        Err(_) if isa == Isa::Visa => {
            let error = statement.expect_err("no words of this ISA");
            check_error(&code, &error)?;
        }
        Err(error) => prop_assert_eq!(statement, Ok(Some(Statement::Illegal(word, error)))),
    }
    Ok(())
}
