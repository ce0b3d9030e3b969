//! The exporter alone: a top to Verilog text, a block under a name of one's own, its ports.
//!
//! `cargo run -p rtl --example export`

use rtl::blocks::Bounds;
use rtl::{export, tops};
use rust_hdl::prelude::Block;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    for name in ["agu_lane", "agu_unit4", "agu_core32"] {
        let verilog = tops::verilog(name).ok_or("no such top")??;
        let modules = verilog.matches("\nendmodule").count();
        println!(
            "{name}: {} lines, {modules} modules",
            verilog.lines().count()
        );
    }

    let mut block = Bounds::default();
    block.connect_all();
    for port in export::ports(&block, "my_bounds")? {
        println!("{:22} {:2} bits", port.name, port.width);
    }
    let verilog = export::verilog(&block, "my_bounds")?;
    assert!(verilog.contains("module my_bounds ("));
    print!("{verilog}");
    Ok(())
}
