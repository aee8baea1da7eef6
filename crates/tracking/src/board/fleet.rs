//! The cars of a board: those that are on the road for the orders which it shows, for the lines that
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
use tokio::{
    sync::Notify,
    time::{MissedTickBehavior, interval},
};

use super::{
    display::{next_number, told_of},
    key::Key,
    kind::{Step, encode, two_lists},
    leads::{Lead, Leads},
    log::Log,
};
use crate::{
    hub::Hub,
    line::{BoardNumber, Line, LineId, Version, Watched},
    presence::Watchers,
    protocol::BoardCar,
};

/// The cars of a board.
#[derive(Debug)]
pub(super) struct Fleet {
    number: BoardNumber,
    key: Key,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// When each car was where it is shown.
    seen: HashMap<CarId, Timestamp>,
    log: Log<CarId>,
    leads: Leads,
    watchers: Watchers,
}

/// The cars of all boards that were asked for.
#[derive(Debug, Default)]
pub(super) struct Fleets {
    fleets: Mutex<HashMap<Key, Arc<Fleet>>>,
    /// Rings when there are some.
    bell: Notify,
}

impl Fleet {
    fn new(key: Key) -> Self {
        let state =
            State { seen: HashMap::new(), log: Log::default(), leads: Leads::default(), watchers: Arc::new([]) };
        Self { number: next_number(), key, state: Mutex::new(state) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows these cars where they were seen, and no others. A car that was seen no more stays where it
    /// is until that is too old.
    fn show(&self, cars: &HashSet<CarId>, sightings: &[Sighting], now: Timestamp) {
        let mut state = self.lock();
        let State { seen, log, .. } = &mut *state;
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

    /// Gives a line that watches the board its place beside it, with all cars; in one hold of the lock,
    /// so that nothing can come between them and what follows.
    fn admit(self: &Arc<Self>, line: &Arc<dyn Line>, board: BoardNumber) {
        let mut state = self.lock();
        let whole = state.lead(0, self.number);
        let others = state.watchers.iter().filter(|watcher| watcher.id() != line.id()).cloned();
        state.watchers = others.chain([Arc::clone(line)]).collect();
        let fleet: Arc<dyn Watched> = Arc::<Self>::clone(self);
        line.with(&mut |state| state.watch_beside(board, &fleet, whole.1, whole.0.iter().cloned()));
    }

    /// Forgets the lines that have left, and what left that all others were told of; whether any are
    /// there.
    fn tend(&self) -> bool {
        let mut state = self.lock();
        let told = |line: &Arc<dyn Line>| told_of(line, self.number);
        state.watchers = state.watchers.iter().filter(|line| told(line).is_some()).cloned().collect();
        let oldest = state.watchers.iter().filter_map(told).min();
        let oldest = oldest.unwrap_or_else(|| state.log.version());
        state.log.forget_left(oldest);
        !state.watchers.is_empty()
    }

    fn feed_all(&self) {
        let watchers = Arc::clone(&self.lock().watchers);
        watchers.iter().for_each(|line| self.feed(line));
    }
}

impl State {
    fn lead(&mut self, from: Version, number: BoardNumber) -> Lead {
        let (version, log) = (self.log.version(), &self.log);
        self.leads.on(number, from, version, || {
            let mut changes = log.changes(from).peekable();
            // The whole is told although it may be empty; that nothing has changed for a line is not.
            let is_told = from == 0 || changes.peek().is_some();
            let texts = is_told.then(|| two_lists("cars", "cars", changes));
            Step { texts: texts.into_iter().collect(), to: version }
        })
    }
}

impl Watched for Fleet {
    fn number(&self) -> BoardNumber {
        self.number
    }

    fn feed(&self, line: &Arc<dyn Line>) {
        let mut ready = None;
        line.with(&mut |state| ready = state.ready_for_board(self.number));
        let Some(from) = ready else { return };
        let lead = {
            let mut state = self.lock();
            if state.log.version() <= from {
                return;
            }
            state.lead(from, self.number)
        };
        line.with(&mut |state| state.tell_board(self.number, from, lead.1, &lead.0));
    }

    fn leave(&self, line: LineId) {
        let mut state = self.lock();
        state.watchers = state.watchers.iter().filter(|watcher| watcher.id() != line).cloned().collect();
    }
}

impl Fleets {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<Fleet>>> {
        self.fleets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cars of a board; kept for as long as somebody holds them.
    fn enter(&self, key: &Key) -> Arc<Fleet> {
        let fleet = Arc::clone(self.lock().entry(key.clone()).or_insert_with(|| Arc::new(Fleet::new(key.clone()))));
        self.bell.notify_one();
        fleet
    }

    /// Those that are watched. The others are dropped, but for those that somebody is about to watch.
    fn watched(&self) -> Vec<Arc<Fleet>> {
        let mut fleets = self.lock();
        fleets.retain(|_, fleet| fleet.tend() || Arc::strong_count(fleet) > 1);
        fleets.values().cloned().collect()
    }
}

impl Hub {
    /// Shows the boards that asked for them where their cars are, once a second; does nothing while none
    /// asks.
    pub(crate) async fn run_fleets(self) {
        let fleets = &self.boards().fleets;
        let mut ticks = interval(self.limits().board_cars);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.stopped() => return,
            }
            let watched = fleets.watched();
            if watched.is_empty() {
                tokio::select! {
                    () = fleets.bell.notified() => {}
                    () = self.stopped() => return,
                }
                continue;
            }
            self.look_for_fleets(&watched).await;
        }
    }

    /// Lets a line that watches a board see its cars, too.
    pub(super) async fn watch_fleet(&self, key: &Key, line: &Arc<dyn Line>, board: BoardNumber) {
        let fleet = self.boards().fleets.enter(key);
        self.look_for_fleets(std::slice::from_ref(&fleet)).await;
        fleet.admit(line, board);
    }

    /// Asks where all their cars are, in one question, and tells what has changed.
    async fn look_for_fleets(&self, fleets: &[Arc<Fleet>]) {
        let staff = &self.boards().staff;
        let cars: Vec<_> = fleets.iter().map(|fleet| staff.get(&fleet.key).map(|board| board.cars())).collect();
        let asked: HashSet<CarId> = cars.iter().flatten().flatten().cloned().collect();
        let sightings = self.parts().bus.sightings(&asked.into_iter().collect::<Vec<_>>()).await;
        let now = self.parts().clock.now();
        for (fleet, cars) in fleets.iter().zip(cars) {
            fleet.show(&cars.unwrap_or_default(), &sightings, now);
            fleet.feed_all();
        }
    }
}
