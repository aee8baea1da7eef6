//! A whole city against a small server that keeps the dispatch part of the contract, and fails now and then.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may panic as tests do")]

mod server;

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use jiff::Timestamp;
use serde_json::json;
use server::{BOUGHT, Book, Server, Told};
use simulator::{City, CityError, CityKeys, CityOptions, OrdersUnderWay, WireOrderType};
use tokio_util::sync::CancellationToken;

/// A minute of the city in sixty milliseconds. A machine that cannot follow would never see the end of what it began.
const SPEED: f64 = 1_000.0;

/// A city whose clock moves on by a millisecond whenever somebody looks at it. Each city opens on another day.
fn options(url: String) -> CityOptions {
    static DAYS: AtomicI64 = AtomicI64::new(0);
    let start: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
    let day = DAYS.fetch_add(1, Ordering::Relaxed) * 24 * 60 * 60 * 1000;
    let looks = AtomicI64::new(start.as_millisecond() + day);
    let clock = move || Timestamp::from_millisecond(looks.fetch_add(1, Ordering::Relaxed)).unwrap();
    CityOptions {
        speed: SPEED,
        first_retry: Duration::from_millis(1),
        ..CityOptions::new(url, CityKeys::same("good-key"), Arc::new(clock))
    }
}

/// Lets a city live until so many of its orders have ended.
async fn live(url: String, server: &Server, orders: usize) -> OrdersUnderWay {
    live_until(url, server, |ended, _| ended.len() >= orders).await
}

/// Lets a city live until enough has happened.
async fn live_until(url: String, server: &Server, is_enough: impl Fn(&[Told], &Book) -> bool) -> OrdersUnderWay {
    live_as(options(url), server, is_enough).await
}

/// The same, as a city with these options.
async fn live_as(options: CityOptions, server: &Server, is_enough: impl Fn(&[Told], &Book) -> bool) -> OrdersUnderWay {
    let city = City::new(options).unwrap();
    let (running, stop) = (city.running(), CancellationToken::new());
    let mut count = server.ended.subscribe();
    let life = tokio::spawn(city.run(stop.clone()));
    loop {
        let ended = server.ended();
        if is_enough(&ended, &server.book.lock().unwrap()) {
            break;
        }
        count.changed().await.unwrap();
    }
    stop.cancel();
    life.await.unwrap().unwrap();
    running
}

/// Which orders end first is the machine's doing; that each of these comes is the plan's.
fn has_ended(ended: &[Told], statuses: &[i64]) -> bool {
    ended.iter().any(|told| told.statuses == statuses)
}

#[tokio::test]
async fn a_city_places_bakes_and_delivers() {
    let (url, server) = Server::start(0, None).await;
    let cancelled_aboard = |ended: &[Told]| ended.iter().any(|told| told.statuses.ends_with(&[6, 13]));
    let running = live_until(url, &server, |ended, _| {
        let is_varied = has_ended(ended, &[1, 13]) && has_ended(ended, &[1, 2, 3, 4, 5, 6, 7, 8, 11, 12]);
        ended.len() >= 60 && is_varied && cancelled_aboard(ended)
    })
    .await;
    let ended = server.ended();
    for told in &ended {
        let is_delivery = told.registration["orderType"] == "delivery";
        assert_eq!(told.registration["customer"]["streetAddress"].is_string(), is_delivery, "{told:?}");
        assert!(!told.registration["orderItems"].as_array().unwrap().is_empty());
        assert!(told.registration["orderItems"][0]["ingredients"][0]["ingredientID"].is_string());
        assert_eq!(told.statuses[0], 1, "{told:?}");
    }
    let drove = ended.iter().filter(|told| told.statuses.contains(&8)).count();
    assert!(drove > 20 && drove < ended.len(), "{drove}");
    {
        let book = server.book.lock().unwrap();
        assert!(
            book.orders.values().any(|told| told.registration["preOrderTime"].is_string()),
            "somebody orders ahead"
        );
        let travelled = ended.iter().filter(|told| told.statuses.contains(&8));
        for told in travelled {
            let batch = &book.batches[told.batch.as_ref().unwrap()];
            assert!(batch.has_departed, "whoever is on the way left in a batch: {told:?}");
        }
        let cancelled = ended.iter().filter(|told| told.statuses.ends_with(&[6, 13]));
        assert!(cancelled.into_iter().all(|told| told.batch.is_none()), "who is cancelled does not travel");
    }

    let listed = running.list();
    assert!(listed.iter().filter(|order| order.is_to_be_followed).count() <= 1);
    assert!(!listed.is_empty());
    assert!(listed.iter().all(|order| (0..12).contains(&order.status)), "{listed:?}");
    assert!(listed.iter().any(|order| order.order_type == WireOrderType::Delivery && order.status > 0));
    assert!(listed.iter().all(|order| order.tracking_url.contains(&order.order_id)));
}

#[tokio::test]
async fn cars_say_where_they_are() {
    let (url, server) = Server::start(0, None).await;
    let drove = |book: &Book| book.cars.values().map(|car| car.accepted.len()).sum::<usize>();
    live_until(url, &server, |ended, book| ended.len() >= 30 && drove(book) >= 20).await;
    let book = server.book.lock().unwrap();
    for (name, car) in &book.cars {
        assert_eq!(car.stale, 0, "each position is news");
        assert!(
            book.batches.values().any(|batch| batch.has_departed && batch.car == *name),
            "{name} has left in a batch"
        );
        for position in &car.accepted {
            let (lat, lng) = (position["lat"].as_f64().unwrap(), position["lng"].as_f64().unwrap());
            assert!((60.0..65.5).contains(&lat) && (22.0..26.0).contains(&lng), "{position}");
            assert!(position["speedKmh"].as_f64().unwrap() >= 0.0);
            assert!(position["headingDeg"].as_f64().is_none_or(|degrees| (0.0..=360.0).contains(&degrees)));
        }
    }
    let moves = |car: &&server::Car| car.accepted.windows(2).any(|pair| pair[0]["lat"] != pair[1]["lat"]);
    assert!(book.cars.values().any(|car| moves(&car)));
}

#[tokio::test]
async fn a_call_that_failed_is_made_again_and_counts_once() {
    let (url, server) = Server::start(3, None).await;
    live(url, &server, 40).await;
    assert!(server.book.lock().unwrap().again > 40, "the failures were met");
    for told in server.ended() {
        assert!(told.statuses.windows(2).all(|pair| pair[0] < pair[1] || pair == [9, 8]), "{told:?}");
    }
}

#[tokio::test]
async fn what_others_cancel_is_left_alone() {
    // Numbers that end with a five: some of them are bound to reach the oven.
    let (url, server) = Server::start(0, Some(("5", 3))).await;
    let running = live(url, &server, 40).await;
    let book = server.book.lock().unwrap();
    let cancelled: Vec<_> = book.orders.iter().filter(|(_, told)| told.statuses.ends_with(&[3, 13])).collect();
    assert!(cancelled.len() > 1);
    assert!(running.list().iter().all(|order| order.status < 12), "{:?}", running.list());
}

#[tokio::test]
async fn what_others_cancel_between_kitchen_and_car_does_not_hold_up_the_batch() {
    // Numbers that end with a one, at the counter: some of them are deliveries that others were to travel with.
    let (url, server) = Server::start(0, Some(("1", 4))).await;
    let left_behind = |told: &&Told| told.statuses.ends_with(&[4, 13]) && told.registration["orderType"] == "delivery";
    // Status 11 is a delivery that was delivered.
    let delivered = |told: &&Told| told.statuses.contains(&11);
    live_until(url, &server, |ended, _| {
        ended.iter().filter(delivered).count() > 10 && ended.iter().filter(left_behind).count() > 1
    })
    .await;
    let book = server.book.lock().unwrap();
    for (id, told) in book.orders.iter().filter(|(_, told)| left_behind(told)) {
        assert!(told.batch.is_none() && book.batches.values().all(|batch| !batch.stops.contains(id)), "{told:?}");
    }
}

#[tokio::test]
async fn what_an_earlier_run_left_open_is_ended_and_nothing_else() {
    let (url, server) = Server::start(0, None).await;
    live(url.clone(), &server, 5).await;
    let strangers = ["city-11-1-0", "another-1-1-0", "city-1"];
    let left: Vec<String> = {
        let mut book = server.book.lock().unwrap();
        let left = book.orders.iter().filter(|(_, told)| !told.is_over()).map(|(id, _)| id.clone()).collect();
        for id in strangers {
            let registration = serde_json::json!({ "restaurantId": "12", "orderType": "pickup" });
            book.orders.insert(id.to_owned(), Told { registration, ..Told::default() });
        }
        left
    };
    assert!(left.len() > 10, "a city leaves much behind: {}", left.len());
    live_until(url, &server, |_, book| left.iter().all(|id| book.orders[id].is_over())).await;
    let book = server.book.lock().unwrap();
    assert!(strangers.iter().all(|id| book.orders[*id].statuses.is_empty()), "others' orders are left alone");
    let ends: std::collections::BTreeSet<i64> = left.iter().map(|id| book.orders[id].status()).collect();
    assert!(ends.contains(&4) && ends.contains(&11), "{ends:?}");
    let alive = book.orders.iter().filter(|(id, told)| !left.contains(id) && !told.is_over()).count();
    assert!(alive > strangers.len() + 10, "the new run goes on: {alive}");
}

/// Orders that people bought themselves: to a door in Helsinki, to be fetched, and one that its shop elsewhere has named.
fn buy(server: &Server) -> [String; 3] {
    let customer = json!({ "phone": "040 123 4567", "coordinates": { "lat": 60.1741, "lng": 24.9536 } });
    let [door, counter] = ["delivery", "pickup"].map(|order_type| {
        let registration = json!({ "restaurantId": "12", "orderType": order_type, "customer": customer });
        (format!("{BOUGHT}{order_type}"), registration)
    });
    let elsewhere = ("my-first-order".to_owned(), door.1.clone());
    let mut book = server.book.lock().unwrap();
    [door, counter, elsewhere].map(|(id, registration)| {
        book.orders.insert(id.clone(), Told { registration, ..Told::default() });
        id
    })
}

#[tokio::test]
async fn what_people_buy_themselves_is_baked_and_brought() {
    let (url, server) = Server::start(3, None).await;
    let [door, counter, elsewhere] = buy(&server);
    let options = CityOptions { serves_guests: true, ..options(url) };
    let is_over = |book: &Book, id: &String| book.orders[id].status() == 12;
    live_as(options, &server, |_, book| is_over(book, &door) && is_over(book, &counter)).await;
    let book = server.book.lock().unwrap();
    let brought = &book.orders[&door];
    assert!(brought.statuses.starts_with(&[1, 2, 3, 4, 5, 6]) && brought.statuses.contains(&8), "{brought:?}");
    assert!(brought.statuses.ends_with(&[11, 12]), "{brought:?}");
    assert_eq!(book.orders[&counter].statuses, [1, 2, 3, 4, 12]);
    assert!(book.orders[&elsewhere].statuses.is_empty(), "whoever named it is its kitchen");
    let batch = &book.batches[brought.batch.as_ref().unwrap()];
    assert!(!book.cars[&batch.car].accepted.is_empty(), "its car is seen");
}

#[tokio::test]
async fn a_city_that_drives_another_s_server_leaves_guests_alone() {
    let (url, server) = Server::start(0, None).await;
    let bought = buy(&server);
    live(url, &server, 10).await;
    let book = server.book.lock().unwrap();
    assert!(bought.iter().all(|id| book.orders[id].statuses.is_empty()));
}

#[tokio::test]
async fn a_refused_key_ends_the_city() {
    let (url, _server) = Server::start(0, None).await;
    let options = CityOptions { keys: CityKeys::same("bad-key"), ..options(url) };
    let end = City::new(options).unwrap().run(CancellationToken::new()).await;
    assert!(matches!(end, Err(CityError::Key)), "{end:?}");
}

#[tokio::test]
async fn a_city_waits_for_its_server_and_stops_when_told() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let stop = CancellationToken::new();
    let life = tokio::spawn(City::new(options(url)).unwrap().run(stop.clone()));
    // Each connection is closed at once: two of them are a try and another.
    for _ in 0..2 {
        drop(listener.accept().await.unwrap());
    }
    stop.cancel();
    assert!(matches!(life.await.unwrap(), Ok(())));
}

#[tokio::test]
async fn only_web_addresses_are_servers() {
    for url in ["", "shop.example", "ftp://shop.example"] {
        assert!(matches!(City::new(options(url.to_owned())), Err(CityError::Address)), "{url}");
    }
}
