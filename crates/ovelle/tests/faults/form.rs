//! How long and how large: the short form for every run of the tests, the long one for a night.

use std::time::Duration;

use testkit::load::Load;

/// Whether the long form was asked for.
pub(crate) fn is_long() -> bool {
    #[expect(clippy::disallowed_methods, reason = "the form of a test run is handed over in the environment")]
    let form = std::env::var("FAULTS_FORM");
    form.as_deref() == Ok("long")
}

/// Seconds in the short form and in the long one.
pub(crate) fn span(short: f64, long: f64) -> Duration {
    Duration::from_secs_f64(if is_long() { long } else { short })
}

/// What a test's plan follows from: its own number, or another one where `FAULTS_SEED` is set, which is then added. It is
/// printed, so that a run may be had again.
pub(crate) fn seed(number: u64) -> u64 {
    #[expect(clippy::disallowed_methods, reason = "the form of a test run is handed over in the environment")]
    let other = std::env::var("FAULTS_SEED").ok();
    let other: u64 = other.map_or(0, |other| other.parse().unwrap());
    eprintln!("seed {number} + {other} (FAULTS_SEED)");
    number + other
}

/// The usual load.
pub(crate) fn load(number: u64) -> Load {
    let seed = seed(number);
    if is_long() {
        let presses = Load { presses: 200.0, dispatchers: 40, ..Load::default() };
        Load { seed, orders: 2_000, watchers: 2_000, cars: 200, boards: 4, ..presses }
    } else {
        Load { seed, cars: 4, boards: 2, ..Load::default() }
    }
}
