//! Readers that do not read, among others that do.

use std::time::Duration;

use serde_json::json;
use testkit::{
    checker::{Answered, Press, Seen},
    load::{Load, Pace, Presser, Running},
};

use crate::{
    cluster::{CALM, Cluster, fault, promise},
    form::{load, seed},
};

/// How many watchers do not read, and how many of the same order do.
const SLEEPERS: usize = 8;
const AWAKE: usize = 8;
const NAP: Duration = Duration::from_secs(8);
/// Frames of 2 KiB: together more than a line and its socket hold.
const PRESSES: i64 = 200;

#[test]
fn are_closed_and_come_back_and_cost_nobody_anything() {
    fault(&[], |cluster| async move {
        let others = load(401).start(&cluster.doors, &cluster.doors).await;
        let naps = Pace::Naps { nap: NAP, buffer: 2 * 1024 };
        let watchers = SLEEPERS + AWAKE;
        let heavy = Load { seed: seed(402), orders: 1, watchers, others: (SLEEPERS, naps), ..Load::default() };
        let mut heavy = heavy.watch(&cluster.doors, &cluster.doors).await;
        let presses = press_heavily(&cluster, &heavy).await;
        heavy.add_presses(presses);
        heavy
            .until("all are up to date again", Duration::from_secs(40), |heavy| {
                heavy.notes().iter().all(|notes| notes.known() == Some(PRESSES))
            })
            .await;
        let closed = cluster.figure("ovelle_slow_lines_closed_total").await;
        eprintln!("slow readers: {closed} lines closed as too slow");
        assert!(closed >= SLEEPERS as f64, "who does not read is closed: {closed}");
        for (index, notes) in heavy.notes().iter().enumerate() {
            let was_lost = |seen: &Seen| matches!(seen, Seen::Lost { close: Some(4408) | None });
            let (came_back, slept) = (notes.saw(Duration::ZERO, was_lost), index < SLEEPERS);
            assert_eq!(came_back, slept, "only who slept has lost its line: {index}");
        }
        let verdict = cluster.judge("slow readers' order", heavy).await;
        promise("slow readers: who reads the same order", &verdict, Duration::ZERO, CALM, |arrival| {
            arrival.watcher >= SLEEPERS
        });
        let verdict = cluster.judge("slow readers' neighbours", others).await;
        promise("slow readers: who reads other orders", &verdict, Duration::ZERO, CALM, |_| true);
    });
}

/// One order goes to and fro, with as long a word to the customer as may be.
async fn press_heavily(cluster: &Cluster, running: &Running) -> Vec<Press> {
    let presser = Presser::new(running.begun(), cluster.doors.clone(), 403);
    let order = &running.orders()[0];
    let note = "🍕".repeat(500);
    let mut presses = Vec::new();
    for n in 1..=PRESSES {
        let (status, event) = (if n % 2 == 1 { 5 } else { 6 }, format!("heavy-{n}"));
        let fields = json!({ "status": status, "eventId": event, "note": note });
        let attempt = presser.try_once(&order.id, &fields, usize::from(n % 3 == 0)).await;
        assert_eq!(
            attempt.answer,
            Answered::Set { seq: n, status, applied: true },
            "presses are answered all the while"
        );
        let order = order.id.parse().unwrap();
        presses.push(Press { order, status, event: Some(event), attempts: vec![attempt] });
    }
    presses
}
