//! The city as a newcomer finds it, a few seconds after a real server was told of it.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use deps::{Clock, SystemClock};
use jiff::{SignedDuration, Timestamp};
use reqwest::Client;
use serde_json::Value;
use simulator::{City, CityKeys, CityOptions, RunningOrder, preview_orders};
use testkit::{app::CHAIN_KEY, process::NodeSetup};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::{PATIENCE, key_of, truth::SHOPS};

const SEED: u64 = 7;

async fn get(client: &Client, url: String) -> Option<Value> {
    let answer = client.get(url).bearer_auth(CHAIN_KEY).send().await.unwrap();
    if answer.status().is_success() { Some(answer.json().await.unwrap()) } else { None }
}

#[tokio::test]
async fn a_newcomer_finds_a_car_two_minutes_from_a_door_and_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("ovelle.db").display());
    let node = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), &database).start().await;
    let url = format!("http://{}", node.address());
    let opened: Arc<OnceLock<Timestamp>> = Arc::default();
    let clock = {
        let opened = Arc::clone(&opened);
        Arc::new(move || {
            let now = SystemClock.now();
            opened.get_or_init(|| now);
            now
        })
    };
    let options = CityOptions { seed: SEED, ..CityOptions::new(url.clone(), CityKeys::same(CHAIN_KEY), clock) };
    let city = City::new(options).unwrap();
    let (running, stop) = (city.running(), CancellationToken::new());
    let life = tokio::spawn(city.run(stop.clone()));
    let client = Client::new();

    let mut look = tokio::time::interval(Duration::from_millis(50));
    let found = async {
        loop {
            look.tick().await;
            assert!(!life.is_finished());
            let Some(order) = running.list().into_iter().find(|order| order.is_to_be_followed) else { continue };
            let tracking = format!("{url}/api/commerce/v2/order-tracking/{}/{}", order.order_id, key_of(&order));
            let payload = get(&client, tracking.clone()).await.unwrap();
            let car = get(&client, format!("{tracking}/car-location")).await;
            if payload["orderInfo"]["status"] == 8 && payload["estimate"]["basis"] == "car" && car.is_some() {
                return (order, payload);
            }
        }
    };
    let (order, payload) = timeout(PATIENCE, found).await.expect("its car is on the road");
    let RunningOrder { arrives_at: Some(arrives_at), .. } = order else { panic!("{order:?}") };
    let estimate = &payload["estimate"];
    let made_at: Timestamp = estimate["at"].as_str().unwrap().parse().unwrap();
    let after = |minutes: &Value| made_at + SignedDuration::from_mins(minutes.as_i64().unwrap());
    assert!(estimate["minutes"].as_i64().unwrap() <= 3, "{estimate}");
    assert!((after(&estimate["from"])..=after(&estimate["to"])).contains(&arrives_at), "{estimate}, {arrives_at}");
    assert_eq!(payload["stopsBefore"], 0);

    let planned = preview_orders(SEED, SHOPS, *opened.get().unwrap(), 0);
    let rows = async {
        loop {
            look.tick().await;
            let mut rows = Vec::new();
            for restaurant in ["12", "14", "17", "21", "23", "26", "31", "42", "53"] {
                let query = format!("{url}/api/dispatch/orders?restaurantId={restaurant}&open=1");
                let listed = get(&client, query).await.unwrap();
                rows.extend(listed["orders"].as_array().unwrap().clone());
            }
            // What is under way is told at once, each to where it stands.
            let stands = |status: i64| rows.iter().filter(|row| row["status"] == status).count();
            if (1..=3).all(|status| stands(status) > 0) && stands(8) > 1 {
                return rows;
            }
        }
    };
    let rows = timeout(PATIENCE, rows).await.expect("it is told");
    for row in rows {
        let name = row["externalId"].as_str().unwrap();
        let number: u64 = name.rsplit_once('-').unwrap().1.parse().unwrap();
        let is_hasty = planned.iter().any(|order| order.number == number && order.is_hasty);
        assert!(!row["late"].as_bool().unwrap() || is_hasty, "{row}");
    }
    stop.cancel();
    life.await.unwrap().unwrap();
}
