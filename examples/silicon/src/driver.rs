//! The driver's library, loaded at run time, and a GPU behind it.

use crate::bench::Device;
use crate::model::{Outcome, Results, arena};
use crate::operands::{ARENA, Inputs, Place};
use crate::template::{SLOTS, Template};
use anyhow::{Context, Error, Result, anyhow, ensure};
use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::ptr::{null, null_mut};

/// Words of a thread's record, and threads of the largest launch.
const RECORD: usize = 32;
const THREADS: usize = 1024;

/// Threads of a block: a warp.
const BLOCK: usize = 32;

/// Codes of the driver's interface: PTX as an input, the attributes of a part's number.
const INPUT_PTX: c_int = 1;
const NUMBER: [c_int; 2] = [75, 76];

type Handle = *mut c_void;

macro_rules! functions {
    ($($name:ident = $symbol:literal ($($argument:ty),*);)*) => {
        /// Functions of the driver's library, which stays loaded beside them.
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) -> c_int,)*
            _library: Library,
        }

        impl Functions {
            fn load(name: &str) -> Result<Functions> {
                // SAFETY: the library's initialisers are those of the driver, meant for any program.
                let library = unsafe { Library::new(name) }?;
                Ok(Functions {
                    // SAFETY: the types are those of the driver's public interface.
                    $($name: *unsafe { library.get($symbol) }?,)*
                    _library: library,
                })
            }
        }
    };
}

functions! {
    init = b"cuInit" (c_uint);
    driver_version = b"cuDriverGetVersion" (*mut c_int);
    error_name = b"cuGetErrorName" (c_int, *mut *const c_char);
    device_get = b"cuDeviceGet" (*mut c_int, c_int);
    device_name = b"cuDeviceGetName" (*mut c_char, c_int, c_int);
    device_attribute = b"cuDeviceGetAttribute" (*mut c_int, c_int, c_int);
    context_create = b"cuCtxCreate_v2" (*mut Handle, c_uint, c_int);
    context_destroy = b"cuCtxDestroy_v2" (Handle);
    synchronize = b"cuCtxSynchronize" ();
    link_create = b"cuLinkCreate_v2" (c_uint, *mut c_int, *mut Handle, *mut Handle);
    link_add = b"cuLinkAddData_v2"
        (Handle, c_int, *const c_void, usize, *const c_char, c_uint, *mut c_int, *mut Handle);
    link_complete = b"cuLinkComplete" (Handle, *mut Handle, *mut usize);
    link_destroy = b"cuLinkDestroy" (Handle);
    module_load = b"cuModuleLoadData" (*mut Handle, *const c_void);
    module_function = b"cuModuleGetFunction" (*mut Handle, Handle, *const c_char);
    module_unload = b"cuModuleUnload" (Handle);
    allocate = b"cuMemAlloc_v2" (*mut u64, usize);
    to_device = b"cuMemcpyHtoD_v2" (u64, *const c_void, usize);
    to_host = b"cuMemcpyDtoH_v2" (*mut c_void, u64, usize);
    launch = b"cuLaunchKernel"
        (Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, Handle, *mut Handle, *mut Handle);
}

/// Calls a function of the driver. An error has the names of both.
macro_rules! call {
    ($functions:expr, $name:ident, $($argument:expr),*) => {
        // SAFETY: pointers are to live values of the types and sizes that the function has, or null
        // where it takes null. Handles are those that the driver gave.
        match unsafe { ($functions.$name)($($argument),*) } {
            0 => Ok(()),
            code => Err(anyhow!("{}: {}", stringify!($name), $functions.name_of(code))),
        }
    };
}

impl Functions {
    fn name_of(&self, code: c_int) -> String {
        let mut name = null();
        // SAFETY: `name` is live.
        let failed = unsafe { (self.error_name)(code, &mut name) } != 0;
        if failed || name.is_null() {
            return format!("error {code}");
        }
        // SAFETY: it is a string constant of the library, which is loaded.
        unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
    }
}

/// A GPU with a context.
pub struct Gpu {
    functions: Functions,
    device: c_int,
    context: Handle,
    records: u64,
    arena: u64,
    pub name: String,
    pub driver: String,
    /// 75 of sm_75.
    pub number: u32,
}

impl Gpu {
    /// Opens a GPU.
    ///
    /// # Errors
    /// No library, no GPU.
    pub fn open(library: &str, index: c_int) -> Result<Gpu> {
        let functions = Functions::load(library)?;
        call!(functions, init, 0)?;
        let (mut device, mut version) = (0, 0);
        call!(functions, driver_version, &mut version)?;
        call!(functions, device_get, &mut device, index)?;
        let mut name: [c_char; 256] = [0; 256];
        call!(functions, device_name, name.as_mut_ptr(), 255, device)?;
        let name = String::from_iter(name.iter().take_while(|it| **it != 0).map(|it| *it as u8 as char));
        let mut number = [0; 2];
        for (digit, attribute) in number.iter_mut().zip(NUMBER) {
            call!(functions, device_attribute, digit, attribute, device)?;
        }
        let number = (number[0] * 10 + number[1]) as u32;
        let driver = format!("{}.{}", version / 1000, version % 1000 / 10);
        let context = null_mut();
        let mut gpu = Gpu { functions, device, context, records: 0, arena: 0, name, driver, number };
        gpu.renew()?;
        Ok(gpu)
    }

    /// Makes a context anew: after an error of a program the old one reports that error for ever.
    fn renew(&mut self) -> Result<()> {
        if !self.context.is_null() {
            let _ = call!(self.functions, context_destroy, self.context);
            self.context = null_mut();
        }
        call!(self.functions, context_create, &mut self.context, 0, self.device)?;
        call!(self.functions, allocate, &mut self.records, RECORD * 4 * THREADS)?;
        call!(self.functions, allocate, &mut self.arena, ARENA as usize)
    }

    /// Compiles PTX to an image for the part.
    pub fn compile(&self, ptx: &str) -> Result<Vec<u8>> {
        let functions = &self.functions;
        let text = CString::new(ptx)?;
        let (data, size) = (text.as_ptr().cast(), text.as_bytes_with_nul().len());
        let (none, name) = (null_mut(), c"probe".as_ptr());
        let (mut link, mut image, mut bytes) = (null_mut(), null_mut(), 0);
        call!(functions, link_create, 0, none, null_mut(), &mut link)?;
        call!(functions, link_add, link, INPUT_PTX, data, size, name, 0, none, null_mut())?;
        call!(functions, link_complete, link, &mut image, &mut bytes)?;
        ensure!(!image.is_null(), "link_complete gave no image");
        // SAFETY: the driver gave an image of this size, which lives until the link is destroyed.
        let image = unsafe { std::slice::from_raw_parts(image.cast::<u8>(), bytes) }.to_vec();
        call!(functions, link_destroy, link)?;
        Ok(image)
    }

    /// Runs an image. Returns the records afterwards, or the name of a program's error.
    fn run(&mut self, image: &[u8], inputs: &Inputs) -> Result<Result<Vec<u32>, String>> {
        let functions = &self.functions;
        let count = inputs.threads.len();
        ensure!(count <= THREADS && count.is_multiple_of(BLOCK), "found {count} threads");
        let mut records = vec![0u32; count * RECORD];
        for (record, words) in records.chunks_exact_mut(RECORD).zip(&inputs.threads) {
            record[..8].copy_from_slice(words);
        }
        let bytes = 4 * records.len();
        call!(functions, to_device, self.records, records.as_ptr().cast(), bytes)?;
        call!(functions, to_device, self.arena, arena().as_ptr().cast(), ARENA as usize)?;
        let (mut module, mut function) = (null_mut(), null_mut());
        call!(functions, module_load, &mut module, image.as_ptr().cast())?;
        call!(functions, module_function, &mut function, module, c"probe".as_ptr())?;
        let (mut base, mut uniform) = (self.records, inputs.uniform);
        let mut parameters: [Handle; 2] = [(&raw mut base).cast(), (&raw mut uniform).cast()];
        let (list, x, none) = (parameters.as_mut_ptr(), (count / BLOCK) as c_uint, null_mut());
        call!(functions, launch, function, x, 1, 1, BLOCK as c_uint, 1, 1, 0, none, list, null_mut())?;
        // SAFETY: it takes nothing.
        let code = unsafe { (functions.synchronize)() };
        if code != 0 {
            let name = functions.name_of(code);
            self.renew()?;
            return Ok(Err(name));
        }
        call!(functions, to_host, records.as_mut_ptr().cast(), self.records, bytes)?;
        call!(functions, module_unload, module)?;
        Ok(Ok(records))
    }
}

impl Device for Gpu {
    fn survey(&mut self, template: &Template) -> Result<Place> {
        let inputs = Inputs { uniform: 0, threads: vec![[0; 8]; BLOCK] };
        let image = template.patched(&[])?.image;
        let records = self.run(&image, &inputs)?.map_err(Error::msg).context("the template")?;
        let long = |word: usize| u64::from(records[word + 1]) << 32 | u64::from(records[word]);
        let cycles = records[13].wrapping_sub(records[12]) as usize;
        ensure!((8 * SLOTS..1 << 20).contains(&cycles), "{cycles} cycles, expected the slots between them");
        ensure!(records[8..12] == [0; 4], "the GPU did not run the words in the slots");
        let (shared, local) = (records[14], records[15]);
        Ok(Place { arena: self.arena, shared, local, generic_shared: long(16), generic_local: long(18) })
    }

    fn launch(&mut self, image: &[u8], inputs: &Inputs) -> Result<Outcome> {
        let records = match self.run(image, inputs)? {
            Ok(records) => records,
            Err(error) => return Ok(Err(error)),
        };
        let mut results = Results { arena: arena(), ..Results::default() };
        for record in records.chunks_exact(RECORD) {
            results.threads.push([record[8], record[9], record[10], record[11]]);
            results.cycles.push(record[13].wrapping_sub(record[12]));
        }
        call!(self.functions, to_host, results.arena.as_mut_ptr().cast(), self.arena, ARENA as usize)?;
        Ok(Ok(results))
    }
}
