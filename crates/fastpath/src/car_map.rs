//! Maps by car.

use std::collections::HashMap;

use domain::ids::CarId;
use foldhash::fast::RandomState;

/// A map keyed by car, with a fast hasher. Only dispatch names cars, not watchers, so nobody can choose colliding
/// names.
pub type CarMap<T> = HashMap<CarId, T, RandomState>;
