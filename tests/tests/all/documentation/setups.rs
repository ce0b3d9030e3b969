//! Conditions of the timing diagrams that are not drawn: constant inputs, and values of names.

use super::{Outcome, root};
use isa::control::Encoded;
use isa::visa::{self, Statement};
use isa::{Isa, Part, assemble};
use std::fs;

/// Conditions of a diagram that its rows do not show.
pub struct Setup {
    /// The page in `doc/blocks`. A page with several diagrams has as many setups, in their order.
    pub page: &'static str,
    pub top: &'static str,
    pub module: &'static str,
    /// Inputs that are not drawn: first cycle, name, Verilog. All others are 0.
    pub given: Vec<(usize, &'static str, String)>,
    /// Values of the names in cells, as Verilog.
    pub names: Vec<(&'static str, String)>,
}

/// All ones, in as many bits as the input has.
const ONES: &str = "~0";

impl Setup {
    fn new(page: &'static str, top: &'static str, module: &'static str) -> Setup {
        Setup {
            page,
            top,
            module,
            given: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Adds inputs from the first cycle on.
    fn with<V: ToString>(self, inputs: &[(&'static str, V)]) -> Setup {
        self.from(0, inputs)
    }

    /// Adds inputs from a cycle on.
    fn from<V: ToString>(mut self, cycle: usize, inputs: &[(&'static str, V)]) -> Setup {
        let inputs = inputs.iter();
        self.given
            .extend(inputs.map(|(name, value)| (cycle, *name, value.to_string())));
        self
    }

    fn naming<V: ToString>(mut self, names: &[(&'static str, V)]) -> Setup {
        let names = names.iter();
        self.names
            .extend(names.map(|(name, value)| (*name, value.to_string())));
        self
    }
}

/// A word for each of 32 lanes, lane 0 lowest.
fn lanes(word: impl Fn(u32) -> u32) -> String {
    let words: Vec<_> = (0..32)
        .rev()
        .map(|lane| format!("32'h{:x}", word(lane)))
        .collect();
    format!("{{{}}}", words.join(", "))
}

/// The word of an instruction.
fn word(isa: Isa, text: &str) -> Outcome<String> {
    let (_, word) = assemble(isa, text)?.ok_or("no instruction")?;
    Ok(format!("128'h{word:x}"))
}

/// Word and tail at the decoder's ports, for each ADDR_ADD of a program.
fn addr_adds(program: &str) -> Outcome<Vec<(String, String)>> {
    let text = fs::read_to_string(root().join("tests/programs").join(program))?;
    let mut ports = Vec::new();
    for line in text.lines() {
        let Some(Statement::Instruction(bytes, _)) =
            visa::program_line(line, &visa::Variables::default())?
        else {
            continue;
        };
        let encoded = Encoded::bytes(&bytes, false);
        let tail = encoded.tail().into_iter().rev();
        let tail: String = tail.map(|byte| format!("{byte:02x}")).collect();
        ports.push((format!("128'h{:x}", encoded.word()), format!("72'h{tail}")));
    }
    Ok(ports)
}

/// The setups of all diagrams.
pub fn setups() -> Outcome<Vec<Setup>> {
    let new = Setup::new;
    let of_unit4 = |page, module| new(page, "agu_unit4", module);
    let of_unit32 = |page, module| new(page, "agu_unit32", module);
    let of_decoder = |page, module| new(page, "agu_decoder", module);
    let moving = |page, module| of_unit4(page, module).with(&[("advance", 1)]);
    let windows = [("shared_base_lo", 0xfe), ("local_base_lo", 0xff)];
    let warp = [
        ("active_mask", ONES),
        ("guard_mask", ONES),
        ("result_ready", "1"),
        ("memory_ready", "1"),
    ];
    let lea = word(Isa::Maxwell, "LEA R6.CC, R2, R4, 0x3")?;
    let sm_70 = Isa::Sm(Part::Sm70);
    let lea_from_volta = word(sm_70, "LEA.HI.X.SX32 R5, R0, c[0x0][0x164], 0x1, P0")?;
    let uldc = word(Isa::Sm(Part::Sm90), "@!UP1 ULDC.64 UR4, c[0x0][0x208]")?;
    let [general, immediate, state, ..] = &addr_adds("bytes.visa.agu")?[..] else {
        return Err("three instructions were expected".into());
    };
    Ok(vec![
        moving("access_control", "agu_access_control")
            .with(&[("steer_by_window", 1), ("register_count", 64)]),
        of_decoder("addr_add_decode", "agu_addr_add_decode")
            .with(&[("valid", "1"), ("tail", &general.1)])
            .from(1, &[("tail", &immediate.1)])
            .from(2, &[("tail", &state.1)])
            .naming(&[
                ("general", &general.0),
                ("immediate", &immediate.0),
                ("state", &state.0),
            ]),
        of_unit4("address_adder", "agu_address_adder"),
        new("beat_control", "agu_unit8", "agu_beat_control"),
        of_unit4("bounds", "agu_bounds").with(&[("not_shared_limit", 0x7_3fff)]),
        of_unit32("channel_enable", "agu_channel_enable"),
        new("coalescer", "agu_coalescer32", "agu_coalescer32")
            .with(&[("last", "1"), ("global_mask", ONES)])
            .with(&[
                ("line", lanes(|lane| (0x1000 + 8 * lane) >> 7)),
                ("word", lanes(|lane| (0x1000 + 8 * lane) >> 2)),
            ])
            .from(1, &[("global_mask", "0"), ("shared_mask", ONES)])
            .from(1, &[("word", lanes(|lane| (8 * lane) >> 2))])
            .naming(&[("low", "32'hffff"), ("high", "32'hffff0000")]),
        of_unit4("condition_code", "agu_condition_code"),
        of_unit4("configuration", "agu_configuration"),
        new("core", "agu_core32", "agu_core32")
            .with(&warp)
            .naming(&[("LEA", lea.as_str()), ("none", "64'h1234567812345678")]),
        of_decoder("decoder", "agu_decoder").naming(&[
            ("LEA", lea.as_str()),
            ("LD", &word(Isa::Maxwell, "LD.E.64 R8, [R6], P0")?),
            ("none", "64'h1234567812345678"),
        ]),
        of_unit4("fault", "agu_fault4").with(&[
            ("outside", "4'b0010"),
            ("shared", "4'b0100"),
            ("below_shared", "4'b0000"),
            ("below_other", "4'b1111"),
            ("misaligned", "4'b1000"),
        ]),
        of_decoder("fermi_decode", "agu_fermi_decode").with(&[("valid", 1)]),
        new("first_fault", "agu_unit8", "agu_first_fault").with(&[("leaves", 1), ("access", 1)]),
        of_unit4("immediate_extension", "agu_immediate_extension"),
        new("lane", "agu_lane", "agu_lane")
            .with(&windows)
            .with(&[("advance", 1), ("low", 1), ("based", 1)])
            .from(2, &[("paired_s1", 1)])
            .from(4, &[("wide_s3", 1), ("lea_s4", 1)])
            .from(5, &[("lea_s4", 0)])
            .from(6, &[("offset_bits_s5", 7)]),
        moving("lane_masks", "agu_lane_masks4").with(&[
            ("lane_mask", "4'b1111"),
            ("active_mask", "4'b0111"),
            ("guard_mask", "4'b1110"),
            ("helper_mask", "4'b0010"),
        ]),
        new("lea_unit", "agu_lea32", "agu_lea32").with(&warp[..2]),
        moving("limits", "agu_limits")
            .with(&[("global_limit", "50'h10000000000"), ("const_size", "'h102")]),
        of_decoder("maxwell_decode", "agu_maxwell_decode").with(&[("valid", 1)]),
        of_unit4("primitives", "agu_shift_bits"),
        of_unit4("primitives", "agu_add_with_carry"),
        of_unit4("size_decode", "agu_size_decode"),
        of_unit4("space_address", "agu_space_address"),
        of_unit4("steering", "agu_steering4").with(&[("in_shared", 0b0001), ("in_local", 0b0010)]),
        moving("uniform_adder", "agu_uniform_adder").with(&[("sum_mask", 0xffff)]),
        new("uniform", "agu_unit1", "agu_uniform").with(&[
            ("leaves", "1"),
            ("live", "1"),
            ("live_global", "1"),
            ("zeros_hi", ONES),
        ]),
        of_unit32("unit", "agu_unit32")
            .with(&warp)
            .with(&[("lane_mask", 15), ("access_space", 1), ("access_size", 4)])
            .with(&[("base_lo", lanes(|lane| 0x1000 + 8 * lane))]),
        of_decoder("volta_decode", "agu_volta_decode")
            .with(&[("valid", 1)])
            .naming(&[
                ("LEA", &lea_from_volta),
                (
                    "LDS",
                    &word(Isa::Sm(Part::Sm75), "LDS.U R0, [R3.X4+UR4+0x40]")?,
                ),
                ("LD", &word(Isa::Sm(Part::Sm80), "LD.E R17, [R4.U32+UR6]")?),
                ("ULDC", &uldc),
            ]),
        of_unit32("warp_unit", "agu_warp_unit32").with(&warp[..2]),
        of_unit4("window_compare", "agu_window_compare").with(&windows),
    ])
}
