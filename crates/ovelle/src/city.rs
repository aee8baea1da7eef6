//! `ovelle simulate`: a city that drives any server; and what it has in common with that of the demo.

use std::{ops::RangeInclusive, sync::Arc, time::Duration};

use clap::Args;
use deps::{Clock, SystemClock};
use simulator::{City, CityError, CityKeys, CityOptions, Report};
use tokio_util::sync::CancellationToken;

use crate::serve::leave_taking;

/// How often a checked city says what came of it.
const REPORT_EVERY: Duration = Duration::from_secs(60);

/// How the city lives.
#[derive(Debug, Clone, Args)]
pub struct CityFlags {
    /// The same seed plans the same city.
    #[arg(long, default_value_t = 7)]
    pub seed: u64,
    /// How many times faster than the wall the city lives, for tests and loads. At 1 the minutes that customers are told
    /// come true; at any other speed they do not, since the server counts at the wall's pace.
    #[arg(long, default_value_t = 1.0, value_parser = speed)]
    pub speed: f64,
    /// Orders in a minute of the city, in a quiet hour; at lunch and in the evening a third more. Each is under way
    /// for some half an hour of the city, so the default keeps about twenty open. Kitchens and cars grow with it: 60 put
    /// some 200 cars on the road.
    #[arg(long, default_value_t = CityOptions::ORDERS_PER_MINUTE, value_parser = orders_per_minute)]
    pub orders_per_minute: f64,
    /// Hold the city's own customers against it: watch each order, report each minute what was pushed and what arrived,
    /// and end with 1 where a status was lost, doubled or out of order.
    #[arg(long)]
    pub check: bool,
    /// With --check, how many watch each order.
    #[arg(long, default_value_t = 2.0, requires = "check", value_parser = watchers)]
    pub watchers: f64,
}

/// Why a city ends with a failure.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// The city cannot live.
    #[error(transparent)]
    City(#[from] CityError),
    /// What was pushed did not arrive as it should have.
    #[error("the watchers were told wrongly: {0}")]
    ToldWrongly(Box<Report>),
}

/// Lets the city drive a server that runs elsewhere, until it is told to end.
///
/// # Errors
/// Where the city cannot live, or the check found that watchers were told wrongly.
pub async fn simulate(url: String, dispatch_key: String, flags: &CityFlags) -> Result<(), SimulateError> {
    let stop = CancellationToken::new();
    let city = City::new(options("city", url, CityKeys::same(&dispatch_key), flags))?;
    let mut living = tokio::spawn(live(city, flags.check, stop.clone()));
    tokio::select! {
        ended = &mut living => return ended.unwrap_or_else(|panicked| std::panic::resume_unwind(panicked.into_panic())),
        () = leave_taking() => stop.cancel(),
    }
    living.await.unwrap_or_else(|panicked| std::panic::resume_unwind(panicked.into_panic()))
}

/// Lets a city live until `stop`; with the check, says each minute and at the end what its watchers were told.
pub(crate) async fn live(city: City, is_checked: bool, stop: CancellationToken) -> Result<(), SimulateError> {
    let watchers = city.watchers();
    let say_each_minute = async {
        let mut minute = tokio::time::interval(REPORT_EVERY);
        minute.tick().await;
        loop {
            minute.tick().await;
            say(&watchers.report());
        }
    };
    let life = city.run(stop);
    if !is_checked {
        return Ok(life.await?);
    }
    let lived = tokio::select! {
        lived = life => lived,
        never = say_each_minute => never,
    };
    let report = watchers.report();
    say(&report);
    lived?;
    if report.is_clean() { Ok(()) } else { Err(SimulateError::ToldWrongly(Box::new(report))) }
}

#[expect(clippy::print_stdout, reason = "what the check was asked for")]
fn say(report: &Report) {
    println!("{report}");
}

pub(crate) fn options(name: &str, base_url: String, keys: CityKeys, flags: &CityFlags) -> CityOptions {
    CityOptions {
        name: name.to_owned(),
        seed: flags.seed,
        speed: flags.speed,
        orders_per_minute: flags.orders_per_minute,
        watchers_per_order: if flags.check { flags.watchers } else { 0.0 },
        ..CityOptions::new(base_url, keys, Arc::new(|| SystemClock.now()))
    }
}

fn speed(text: &str) -> Result<f64, String> {
    number(text, 0.1..=200.0)
}

fn orders_per_minute(text: &str) -> Result<f64, String> {
    number(text, 0.1..=200.0)
}

fn watchers(text: &str) -> Result<f64, String> {
    number(text, 0.1..=20.0)
}

fn number(text: &str, within: RangeInclusive<f64>) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "a number such as 4".to_owned())?;
    let (least, most) = (within.start(), within.end());
    if within.contains(&number) { Ok(number) } else { Err(format!("between {least} and {most}")) }
}
