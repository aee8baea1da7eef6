//! Two dispatchers on one order, each on a node of its own: same reports, racing reports, reports with `ifSeq`.

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};
use serde_json::{Value, json};
use testkit::{
    checker::{CallOutcome, StatusAttempts},
    kitchen::Registered,
    load::{Load, StatusReporter},
};

use crate::{
    cluster::{CALM, fault, promise},
    form::{either, seed},
};

/// The statuses between which an order may go to and fro for ever.
const TO_AND_FRO: [i16; 2] = [5, 6];

struct Race {
    reporter: StatusReporter,
    order: Registered,
    /// Where the order stands.
    seq: i64,
    chance: StdRng,
    reports: Vec<StatusAttempts>,
}

impl Race {
    fn stands_at(&self) -> i16 {
        TO_AND_FRO[usize::from(self.seq % 2 == 0)]
    }

    fn next(&self) -> i16 {
        TO_AND_FRO[usize::from(self.seq % 2 == 1)]
    }

    fn event(&mut self) -> String {
        format!("{:016x}", self.chance.random::<u64>())
    }

    /// All of these at once, each on its node; how many were applied.
    async fn at_once(&mut self, calls: Vec<(usize, Value)>) -> usize {
        let attempts = futures_util::future::join_all(
            calls.iter().map(|(node, fields)| self.reporter.try_once(&self.order.id, fields, *node)),
        );
        let mut applied = 0;
        for (attempt, (_, fields)) in attempts.await.into_iter().zip(&calls) {
            applied += usize::from(matches!(attempt.answer, CallOutcome::Set { applied: true, .. }));
            let status = i16::try_from(fields["status"].as_i64().unwrap()).unwrap();
            let event = fields["eventId"].as_str().map(str::to_owned);
            let known = self.reports.iter_mut().find(|report| report.event.is_some() && report.event == event);
            match known {
                Some(report) => report.attempts.push(attempt),
                None => {
                    let order = self.order.id.parse().unwrap();
                    self.reports.push(StatusAttempts { order, status, event, attempts: vec![attempt] });
                }
            }
        }
        applied
    }

    async fn round(&mut self, kind: usize) {
        let (status, event, other) = (self.next(), self.event(), self.event());
        let seq = self.seq;
        let calls = match kind {
            // The same report, on both nodes, and again.
            0 => {
                let same = json!({ "status": status, "eventId": event });
                (0..5).map(|n| (n % 2, same.clone())).collect()
            }
            // Two people report the same button.
            1 => [&event, &other]
                .into_iter()
                .enumerate()
                .map(|(node, event)| (node, json!({ "status": status, "eventId": event })))
                .collect(),
            // Two people report, each believing that the order stands where it does.
            2 => [&event, &other]
                .into_iter()
                .enumerate()
                .map(|(node, event)| (node, json!({ "status": status, "eventId": event, "ifSeq": seq })))
                .collect(),
            // Reports from long ago come again, shuffled, beside a new one.
            _ => {
                let mut old: Vec<Value> = self
                    .reports
                    .iter()
                    .filter(|report| report.is_applied())
                    .map(|report| json!({ "status": report.status, "eventId": report.event }))
                    .collect();
                old.shuffle(&mut self.chance);
                old.truncate(4);
                old.push(json!({ "status": status, "eventId": event }));
                old.shuffle(&mut self.chance);
                old.into_iter().enumerate().map(|(n, fields)| (n % 2, fields)).collect()
            }
        };
        assert_eq!(self.at_once(calls).await, 1, "exactly one of them is applied (kind {kind}, at seq {seq})");
        self.seq += 1;
        // Who still believes in the old number is told where the order stands now.
        let late = json!({ "status": self.next(), "eventId": self.event(), "ifSeq": seq });
        assert_eq!(self.at_once(vec![(kind % 2, late)]).await, 0);
        assert_eq!(self.stands_at(), status);
    }
}

#[test]
fn exactly_one_of_racing_presses_is_applied() {
    fault(&[], |cluster| async move {
        let seed = seed(501);
        let (orders, watchers, rounds) = either((6, 24, 24), (100, 400, 100));
        let load = Load { seed, orders, watchers, ..Load::default() };
        let mut running = load.watch(&cluster.doors, &cluster.doors).await;
        let races = running.orders().to_vec().into_iter().enumerate().map(|(n, order)| {
            let (begun, doors) = (running.begun(), cluster.doors.clone());
            tokio::spawn(async move {
                let reporter = StatusReporter::new(begun, doors, seed);
                let chance = StdRng::seed_from_u64(seed + n as u64);
                let mut race = Race { reporter, order, seq: 0, chance, reports: Vec::new() };
                // To where the order may go to and fro.
                assert_eq!(race.at_once(vec![(0, json!({ "status": 5, "eventId": "first" }))]).await, 1);
                race.seq = 1;
                for round in 0..rounds {
                    race.round((round + n) % 4).await;
                }
                race.reports
            })
        });
        for race in races.collect::<Vec<_>>() {
            running.add_reports(race.await.unwrap());
        }
        let verdict = cluster.judge("two dispatchers", running).await;
        assert_eq!(verdict.committed, orders * (rounds + 1));
        promise("two dispatchers", &verdict, std::time::Duration::ZERO, CALM, |_| true);
    });
}
