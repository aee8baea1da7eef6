//! The cars of a board: those that are on the road for the orders which it shows, for the connections that
//! asked for them. The staff see where a car truly is: the 150 m before a door keep customers from each
//! other, not from the chain.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::{
    car::{SHOWN_FOR, Sighting},
    ids::CarId,
};
use jiff::Timestamp;
use live::{Connection, ConnectionId, Recipients, StateTopic, StateTopicId, Version, next_state_topic_id, others};
use protocol::frames::BoardCar;
use tokio::sync::Notify;

use super::{
    FAMILY,
    delta_cache::{Delta, DeltaCache},
    key::Key,
    kind::{BoardUpdate, encode, two_lists},
    log::ChangeLog,
    topic::version_sent,
};

/// The cars of a board.
#[derive(Debug)]
pub(crate) struct BoardFleet {
    id: StateTopicId,
    pub(crate) key: Key,
    state: Mutex<FleetState>,
}

#[derive(Debug)]
struct FleetState {
    /// When each car was where it is shown.
    seen: HashMap<CarId, Timestamp>,
    log: ChangeLog<CarId>,
    deltas: DeltaCache,
    watchers: Recipients,
}

/// The cars of all boards that were asked for.
#[derive(Debug, Default)]
pub(crate) struct Fleets {
    fleets: Mutex<HashMap<Key, Arc<BoardFleet>>>,
    /// Rings when there are some.
    pub(crate) notify: Notify,
}

impl BoardFleet {
    fn new(key: Key) -> Self {
        let state = FleetState {
            seen: HashMap::new(),
            log: ChangeLog::default(),
            deltas: DeltaCache::default(),
            watchers: Arc::new([]),
        };
        Self { id: next_state_topic_id(), key, state: Mutex::new(state) }
    }

    fn lock(&self) -> MutexGuard<'_, FleetState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows these cars where they were seen, and no others. A car that was seen no more stays where it
    /// is until that is too old.
    pub(crate) fn show(&self, cars: &HashSet<CarId>, sightings: &[Sighting], now: Timestamp) {
        let mut state = self.lock();
        let FleetState { seen, log, .. } = &mut *state;
        for Sighting { car, position, .. } in sightings.iter().filter(|sighting| cars.contains(&sighting.car)) {
            let is_new = seen.get(car).is_none_or(|seen| *seen < position.at);
            if is_new && position.is_fresh(now) {
                seen.insert(car.clone(), position.at);
                log.say(car, encode(&BoardCar::new(car, position)));
            }
        }
        seen.retain(|car, at| {
            let stays = cars.contains(car) && now.duration_since(*at) < SHOWN_FOR;
            if !stays {
                log.remove(car);
            }
            stays
        });
    }

    /// Gives a connection that watches the board its place beside it, with all cars; in one hold of the lock,
    /// so that nothing can come between them and what follows.
    pub(crate) fn admit(self: &Arc<Self>, connection: &Arc<dyn Connection>, board: StateTopicId) {
        let mut state = self.lock();
        let whole = state.delta(0, self.id);
        state.watchers = others(&state.watchers, connection.id()).chain([Arc::clone(connection)]).collect();
        let fleet: Arc<dyn StateTopic> = Arc::<Self>::clone(self);
        connection.with(&mut |state| state.enter_beside(board, &fleet, whole.1, whole.0.iter().cloned()));
    }

    /// Forgets the connections that have left, and what left that all others were told of; whether any are
    /// there.
    fn tend(&self) -> bool {
        let mut state = self.lock();
        let told = |connection: &Arc<dyn Connection>| version_sent(connection, self.id);
        state.watchers = state.watchers.iter().filter(|connection| told(connection).is_some()).cloned().collect();
        let oldest = state.watchers.iter().filter_map(told).min();
        let oldest = oldest.unwrap_or_else(|| state.log.version());
        state.log.forget_left(oldest);
        !state.watchers.is_empty()
    }

    pub(crate) fn feed_all(&self) {
        let watchers = Arc::clone(&self.lock().watchers);
        watchers.iter().for_each(|connection| self.feed(connection));
    }
}

impl FleetState {
    fn delta(&mut self, from: Version, number: StateTopicId) -> Delta {
        let (version, log) = (self.log.version(), &self.log);
        self.deltas.on(number, from, version, || {
            let mut changes = log.changes(from).peekable();
            // The whole is told although it may be empty; that nothing has changed for a connection is not.
            let is_told = from == 0 || changes.peek().is_some();
            let texts = is_told.then(|| two_lists("cars", "cars", changes));
            BoardUpdate { texts: texts.into_iter().collect(), to: version }
        })
    }
}

impl StateTopic for BoardFleet {
    fn id(&self) -> StateTopicId {
        self.id
    }

    fn family(&self) -> &'static str {
        FAMILY
    }

    fn feed(&self, connection: &Arc<dyn Connection>) {
        let mut ready = None;
        connection.with(&mut |state| ready = state.ready_for(self.id));
        let Some(from) = ready else { return };
        let delta = {
            let mut state = self.lock();
            if state.log.version() <= from {
                return;
            }
            state.delta(from, self.id)
        };
        connection.with(&mut |state| state.send_step(self.id, from, delta.1, &delta.0));
    }

    fn leave(&self, connection: ConnectionId) {
        let mut state = self.lock();
        state.watchers = others(&state.watchers, connection).collect();
    }
}

impl Fleets {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<BoardFleet>>> {
        self.fleets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cars of a board; kept for as long as somebody holds them.
    pub(crate) fn enter(&self, key: &Key) -> Arc<BoardFleet> {
        let fleet =
            Arc::clone(self.lock().entry(key.clone()).or_insert_with(|| Arc::new(BoardFleet::new(key.clone()))));
        self.notify.notify_one();
        fleet
    }

    /// Those that are watched. The others are dropped, but for those that somebody is about to watch.
    pub(crate) fn watched(&self) -> Vec<Arc<BoardFleet>> {
        let mut fleets = self.lock();
        fleets.retain(|_, fleet| fleet.tend() || Arc::strong_count(fleet) > 1);
        fleets.values().cloned().collect()
    }
}
