//! Redis is only the bell: whatever becomes of it, every status is shown, soon.

use std::time::Duration;

use testkit::load::RunningLoad;

use crate::{
    cluster::{CALM, Cluster, DEAF, Judged, fault, promise},
    form::{load, span},
};

/// Every status came as soon as with a bus that is down; those that were answered before and after the fault as soon as
/// with one that is there.
async fn judge(cluster: &Cluster, name: &str, running: RunningLoad, fault: (Duration, Duration)) {
    let verdict = cluster.judge(name, running).await;
    assert_undisturbed(name, &verdict);
    promise(&format!("{name}: before"), &verdict, Duration::ZERO, CALM, |arrival| {
        arrival.seen.is_some_and(|seen| seen < fault.0)
    });
    promise(&format!("{name}: in the fault"), &verdict, Duration::ZERO, DEAF, |arrival| {
        (fault.0..fault.1).contains(&arrival.answered)
    });
    promise(&format!("{name}: after"), &verdict, Duration::ZERO, CALM, |arrival| arrival.answered >= fault.1);
}

/// No answer waits for Redis.
fn assert_undisturbed(name: &str, verdict: &Judged) {
    let answers = verdict.answers;
    assert_eq!((answers.failed.count, answers.lost), (0, 0), "{name}: every report succeeds at once");
    assert!(answers.answered.p99 <= Duration::from_secs(2) + verdict.disk, "{name}: reports {}", answers.answered);
}

/// When the bus may be counted on again after it is back: it was found down by a PING, and is tried every second.
const BACK: Duration = Duration::from_secs(3);

#[test]
fn killed_and_restarted() {
    fault(&[], |mut cluster| async move {
        let running = load(101).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.5, 20.0)).await;
        let killed = running.now();
        cluster.redis().kill();
        running.run_for(span(3.0, 60.0)).await;
        cluster.redis().restart().await;
        running.run_for(BACK).await;
        let back = running.now();
        running.run_for(span(1.5, 20.0)).await;
        judge(&cluster, "Redis killed", running, (killed, back)).await;
    });
}

#[test]
fn flushed() {
    fault(&[], |mut cluster| async move {
        let running = load(102).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.0, 20.0)).await;
        let flushed = running.now();
        for _ in 0..3 {
            cluster.redis().cli::<()>(&["FLUSHALL"]).await;
            running.run_for(span(0.5, 10.0)).await;
        }
        let over = running.now();
        running.run_for(span(1.0, 20.0)).await;
        judge(&cluster, "Redis flushed", running, (flushed, over)).await;
    });
}

#[test]
fn paused() {
    fault(&[], |mut cluster| async move {
        let running = load(103).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.5, 20.0)).await;
        let paused = running.now();
        cluster.redis().pause();
        running.run_for(span(4.0, 10.0)).await;
        cluster.redis().resume();
        running.run_for(BACK).await;
        let back = running.now();
        running.run_for(span(1.5, 20.0)).await;
        judge(&cluster, "Redis paused", running, (paused, back)).await;
    });
}

/// It does not come back while the load runs, and its connections stay open all the while.
#[test]
fn frozen() {
    fault(&[], |mut cluster| async move {
        let running = load(106).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.0, 20.0)).await;
        let frozen = running.now();
        cluster.redis().pause();
        running.run_for(span(5.0, 60.0)).await;
        let verdict = cluster.judge("Redis frozen", running).await;
        cluster.redis().resume();
        assert_undisturbed("Redis frozen", &verdict);
        promise("Redis frozen: before", &verdict, Duration::ZERO, CALM, |arrival| {
            arrival.seen.is_some_and(|seen| seen < frozen)
        });
        promise("Redis frozen: in the fault", &verdict, Duration::ZERO, DEAF, |arrival| arrival.answered >= frozen);
    });
}

#[test]
fn subscribers_cut() {
    fault(&[], |mut cluster| async move {
        let running = load(104).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.0, 20.0)).await;
        let cut = running.now();
        for _ in 0..5 {
            cluster.redis().cli::<i64>(&["CLIENT", "KILL", "TYPE", "pubsub"]).await;
            running.run_for(span(0.6, 6.0)).await;
        }
        running.run_for(BACK).await;
        let over = running.now();
        running.run_for(span(1.5, 20.0)).await;
        judge(&cluster, "Redis subscribers cut", running, (cut, over)).await;
    });
}

#[test]
fn down_all_along() {
    fault(&[], |mut cluster| async move {
        cluster.redis().kill();
        let running = load(105).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(6.0, 60.0)).await;
        let verdict = cluster.judge("Redis down", running).await;
        assert_undisturbed("Redis down", &verdict);
        promise("Redis down", &verdict, Duration::ZERO, DEAF, |_| true);
    });
}
