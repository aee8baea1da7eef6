//! Calls with an `Idempotency-Key`: begun once, marked once, answered once.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use domain::idempotency::{KEY_LIFE, KeyState, LOST_AFTER};
use futures_util::future::join_all;
use jiff::Timestamp;
use store::{KeptAnswer, KeyRun, Store, TakenOver};
use testkit::{order::noon, store_contract};

const BODY: [u8; 32] = [7; 32];

/// A run of the one key of a test.
fn run(number: u8) -> KeyRun {
    KeyRun { key: [1; 32], run: [number; 16] }
}

fn answer(text: &str) -> KeptAnswer {
    let content_type = Some("application/json".to_owned());
    KeptAnswer { status: 201, content_type, sealed: text.as_bytes().to_vec() }
}

async fn answer_of(db: &Store) -> Option<KeptAnswer> {
    db.idempotency_keys().by_name(&[1; 32]).await.unwrap().and_then(|kept| kept.answer)
}

async fn begin(db: &Store, number: u8, now: Timestamp) -> bool {
    db.idempotency_keys().begin(run(number), BODY, None, now).await.unwrap()
}

store_contract!(of_fifty_at_once_one_begins, |db| async move {
    assert_eq!(db.idempotency_keys().by_name(&[1; 32]).await.unwrap(), None);
    let began = join_all((0..50).map(|number| begin(&db, number, noon()))).await;
    assert_eq!(began.iter().filter(|began| **began).count(), 1);
    let kept = db.idempotency_keys().by_name(&[1; 32]).await.unwrap().unwrap();
    let first = began.iter().position(|began| *began).unwrap();
    assert_eq!(kept.run, run(u8::try_from(first).unwrap()));
    assert_eq!((kept.body.as_slice(), kept.answer), (BODY.as_slice(), None));
    assert_eq!((kept.begun_at, kept.expires_at), (noon(), noon() + KEY_LIFE));
});

store_contract!(the_first_answer_stays, |db| async move {
    assert!(begin(&db, 1, noon()).await);
    assert!(db.idempotency_keys().keep_answer(run(1), answer("first")).await.unwrap());
    assert!(!db.idempotency_keys().keep_answer(run(1), answer("second")).await.unwrap());
    assert!(!db.idempotency_keys().mark_made(run(1), "10001".to_owned()).await.unwrap());
    db.idempotency_keys().release(run(1), noon()).await.unwrap();
    assert_eq!(answer_of(&db).await, Some(answer("first")));
    assert_eq!(db.idempotency_keys().take_over(run(2), run(1), noon() + LOST_AFTER).await.unwrap(), None);
});

store_contract!(a_failed_call_may_come_again_where_it_made_nothing, |db| async move {
    assert!(begin(&db, 1, noon()).await);
    db.idempotency_keys().release(run(2), noon()).await.unwrap();
    assert!(!begin(&db, 3, noon()).await, "another run lets nothing go");
    db.idempotency_keys().release(run(1), noon()).await.unwrap();
    assert!(begin(&db, 4, noon()).await);
    assert!(db.idempotency_keys().mark_made(run(4), "10001".to_owned()).await.unwrap());
    db.idempotency_keys().release(run(4), noon()).await.unwrap();
    assert!(!begin(&db, 5, noon()).await, "what was made is not made again");
    let kept = db.idempotency_keys().by_name(&[1; 32]).await.unwrap().unwrap();
    assert_eq!(kept.known(true).state(noon()), KeyState::Lost, "nobody waits for a run that has ended");
    let heir = db.idempotency_keys().take_over(run(5), run(4), noon()).await.unwrap();
    assert_eq!(heir, Some(TakenOver { made: Some("10001".to_owned()) }));
});

store_contract!(a_lost_run_is_taken_over_by_one_and_can_do_nothing_more, |db| async move {
    assert!(begin(&db, 0, noon()).await);
    let later = noon() + LOST_AFTER;
    let taken = join_all((1..=20).map(|number| db.idempotency_keys().take_over(run(number), run(0), later))).await;
    let taken: Vec<_> = taken.into_iter().map(Result::unwrap).collect();
    assert_eq!(taken.iter().flatten().collect::<Vec<_>>(), [&TakenOver { made: None }]);
    let heir = run(u8::try_from(taken.iter().position(Option::is_some).unwrap() + 1).unwrap());

    assert!(!db.idempotency_keys().mark_made(run(0), "10001".to_owned()).await.unwrap());
    assert!(!db.idempotency_keys().keep_answer(run(0), answer("too late")).await.unwrap());
    db.idempotency_keys().release(run(0), noon()).await.unwrap();

    assert!(db.idempotency_keys().mark_made(heir, "10002".to_owned()).await.unwrap());
    assert!(!db.idempotency_keys().mark_made(heir, "10003".to_owned()).await.unwrap(), "one run makes one thing");
    let again = db.idempotency_keys().take_over(run(99), heir, later + LOST_AFTER).await.unwrap();
    assert_eq!(again, Some(TakenOver { made: Some("10002".to_owned()) }));
    assert!(!db.idempotency_keys().mark_made(run(99), "10004".to_owned()).await.unwrap(), "it was made before");
    assert!(db.idempotency_keys().keep_answer(run(99), answer("from what was made")).await.unwrap());
    assert_eq!(answer_of(&db).await, Some(answer("from what was made")));
});

store_contract!(after_a_day_a_key_is_a_new_one, |db| async move {
    assert!(begin(&db, 0, noon()).await);
    assert!(db.idempotency_keys().mark_made(run(0), "10001".to_owned()).await.unwrap());
    assert!(db.idempotency_keys().keep_answer(run(0), answer("first")).await.unwrap());
    let (end, other) = (noon() + KEY_LIFE, [8; 32]);
    let just_before = end - jiff::SignedDuration::from_secs(1);
    assert!(!db.idempotency_keys().begin_expired(run(1), run(0), other, None, just_before).await.unwrap());
    let began =
        join_all((1..=20).map(|number| db.idempotency_keys().begin_expired(run(number), run(0), other, None, end)))
            .await;
    assert_eq!(began.into_iter().filter(|began| *began.as_ref().unwrap()).count(), 1);
    let kept = db.idempotency_keys().by_name(&[1; 32]).await.unwrap().unwrap();
    assert_eq!((kept.body.as_slice(), kept.answer, kept.expires_at), (other.as_slice(), None, end + KEY_LIFE));
    assert!(db.idempotency_keys().mark_made(kept.run, "10002".to_owned()).await.unwrap());
});

store_contract!(the_sweep_takes_what_counts_no_more, |db| async move {
    for key in 0..3 {
        let run = KeyRun { key: [key; 32], run: [key; 16] };
        let at = noon() + jiff::SignedDuration::from_hours(i64::from(key));
        assert!(db.idempotency_keys().begin(run, BODY, None, at).await.unwrap());
    }
    let then = noon() + KEY_LIFE + jiff::SignedDuration::from_hours(1);
    assert_eq!(db.idempotency_keys().sweep(then).await.unwrap(), 2);
    assert_eq!(db.idempotency_keys().sweep(then).await.unwrap(), 0);
    assert!(db.idempotency_keys().by_name(&[1; 32]).await.unwrap().is_none());
    assert!(db.idempotency_keys().by_name(&[2; 32]).await.unwrap().is_some());
});
