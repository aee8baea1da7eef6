//! Doing what was planned, at its time.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use reqwest::Url;
use tokio::{task::JoinSet, time::Instant};
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, info, warn};

use crate::{
    CityKeys, RunningOrder, RunningOrders,
    client::{Api, Refusal},
    pace::Pace,
    plan::{OrderPlan, Plan, TEN_AT_A_TIME},
    retry::Backoff,
    wire::{Register, SetStatus},
};

/// The most orders that are followed at a time; the next one waits for a place.
const MAX_FOLLOWED: usize = 256;

/// What tells the time on the wall.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Where a city stands and how it lives.
#[derive(Clone)]
pub struct CityOptions {
    /// Base address of the server, as `http://127.0.0.1:8080`.
    pub base_url: String,
    /// Dispatch keys for the whole chain.
    pub keys: CityKeys,
    /// The same seed plans the same city.
    pub seed: u64,
    /// How many times faster than the wall the city lives. At 1 a delivery takes some 25 minutes.
    pub speed: f64,
    /// Orders in a minute of the city. 0.46 keep about ten under way.
    pub orders_per_minute: f64,
    /// The pause after a first failed call; later ones double, up to 15 s.
    pub first_retry: Duration,
    /// The clock on the wall. Orders are named by the moment the city opens, so that two runs never meet; preorders
    /// ask for a time on it.
    pub clock: Clock,
}

impl CityOptions {
    /// Options with a city of about ten orders that lives four times as fast as the wall.
    #[must_use]
    pub fn new(base_url: String, keys: CityKeys, clock: Clock) -> Self {
        Self {
            base_url,
            keys,
            seed: 1,
            speed: 4.0,
            orders_per_minute: TEN_AT_A_TIME,
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
    api: Api,
    options: CityOptions,
    running: RunningOrders,
}

impl City {
    /// A city that has not opened yet.
    ///
    /// # Errors
    /// [`CityError::Address`] or [`CityError::Client`].
    pub fn new(options: CityOptions) -> Result<Self, CityError> {
        let base = Url::parse(&options.base_url).map_err(|_| CityError::Address)?;
        if !matches!(base.scheme(), "http" | "https") || base.host().is_none() {
            return Err(CityError::Address);
        }
        let api = Api::new(base, options.keys.clone())?;
        Ok(Self { api, options, running: RunningOrders::default() })
    }

    /// The list of what is under way, kept while the city runs.
    #[must_use]
    pub fn running(&self) -> RunningOrders {
        self.running.clone()
    }

    /// Lives until `stop`. A server that is away is waited for; what fell due meanwhile is made up for in order.
    ///
    /// # Errors
    /// [`CityError`] where the city cannot live: no key, no restaurants.
    pub async fn run(self, stop: CancellationToken) -> Result<(), CityError> {
        stop.run_until_cancelled_owned(self.live()).await.unwrap_or(Ok(()))
    }

    async fn live(self) -> Result<(), CityError> {
        let mut backoff = self.backoff(0);
        let shops = self.api.shops(&mut backoff).await.map_err(|refusal| match refusal {
            Refusal::Key => CityError::Key,
            other => CityError::Shops(other.to_string()),
        })?;
        let plan = Plan::new(self.options.seed, self.options.orders_per_minute, shops).ok_or(CityError::NoShops)?;
        let pace = Pace::new(Instant::now(), self.options.speed);
        let run = format!("city-{}-{}", (self.options.clock)().as_millisecond(), self.options.seed);
        info!(seed = self.options.seed, speed = self.options.speed, "the city is open");

        let city = Arc::new(self);
        // Dropped with this future, and every order with it.
        let mut orders = JoinSet::new();
        for order in plan {
            let due = tokio::time::sleep_until(pace.instant(order.at));
            tokio::pin!(due);
            let mut is_due = false;
            while !is_due || orders.len() >= MAX_FOLLOWED {
                tokio::select! {
                    () = &mut due, if !is_due => is_due = true,
                    Some(ended) = orders.join_next(), if !orders.is_empty() => ended_well(ended)?,
                }
            }
            let (city, name) = (Arc::clone(&city), format!("{run}-{}", order.number));
            orders.spawn(async move { city.follow(&order, &name, pace).await });
        }
        Ok(())
    }

    /// Registers an order and makes its presses, each at its time.
    async fn follow(&self, order: &OrderPlan, name: &str, pace: Pace) -> Result<(), CityError> {
        let mut backoff = self.backoff(order.number + 1);
        let pre_order_time = order.preorder_at.map(|at| pace.asked_time(at, Instant::now(), (self.options.clock)()));
        let registration = Register {
            external_id: name,
            order_type: order.order_type,
            restaurant_id: &order.restaurant_id,
            pre_order_time,
            customer: &order.customer,
            order_items: &order.items,
        };
        let registered = match self.api.register(&registration, &mut backoff).await {
            Ok(registered) => registered,
            Err(refusal) => return given_up(&refusal, name),
        };
        let order_id = registered.order_id;
        self.running.add(RunningOrder {
            order_id: order_id.clone(),
            order_type: order.order_type,
            restaurant_name: order.restaurant_name.clone(),
            status: 0,
            pre_order_time,
            tracking_url: registered.tracking_url,
        });
        let ended = self.press_all(order, &order_id, name, pace, &mut backoff).await;
        self.running.remove(&order_id);
        ended
    }

    async fn press_all(
        &self,
        order: &OrderPlan,
        order_id: &str,
        name: &str,
        pace: Pace,
        backoff: &mut Backoff,
    ) -> Result<(), CityError> {
        for (step, press) in order.presses.iter().enumerate() {
            tokio::time::sleep_until(pace.instant(press.at)).await;
            let event_id = format!("{name}-{step}");
            let body =
                SetStatus { status: press.status, event_id: &event_id, note: press.note, staff_note: press.staff_note };
            let status = match self.api.press(order_id, &body, backoff).await {
                Ok(set) => set.status,
                // Somebody else pressed too, and won. Where the order goes on, so do we.
                Err(Refusal::Moved { status: Some(status) }) => status,
                Err(refusal) => return given_up(&refusal, name),
            };
            debug!(order_id, status, "pressed");
            self.running.set_status(order_id, status);
            if nothing_follows(status) {
                break;
            }
        }
        Ok(())
    }

    fn backoff(&self, stream: u64) -> Backoff {
        let mut chance = ChaCha8Rng::seed_from_u64(self.options.seed);
        chance.set_stream(stream);
        Backoff::new(self.options.first_retry, chance)
    }
}

/// Shown feedback or cancelled: the contract ends there.
fn nothing_follows(status: i16) -> bool {
    matches!(status, 12 | 13)
}

/// A refused key ends the city; a refused order ends alone.
fn given_up(refusal: &Refusal, name: &str) -> Result<(), CityError> {
    if *refusal == Refusal::Key {
        return Err(CityError::Key);
    }
    warn!(order = name, %refusal, "an order is given up");
    Ok(())
}

fn ended_well(ended: Result<Result<(), CityError>, tokio::task::JoinError>) -> Result<(), CityError> {
    ended.unwrap_or_else(|died| {
        error!(%died, "an order's task died");
        Ok(())
    })
}
