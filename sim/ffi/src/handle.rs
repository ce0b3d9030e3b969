//! Handles: numbers that are looked up.

use crate::status::{Outcome, Refused, agu_status};
use slotmap::{DefaultKey, Key, KeyData, SlotMap};
use std::any::Any;
use std::ptr;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

/// Object of a handle: a [`Kind`] behind its lock.
type Object = Arc<dyn Any + Send + Sync>;

/// A kind of object, and the type of its handles.
pub(crate) trait Kind: Send + Sized + 'static {
    type Handle;
    const NAME: &'static str;
}

/// Numbers that are handles. The library's only state; no number comes twice.
static OBJECTS: LazyLock<RwLock<SlotMap<DefaultKey, Object>>> = LazyLock::new(RwLock::default);

fn key<T>(handle: *const T) -> DefaultKey {
    KeyData::from_ffi(handle.addr() as u64).into()
}

/// A handle of something new.
pub(crate) fn open<T: Kind>(this: T) -> *mut T::Handle {
    let object = Arc::new(Mutex::new(this));
    let mut objects = OBJECTS.write().unwrap_or_else(PoisonError::into_inner);
    let key = objects.insert(object).data().as_ffi();
    ptr::without_provenance_mut(key as usize)
}

/// Does something with what a handle stands for; others who want it wait.
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

/// Closes a handle. It does not wait: a call that runs at this moment keeps the object until its end.
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
        format!("the {} is closed, expected an open one", T::NAME),
    )
}
