//! Maps by car.

use std::collections::HashMap;

use domain::ids::CarId;
use foldhash::fast::RandomState;

/// A map by car with a quick hasher. Dispatch names cars, a watcher never does, so nobody can choose names that collide.
pub type CarMap<T> = HashMap<CarId, T, RandomState>;
