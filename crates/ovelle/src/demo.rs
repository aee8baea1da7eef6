//! `ovelle demo`: a node on embedded defaults with a simulated city; and `ovelle simulate`, the city
//! alone.

use std::sync::{Arc, OnceLock};

use clap::Args;
use http::{Chance, Clock, clock::SystemClock};
use simulator::{City, CityError, CityOptions, OrderType, RunningOrder, RunningOrders};
use tokio_util::sync::CancellationToken;
use tracking::payload;

use crate::{
    App, Config, Environment,
    app::StartError,
    operations::DemoOrder,
    serve::{leave_taking, limits},
};

/// How the city lives.
#[derive(Debug, Clone, Args)]
pub struct CityFlags {
    /// The same seed plans the same city.
    #[arg(long, default_value_t = 7)]
    pub seed: u64,
    /// How many times faster than the wall the city lives.
    #[arg(long, default_value_t = 4.0, value_parser = speed)]
    pub speed: f64,
}

/// Why the demo ends early.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The node does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The city cannot live.
    #[error(transparent)]
    City(#[from] CityError),
}

fn speed(text: &str) -> Result<f64, String> {
    let speed: f64 = text.parse().map_err(|_| "a number such as 4".to_owned())?;
    if (0.1..=200.0).contains(&speed) { Ok(speed) } else { Err("between 0.1 and 200".to_owned()) }
}

/// Runs a node and its city until it is told to end, and says what to open.
///
/// # Errors
/// Where the node does not start, or the city cannot live.
pub async fn demo(mut config: Config, flags: &CityFlags) -> Result<(), DemoError> {
    let key = Chance::from_system().bytes::<16>().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let separator = if config.dispatch_keys.is_empty() { "" } else { "," };
    config.dispatch_keys = format!("{}{separator}demo-city={key}", config.dispatch_keys);
    // The city can be made only when the node has its address; until then it runs no orders.
    let running: Arc<OnceLock<RunningOrders>> = Arc::default();
    let mut environment = Environment::of_this_machine(limits(&config));
    environment.limits.drain = std::time::Duration::ZERO;
    environment.demo = Some(lister(Arc::clone(&running)));
    let app = App::start(&config, environment).await?;

    let stop = CancellationToken::new();
    // The city lives on this machine whatever its pages are called outside.
    let city = city(format!("http://{}", app.address()), key, flags)?;
    let orders = running.get_or_init(|| city.running()).clone();
    let mut living = tokio::spawn(city.run(stop.clone()));
    let city_ended = tokio::select! {
        ended = &mut living => Some(ended),
        () = async {
            greet(app.public_url(), &orders).await;
            leave_taking().await;
        } => None,
    };
    stop.cancel();
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

/// Lets the city drive a server that runs elsewhere, until it is told to end.
///
/// # Errors
/// Where the city cannot live.
pub async fn simulate(url: String, dispatch_key: String, flags: &CityFlags) -> Result<(), CityError> {
    let stop = CancellationToken::new();
    let mut living = tokio::spawn(city(url, dispatch_key, flags)?.run(stop.clone()));
    tokio::select! {
        ended = &mut living => return ended.unwrap_or_else(|panicked| std::panic::resume_unwind(panicked.into_panic())),
        () = leave_taking() => stop.cancel(),
    }
    living.await.unwrap_or_else(|panicked| std::panic::resume_unwind(panicked.into_panic()))
}

fn city(base_url: String, key: String, flags: &CityFlags) -> Result<City, CityError> {
    let mut options = CityOptions::new(base_url, key, Arc::new(|| SystemClock.now()));
    (options.seed, options.speed) = (flags.seed, flags.speed);
    City::new(options)
}

/// Says what to open, as soon as there is an order to follow.
#[expect(clippy::print_stdout, reason = "the demo is there to be opened")]
async fn greet(public_url: &str, running: &RunningOrders) {
    println!("\n  Ovelle is running.\n\n  Shop      {public_url}/");
    let link = loop {
        let orders = running.list();
        let moving =
            orders.iter().find(|order| order.order_type == OrderType::Delivery && order.pre_order_time.is_none());
        if let Some(order) = moving {
            break order.tracking_url.clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    };
    println!("  Tracking  {link}\n\n  Every order of the city is on the first page. Ctrl-C ends it.\n");
}

fn lister(running: Arc<OnceLock<RunningOrders>>) -> Arc<dyn Fn() -> Vec<DemoOrder> + Send + Sync> {
    Arc::new(move || {
        let orders = running.get().map(RunningOrders::list).unwrap_or_default();
        orders.into_iter().filter_map(demo_order).collect()
    })
}

fn demo_order(order: RunningOrder) -> Option<DemoOrder> {
    let path_start = order.tracking_url.find("/tilaus/")?;
    Some(DemoOrder {
        order_id: order.order_id,
        order_type: match order.order_type {
            OrderType::Delivery => payload::OrderType::Delivery,
            OrderType::Pickup => payload::OrderType::Pickup,
            OrderType::Eatin => payload::OrderType::Eatin,
        },
        restaurant_name: order.restaurant_name,
        status: order.status,
        pre_order_time: order.pre_order_time.map(|time| time.to_string()),
        tracking_path: order.tracking_url[path_start..].to_owned(),
    })
}
