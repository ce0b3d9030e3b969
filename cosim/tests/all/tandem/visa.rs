//! ADDR_ADD: what is wrong at a port or in an address variable is found there.

use super::broken::{Broken, Outcome, brief, compared, unit};
use cosim::dut::unit::Response;
use isa::Isa;
use scoreboard::Mismatch;

/// Channel 3 is off. A0 has a value everywhere, so that what is written shows.
pub const INIT: &str = "
    execution_mask = 0xfffffff7
    active = 0
    [registers]
    R0 = 0xdead
    [visa]
    state = { T6 = 0x600, S6 = 0x700 }
    [visa.address]
    A0 = [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]
    [visa.grf]
    V38 = { base = 0x460, bytes = 64, type = \"ud\" }
    V40 = { base = 0x80, type = \"uw\", data = [0, 2, 4, 6, 8, 10, 12, 14, 1, 3] }";

/// A0[0..8] = 0x460 + 0, 2, 4, -, 8, ..
pub const HALF: &str = "addr_add (M1, 8) A0(0)<1> &V38 V40(0,0)<1;1,0>";

/// The mismatches of the first line, of a program that goes on after it.
pub fn found(text: &'static str, broken: Broken) -> Outcome<Vec<Mismatch>> {
    assert_eq!(compared(Isa::Visa, text, INIT, unit())?.concat(), []);
    let mut steps = compared(Isa::Visa, text, INIT, broken)?.into_iter();
    let first = steps.next().unwrap_or_default();
    assert!(steps.all(|step| step.is_empty()), "the state was repaired");
    Ok(first)
}

fn of_response(text: &'static str, change: fn(&mut Response)) -> Outcome<Vec<Mismatch>> {
    let request = 0;
    let broken = Broken {
        request,
        change,
        ..unit()
    };
    found(text, broken)
}

#[test]
fn a_wrong_sum_shows_at_the_port_and_in_the_variable() -> Outcome<()> {
    let text = "addr_add (M1, 4) A0(4)<1> &V38 V40(0,0)<1;1,0>\n\
        addr_add (M1, 4) A1(0)<1> A0(4)<1> 0:uw";
    let found = of_response(text, |response| response.sum_lo[2] ^= 1 << 15)?;
    let expected = [
        ("sum_lo", Some(2), 0x464, 0x8464),
        ("A0[6]", None, 0x464, 0x8464),
    ];
    assert_eq!(brief(&found), expected);
    // Bits that no variable holds, and a channel that writes nothing.
    let found = of_response(HALF, |response| {
        response.sum_lo[2] |= 1 << 16;
        response.sum_lo[3] = 0;
        response.sum_hi[31] = 1;
    })?;
    let expected = [
        ("sum_lo", Some(2), 0x464, 0x10464),
        ("sum_lo", Some(3), 0x466, 0),
        ("sum_hi", Some(31), 0, 1),
    ];
    assert_eq!(brief(&found), expected);
    Ok(())
}

#[test]
fn an_enable_too_few_and_one_too_many() -> Outcome<()> {
    let found = of_response(HALF, |response| response.rd_write ^= 1 << 2 | 1 << 3)?;
    let expected = [
        ("rd_write", Some(2), 1, 0),
        ("rd_write", Some(3), 0, 1),
        ("A0[2]", None, 0x464, 18),
        ("A0[3]", None, 19, 0x466),
    ];
    assert_eq!(brief(&found), expected);
    let found = of_response(HALF, |response| {
        response.rd_write |= 1 << 8;
        response.execute_mask |= 1 << 31;
    })?;
    let expected = [
        ("rd_write", Some(8), 0, 1),
        ("execute_mask", Some(31), 0, 1),
        ("A0[8]", None, 24, 0),
    ];
    assert_eq!(brief(&found), expected);
    Ok(())
}

#[test]
fn a_result_that_goes_elsewhere() -> Outcome<()> {
    let text = "addr_add (M1, 1) A0(0)<1> &V38 1:uw";
    // Element 17 exists on other parts only.
    let found = of_response(text, |response| response.result_element = 17)?;
    let expected = [
        ("result_element", None, 0, 17),
        ("A0[0]", None, 0x461, 16),
        ("A0[17]", None, 0, 0x461),
    ];
    assert_eq!(brief(&found), expected);
    let found = of_response(text, |response| response.result_destination = 0x100)?;
    let expected = [
        ("result_destination", None, 0, 0x100),
        ("A0[0]", None, 0x461, 16),
        ("A256[0]", None, 0, 0x461),
    ];
    assert_eq!(brief(&found), expected);
    let found = of_response(text, |response| response.result_address_add = 0)?;
    let expected = [
        ("result_address_add", None, 1, 0),
        ("R0", Some(0), 0xdead, 0x461),
        ("A0[0]", None, 0x461, 16),
    ];
    assert_eq!(brief(&found), expected);
    Ok(())
}

#[test]
fn other_masks_are_zero() -> Outcome<()> {
    let found = of_response(HALF, |response| {
        response.live_mask = 1;
        response.cc_write = 2;
        response.result_access = 1;
        response.memory.push(Default::default());
    })?;
    let expected = [
        ("result_access", None, 0, 1),
        ("cc_write", Some(1), 0, 1),
        ("live_mask", Some(0), 0, 1),
        ("memory_valid[0]", None, 0, 1),
    ];
    assert_eq!(brief(&found), expected);
    Ok(())
}
