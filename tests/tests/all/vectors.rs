//! The bench of `doc/vectors.md` under Icarus: exported units agree with the vectors of `cosim`,
//! and deliberately wrong ones do not.

use crate::{Outcome, folder, root};
use cosim::source::{Source, read_init};
use cosim::tandem::program::TandemProgram;
use cosim::vectors::{Columns, Steps, VectorFormat, VectorWriter, of_program, of_traffic};
use sim::Generation;
use std::fs;
use std::io::BufWriter;
use std::path::PathBuf;
use tests::seeded_bugs::seeded_bugs;
use tests::tools::run;
use tests::{isa_of, programs};
use verilated::exported;
use verilated::exported::seeded_bugs::{BUG_BITS, with_seeded_bugs};

/// Some seeded bugs, of each part of the unit. Others need stalls or two warps at once, which the
/// page's bench never has. Some need more traffic than Icarus runs in seconds.
const CAUGHT: [&str; 10] = [
    "the +1 of the negation dropped",
    "window compare one bit short",
    "lane 31 wired to lane 30",
    "lane_mask ignored",
    "steering ignores Plg",
    "bound off by one",
    "byte enables unaligned",
    "a sum of 17 bits",
    "sector mask of the wrong line",
    "a bank conflict of neighbours missed",
];

/// The unit in the page's bench, and the ports that an LEA unit lacks.
const UNIT: &str = "agu_unit4 unit (";
const MEMORY_PORT: &str = ",\n    .memory_valid(memory_valid), .memory_ready(memory_ready)";

/// A bench in a folder of its own.
struct Bench {
    folder: PathBuf,
    columns: Columns,
}

impl Bench {
    fn new(name: &str, lanes: usize, lea_only: bool) -> Outcome<Bench> {
        Ok(Bench {
            folder: folder(name)?,
            columns: Columns::new(lanes, lea_only)?,
        })
    }

    /// Writes vectors, and the files that the bench includes.
    fn write(&self, steps: impl IntoIterator<Item = Steps>) -> Outcome<()> {
        let steps = steps.into_iter().flatten().collect::<Result<Vec<_>, _>>()?;
        let rows: usize = steps.iter().map(|step| step.transactions.len()).sum();
        let out = BufWriter::new(fs::File::create(self.folder.join("vectors.hex"))?);
        let mut writer = VectorWriter::new(out, VectorFormat::Hex, &self.columns);
        writer.header("a test", rows as u64)?;
        for step in &steps {
            writer.step(step)?;
        }
        let (bits, outputs) = (self.columns.bits(), self.columns.output_bits());
        let sizes = format!("localparam ROWS = {rows}, BITS = {bits}, OUTPUTS = {outputs};\n");
        fs::write(self.folder.join("sizes.vh"), sizes)?;
        let ports = self.columns.ports.iter().map(|column| {
            let at = if column.output { "got" } else { "row" };
            let (name, lowest, bits) = (column.port.name, column.lowest, column.bits);
            format!(".{name}({at}[{lowest} +: {bits}]),\n")
        });
        fs::write(self.folder.join("ports.vh"), ports.collect::<String>())?;
        Ok(())
    }

    /// Compiles the page's bench with the unit in `verilog`. `selector` is the declaration and the
    /// connection of its first port.
    fn compile(&self, verilog: &str, selector: Option<(&str, &str)>) -> Outcome<()> {
        let page = root().join("doc/vectors.md");
        let page = fs::read_to_string(page)?;
        let bench = page.split("```verilog\n").nth(1).ok_or("no bench")?;
        let bench = bench.split("```").next().unwrap_or_default();
        assert!(bench.contains(UNIT) && bench.contains(MEMORY_PORT));
        let top = &self.columns.top;
        let (declared, connected) = selector.unwrap_or_default();
        let mut bench = bench.replace(UNIT, &format!("{declared}{top} unit ({connected}"));
        if !self
            .columns
            .ports
            .iter()
            .any(|column| column.port.name == "memory_line")
        {
            bench = bench.replace(MEMORY_PORT, "");
        }
        fs::write(self.folder.join("bench.v"), bench)?;
        fs::write(self.folder.join("unit.v"), verilog)?;
        let arguments = ["-g2005", "-s", "bench", "-o", "bench", "bench.v", "unit.v"];
        run(&self.folder, "iverilog", &arguments)?;
        Ok(())
    }

    /// The bench's output; an error if a row does not agree.
    fn play(&self, seeded_bug: usize) -> Result<String, String> {
        let argument = format!("+seeded_bug={seeded_bug}");
        run(&self.folder, "vvp", &["-n", "bench", &argument])
    }
}

#[test]
fn exported_units_agree_with_traffic() -> Outcome<()> {
    for (lanes, lea_only) in [(1, false), (8, false), (1, true), (16, true)] {
        let kind = if lea_only { "lea" } else { "unit" };
        let bench = Bench::new(&format!("vectors_{kind}{lanes}"), lanes, lea_only)?;
        bench.write([of_traffic(lanes, lea_only, 11, 3_200)])?;
        bench.compile(&exported::verilog(&[&bench.columns.top])?, None)?;
        let said = bench.play(0)?;
        assert!(said.contains("rows agree"), "{said}");
    }
    Ok(())
}

/// The vectors of each program, in the instruction set that its name ends in.
fn of_programs(lanes: usize) -> Outcome<Vec<Steps>> {
    let steps = programs()?.into_iter().map(|path| {
        let isa = isa_of(&path);
        let mut warp = read_init(&path.with_extension("toml"), Generation::from(isa))?.warp()?;
        let program = TandemProgram::read(isa, &mut Source::open(&path)?, &mut warp.visa)?;
        Ok(of_program(lanes, warp, program)?)
    });
    steps.collect()
}

#[test]
fn an_exported_unit_agrees_with_all_programs() -> Outcome<()> {
    let bench = Bench::new("vectors_programs", 4, false)?;
    bench.write(of_programs(4)?)?;
    bench.compile(&exported::verilog(&["agu_unit4"])?, None)?;
    let said = bench.play(0)?;
    assert!(said.contains("rows agree"), "{said}");
    Ok(())
}

#[test]
#[ignore = "make night"]
fn wrong_units_do_not_agree() -> Outcome<()> {
    let bench = Bench::new("vectors_seeded_bugs", 32, false)?;
    bench.write([of_traffic(32, false, 3, 32_000)])?;
    let seeded_bugs = seeded_bugs();
    let verilog = with_seeded_bugs(&exported::verilog(&["agu_unit32"])?, &seeded_bugs)?;
    let declared = format!(
        "reg [{}:0] seeded_bug = 0;\n  \
         initial if (!$value$plusargs(\"seeded_bug=%d\", seeded_bug)) seeded_bug = 0;\n  ",
        BUG_BITS - 1
    );
    bench.compile(&verilog, Some((&declared, ".seeded_bug(seeded_bug),")))?;
    assert!(bench.play(0)?.contains("rows agree"));
    for name in CAUGHT {
        let place = seeded_bugs.iter().position(|bug| bug.name == name);
        let said = bench.play(place.ok_or(name)? + 1);
        assert!(said.is_err_and(|said| said.contains("expected ")), "{name}");
    }
    Ok(())
}
