//! Golden model and scoreboard of the GPU address unit as the Python package `agu`.
//!
//! | module | holds |
//! |---|---|
//! | `error` | `AguError`, and what becomes one |
//! | `numbers` | whole numbers out of Python: one, a sequence, a buffer |
//! | `views` | numbers of lanes for Python: memoryviews that numpy uses as they are |
//! | `rows` | keyword arguments named as ports become rows of the scoreboard |
//! | `ports` | the table of ports, a port's bits from lanes and back |
//! | `code` | `assemble`, `disassemble`, `decode` |
//! | `config` | `Config` |
//! | `execute` | `execute`, `execute_many`, `Result`, `LaneAddress`, `MemoryRequest` |
//! | `program` | `Program` |
//! | `board`, `difference` | `Scoreboard`, and what it tells |
//!
//! All that Python can get wrong is an `AguError` or one of Python's own exceptions. There is no
//! unsafe code here.

use pyo3::prelude::*;

mod board;
mod code;
mod config;
mod difference;
mod error;
mod execute;
mod numbers;
mod ports;
mod program;
mod rows;
mod views;

/// The golden model and the scoreboard of a GPU address unit.
///
/// Arguments are named as the ports of the unit. Lanes are 32-bit words, lane 0 first: a numpy
/// array, an array.array, a memoryview, or a sequence of ints. Masks are ints of one bit a lane,
/// lane 0 in bit 0. What is wrong with a call is an AguError.
#[pymodule]
mod agu {
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::code::{assemble, decode, disassemble};
    #[pymodule_export]
    use crate::config::Config;
    #[pymodule_export]
    use crate::difference::{TaggedDifference, WhatIsOutstanding};
    #[pymodule_export]
    use crate::error::AguError;
    #[pymodule_export]
    use crate::execute::{LaneOfAccess, Request, WarpResult, execute, execute_many};
    #[pymodule_export]
    use crate::ports::{UnitPort, pack, port, unpack};
    #[pymodule_export]
    use crate::program::{FaultOfProgram, ProgramStep, WarpProgram};

    use crate::rows::Kind;
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        for (name, kind) in [
            ("REQUEST_PORTS", Kind::Request),
            ("RESULT_PORTS", Kind::Result),
            ("MEMORY_PORTS", Kind::Memory),
        ] {
            let names = kind.ports().map(|(_, port)| port.name);
            module.add(name, PyTuple::new(py, names.collect::<Vec<_>>())?)?;
        }
        Ok(())
    }
}
