//! Init files that are refused: where, and in which words.

use agu_model::config::{ConfigField, ConfigRule};
use agu_model::init::InitProblem;
use agu_model::{ConfigError, InitError, parse_init};

/// Line, column and words of the error that `text` gives.
fn refusal(text: &str) -> (usize, usize, String) {
    match parse_init(text) {
        Ok(_) => (0, 0, format!("accepted: {text}")),
        Err(error) => (error.line, error.column, error.to_string()),
    }
}

#[track_caller]
fn check(text: &str, line: usize, column: usize, words: &str) {
    assert_eq!(refusal(text), (line, column, words.to_owned()), "{text}");
}

#[test]
fn unknown_keys() {
    check(
        "active = 1\n  colour = 2",
        2,
        3,
        "unknown key `colour`, expected active, execution_mask, helper, config, registers, \
         predicates, cc, constants, memory or visa",
    );
    check(
        "[config]\nshared = 0",
        2,
        1,
        "unknown key `shared`, expected shared_base, local_base, shared_size, local_size, \
         global_limit, const_size, register_count or misaligned_is_error",
    );
    check(
        "[registers]\nR1 = { base = 0, stride = 4 }",
        2,
        18,
        "unknown key `stride`, expected base or step",
    );
    check(
        "[cc]\nPF = 1",
        2,
        1,
        "unknown key `PF`, expected CF, ZF, SF or OF",
    );
    check(
        "[memory.constant]",
        1,
        9,
        "unknown key `constant`, expected global, shared or local",
    );
    check(
        "[visa]\nsurfaces = 1",
        2,
        1,
        "unknown key `surfaces`, expected grf, state, address, address_elements or grf_bytes",
    );
    check(
        "visa.grf.V1 = { size = 1 }",
        1,
        17,
        "unknown key `size`, expected base, bytes, type or data",
    );
}

#[test]
fn names_that_do_not_exist() {
    for name in ["R255", "RZ", "r1", "R", "R-1", "R1x", "R4294967297"] {
        let words = format!("`{name}` does not exist, expected R0 to R254");
        check(&format!("[registers]\nR1 = 1\n{name} = 2"), 3, 1, &words);
    }
    for name in ["P7", "PT"] {
        let words = format!("`{name}` does not exist, expected P0 to P6");
        check(&format!("[predicates]\n{name} = 2"), 2, 1, &words);
    }
    check(
        "[constants.32]\n0 = 1",
        1,
        12,
        "`32` does not exist, expected 0 to 31",
    );
    check(
        "config.const_size = { 32 = 1 }",
        1,
        23,
        "`const_size[32]` does not exist, expected 0 to 31",
    );
    let constant = "a byte address with data up to address 0x10000 at most";
    let words = |name: &str| format!("`{name}` does not exist, expected {constant}");
    check("[constants.0]\n65533 = 1", 2, 1, &words("65533"));
    check("[constants.0]\n65532 = [1, 2]", 2, 1, &words("65532"));
    check("[constants.0]\n\"zero\" = 1", 2, 1, &words("zero"));
    check("[constants.0]\n\"-4\" = 1", 2, 1, &words("-4"));
    check(
        "[constants.0]\n\"--170141183460469231731687303715884105728\" = 1",
        2,
        1,
        &words("--170141183460469231731687303715884105728"),
    );
    assert_eq!(refusal("[memory.global]\n\"0xfffffffffd\" = 1").0, 2);
    assert_eq!(refusal("[memory.shared]\n\"0xfffffd\" = 1").0, 2);
    check(
        "visa.address.B0 = []",
        1,
        14,
        "`B0` does not exist, expected A0 to A65535",
    );
    check(
        "visa.state.X0 = 1",
        1,
        12,
        "`X0` does not exist, expected T0 to T65535 or S0 to S65535",
    );
    check(
        "visa.grf.V4294967296 = {}",
        1,
        10,
        "`V4294967296` does not exist, expected V0 to V4294967295",
    );
}

#[test]
fn numbers_that_do_not_fit() {
    check(
        "active = 0x1_0000_0000",
        1,
        10,
        "`active` is 0x100000000, expected 0 to 0xffffffff",
    );
    check(
        "helper = -1",
        1,
        10,
        "`helper` is -1, expected 0 to 0xffffffff",
    );
    let word = "expected -0x80000000 to 0xffffffff";
    check(
        "registers.R1 = 4294967296",
        1,
        16,
        &format!("`R1` is 4294967296, {word}"),
    );
    check(
        "registers.R1 = -2147483649",
        1,
        16,
        &format!("`R1` is -2147483649, {word}"),
    );
    check(
        "registers.R1 = [0,\n 0x123456789]",
        2,
        2,
        &format!("`R1` is 0x123456789, {word}"),
    );
    let huge = "9".repeat(60);
    check(
        &format!("registers.R1 = {huge}"),
        1,
        16,
        &format!("`R1` is {huge}, {word}"),
    );
    check(
        &format!("registers.R1 = \"-{huge}\""),
        1,
        16,
        &format!("`R1` is -{huge}, {word}"),
    );
    check(
        "config.shared_base = \"0x1_0000_0000_0000_0000\"",
        1,
        22,
        "`shared_base` is 0x1_0000_0000_0000_0000, expected 0 to 0xffffffffffffffff",
    );
    check(
        "config.misaligned_is_error = 2",
        1,
        30,
        "`misaligned_is_error` is 2, expected 0 to 1",
    );
    check(
        "config.register_count = 256",
        1,
        25,
        "`register_count` is 256, expected 0 to 0xff",
    );
    check(
        "visa.address_elements = 8",
        1,
        25,
        "`address_elements` is 8, expected 16 or 32",
    );
    check(
        "visa.address.A0 = [65536]",
        1,
        20,
        "`A0` is 65536, expected -0x8000 to 0xffff",
    );
    check(
        "visa.grf.V1 = { data = [256] }",
        1,
        25,
        "`data` is 256, expected -0x80 to 0xff",
    );
}

#[test]
fn arrays_that_are_too_long() {
    let values = |count: usize| vec!["0"; count].join(",");
    assert!(parse_init(&format!("registers.R1 = [{}]", values(32))).is_ok());
    check(
        &format!("registers.R1 = [{}]", values(33)),
        1,
        16,
        "`R1` has 33 elements, expected at most 32",
    );
    check(
        &format!("visa.address.A0 = [{}]", values(17)),
        1,
        19,
        "`A0` has 17 elements, expected at most 16",
    );
    check(
        "visa.grf.V1 = { data = [1, 2], type = \"uw\", bytes = 3 }",
        1,
        24,
        "`data` has 2 elements, expected at most 1",
    );
}

#[test]
fn values_of_the_wrong_type() {
    check(
        "active = 1.5",
        1,
        10,
        "`active` is a float, expected an integer",
    );
    check(
        "active = true",
        1,
        10,
        "`active` is a boolean, expected an integer",
    );
    check(
        "active = \"all\"",
        1,
        10,
        "`active` is the string \"all\", expected an integer",
    );
    check(
        "active = \"1__0\"",
        1,
        10,
        "`active` is the string \"1__0\", expected an integer",
    );
    check(
        "active = [1]",
        1,
        10,
        "`active` is an array, expected an integer",
    );
    check(
        "registers = 1",
        1,
        13,
        "`registers` is an integer, expected a table",
    );
    check(
        "registers.R1 = [[]]",
        1,
        17,
        "`R1` is an array, expected an integer",
    );
    check(
        "[[registers]]",
        1,
        1,
        "`registers` is an array, expected a table",
    );
    check(
        "config.misaligned_is_error = false",
        1,
        30,
        "`misaligned_is_error` is a boolean, expected an integer",
    );
    check(
        "visa.address.A0 = 1",
        1,
        19,
        "`A0` is an integer, expected an array of integers",
    );
    check(
        "visa.grf.V1.type = \"word\"",
        1,
        20,
        "`type` is the string \"word\", expected ub, b, uw, w, ud, d, uq, q, hf, f or df",
    );
}

#[test]
fn one_thing_under_two_spellings() {
    check(
        "[registers]\nR1 = 1\nR01 = 2",
        3,
        1,
        "`R01` is given twice, expected once",
    );
    check(
        "visa.grf = { V35 = {}, V0035 = {} }",
        1,
        24,
        "`V0035` is given twice, expected once",
    );
    check(
        "[registers]\nR1 = 1\nR1 = 2",
        3,
        1,
        "duplicate key, expected each key once",
    );
}

#[test]
fn bad_configurations_name_field_and_value() {
    let error = parse_init("[config]\nlocal_size = 3\nshared_base = 0x1800000");
    let problem = InitProblem::Config(ConfigError {
        field: ConfigField::SharedBase,
        value: 0x0180_0000,
        rule: ConfigRule::Unaligned,
    });
    assert_eq!(
        error,
        Err(InitError {
            line: 3,
            column: 15,
            problem
        })
    );
    check(
        "config.const_size = { 0 = 1, 7 = 65537 }",
        1,
        34,
        "`const_size[7]` is 65537, expected 0 to 0x10000",
    );
    check(
        "config.const_size = { 0 = -1 }",
        1,
        27,
        "`const_size[0]` is -1, expected 0 to 0x10000",
    );
    for (field, most) in [
        ("shared_size", "0x1000000"),
        ("local_size", "0x1000000"),
        ("global_limit", "0x10000000000"),
        ("register_count", "0xff"),
    ] {
        let words = format!("`{field}` is 0x1ffffffffff, expected 0 to {most}");
        check(
            &format!("[config]\n{field} = 0x1ffffffffff"),
            2,
            field.len() + 4,
            &words,
        );
    }
    // The base that the file sets is the one at fault.
    let words = "local_base is 0xff000000, expected an address other than shared_base";
    check("[config]\nshared_base = 0xff000000", 2, 15, words);
    let both = "[config]\nlocal_base = 0xff000000\nshared_base = 0xff000000";
    check(both, 2, 14, words);
}

#[test]
fn syntax_errors_say_what_was_expected() {
    let value = "not a value, expected a number, a string, an array or a table";
    check("[registers]\nR1 =\nR2 = 1", 2, 5, value);
    check("[registers]\nR1 = 5 6", 2, 6, value);
    let number = "invalid hexadecimal number, expected digits, as in 10, 0x1f, 0o17 or 0b1";
    check("[registers]\nR1 = 0xzz", 2, 8, number);
    let digits = "`_` may only go between digits, expected digits, as in 10, 0x1f, 0o17 or 0b1";
    check("active = 1_", 1, 11, digits);
    check("active = [1", 1, 12, "unclosed array, expected `]`");
    let nested = format!("active = {}", "[".repeat(1000));
    assert!(refusal(&nested).2.contains(", expected "));
}

#[test]
fn syntax_errors_have_a_position() {
    assert_eq!(refusal("active = 1\nhelper = = 2").0, 2);
    assert_eq!(refusal("active = 1\n[registers\n").0, 2);
    // Columns count characters, not bytes.
    assert_eq!(refusal("\"\u{e9}\u{1f600}\" = 1 x").1, 8);
}
