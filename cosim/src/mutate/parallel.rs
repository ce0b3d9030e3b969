//! The same work on many things, on some threads.

use super::MutateError;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What `work` makes of each of `items`, in their order.
///
/// # Errors
/// The first that a thread meets.
pub fn parallel<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> Result<R, MutateError> + Sync,
) -> Result<Vec<R>, MutateError> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let worker = || -> Result<(), MutateError> {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else {
                return Ok(());
            };
            match work(item) {
                Ok(result) => results
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push((place, result)),
                Err(error) => {
                    next.store(items.len(), Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(worker)).collect();
        let mut ends = threads.into_iter().map(|thread| thread.join());
        ends.try_for_each(|end| end.unwrap_or(Err(MutateError::Lost)))
    })?;
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|&(place, _)| place);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
