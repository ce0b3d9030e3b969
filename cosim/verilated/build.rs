//! Rebuilds for any change in the folder. Cargo would not notice a new module, which was no input
//! of the last compilation.

fn main() {
    println!("cargo:rerun-if-changed=../../rtl/verilog");
}
