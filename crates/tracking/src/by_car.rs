//! Tables of cars, in which each position looks several times.

use std::collections::HashMap;

use domain::ids::CarId;
use foldhash::fast::RandomState;

/// A table of cars. Their names come from dispatch, never from a watcher, so a hasher will do that is quick and not made to
/// withstand whoever chooses names.
pub(crate) type ByCar<T> = HashMap<CarId, T, RandomState>;
