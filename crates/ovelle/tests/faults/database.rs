//! The database goes away and comes back: writes are refused, quickly, lines stay open and say so, and afterwards all is
//! as if nothing had been.

use std::time::Duration;

use testkit::{
    checker::Observation,
    db::{LockedOrders, end_connections},
    load::{Load, RunningLoad},
};

use crate::{
    cluster::{DEAF, MOVED, fault, fault_of_postgres, promise},
    form::{load, seed, span},
};

/// Recovery (docs/spec/promises.md, "Faults to inject").
const RECOVERED: Duration = Duration::from_secs(5);
/// A refusal comes within 2 s (docs/spec/promises.md, P6); this is for a machine with other work to do.
const REFUSED: Duration = Duration::from_secs(3);

/// How many watchers have lost a line since a moment.
fn lost_lines(running: &RunningLoad, since: Duration) -> usize {
    running.notes().iter().filter(|notes| notes.saw(since, |seen| matches!(seen, Observation::Lost { .. }))).count()
}

#[test]
fn all_connections_ended() {
    fault(&[], |cluster| async move {
        let running = load(701).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.0, 20.0)).await;
        let first = running.now();
        for _ in 0..4 {
            end_connections(&cluster.database_url).await;
            running.run_for(span(0.7, 7.0)).await;
        }
        let over = running.now();
        running.run_for(span(2.0, 20.0)).await;
        assert_eq!(lost_lines(&running, first), 0, "no line is closed for it");
        let name = "database connections ended";
        let verdict = cluster.judge(name, running).await;
        assert_eq!(verdict.answers.lost, 0, "every call is answered");
        promise(&format!("{name}: meanwhile"), &verdict, Duration::ZERO, MOVED, |arrival| arrival.answered < over);
        promise(&format!("{name}: after"), &verdict, over, DEAF, |arrival| arrival.answered >= over);
    });
}

#[test]
fn stopped_and_started() {
    fault_of_postgres(None, |cluster, mut postgres| async move {
        // Beats come where nothing else does: on the lines of orders that nobody reports.
        let quiet = Load { seed: seed(702), orders: 30, watchers: 90, ..Load::default() };
        let quiet = quiet.watch(&cluster.doors, &cluster.doors).await;
        let running = load(703).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.0, 20.0)).await;
        let (stopped, quiet_stopped) = (running.now(), quiet.now());
        postgres.stop_immediately();
        running.run_for(span(6.0, 10.0)).await;
        for node in &cluster.nodes {
            let ready = reqwest::get(format!("http://{}/readyz", node.address())).await.unwrap();
            assert_eq!(ready.status().as_u16(), 503, "a node without database is not ready");
        }
        postgres.start_again().await;
        let (back, quiet_back) = (running.now(), quiet.now());
        running.run_for(RECOVERED + span(3.0, 20.0)).await;
        assert_eq!((lost_lines(&running, stopped), lost_lines(&quiet, quiet_stopped)), (0, 0), "lines stay open");
        let beats = |delayed: bool, since: Duration| {
            quiet.notes().iter().filter(|notes| notes.saw(since, |seen| *seen == Observation::Beat { delayed })).count()
        };
        assert!(beats(true, quiet_stopped) > 0, "lines say that news may come late");
        assert!(beats(false, quiet_back + RECOVERED) > 0, "and afterwards that they do not");
        assert_eq!(beats(true, quiet_back + RECOVERED), 0);
        let verdict = cluster.judge("database stopped", running).await;
        let failed = verdict.answers.failed;
        assert!(failed.count > 0 && failed.p99 <= REFUSED + verdict.disk, "reports are refused, and quickly: {failed}");
        let first = verdict.arrivals.iter().map(|arrival| arrival.answered).filter(|answered| *answered >= back).min();
        let recovered = first.unwrap() - back;
        eprintln!("database stopped: the first report was answered {recovered:?} after the database was back");
        assert!(recovered <= RECOVERED + verdict.disk, "{recovered:?}");
        promise("database stopped: until all is shown", &verdict, back, RECOVERED, |_| true);
        promise("database stopped: afterwards", &verdict, Duration::ZERO, DEAF, |arrival| {
            arrival.answered >= back + RECOVERED
        });
    });
}

/// Somebody holds the orders, so that every connection of the pool waits and none is left.
#[test]
fn pool_exhausted() {
    fault(&[], |cluster| async move {
        let running = load(704).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.0, 20.0)).await;
        let held = running.now();
        let locked = LockedOrders::lock(&cluster.database_url).await;
        running.run_for(span(5.0, 10.0)).await;
        locked.release().await;
        let released = running.now();
        running.run_for(RECOVERED + span(2.0, 40.0)).await;
        assert_eq!(lost_lines(&running, held), 0, "lines stay open");
        let name = "pool exhausted";
        let verdict = cluster.judge(name, running).await;
        let failed = verdict.answers.failed;
        assert!(failed.count > 0 && failed.p99 <= REFUSED + verdict.disk, "reports are refused, and quickly: {failed}");
        assert_eq!(verdict.answers.lost, 0, "every call is answered");
        promise(&format!("{name}: until all is shown"), &verdict, released, RECOVERED, |_| true);
        promise(&format!("{name}: afterwards"), &verdict, Duration::ZERO, DEAF, |arrival| {
            arrival.answered >= released + RECOVERED
        });
    });
}
