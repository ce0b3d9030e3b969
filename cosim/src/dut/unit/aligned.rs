//! A row from the start of a line of the cache on, so that no vector crosses one.

use std::ops::{Deref, DerefMut};

/// A value that is aligned to a line of the cache.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub struct Aligned<T>(T);

impl<T> Deref for Aligned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
