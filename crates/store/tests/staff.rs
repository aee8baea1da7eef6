//! The people of the chain: let in, signed in, removed.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{collections::HashSet, time::Duration};

use domain::{
    Reach,
    customer::SessionChannel,
    ids::RestaurantId,
    staff::{Email, LIVE_TOKEN_LIFE, Role, Roles, SESSION_IDLE, SESSION_LONGEST},
};
use jiff::{SignedDuration, Timestamp};
use store::{AddStaffError, NewSession, NewStaff, SignedInSession, StaffMember, StaffSession, Store, StoreConfig};
use testkit::{order::noon, store_contract};

const AINO: &str = "aino@ovelle.example";

fn email(text: &str) -> Email {
    text.parse().unwrap()
}

fn new(address: &str, restaurants: &[i64]) -> NewStaff {
    NewStaff {
        email: email(address),
        password_hash: "hash of aino".to_owned(),
        must_change: true,
        restaurants: restaurants.iter().copied().map(RestaurantId).collect(),
        roles: Roles::default(),
        created_at: noon(),
    }
}

async fn add(db: &Store, address: &str, restaurants: &[i64]) -> StaffMember {
    db.staff().add(new(address, restaurants)).await.unwrap();
    db.staff().by_email(&email(address)).await.unwrap().unwrap()
}

async fn sign_in(db: &Store, staff: &StaffMember, token: u8, now: Timestamp) -> StaffSession {
    db.staff()
        .add_session(NewSession { staff, sha256: [token; 32], channel: SessionChannel::Cookie, now })
        .await
        .unwrap()
        .unwrap();
    session_of(db, token, now).await.unwrap()
}

/// Whose the session of a token is, by a cookie.
async fn session_of(db: &Store, token: u8, now: Timestamp) -> Option<StaffSession> {
    match db.sessions().by_token(&[token; 32], SessionChannel::Cookie, now).await.unwrap()? {
        SignedInSession::Staff(session) => Some(session),
        SignedInSession::Customer(..) => None,
    }
}

fn minutes(many: i64) -> SignedDuration {
    SignedDuration::from_mins(many)
}

store_contract!(an_address_is_let_in_once, |db| async move {
    let aino = add(&db, AINO, &[12, 14]).await;
    assert_eq!((aino.email.as_str(), aino.must_change, aino.created_at), (AINO, true, noon()));
    assert_eq!(aino.restaurants, [RestaurantId(12), RestaurantId(14)]);
    assert!(matches!(db.staff().add(new(AINO, &[])).await, Err(AddStaffError::EmailTaken)));
    add(&db, "aapo@ovelle.example", &[]).await;
    let all = db.staff().all().await.unwrap();
    let addresses: Vec<&str> = all.iter().map(|staff| staff.email.as_str()).collect();
    assert_eq!(addresses, ["aapo@ovelle.example", AINO]);
    assert_eq!(db.staff().by_id(aino.id).await.unwrap(), Some(aino));
    assert_eq!(db.staff().by_email(&email("nobody@ovelle.example")).await.unwrap(), None);
});

store_contract!(a_person_and_each_of_their_sessions_have_their_roles, |db| async move {
    let roles = Roles::from_iter([Role::Dispatch, Role::Restaurant]);
    db.staff().add(NewStaff { roles, ..new(AINO, &[]) }).await.unwrap();
    let aino = db.staff().by_email(&email(AINO)).await.unwrap().unwrap();
    let session = sign_in(&db, &aino, 1, noon()).await;
    assert_eq!((aino.roles, session.roles), (roles, roles));
    db.staff().add_live_token(session.session_id, [2; 32], noon()).await.unwrap().unwrap();
    assert_eq!(db.staff().use_live_token(&[2; 32], noon()).await.unwrap().unwrap().roles, roles);
    // Who comes back is there for what is said then.
    db.staff().remove(&email(AINO), noon()).await.unwrap();
    assert_eq!(add(&db, AINO, &[]).await.roles, Roles::default());
});

store_contract!(whoever_is_removed_is_gone_at_once_and_may_come_back, |db| async move {
    let aino = add(&db, AINO, &[12]).await;
    let session = sign_in(&db, &aino, 1, noon()).await;
    db.staff().add_live_token(session.session_id, [2; 32], noon()).await.unwrap().unwrap();
    assert!(db.staff().remove(&email(AINO), noon()).await.unwrap());
    assert!(!db.staff().remove(&email(AINO), noon()).await.unwrap());
    assert_eq!(session_of(&db, 1, noon()).await, None);
    assert_eq!(db.staff().use_live_token(&[2; 32], noon()).await.unwrap(), None);
    assert_eq!(db.staff().live_sessions(&[session.session_id], noon()).await.unwrap(), HashSet::new());
    assert_eq!((db.staff().all().await.unwrap(), db.staff().by_id(aino.id).await.unwrap()), (Vec::new(), None));
    // A sign-in that began before the removal does not outlive it.
    let late = NewSession { staff: &aino, sha256: [3; 32], channel: SessionChannel::Cookie, now: noon() };
    assert_eq!(db.staff().add_session(late).await.unwrap(), None);

    let back = NewStaff { password_hash: "another".to_owned(), ..new(AINO, &[]) };
    db.staff().add(back).await.unwrap();
    let aino = db.staff().by_email(&email(AINO)).await.unwrap().unwrap();
    assert_eq!((aino.password_hash.as_str(), aino.restaurants.len()), ("another", 0));
    assert_eq!(session_of(&db, 1, noon()).await, None, "an old session does not come back");
    assert_ne!(sign_in(&db, &aino, 4, noon()).await.session_id, session.session_id, "no number is given again");
});

store_contract!(a_session_says_who_and_what_they_see, |db| async move {
    let bound = add(&db, AINO, &[12]).await;
    let session = sign_in(&db, &bound, 1, noon()).await;
    assert_eq!((session.staff_id, session.email.as_str(), session.must_change), (bound.id, AINO, true));
    assert!(session.reach.includes(RestaurantId(12)) && !session.reach.includes(RestaurantId(14)));
    assert!(!format!("{session:?}").contains("aino"), "a person is not printed");
    let all = add(&db, "aapo@ovelle.example", &[]).await;
    let session = sign_in(&db, &all, 2, noon()).await;
    assert_eq!(session.reach, Reach::all());
    assert_eq!(session_of(&db, 3, noon()).await, None);
});

store_contract!(a_session_ends_when_it_is_idle_or_old, |db| async move {
    let aino = add(&db, AINO, &[]).await;
    let idle = sign_in(&db, &aino, 1, noon()).await.session_id;
    let later = noon() + SESSION_IDLE;
    assert_eq!(db.staff().live_sessions(&[idle, 999], later - minutes(1)).await.unwrap(), HashSet::from([idle]));
    assert_eq!(db.staff().live_sessions(&[idle], later).await.unwrap(), HashSet::new());
    assert_eq!(session_of(&db, 1, later).await, None);

    let busy = sign_in(&db, &aino, 2, noon()).await.session_id;
    let mut now = noon();
    while now + minutes(60) < noon() + SESSION_LONGEST {
        now += minutes(60);
        assert!(session_of(&db, 2, now).await.is_some(), "{now}");
        assert!(db.staff().live_sessions(&[busy], now).await.unwrap().contains(&busy));
    }
    assert_eq!(session_of(&db, 2, noon() + SESSION_LONGEST).await, None);
    assert_eq!(db.staff().live_sessions(&[], now).await.unwrap(), HashSet::new());
});

// A use after five minutes is noted, which is a write.
store_contract!(a_session_is_read_where_no_writes_are_taken, |db| async move {
    let aino = add(&db, AINO, &[]).await;
    sign_in(&db, &aino, 1, noon()).await;
    let impatient = StoreConfig { statement_timeout: Duration::from_millis(200), ..StoreConfig::new(db.url()) };
    let store = Store::open(&impatient).await.unwrap();
    let no_writes = db.take_no_writes().await;
    assert!(session_of(&store, 1, noon() + minutes(6)).await.is_some());
    no_writes.end().await;
    store.close().await;
});

store_contract!(a_session_is_ended_alone, |db| async move {
    let aino = add(&db, AINO, &[]).await;
    let (one, two) = (sign_in(&db, &aino, 1, noon()).await, sign_in(&db, &aino, 2, noon()).await);
    db.staff().end_session(one.session_id).await.unwrap();
    db.staff().end_session(one.session_id).await.unwrap();
    assert_eq!(session_of(&db, 1, noon()).await, None);
    let live = db.staff().live_sessions(&[one.session_id, two.session_id], noon()).await.unwrap();
    assert_eq!(live, HashSet::from([two.session_id]));
});

store_contract!(one_person_has_twenty_sessions_at_most, |db| async move {
    let (aino, aapo) = (add(&db, AINO, &[]).await, add(&db, "aapo@ovelle.example", &[]).await);
    let other = sign_in(&db, &aapo, 200, noon()).await.session_id;
    let mut ids = vec![other];
    for token in 0..25 {
        ids.push(sign_in(&db, &aino, token, noon()).await.session_id);
    }
    let live = db.staff().live_sessions(&ids, noon()).await.unwrap();
    let newest: HashSet<i64> = ids[6..].iter().copied().chain([other]).collect();
    assert_eq!(live, newest);
});

store_contract!(a_chosen_password_ends_the_other_sessions, |db| async move {
    let aino = add(&db, AINO, &[]).await;
    let (here, there) = (sign_in(&db, &aino, 1, noon()).await, sign_in(&db, &aino, 2, noon()).await);
    assert!(!db.staff().change_password(&here, "not the hash", "new").await.unwrap());
    assert!(session_of(&db, 2, noon()).await.is_some());
    assert!(db.staff().change_password(&here, "hash of aino", "new").await.unwrap());
    assert!(!db.staff().change_password(&here, "hash of aino", "newer").await.unwrap(), "two at once: one wins");
    assert!(!session_of(&db, 1, noon()).await.unwrap().must_change);
    assert_eq!(db.staff().live_sessions(&[there.session_id], noon()).await.unwrap(), HashSet::new());
    // A sign-in with the old password that was checked before the change.
    let late = NewSession { staff: &aino, sha256: [3; 32], channel: SessionChannel::Cookie, now: noon() };
    assert_eq!(db.staff().add_session(late).await.unwrap(), None);
});

store_contract!(a_live_token_is_used_once_and_in_time, |db| async move {
    let aino = add(&db, AINO, &[12]).await;
    let session = sign_in(&db, &aino, 1, noon()).await;
    let ends = db.staff().add_live_token(session.session_id, [7; 32], noon()).await.unwrap();
    assert_eq!(ends, Some(noon() + LIVE_TOKEN_LIFE));
    let uses = futures_of_ten(&db).await;
    let sessions: Vec<StaffSession> = uses.into_iter().flatten().collect();
    assert_eq!(sessions, std::slice::from_ref(&session), "one of ten at once");
    db.staff().add_live_token(session.session_id, [8; 32], noon()).await.unwrap().unwrap();
    assert_eq!(db.staff().use_live_token(&[8; 32], noon() + LIVE_TOKEN_LIFE).await.unwrap(), None);
    assert_eq!(db.staff().use_live_token(&[9; 32], noon()).await.unwrap(), None);
    db.staff().add_live_token(session.session_id, [10; 32], noon()).await.unwrap().unwrap();
    db.staff().end_session(session.session_id).await.unwrap();
    assert_eq!(db.staff().use_live_token(&[10; 32], noon()).await.unwrap(), None);
    assert_eq!(db.staff().add_live_token(session.session_id, [11; 32], noon()).await.unwrap(), None);
});

/// Ten who come with the same live token at once.
async fn futures_of_ten(db: &Store) -> Vec<Option<StaffSession>> {
    let uses: Vec<_> = (0..10)
        .map(|_| {
            let db = db.clone();
            tokio::spawn(async move { db.staff().use_live_token(&[7; 32], noon()).await.unwrap() })
        })
        .collect();
    let mut sessions = Vec::new();
    for task in uses {
        sessions.push(task.await.unwrap());
    }
    sessions
}

store_contract!(waiting_tokens_of_a_session_are_bounded, |db| async move {
    let aino = add(&db, AINO, &[]).await;
    let session = sign_in(&db, &aino, 1, noon()).await.session_id;
    for token in 0..70_u8 {
        let at = noon() + SignedDuration::from_millis(i64::from(token));
        db.staff().add_live_token(session, [token; 32], at).await.unwrap().unwrap();
    }
    assert_eq!(db.staff().use_live_token(&[5; 32], noon()).await.unwrap(), None, "the oldest went");
    assert!(db.staff().use_live_token(&[6; 32], noon()).await.unwrap().is_some());
    assert!(db.staff().use_live_token(&[69; 32], noon()).await.unwrap().is_some());
});

store_contract!(what_has_run_out_is_swept_away, |db| async move {
    let aino = add(&db, AINO, &[]).await;
    let old = sign_in(&db, &aino, 1, noon()).await;
    db.staff().add_live_token(old.session_id, [9; 32], noon()).await.unwrap().unwrap();
    let new = sign_in(&db, &aino, 2, noon() + SESSION_IDLE).await;
    assert_eq!(db.staff().sweep_sessions(noon() + SESSION_IDLE).await.unwrap(), 1);
    assert_eq!(db.staff().sweep_sessions(noon() + SESSION_IDLE).await.unwrap(), 0);
    // Asked as of before, so that only what is gone can be missing.
    assert_eq!(session_of(&db, 1, noon()).await, None);
    assert_eq!(db.staff().use_live_token(&[9; 32], noon()).await.unwrap(), None);
    assert!(
        db.staff().live_sessions(&[new.session_id], noon() + SESSION_IDLE).await.unwrap().contains(&new.session_id)
    );
});
