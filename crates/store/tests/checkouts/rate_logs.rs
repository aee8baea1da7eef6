//! What limits have counted: exact however many call at once, kept over restarts, and bounded.

use std::time::Duration;

use domain::rate_limit::RateLimit;
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use store::{RateLogName, Store, StoreConfig};
use testkit::{order::noon, store_contract};

const LIMIT: RateLimit = RateLimit { most: 10, window: SignedDuration::from_secs(60) };

fn name(of: u8) -> RateLogName {
    RateLogName { name: [of; 32], window: LIMIT.window }
}

/// Counts one; whether it was within the limit.
async fn take(db: &Store, of: u8, now: Timestamp) -> bool {
    db.rate_logs().change(vec![name(of)], now, move |logs| logs[0].take(LIMIT, now, 0).is_ok()).await.unwrap()
}

store_contract!(of_a_hundred_at_once_on_two_nodes_ten_are_within, |db| async move {
    // Whoever waits for the other node's turn waits as long as it takes.
    let config = StoreConfig { acquire_timeout: Duration::from_secs(20), ..StoreConfig::new(db.url()) };
    let other = Store::open(&config).await.unwrap();
    let taken = join_all((0..100).map(|n| take(if n % 2 == 0 { &db } else { &other }, 1, noon()))).await;
    assert_eq!(taken.iter().filter(|is_within| **is_within).count(), 10);
    assert_eq!(db.rate_logs().read(&[name(1)], noon()).await.unwrap()[0].count(), 10);
    assert!(take(&db, 2, noon()).await, "another subject has its own");
    // Nobody's memory but the database's.
    other.close().await;
    let anew = Store::open(&config).await.unwrap();
    assert!(!take(&anew, 1, noon() + SignedDuration::from_secs(59)).await);
    assert!(take(&anew, 1, noon() + LIMIT.window).await);
});

store_contract!(who_holds_several_waits_for_nobody_for_ever, |db| async move {
    let both = |n: u8| {
        let names = if n.is_multiple_of(2) { vec![name(1), name(2)] } else { vec![name(2), name(1)] };
        db.rate_logs().change(names, noon(), |logs| {
            let is_within = logs.iter().all(|log| log.wait(LIMIT, noon()).is_none());
            logs.iter_mut().for_each(|log| {
                if is_within {
                    log.add(noon(), 0);
                }
            });
            is_within
        })
    };
    let taken = join_all((0..60).map(both)).await;
    assert_eq!(taken.into_iter().filter(|is_within| *is_within.as_ref().unwrap()).count(), 10);
});

store_contract!(what_counts_no_more_is_taken_away, |db| async move {
    for of in 0..5 {
        assert!(take(&db, of, noon()).await);
    }
    assert!(take(&db, 9, noon() + SignedDuration::from_secs(30)).await);
    assert_eq!(db.rate_logs().sweep(noon() + SignedDuration::from_secs(59)).await.unwrap(), 0);
    assert_eq!(db.rate_logs().sweep(noon() + LIMIT.window).await.unwrap(), 5);
    assert_eq!(db.rate_logs().sweep(noon() + LIMIT.window * 2).await.unwrap(), 1);
    assert_eq!(db.rate_logs().sweep(noon() + LIMIT.window * 2).await.unwrap(), 0);
});
