//! Handles: numbers that are looked up in a table.

use crate::status::{Outcome, Refused, agu_status};
use slotmap::{DefaultKey, Key, KeyData, SlotMap};
use std::any::Any;
use std::ptr;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

/// Object of a handle: a [`Kind`] behind its lock.
type Object = Arc<dyn Any + Send + Sync>;

/// Kind of an object with handles, and the type of those.
pub(crate) trait Kind: Send + Sized + 'static {
    type Handle;
    const NAME: &'static str;
}

/// Objects by handle. The library's only state; no number is used twice.
static OBJECTS: LazyLock<RwLock<SlotMap<DefaultKey, Object>>> = LazyLock::new(RwLock::default);

fn key<T>(handle: *const T) -> DefaultKey {
    KeyData::from_ffi(handle.addr() as u64).into()
}

/// Opens a handle to a new object.
pub(crate) fn open<T: Kind>(this: T) -> *mut T::Handle {
    let object = Arc::new(Mutex::new(this));
    let mut objects = OBJECTS.write().unwrap_or_else(PoisonError::into_inner);
    let key = objects.insert(object).data().as_ffi();
    ptr::without_provenance_mut(key as usize)
}

/// Runs `work` on the object of a handle. Other calls for the same handle wait.
pub(crate) fn with<T: Kind, U>(
    handle: *const T::Handle,
    work: impl FnOnce(&mut T) -> Outcome<U>,
) -> Outcome<U> {
    let objects = OBJECTS.read().unwrap_or_else(PoisonError::into_inner);
    let object = objects.get(key(handle)).map(Arc::clone);
    drop(objects);
    let this = object.and_then(|object| object.downcast::<Mutex<T>>().ok());
    let this = this.ok_or_else(no_handle::<T>)?;
    let mut this = this.lock().unwrap_or_else(PoisonError::into_inner);
    work(&mut this)
}

/// Closes a handle. A call that uses the object at this moment keeps it until its own end.
pub(crate) fn close<T: Kind>(handle: *const T::Handle) -> Outcome<()> {
    let mut objects = OBJECTS.write().unwrap_or_else(PoisonError::into_inner);
    let object = objects.get(key(handle));
    if !object.is_some_and(|object| object.is::<Mutex<T>>()) {
        return Err(no_handle::<T>());
    }
    let object = objects.remove(key(handle));
    drop(objects);
    drop(object);
    Ok(())
}

fn no_handle<T: Kind>() -> Refused {
    Refused::new(
        agu_status::AGU_ERROR_HANDLE,
        format!("no handle of a {}, expected one that is open", T::NAME),
    )
}
