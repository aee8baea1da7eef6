//! Counts by key over a window of time, in a table of fixed size.
//!
//! No key pays for another's: an entry holds its key, and where a bucket is full the entry that says least is
//! forgotten. Whoever floods the table makes it count too little, never too much (docs/spec/hub.md, "Errors").

use std::{
    hash::{BuildHasher, Hash, RandomState},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

const BUCKETS: usize = 512;
/// Entries of a bucket: so many keys whose hashes meet are known at a time.
const WAYS: usize = 8;

/// Counts by key. Its memory stays what it is, and a call looks at one bucket.
#[derive(Debug)]
pub struct BoundedTable<K, V = ()> {
    window: Duration,
    hasher: RandomState,
    buckets: Mutex<Box<[Bucket<K, V>]>>,
}

type Bucket<K, V> = [Option<(K, TableEntry<V>)>; WAYS];

/// What is known of a key.
#[derive(Debug)]
pub struct TableEntry<V> {
    /// When its window began.
    pub since: Instant,
    /// How much was counted since then.
    pub count: u32,
    /// What is kept beside the count.
    pub value: V,
}

impl<K: Hash + Eq, V: Default> BoundedTable<K, V> {
    /// An empty table that forgets an entry when its `window` is over.
    #[must_use]
    pub fn new(window: Duration) -> Self {
        Self::with_buckets(window, BUCKETS)
    }

    fn with_buckets(window: Duration, buckets: usize) -> Self {
        let buckets = (0..buckets).map(|_| Bucket::default()).collect();
        Self { window, hasher: RandomState::new(), buckets: Mutex::new(buckets) }
    }

    /// Changes a key's entry. Where none is known it is a new one, in the place of the entry that says least.
    pub fn change<T>(&self, key: K, now: Instant, change: impl FnOnce(&mut TableEntry<V>) -> T) -> T {
        let mut buckets = self.lock();
        let bucket = self.bucket(&mut buckets, &key, now);
        let at = position(bucket, &key).unwrap_or_else(|| least(bucket));
        let place = &mut bucket[at];
        if place.as_ref().is_some_and(|(known, _)| *known != key) {
            *place = None;
        }
        change(&mut place.get_or_insert_with(|| (key, TableEntry { since: now, count: 0, value: V::default() })).1)
    }

    /// Changes a key's entry where one is known.
    pub fn change_known<T>(&self, key: &K, now: Instant, change: impl FnOnce(&mut TableEntry<V>) -> T) -> Option<T> {
        let mut buckets = self.lock();
        let bucket = self.bucket(&mut buckets, key, now);
        let at = position(bucket, key)?;
        bucket[at].as_mut().map(|(_, entry)| change(entry))
    }

    /// A key's bucket, without the entries whose window is over.
    fn bucket<'a>(&self, buckets: &'a mut [Bucket<K, V>], key: &K, now: Instant) -> &'a mut Bucket<K, V> {
        let index = self.hasher.hash_one(key) % buckets.len() as u64;
        let bucket = &mut buckets[usize::try_from(index).unwrap_or(0)];
        for place in &mut *bucket {
            let is_over = |(_, entry): &(K, TableEntry<V>)| now.duration_since(entry.since) >= self.window;
            drop(place.take_if(|entry| is_over(entry)));
        }
        bucket
    }

    fn lock(&self) -> MutexGuard<'_, Box<[Bucket<K, V>]>> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn position<K: Eq, V>(bucket: &Bucket<K, V>, key: &K) -> Option<usize> {
    bucket.iter().position(|place| place.as_ref().is_some_and(|(known, _)| known == key))
}

/// A free place; else that of the smallest count, the oldest of them.
fn least<K, V>(bucket: &Bucket<K, V>) -> usize {
    let weight = |place: &Option<(K, TableEntry<V>)>| place.as_ref().map(|(_, entry)| (entry.count, entry.since));
    (0..WAYS).min_by_key(|at| weight(&bucket[*at])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    const WINDOW: Duration = Duration::from_secs(60);
    const LIMIT: u32 = 10;

    /// Counts a try; whether it is within the limit.
    fn counts(table: &BoundedTable<u32>, key: u32, now: Instant) -> bool {
        table.change(key, now, |entry| {
            let is_within = entry.count < LIMIT;
            entry.count += u32::from(is_within);
            is_within
        })
    }

    fn tries(table: &BoundedTable<u32>, key: u32, now: Instant) -> usize {
        (0..2 * LIMIT).filter(|_| counts(table, key, now)).count()
    }

    #[test]
    fn a_key_has_its_own_count_and_window() {
        let (table, now) = (BoundedTable::new(WINDOW), Instant::now());
        assert_eq!((tries(&table, 1, now), tries(&table, 2, now)), (10, 10));
        assert_eq!(tries(&table, 1, now + WINDOW - Duration::from_millis(1)), 0);
        assert_eq!(tries(&table, 1, now + WINDOW), 10);
        assert_eq!(table.change_known(&1, now + WINDOW * 2, |entry| entry.count), None);
    }

    #[test]
    fn a_flood_costs_nobody_a_try_and_no_memory() {
        let (table, now) = (BoundedTable::new(WINDOW), Instant::now());
        let keys = u32::try_from(BUCKETS * WAYS).unwrap() * 20;
        for key in 0..keys {
            assert!(counts(&table, key, now), "{key}");
        }
        for key in keys..keys + 4_000 {
            assert_eq!(tries(&table, key, now), 10, "{key}");
        }
        assert_eq!(table.lock().len(), BUCKETS);
    }

    #[test]
    fn what_says_least_is_forgotten_first() {
        let (table, now) = (BoundedTable::with_buckets(WINDOW, 1), Instant::now());
        assert_eq!(tries(&table, 0, now), 10);
        for key in 1..1_000 {
            assert!(counts(&table, key, now));
        }
        assert!(!counts(&table, 0, now), "a flood does not wash a count away");
        assert!(counts(&table, 0, now + WINDOW));
    }

    proptest! {
        /// The model never forgets: what the table refuses, so many counted tries within one window have used up.
        #[test]
        fn never_refuses_what_an_unbounded_table_would_not(
            steps in prop::collection::vec((0..40_u32, 0..2_000_u64), 1..2_000),
        ) {
            let table = BoundedTable::with_buckets(WINDOW, 2);
            let mut counted: HashMap<u32, Vec<Instant>> = HashMap::new();
            let mut now = Instant::now();
            for (key, wait) in steps {
                // Few keys come often, many seldom.
                let key = if key % 2 == 0 { key % 3 } else { key };
                now += Duration::from_millis(wait / 10);
                let counted = counted.entry(key).or_default();
                if counts(&table, key, now) {
                    counted.push(now);
                } else {
                    let lately = counted.iter().filter(|at| now.duration_since(**at) < WINDOW).count();
                    prop_assert!(lately >= 10, "{} was refused after {}", key, lately);
                }
            }
        }
    }
}
