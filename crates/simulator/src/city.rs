//! Doing what was planned, at its time.

mod bring;
mod cook;
mod guests;
mod tidy;

use std::{collections::HashMap, sync::Arc, time::Duration};

use jiff::Timestamp;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use reqwest::Url;
use tokio::{sync::oneshot, task::JoinSet, time::Instant};
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, info, warn};

use crate::{
    CityKeys, OrdersUnderWay, Watchers,
    client::{CallRefusal, CityClient},
    customer::Exchange,
    demand::{USUAL_ORDERS_PER_MINUTE, WeekTime},
    lifecycle::StatusUpdate,
    pace::CityPace,
    parameters::CityParameters,
    plan::CityPlan,
    retry::RetryPauses,
    shop::Market,
    timeline::PlannedEvent,
    wire::{Accept, ShopRow, StatusRequest},
};

/// The most orders that are cooked at a time, and the most batches that are brought; the next one waits for a place.
const MAX_FOLLOWED: usize = 2048;

/// An order leaves its kitchen, under the number that the server gave it.
type Handover = oneshot::Sender<String>;
/// The other end: an order that never comes was given up.
type OrderIdReceiver = oneshot::Receiver<String>;

/// What tells the time on the wall.
pub type CityClock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Where a city stands and how it lives.
#[derive(Clone)]
pub struct CityOptions {
    /// What it calls itself. Its orders and cars are named after it and its seed, and what earlier runs of the same name
    /// and seed have left open at the server is ended when it opens: two cities at one server differ in one of them.
    pub name: String,
    /// Base address of the server, as `http://127.0.0.1:8080`.
    pub base_url: String,
    /// Dispatch keys for the whole chain.
    pub keys: CityKeys,
    /// The same seed plans the same city.
    pub seed: u64,
    /// How many times faster than the wall the city lives. At 1 it takes as long as its restaurants say, so that what a
    /// server tells customers comes true; at any other speed it does not.
    pub speed: f64,
    /// Orders in a minute of the city, in a quiet hour; at lunch and in the evening there are a third more. Each
    /// is under way for some half an hour of the city. Kitchens grow with it, and there are always cars enough.
    pub orders_per_minute: f64,
    /// How many customers watch each order; a broken number of them watch some orders and not others.
    pub watchers_per_order: f64,
    /// Whether it takes up what others order in the shop, as in a demo that people try.
    pub serves_guests: bool,
    /// The pause after a first failed call; later ones double, up to 15 s.
    pub first_retry: Duration,
    /// The clock on the wall. Orders are named by the moment the city opens, so that two runs never meet; preorders
    /// ask for a time on it.
    pub clock: CityClock,
}

impl CityOptions {
    /// Orders in a minute of the usual city.
    pub const ORDERS_PER_MINUTE: f64 = USUAL_ORDERS_PER_MINUTE;

    /// Options with a city of about twenty orders at a time that lives at the wall's pace, and that nobody watches.
    #[must_use]
    pub fn new(base_url: String, keys: CityKeys, clock: CityClock) -> Self {
        Self {
            name: "city".to_owned(),
            base_url,
            keys,
            seed: 1,
            speed: 1.0,
            orders_per_minute: Self::ORDERS_PER_MINUTE,
            watchers_per_order: 0.0,
            serves_guests: false,
            first_retry: Duration::from_millis(500),
            clock,
        }
    }
}

/// Why a city cannot live, or no longer.
#[derive(Debug, thiserror::Error)]
pub enum CityError {
    /// The base address is not an http(s) URL.
    #[error("the server's address is not an http(s) URL")]
    Address,
    /// The HTTP client could not be made.
    #[error("cannot make an HTTP client: {0}")]
    Client(#[from] reqwest::Error),
    /// The server does not take the dispatch key.
    #[error("the server refuses the dispatch key")]
    Key,
    /// The restaurants cannot be read.
    #[error("the restaurants cannot be read: {0}")]
    Shops(String),
    /// No restaurant is in business.
    #[error("the server has no restaurant that is in business")]
    NoShops,
}

/// A city that drives one server.
pub struct City {
    api: CityClient,
    options: CityOptions,
    running: OrdersUnderWay,
    watchers: Watchers,
}

impl City {
    /// A city that has not opened yet.
    ///
    /// # Errors
    /// [`CityError::Address`] or [`CityError::Client`].
    pub fn new(mut options: CityOptions) -> Result<Self, CityError> {
        options.speed = options.speed.clamp(0.01, 100_000.0);
        options.orders_per_minute = options.orders_per_minute.clamp(0.01, 1_000.0);
        let base = Url::parse(&options.base_url).map_err(|_| CityError::Address)?;
        if !matches!(base.scheme(), "http" | "https") || base.host().is_none() {
            return Err(CityError::Address);
        }
        let watchers = Watchers::new(&base, options.seed, options.watchers_per_order);
        let api = CityClient::new(base, options.keys.clone())?;
        Ok(Self { api, options, running: OrdersUnderWay::default(), watchers })
    }

    /// The list of what is under way, kept while the city runs.
    #[must_use]
    pub fn running(&self) -> OrdersUnderWay {
        self.running.clone()
    }

    /// Those who watch its orders. When the city has ended, all that they were told has counted.
    #[must_use]
    pub fn watchers(&self) -> Watchers {
        self.watchers.clone()
    }

    /// Lives until `stop`. A server that is away is waited for; what fell due meanwhile is made up for in order.
    ///
    /// # Errors
    /// [`CityError`] where the city cannot live: no key, no restaurants.
    pub async fn run(self, stop: CancellationToken) -> Result<(), CityError> {
        let watchers = self.watchers();
        let lived = stop.run_until_cancelled_owned(Box::pin(self.live())).await.unwrap_or(Ok(()));
        watchers.settle().await;
        lived
    }

    async fn live(self) -> Result<(), CityError> {
        let mut backoff = self.backoff(0);
        let shops = self.api.shops(&mut backoff).await.map_err(|refusal| match refusal {
            CallRefusal::Key => CityError::Key,
            other => CityError::Shops(other.to_string()),
        })?;
        let restaurants: Vec<String> = shops.iter().map(|shop| shop.restaurant_id.clone()).collect();
        let payments = |shop: &ShopRow| Some((shop.restaurant_id.clone(), shop.external_id.clone()?));
        let known_to_payments = shops.iter().filter_map(payments).collect();
        let (market, menu) = Market::find(&self.api, &shops, &mut backoff).await;
        let wall = (self.options.clock)();
        let CityOptions { seed, speed, orders_per_minute, .. } = self.options;
        let exchange = Exchange::of(&self.prefix());
        let parameters =
            CityParameters { seed, exchange, orders_per_minute, speed, opens_at: 0, wall: WeekTime::of(wall) };
        let counters: Vec<ShopRow> = shops.iter().filter(|shop| shop.is_active).cloned().collect();
        let plan = CityPlan::new(parameters, shops, menu).ok_or(CityError::NoShops)?;
        let run = Arc::new(Run {
            name: format!("{}-{}", self.prefix(), wall.as_millisecond()),
            pace: CityPace::new(Instant::now(), plan.opens_at(), speed),
            featured: plan.featured_order().map(|featured| featured.order),
            opened_at: wall,
            market,
            known_to_payments,
            city: self,
        });
        info!(seed, speed, orders_per_minute, "the city is open");
        let guests = Arc::clone(&run).serve_guests(counters);
        tokio::try_join!(run.tidy(&restaurants), guests, Arc::clone(&run).live(plan)).map(drop)
    }

    /// What the names of all its runs begin with.
    fn prefix(&self) -> String {
        format!("{}-{}", self.options.name, self.options.seed)
    }

    /// Pauses of their own for whoever makes calls.
    fn backoff(&self, stream: u64) -> RetryPauses {
        let mut chance = ChaCha8Rng::seed_from_u64(self.options.seed);
        chance.set_stream(stream);
        RetryPauses::new(self.options.first_retry, chance)
    }
}

/// A city that is open.
struct Run {
    city: City,
    /// What its orders, batches and cars are named after.
    name: String,
    pace: CityPace,
    /// The number of the order that is to be followed first.
    featured: Option<u64>,
    /// What the wall showed when it opened.
    opened_at: Timestamp,
    market: Market,
    /// By which payments know each restaurant.
    known_to_payments: HashMap<String, String>,
}

impl Run {
    /// Begins everything at its time. Orders leave their kitchen without waiting for a batch, so that they always make
    /// room for those that a batch waits for.
    async fn live(self: Arc<Self>, plan: CityPlan) -> Result<(), CityError> {
        let run = self;
        // Dropped with this future, and every order and batch with them.
        let (mut orders, mut batches) = (JoinSet::new(), JoinSet::new());
        let mut parcels: HashMap<u64, OrderIdReceiver> = HashMap::new();
        for planned in plan {
            let due = tokio::time::sleep_until(run.pace.instant(planned.at()));
            tokio::pin!(due);
            let mut is_due = false;
            while !is_due || orders.len() >= MAX_FOLLOWED || batches.len() >= MAX_FOLLOWED {
                tokio::select! {
                    () = &mut due, if !is_due => is_due = true,
                    Some(ended) = orders.join_next(), if !orders.is_empty() => ended_well(ended)?,
                    Some(ended) = batches.join_next(), if !batches.is_empty() => ended_well(ended)?,
                }
            }
            let run = Arc::clone(&run);
            match planned {
                PlannedEvent::Order(order) => {
                    let handover = order.parcel.as_ref().map(|_| {
                        let (handover, arrival) = oneshot::channel();
                        parcels.insert(order.number, arrival);
                        handover
                    });
                    orders.spawn(async move { run.cook(&order, handover).await });
                }
                PlannedEvent::Batch(batch) => {
                    let stops = batch.orders();
                    let awaited = stops.iter().filter_map(|order| Some((*order, parcels.remove(order)?))).collect();
                    batches.spawn(async move { run.bring(&batch, awaited).await });
                }
            }
        }
        Ok(())
    }
}

/// Whether an order goes on after a status update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OrderProgress {
    /// More can follow.
    GoesOn,
    /// Nothing can, or nobody knows how.
    Ended,
}

impl Run {
    /// Makes a status update at its time, of the order with this number in the plan. An order of which nothing more is to be seen is
    /// taken off the list.
    async fn update_status(
        &self,
        order_id: &str,
        number: u64,
        update: &StatusUpdate,
        backoff: &mut RetryPauses,
    ) -> Result<OrderProgress, CityError> {
        tokio::time::sleep_until(self.pace.instant(update.at)).await;
        let event_id = format!("{}-{number}-{}-{}", self.name, update.status, update.at);
        // At another speed than the wall's no minutes come true, nor do those that passed before the city opened.
        let is_now = self.pace.is_the_walls() && self.pace.age_at_opening(update.at).is_zero();
        let ready_in = update.ready_in.filter(|_| is_now);
        let body = StatusRequest {
            status: update.status,
            event_id: &event_id,
            note: update.note,
            staff_note: update.staff_note,
        };
        let set = match ready_in {
            Some(preparation_minutes) => {
                let acceptance = Accept { preparation_minutes, event_id: &event_id };
                self.city.api.accept(order_id, &acceptance, backoff).await
            }
            None => self.city.api.set_status(order_id, &body, backoff).await,
        };
        let status = match set {
            Ok(set) => {
                // Where somebody else was quicker, it is their update that stands.
                if set.status == update.status {
                    self.city.watchers.pushed(order_id, set.status, set.seq);
                }
                set.status
            }
            // Somebody else pressed too, and won. Where the order goes on, so do we.
            Err(CallRefusal::Moved { status: Some(status), .. }) => status,
            Err(refusal) => {
                self.city.running.remove(order_id);
                self.city.watchers.leave(order_id);
                return given_up(&refusal, &event_id).map(|()| OrderProgress::Ended);
            }
        };
        debug!(order_id, status, "updated");
        if nothing_follows(status) {
            self.city.running.remove(order_id);
            self.city.watchers.over(order_id);
            return Ok(OrderProgress::Ended);
        }
        self.city.running.set_status(order_id, status);
        Ok(OrderProgress::GoesOn)
    }
}

/// Shown feedback or cancelled: the contract ends there.
fn nothing_follows(status: i16) -> bool {
    matches!(status, 12 | 13)
}

/// A refused key ends the city; a refused order, batch or car ends alone.
fn given_up(refusal: &CallRefusal, name: &str) -> Result<(), CityError> {
    if *refusal == CallRefusal::Key {
        return Err(CityError::Key);
    }
    warn!(name, %refusal, "given up");
    Ok(())
}

fn ended_well(ended: Result<Result<(), CityError>, tokio::task::JoinError>) -> Result<(), CityError> {
    ended.unwrap_or_else(|died| {
        error!(%died, "a task died");
        Ok(())
    })
}
