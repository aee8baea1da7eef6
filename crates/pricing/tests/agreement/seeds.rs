//! How many carts are priced, and from which seed on.

/// Runs from seed 0 on, or from `OVELLE_MODEL_SEED`; as many as usual, or as `OVELLE_MODEL_RUNS` says.
pub(crate) fn seeds(usual: u64) -> std::ops::Range<u64> {
    let (first, runs) = (asked("OVELLE_MODEL_SEED").unwrap_or(0), asked("OVELLE_MODEL_RUNS").unwrap_or(usual));
    first..first + runs
}

/// Whether the usual runs are made: then what they did must amount to something.
pub(crate) fn are_usual() -> bool {
    asked("OVELLE_MODEL_RUNS").is_none()
}

fn asked(name: &str) -> Option<u64> {
    #[expect(clippy::disallowed_methods, reason = "which runs a test makes is said by whoever runs it")]
    let asked = std::env::var(name);
    asked.ok().and_then(|number| number.parse().ok())
}
