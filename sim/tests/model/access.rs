//! Corner cases of loads and stores, against numbers worked out by hand; and their legality.

use crate::common::data::{DataRow, number, rows};
use agu_model::access::{self, AccessInput, AccessOutput, ImmediateKind, Limits, SPACES};
use agu_model::value::Native;
use agu_model::{Generation, WarpConfig};
use isa::control::{FaultCode, SpaceCode};
use isa::instruction::{Access, AccessForm, AccessSize, Immediate, Steering};

use crate::common::programs::ACCESS;

/// Changes of the inputs of a row, whose other limits are 65536 and 2^24 bytes of shared and local
/// memory.
fn change(row: &DataRow, input: &mut AccessInput<Native>) {
    input.limits.shared_size = 1 << 16;
    for change in row.text("changes").split(',').filter(|it| !it.is_empty()) {
        let (name, value) = change.split_once('=').unwrap_or((change, ""));
        let value = number(value).unwrap_or_else(|| panic!("{row}: {change}"));
        let limits = &mut input.limits;
        match name {
            "shared_base" => limits.shared_base = value,
            "local_base" => limits.local_base = value,
            "shared_size" => limits.shared_size = value,
            "local_size" => limits.local_size = value,
            "global_limit" => limits.global_limit = value,
            "const_size" => limits.const_size = value,
            "scale" => input.scale = value as u32,
            "uniform" => (input.uniform_added, input.uniform_base) = (true, value),
            _ => panic!("{row}: {name}"),
        };
    }
}

#[test]
fn corners_of_an_access() {
    use {FaultCode as F, SpaceCode as S};
    for row in rows("access.tsv") {
        let [
            extended,
            absolute,
            base_word,
            plg,
            steer_by_window,
            misaligned_is_error,
        ] = row.flags("flags", ['E', 'A', 'B', 'P', 'W', 'M']);
        let base = row.number("base");
        let mut input = AccessInput::<Native> {
            space: row.one_of("space", &SPACES),
            size: row.one_of("size", &AccessSize::ALL),
            immediate_kind: row.one_of("kind", &ImmediateKind::ALL),
            immediate: row.small("immediate"),
            extended,
            absolute,
            base_word,
            base,
            scale: 0,
            index: base as u32,
            uniform_added: false,
            uniform_base: 0,
            plg,
            steer_by_window,
            limits: Limits::of_bank(&WarpConfig::default(), 0),
            misaligned_is_error,
        };
        change(&row, &mut input);
        let spaces = [S::Global, S::Shared, S::Local, S::Constant];
        let faults = [
            F::None,
            F::OutsideWindow,
            F::OutsideAllocation,
            F::Misaligned,
        ];
        let expected = AccessOutput {
            ea: row.number("ea"),
            address: row.number("address"),
            byte_enable: row.small("bytes"),
            space: row.one_of("lands", &spaces) as u32,
            misaligned: row.bit("misaligned"),
            fault: row.one_of("fault", &faults) as u32,
            lock_index: row.small("lock"),
        };
        assert_eq!(access::access(input), expected, "{row}");
    }
}

#[test]
fn what_is_legal() {
    for row in rows("legal.tsv") {
        let [extended] = row.flags("E", ['E']);
        let mut access = Access {
            form: row.one_of("form", &AccessForm::ALL),
            size: row.one_of("size", &AccessSize::ALL),
            data: row.small("data"),
            address: row.small("address"),
            extended,
            ..ACCESS
        };
        let (field, value) = row.text("what").split_once('=').unwrap_or_default();
        let value = number(value).unwrap_or(0);
        match field {
            "mode" => access.mode = value as u8,
            "bank" => access.bank = value as u8,
            "lock" => access.lock = value as u8,
            "plg" => access.steering = Steering::Predicate(value as u8),
            "imm24" => access.immediate = Immediate::Word24(value as u32),
            _ => assert_eq!(field, "", "{row}"),
        }
        for (column, file) in [
            ("Maxwell", Generation::Maxwell),
            ("Fermi", Generation::Fermi),
        ] {
            let legal = access::is_legal(&access, file);
            let expected = row.text(column);
            assert_eq!(["no", "yes"][usize::from(legal)], expected, "{row}");
        }
    }
}
