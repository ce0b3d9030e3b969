fn main() { let n = std::env::args().nth(1).unwrap(); print!("{}", rtl::tops::verilog(&n, &[]).unwrap().unwrap()); }
