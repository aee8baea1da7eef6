//! Runs of a model test, each from a seed of its own; one that fails names it.

/// Names the seed of a run that fails.
struct Named(u64);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the run of seed {0} failed; again: OVELLE_MODEL_SEED={0} OVELLE_MODEL_RUNS=1", self.0);
        }
    }
}

/// Runs a model so many times, or as often as `OVELLE_MODEL_RUNS` says, from seed 0 on or from `OVELLE_MODEL_SEED`; how
/// often it ran.
pub(crate) fn each(usual: u64, mut run: impl FnMut(u64)) -> u64 {
    let (first, runs) = (asked("OVELLE_MODEL_SEED").unwrap_or(0), asked("OVELLE_MODEL_RUNS").unwrap_or(usual));
    for seed in first..first + runs {
        let _named = Named(seed);
        run(seed);
    }
    eprintln!("{runs} sequences ran, from seed {first} on");
    runs
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
