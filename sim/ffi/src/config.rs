//! Windows and limits.

use crate::status::{Outcome, Refused, agu_error, agu_status, call, read, write};
use sim::WarpConfig;

/// Windows and limits of a warp. Until they are written, a unit has those of
/// [`agu_config_default`].
#[repr(C)]
#[derive(Clone)]
pub struct agu_config {
    /// First address of the shared window; bits 23:0 are 0.
    pub shared_base: u64,
    /// First address of the local window, not that of the shared one; bits 23:0 are 0.
    pub local_base: u64,
    /// Allocated bytes of global memory, 0 to 2^40.
    pub global_limit: u64,
    /// Allocated bytes of the windows, 0 to 2^24.
    pub shared_size: u32,
    pub local_size: u32,
    /// Allocated bytes of each constant bank, 0 to 65536.
    pub const_size: [u32; 32],
    /// Registers that the program may use, 0 to 255.
    pub register_count: u8,
    /// Not 0 if a misaligned access is a fault.
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

/// Configuration at a pointer; the default one if it is null.
///
/// # Safety
/// As [`read`].
pub(crate) unsafe fn config_at(pointer: *const agu_config) -> Outcome<WarpConfig> {
    if pointer.is_null() {
        return Ok(WarpConfig::default());
    }
    // SAFETY: as promised.
    unsafe { read(pointer, "config") }?.checked()
}

/// Writes the default configuration, which a unit has after reset.
///
/// # Safety
/// `config` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn agu_config_default(config: *mut agu_config) -> agu_status {
    let default = agu_config::from(&WarpConfig::default());
    // SAFETY: as promised.
    unsafe {
        call(std::ptr::null_mut::<agu_error>(), || {
            write(config, "config", default)?;
            Ok(agu_status::AGU_OK)
        })
    }
}
