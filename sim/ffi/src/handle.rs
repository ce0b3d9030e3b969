//! Handles: numbers that are looked up.

use crate::status::{Outcome, Refused, agu_status};
use slotmap::{DefaultKey, Key, KeyData, SlotMap};
use std::ptr;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

/// What a handle may stand for.
pub(crate) enum Object {
    Program(Arc<Mutex<crate::program::Running>>),
    Scoreboard(Arc<Mutex<crate::scoreboard::Board>>),
}

/// A kind of object, and the type of its handles.
pub(crate) trait Kind: Sized {
    type Handle;
    const NAME: &'static str;

    fn object(this: Arc<Mutex<Self>>) -> Object;
    fn of(object: &Object) -> Option<&Arc<Mutex<Self>>>;
}

/// Which numbers are handles. The library's only state; no number comes twice.
static OBJECTS: LazyLock<RwLock<SlotMap<DefaultKey, Object>>> = LazyLock::new(RwLock::default);

fn key<T>(handle: *const T) -> DefaultKey {
    KeyData::from_ffi(handle.addr() as u64).into()
}

/// A handle of something new.
pub(crate) fn open<T: Kind>(this: T) -> *mut T::Handle {
    let object = T::object(Arc::new(Mutex::new(this)));
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
    let this = objects.get(key(handle)).and_then(T::of);
    let this = Arc::clone(this.ok_or_else(no_handle::<T>)?);
    drop(objects);
    let mut this = this.lock().unwrap_or_else(PoisonError::into_inner);
    work(&mut this)
}

/// Closes a handle; what uses it at this moment ends first.
pub(crate) fn close<T: Kind>(handle: *const T::Handle) -> Outcome<()> {
    let mut objects = OBJECTS.write().unwrap_or_else(PoisonError::into_inner);
    if objects.get(key(handle)).and_then(T::of).is_none() {
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
