//! Who reports: each report with its `eventId`, again and again until it is answered.

use std::time::Duration;

use domain::order::Status;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::{Client, Method, StatusCode, header::RETRY_AFTER};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use tokio_util::sync::CancellationToken;

use super::{NodeAddresses, Walk, hang_up::HangUp};
use crate::{
    app::CHAIN_KEY,
    checker::{CallAttempt, CallOutcome, StatusAttempts},
    kitchen::Registered,
};

/// How long a call may take before it counts as lost.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);
/// How long a connection is kept that nobody uses: nodes close it after a minute.
const KEPT: Duration = Duration::from_secs(30);
/// How long a report is reported again before it is given up.
const GIVEN_UP: Duration = Duration::from_secs(60);

/// A client for calls: it gives up after so long, and keeps its connections, though not for so long that one may be closed as
/// idle at the very moment at which it is used again.
pub(super) fn client(patience: Duration) -> Client {
    let client = Client::builder().timeout(patience).connect_timeout(Duration::from_secs(1)).pool_idle_timeout(KEPT);
    client.build().expect("a client without extras")
}

/// What it takes to report: nodes to call, a clock to note the moments, and chance.
#[derive(Debug)]
pub struct StatusReporter {
    begun: Instant,
    calls: NodeAddresses,
    http: Client,
    pub(super) chance: StdRng,
    /// How many of a hundred reports are sent first by a caller who hangs up.
    hang_ups: u32,
}

#[derive(Deserialize)]
struct StatusSetFields {
    seq: i64,
    status: i16,
    applied: bool,
}

impl StatusReporter {
    /// One that counts its moments from `begun`.
    #[must_use]
    pub fn new(begun: Instant, calls: NodeAddresses, seed: u64) -> Self {
        Self { begun, calls, http: client(TIMEOUT), chance: StdRng::seed_from_u64(seed), hang_ups: 0 }
    }

    /// Lets so many of a hundred reports hang up first.
    #[must_use]
    pub(super) fn hanging_up(self, hang_ups: u32) -> Self {
        Self { hang_ups, ..self }
    }

    /// Reports once, on a node.
    pub async fn try_once(&self, order: &str, fields: &Value, node: usize) -> CallAttempt {
        let sent = self.begun.elapsed();
        let path = format!("{}/api/dispatch/orders/{order}/status", self.calls.url(node));
        let call = self.http.post(path).bearer_auth(CHAIN_KEY).body(fields.to_string());
        let answer = match call.send().await {
            Ok(response) => read(response).await,
            Err(_) => CallOutcome::Lost,
        };
        CallAttempt { node, sent, took: self.begun.elapsed().saturating_sub(sent), answer }
    }

    /// Reports once, and hangs up soon after all is said; what was asked may be done or not.
    async fn try_and_leave(&mut self, order: &str, fields: &Value, node: usize) -> CallAttempt {
        let (sent, path) = (self.begun.elapsed(), format!("/api/dispatch/orders/{order}/status"));
        let (address, body) = (self.calls.address(node), fields.to_string());
        let bearer = format!("Bearer {CHAIN_KEY}");
        HangUp { address, path: &path, header: ("Authorization", &bearer), body: &body }.run(&mut self.chance).await;
        CallAttempt { node, sent, took: self.begun.elapsed().saturating_sub(sent), answer: CallOutcome::Left }
    }

    /// Any call, on any node; its HTTP status, none where no answer came.
    pub(super) async fn try_call(&mut self, method: Method, path: &str, body: &Value) -> Option<StatusCode> {
        let node = self.chance.random_range(0..self.calls.len());
        let call = self.http.request(method, format!("{}{path}", self.calls.url(node)));
        let answer = call.bearer_auth(CHAIN_KEY).body(body.to_string()).send().await;
        answer.ok().map(|response| response.status())
    }

    /// Calls again and again until it is answered with success.
    ///
    /// # Panics
    /// Where it is refused, or never answered.
    pub(super) async fn insist(&mut self, method: Method, path: &str, body: &Value) {
        let started = Instant::now();
        loop {
            match self.try_call(method.clone(), path, body).await {
                Some(status) if status.is_success() => return,
                Some(status) if status.is_client_error() => panic!("{path}: {status}"),
                _ => assert!(started.elapsed() < GIVEN_UP, "{path} is not answered"),
            }
            sleep(Duration::from_millis(self.chance.random_range(50..300))).await;
        }
    }

    /// Reports until it is answered with success or refused: on any node first, on the next one after each failure.
    pub async fn report(&mut self, order: &Registered, status: Status, event: Option<&str>) -> StatusAttempts {
        let mut report = StatusAttempts {
            order: order.id.parse().expect("an order's number"),
            status: status.number(),
            event: event.map(str::to_owned),
            attempts: Vec::new(),
        };
        let fields = json!({ "status": status.number(), "eventId": event, "note": "Kuorma." });
        let mut node = self.chance.random_range(0..self.calls.len());
        let started = Instant::now();
        if self.chance.random_range(0..100) < self.hang_ups {
            report.attempts.push(self.try_and_leave(&order.id, &fields, node).await);
        }
        while report.outcome().is_none() && started.elapsed() < GIVEN_UP {
            if !report.attempts.is_empty() {
                sleep(Duration::from_millis(self.chance.random_range(50..300))).await;
            }
            report.attempts.push(self.try_once(&order.id, &fields, node).await);
            node = (node + 1) % self.calls.len();
        }
        report
    }
}

async fn read(response: reqwest::Response) -> CallOutcome {
    let status = response.status();
    let retry_after = response.headers().contains_key(RETRY_AFTER);
    if status.is_server_error() {
        return CallOutcome::Failed { status: status.as_u16(), retry_after };
    }
    let Ok(bytes) = response.bytes().await else { return CallOutcome::Lost };
    if status.is_success() {
        // A body that is no answer is as good as none, and found by the row that is missing.
        return serde_json::from_slice::<StatusSetFields>(&bytes).map_or(CallOutcome::Lost, |set| CallOutcome::Set {
            seq: set.seq,
            status: set.status,
            applied: set.applied,
        });
    }
    let body: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    CallOutcome::Refused(body["messageCode"].as_str().unwrap_or_default().to_owned())
}

/// Somebody who reports some orders' statuses in turn, and waits for each answer.
pub(super) struct LoadDispatcher {
    reporter: StatusReporter,
    orders: Vec<(Registered, Walk)>,
    ends: u32,
    pause: Duration,
}

impl LoadDispatcher {
    pub(super) fn new<'a>(
        reporter: StatusReporter,
        orders: impl Iterator<Item = &'a Registered>,
        ends: u32,
        pause: Duration,
    ) -> Self {
        let orders = orders.map(|order| (order.clone(), Walk::begin())).collect();
        Self { reporter, orders, ends, pause }
    }

    /// Reports until it is told to stop, or all its orders are over.
    pub(super) async fn run(mut self, stop: CancellationToken) -> Vec<StatusAttempts> {
        let mut reports = Vec::new();
        let mut ticks = interval(self.pause);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !self.orders.is_empty() {
            tokio::select! {
                _ = ticks.tick() => {}
                () = stop.cancelled() => break,
            }
            let index = self.reporter.chance.random_range(0..self.orders.len());
            let (order, walk) = self.orders[index].clone();
            let Some(next) = walk.next(self.ends, &mut self.reporter.chance) else {
                self.orders.swap_remove(index);
                continue;
            };
            let event = format!("{:016x}", self.reporter.chance.random::<u64>());
            let report = self.reporter.report(&order, next, Some(&event)).await;
            if let Some(CallOutcome::Set { status, .. }) = report.outcome() {
                let at = Status::try_from(i64::from(*status)).expect("a status of the contract");
                self.orders[index].1 = Walk { at };
            }
            reports.push(report);
        }
        reports
    }
}
