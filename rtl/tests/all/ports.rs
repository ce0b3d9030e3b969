//! The table of ports in `isa` is what the unit has.

use isa::ports::{Port, INPUTS, OUTPUTS, RECORD};
use rtl::export::{ports, Role};
use rtl::tops;

/// Name and bits of the rows, for so many lanes.
fn table(rows: &[Port], lanes: usize) -> Vec<(String, usize)> {
    let row = |row: &Port| (row.name.to_owned(), row.shape.bits(lanes));
    rows.iter().map(row).collect()
}

#[test]
fn the_table_of_ports_is_the_unit() {
    // Of two widths: a number of bits may equal one of them by chance.
    for lanes in [2, 8] {
        let name = format!("agu_unit{lanes}");
        let unit = tops::block(&name).unwrap();
        let found = ports(unit.as_ref(), &name).unwrap();
        let of = |role| -> Vec<(String, usize)> {
            let nets = found
                .iter()
                .filter(|net| net.role == role && net.name != "clock");
            nets.map(|net| (net.name.clone(), net.bits())).collect()
        };
        assert_eq!(of(Role::Input), table(INPUTS, lanes));
        assert_eq!(of(Role::Output), table(OUTPUTS, lanes));
    }
}

#[test]
fn the_table_of_the_record_is_the_decoder() {
    const NAME: &str = "agu_decoder";
    let decoder = tops::block(NAME).unwrap();
    let found = ports(decoder.as_ref(), NAME).unwrap();
    let outputs = found.iter().filter(|net| net.role == Role::Output);
    let found: Vec<(&str, usize)> = outputs.map(|net| (&*net.name, net.bits())).collect();
    assert_eq!(found[..2], [("word_ready", 1), ("record_valid", 1)]);
    assert_eq!(&found[2..], RECORD);
}
