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

/// The usual load.
pub(crate) fn load(seed: u64) -> Load {
    if is_long() {
        let presses = Load { presses: 200.0, dispatchers: 40, ..Load::default() };
        Load { seed, orders: 2_000, watchers: 2_000, cars: 200, boards: 4, ..presses }
    } else {
        Load { seed, cars: 4, boards: 2, ..Load::default() }
    }
}
