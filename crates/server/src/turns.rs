//! Turns by key: of those who want the same, so many work at a time, and who waits for a turn holds nothing meanwhile. A row
//! that a hundred callers want at once would else hold every connection to the database while they wait for each other.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The turns of a node. Cheap to clone; all clones are one.
#[derive(Debug)]
pub struct Turns<K>(Arc<TurnsInner<K>>);

#[derive(Debug)]
struct TurnsInner<K> {
    at_once: usize,
    queues: Mutex<HashMap<K, Queue>>,
}

/// Those who have or wait for a turn of one key.
#[derive(Debug)]
struct Queue {
    turns: Arc<Semaphore>,
    callers: usize,
}

/// A turn, or the place of who waits for it; given back when dropped.
#[derive(Debug)]
pub struct Turn<K: Hash + Eq + Copy> {
    turns: Turns<K>,
    key: K,
    permit: Option<OwnedSemaphorePermit>,
}

/// One of each key at a time.
impl<K> Default for Turns<K> {
    fn default() -> Self {
        Self::new(1)
    }
}

impl<K> Clone for Turns<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K> Turns<K> {
    /// So many of each key at a time.
    #[must_use]
    pub fn new(at_once: usize) -> Self {
        Self(Arc::new(TurnsInner { at_once, queues: Mutex::default() }))
    }

    /// Whether nobody has or waits for a turn.
    #[cfg(test)]
    pub(crate) fn is_idle(&self) -> bool {
        self.lock().is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Queue>> {
        self.0.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Hash + Eq + Copy> Turns<K> {
    /// Waits for a turn of a key; those who came first have it first.
    pub async fn take(&self, key: K) -> Turn<K> {
        let turns = {
            let mut queues = self.lock();
            let new = || Queue { turns: Arc::new(Semaphore::new(self.0.at_once)), callers: 0 };
            let queue = queues.entry(key).or_insert_with(new);
            queue.callers += 1;
            Arc::clone(&queue.turns)
        };
        // Whoever stops waiting leaves the queue by dropping this.
        let mut place = Turn { turns: self.clone(), key, permit: None };
        place.permit = turns.acquire_owned().await.ok();
        place
    }
}

impl<K: Hash + Eq + Copy> Drop for Turn<K> {
    fn drop(&mut self) {
        drop(self.permit.take());
        let mut queues = self.turns.lock();
        if let Some(queue) = queues.get_mut(&self.key) {
            queue.callers -= 1;
            if queue.callers == 0 {
                queues.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        time::Duration,
    };

    use futures_util::future::join_all;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_of_a_key_works_at_a_time_and_nothing_is_left() {
        let (turns, at_work) = (Turns::default(), AtomicUsize::new(0));
        let work = |key: u8| {
            let (turns, at_work) = (turns.clone(), &at_work);
            async move {
                let _turn = turns.take(key).await;
                let others = if key == 1 { at_work.fetch_add(1, Ordering::SeqCst) } else { 0 };
                tokio::time::sleep(Duration::from_millis(1)).await;
                at_work.fetch_sub(usize::from(key == 1), Ordering::SeqCst);
                others
            }
        };
        let began = tokio::time::Instant::now();
        assert!(join_all((0..100).map(|_| work(1))).await.iter().all(|others| *others == 0));
        assert_eq!(began.elapsed(), Duration::from_millis(100));
        join_all((2..100).map(work)).await;
        assert_eq!(began.elapsed(), Duration::from_millis(101), "other keys wait for nobody");

        let held = turns.take(1).await;
        let given_up = tokio::time::timeout(Duration::from_secs(1), turns.take(1)).await;
        assert!(given_up.is_err());
        drop(held);
        assert!(turns.is_idle());
    }

    #[tokio::test(start_paused = true)]
    async fn as_many_of_a_key_work_at_once_as_may() {
        let (turns, began) = (Turns::new(3), tokio::time::Instant::now());
        let work = || async {
            let _turn = turns.take("one address").await;
            tokio::time::sleep(Duration::from_millis(1)).await;
        };
        join_all((0..10).map(|_| work())).await;
        assert_eq!(began.elapsed(), Duration::from_millis(4));
        assert!(turns.is_idle());
    }
}
