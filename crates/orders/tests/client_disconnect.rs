//! Orders own their work: a caller that is dropped, wherever it waits, leaves an event that is wholly
//! there and announced, or none.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    future::{Future, poll_fn},
    pin::pin,
    sync::Arc,
    task::Poll,
};

use bus::{Announcement, Bus, BusEvent, BusMessage, CheckoutNews, LocalBus, RowNews, Topic};
use deps::{Chance, Commits, Deps};
use domain::{
    Actor, Reach, Reporter,
    car::Sighting,
    ids::{CarId, Seq},
    key::Secrets,
    order::{Source, Status},
};
use metrics::Metrics;
use orders::{OrderLimits, Orders, OrdersParts, ReportedStatus, Subscribers};
use prometheus_client::registry::Registry;
use providers::{AddressBook, Geocoder};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use testkit::{callers::Guests, clock::FakeClock, order, store_contract};
use tokio::time::Instant;

/// Nobody on this node wants to know.
struct Nobody;

impl Subscribers for Nobody {
    fn order_changed(&self, _: &Announcement) {}

    fn row_changed(&self, _: &RowNews) {}

    fn checkout_settled(&self, _: &CheckoutNews) {}

    fn cars_seen(&self, _: &[Arc<Sighting>], _: Instant) {}

    fn seen(&self, _: &[CarId]) -> Vec<Arc<Sighting>> {
        Vec::new()
    }
}

const MOMENTS: usize = 300;

fn report(status: Status) -> ReportedStatus {
    ReportedStatus {
        status,
        event_id: None,
        if_seq: None,
        occurred_at: None,
        note: None,
        staff_note: None,
        minutes: None,
        last_from: None,
        accepted: Instant::now(),
    }
}

/// Polls a call at most this often, each time when it asks to be, then drops it.
async fn drop_after<T>(polls: usize, call: impl Future<Output = T>) {
    let mut call = pin!(call);
    let mut left = polls;
    poll_fn(|cx| {
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        call.as_mut().poll(cx).map(drop)
    })
    .await;
}

store_contract!(a_dropped_call_is_wholly_there_or_not_at_all, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let id = db.orders().register(order::delivery(12)).await.unwrap().order_id;
    let mut places = LocalBus::nodes(2);
    let (ear, mouth) = (places.remove(1), places.remove(0));
    let mut heard = ear.events().unwrap();
    ear.listen(&Topic::Order(id)).await;
    let deps = Deps {
        store: db.store(),
        clock: Arc::new(FakeClock::default()),
        chance: Chance::seeded(1),
        secrets: Secrets::parse("a secret of this test").unwrap(),
        callers: Arc::new(Guests),
        commits: Commits::default(),
    };
    let orders = Orders::start(OrdersParts {
        deps,
        bus: mouth,
        subscribers: Arc::new(Nobody),
        drives: Arc::new(providers::Router::built_in()),
        geocoder: Arc::new(Geocoder::built_in(AddressBook::built_in())),
        metrics: Arc::new(Metrics::register(&mut Registry::default())),
        limits: OrderLimits::default(),
    });
    let oven = Reporter { actor: Actor::key("oven"), source: Source::Kitchen, reach: Reach::all() };
    let mut chance = StdRng::seed_from_u64(3);
    let (mut there, mut not_at_all) = (0, 0);
    for _ in 0..MOMENTS {
        let before = db.orders().head(id).await.unwrap().unwrap();
        let status = if before.status == Status::InBatch { Status::InCar } else { Status::InBatch };
        drop_after(chance.random_range(0..4), orders.report(&oven, id, report(status))).await;
        orders.deps().commits.finish().await;
        let after = db.orders().head(id).await.unwrap().unwrap();
        match heard.try_recv() {
            Ok(BusEvent::Message(bytes)) => {
                let BusMessage::Order(news) = serde_json::from_slice(&bytes).unwrap() else {
                    panic!("news of an order")
                };
                assert_eq!((after.seq, after.status, news.seq()), (before.seq.next(), status, after.seq));
                there += 1;
            }
            Ok(other) => panic!("{other:?}"),
            Err(_) => {
                assert_eq!((after.seq, after.status), (before.seq, before.status));
                not_at_all += 1;
            }
        }
        assert!(heard.try_recv().is_err(), "announced once");
    }
    assert!(there > 10 && not_at_all > 10, "{there} there, {not_at_all} not at all");
    let events = db.orders().events_after(id, Seq(0)).await.unwrap();
    assert_eq!(events.len(), there);
});
