//! Shrinking tables that once were large: collections grow by themselves and never shrink, so one busy minute would be
//! paid for as long as the process lives.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    hash::{BuildHasher, Hash},
};

/// Entries for which a table may always keep room.
const FEW: usize = 64;

/// A collection that can give memory back.
pub trait Shrink {
    /// Shrinks to twice the length where less than a quarter of the capacity is used, so that it neither grows nor shrinks
    /// again soon.
    fn shrink_if_sparse(&mut self);
}

/// The capacity to shrink to; `None` where the collection stays as it is.
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
    fn what_many_took_is_given_back_and_few_keep_theirs() {
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
        fn a_table_that_was_made_smaller_stays_as_it_is_and_holds_what_it_held(most in 0_usize..5_000, left in 0_usize..5_000) {
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
