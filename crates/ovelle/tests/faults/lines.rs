//! Lines over a bad network: cut anywhere, held up, stalled.

use std::time::Duration;

use testkit::{
    checker::Observation,
    load::{Load, NodeAddresses},
    proxy::{Proxy, Weather},
};

use crate::{
    cluster::{Cluster, fault, promise},
    form::{either, load, seed, span},
};

/// Convergence over a bad network (docs/spec/promises.md, "Faults to inject").
const BAD_NETWORK: Duration = Duration::from_secs(10);

/// A proxy before each node, and their doors.
async fn proxies(cluster: &Cluster, seed: u64) -> (Vec<Proxy>, NodeAddresses) {
    let mut proxies = Vec::new();
    for (n, node) in cluster.nodes.iter().enumerate() {
        proxies.push(Proxy::start(node.address(), seed + n as u64).await);
    }
    let doors = NodeAddresses::new(proxies.iter().map(Proxy::address).collect());
    (proxies, doors)
}

fn set(proxies: &[Proxy], weather: Weather) {
    for proxy in proxies {
        proxy.set(weather);
    }
}

#[test]
fn cut_inside_frames() {
    fault(&[], |cluster| async move {
        let (proxies, lines) = proxies(&cluster, seed(301)).await;
        // A whole board is larger than what gets through.
        let running = Load { boards: 0, ..load(302) }.start(&lines, &cluster.doors).await;
        running.run_for(span(1.0, 20.0)).await;
        set(&proxies, Weather { cut_within: Some(6_000), ..Weather::default() });
        for proxy in &proxies {
            proxy.cut_all();
        }
        running.run_for(span(6.0, 120.0)).await;
        set(&proxies, Weather::default());
        let fair = running.now();
        running.run_for(span(2.0, 30.0)).await;
        let verdict = cluster.judge("lines cut", running).await;
        let cuts: usize = proxies.iter().map(Proxy::cuts).sum();
        eprintln!("lines cut: {cuts} times inside what they carried");
        assert!(cuts >= 30, "{cuts}");
        promise("lines cut: until they are back", &verdict, fair, BAD_NETWORK, |_| true);
    });
}

/// 300 ms ± 100, and 64 kbit/s on each line.
const SLOW: Weather = Weather {
    delay: Duration::from_millis(200),
    jitter: Duration::from_millis(200),
    rate: Some(8_000),
    is_stalled: false,
    is_swallowing: false,
    is_refusing: false,
    cut_within: None,
};

#[test]
fn delayed_and_stalled() {
    fault(&[], |cluster| async move {
        let (proxies, lines) = proxies(&cluster, seed(303)).await;
        // On such a line a whole board of the long form is under way for minutes.
        let running = Load { boards: either(2, 0), ..load(304) }.start(&lines, &cluster.doors).await;
        set(&proxies, SLOW);
        running.run_for(span(4.0, 90.0)).await;
        let is_amiss = |seen: &Observation| matches!(seen, Observation::Lost { .. } | Observation::Error { .. });
        let amiss = running.notes().iter().filter(|notes| notes.saw(Duration::ZERO, is_amiss)).count();
        assert_eq!(amiss, 0, "nobody notices but by the delay");
        set(&proxies, Weather { is_stalled: true, ..SLOW });
        running.run_for(span(3.0, 10.0)).await;
        set(&proxies, SLOW);
        running.run_for(span(2.0, 60.0)).await;
        let verdict = cluster.judge("lines delayed and stalled", running).await;
        promise("lines delayed and stalled", &verdict, Duration::ZERO, BAD_NETWORK, |_| true);
    });
}
