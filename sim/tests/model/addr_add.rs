//! ADDR_ADD in programs and at the ports, with results worked out by hand.

use crate::common::data::{list, read, rows};
use crate::common::ports::lea;
use crate::common::programs::addr_add;
use agu_model::pipeline::respond;
use agu_model::{Inputs, Outputs, VisaState, WarpConfig, parse_init};
use isa::visa;

#[test]
fn programs_of_addr_add() {
    let init = parse_init(&read("addr_add.toml")).expect("an init file");
    for row in rows("addr_add.tsv") {
        let mut state = VisaState::new(&init.visa, init.execution_mask);
        let before = state.clone();
        let mut refused = None;
        for line in row.text("program").split("; ") {
            let instruction = visa::from_text(line, &state.variables).expect(line);
            let done = addr_add(&mut state, &instruction.expect(line));
            refused = refused.or(done.err());
        }
        let expected = row.text("A0");
        if let Some(expected) = expected.strip_prefix("error: ") {
            let error = refused.map(|error| error.to_string());
            assert_eq!(error.as_deref(), Some(expected), "{row}");
            assert_eq!(state, before, "{row}");
        } else {
            assert_eq!(refused, None, "{row}");
            let mut expected = list(expected).expect("a list");
            expected.resize(32, 0);
            let elements = state.address_variable(0).map(u64::from);
            assert_eq!(elements[..], expected, "{row}");
        }
    }
}

#[test]
fn ports_of_addr_add() {
    for row in rows("addr_add_ports.tsv") {
        let [absolute, negate] = row.flags("flags", ['A', 'N']);
        // Bits above an operand's 16 do not count.
        let operands = Inputs {
            base_lo: [0xdead_0000 | row.small::<u32>("src0"); 32],
            base_hi: [u32::MAX; 32],
            offset_lo: [0xbeef_0000 | row.small::<u32>("src1"); 32],
            offset_hi: [0x1234_5678; 32],
            ..lea()
        };
        // Nor do the ports of other instructions.
        let inputs = Inputs {
            address_add: 1,
            destination: 255,
            element: 3,
            absolute: absolute.into(),
            negate: negate.into(),
            exec_size: row.small("size"),
            channel_mask: row.small("mask"),
            execution_mask: row.small("EM"),
            extended: 1,
            lane_mask: 0,
            high: 1,
            scale: 31,
            write_cc: 1,
            predicate: 2,
            store: 1,
            access_size: 5,
            immediate: u32::MAX,
            active_mask: 0,
            guard_mask: 0,
            helper_mask: u32::MAX,
            carry_in: u32::MAX,
            overflow_in: u32::MAX,
            ..operands
        };
        let (sum, enabled) = (row.small("sum"), row.small("enabled"));
        let expected = Outputs {
            result_valid: 1,
            result_last: 1,
            result_address_add: 1,
            result_destination: 255,
            result_element: 3,
            result_predicate: 2,
            result_store: 1,
            result_size: 5,
            rd_write: enabled,
            execute_mask: enabled,
            sum_lo: [sum; 32],
            address_lo: [sum; 32],
            lock_index: [(sum >> 2) as u8; 32],
            ..Outputs::default()
        };
        let result = respond(&inputs, &WarpConfig::default());
        assert_eq!(result, expected, "{row}");
    }
}
