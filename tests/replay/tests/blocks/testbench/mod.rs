//! The same vectors through three readings of the hardware, against the model.
//!
//! A [`Case`] is a block, a row of inputs a cycle, and the golden model's value of each
//! output. It runs in RustHDL's own simulator on the kernels as they are written, and in Icarus
//! and in Verilator on the Verilog as it is exported. The bench around the Verilog applies rows
//! and writes outputs; it expects nothing.
//!
//! The three traces must be equal in every bit of every cycle, and equal to the model wherever
//! it prints something.

mod case;
mod device;
mod reached;
mod simulators;
pub mod vectors;
mod verilog;

pub use case::Case;
pub use device::{Device, Port, Wire, pick};
pub use reached::Reached;

pub(crate) use device::device;

use replay::random::{SEED, seed};
use rtl::export::SeededBug;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

/// One value a port, or a value an element where the port is an array.
pub type Row = Vec<u64>;

/// What is said of a row of outputs; none where nothing is, or where bits are undefined.
pub type Expected = Vec<Option<u64>>;

/// Values by the names of their ports.
pub type Named<T> = Vec<(&'static str, Vec<T>)>;

/// Three tests of a block, each in one simulator: `replay!(BLOCK: TYPE, VECTORS => TESTS)`, or
/// in brackets the cases of a block of several widths. The function `BLOCK` gives what they
/// share, made once.
macro_rules! replay {
    ($block:ident: [$($case:expr),+] => $rusthdl:ident $icarus:ident $verilator:ident) => {
        fn $block() -> &'static $crate::testbench::Replay {
            static REPLAY: std::sync::LazyLock<$crate::testbench::Replay> =
                std::sync::LazyLock::new(|| $crate::testbench::Replay::new(vec![$($case),+]));
            &REPLAY
        }

        #[test]
        fn $rusthdl() {
            $block().rusthdl();
        }

        #[test]
        fn $icarus() {
            $block().icarus();
        }

        #[test]
        fn $verilator() {
            $block().verilator();
        }
    };
    ($block:ident: $device:ty, $vectors:expr => $($test:ident)+) => {
        replay!($block: [$crate::testbench::Case::new(
            concat!("agu_", stringify!($block)),
            <$device>::default,
            $vectors
        )] => $($test)+);
    };
}

pub(crate) use replay;

/// Stack of a thread that makes a block: a unit is made by value, wide vectors and all.
const STACK_BYTES: usize = 64 << 20;

/// A block in one or more widths.
pub struct Replay {
    cases: Vec<Case>,
}

impl Replay {
    pub fn new(cases: Vec<Case>) -> Replay {
        Replay { cases }
    }

    /// The kernels agree with the model.
    #[track_caller]
    pub fn rusthdl(&self) {
        self.each(|case| case.compare(case.kernels(), "RustHDL"));
    }

    /// So does the Verilog in Icarus, and in every bit what the kernels do.
    #[track_caller]
    pub fn icarus(&self) {
        self.each(|case| {
            let folder = folder(case, "icarus")?;
            verilog::write(case, &[], &folder)?;
            simulators::compile_icarus(&folder)?;
            let trace = simulators::run_icarus(&folder, 0)?;
            case.compare(&verilog::read(case, &trace), "Icarus")?;
            simulators::remove(&folder)
        });
    }

    /// The same in Verilator.
    #[track_caller]
    pub fn verilator(&self) {
        self.each(|case| {
            let folder = folder(case, "verilator")?;
            verilog::write(case, &[], &folder)?;
            let trace = simulators::verilator(&folder, &temporary())?;
            case.compare(&verilog::read(case, &trace), "Verilator")?;
            simulators::remove(&folder)
        });
    }

    /// With each of `faults` the Verilog of `module` differs in Icarus, and with none it does
    /// not.
    #[track_caller]
    pub fn shows(&self, module: &str, faults: &[SeededBug]) {
        self.each(|case| {
            if case.module != module {
                return Ok(());
            }
            let folder = folder(case, "faults")?;
            verilog::write(case, faults, &folder)?;
            simulators::compile_icarus(&folder)?;
            let verdict = |seeded_bug| -> Result<_, String> {
                let trace = simulators::run_icarus(&folder, seeded_bug)?;
                Ok(case.compare(&verilog::read(case, &trace), "Icarus"))
            };
            verdict(0)??;
            for (seeded_bug, SeededBug { name, .. }) in (1..).zip(faults) {
                let Err(found) = verdict(seeded_bug)? else {
                    return Err(format!("{module}: {name}: not seen"));
                };
                println!("{name}: {}", found.lines().next().unwrap_or_default());
            }
            simulators::remove(&folder)
        });
    }

    /// What the vectors of all widths reach.
    pub fn reached(&self) -> Reached {
        let mut all = Reached::default();
        self.cases.iter().for_each(|case| all.merge(&case.reached));
        all
    }

    /// Checks all widths at a time; panics at the first error.
    #[track_caller]
    fn each(&self, check: impl Fn(&Case) -> Result<(), String> + Sync) {
        let check = &check;
        let verdict = thread::scope(|scope| {
            let checks = self.cases.iter().map(|case| {
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                thread.spawn_scoped(scope, move || check(case))
            });
            let checks: Vec<_> = checks.collect();
            checks.into_iter().try_for_each(|check| {
                let thread = check.map_err(|error| error.to_string())?;
                thread.join().unwrap_or_else(|panic| resume_unwind(panic))
            })
        });
        if let Err(error) = verdict {
            panic!("{SEED} = {}\n{error}", seed());
        }
    }
}

/// Where tests write.
fn temporary() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// A folder for one case in one simulator.
fn folder(case: &Case, simulator: &str) -> Result<PathBuf, String> {
    let name = format!("{}_{simulator}_{}", case.module, std::process::id());
    let folder = temporary().join(name);
    std::fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
    Ok(folder)
}

/// What went wrong with a file.
fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
