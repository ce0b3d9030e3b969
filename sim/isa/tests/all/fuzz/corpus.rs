//! Lines that once were trouble, or well could be. They are the first to be tried,
//! and the fuzzer damages them too.
//!
//! `corpus.txt` has one line a line; blank ones and those that start with `#` are
//! skipped. `\xNN` is a byte, `\t`, `\r`, `\n`, `\\` what they usually are.

/// The corpus, escapes undone.
pub fn lines() -> Vec<Vec<u8>> {
    let lines = include_str!("corpus.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| unescape(line.as_bytes())).collect()
}

fn unescape(mut text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let (byte, rest) = match text {
            [b'\\', b'x', high, low, rest @ ..] => (digit(*high) << 4 | digit(*low), rest),
            [b'\\', letter, rest @ ..] => (control(*letter), rest),
            [byte, rest @ ..] => (*byte, rest),
            [] => return bytes,
        };
        bytes.push(byte);
        text = rest;
    }
}

fn control(letter: u8) -> u8 {
    match letter {
        b't' => b'\t',
        b'r' => b'\r',
        b'n' => b'\n',
        b'\\' => b'\\',
        _ => panic!("\\{} is no escape", char::from(letter)),
    }
}

fn digit(letter: u8) -> u8 {
    let digit = char::from(letter).to_digit(16).expect("a hex digit");
    digit as u8
}

#[test]
fn escapes() {
    assert_eq!(unescape(br"a\x00\xfF\t\\x41"), b"a\0\xff\t\\x41");
}
