//! Giving back what a table once needed: tables grow by themselves, and keep what they grew to for ever. Many watchers who
//! came together, or a minute in which the machine was busy, are not to be paid for as long as the process lives.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    hash::{BuildHasher, Hash},
};

/// Entries for which a table may always keep room.
const FEW: usize = 64;

/// A table that can be made smaller.
pub(crate) trait Spare {
    /// Gives back most of what is spare where less than a quarter is used. What it holds takes half of what is left then, so
    /// that it neither grows nor shrinks again soon.
    fn give_back(&mut self);
}

/// The room that is left to a table; none where it is to stay as it is.
fn room(used: usize, capacity: usize) -> Option<usize> {
    (capacity / 4 > used.max(FEW)).then_some(used * 2)
}

impl<K: Eq + Hash, V, S: BuildHasher> Spare for HashMap<K, V, S> {
    fn give_back(&mut self) {
        if let Some(room) = room(self.len(), self.capacity()) {
            self.shrink_to(room);
        }
    }
}

impl<K: Eq + Hash, S: BuildHasher> Spare for HashSet<K, S> {
    fn give_back(&mut self) {
        if let Some(room) = room(self.len(), self.capacity()) {
            self.shrink_to(room);
        }
    }
}

impl<T> Spare for VecDeque<T> {
    fn give_back(&mut self) {
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
        table.give_back();
        assert!(table.capacity() >= 10_000);
        table.retain(|n, _| *n < 1_000);
        table.give_back();
        assert!((2_000..4_000).contains(&table.capacity()), "{}", table.capacity());
        assert!((0..1_000).all(|n| table.get(&n) == Some(&n)));
        table.clear();
        table.give_back();
        assert!(table.capacity() < FEW);
        let mut few: HashSet<u32> = (0..FEW as u32).collect();
        let before = few.capacity();
        few.clear();
        few.give_back();
        assert_eq!(few.capacity(), before);
    }

    proptest! {
        #[test]
        fn a_table_that_was_made_smaller_stays_as_it_is_and_holds_what_it_held(most in 0_usize..5_000, left in 0_usize..5_000) {
            let mut queue: VecDeque<usize> = (0..most).collect();
            queue.truncate(left);
            let held = queue.clone();
            queue.give_back();
            let capacity = queue.capacity();
            prop_assert!(capacity / 4 <= queue.len().max(FEW));
            queue.give_back();
            prop_assert_eq!(capacity, queue.capacity());
            prop_assert_eq!(held, queue);
        }
    }
}
