//! Randomness, passed in so that tests can seed it.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};

/// A shared source of random numbers.
#[derive(Clone)]
pub struct Chance(Arc<Mutex<StdRng>>);

impl Chance {
    /// Unpredictable: seeded by the operating system.
    #[must_use]
    pub fn from_system() -> Self {
        Self(Arc::new(Mutex::new(StdRng::from_rng(&mut rand::rngs::ThreadRng::default()))))
    }

    /// Repeatable: the same seed gives the same numbers.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(StdRng::seed_from_u64(seed))))
    }

    /// Random bytes.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.with(|rng| rng.fill_bytes(&mut bytes));
        bytes
    }

    /// A number below `end`; 0 where `end` is 0.
    #[must_use]
    pub fn below(&self, end: u64) -> u64 {
        if end == 0 { 0 } else { self.with(|rng| rng.random_range(0..end)) }
    }

    fn with<T>(&self, draw: impl FnOnce(&mut StdRng) -> T) -> T {
        draw(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chance")
    }
}
