//! The outbox: what stands in it is told at least once, by one at a time.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::HashSet;

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use store::{LeasedMessage, NewMessage, OutboxState, Store, TakeMessages};
use testkit::{order::noon, store_contract};

const LEASE: SignedDuration = SignedDuration::from_mins(1);

fn minutes(many: i64) -> SignedDuration {
    SignedDuration::from_mins(many)
}

async fn put(db: &Store, kind: &'static str, number: i64, ready_at: Timestamp) {
    let payload = json!({ "number": number });
    db.outbox().put(NewMessage { kind, payload, ready_at, created_at: noon() }).await.unwrap();
}

async fn take(db: &Store, name: u8, most: u32, now: Timestamp) -> Vec<LeasedMessage> {
    let take = TakeMessages { kinds: &["mail", "refund"], most, lease: [name; 16], until: now + LEASE, now };
    db.outbox().take(take).await.unwrap()
}

fn numbers(messages: &[LeasedMessage]) -> Vec<i64> {
    messages.iter().map(|message| message.payload["number"].as_i64().unwrap()).collect()
}

store_contract!(what_is_ready_is_taken_once_the_longest_due_first, |db| async move {
    put(&db, "mail", 1, noon() + minutes(2)).await;
    put(&db, "refund", 2, noon()).await;
    put(&db, "mail", 3, noon() + minutes(1)).await;
    put(&db, "fax", 4, noon()).await;
    assert_eq!(numbers(&take(&db, 1, 9, noon()).await), [2]);
    assert!(take(&db, 2, 9, noon()).await.is_empty(), "somebody is trying it");
    let later = noon() + minutes(2);
    let taken = take(&db, 3, 1, noon() + SignedDuration::from_secs(59)).await;
    assert!(taken.is_empty(), "{taken:?}");
    let taken = take(&db, 3, 2, later).await;
    assert_eq!(numbers(&taken), [2, 3], "of three that are due the two that have been for the longest");
    assert_eq!((taken[0].kind.as_str(), taken[0].attempts, taken[1].attempts), ("refund", 2, 1));
    assert_eq!(taken[1].created_at, noon());
});

store_contract!(of_many_who_ask_at_once_each_message_has_one, |db| async move {
    for number in 0..40 {
        put(&db, "mail", number, noon()).await;
    }
    let taken = join_all((0..20).map(|name| take(&db, name, 4, noon()))).await;
    assert!(taken.iter().all(|taken| taken.len() <= 4), "nobody takes more than they ask for");
    let all: Vec<i64> = taken.iter().flat_map(|taken| numbers(taken)).collect();
    let different: HashSet<_> = all.iter().copied().collect();
    assert_eq!(all.len(), different.len(), "{all:?}");
    let rest = take(&db, 99, 40, noon()).await;
    assert_eq!(all.len() + rest.len(), 40);
});

store_contract!(who_has_told_it_takes_it_away, |db| async move {
    put(&db, "mail", 1, noon()).await;
    let first = take(&db, 1, 9, noon()).await.remove(0);
    let second = take(&db, 2, 9, noon() + LEASE).await.remove(0);
    assert_eq!((second.id, second.attempts), (first.id, 2), "the first one was gone for too long");
    assert!(!db.outbox().told(&first).await.unwrap());
    assert!(!db.outbox().try_again(&first, noon()).await.unwrap());
    assert!(!db.outbox().give_up(&first, noon()).await.unwrap());
    assert!(db.outbox().told(&second).await.unwrap());
    assert!(!db.outbox().told(&second).await.unwrap());
    assert!(take(&db, 3, 9, noon() + minutes(99)).await.is_empty());
});

store_contract!(what_failed_comes_due_again, |db| async move {
    put(&db, "mail", 1, noon()).await;
    let tried = take(&db, 1, 9, noon()).await.remove(0);
    assert!(db.outbox().try_again(&tried, noon() + minutes(5)).await.unwrap());
    assert!(!db.outbox().told(&tried).await.unwrap(), "the lease is given back");
    assert!(take(&db, 2, 9, noon() + minutes(4)).await.is_empty());
    assert_eq!(take(&db, 2, 9, noon() + minutes(5)).await[0].attempts, 2);
});

store_contract!(what_is_given_up_is_seen_and_then_forgotten, |db| async move {
    assert_eq!(db.outbox().state(noon()).await.unwrap(), OutboxState::default());
    put(&db, "mail", 1, noon()).await;
    put(&db, "mail", 2, noon() + minutes(1)).await;
    put(&db, "mail", 3, noon() + minutes(9)).await;
    let tried = take(&db, 1, 9, noon()).await.remove(0);
    let state = |waiting, oldest, given_up| OutboxState { waiting, oldest, given_up };
    assert_eq!(db.outbox().state(noon()).await.unwrap(), state(1, Some(noon()), 0), "it is being tried");
    let then = noon() + minutes(2);
    assert_eq!(db.outbox().state(then).await.unwrap(), state(2, Some(noon()), 0));
    assert!(db.outbox().give_up(&tried, then).await.unwrap());
    assert_eq!(db.outbox().state(then).await.unwrap(), state(1, Some(noon() + minutes(1)), 1));
    assert_eq!(numbers(&take(&db, 2, 9, noon() + minutes(99)).await), [2, 3]);
    assert_eq!(db.outbox().forget(then).await.unwrap(), 0);
    assert_eq!(db.outbox().forget(then + minutes(1)).await.unwrap(), 1);
    assert_eq!(db.outbox().state(noon()).await.unwrap().given_up, 0);
});
