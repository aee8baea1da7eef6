//! Searches for the best price at a node: one of a caller and two in all at a time, each of which ends when its time is over
//! or nobody waits for it (docs/spec/ordering.md, "The best lawful price").

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use domain::error::Code;
use server::ApiError;
use tokio_util::sync::CancellationToken;

/// Searches at a node, so that whoever shops besides has threads.
const AT_ONCE: usize = 2;
/// How long one may take.
const TIME: Duration = Duration::from_secs(2);
/// After which whoever finds no place may ask again.
const RETRY: Duration = Duration::from_secs(1);

/// The searches that are under way, by who asked. Clones are one.
#[derive(Debug, Clone, Default)]
pub struct PriceSearches(Arc<Mutex<Vec<[u8; 32]>>>);

/// A search's place, given back when dropped.
#[derive(Debug)]
pub(crate) struct SearchPlace {
    searches: PriceSearches,
    caller: [u8; 32],
}

impl PriceSearches {
    /// A place for a caller.
    ///
    /// # Errors
    /// 429 where the caller searches already, or the node is busy with others.
    pub(crate) fn enter(&self, caller: [u8; 32]) -> Result<SearchPlace, ApiError> {
        let mut under_way = self.lock();
        if under_way.len() >= AT_ONCE || under_way.contains(&caller) {
            return Err(ApiError::new(Code::TooMany).retry_after(RETRY));
        }
        under_way.push(caller);
        Ok(SearchPlace { searches: self.clone(), caller })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<[u8; 32]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SearchPlace {
    fn drop(&mut self) {
        self.searches.lock().retain(|caller| *caller != self.caller);
    }
}

impl SearchPlace {
    /// Searches beside the runtime's threads. The work asks whether it goes on: no more, once two seconds are over or whoever
    /// waits for it has gone.
    ///
    /// # Errors
    /// 500 where it breaks off.
    pub(crate) async fn search<T: Send + 'static>(
        self,
        work: impl FnOnce(&mut dyn FnMut() -> bool) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.search_for(TIME, work).await
    }

    async fn search_for<T: Send + 'static>(
        self,
        time: Duration,
        work: impl FnOnce(&mut dyn FnMut() -> bool) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let given_up = CancellationToken::new();
        let _waits = given_up.clone().drop_guard();
        let searching = tokio::task::spawn_blocking(move || {
            // Until the work is done, whether or not somebody still waits for it.
            let _place = self;
            let begun = Instant::now();
            work(&mut || begun.elapsed() < time && !given_up.is_cancelled())
        });
        searching.await.map_err(|error| ApiError::internal(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALLERS: [[u8; 32]; 3] = [[1; 32], [2; 32], [3; 32]];

    /// Counts how often it may go on.
    fn as_long_as_it_may(goes_on: &mut dyn FnMut() -> bool) -> u64 {
        let mut rounds = 0;
        while goes_on() {
            rounds += 1;
        }
        rounds
    }

    #[test]
    fn one_of_a_caller_and_two_of_all_search_at_a_time() {
        let searches = PriceSearches::default();
        let first = searches.enter(CALLERS[0]).unwrap();
        assert_eq!(searches.enter(CALLERS[0]).unwrap_err().code(), Code::TooMany, "the same caller");
        let second = searches.enter(CALLERS[1]).unwrap();
        assert_eq!(searches.enter(CALLERS[2]).unwrap_err().code(), Code::TooMany, "the node is busy");
        drop(first);
        let _third = searches.enter(CALLERS[2]).unwrap();
        assert!(searches.enter(CALLERS[1]).is_err());
        drop(second);
        assert!(searches.enter(CALLERS[1]).is_ok());
    }

    #[tokio::test]
    async fn a_search_ends_when_its_time_is_over() {
        let searches = PriceSearches::default();
        let place = searches.enter(CALLERS[0]).unwrap();
        let rounds = place.search_for(Duration::from_millis(20), as_long_as_it_may).await.unwrap();
        assert!(rounds > 0);
        assert!(searches.enter(CALLERS[0]).is_ok(), "its place is free");
    }

    // It would else go on for an hour.
    #[tokio::test]
    async fn a_search_ends_when_nobody_waits_for_it() {
        let searches = PriceSearches::default();
        let place = searches.enter(CALLERS[0]).unwrap();
        let (begin, begun) = tokio::sync::oneshot::channel();
        let searching = tokio::spawn(place.search_for(Duration::from_secs(3_600), |goes_on| {
            begin.send(()).unwrap();
            as_long_as_it_may(goes_on)
        }));
        begun.await.unwrap();
        assert!(searches.enter(CALLERS[0]).is_err(), "it is under way");
        searching.abort();
        while searches.enter(CALLERS[0]).is_err() {
            tokio::task::yield_now().await;
        }
    }
}
