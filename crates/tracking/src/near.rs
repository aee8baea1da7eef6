//! What is used soon for many things, each elsewhere in memory, is waited for together.
//!
//! A processor that may go on reads several places of memory at a time; but whoever takes a lock, or counts a share in
//! something, waits until all that was read before is there. So before a burst of positions goes through a table, through
//! locks and through shares one by one, all of them are merely looked at.

use std::{hint::black_box, sync::Arc};

/// Looks at what is used soon, to no other end.
pub(crate) fn look_at<T: Into<usize>>(all: impl Iterator<Item = T>) {
    black_box(all.fold(0, |sum: usize, seen| sum.wrapping_add(seen.into())));
}

/// A look at the head of what is shared.
pub(crate) fn head_of<T: ?Sized>(shared: &Arc<T>) -> usize {
    Arc::strong_count(shared)
}
