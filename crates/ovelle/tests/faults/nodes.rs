//! A node dies, freezes, leaves.

use std::time::Duration;

use testkit::{
    checker::{CallOutcome, Observation},
    load::{Load, Pace, RunningLoad, StatusReporter},
    process::NodeSetup,
};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Error, client::IntoClientRequest},
};

use crate::{
    cluster::{CALM, DEAF, MOVED, fault, fault_on, promise},
    form::{either, is_long, load, span},
    record,
};

/// A client may have tried the other node a few times before it comes back.
const COME_BACK: Duration = Duration::from_secs(20);

#[test]
fn killed() {
    fault(&[], |mut cluster| async move {
        let mut running = load(201).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.5, 20.0)).await;
        cluster.nodes[0].kill();
        let killed = running.now();
        running
            .until("all watchers stand on the other node", COME_BACK, |running| {
                running.notes().iter().all(|notes| notes.has_ended() || notes.stands_on() == Some(1))
            })
            .await;
        eprintln!("a node killed: all were back after {:?}", running.now() - killed);
        running.run_for(span(2.0, 30.0)).await;
        cluster.restart(0).await;
        let restarted = running.now();
        for _ in 0..30 {
            running.add_watcher(202, &cluster.doors, Pace::Steady);
        }
        running.run_for(span(2.0, 30.0)).await;
        let verdict = cluster.judge("a node killed", running).await;
        promise("a node killed: who was on it", &verdict, killed, MOVED, |arrival| {
            arrival.node == 0 && arrival.answered < restarted && arrival.seen.is_none_or(|seen| seen >= killed)
        });
        promise("a node killed: who was not", &verdict, Duration::ZERO, DEAF, |arrival| {
            arrival.node == 1 && arrival.was_up && arrival.answered < restarted
        });
        promise("a node killed: restarted", &verdict, Duration::ZERO, CALM, |arrival| arrival.answered >= restarted);
    });
}

#[test]
fn frozen() {
    fault(&[], |cluster| async move {
        let running = load(203).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.5, 20.0)).await;
        let frozen = running.now();
        cluster.nodes[0].signal("STOP");
        // Longer than a caller waits, so that some give up.
        running.run_for(span(6.5, 60.0)).await;
        cluster.nodes[0].signal("CONT");
        let thawed = running.now();
        running.run_for(span(3.0, 20.0)).await;
        let verdict = cluster.judge("a node frozen", running).await;
        assert!(verdict.answers.lost > 0, "some called the frozen node");
        // Nobody can know before two beats have passed that a node is frozen and not silent. In the short form it comes
        // back before that, and must catch up; in the long one its watchers have left it.
        if is_long() {
            promise("a node frozen: who left it", &verdict, Duration::ZERO, Duration::from_secs(45), |arrival| {
                (frozen..thawed).contains(&arrival.answered)
            });
        }
        promise("a node frozen: who was on it", &verdict, thawed, MOVED, |arrival| {
            arrival.node == 0 && (frozen..thawed).contains(&arrival.answered)
        });
        promise("a node frozen: who was not", &verdict, Duration::ZERO, DEAF, |arrival| {
            arrival.node == 1 && arrival.was_up
        });
        promise("a node frozen: afterwards", &verdict, thawed, DEAF, |arrival| arrival.answered >= thawed);
    });
}

/// A node's watchers have moved, and how many come back in a second at most (docs/spec/promises.md, P8).
const ALL_MOVED: Duration = Duration::from_secs(45);
const MOST_BACK: usize = 1_000;

/// The most lines that were opened in one second after each watcher's first.
fn most_in_a_second(running: &RunningLoad) -> usize {
    let mut by_second = std::collections::BTreeMap::<u64, usize>::new();
    for notes in running.notes() {
        let log = notes.log();
        let subscribed = log.entries.iter().filter(|entry| matches!(entry.seen, Observation::Subscribed { .. }));
        subscribed.skip(1).for_each(|entry| *by_second.entry(entry.at.as_secs()).or_default() += 1);
    }
    by_second.into_values().max().unwrap_or(0)
}

/// Each node in turn leaves under load and comes back, as in a deploy.
#[test]
fn rolling_restart() {
    let drain = either(3, 20);
    let nodes = move |_, setup: NodeSetup| setup.set("OVELLE_DRAIN", &format!("{drain}s"));
    fault_on(nodes, move |mut cluster| async move {
        let usual = load(204);
        let load = Load { watchers: either(usual.watchers, 10_000), ..usual };
        let running = load.start(&cluster.doors, &cluster.doors).await;
        let reporter = StatusReporter::new(running.begun(), cluster.doors.clone(), 205);
        running.run_for(span(1.0, 20.0)).await;
        for node in 0..2 {
            let asked = running.now();
            cluster.nodes[node].signal("TERM");
            let base = cluster.doors.url(node);
            running
                .until("the first lines are closed", Duration::from_secs(5), |running| {
                    running
                        .notes()
                        .iter()
                        .any(|notes| notes.saw(asked, |seen| *seen == Observation::Lost { close: Some(1012) }))
                })
                .await;
            // While the last lines are still there: no new ones, but calls are served.
            let ready = reqwest::get(format!("{base}/readyz")).await.unwrap();
            assert_eq!(ready.status().as_u16(), 503);
            let mut request = format!("ws://{}/api/tracking/live", cluster.doors.address(node)).into_client_request();
            let headers = request.as_mut().unwrap().headers_mut();
            headers.insert("sec-websocket-protocol", "ovelle.live.v1".parse().unwrap());
            match connect_async(request.unwrap()).await {
                Err(Error::Http(response)) => assert_eq!(response.status().as_u16(), 503),
                other => panic!("a leaving node takes no lines: {other:?}"),
            }
            let nothing = serde_json::json!({ "status": 0 });
            let answer = reporter.try_once(&running.orders()[0].id, &nothing, node).await.answer;
            assert!(matches!(answer, CallOutcome::Set { .. } | CallOutcome::Refused(_)), "{answer:?}");
            assert_eq!(cluster.nodes[node].ended().await.code(), Some(0));
            let left = running.now() - asked;
            eprintln!("a node left within {left:?}");
            assert!(left <= Duration::from_secs(drain + 10), "{left:?}");
            cluster.restart(node).await;
            running
                .until("all watchers are back", COME_BACK, |running| {
                    running.notes().iter().all(|notes| notes.has_ended() || notes.stands_on().is_some())
                })
                .await;
            let moved = running.now() - asked;
            record::note(&format!("seconds until all had moved from node {node}"), moved.as_secs_f64());
            assert!(moved <= ALL_MOVED, "{moved:?}");
        }
        running.run_for(span(1.0, 20.0)).await;
        let most = most_in_a_second(&running);
        record::note("the most that came back in a second", most);
        assert!(most <= MOST_BACK, "{most} came back in one second");
        let left = running.notes().iter().map(|notes| notes.log());
        let closes: Vec<_> = left
            .flat_map(|log| log.entries)
            .filter_map(|entry| match entry.seen {
                Observation::Lost { close } => Some(close),
                _ => None,
            })
            .collect();
        assert!(closes.iter().all(|close| *close == Some(1012)), "all were told to come back: {closes:?}");
        let verdict = cluster.judge("rolling restart", running).await;
        // Up to 5 s by the contract, and the way back.
        promise("rolling restart: who had to move", &verdict, Duration::ZERO, Duration::from_secs(7), |arrival| {
            !arrival.was_up
        });
        promise("rolling restart: who stayed", &verdict, Duration::ZERO, DEAF, |arrival| arrival.was_up);
    });
}
