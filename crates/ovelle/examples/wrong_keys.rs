//! Whether the clock tells a wrong key from an unknown order: the medians must lie within a millisecond of each other
//! (docs/spec/promises.md, "Guest tracking"). A figure, so it wants a machine that does nothing else:
//!
//! ```sh
//! scripts/with-services cargo run --release -p ovelle --example wrong_keys
//! ```

#![expect(clippy::print_stdout, reason = "what was measured")]

use std::time::{Duration, Instant};

use serde_json::json;
use testkit::{
    app::{Setup, TestApp},
    db::{self, DatabaseKind},
    kitchen::Registered,
    watcher::Watcher,
};
use tracking::Limits;

/// Calls of each kind.
const CALLS: usize = 2_000;
/// How far the medians may lie from each other.
const MOST: Duration = Duration::from_millis(1);

async fn took(app: &TestApp, id: &str) -> Duration {
    let path = app.url(&format!("/api/commerce/v2/order-tracking/{id}/0123456789abcdefghij"));
    let began = Instant::now();
    let response = app.http.get(path).send().await.expect("the server answers");
    assert_eq!(response.status(), 404);
    let _body = response.bytes().await.expect("an answer comes whole");
    began.elapsed()
}

async fn measure(db: db::TestDb) {
    let limits = Limits { wrong_keys_per_minute: u32::MAX, ..Limits::default() };
    let app = Setup::default().limits(limits).start(&db).await;
    let mut orders: Vec<Registered> = Vec::new();
    for _ in 0..100 {
        orders.push(app.kitchen().register(&json!({})).await);
    }
    let watched = orders.pop().expect("an order");
    let mut watcher = Watcher::open(&app).await;
    watcher.subscribe(&watched, None).await;
    watcher.expect("subscribed").await;

    let kinds = ["wrong key", "wrong key, watched order", "unknown order", "no number"];
    let mut times = kinds.map(|_| Vec::with_capacity(CALLS));
    for call in 0..CALLS {
        let ids = [orders[call % orders.len()].id.as_str(), &watched.id, &format!("{}", 900_000 + call), "abc"];
        for (times, id) in times.iter_mut().zip(ids) {
            times.push(took(&app, id).await);
        }
    }
    let medians = times.map(|mut times| {
        times.sort_unstable();
        times[CALLS / 2]
    });
    println!("{:?}, {CALLS} calls of each kind, median:", db.kind());
    for (kind, median) in kinds.iter().zip(medians) {
        println!("  {kind:<26} {median:>10.1?}");
    }
    let spread = medians.iter().max().zip(medians.iter().min()).map_or(Duration::ZERO, |(most, least)| *most - *least);
    assert!(spread <= MOST, "the medians lie {spread:?} from each other");
    println!("  within {spread:.1?}");
}

fn main() {
    for kind in [DatabaseKind::Sqlite, DatabaseKind::Postgres] {
        db::run(kind, measure);
    }
}
