//! Alignment of a row to a cache line, so that no vector crosses one.

use std::ops::{Deref, DerefMut};

/// A value aligned to a cache line.
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
