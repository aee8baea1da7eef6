//! Reads memory early, so that the waits for several cache misses overlap (decision 009).
//!
//! Taking a lock or counting a reference waits until all earlier reads are done. So a batch first touches everything it
//! needs, and only then takes locks and references one by one.

use std::{hint::black_box, sync::Arc};

/// Runs the iterator only for the memory that it reads.
pub fn prefetch<T: Into<usize>>(touched: impl Iterator<Item = T>) {
    black_box(touched.fold(0, |sum: usize, seen| sum.wrapping_add(seen.into())));
}

/// Reads the reference count of a shared value, which loads its first cache line.
pub fn touch<T: ?Sized>(shared: &Arc<T>) -> usize {
    Arc::strong_count(shared)
}
