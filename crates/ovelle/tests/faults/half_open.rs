//! Lines of which half is gone: nothing gets through any more, and nobody is told.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use testkit::{
    cable::Cable,
    checker::Observation,
    load::{Load, NodeAddresses, RunningLoad},
    process::{NodeProcess, NodeSetup},
    proxy::{Proxy, Weather},
};

use crate::{
    cluster::{Cluster, fault_on, promise},
    form::{load, seed, span},
    record,
};

/// Both sides notice within 30 s (docs/spec/promises.md, "Faults to inject"); this is for a machine with other work to
/// do.
const AT_LAST: Duration = Duration::from_secs(32);
/// And are together again: a client that found nobody for so long may wait 20 s between two tries.
const TOGETHER: Duration = Duration::from_secs(35);

/// Behind a proxy whose other side is gone, only the client can know: to the node all is well. Beside it, where there is
/// root, real packets are dropped, and nodes notice as well.
#[test]
fn both_sides_notice() {
    let cable = Cable::lay().map(Arc::new);
    // At all addresses: lines come through the cable, and figures are asked for from here.
    let nodes = move |_, setup: NodeSetup| setup.set("OVELLE_LISTEN", "0.0.0.0:0");
    fault_on(nodes, move |cluster| async move {
        let seed = seed(311);
        let usual = Load { boards: 0, ..load(312) };
        let mut proxies = Vec::new();
        for node in &cluster.nodes {
            proxies.push(Proxy::start(node.address(), seed).await);
        }
        let lines = NodeAddresses::new(proxies.iter().map(Proxy::address).collect());
        let behind_proxies = Load { orders: usual.orders / 2, watchers: usual.watchers / 2, cars: 0, ..usual.clone() };
        let behind_proxies = behind_proxies.start(&lines, &cluster.doors).await;
        let beyond = match &cable {
            Some(cable) => Some(beyond(&cluster, cable, &usual, seed).await),
            None => None,
        };
        behind_proxies.run_for(span(1.0, 20.0)).await;

        let swallowed = behind_proxies.now();
        proxies.iter().for_each(|proxy| proxy.set(Weather { is_swallowing: true, ..Weather::default() }));
        let mut plugged = Duration::ZERO;
        if let (Some(beyond), Some(cable)) = (&beyond, &cable) {
            plugged = notices(&cluster, cable, &beyond.running).await;
        }
        let left = (swallowed + AT_LAST).saturating_sub(behind_proxies.now());
        let noticed = |running: &RunningLoad| have_noticed(running, swallowed);
        behind_proxies.until("all clients notice behind a proxy", left, noticed).await;
        proxies.iter().for_each(|proxy| proxy.set(Weather::default()));
        let fair = behind_proxies.now();
        behind_proxies.run_for(span(2.0, 60.0)).await;

        if let Some(Beyond { running, proxies }) = beyond {
            let verdict = cluster.judge("packets dropped", running).await;
            promise("packets dropped: together again", &verdict, plugged, TOGETHER, |_| true);
            drop(proxies);
        }
        let verdict = cluster.judge("half open behind a proxy", behind_proxies).await;
        promise("half open behind a proxy: together again", &verdict, fair, TOGETHER, |_| true);
    });
}

/// A load whose lines, and nothing else, lead through the cable.
struct Beyond {
    running: RunningLoad,
    proxies: Vec<Proxy>,
}

async fn beyond(cluster: &Cluster, cable: &Cable, usual: &Load, seed: u64) -> Beyond {
    let proxies: Vec<_> = {
        let through = |node: &NodeProcess| SocketAddr::new(cable.near(), node.address().port());
        cluster.nodes.iter().map(|node| Proxy::start_beyond(cable, through(node), seed + 1)).collect()
    };
    let lines = NodeAddresses::new(proxies.iter().map(Proxy::address).collect());
    let load = Load { seed, orders: usual.orders / 2, watchers: usual.watchers / 2, cars: 0, ..usual.clone() };
    Beyond { running: load.start(&lines, &cluster.doors).await, proxies }
}

/// Pulls the cable, waits until both sides have noticed, and plugs it in; when that was.
async fn notices(cluster: &Cluster, cable: &Cable, running: &RunningLoad) -> Duration {
    let pulled = running.now();
    cable.pull();
    let (before, gone) = (cluster.figure("ovelle_live_lines").await, lines_standing(running));
    // Those behind the proxies stay: to their nodes all is well with them.
    while cluster.figure("ovelle_live_lines").await > before - gone as f64 {
        assert!(running.now() - pulled < AT_LAST, "the nodes do not notice that {gone} lines are gone");
        running.run_for(Duration::from_millis(200)).await;
    }
    record::note("seconds until the nodes had noticed", (running.now() - pulled).as_secs_f64());
    let left = (pulled + AT_LAST).saturating_sub(running.now());
    running.until("all clients notice that packets are dropped", left, |running| have_noticed(running, pulled)).await;
    record::note("seconds until both sides had noticed", (running.now() - pulled).as_secs_f64());
    cable.plug();
    running.now()
}

/// Whether each client that had a line has given it up since.
fn have_noticed(running: &RunningLoad, since: Duration) -> bool {
    let is_lost = |seen: &Observation| matches!(seen, Observation::Lost { .. });
    running.notes().iter().all(|notes| notes.has_ended() || notes.saw(since, is_lost))
}

/// How many watchers have a line at this moment.
fn lines_standing(running: &RunningLoad) -> usize {
    running.notes().iter().filter(|notes| notes.stands_on().is_some() && !notes.has_ended()).count()
}
