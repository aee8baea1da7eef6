//! Who orders in the shop and pays: each call with its key, again and again until it is answered.

use std::time::Duration;

use deps::{Clock, SystemClock};
use jiff::{SignedDuration, tz::TimeZone};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::{Client, Response, StatusCode, header::RETRY_AFTER};
use serde_json::{Value, json};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use tokio_util::sync::CancellationToken;

use super::{NodeAddresses, dispatcher, hang_up::HangUp};
use crate::{
    checker::{KeyedAnswer, KeyedTry, WantedOrder},
    shop::{self, PAYING, PLACING},
};

/// How long a try may take before it counts as lost: a node answers after 6 s at the latest that another try goes on.
const TIMEOUT: Duration = Duration::from_secs(8);
/// How long a call is made again before it is given up.
const GIVEN_UP: Duration = Duration::from_secs(60);
/// So far ahead an order is wanted that no board shows it.
const AHEAD: SignedDuration = SignedDuration::from_hours(48);
const KEY: &str = "Idempotency-Key";
/// The code of a payment error that the provider does not answer.
const SILENT: u32 = 1_040_006;

/// Somebody who orders for one person after another.
pub(super) struct LoadShopper {
    begun: Instant,
    calls: NodeAddresses,
    http: Client,
    chance: StdRng,
    /// How many of a hundred calls are made first by a caller who hangs up.
    hang_ups: u32,
    /// What the people's addresses begin with.
    name: String,
}

/// A call that is made until it is answered.
struct RepeatedCall<'a> {
    path: &'static str,
    key: String,
    body: &'a Value,
}

impl LoadShopper {
    /// One of those of a load, by its seed.
    pub(super) fn new(begun: Instant, calls: NodeAddresses, hang_ups: u32, (seed, number): (u64, usize)) -> Self {
        let chance = StdRng::seed_from_u64(seed ^ (number as u64) << 40);
        Self { begun, calls, http: dispatcher::client(TIMEOUT), chance, hang_ups, name: format!("s{seed}-{number}") }
    }

    /// Orders and pays, over and over, until it is told to stop; what was begun is ended first.
    pub(super) async fn run(mut self, pause: Duration, stop: CancellationToken) -> Vec<WantedOrder> {
        let mut purchases = Vec::new();
        let mut ticks = interval(pause);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = stop.cancelled() => return purchases,
            }
            let purchase = self.purchase(purchases.len()).await;
            purchases.push(purchase);
        }
    }

    async fn purchase(&mut self, number: usize) -> WantedOrder {
        let email = format!("{}-{number}@ovelle.example", self.name);
        let mut order = shop::order(u32::try_from(number).unwrap_or(u32::MAX), &email);
        let day = SystemClock.now().checked_add(AHEAD).expect("a moment that can be written");
        order["preOrderTime"] = json!(day.to_zoned(TimeZone::UTC).strftime("%Y-%m-%d 12:00").to_string());
        let call = RepeatedCall { path: PLACING, key: format!("{}-{number}-place", self.name), body: &order };
        let (placing, placed) = self.insist(&call).await;
        let mut purchase = WantedOrder { email, placing, payment: Vec::new() };
        if let Some(placed) = placed {
            let payment = shop::payment(&placed);
            let call = RepeatedCall { path: PAYING, key: format!("{}-{number}-pay", self.name), body: &payment };
            purchase.payment = self.insist(&call).await.0;
        }
        purchase
    }

    /// Makes a call until it is answered with success or refused; with its answer.
    async fn insist(&mut self, call: &RepeatedCall<'_>) -> (Vec<KeyedTry>, Option<Value>) {
        let (mut tries, started) = (Vec::new(), Instant::now());
        let mut node = self.chance.random_range(0..self.calls.len());
        if self.chance.random_range(0..100) < self.hang_ups {
            tries.push(self.hang_up(call, node).await);
        }
        while started.elapsed() < GIVEN_UP {
            if !tries.is_empty() {
                sleep(Duration::from_millis(self.chance.random_range(50..300))).await;
            }
            let (made, body) = self.try_once(call, node).await;
            let is_over = matches!(made.answer, KeyedAnswer::Done(_) | KeyedAnswer::Refused(_));
            tries.push(made);
            if is_over {
                return (tries, body);
            }
            node = (node + 1) % self.calls.len();
        }
        (tries, None)
    }

    async fn hang_up(&mut self, call: &RepeatedCall<'_>, node: usize) -> KeyedTry {
        let (sent, body) = (self.begun.elapsed(), call.body.to_string());
        let header = (KEY, call.key.as_str());
        HangUp { address: self.calls.address(node), path: call.path, header, body: &body }.run(&mut self.chance).await;
        KeyedTry { sent, took: self.begun.elapsed().saturating_sub(sent), answer: KeyedAnswer::Left }
    }

    async fn try_once(&self, call: &RepeatedCall<'_>, node: usize) -> (KeyedTry, Option<Value>) {
        let sent = self.begun.elapsed();
        let asked = self.http.post(format!("{}{}", self.calls.url(node), call.path)).header(KEY, &call.key);
        let (answer, body) = match asked.json(call.body).send().await {
            Ok(response) => read(response, call.body).await,
            Err(_) => (KeyedAnswer::Lost, None),
        };
        (KeyedTry { sent, took: self.begun.elapsed().saturating_sub(sent), answer }, body)
    }
}

/// What an answer says: the order that was placed, or that this call has paid.
async fn read(response: Response, asked: &Value) -> (KeyedAnswer, Option<Value>) {
    let (status, retry_after) = (response.status(), response.headers().contains_key(RETRY_AFTER));
    if status.is_server_error() || status == StatusCode::CONFLICT && retry_after {
        return (KeyedAnswer::Failed { status: status.as_u16(), retry_after }, None);
    }
    let Ok(body) = response.json::<Value>().await else { return (KeyedAnswer::Lost, None) };
    if body["metadata"]["errorCode"] == SILENT {
        return (KeyedAnswer::Silent, None);
    }
    let is_done = status == StatusCode::CREATED || (status == StatusCode::OK && body["action"] == "completed");
    let order = body["orderId"].as_str().or(asked["orderId"].as_str()).and_then(|order| order.parse().ok());
    match order.filter(|_| is_done) {
        Some(order) => (KeyedAnswer::Done(order), Some(body)),
        None => (KeyedAnswer::Refused(body.to_string()), None),
    }
}
