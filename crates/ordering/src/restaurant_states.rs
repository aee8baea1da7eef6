//! What restaurants say of themselves while the node runs.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use chain::hours;
use domain::{
    ids::{RestaurantId, Rev},
    live_state::LiveState,
};

/// What a restaurant says of itself: as it is kept, and as the rules of its hours read it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownState {
    pub kept: LiveState,
    pub hours: hours::ServiceState,
}

impl From<LiveState> for KnownState {
    fn from(kept: LiveState) -> Self {
        let pauses = kept.pause.iter().flat_map(|pause| pause.order_types.iter().map(|one| (*one, pause.until)));
        let busy = kept.busy.map(|busy| hours::KitchenDelay { minutes: busy.minutes, until: busy.until });
        let hours = hours::ServiceState { pauses: pauses.collect(), busy };
        Self { kept, hours }
    }
}

/// The newest word of each restaurant that said anything, the same for all who hold a clone.
#[derive(Debug, Clone, Default)]
pub struct RestaurantStates(Arc<RwLock<Arc<HashMap<RestaurantId, KnownState>>>>);

impl RestaurantStates {
    /// All of them as they are now. While nothing is said it is the same value.
    #[must_use]
    pub fn all(&self) -> Arc<HashMap<RestaurantId, KnownState>> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether a restaurant has said something newer than what is known.
    #[must_use]
    pub fn is_behind(&self, restaurant: RestaurantId, rev: Rev) -> bool {
        is_newer(&self.all(), restaurant, rev)
    }

    /// Takes in what restaurants said, where that is newer than what is known.
    pub fn take(&self, said: impl IntoIterator<Item = (RestaurantId, LiveState)>) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let newer: Vec<_> =
            said.into_iter().filter(|(restaurant, state)| is_newer(&all, *restaurant, state.rev)).collect();
        if !newer.is_empty() {
            Arc::make_mut(&mut all).extend(newer.into_iter().map(|(id, state)| (id, state.into())));
        }
    }
}

fn is_newer(all: &HashMap<RestaurantId, KnownState>, restaurant: RestaurantId, rev: Rev) -> bool {
    all.get(&restaurant).is_none_or(|known| known.kept.rev < rev)
}

#[cfg(test)]
mod tests {
    use domain::live_state::Busy;
    use jiff::Timestamp;

    use super::*;

    fn busy(rev: i64, minutes: u32) -> (RestaurantId, LiveState) {
        let busy = Some(Busy { minutes, until: Timestamp::from_second(1_795_262_400).unwrap() });
        (RestaurantId(12), LiveState { rev: Rev(rev), busy, ..LiveState::default() })
    }

    #[test]
    fn what_is_older_is_passed_over() {
        let states = RestaurantStates::default();
        assert!(states.is_behind(RestaurantId(12), Rev(1)));
        states.take([busy(2, 20)]);
        let before = states.all();
        states.take([busy(1, 10), busy(2, 30)]);
        assert!(Arc::ptr_eq(&before, &states.all()));
        assert_eq!(before[&RestaurantId(12)].hours.busy.map(|busy| busy.minutes), Some(20));
        assert!(!states.is_behind(RestaurantId(12), Rev(2)) && states.is_behind(RestaurantId(12), Rev(3)));
        states.take([busy(3, 40)]);
        assert_eq!(states.all()[&RestaurantId(12)].hours.busy.map(|busy| busy.minutes), Some(40));
    }
}
