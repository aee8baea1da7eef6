//! Reading memory early, so that the waits for several places overlap.
//!
//! A processor waits for many places at a time, but taking a lock or counting a reference waits until all earlier reads
//! are done. So a batch touches everything first, and only then goes through locks and references one by one.

use std::{hint::black_box, sync::Arc};

/// Reads everything that the iterator touches, for no other effect.
pub fn prefetch<T: Into<usize>>(touched: impl Iterator<Item = T>) {
    black_box(touched.fold(0, |sum: usize, seen| sum.wrapping_add(seen.into())));
}

/// Touches the head of a shared value.
pub fn touch<T: ?Sized>(shared: &Arc<T>) -> usize {
    Arc::strong_count(shared)
}
