//! Handles: numbers that are looked up.

use crate::status::{self, Outcome, Refused, agu_error, agu_status};
use std::any::Any;
use std::collections::BTreeMap;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// Object of a handle: an [`Opened`] behind its lock.
type Object = Arc<dyn Any + Send + Sync>;

/// An object that handles stand for, and the type of its handles.
pub(crate) trait Opened: Send + Sized + 'static {
    type Handle;
    const NAME: &'static str;
}

/// Objects by the numbers of their handles.
struct Objects {
    open: BTreeMap<usize, Object>,
    /// Handles so far. No number comes twice, and none is null.
    handles: usize,
}

/// The library's only state.
static OBJECTS: RwLock<Objects> = RwLock::new(Objects {
    open: BTreeMap::new(),
    handles: 0,
});

/// A handle of something new.
pub(crate) fn open<T: Opened>(this: T) -> *mut T::Handle {
    let object = Arc::new(Mutex::new(this));
    let mut objects = OBJECTS.write().unwrap_or_else(PoisonError::into_inner);
    objects.handles += 1;
    let number = objects.handles;
    objects.open.insert(number, object);
    ptr::without_provenance_mut(number)
}

/// Does something with what a handle stands for; others who want it wait.
pub(crate) fn with<T: Opened, U>(
    handle: *const T::Handle,
    work: impl FnOnce(&mut T) -> Outcome<U>,
) -> Outcome<U> {
    let objects = OBJECTS.read().unwrap_or_else(PoisonError::into_inner);
    let object = objects.open.get(&handle.addr()).map(Arc::clone);
    drop(objects);
    let this = object.and_then(|object| object.downcast::<Mutex<T>>().ok());
    let this = this.ok_or_else(no_handle::<T>)?;
    let mut this = this.lock().unwrap_or_else(PoisonError::into_inner);
    work(&mut this)
}

/// Does the work of a call on what a handle stands for, and fills in `error`.
///
/// # Safety
/// `error` is null, or is valid for writes if it is aligned.
pub(crate) unsafe fn call<T: Opened>(
    handle: *const T::Handle,
    error: *mut agu_error,
    work: impl FnOnce(&mut T) -> Outcome,
) -> agu_status {
    status::call(error, || with(handle, work))
}

/// Closes a handle. It does not wait: a call that runs at this moment keeps the object until its end.
pub(crate) fn close<T: Opened>(handle: *const T::Handle) -> agu_status {
    // SAFETY: there is no place for an error.
    unsafe { status::call(ptr::null_mut(), || remove::<T>(handle)) }
}

fn remove<T: Opened>(handle: *const T::Handle) -> Outcome {
    let mut objects = OBJECTS.write().unwrap_or_else(PoisonError::into_inner);
    let object = objects.open.get(&handle.addr());
    if !object.is_some_and(|object| object.is::<Mutex<T>>()) {
        return Err(no_handle::<T>());
    }
    let object = objects.open.remove(&handle.addr());
    drop(objects);
    drop(object);
    Ok(agu_status::AGU_OK)
}

fn no_handle<T: Opened>() -> Refused {
    Refused::new(
        agu_status::AGU_ERROR_HANDLE,
        format!("the {} is closed, expected an open one", T::NAME),
    )
}
