//! Whatever becomes of those who make a call, it is made once: they die before what they make stands or after it, they
//! think so long that others take over, they fail. How it goes is drawn by a seed.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{
    body::Body,
    extract::Request,
    http::{Response, StatusCode},
    response::IntoResponse,
};
use deps::{Caller, Chance, Commits, Deps};
use domain::{error::Code, key::Secrets};
use futures_util::future::join_all;
use jiff::SignedDuration;
use server::{
    ApiError,
    idempotency::{CallerName, Idempotency, KeyNeed, Keyed},
};
use store::Store;
use testkit::{callers::Guests, clock::FakeClock, db::TestDb, store_contract};
use tokio::sync::Notify;

/// Runs of the test, each with its own seed.
const SEEDS: u64 = 12;
/// Callers at once, in each round.
const CALLERS: usize = 5;
/// Rounds after which somebody must have been answered.
const ROUNDS: usize = 60;

/// What becomes of somebody who makes the call.
#[derive(Debug, Clone, Copy)]
enum Fate {
    DiesAtOnce,
    /// Goes on in the next round, when others may have taken over.
    Thinks,
    Refuses,
    DiesWhenMade,
    FailsWhenMade,
    Answers,
}

impl Fate {
    fn drawn(chance: &Chance) -> Self {
        let all =
            [Self::DiesAtOnce, Self::Thinks, Self::Refuses, Self::DiesWhenMade, Self::FailsWhenMade, Self::Answers];
        all[usize::try_from(chance.below(6)).unwrap()]
    }
}

/// Where calls are made.
#[derive(Clone)]
struct Place {
    idempotency: Idempotency,
    store: Store,
    chance: Chance,
    clock: FakeClock,
    made: Arc<AtomicUsize>,
    /// Ends the thinking of all who think.
    next_round: Arc<Notify>,
}

impl Place {
    fn on(db: &TestDb, seed: u64) -> Self {
        let (clock, chance) = (FakeClock::default(), Chance::seeded(seed));
        let deps = Deps {
            store: db.store(),
            clock: Arc::new(clock.clone()),
            chance: chance.clone(),
            secrets: Secrets::parse("a secret of this test").unwrap(),
            callers: Arc::new(Guests),
            commits: Commits::default(),
        };
        let idempotency = Idempotency::new(&deps).with_patience(Duration::ZERO);
        Self { idempotency, store: db.store(), chance, clock, made: Arc::default(), next_round: Arc::default() }
    }

    /// Sends the call; none where nobody is left to answer it, or thinks about it still.
    async fn send(&self, key: &str) -> Option<Response<Body>> {
        let request = Request::post("/pizza").header("Idempotency-Key", key).body(Body::from("pizza")).unwrap();
        let (gone, place) = (Arc::new(Notify::new()), self.clone());
        let going = Arc::clone(&gone);
        let work = move |request| async move { place.make(request, &going).await };
        let caller = CallerName::of(&Caller::Guest);
        tokio::select! {
            answer = self.idempotency.once(&caller, KeyNeed::Required, request, work) => Some(answer.into_response()),
            () = gone.notified() => None,
        }
    }

    async fn make(&self, request: Request, gone: &Notify) -> Response<Body> {
        let keyed = request.extensions().get::<Keyed>().unwrap().clone();
        if let Some(made) = keyed.made {
            return (StatusCode::CREATED, made).into_response();
        }
        let fate = Fate::drawn(&self.chance);
        match fate {
            Fate::DiesAtOnce => return dead(gone).await,
            Fate::Refuses => return ApiError::new(Code::Invalid).into_response(),
            Fate::Thinks => {
                let thinking = self.next_round.notified();
                gone.notify_one();
                thinking.await;
            }
            _ => {}
        }
        let number = self.chance.below(1_000_000).to_string();
        if !self.store.idempotency_keys().mark_made(keyed.run, number.clone()).await.unwrap() {
            return ApiError::unavailable().into_response();
        }
        self.made.fetch_add(1, Ordering::SeqCst);
        match fate {
            Fate::DiesWhenMade => dead(gone).await,
            Fate::FailsWhenMade => ApiError::unavailable().into_response(),
            _ => (StatusCode::CREATED, number).into_response(),
        }
    }
}

/// Nothing more happens here.
async fn dead(gone: &Notify) -> Response<Body> {
    gone.notify_one();
    std::future::pending().await
}

async fn text_of(answer: Response<Body>) -> String {
    let bytes = axum::body::to_bytes(answer.into_body(), 4096).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Sends a call until somebody was answered, and twice more; gives what all were answered with.
async fn send_until_answered(place: &Place, key: &str) -> Vec<String> {
    let mut answers = Vec::new();
    let mut rounds_left = ROUNDS;
    while rounds_left > 0 {
        for answer in join_all((0..CALLERS).map(|_| place.send(key))).await.into_iter().flatten() {
            if answer.status() == StatusCode::CREATED {
                answers.push(text_of(answer).await);
            }
        }
        rounds_left = if answers.is_empty() { rounds_left - 1 } else { rounds_left.min(3) - 1 };
        place.clock.turn(SignedDuration::from_secs(i64::try_from(place.chance.below(13)).unwrap()));
        place.next_round.notify_waiters();
    }
    answers
}

store_contract!(whatever_becomes_of_those_who_make_a_call_it_is_made_once, |db| async move {
    for seed in 0..SEEDS {
        let place = Place::on(&db, seed);
        let answers = send_until_answered(&place, &format!("key-of-seed-{seed}")).await;
        assert!(!answers.is_empty(), "seed {seed}: nobody was answered");
        assert!(answers.iter().all(|answer| *answer == answers[0]), "seed {seed}: {answers:?}");
        assert_eq!(place.made.load(Ordering::SeqCst), 1, "seed {seed}");
    }
});
