//! Whatever happens, a page that keeps what it is told comes to show what the database says.

use std::{collections::BTreeMap, time::Duration};

use deps::Clock;
use domain::{board::Window, ids::RestaurantId, presence::Presence};
use jiff::SignedDuration;
use protocol::payload::BoardOrder;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    board::{BoardPage, STAFF_FLAG, STAFF_TOKEN},
    db::TestDb,
    store_contract,
    watcher::Watcher,
};
use tracking::Limits;

/// What the board of some restaurants is to show.
async fn truth(app: &TestApp, db: &TestDb, restaurants: &[i64]) -> BTreeMap<String, Value> {
    let restaurants: Vec<_> = restaurants.iter().copied().map(RestaurantId).collect();
    let (now, nobody) = (app.clock.now(), Presence::default());
    let rows = db.boards().shown(&restaurants, &Window::of_today(now), 10_000).await.unwrap();
    rows.iter().map(|row| (row.id.to_string(), json!(BoardOrder::new(row, &nobody, now)))).collect()
}

/// Makes something happen: an order comes, changes, or time passes.
async fn happen(app: &TestApp, chance: &mut StdRng, orders: &mut Vec<String>) {
    let kitchen = app.kitchen();
    match chance.random_range(0..20) {
        0..6 => {
            let due = app.clock.now() + SignedDuration::from_mins(chance.random_range(-30..900));
            let restaurant = if chance.random_bool(0.5) { "12" } else { "14" };
            // Long enough that a page which does not read is soon not written to.
            let fields = json!({ "restaurantId": restaurant, "promisedAt": due.to_string(),
                                 "customer": { "name": "n".repeat(400), "streetAddress": "Vilhonkatu 4",
                                               "postalCode": "00100", "city": "Helsinki" } });
            orders.push(kitchen.register(&fields).await.id);
        }
        6..18 if !orders.is_empty() => {
            let order = &orders[chance.random_range(0..orders.len())];
            let status = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13][chance.random_range(0..11)];
            // Many are refused: what may follow what is not the point here.
            kitchen.try_report_status(order, &json!({ "status": status, "note": "Sana." })).await;
        }
        18 => app.clock.turn(SignedDuration::from_mins(chance.random_range(1..8))),
        _ => {}
    }
}

store_contract!(what_a_page_was_told_is_what_the_database_says, |db| async move {
    let limits = Limits {
        live: live::LiveLimits { stuck_write: Duration::from_secs(60), ..live::LiveLimits::default() },
        ..Limits::default()
    };
    let app = Setup::default().flag(STAFF_FLAG).limits(limits).start(&db).await;
    let mut chance = StdRng::seed_from_u64(11);
    let mut orders = Vec::new();
    for _ in 0..40 {
        happen(&app, &mut chance, &mut orders).await;
    }
    let (all, here) = ([12, 14], [12]);
    let mut quick = BoardPage::open(&app, STAFF_TOKEN, &["12", "14"]).await;
    let mut slow = BoardPage::open_on(Watcher::open_narrow(&app).await, STAFF_TOKEN, &["12", "14"]).await;
    let mut of_one = BoardPage::open(&app, STAFF_TOKEN, &["12"]).await;
    assert_eq!(quick.rows, truth(&app, &db, &all).await);
    for _ in 0..5 {
        for _ in 0..60 {
            happen(&app, &mut chance, &mut orders).await;
        }
        let now_true = truth(&app, &db, &all).await;
        quick.read_until(|rows| *rows == now_true).await;
    }
    // Meanwhile the slow one was told less often, and comes to the same.
    for page in [&mut slow, &mut quick] {
        let now_true = truth(&app, &db, &all).await;
        page.read_until(|rows| *rows == now_true).await;
        page.line.expect_silence().await;
    }
    assert!(slow.frames < quick.frames, "{} frames against {}", slow.frames, quick.frames);
    let now_true = truth(&app, &db, &here).await;
    of_one.read_until(|rows| *rows == now_true).await;
    let late = quick.rows.values().filter(|row| row["late"] == true).count();
    assert!(late > 0 && late < quick.rows.len(), "some are late, others are not");
    assert!(quick.rows.len() < orders.len(), "some have left, or are not due today");
});
