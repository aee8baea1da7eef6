//! The contract of every bus, tested on the local one and on Redis.

use std::{future::Future, sync::Arc, time::Duration};

use bus::{Bus, BusEvent, BusMessage, LocalBus, RedisBus, RedisUrl, RowNews, Topic, Viewers};
use deps::Chance;
use domain::{
    car::{Position, Sighting},
    geo::LatLng,
    ids::{CarId, OrderId, RestaurantId, Rev},
};
use jiff::Timestamp;
use metrics::BusMetrics;
use tokio::{sync::mpsc, time::timeout};

/// How long a test waits for an event that must come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A node's bus and the events it receives.
struct Node {
    bus: Arc<dyn Bus>,
    events: mpsc::Receiver<BusEvent>,
}

impl Node {
    fn at(bus: Arc<dyn Bus>) -> Self {
        let events = bus.events().expect("nobody else has taken them");
        Self { bus, events }
    }

    /// The next message.
    async fn receives(&mut self) -> BusMessage {
        loop {
            match timeout(PATIENCE, self.events.recv()).await.expect("a message comes") {
                Some(BusEvent::Message(bytes)) => return serde_json::from_slice(&bytes).expect("a message"),
                Some(BusEvent::Up) => {}
                other => panic!("a message was expected, not {other:?}"),
            }
        }
    }
}

async fn in_process<const N: usize>() -> Option<[Node; N]> {
    LocalBus::nodes(N).into_iter().map(|bus| Node::at(bus)).collect::<Vec<_>>().try_into().ok()
}

async fn on_redis<const N: usize>() -> Option<[Node; N]> {
    let url: RedisUrl = testkit::redis::shared()?.parse().expect("the URL of a Redis");
    let installation = format!("test-{:016x}", u64::from_ne_bytes(Chance::from_system().bytes()));
    let mut nodes = Vec::new();
    for _ in 0..N {
        let bus = RedisBus::start(url.clone(), &installation, Chance::from_system(), BusMetrics::default());
        assert!(bus.is_up_within(PATIENCE).await, "the tests' Redis answers");
        nodes.push(Node::at(bus));
    }
    nodes.try_into().ok()
}

fn run<const N: usize, T: Future<Output = ()>>(
    nodes: impl Future<Output = Option<[Node; N]>>,
    test: fn([Node; N]) -> T,
) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        if let Some(nodes) = nodes.await {
            test(nodes).await;
        }
    });
}

/// Makes the tests `$name::in_process` and `$name::redis` of one body that is given the nodes it names.
macro_rules! bus_contract {
    ($name:ident, |$nodes:pat_param| $body:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn in_process() {
                run(super::in_process(), |$nodes| $body);
            }

            #[test]
            fn redis() {
                run(super::on_redis(), |$nodes| $body);
            }
        }
    };
}

fn order(id: i64) -> Topic {
    Topic::Order(OrderId(id))
}

fn news(rev: i64) -> BusMessage {
    BusMessage::Row(RowNews::new(OrderId(1), RestaurantId(1), Rev(rev)))
}

fn car(name: &str) -> CarId {
    name.parse().expect("a car's name")
}

fn position(second: i64) -> Position {
    let place = LatLng::new(60.17, 24.94).expect("a place");
    let at = Timestamp::from_second(1_800_000_000 + second).expect("a moment");
    Position { place, at, heading_deg: Some(84.0), speed_kmh: None, accuracy_m: Some(3.5) }
}

fn seen(name: &str, second: i64) -> Sighting {
    Sighting::new(None, car(name), position(second), &[])
}

bus_contract!(what_is_listened_to_is_received_in_order, |[a, mut b]| async move {
    assert!(!b.bus.listen(&order(1)).await.gap);
    assert!(!b.bus.listen(&order(2)).await.gap);
    for rev in 1..=1000 {
        a.bus.publish(&order(1), &news(rev));
        a.bus.publish(&order(2), &news(-rev));
    }
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for _ in 0..2000 {
        let BusMessage::Row(news) = b.receives().await else { panic!("a row was published") };
        if news.rev().0 > 0 { first.push(news.rev().0) } else { second.push(-news.rev().0) }
    }
    let all: Vec<i64> = (1..=1000).collect();
    assert_eq!((&first, &second), (&all, &all));
});

bus_contract!(what_is_not_listened_to_is_not_received, |[a, mut b]| async move {
    for topic in [order(1), order(2), Topic::Car(car("3"))] {
        b.bus.listen(&topic).await;
    }
    b.bus.release(&order(1));
    let unwanted = [order(1), order(3), Topic::Restaurant(RestaurantId(2)), Topic::Car(car("1"))];
    for topic in &unwanted {
        a.bus.publish(topic, &news(1));
    }
    a.bus.publish(&order(2), &news(2));
    assert_eq!(b.receives().await, news(2));
    // After listening again only new messages arrive, none published meanwhile.
    assert!(!b.bus.listen(&order(1)).await.gap);
    a.bus.publish(&order(1), &news(3));
    assert_eq!(b.receives().await, news(3));
    assert_eq!(b.events.try_recv().ok(), None);
});

bus_contract!(all_who_listen_receive_and_nobody_else, |[mut a, mut b, mut c]| async move {
    a.bus.listen(&order(1)).await;
    b.bus.listen(&order(1)).await;
    c.bus.listen(&order(9)).await;
    c.bus.publish(&order(1), &news(1));
    assert_eq!((a.receives().await, b.receives().await), (news(1), news(1)));
    a.bus.publish(&order(9), &news(2));
    assert_eq!(c.receives().await, news(2));
});

bus_contract!(listening_twice_is_listening, |[a, mut b]| async move {
    let topic = Topic::Restaurant(RestaurantId(12));
    let (first, second) = tokio::join!(b.bus.listen(&topic), b.bus.listen(&topic));
    assert_eq!((first.gap, second.gap, b.bus.listen(&topic).await.gap), (false, false, false));
    a.bus.publish(&topic, &news(1));
    a.bus.publish(&topic, &news(2));
    assert_eq!((b.receives().await, b.receives().await), (news(1), news(2)));
    b.bus.release(&topic);
    b.bus.listen(&order(1)).await;
    a.bus.publish(&topic, &news(3));
    a.bus.publish(&order(1), &news(4));
    assert_eq!(b.receives().await, news(4), "released once is released");
});

bus_contract!(the_newest_sighting_of_a_car_counts_on_every_node, |[a, b]| async move {
    assert_eq!(b.bus.sighting(&car("auto 1")).await, None);
    assert!(a.bus.record_sighting(&seen("auto 1", 10)).await);
    assert!(!b.bus.record_sighting(&seen("auto 1", 9)).await, "it is older");
    assert!(!b.bus.record_sighting(&seen("auto 1", 10)).await, "it is as old");
    assert!(b.bus.record_sighting(&seen("auto 2", 1)).await, "another car has nothing to do with it");
    assert!(b.bus.record_sighting(&seen("auto 1", 11)).await);
    assert!(!a.bus.record_sighting(&seen("auto 1", 10)).await);
    for node in [&a, &b] {
        assert_eq!(node.bus.sighting(&car("auto 1")).await, Some(seen("auto 1", 11)));
        assert_eq!(node.bus.sighting(&car("auto 2")).await, Some(seen("auto 2", 1)));
        assert_eq!(node.bus.sighting(&car("auto 3")).await, None);
    }
});

bus_contract!(many_cars_are_read_in_one_call, |[a, b]| async move {
    assert_eq!(a.bus.sightings(&[]).await, []);
    assert!(a.bus.record_sighting(&seen("auto 1", 10)).await);
    assert!(b.bus.record_sighting(&seen("auto 3", 30)).await);
    assert!(b.bus.record_sighting(&seen("auto 4", 40)).await);
    for node in [&a, &b] {
        let mut found = node.bus.sightings(&["auto 3", "auto 2", "auto 1"].map(car)).await;
        found.sort_by_key(|sighting| sighting.position.at);
        assert_eq!(found, [seen("auto 1", 10), seen("auto 3", 30)]);
    }
});

fn viewers(watched: &[i64], opened: &[(i64, &str)]) -> Viewers {
    let email = |text: &str| text.parse().expect("an e-mail address");
    Viewers {
        watched: watched.iter().copied().map(OrderId).collect(),
        opened: opened.iter().map(|(order, by)| (OrderId(*order), email(by))).collect(),
    }
}

/// What a node learns of the others, order by order: whether it is watched, and who has it open.
async fn presences(node: &Node, orders: &[i64]) -> Vec<(i64, bool, Vec<String>)> {
    let orders: Vec<_> = orders.iter().copied().map(OrderId).collect();
    let found = node.bus.presences(&orders).await.into_iter().map(|(order, presence)| {
        let openers = presence.opened_by.iter().map(ToString::to_string);
        (order.0, presence.watched, openers.collect())
    });
    let mut found: Vec<_> = found.collect();
    found.sort();
    found
}

bus_contract!(viewers_are_known_to_the_other_nodes, |[a, b, c]| async move {
    assert!(a.bus.replace_viewers(&viewers(&[1, 2], &[(2, "eino@ovelle.example")])).await);
    assert!(b.bus.replace_viewers(&viewers(&[2], &[(2, "aino@ovelle.example"), (9, "aino@ovelle.example")])).await);
    let both = vec!["aino@ovelle.example".to_owned(), "eino@ovelle.example".to_owned()];
    assert_eq!(presences(&c, &[1, 2, 3]).await, [(1, true, vec![]), (2, true, both.clone())]);
    assert_eq!(presences(&c, &[]).await, []);
    // A node's own viewers are not part of the answer.
    assert_eq!(presences(&a, &[1, 2]).await, [(2, true, both[..1].to_vec())]);

    assert!(
        a.bus
            .change_viewers(
                &viewers(&[3], &[(3, "eino@ovelle.example")]),
                &viewers(&[2], &[(2, "eino@ovelle.example")])
            )
            .await
    );
    let eino = both[1..].to_vec();
    let expected = [(1, true, vec![]), (2, true, both[..1].to_vec()), (3, true, eino)];
    assert_eq!(presences(&c, &[1, 2, 3]).await, expected, "the other node still looks at the second");
    assert!(b.bus.change_viewers(&Viewers::default(), &viewers(&[2], &[])).await);
    assert_eq!(presences(&c, &[2]).await, [(2, false, both[..1].to_vec())]);

    // A full replacement removes earlier viewers.
    assert!(a.bus.replace_viewers(&viewers(&[4], &[])).await);
    assert_eq!(presences(&c, &[1, 2, 3, 4]).await, [(2, false, both[..1].to_vec()), (4, true, vec![])]);
    assert!(b.bus.replace_viewers(&Viewers::default()).await);
    assert_eq!(presences(&c, &[1, 2, 3, 4]).await, [(4, true, vec![])]);
});

bus_contract!(many_viewers_are_published_as_well_as_few, |[a, b]| async move {
    let all: Vec<i64> = (1..=1_700).collect();
    assert!(a.bus.replace_viewers(&viewers(&all, &[])).await);
    assert_eq!(presences(&b, &all).await.len(), 1_700);
    let odd: Vec<i64> = all.iter().copied().filter(|order| order % 2 == 1).collect();
    assert!(a.bus.change_viewers(&Viewers::default(), &viewers(&odd, &[])).await);
    assert_eq!(presences(&b, &all).await.len(), 850);
});

bus_contract!(a_new_sighting_is_published_whole, |[a, mut b]| async move {
    let whole = Sighting { trail: [position(1), position(2)].into(), ..seen("Åke's \"auto\"", 3) };
    b.bus.listen(&Topic::Car(whole.car.clone())).await;
    assert!(a.bus.record_sighting(&whole).await);
    assert!(!a.bus.record_sighting(&Sighting { trail: Box::default(), ..whole.clone() }).await);
    assert!(a.bus.record_sighting(&seen("Åke's \"auto\"", 4)).await);
    assert_eq!(b.receives().await, BusMessage::Car(whole));
    assert_eq!(b.receives().await, BusMessage::Car(seen("Åke's \"auto\"", 4)), "a stale one is not published");
});

bus_contract!(of_many_at_once_the_newest_sighting_stays, |[a, b]| async move {
    let reports = (0..100).map(|second| {
        let node = if second % 2 == 0 { &a } else { &b };
        // Neither forth nor back.
        async move { node.bus.record_sighting(&seen("auto", (second * 37) % 100)).await }
    });
    let kept = futures_util::future::join_all(reports).await;
    assert!(kept.contains(&true));
    for node in [&a, &b] {
        assert_eq!(node.bus.sighting(&car("auto")).await, Some(seen("auto", 99)));
    }
});

bus_contract!(the_bus_is_there_and_its_events_have_one_receiver, |[a, b]| async move {
    assert!(a.bus.is_up() && b.bus.is_up());
    assert!(a.bus.events().is_none());
});
