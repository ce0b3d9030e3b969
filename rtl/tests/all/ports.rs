//! The table of the control record in `isa` is what the decoder has.

use isa::ports::RECORD;
use rtl::export::{ports, Role};
use rtl::tops;

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
