//! `ovelle demo`: a node on embedded defaults with a simulated city.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use deps::{Clock, SystemClock};
use domain::{
    key::fingerprint,
    order::{Source, Status},
    staff::{Email, Roles},
};
use protocol::payload;
use simulator::{City, CityKeys, OrdersUnderWay, RunningOrder, WireOrderType};
use store::{AddKeyError, NewDispatchKey, StoreError};
use tokio_util::sync::CancellationToken;

use crate::{
    App, Config, Environment,
    app::StartError,
    city::{CityFlags, SimulateError, live, options},
    content::Hangups,
    keys::new_key,
    operations::DemoOrder,
    serve::{leave_taking, limits},
    staff::{self, NewPerson, StaffError},
};

/// Why the demo ends early.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The node does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The city's keys cannot be made.
    #[error("the city's keys cannot be made")]
    Keys(#[from] StoreError),
    /// The staff's account cannot be made.
    #[error("the staff's account cannot be made")]
    Staff(#[from] StaffError),
    /// The city cannot live, or its watchers were told wrongly.
    #[error(transparent)]
    City(#[from] SimulateError),
}

/// Runs a node and its city until it is told to end, and says what to open.
///
/// # Errors
/// Where the node does not start, or the city cannot live.
pub async fn demo(config: Config, flags: &CityFlags) -> Result<(), DemoError> {
    // All of the city's customers order from this machine's address.
    let config = Config { orders_per_address: 0, ..config };
    // The city can be made only when the node has its address; until then it runs no orders.
    let running: Arc<OnceLock<OrdersUnderWay>> = Arc::default();
    let mut environment = Environment::of_this_machine(limits(&config));
    environment.limits.live.drain = Duration::ZERO;
    environment.demo = Some(lister(Arc::clone(&running)));
    let hangups = Hangups::listen();
    let app = App::start(&config, environment).await?;
    let following = tokio::spawn(app.content().clone().follow(hangups));

    let stop = CancellationToken::new();
    // The city lives on this machine whatever its pages are called outside.
    let keys = CityKeys {
        shop: make_key(&app, Source::Shop).await?,
        kitchen: make_key(&app, Source::Kitchen).await?,
        dispatch: make_key(&app, Source::Dispatch).await?,
        driver: make_key(&app, Source::Driver).await?,
    };
    let password = make_staff(&app).await?;
    let mut options = options("demo", format!("http://{}", app.address()), keys, flags);
    options.serves_guests = true;
    if !flags.check {
        options.watchers_per_order = WATCHED_SHARE;
    }
    let city = City::new(options).map_err(SimulateError::from)?;
    let orders = running.get_or_init(|| city.running()).clone();
    let mut living = tokio::spawn(live(city, flags.check, stop.clone()));
    let city_ended = tokio::select! {
        ended = &mut living => Some(ended),
        () = async {
            greet(app.public_url(), &orders, &password).await;
            leave_taking().await;
        } => None,
    };
    stop.cancel();
    following.abort();
    let ended = match city_ended {
        Some(ended) => ended,
        None => living.await,
    };
    app.leave().await;
    match ended {
        Ok(lived) => Ok(lived?),
        Err(panicked) => std::panic::resume_unwind(panicked.into_panic()),
    }
}

/// A key for those who report with it in the demo's city; a new one at each start.
async fn make_key(app: &App, source: Source) -> Result<String, StoreError> {
    let key = new_key();
    let name = format!("demo-{}", source.as_str());
    if !app.store().dispatch_keys().renew(&name, fingerprint(&key)).await? {
        let new = NewDispatchKey {
            name,
            sha256: fingerprint(&key),
            restaurants: Vec::new(),
            source,
            created_at: SystemClock.now(),
        };
        app.store().dispatch_keys().add(new).await.map_err(|error| match error {
            AddKeyError::Store(error) => error,
            AddKeyError::NameTaken => StoreError::Unavailable(Arc::new(error)),
        })?;
    }
    Ok(key)
}

/// By what the demo's staff sign in.
const STAFF: &str = "demo@ovelle.example";

/// Somebody of the staff, who sees the whole chain and may work at each place; with a new password at each start.
async fn make_staff(app: &App) -> Result<String, StaffError> {
    let email: Email = STAFF.parse().expect("the demo's address is one");
    app.store().staff().remove(&email, SystemClock.now()).await?;
    let new = NewPerson { email, restaurants: Vec::new(), roles: Roles::all(), must_change: false };
    staff::add(app.store(), new).await
}

/// In the demo, so many of the customers watch their orders: the staff see on their board who does.
const WATCHED_SHARE: f64 = 0.4;

/// How long the city may take to make up for what was under way when it opened.
const CATCHING_UP: Duration = Duration::from_secs(5);

/// Says what to open, as soon as there is an order to follow: the one with which the city opens. Where it has none, the
/// newest whose car is on the road, or any.
#[expect(clippy::print_stdout, reason = "the demo is there to be opened")]
async fn greet(public_url: &str, running: &OrdersUnderWay, password: &str) {
    println!("\n  Ovelle is running.\n\n  Shop      {public_url}/");
    let began = tokio::time::Instant::now();
    let link = loop {
        let mut deliveries = running.list();
        deliveries.retain(|order| order.order_type == WireOrderType::Delivery && order.pre_order_time.is_none());
        let on_the_road = |order: &&RunningOrder| order.status == Status::BeingDelivered.number();
        let opening = deliveries.iter().find(|order| order.is_to_be_followed && on_the_road(order));
        let on_the_road = deliveries.iter().find(on_the_road);
        let any = on_the_road.or(deliveries.first()).filter(|_| began.elapsed() > CATCHING_UP);
        if let Some(order) = opening.or(any) {
            break order.tracking_url.clone();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    println!("  Tracking  {link}\n  Staff     {public_url}/seuranta  ({STAFF}, password {password})");
    println!("\n  Every order of the city is on the first page. Ctrl-C ends it.\n");
}

/// Lists what is under way: the order that was printed comes first until it is there.
fn lister(running: Arc<OnceLock<OrdersUnderWay>>) -> Arc<dyn Fn() -> Vec<DemoOrder> + Send + Sync> {
    Arc::new(move || {
        let mut orders = running.get().map(OrdersUnderWay::list).unwrap_or_default();
        orders.sort_by_key(|order| !(order.is_to_be_followed && order.status < Status::Delivered.number()));
        orders.into_iter().filter_map(demo_order).collect()
    })
}

fn demo_order(order: RunningOrder) -> Option<DemoOrder> {
    let path_start = order.tracking_url.find("/tilaus/")?;
    Some(DemoOrder {
        order_id: order.order_id,
        order_type: match order.order_type {
            WireOrderType::Delivery => payload::OrderTypePayload::Delivery,
            WireOrderType::Pickup => payload::OrderTypePayload::Pickup,
            WireOrderType::Eatin => payload::OrderTypePayload::Eatin,
        },
        restaurant_name: order.restaurant_name,
        status: order.status,
        pre_order_time: order.pre_order_time.map(|time| time.to_string()),
        tracking_path: order.tracking_url[path_start..].to_owned(),
    })
}
