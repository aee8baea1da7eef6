//! Random batches, departures and reports, held against a plain model of what they come to.

mod plain;

use domain::{
    ids::OrderId,
    order::{Order, Status},
};
use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use store::{AppendError, BatchError, BatchPut, PutBatch, Store};
use testkit::{db::DatabaseKind, order, store_contract};

use self::plain::{Plain, Told};
use crate::{assert_gapless, at, batch, departure, read};

/// Orders of one sequence.
const ORDERS: usize = 4;

#[derive(Debug, Clone)]
pub(super) enum Happens {
    /// Batch, car, stops, minutes that the dispatcher gives, minutes that a router plans.
    Put {
        batch: usize,
        car: usize,
        stops: Vec<usize>,
        minutes: Option<u32>,
        planned: Vec<Option<u32>>,
    },
    Depart(usize),
    Report(usize, Status),
    /// The car says that it is so many minutes away.
    Said(usize, usize, i64),
    Silent(usize, usize),
}

fn happens() -> impl Strategy<Value = Happens> {
    let stops = prop::sample::subsequence((0..ORDERS).collect::<Vec<_>>(), 0..=ORDERS).prop_shuffle();
    let minutes = || prop::option::of(1..40u32);
    let planned = prop::collection::vec(minutes(), 0..=ORDERS);
    // Reports that mostly go on, so that sequences get somewhere.
    let status = prop_oneof![
        4 => prop::sample::select(vec![Status::InCar, Status::WaitingForDelivery, Status::BeingDelivered]),
        3 => prop::sample::select(vec![Status::DeliveryFailed, Status::Delivered]),
        2 => prop::sample::select(Status::ALL.to_vec()),
        1 => Just(Status::Cancelled),
    ];
    prop_oneof![
        5 => (0..2usize, 0..2usize, stops, minutes(), planned).prop_map(|(batch, car, stops, minutes, planned)| {
            Happens::Put { batch, car: if car == 1 { batch } else { 0 }, stops, minutes, planned }
        }),
        3 => (0..2usize).prop_map(Happens::Depart),
        7 => (0..ORDERS, status).prop_map(|(order, status)| Happens::Report(order, status)),
        2 => (0..ORDERS, 0..2usize, 1..30i64).prop_map(|(order, car, minutes)| Happens::Said(order, car, minutes)),
        1 => (0..ORDERS, 0..2usize).prop_map(|(order, car)| Happens::Silent(order, car)),
    ]
}

/// The same ones each time.
fn sequences(many: usize) -> Vec<Vec<Happens>> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let sequence = prop::collection::vec(happens(), 1..25);
    (0..many).map(|_| sequence.new_tree(&mut runner).unwrap().current()).collect()
}

/// One sequence: its orders, and the names of its batches and cars, which nobody else uses.
struct Sequence {
    store: Store,
    ids: Vec<OrderId>,
    number: usize,
}

impl Sequence {
    async fn new(store: Store, number: usize) -> Self {
        let mut ids = Vec::new();
        for _ in 0..ORDERS {
            ids.push(store.orders().register(order::delivery(12)).await.unwrap().order_id);
        }
        Self { store, ids, number }
    }

    fn name(&self, index: usize) -> String {
        format!("{}-{index}", self.number)
    }

    /// Lets it happen in the store; none where it was refused.
    async fn happen(&self, what: &Happens, minute: i64) -> Option<Told> {
        let now = at(minute);
        match what {
            Happens::Put { batch: index, car, stops, minutes, planned } => {
                let stops: Vec<_> = stops.iter().map(|index| self.ids[*index]).collect();
                let put = PutBatch {
                    estimated_minutes: *minutes,
                    planned: planned.clone(),
                    now,
                    ..batch(&self.name(*index), &self.name(*car), &stops)
                };
                of_batch(self.store.batches().put(put).await)
            }
            Happens::Depart(index) => of_batch(self.store.batches().depart(departure(&self.name(*index), now)).await),
            Happens::Report(index, status) => {
                let append = store::Append { now, ..testkit::order::report(self.ids[*index], *status) };
                match self.store.orders().append(append).await {
                    Ok(appended) => {
                        let own = appended.applied.is_some();
                        let own = own.then_some((appended.order, appended.status.number(), appended.rev.0));
                        Some(Told {
                            appended: own.into_iter().collect(),
                            changed: appended.changed.iter().map(|changed| (changed.order, changed.rev.0)).collect(),
                        })
                    }
                    Err(AppendError::Refused(_)) => None,
                    Err(error) => panic!("{error:?}"),
                }
            }
            Happens::Said(index, car, minutes) => {
                let said = plain::said_by_car(now, *minutes);
                let car = self.name(*car).parse().unwrap();
                let changed = self.store.cars().set_estimate(self.ids[*index], &car, said).await.unwrap();
                Some(Told::of(changed.map(|changed| (changed.order, changed.rev.0))))
            }
            Happens::Silent(index, car) => {
                let car = self.name(*car).parse().unwrap();
                let changed = self.store.cars().lose(self.ids[*index], &car, now).await.unwrap();
                Some(Told::of(changed.map(|changed| (changed.order, changed.rev.0))))
            }
        }
    }

    /// What an order says, as the model says it.
    fn seen(&self, order: &Order) -> plain::Seen {
        let index = |name: &str| name.rsplit('-').next().unwrap().parse().unwrap();
        plain::Seen {
            status: order.status,
            seq: order.seq.0,
            rev: order.rev.0,
            estimate: order.estimate,
            place: order.travel.as_ref().map(|travel| plain::Place {
                batch: index(travel.batch.as_str()),
                car: index(travel.car.as_str()),
                stop: travel.stop,
                stops_before: travel.stops_before,
                minutes: travel.minutes,
                updated_at: travel.updated_at,
                departed_at: travel.departed_at,
            }),
        }
    }

    async fn run(self, happenings: Vec<Happens>) {
        let mut plain = Plain::new(&self.ids);
        for (minute, what) in (1..).zip(&happenings) {
            let told = self.happen(what, minute).await;
            let expected = plain.happen(what, at(minute));
            assert_eq!(told, expected, "{what:?}, the {minute}th of {happenings:#?}");
            for (id, expected) in self.ids.iter().zip(plain.seen()) {
                let order = read(&self.store, *id).await;
                assert_gapless(&order);
                assert_eq!(self.seen(&order), expected, "{id} after {what:?}, the {minute}th of {happenings:#?}");
            }
        }
    }
}

fn of_batch(outcome: Result<BatchPut, BatchError>) -> Option<Told> {
    match outcome {
        Ok(put) => {
            let appended = put.appended.iter();
            let appended = appended.map(|appended| (appended.order, appended.status.number(), appended.rev.0));
            Some(Told {
                appended: appended.collect(),
                changed: put.changed.iter().map(|changed| (changed.order, changed.rev.0)).collect(),
            })
        }
        Err(BatchError::Refused { .. } | BatchError::UnknownBatch) => None,
        Err(error) => panic!("{error:?}"),
    }
}

store_contract!(random_batches_come_to_what_a_plain_model_says, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let (many, at_once) = if db.kind() == DatabaseKind::Sqlite { (400, 16) } else { (150, 4) };
    let mut waiting = sequences(many).into_iter().enumerate();
    let mut running = tokio::task::JoinSet::new();
    loop {
        while running.len() < at_once
            && let Some((number, happenings)) = waiting.next()
        {
            let store = db.store();
            running.spawn(async move { Sequence::new(store, number).await.run(happenings).await });
        }
        match running.join_next().await {
            Some(Ok(())) => {}
            Some(Err(error)) => std::panic::resume_unwind(error.into_panic()),
            None => break,
        }
    }
});
