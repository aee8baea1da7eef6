//! Calls with an `Idempotency-Key`, to a kitchen that counts what it makes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod deaths;

use std::{
    future::poll_fn,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::Poll,
    time::Duration,
};

use axum::{
    Extension, Router,
    body::Body,
    extract::{Request, State},
    http::{Response, StatusCode},
    middleware::{self, Next},
    response::IntoResponse,
    routing::post,
};
use deps::{Caller, Chance, Commits, Deps, StaffCaller};
use domain::{
    error::Code,
    idempotency::{KEY_LIFE, LOST_AFTER},
    key::Secrets,
};
use futures_util::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use server::{
    ApiError, Json,
    idempotency::{CallerName, Idempotency, KeyNeed, Keyed},
    layers::observe_for,
};
use testkit::{callers::Guests, clock::FakeClock, db::TestDb, store_contract};
use tokio::{sync::Semaphore, time::Instant};
use tower::ServiceExt;

const KEY: &str = "a-key_of-8-to-128";

/// A kitchen that makes pizzas. One that is to be `lost` is made, and then never served; one that is to be `dropped` is
/// made, and then there is none.
#[derive(Clone)]
struct Kitchen {
    idempotency: Idempotency,
    deps: Deps,
    clock: FakeClock,
    /// How many pizzas were made.
    made: Arc<AtomicUsize>,
    /// A permit for each order that has reached the oven.
    begun: Arc<Semaphore>,
    /// A permit for each order that the oven still takes.
    oven: Arc<Semaphore>,
    /// A permit for each pizza that was made.
    served: Arc<Semaphore>,
}

/// An answer, read whole.
#[derive(Debug, Clone, PartialEq)]
struct Answer {
    status: u16,
    body: Vec<u8>,
    is_replayed: bool,
    retry_after: Option<String>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    fn number(&self) -> (u16, Value) {
        (self.status, self.json()["number"].clone())
    }

    fn code(&self) -> (u16, Value) {
        (self.status, self.json()["messageCode"].clone())
    }
}

impl Kitchen {
    fn on(db: &TestDb) -> Self {
        let clock = FakeClock::default();
        let deps = Deps {
            store: db.store(),
            clock: Arc::new(clock.clone()),
            chance: Chance::seeded(7),
            secrets: Secrets::parse("a secret of this test").unwrap(),
            callers: Arc::new(Guests),
            commits: Commits::default(),
        };
        let (begun, oven) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(1_000)));
        let (idempotency, served) = (Idempotency::new(&deps), Arc::new(Semaphore::new(0)));
        Self { idempotency, deps, clock, made: Arc::default(), begun, oven, served }
    }

    /// One whose oven is cold.
    fn cold(self) -> Self {
        Self { oven: Arc::new(Semaphore::new(0)), ..self }
    }

    /// The same one, for callers who do not wait.
    fn at_once(&self) -> Self {
        Self { idempotency: self.idempotency.clone().with_patience(Duration::ZERO), ..self.clone() }
    }

    fn made(&self) -> usize {
        self.made.load(Ordering::SeqCst)
    }

    async fn send(&self, key: &str, wish: &Value) -> Answer {
        self.send_as(&Caller::Guest, key, wish).await
    }

    async fn send_as(&self, caller: &Caller, key: &str, wish: &Value) -> Answer {
        let once = middleware::from_fn_with_state(self.clone(), once);
        let router = Router::new().route("/pizza", post(make)).route_layer(once).with_state(self.clone());
        let request = Request::post("/pizza").extension(CallerName::of(caller));
        let request = if key.is_empty() { request } else { request.header("Idempotency-Key", key) };
        read(router.oneshot(request.body(Body::from(wish.to_string())).unwrap()).await.unwrap()).await
    }

    /// Sends a wish from a task of its own, and waits until it has reached the oven.
    async fn begin(&self, wish: &Value) -> tokio::task::JoinHandle<Answer> {
        let (kitchen, wish) = (self.clone(), wish.clone());
        let sent = tokio::spawn(async move { kitchen.send(KEY, &wish).await });
        self.begun.acquire().await.unwrap().forget();
        sent
    }
}

async fn read(answer: Response<Body>) -> Answer {
    let (parts, body) = answer.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap().to_vec();
    let header = |name: &str| parts.headers.get(name).map(|value| value.to_str().unwrap().to_owned());
    assert_eq!(header("content-type").as_deref(), Some("application/json"));
    let (is_replayed, retry_after) = (header("idempotent-replayed").as_deref() == Some("true"), header("retry-after"));
    Answer { status: parts.status.as_u16(), body, is_replayed, retry_after }
}

async fn once(State(kitchen): State<Kitchen>, request: Request, next: Next) -> Result<Response<Body>, ApiError> {
    let caller = request.extensions().get::<CallerName>().unwrap().clone();
    let work = |request| next.run(request);
    kitchen.idempotency.once(&caller, KeyNeed::Optional, request, work).await
}

async fn make(
    State(kitchen): State<Kitchen>,
    keyed: Option<Extension<Keyed>>,
    Json(wish): Json<Value>,
) -> Result<Response<Body>, ApiError> {
    let served = |number: String| (StatusCode::CREATED, Json(json!({ "number": number }))).into_response();
    if let Some(made) = keyed.as_ref().and_then(|keyed| keyed.made.clone()) {
        return Ok(served(made));
    }
    kitchen.begun.add_permits(1);
    kitchen.oven.acquire().await.unwrap().forget();
    if wish["pizza"].is_null() {
        return Err(ApiError::invalid("pizza"));
    }
    let number = (kitchen.made.fetch_add(1, Ordering::SeqCst) + 1).to_string();
    if let Some(Extension(keyed)) = keyed {
        assert!(
            kitchen.deps.store.idempotency_keys().mark_made(keyed.run, number.clone()).await?,
            "one key makes one pizza"
        );
    }
    kitchen.served.add_permits(1);
    if wish["lost"] == true {
        std::future::pending::<()>().await;
    }
    if wish["dropped"] == true { Err(ApiError::new(Code::Internal)) } else { Ok(served(number)) }
}

store_contract!(fifty_equal_calls_at_once_make_one_and_have_one_answer, |db| async move {
    let kitchen = Kitchen::on(&db);
    let wish = json!({"pizza": "Margherita"});
    let answers = join_all((0..50).map(|_| kitchen.send(KEY, &wish))).await;
    assert_eq!(kitchen.made(), 1);
    for answer in &answers {
        assert_eq!((answer.status, &answer.body), (201, &answers[0].body));
    }
    assert_eq!(answers.iter().filter(|answer| !answer.is_replayed).count(), 1);
});

store_contract!(another_node_gives_the_same_answer, |db| async move {
    let here = Kitchen::on(&db);
    let deps = Deps { store: db.another().await, ..here.deps.clone() };
    let there = Kitchen { idempotency: Idempotency::new(&deps), deps, ..here.clone() };
    let (both, wish) = ([&here, &there], json!({"pizza": "Margherita"}));
    let answers = join_all((0..20).map(|n| both[n % 2].send(KEY, &wish))).await;
    assert!(answers.iter().all(|answer| (answer.status, &answer.body) == (201, &answers[0].body)), "{answers:?}");
    assert_eq!(here.made(), 1);
});

store_contract!(the_same_again_is_the_first_answer_byte_for_byte_for_a_day, |db| async move {
    let kitchen = Kitchen::on(&db);
    let wish = json!({"pizza": "Margherita"});
    let first = kitchen.send(KEY, &wish).await;
    assert_eq!((first.number(), first.is_replayed), ((201, json!("1")), false));
    kitchen.clock.turn(KEY_LIFE - SignedDuration::from_secs(1));
    assert_eq!(kitchen.send(KEY, &wish).await, Answer { is_replayed: true, ..first });
    kitchen.clock.turn(SignedDuration::from_secs(1));
    let next_day = kitchen.send(KEY, &wish).await;
    assert_eq!((next_day.number(), next_day.is_replayed), ((201, json!("2")), false));
});

store_contract!(a_key_is_for_one_body_and_one_caller, |db| async move {
    let kitchen = Kitchen::on(&db);
    let (one, other) = (json!({"pizza": "Margherita"}), json!({"pizza": "Diavola"}));
    assert_eq!(kitchen.send(KEY, &one).await.number(), (201, json!("1")));
    assert_eq!(kitchen.send(KEY, &other).await.code(), (422, json!("request/idempotency-mismatch")));
    let theirs = kitchen.send_as(&Caller::Staff(StaffCaller::Token), KEY, &other).await;
    assert_eq!((theirs.number(), theirs.is_replayed), ((201, json!("2")), false));
    for number in ["3", "4"] {
        let without_a_key = kitchen.send("", &one).await;
        assert_eq!((without_a_key.number(), without_a_key.is_replayed), ((201, json!(number)), false));
    }
});

store_contract!(a_key_of_another_form_is_refused, |db| async move {
    let kitchen = Kitchen::on(&db);
    for key in ["short", "with space", &"k".repeat(129)] {
        let refused = kitchen.send(key, &json!({"pizza": "Margherita"})).await;
        assert_eq!(refused.code(), (422, json!("request/invalid")));
        assert_eq!(refused.json()["metadata"]["field"], "Idempotency-Key");
    }
    assert_eq!(kitchen.made(), 0);
});

store_contract!(a_refusal_is_not_kept, |db| async move {
    let kitchen = Kitchen::on(&db);
    assert_eq!(kitchen.send(KEY, &json!({})).await.code(), (422, json!("request/invalid")));
    let mended = kitchen.send(KEY, &json!({"pizza": "Margherita"})).await;
    assert_eq!((mended.number(), mended.is_replayed), ((201, json!("1")), false));
});

store_contract!(who_meets_the_first_still_running_is_told_to_come_again, |db| async move {
    let kitchen = Kitchen::on(&db).cold();
    let wish = json!({"pizza": "Margherita"});
    let first = kitchen.begin(&wish).await;
    let met = kitchen.at_once().send(KEY, &wish).await;
    assert_eq!((met.code(), met.retry_after), ((409, json!("request/in-progress")), Some("1".to_owned())));
    let waiting = kitchen.send(KEY, &wish);
    kitchen.oven.add_permits(1);
    assert_eq!((waiting.await.number(), first.await.unwrap().number()), ((201, json!("1")), (201, json!("1"))));
});

store_contract!(a_call_goes_on_when_its_caller_hangs_up, |db| async move {
    let kitchen = Kitchen::on(&db).cold();
    let wish = json!({"pizza": "Margherita"});
    let first = kitchen.begin(&wish).await;
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    kitchen.oven.add_permits(1);
    let again = kitchen.send(KEY, &wish).await;
    assert_eq!((again.number(), again.is_replayed, kitchen.made()), ((201, json!("1")), true, 1));
});

store_contract!(a_lost_answer_is_written_anew_after_ten_seconds, |db| async move {
    let kitchen = Kitchen::on(&db);
    let wish = json!({"pizza": "Margherita", "lost": true});
    let first = kitchen.begin(&wish).await;
    kitchen.served.acquire().await.unwrap().forget();
    first.abort();
    kitchen.clock.turn(LOST_AFTER - SignedDuration::from_secs(1));
    assert_eq!(kitchen.at_once().send(KEY, &wish).await.code(), (409, json!("request/in-progress")));
    kitchen.clock.turn(SignedDuration::from_secs(1));
    let anew = join_all((0..10).map(|_| kitchen.send(KEY, &wish))).await;
    assert!(anew.iter().all(|answer| answer.number() == (201, json!("1"))), "{anew:?}");
    assert_eq!((kitchen.made(), anew.iter().filter(|answer| !answer.is_replayed).count()), (1, 1));
});

store_contract!(what_was_made_before_its_call_failed_is_answered_at_once, |db| async move {
    let kitchen = Kitchen::on(&db);
    let wish = json!({"pizza": "Margherita", "dropped": true});
    assert_eq!(kitchen.send(KEY, &wish).await.status, 500);
    let again = kitchen.at_once().send(KEY, &wish).await;
    assert_eq!((again.number(), again.is_replayed, kitchen.made()), ((201, json!("1")), false, 1));
});

/// Polls a call so often, one time right after the other, and then drops it: whoever sent it has hung up.
async fn cut_after(polls: usize, mut call: Pin<Box<impl Future<Output = Answer>>>) {
    let mut left = polls;
    poll_fn(move |context| {
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        context.waker().wake_by_ref();
        call.as_mut().poll(context).map(|answer| panic!("the oven is cold: {answer:?}"))
    })
    .await;
}

// However far a call has come when its caller hangs up: the key is free, or its call runs to its end.
store_contract!(whoever_hangs_up_at_any_step_has_the_answer_when_they_come_again, |db| async move {
    let wish = json!({"pizza": "Margherita"});
    let mut went_on = 0;
    for doublings in 0..16 {
        let (kitchen, polls) = (Kitchen::on(&db).cold(), (1 << doublings) - 1);
        let key = format!("cut-after-{polls}-polls");
        let (there, name, sent) = (kitchen.clone(), key.clone(), wish.clone());
        cut_after(polls, Box::pin(async move { there.send(&name, &sent).await })).await;
        kitchen.oven.add_permits(1);
        let came_back = Instant::now();
        let again = kitchen.send(&key, &wish).await;
        assert_eq!((again.number(), kitchen.made()), ((201, json!("1")), 1), "cut after {polls} polls: {again:?}");
        assert!(came_back.elapsed() < Duration::from_secs(2), "after {polls} polls: {:?}", came_back.elapsed());
        went_on += usize::from(again.is_replayed);
    }
    assert!((1..16).contains(&went_on), "some had their key when they were cut, and some had not: {went_on}");
});

store_contract!(a_call_goes_on_when_its_caller_has_waited_long_enough, |db| async move {
    let kitchen = Kitchen::on(&db).cold();
    let wish = json!({"pizza": "Margherita"});
    let patient = |request: Request, next: Next| observe_for(Duration::from_millis(300), request, next);
    let once = middleware::from_fn_with_state(kitchen.clone(), once);
    let router = Router::new().route("/pizza", post(make)).route_layer(once).layer(middleware::from_fn(patient));
    let request = Request::post("/pizza").extension(CallerName::of(&Caller::Guest)).header("Idempotency-Key", KEY);
    let request = request.body(Body::from(wish.to_string())).unwrap();
    let late = router.with_state(kitchen.clone()).oneshot(request).await.unwrap();
    assert_eq!(late.status(), StatusCode::SERVICE_UNAVAILABLE);
    kitchen.oven.add_permits(1);
    let again = kitchen.send(KEY, &wish).await;
    assert_eq!((again.number(), again.is_replayed, kitchen.made()), ((201, json!("1")), true, 1));
});

store_contract!(whoever_leaves_can_wait_for_what_was_begun, |db| async move {
    let kitchen = Kitchen::on(&db).cold();
    let wish = json!({"pizza": "Margherita"});
    kitchen.begin(&wish).await.abort();
    let leaving = tokio::spawn({
        let idempotency = kitchen.idempotency.clone();
        async move { idempotency.finish().await }
    });
    tokio::task::yield_now().await;
    assert!(!leaving.is_finished());
    kitchen.oven.add_permits(1);
    leaving.await.unwrap();
    let kept = kitchen.at_once().send(KEY, &wish).await;
    assert_eq!((kept.number(), kept.is_replayed), ((201, json!("1")), true));
});
