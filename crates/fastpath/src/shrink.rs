//! Shrinks collections that were once large: they grow by themselves but never shrink, so the memory of one busy minute
//! would stay allocated as long as the process lives (decision 025).

use std::{
    collections::{HashMap, HashSet, VecDeque},
    hash::{BuildHasher, Hash},
};

/// A collection may always keep capacity for this many entries.
const FEW: usize = 64;

/// A collection that can free memory it no longer needs.
pub trait Shrink {
    /// Shrinks the capacity to twice the length if less than a quarter is used, so that the collection neither grows
    /// nor shrinks again soon.
    fn shrink_if_sparse(&mut self);
}

/// The capacity to shrink to, or `None` if the collection stays as it is.
fn room(used: usize, capacity: usize) -> Option<usize> {
    (capacity / 4 > used.max(FEW)).then_some(used * 2)
}

impl<K: Eq + Hash, V, S: BuildHasher> Shrink for HashMap<K, V, S> {
    fn shrink_if_sparse(&mut self) {
        if let Some(room) = room(self.len(), self.capacity()) {
            self.shrink_to(room);
        }
    }
}

impl<K: Eq + Hash, S: BuildHasher> Shrink for HashSet<K, S> {
    fn shrink_if_sparse(&mut self) {
        if let Some(room) = room(self.len(), self.capacity()) {
            self.shrink_to(room);
        }
    }
}

impl<T> Shrink for VecDeque<T> {
    fn shrink_if_sparse(&mut self) {
        if let Some(room) = room(self.len(), self.capacity()) {
            self.shrink_to(room);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_sparse_table_shrinks_and_a_small_one_keeps_its_capacity() {
        let mut table: HashMap<u32, u32> = (0..10_000).map(|n| (n, n)).collect();
        table.shrink_if_sparse();
        assert!(table.capacity() >= 10_000);
        table.retain(|n, _| *n < 1_000);
        table.shrink_if_sparse();
        assert!((2_000..4_000).contains(&table.capacity()), "{}", table.capacity());
        assert!((0..1_000).all(|n| table.get(&n) == Some(&n)));
        table.clear();
        table.shrink_if_sparse();
        assert!(table.capacity() < FEW);
        let mut few: HashSet<u32> = (0..FEW as u32).collect();
        let before = few.capacity();
        few.clear();
        few.shrink_if_sparse();
        assert_eq!(few.capacity(), before);
    }

    proptest! {
        #[test]
        fn shrinking_keeps_every_entry_and_does_nothing_the_second_time(most in 0_usize..5_000, left in 0_usize..5_000) {
            let mut queue: VecDeque<usize> = (0..most).collect();
            queue.truncate(left);
            let held = queue.clone();
            queue.shrink_if_sparse();
            let capacity = queue.capacity();
            prop_assert!(capacity / 4 <= queue.len().max(FEW));
            queue.shrink_if_sparse();
            prop_assert_eq!(capacity, queue.capacity());
            prop_assert_eq!(held, queue);
        }
    }
}
