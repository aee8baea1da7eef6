//! How the bus behaves when Redis fails. Each test has a server of its own.

mod node;

use std::{
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, Instant},
};

use bus::{Bus, BusEvent};
use deps::Chance;
use futures_util::future::join_all;
use redis::aio::MultiplexedConnection;
use testkit::redis::RedisServer;

use crate::node::{Node, PATIENCE, car, channel, listen_without_waiting, news, order, publish, seen, stranger, until};

/// The longest that "at once" may take on a busy machine.
const AT_ONCE: Duration = Duration::from_millis(1500);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_is_missed_at_once_and_found_again_with_all_that_is_listened_to() {
    let Some(mut server) = RedisServer::start().await else { return };
    let mut node = Node::up(&server.url()).await;
    for id in [1, 2] {
        assert!(!node.bus.listen(&order(id)).await.gap);
    }
    let killed = Instant::now();
    server.kill();
    assert_eq!(node.next().await, BusEvent::Down);
    assert!(killed.elapsed() < AT_ONCE && !node.bus.is_up());
    let started = Instant::now();
    assert!(node.bus.listen(&order(3)).await.gap, "what is published now is not received");
    assert!(started.elapsed() < AT_ONCE, "and nobody waits for it");
    node.bus.release(&order(2));
    node.bus.publish(&order(1), &news(0));
    assert_eq!(node.metrics.dropped.get(), 1);

    server.restart().await;
    assert_eq!(node.next().await, BusEvent::Up);
    assert!(node.bus.is_up());
    let mut outside = stranger(&server).await;
    assert_eq!(
        [publish(&mut outside, 1, 1).await, publish(&mut outside, 2, 2).await, publish(&mut outside, 3, 3).await],
        [1, 0, 1]
    );
    assert_eq!([node.receives().await, node.receives().await], [1, 3]);
    assert!(!node.bus.listen(&order(3)).await.gap && !node.bus.listen(&order(4)).await.gap);
    assert_eq!((node.metrics.reconnects.get(), node.metrics.up.get()), (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frozen_server_is_noticed_without_any_command() {
    let Some(server) = RedisServer::start().await else { return };
    let mut node = Node::up(&server.url()).await;
    node.bus.listen(&order(1)).await;
    let frozen = Instant::now();
    server.pause();
    assert_eq!(node.next().await, BusEvent::Down);
    assert!(frozen.elapsed() < Duration::from_secs(5), "a second until it is started, two until it is given up");
    server.resume();
    assert_eq!(node.next().await, BusEvent::Up);
    assert_eq!(publish(&mut stranger(&server).await, 1, 1).await, 1, "the old connection is gone");
    assert_eq!(node.receives().await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frozen_server_holds_nobody_up() {
    let Some(server) = RedisServer::start().await else { return };
    let mut node = Node::up(&server.url()).await;
    let frozen = Instant::now();
    server.pause();
    // Until the failure is noticed, callers may wait for a moment, and no longer.
    let (topic, sighting) = (order(1), seen(1));
    let (listening, kept) = tokio::join!(node.bus.listen(&topic), node.bus.record_sighting(&sighting));
    assert!(listening.gap && kept && frozen.elapsed() < AT_ONCE, "{:?}", frozen.elapsed());
    assert_eq!(node.bus.sighting(&car()).await, Some(seen(1)));
    assert_eq!(node.next().await, BusEvent::Down);
    let started = Instant::now();
    assert!(node.bus.listen(&order(2)).await.gap && node.bus.record_sighting(&seen(2)).await);
    assert!(started.elapsed() < AT_ONCE / 2, "a bus that is away is not waited for");
    server.resume();
    assert_eq!(node.next().await, BusEvent::Up);
    let mut outside = stranger(&server).await;
    for id in 1..=2 {
        assert_eq!(publish(&mut outside, id, id).await, 1);
        assert_eq!(node.receives().await, id);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_connection_is_noticed_at_once_and_made_anew() {
    let Some(server) = RedisServer::start().await else { return };
    let (mut listener, mut other) = (Node::up(&server.url()).await, Node::up(&server.url()).await);
    listener.bus.listen(&order(1)).await;
    let mut fastest = PATIENCE;
    for (round, kind) in ["pubsub", "normal", "pubsub"].into_iter().enumerate() {
        let killed = Instant::now();
        server.cli::<()>(&["CLIENT", "KILL", "TYPE", kind]).await;
        assert_eq!(listener.next().await, BusEvent::Down);
        fastest = fastest.min(killed.elapsed());
        assert_eq!(listener.next().await, BusEvent::Up);
        // The other node listens to nothing: both of its connections are "normal".
        if kind == "normal" {
            assert_eq!([other.next().await, other.next().await], [BusEvent::Down, BusEvent::Up]);
        }
        let rev = i64::try_from(round).unwrap();
        other.bus.publish(&order(1), &news(rev));
        assert_eq!(listener.receives().await, rev, "{kind}");
    }
    assert!(fastest < Duration::from_millis(500), "no ping has to notice it first: {fastest:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_confirmed_subscription_receives_everything() {
    let Some(server) = RedisServer::start().await else { return };
    let node = Node::up(&server.url()).await;
    let outside = stranger(&server).await;
    let join = |id| {
        let (bus, mut outside) = (Arc::clone(&node.bus), outside.clone());
        async move {
            // Some release the channel and want it again while the first request is on its way.
            if id % 3 == 0 {
                listen_without_waiting(&bus, id).await;
                bus.release(&order(id));
            }
            assert!(!bus.listen(&order(id)).await.gap);
            assert_eq!(publish(&mut outside, id, id).await, 1, "{id}");
        }
    };
    for start in (0..2000).step_by(500) {
        join_all((start..start + 500).map(|id| tokio::spawn(join(id)))).await.into_iter().for_each(Result::unwrap);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_channels_come_back_within_seconds() {
    const CHANNELS: i64 = 10_000;
    let Some(mut server) = RedisServer::start().await else { return };
    let mut node = Node::up(&server.url()).await;
    for start in (0..CHANNELS).step_by(500) {
        let listening = join_all((start..start + 500).map(|id| {
            let bus = Arc::clone(&node.bus);
            async move { bus.listen(&order(id)).await }
        }));
        assert!(listening.await.iter().all(|listening| !listening.gap));
    }
    server.restart().await;
    let there = Instant::now();
    assert_eq!(node.next().await, BusEvent::Down);
    assert_eq!(node.next().await, BusEvent::Up);
    assert!(there.elapsed() < Duration::from_secs(5), "{:?}", there.elapsed());
    let channels: Vec<String> = server.cli(&["PUBSUB", "CHANNELS"]).await;
    assert_eq!(i64::try_from(channels.len()), Ok(CHANNELS), "all are there before the bus is up");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_does_not_receive_learns_that_it_has_missed_something() {
    const PUBLISHED: i64 = 30_000;
    let Some(server) = RedisServer::start().await else { return };
    let mut node = Node::up(&server.url()).await;
    node.bus.listen(&order(1)).await;
    let mut outside = stranger(&server).await;
    let payload = serde_json::to_string(&news(1)).unwrap();
    for _ in 0..PUBLISHED / 1000 {
        let mut pipe = redis::pipe();
        for _ in 0..1000 {
            pipe.cmd("PUBLISH").arg(channel(1)).arg(&payload).ignore();
        }
        pipe.query_async::<()>(&mut outside).await.unwrap();
    }
    until("all has come", || async { node.metrics.received.get() == PUBLISHED.unsigned_abs() }).await;
    assert!(node.bus.is_up() && !node.bus.listen(&order(2)).await.gap, "the bus goes on meanwhile");
    let mut kept = 0;
    while let BusEvent::Message(_) = node.next().await {
        kept += 1;
    }
    assert!(kept < PUBLISHED / 4, "what waits is bounded: {kept}");
    assert_eq!(node.metrics.dropped.get(), (PUBLISHED - kept).unsigned_abs());
    assert_eq!(node.next().await, BusEvent::Up, "a gap ends with an Up, after which the node reads the database");
    publish(&mut outside, 2, 2).await;
    assert_eq!(node.receives().await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_comes_late_is_waited_for() {
    let Some(mut server) = RedisServer::start().await else { return };
    server.kill();
    let mut node = Node::new(&server.url());
    assert!(!node.bus.is_up() && !node.bus.is_up_within(Duration::from_millis(50)).await);
    assert!(node.bus.listen(&order(1)).await.gap);
    node.bus.publish(&order(1), &news(0));
    assert!(
        node.bus.record_sighting(&seen(1)).await && !node.bus.record_sighting(&seen(1)).await,
        "one node alone still works"
    );
    assert_eq!(node.bus.sighting(&car()).await, Some(seen(1)));
    server.restart().await;
    assert!(node.bus.is_up_within(PATIENCE).await);
    assert_eq!(node.next().await, BusEvent::Up);
    assert_eq!(publish(&mut stranger(&server).await, 1, 1).await, 1);
    assert_eq!(node.receives().await, 1);
    assert_eq!(node.metrics.reconnects.get(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_older_sighting_wins_after_an_outage() {
    let Some(mut server) = RedisServer::start().await else { return };
    let (mut a, mut b) = (Node::up(&server.url()).await, Node::up(&server.url()).await);
    assert!(a.bus.record_sighting(&seen(10)).await);
    server.kill();
    for node in [&mut a, &mut b] {
        assert_eq!(node.next().await, BusEvent::Down);
    }
    assert!(a.bus.record_sighting(&seen(20)).await && !a.bus.record_sighting(&seen(15)).await);
    assert_eq!(a.bus.sighting(&car()).await, Some(seen(20)));
    server.restart().await;
    for node in [&mut a, &mut b] {
        assert_eq!(node.next().await, BusEvent::Up);
    }
    assert!(b.bus.record_sighting(&seen(18)).await, "Redis has forgotten all, and this node has seen nothing newer");
    assert!(!a.bus.record_sighting(&seen(19)).await);
    assert_eq!(a.bus.sighting(&car()).await, Some(seen(20)));
    assert!(b.bus.record_sighting(&seen(21)).await && !a.bus.record_sighting(&seen(21)).await);
    assert_eq!(a.bus.sighting(&car()).await, Some(seen(21)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_forgets_all_is_given_the_newest_again() {
    let Some(server) = RedisServer::start().await else { return };
    let (a, b) = (Node::up(&server.url()).await, Node::up(&server.url()).await);
    assert!(a.bus.record_sighting(&seen(1)).await);
    let life: i64 = server.cli(&["PTTL", "ovelle:test:car:auto"]).await;
    assert!((100_000..=120_000).contains(&life), "a car's position is kept for two minutes: {life}");
    server.cli::<()>(&["FLUSHALL"]).await;
    server.cli::<()>(&["SCRIPT", "FLUSH"]).await;
    assert_eq!(b.bus.sighting(&car()).await, None);
    assert!(a.bus.record_sighting(&seen(2)).await);
    assert_eq!(b.bus.sighting(&car()).await, Some(seen(2)));
    server.cli::<()>(&["SET", "ovelle:test:car:auto", "nonsense"]).await;
    assert_eq!(b.bus.sighting(&car()).await, None);
    assert_eq!(a.bus.sighting(&car()).await, Some(seen(2)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_opens_the_server_and_a_wrong_one_does_not() {
    let Some(server) = RedisServer::start().await else { return };
    server.cli::<()>(&["CONFIG", "SET", "requirepass", "pizzeria"]).await;
    let with = |user: &str| server.url().replace("redis://", &format!("redis://{user}@"));
    let right = Node::up(&with(":pizzeria")).await;
    assert!(right.bus.is_up());
    let wrong = Node::new(&with(":trattoria"));
    assert!(!wrong.bus.is_up_within(Duration::from_millis(300)).await);
    assert_eq!(format!("{:?}", wrong.bus), "RedisBus { is_up: false, .. }");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dropped_bus_leaves_no_connection_behind() {
    let Some(server) = RedisServer::start().await else { return };
    let mut outside = stranger(&server).await;
    let clients = |mut outside: MultiplexedConnection| async move {
        let list: String = redis::cmd("CLIENT").arg("LIST").query_async(&mut outside).await.unwrap();
        list.lines().count()
    };
    let node = Node::up(&server.url()).await;
    node.bus.listen(&order(1)).await;
    assert_eq!(clients(outside.clone()).await, 3);
    drop(node);
    until("its connections go", || async { clients(outside.clone()).await == 1 }).await;
    assert_eq!(publish(&mut outside, 1, 1).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_happens_redis_has_in_the_end_what_is_wanted() {
    let Some(mut server) = RedisServer::start().await else { return };
    let node = Node::up(&server.url()).await;
    let chance = Chance::seeded(11);
    let mut wanted = BTreeSet::new();
    for step in 0..600 {
        let id = i64::try_from(chance.below(40)).unwrap();
        if chance.below(2) == 0 {
            node.bus.release(&order(id));
            wanted.remove(&channel(id));
        } else if chance.below(3) == 0 {
            node.bus.listen(&order(id)).await;
            wanted.insert(channel(id));
        } else {
            listen_without_waiting(&node.bus, id).await;
            wanted.insert(channel(id));
        }
        match step % 150 {
            40 => server.cli::<()>(&["CLIENT", "KILL", "TYPE", "pubsub"]).await,
            80 => server.cli::<()>(&["CLIENT", "KILL", "TYPE", "normal"]).await,
            120 => server.restart().await,
            _ => {}
        }
    }
    until("Redis has what is wanted", || async {
        let channels: BTreeSet<String> = server.cli(&["PUBSUB", "CHANNELS"]).await;
        channels == wanted
    })
    .await;
}
