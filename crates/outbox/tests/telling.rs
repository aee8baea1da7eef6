//! What stands in the outbox is told, through deliveries that a test makes up.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use deps::{Chance, Clock, Commits, Deps};
use domain::key::Secrets;
use futures_util::future::join_all;
use jiff::SignedDuration;
use outbox::{Outbox, OutboxDelivery, OutboxFigures, Undelivered};
use prometheus_client::{encoding::text::encode, registry::Registry};
use serde_json::json;
use store::{LeasedMessage, NewMessage, Store};
use testkit::{callers::Guests, clock::FakeClock, store_contract};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

#[derive(Debug, thiserror::Error)]
#[error("the post office is closed")]
struct Closed;

/// A post office that says of each letter how it went, and keeps the order in which they came.
#[derive(Default)]
struct Post {
    came: Mutex<Vec<i64>>,
    outcomes: Mutex<VecDeque<Result<(), Undelivered>>>,
    arrived: Notify,
}

impl Post {
    fn with(outcomes: impl IntoIterator<Item = Result<(), Undelivered>>) -> Arc<Self> {
        Arc::new(Self { outcomes: Mutex::new(outcomes.into_iter().collect()), ..Self::default() })
    }

    fn came(&self) -> Vec<i64> {
        self.came.lock().unwrap().clone()
    }
}

#[async_trait]
impl OutboxDelivery for Post {
    fn kind(&self) -> &'static str {
        "letter"
    }

    async fn deliver(&self, message: &LeasedMessage) -> Result<(), Undelivered> {
        self.came.lock().unwrap().push(message.payload["number"].as_i64().unwrap());
        self.arrived.notify_one();
        self.outcomes.lock().unwrap().pop_front().unwrap_or(Ok(()))
    }
}

/// A post office that takes what is of its kind and never says how that went.
struct Silent {
    kind: &'static str,
    taken: Mutex<usize>,
}

impl Silent {
    fn of(kind: &'static str) -> Arc<Self> {
        Arc::new(Self { kind, taken: Mutex::default() })
    }
}

#[async_trait]
impl OutboxDelivery for Silent {
    fn kind(&self) -> &'static str {
        self.kind
    }

    async fn deliver(&self, _: &LeasedMessage) -> Result<(), Undelivered> {
        *self.taken.lock().unwrap() += 1;
        std::future::pending().await
    }
}

/// A node on a store.
struct Node {
    outbox: Outbox,
    clock: FakeClock,
    registry: Registry,
}

impl Node {
    fn on(store: Store, post: &Arc<Post>) -> Self {
        let post: Arc<dyn OutboxDelivery> = Arc::<Post>::clone(post);
        Self::with(store, vec![post])
    }

    fn with(store: Store, deliveries: Vec<Arc<dyn OutboxDelivery>>) -> Self {
        let clock = FakeClock::default();
        let deps = Deps {
            store,
            clock: Arc::new(clock.clone()),
            chance: Chance::seeded(7),
            secrets: Secrets::parse("a secret of this test").unwrap(),
            callers: Arc::new(Guests),
            commits: Commits::default(),
        };
        let mut registry = Registry::default();
        let figures = OutboxFigures::register(&mut registry);
        Self { outbox: Outbox::new(&deps, deliveries, figures), clock, registry }
    }

    /// The figures of the outbox, by what stands behind `ovelle_outbox_`.
    fn figures(&self) -> BTreeMap<String, f64> {
        let mut text = String::new();
        encode(&mut text, &self.registry).unwrap();
        let lines = text.lines().filter_map(|line| line.strip_prefix("ovelle_outbox_")?.split_once(' '));
        lines.map(|(name, value)| (name.to_owned(), value.parse().unwrap())).collect()
    }
}

async fn put(store: &Store, clock: &FakeClock, kind: &'static str, number: i64) {
    let (payload, now) = (json!({ "number": number }), clock.now());
    store.outbox().put(NewMessage { kind, payload, ready_at: now, created_at: now }).await.unwrap();
}

store_contract!(a_message_is_told_once_where_that_succeeds, |db| async move {
    let post = Post::with([]);
    let node = Node::on(db.store(), &post);
    put(&db, &node.clock, "letter", 1).await;
    put(&db, &node.clock, "parcel", 2).await;
    assert!(!node.outbox.tell_due().await.unwrap());
    node.clock.turn(SignedDuration::from_hours(1));
    assert!(!node.outbox.tell_due().await.unwrap());
    assert_eq!(post.came(), [1], "of another kind nobody here knows how to tell it");
    assert_eq!(db.outbox().state(node.clock.now()).await.unwrap().waiting, 1);
});

store_contract!(what_fails_comes_again_after_a_pause_that_grows, |db| async move {
    let closed = || Err(Undelivered::later(Closed));
    let post = Post::with([closed(), closed()]);
    let node = Node::on(db.store(), &post);
    put(&db, &node.clock, "letter", 1).await;
    let mut tries = Vec::new();
    for second in 0..40 {
        let before = post.came().len();
        node.outbox.tell_due().await.unwrap();
        if post.came().len() > before {
            tries.push(second);
        }
        node.clock.turn(SignedDuration::from_secs(1));
    }
    assert!(matches!(tries[..], [0, 5..=7, 15..=20]), "{tries:?}");
    assert_eq!(db.outbox().state(node.clock.now()).await.unwrap().waiting, 0);
});

store_contract!(what_can_never_be_told_is_given_up_and_counted, |db| async move {
    let post = Post::with([Err(Undelivered::never(Closed)), Err(Undelivered::later(Closed))]);
    let node = Node::on(db.store(), &post);
    put(&db, &node.clock, "letter", 1).await;
    node.outbox.tell_due().await.unwrap();
    put(&db, &node.clock, "letter", 2).await;
    node.outbox.tell_due().await.unwrap();
    put(&db, &node.clock, "letter", 3).await;
    node.outbox.tell_due().await.unwrap();
    node.clock.turn(SignedDuration::from_secs(4));
    let stop = CancellationToken::new();
    stop.cancel();
    node.outbox.clone().run(stop).await;
    assert_eq!(post.came(), [1, 2, 3]);
    let figures = node.figures();
    let figure = |name: &str| figures[name];
    assert_eq!((figure("waiting"), figure("oldest_seconds"), figure("given_up")), (1.0, 4.0, 1.0));
    assert_eq!((figure("told_total{kind=\"letter\"}"), figure("failures_total{kind=\"letter\"}")), (1.0, 2.0));
});

store_contract!(two_nodes_tell_each_message_once, |db| async move {
    let post = Post::with([]);
    let nodes = [Node::on(db.store(), &post), Node::on(db.another().await, &post)];
    for number in 0..50 {
        put(&db, &nodes[0].clock, "letter", number).await;
    }
    let rounds = (0..12).map(|round| nodes[round % 2].outbox.tell_due());
    for round in join_all(rounds).await {
        round.unwrap();
    }
    while nodes[0].outbox.tell_due().await.unwrap() {}
    let mut came = post.came();
    came.sort_unstable();
    assert_eq!(came, (0..50).collect::<Vec<_>>());
});

store_contract!(a_node_that_is_woken_tells_at_once, |db| async move {
    let post = Post::with([]);
    let node = Node::on(db.store(), &post);
    let stop = CancellationToken::new();
    let running = tokio::spawn(node.outbox.clone().run(stop.clone()));
    for number in 1..=3 {
        put(&db, &node.clock, "letter", number).await;
        node.outbox.wake();
        post.arrived.notified().await;
    }
    stop.cancel();
    running.await.unwrap();
    assert_eq!(post.came(), [1, 2, 3]);
});

store_contract!(no_letter_waits_for_parcels_that_nobody_takes, |db| async move {
    let (post, silent) = (Post::with([]), Silent::of("parcel"));
    let deliveries: Vec<Arc<dyn OutboxDelivery>> = vec![Arc::<Silent>::clone(&silent), Arc::<Post>::clone(&post)];
    let node = Node::with(db.store(), deliveries);
    for number in 0..48 {
        put(&db, &node.clock, "parcel", number).await;
    }
    for number in 0..9 {
        put(&db, &node.clock, "letter", number).await;
    }
    let stop = CancellationToken::new();
    let running = tokio::spawn(node.outbox.clone().run(stop.clone()));
    let told = async {
        while post.came().len() < 9 {
            post.arrived.notified().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), told).await.expect("letters are told beside parcels");
    let taken = *silent.taken.lock().unwrap();
    assert!((1..=4).contains(&taken), "parcels have their part of the calls: {taken}");
    stop.cancel();
    running.abort();
});

store_contract!(however_many_kinds_there_are_their_calls_have_one_bound, |db| async move {
    let silent = ["parcel", "card", "telegram"].map(Silent::of);
    let deliveries = silent.iter().map(|silent| Arc::<Silent>::clone(silent) as Arc<dyn OutboxDelivery>).collect();
    let node = Node::with(db.store(), deliveries);
    for number in 0..30 {
        put(&db, &node.clock, ["parcel", "card", "telegram"][number % 3], 1).await;
    }
    let stop = CancellationToken::new();
    let running = tokio::spawn(node.outbox.clone().run(stop.clone()));
    let taken = || silent.iter().map(|silent| *silent.taken.lock().unwrap()).collect::<Vec<_>>();
    let all_have_some = async {
        while taken().contains(&0) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), all_have_some).await.expect("each kind is told");
    node.outbox.wake();
    let most = taken().iter().sum::<usize>();
    assert!(most <= outbox::AT_ONCE, "{most} calls at once");
    stop.cancel();
    running.abort();
});
