//! Rust declarations of `unit.h`, and the models that the crate `verilated` links.

use super::StoreData;
use super::end::RawEnd;
use crate::dut::decoder;
use crate::dut::external::UserPaths;
use sim::scoreboard::{Inputs, OtherRequest, OtherResponse, Outputs, Written};
use std::ffi::{CStr, CString, c_char, c_int, c_void};

/// Name and size of one port, `agu_port`.
#[repr(C)]
pub(in crate::dut) struct PortLayout {
    name: *const c_char,
    bytes: u64,
}

/// A linked model: the functions of `unit.cpp`, compiled for one Verilated class.
#[repr(C)]
pub struct DutTable {
    pub(super) create:
        unsafe extern "C" fn(vcd: *const c_char, prints: u8, error: *mut c_int) -> *mut c_void,
    pub(super) destroy: unsafe extern "C" fn(*mut c_void),
    pub(super) end: unsafe extern "C" fn(*mut c_void) -> *mut RawEnd,
    pub(super) finish: unsafe extern "C" fn(*mut c_void),
    pub(super) inputs: unsafe extern "C" fn(*mut c_void) -> *mut Inputs,
    pub(super) outputs: unsafe extern "C" fn(*mut c_void) -> *const Outputs,
    pub(super) select_bug: unsafe extern "C" fn(*mut c_void, seeded_bug: u16) -> u8,
    pub(super) dump: unsafe extern "C" fn(*mut c_void, u8),
    pub(super) close_waves: unsafe extern "C" fn(*mut c_void) -> c_int,
    pub(super) settle: unsafe extern "C" fn(*mut c_void),
    pub(super) cycle: unsafe extern "C" fn(*mut c_void),
    pub(super) replay: unsafe extern "C" fn(*mut c_void, *const Inputs, u64),
    pub(super) other_requests:
        Option<unsafe extern "C" fn(*mut c_void, *mut OtherRequest, ports: u64)>,
    pub(super) respond: Option<unsafe extern "C" fn(*mut c_void, *const OtherResponse, ports: u64)>,
    pub(super) store: Option<unsafe extern "C" fn(*mut c_void, *const StoreData)>,
    pub(super) written: Option<unsafe extern "C" fn(*mut c_void, *mut Written)>,
    pub(super) instruct: Option<unsafe extern "C" fn(*mut c_void, *const decoder::Inputs)>,
    pub(super) record: Option<unsafe extern "C" fn(*mut c_void, *mut decoder::Outputs)>,
    port_list: *const PortLayout,
    port_count: u64,
    lanes: u64,
    lea_only: u8,
    target: *const c_char,
    module: *const c_char,
    verilator: *const c_char,
    compiler: *const c_char,
    /// [`UserPaths`], or null.
    user_paths: *const c_void,
}

// SAFETY: functions, and a constant list of constant strings.
unsafe impl Sync for DutTable {}

unsafe extern "C" {
    static agu_fast_table: DutTable;
}

impl DutTable {
    /// Table of the exported unit, with one evaluation a cycle and no waves.
    pub fn fast() -> &'static DutTable {
        // SAFETY: a constant of unit.cpp, laid out as `agu_dut` in unit.h.
        unsafe { &agu_fast_table }
    }

    /// The same hardware under another name, with the paths of the user's files, never freed.
    pub(in crate::dut) fn named(&self, target: &str, paths: UserPaths) -> &'static DutTable {
        // A zero byte would end the name; no command line has one.
        let target = CString::new(target).unwrap_or_default();
        Box::leak(Box::new(DutTable {
            target: target.into_raw(),
            user_paths: Box::into_raw(Box::new(paths)).cast(),
            ..*self
        }))
    }

    /// Lanes of the hardware behind the ports.
    pub fn lanes(&self) -> usize {
        self.lanes as usize
    }

    /// Whether it lacks accesses and ADDR_ADD.
    pub fn is_lea_only(&self) -> bool {
        self.lea_only != 0
    }

    /// Whether it takes words, from which its own decoder makes requests.
    pub fn is_core(&self) -> bool {
        self.instruct.is_some()
    }

    /// Text after `--target` on a command line that runs it: its name, and the options of an
    /// external design.
    pub fn target(&self) -> &str {
        // SAFETY: a constant string of unit.cpp, or one that `named` made.
        unsafe { text(self.target) }
    }

    /// The versions of Verilator and of the C++ compiler that built it.
    pub fn tools(&self) -> [&'static str; 2] {
        // SAFETY: as above.
        [self.verilator, self.compiler].map(|version| unsafe { text(version) })
    }

    /// The module with the ports, which is also the scope of a traced model in wave files.
    pub fn module(&self) -> &str {
        // SAFETY: as above.
        let module = unsafe { CStr::from_ptr(self.module) };
        module.to_str().unwrap_or_default()
    }

    /// Whether it is a user's design.
    pub fn is_external(&self) -> bool {
        !self.user_paths.is_null()
    }

    /// A path of a source file in the form that the user gave.
    pub(super) fn shown(&self, path: &str) -> String {
        // SAFETY: null in the C++, else what `named` made.
        let paths = unsafe { self.user_paths.cast::<UserPaths>().as_ref() };
        paths.map_or_else(|| path.to_owned(), |paths| paths.shown(path))
    }

    /// Name and bytes of each port, as the C++ has them.
    #[cfg(test)]
    pub(super) fn port_list(&self) -> Vec<(&'static str, usize)> {
        // SAFETY: a constant array of that length; names are zero-terminated.
        unsafe { PortLayout::list(self.port_list, self.port_count) }
    }
}

#[cfg(test)]
impl PortLayout {
    /// Name and bytes of each port.
    ///
    /// # Safety
    /// `ports` is a constant array of `count` ports, whose names are zero-terminated.
    pub(in crate::dut) unsafe fn list(
        ports: *const PortLayout,
        count: u64,
    ) -> Vec<(&'static str, usize)> {
        // SAFETY: as the caller says.
        let ports = unsafe { std::slice::from_raw_parts(ports, count as usize) };
        let row = |port: &PortLayout| (unsafe { text(port.name) }, port.bytes as usize);
        ports.iter().map(row).collect()
    }
}

/// A string of C.
///
/// # Safety
/// It ends with a zero byte and stays unchanged forever.
unsafe fn text(string: *const c_char) -> &'static str {
    // SAFETY: as the caller says.
    let text = unsafe { CStr::from_ptr(string) };
    text.to_str().unwrap_or_default()
}
