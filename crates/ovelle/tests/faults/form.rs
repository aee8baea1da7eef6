//! How long and how large: the short form for every run of the tests, the long one for `scripts/faults`.

use std::time::Duration;

use testkit::load::Load;

use crate::record;

/// A setting of the run, which is handed over in the environment.
pub(crate) fn setting(name: &str) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "the form of a test run is handed over in the environment")]
    let value = std::env::var(name);
    value.ok().filter(|value| !value.is_empty())
}

/// Whether the long form was asked for.
pub(crate) fn is_long() -> bool {
    setting("FAULTS_FORM").as_deref() == Some("long")
}

/// One of two, by the form.
pub(crate) fn either<T>(short: T, long: T) -> T {
    if is_long() { long } else { short }
}

/// Seconds in the short form and in the long one.
pub(crate) fn span(short: f64, long: f64) -> Duration {
    Duration::from_secs_f64(either(short, long))
}

/// What a test's plan follows from: its own number, or another one where `FAULTS_SEED` is set, which is then added. It is
/// printed, so that a run may be had again.
pub(crate) fn seed(number: u64) -> u64 {
    let other: u64 = setting("FAULTS_SEED").map_or(0, |other| other.parse().unwrap());
    eprintln!("seed {number} + {other} (FAULTS_SEED)");
    record::seed(number + other);
    number + other
}

/// How much of the long form's load is made, where the machine is smaller or has other work: `FAULTS_LOAD=0.5` for half.
fn share() -> f64 {
    setting("FAULTS_LOAD").map_or(1.0, |share| share.parse().unwrap())
}

/// The usual load. In the long form 2,000 watched orders, 200 status changes and 500 positions a second: of the changes
/// 20 come from the 200 cars. 15 orders a second are placed in the shop and paid.
pub(crate) fn load(number: u64) -> Load {
    let seed = seed(number);
    if is_long() {
        let share = share();
        let many = |most: f64| (most * share) as usize;
        let reports = Load { reports: 180.0 * share, dispatchers: 60, ..Load::default() };
        let cars = Load { cars: many(200.0), positions_per_report: 25, ..reports };
        let (orders, watchers) = (many(2_000.0), many(2_000.0));
        Load { seed, orders, watchers, boards: 4, purchases: 15.0 * share, shoppers: 30, ..cars }
    } else {
        Load { seed, cars: 4, boards: 2, ..Load::default() }
    }
}
