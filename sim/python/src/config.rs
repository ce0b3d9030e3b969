//! Windows and limits.

use crate::code::isa_of;
use crate::error::refused;
use crate::numbers::{Array, array, number, too_wide};
use pyo3::prelude::*;
use sim::WarpConfig;
use sim::warp::RegisterFile;
use sim::warp::config::CONSTANT_BANKS;

/// Windows and limits of a warp: what the configuration registers of the unit hold. What is not
/// named has its default.
///
/// shared_base, local_base: first addresses of the windows, multiples of 2**24 that differ.
/// shared_size, local_size: allocated bytes, at most 2**24.
/// global_limit: first byte past global memory, at most 2**40.
/// const_size: allocated bytes of each of the 32 constant banks, at most 65536; an int for all.
/// register_count: registers that the program may use.
/// misaligned_is_error: a misaligned access is a fault.
/// isa: "maxwell" has 255 registers, "fermi" 63.
///
/// AguError: a value that breaks its rule.
#[pyclass(frozen, eq, module = "agu")]
#[derive(Clone, PartialEq)]
pub struct Config(pub WarpConfig);

// Python aligns its objects no better.
const _: () = assert!(align_of::<Config>() <= align_of::<u64>());

#[pymethods]
impl Config {
    #[new]
    #[pyo3(signature = (*, shared_base = None, local_base = None, shared_size = None,
        local_size = None, global_limit = None, const_size = None, register_count = None,
        misaligned_is_error = false, isa = "maxwell"))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        shared_base: Option<&Bound<'_, PyAny>>,
        local_base: Option<&Bound<'_, PyAny>>,
        shared_size: Option<&Bound<'_, PyAny>>,
        local_size: Option<&Bound<'_, PyAny>>,
        global_limit: Option<&Bound<'_, PyAny>>,
        const_size: Option<&Bound<'_, PyAny>>,
        register_count: Option<&Bound<'_, PyAny>>,
        misaligned_is_error: bool,
        isa: &str,
    ) -> PyResult<Config> {
        let mut config = WarpConfig::new(RegisterFile::from(isa_of(isa)?));
        config.misaligned_is_error = misaligned_is_error;
        let given = |name: &str, value: Option<&Bound<'_, PyAny>>, default: u64, bits| {
            value.map_or(Ok(default), |value| number(name, value, bits))
        };
        config.shared_base = given("shared_base", shared_base, config.shared_base, 64)?;
        config.local_base = given("local_base", local_base, config.local_base, 64)?;
        config.global_limit = given("global_limit", global_limit, config.global_limit, 64)?;
        let size = config.shared_size.into();
        config.shared_size = given("shared_size", shared_size, size, 32)? as u32;
        let size = config.local_size.into();
        config.local_size = given("local_size", local_size, size, 32)? as u32;
        let registers = config.register_count.into();
        config.register_count = given("register_count", register_count, registers, 8)? as u8;
        if let Some(sizes) = const_size {
            config.const_size = banks(sizes)?;
        }
        config.validate().map_err(refused)?;
        Ok(Config(config))
    }

    /// First address of the shared window.
    #[getter]
    fn shared_base(&self) -> u64 {
        self.0.shared_base
    }

    /// First address of the local window.
    #[getter]
    fn local_base(&self) -> u64 {
        self.0.local_base
    }

    /// Allocated bytes of the shared window.
    #[getter]
    fn shared_size(&self) -> u32 {
        self.0.shared_size
    }

    /// Allocated bytes of the local window.
    #[getter]
    fn local_size(&self) -> u32 {
        self.0.local_size
    }

    /// First byte past global memory.
    #[getter]
    fn global_limit(&self) -> u64 {
        self.0.global_limit
    }

    /// Allocated bytes of each constant bank.
    #[getter]
    fn const_size(&self) -> Vec<u32> {
        self.0.const_size.to_vec()
    }

    /// Registers that the program may use.
    #[getter]
    fn register_count(&self) -> u8 {
        self.0.register_count
    }

    /// A misaligned access is a fault.
    #[getter]
    fn misaligned_is_error(&self) -> bool {
        self.0.misaligned_is_error
    }

    /// The writes at the configuration port that set all of it: (config_address, config_data).
    fn writes(&self) -> Vec<(u8, u64)> {
        sim::pipeline::config_writes(&self.0).collect()
    }

    fn __repr__(&self) -> String {
        let config = &self.0;
        format!(
            "<agu.Config shared {:#x}+{:#x}, local {:#x}+{:#x}, global {:#x}, {} registers>",
            config.shared_base,
            config.shared_size,
            config.local_base,
            config.local_size,
            config.global_limit,
            config.register_count
        )
    }
}

/// The sizes of all banks.
fn banks(sizes: &Bound<'_, PyAny>) -> PyResult<[u32; CONSTANT_BANKS]> {
    let Array { numbers, shape } = array("const_size", sizes)?;
    if !matches!(shape[..], [] | [CONSTANT_BANKS]) {
        let count = numbers.len();
        let expected = "expected an int or 32 sizes";
        return Err(refused(format!(
            "const_size: got {count} sizes, {expected}"
        )));
    }
    if let Some((at, number)) = numbers.wider_than(32) {
        return Err(too_wide(&format!("const_size at [{at}]"), number, 32));
    }
    Ok(std::array::from_fn(|bank| numbers.at(bank) as u32))
}
