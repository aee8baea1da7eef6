//! A router outside: asked once for each leg, and no more often than it may be.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use axum::{Router, extract::Path, routing::get};
use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    store_contract,
    watcher::Watcher,
};
use tokio::sync::Semaphore;

use crate::live::watch;

/// A router that knows straight roads on which a kilometre takes three minutes.
struct Roads {
    url: String,
    asked: Arc<AtomicUsize>,
    /// As many as it may answer.
    answers: Arc<Semaphore>,
}

impl Roads {
    async fn start() -> Self {
        Self::start_with(Semaphore::MAX_PERMITS).await
    }

    async fn start_with(answers: usize) -> Self {
        let (asked, answers) = (Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(answers)));
        let (counted, allowed) = (Arc::clone(&asked), Arc::clone(&answers));
        let answer = move |Path(way): Path<String>| {
            counted.fetch_add(1, Ordering::SeqCst);
            let allowed = Arc::clone(&allowed);
            async move {
                allowed.acquire().await.unwrap().forget();
                route(&way).to_string()
            }
        };
        let router = Router::new().route("/route/v1/driving/{way}", get(answer));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, asked, answers }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    /// Until it has been asked.
    async fn is_asked(&self) {
        while self.asked() == 0 {
            tokio::task::yield_now().await;
        }
    }
}

fn route(way: &str) -> Value {
    let points: Vec<(f64, f64)> = way
        .split(';')
        .map(|point| point.split_once(',').map(|(lng, lat)| (lng.parse().unwrap(), lat.parse().unwrap())).unwrap())
        .collect();
    let metres = (points[0].1 - points[1].1).abs() * 111_300.0;
    let geometry = json!({ "type": "LineString", "coordinates": points });
    json!({ "code": "Ok", "routes": [{ "distance": metres, "duration": metres * 0.18, "geometry": geometry }] })
}

/// The next estimate; positions are passed over.
async fn estimate(watcher: &mut Watcher) -> Value {
    loop {
        let frame = watcher.frame().await;
        if frame["type"] == "estimate" {
            return frame["estimate"].clone();
        }
        assert_eq!(frame["type"], "position", "{frame}");
    }
}

async fn drive(app: &TestApp, watcher: &mut Watcher, north: f64, east: f64) {
    let place = (60.17 + north / 111_300.0, 24.94 + east / 55_370.0);
    app.kitchen().position("auto-1", place, deps::Clock::now(&app.clock)).await;
    watcher.expect("position").await;
}

/// An order four kilometres from a car that has left with it, and its watcher.
async fn on_the_road(app: &TestApp) -> Watcher {
    let kitchen = app.kitchen();
    let customer = json!({ "streetAddress": "Katu 1", "city": "Helsinki", "postalCode": "00100",
        "coordinates": { "lat": 60.17, "lng": 24.94 } });
    let order = kitchen.register(&json!({ "customer": customer })).await;
    let minutes = json!({ "estimatedMinutes": 40 });
    assert_eq!(kitchen.try_put_batch("b", "auto-1", &[&order.id], &minutes).await.status, 200);
    kitchen.depart("b").await;
    watch(app, &order).await
}

// spec: T-60
store_contract!(a_leg_is_routed_once_and_then_scaled, |db| async move {
    let roads = Roads::start().await;
    let app = Setup::default().flag(&format!("--router-url={}", roads.url)).start(&db).await;
    let mut watcher = on_the_road(&app).await;
    assert_eq!(roads.asked(), 0);
    drive(&app, &mut watcher, 4_000.0, 0.0).await;
    assert_eq!(estimate(&mut watcher).await["minutes"], 12);
    // Faster than the router believed: what is left of the line says so, without asking again.
    for (north, expected) in [(3_000.0, 9), (2_000.0, 6), (1_000.0, 3)] {
        app.clock.turn(SignedDuration::from_secs(30));
        drive(&app, &mut watcher, north, 100.0).await;
        let told = estimate(&mut watcher).await;
        assert_eq!((&told["minutes"], &told["basis"]), (&json!(expected), &json!("car")));
    }
    assert_eq!(roads.asked(), 1);
    // Off the line another way is asked for, but not so soon: until then the last word stands.
    app.clock.turn(SignedDuration::from_secs(90));
    drive(&app, &mut watcher, 2_000.0, 400.0).await;
    watcher.expect_silence().await;
    assert_eq!(roads.asked(), 1);
});

store_contract!(where_a_car_came_while_its_way_was_sought_is_reckoned_too, |db| async move {
    let roads = Roads::start_with(0).await;
    let app = Setup::default().flag(&format!("--router-url={}", roads.url)).start(&db).await;
    let mut watcher = on_the_road(&app).await;
    drive(&app, &mut watcher, 4_000.0, 0.0).await;
    roads.is_asked().await;
    app.clock.turn(SignedDuration::from_secs(30));
    drive(&app, &mut watcher, 3_000.0, 0.0).await;
    roads.answers.add_permits(1);
    assert_eq!(estimate(&mut watcher).await["minutes"], 12);
    assert_eq!(estimate(&mut watcher).await["minutes"], 9);
});

store_contract!(a_router_that_is_away_leaves_the_batchs_word, |db| async move {
    let app = Setup::default().flag("--router-url=http://127.0.0.1:9").start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.put_batch("b", "auto-1", &[&order.id]).await;
    kitchen.depart("b").await;
    let mut watcher = watch(&app, &order).await;
    drive(&app, &mut watcher, 4_000.0, 0.0).await;
    watcher.expect_silence().await;
    assert_ne!(crate::track(&app, &order).await["estimate"]["basis"], "car");
});
