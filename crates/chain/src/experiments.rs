//! `people/experiments.json`: what is tried with a part of the people (docs/spec/people.md, "Experiments").

use std::collections::BTreeMap;

/// For how long pages keep experiments, in seconds, where nothing else is said.
const KEPT: u32 = 12 * 60 * 60;
/// All weights of an experiment together, in per cent.
const WHOLE: u32 = 100;

/// How many of a hundred see each variant of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Experiment {
    control: u32,
    a: u32,
    b: u32,
}

/// Weights that are not those of a hundred people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("has weights that do not sum to 100")]
pub struct BadWeights;

impl Experiment {
    /// With these weights.
    ///
    /// # Errors
    /// Where they do not sum to 100.
    pub fn new(control: u32, a: u32, b: u32) -> Result<Self, BadWeights> {
        let sum = control.checked_add(a).and_then(|sum| sum.checked_add(b));
        if sum == Some(WHOLE) { Ok(Self { control, a, b }) } else { Err(BadWeights) }
    }

    /// The weights of `control`, `a` and `b`, in per cent.
    #[must_use]
    pub fn weights(self) -> [u32; 3] {
        [self.control, self.a, self.b]
    }
}

/// Experiments by key, and for how long pages keep them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Experiments {
    /// Seconds for which a page takes them for the newest.
    pub min_fetch_seconds: u32,
    pub by_key: BTreeMap<String, Experiment>,
}

impl Default for Experiments {
    fn default() -> Self {
        Self { min_fetch_seconds: KEPT, by_key: BTreeMap::new() }
    }
}
