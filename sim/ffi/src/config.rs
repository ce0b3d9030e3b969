//! Windows and limits.

use crate::status::{Outcome, Refused, agu_error, agu_status, call, read, slice, write};
use crate::words::named;
use agu_status::AGU_OK;
use sim::pipeline::config_writes;
use sim::{Generation, WarpConfig};
use std::ffi::c_char;

/// Windows and limits of a warp. A unit has those of [`agu_config_default`] after reset.
#[repr(C)]
#[derive(Clone)]
pub struct agu_config {
    /// First address of the shared window; bits 23:0 are 0.
    pub shared_base: u64,
    /// First address of the local window, another one; bits 23:0 are 0.
    pub local_base: u64,
    /// Allocated bytes of global memory, 0 to 2^49.
    pub global_limit: u64,
    /// Allocated bytes of the shared window, 0 to 2^18.
    pub shared_size: u32,
    /// Allocated bytes of the local window, 0 to 2^24.
    pub local_size: u32,
    /// Allocated bytes of each constant bank, 0 to 65536.
    pub const_size: [u32; 32],
    /// Registers that the program may use, 0 to 255.
    pub register_count: u8,
    /// Not 0: a misaligned access is a fault.
    pub misaligned_is_error: u8,
}

impl From<&WarpConfig> for agu_config {
    fn from(config: &WarpConfig) -> agu_config {
        agu_config {
            shared_base: config.shared_base,
            local_base: config.local_base,
            global_limit: config.global_limit,
            shared_size: config.shared_size,
            local_size: config.local_size,
            const_size: config.const_size,
            register_count: config.register_count,
            misaligned_is_error: config.misaligned_is_error.into(),
        }
    }
}

impl agu_config {
    pub(crate) fn checked(&self) -> Outcome<WarpConfig> {
        let config = WarpConfig {
            shared_base: self.shared_base,
            local_base: self.local_base,
            global_limit: self.global_limit,
            shared_size: self.shared_size,
            local_size: self.local_size,
            const_size: self.const_size,
            register_count: self.register_count,
            misaligned_is_error: self.misaligned_is_error != 0,
            ..WarpConfig::default()
        };
        config.validate().map_err(Refused::value)?;
        Ok(config)
    }
}

/// The configuration at a pointer, the default one at null.
///
/// # Safety
/// As [`read`].
pub(crate) unsafe fn config_at(pointer: *const agu_config) -> Outcome<WarpConfig> {
    if pointer.is_null() {
        return Ok(WarpConfig::default());
    }
    read(pointer, "config")?.checked()
}

/// Configuration of a unit after reset.
///
/// # Safety
/// `config` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_config_default(config: *mut agu_config) -> agu_status {
    let default = agu_config::from(&WarpConfig::default());
    call(std::ptr::null_mut::<agu_error>(), || {
        write(config, "config", default)?;
        Ok(AGU_OK)
    })
}

/// Configuration of a warp of an instruction set or a part with that name, all of whose registers are
/// in use.
///
/// # Safety
/// `name` is null or ends with a zero; `config` and `error` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_config_of(
    name: *const c_char,
    config: *mut agu_config,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        let (name, isa) = named(name)?;
        let default = WarpConfig::new(Generation::of_name(isa, name));
        write(config, "config", agu_config::from(&default))?;
        Ok(AGU_OK)
    })
}

/// A write to a configuration register of the unit.
#[repr(C)]
#[derive(Clone)]
pub struct agu_config_write {
    pub data: u64,
    pub address: u8,
}

/// Configuration registers of a unit.
pub const AGU_CONFIG_REGISTERS: usize = 39;

/// The writes at the configuration port that set all registers; a null `config` is the default one.
///
/// # Safety
/// `config` is null or valid for reads; `writes` has place for `AGU_CONFIG_REGISTERS` elements;
/// `error` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_config_writes(
    config: *const agu_config,
    writes: *mut agu_config_write,
    error: *mut agu_error,
) -> agu_status {
    call(error, || {
        let config = config_at(config)?;
        let places = slice(writes, AGU_CONFIG_REGISTERS, "writes")?;
        for (place, (address, data)) in places.iter_mut().zip(config_writes(&config)) {
            *place = agu_config_write { data, address };
        }
        Ok(AGU_OK)
    })
}
