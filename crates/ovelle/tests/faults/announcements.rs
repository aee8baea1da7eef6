//! What was committed and not announced, or announced and not heard: the sweep finds it.

use std::time::Duration;

use deps::{Clock, SystemClock};
use domain::{
    Actor, Reach,
    ids::OrderId,
    order::{Source, Status, StatusReport},
};
use jiff::SignedDuration;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use store::{Append, Store};
use testkit::{
    checker::{CallAttempt, CallOutcome, StatusAttempts},
    load::{Load, RunningLoad, Walk},
};
use tokio::{
    task::JoinSet,
    time::{Instant, interval},
};

use crate::{
    cluster::{CALM, DEAF, fault, fault_of_the_bell, promise},
    form::{either, load, seed, span},
    record,
};

/// Of the messages between nodes some are lost, then all of them, the last ones too.
#[test]
fn messages_lost() {
    fault_of_the_bell(801, |cluster, bell| async move {
        let running = load(802).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.0, 20.0)).await;
        let first = running.now();
        bell.lose(0.3);
        running.run_for(span(4.0, 60.0)).await;
        bell.lose(1.0);
        let all = running.now();
        running.run_for(span(3.0, 30.0)).await;
        let verdict = cluster.judge("messages lost", running).await;
        record::note("messages lost", bell.lost());
        assert!(bell.lost() > 50, "{} messages were lost", bell.lost());
        assert_eq!((verdict.answers.failed.count, verdict.answers.lost), (0, 0), "no report notices");
        promise("messages lost: before", &verdict, Duration::ZERO, CALM, |arrival| {
            arrival.seen.is_some_and(|seen| seen < first)
        });
        promise("messages lost: some of them", &verdict, Duration::ZERO, DEAF, |arrival| {
            (first..all).contains(&arrival.answered)
        });
        promise("messages lost: all, to the last", &verdict, Duration::ZERO, DEAF, |arrival| arrival.answered >= all);
    });
}

/// As by nodes that die between commit and announcement, each time.
#[test]
fn committed_and_never_announced() {
    fault(&[], |cluster| async move {
        let seed = seed(803);
        let (orders, watchers) = either((60, 180), (2_000, 2_000));
        let silent = Load { seed, orders, watchers, boards: 2, ..Load::default() };
        let mut silent = silent.watch(&cluster.doors, &cluster.doors).await;
        let reports = commit_silently(&cluster.store, &silent, seed, either(40.0, 200.0), span(6.0, 90.0)).await;
        silent.add_reports(reports);
        let verdict = cluster.judge("never announced", silent).await;
        promise("never announced", &verdict, Duration::ZERO, DEAF, |_| true);
    });
}

/// Hands at work at a time.
const HANDS: usize = 8;

/// Commits statuses, so many a second, of which no node is told.
async fn commit_silently(
    store: &Store,
    running: &RunningLoad,
    seed: u64,
    rate: f64,
    span: Duration,
) -> Vec<StatusAttempts> {
    let (begun, until) = (running.begun(), Instant::now() + span);
    let mut hands = JoinSet::new();
    for hand in 0..HANDS {
        let mine = running.orders().iter().skip(hand).step_by(HANDS);
        let mut orders: Vec<(i64, Walk)> = mine.map(|order| (order.id.parse().unwrap(), Walk::begin())).collect();
        let (store, mut chance) = (store.clone(), StdRng::seed_from_u64(seed + hand as u64));
        hands.spawn(async move {
            let mut ticks = interval(Duration::from_secs_f64(HANDS as f64 / rate));
            let mut reports = Vec::new();
            while !orders.is_empty() && Instant::now() < until {
                ticks.tick().await;
                let index = chance.random_range(0..orders.len());
                let (order, walk) = orders[index];
                let Some(status) = walk.next(2, &mut chance) else {
                    orders.swap_remove(index);
                    continue;
                };
                let event = format!("{:016x}", chance.random::<u64>());
                reports.push(commit(&store, begun, order, status, event).await);
                orders[index].1 = Walk { at: status };
            }
            reports
        });
    }
    hands.join_all().await.into_iter().flatten().collect()
}

async fn commit(store: &Store, begun: Instant, order: i64, status: Status, event: String) -> StatusAttempts {
    let sent = begun.elapsed();
    let append = Append {
        order: OrderId(order),
        report: StatusReport::of(status),
        event_id: Some(event.clone()),
        occurred_at: None,
        note: Some("Kuorma.".to_owned()),
        staff_note: None,
        source: Source::Kitchen,
        actor: Actor::key("chain"),
        reach: Reach::all(),
        now: SystemClock.now(),
        ttl: SignedDuration::from_hours(24),
    };
    let appended = store.orders().append(append).await.unwrap();
    let applied = appended.applied.is_some();
    let answer = CallOutcome::Set { seq: appended.seq.0, status: appended.status.number(), applied };
    // It was not sent to any node; the first stands for none.
    let attempt = CallAttempt { node: 0, sent, took: begun.elapsed().saturating_sub(sent), answer };
    StatusAttempts { order, status: status.number(), event: Some(event), attempts: vec![attempt] }
}
