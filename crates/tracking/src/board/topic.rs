//! One board: its rows and its connections.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bus::Presences;
use domain::{
    board::{BoardRow, Window},
    error::Code,
    ids::{CarId, OrderId, RestaurantId, Rev},
    order::Status,
};
use jiff::Timestamp;
use live::{Connection, ConnectionId, Frame, StateTopic, StateTopicId, Version, next_state_topic_id, others};
use protocol::frames::{ErrorFrame, ServerFrame};
use tokio::time::Instant;

use super::{
    FAMILY,
    delta_cache::{Delta, DeltaCache},
    key::Key,
    kind::BoardKind,
    rows::BoardRows,
};
use crate::Limits;

/// A board that is watched on this node.
#[derive(Debug)]
pub(crate) struct Board<R> {
    pub(crate) id: StateTopicId,
    pub(crate) key: Key,
    state: Mutex<BoardState<R>>,
    /// Held over a read of the whole board: one at a time.
    pub(crate) reading: tokio::sync::Mutex<()>,
    most_rows: u32,
    most_bytes: usize,
}

#[derive(Debug)]
struct BoardState<R> {
    rows: BoardRows<R>,
    watchers: Arc<[Arc<dyn Connection>]>,
    deltas: DeltaCache,
    /// The restaurants whose news are heard for it.
    restaurants: HashSet<RestaurantId>,
    /// When it was read whole, and what was due today then.
    read: Option<(Instant, Timestamp)>,
    /// What came while it was being read whole.
    came: Option<HashSet<OrderId>>,
    /// Whether there are more orders than a board holds.
    is_overfull: bool,
    /// Joins in progress; the board stays while there are any.
    joining: usize,
    unwatched_since: Instant,
}

/// What came of asking for a place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BoardAdmission {
    /// The connection was told the whole, and is told what changes.
    Admitted,
    /// The board must be read first.
    Unread,
    /// The whole is too large to be told.
    TooLarge,
}

/// A join in progress; it ends when this is dropped, however that comes about.
pub(crate) struct BoardJoin<R: BoardKind>(pub(crate) Arc<Board<R>>);

impl<R: BoardKind> Drop for BoardJoin<R> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.joining -= 1;
        state.unwatched_since = Instant::now();
    }
}

impl<R: BoardKind> Board<R> {
    pub(crate) fn new(key: Key, limits: &Limits) -> Self {
        let state = BoardState {
            rows: BoardRows::default(),
            watchers: Arc::new([]),
            deltas: DeltaCache::default(),
            restaurants: HashSet::new(),
            read: None,
            came: None,
            is_overfull: false,
            joining: 0,
            unwatched_since: Instant::now(),
        };
        Self {
            id: next_state_topic_id(),
            key,
            state: Mutex::new(state),
            reading: tokio::sync::Mutex::default(),
            most_rows: limits.board_rows,
            most_bytes: limits.board_bytes,
        }
    }

    fn lock(&self) -> MutexGuard<'_, BoardState<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a join; the board is kept until it ends.
    pub(crate) fn begin_join(self: &Arc<Self>) -> BoardJoin<R> {
        self.lock().joining += 1;
        BoardJoin(Arc::clone(self))
    }

    /// Whether nobody needs it any more.
    pub(crate) fn is_idle(&self, limits: &Limits) -> bool {
        let state = self.lock();
        state.joining == 0 && state.watchers.is_empty() && state.unwatched_since.elapsed() >= limits.unwatched
    }

    /// The restaurants whose news are heard for it.
    pub(crate) fn restaurants(&self) -> HashSet<RestaurantId> {
        self.lock().restaurants.clone()
    }

    /// Its orders are of these restaurants; those of which news were not heard until now.
    pub(crate) fn take_restaurants(&self, all: &HashSet<RestaurantId>) -> HashSet<RestaurantId> {
        let mut state = self.lock();
        let new = all.difference(&state.restaurants).copied().collect();
        state.restaurants.extend(all);
        new
    }

    /// Whether it does not show an order as new as this.
    pub(crate) fn is_behind(&self, order: OrderId, rev: Rev) -> bool {
        self.lock().rows.rev(order).is_none_or(|shown| shown < rev)
    }

    /// Whether it has ever been read.
    pub(crate) fn is_read(&self) -> bool {
        self.lock().read.is_some()
    }

    /// Whether it is time to read it whole: a while has passed, or a day.
    pub(crate) fn is_stale(&self, window: &Window, limits: &Limits) -> bool {
        let read = self.lock().read;
        read.is_none_or(|(at, due_before)| at.elapsed() >= limits.board_reread || due_before != window.due_before)
    }

    /// It is about to be read whole.
    pub(crate) fn begin_read(&self) {
        self.lock().came = Some(HashSet::new());
    }

    /// It was read whole. What came meanwhile is to be read again.
    pub(crate) fn finish_read(&self, read: Vec<Arc<R>>, window: &Window) -> HashSet<OrderId> {
        let mut state = self.lock();
        let came = state.came.take().unwrap_or_default();
        state.is_overfull = read.len() >= usize::try_from(self.most_rows).unwrap_or(usize::MAX);
        if state.is_overfull {
            tracing::error!(rows = read.len(), "a board has more orders than it holds");
        }
        state.rows.replace(read, &came, window);
        state.read = Some((Instant::now(), window.due_before));
        came
    }

    /// Some orders were read; one that was not found has left.
    pub(crate) fn take(&self, asked: &[OrderId], found: &HashMap<OrderId, Arc<R>>, window: &Window) {
        let mut state = self.lock();
        for order in asked {
            match found.get(order) {
                Some(row) if !self.key.covers(row.facts().restaurant) => continue,
                Some(row) => state.rows.put(Arc::clone(row), window),
                None => state.rows.remove(*order),
            }
            if let Some(came) = state.came.as_mut() {
                came.insert(*order);
            }
        }
    }

    /// The orders that it shows.
    pub(crate) fn orders(&self) -> Vec<OrderId> {
        self.lock().rows.orders().collect()
    }

    /// Who is looking at which of its orders now.
    pub(crate) fn attend(&self, presences: &Presences) {
        self.lock().rows.attend(presences);
    }

    /// Time has passed. What all connections have been told of what left is forgotten.
    pub(crate) fn pass_time(&self, window: &Window) {
        let watchers = Arc::clone(&self.lock().watchers);
        let told = watchers.iter().filter_map(|connection| version_sent(connection, self.id)).min();
        let mut state = self.lock();
        let told = told.unwrap_or_else(|| state.rows.version());
        state.rows.forget_left(told);
        state.rows.pass_time(window);
    }

    /// Gives a connection its place and, after an answer where there is one, the whole, in one hold of the
    /// board's lock: nothing can come between them and what follows.
    pub(crate) fn admit(self: &Arc<Self>, connection: &Arc<dyn Connection>, answer: Option<&Frame>) -> BoardAdmission {
        let mut state = self.lock();
        if state.read.is_none() {
            return BoardAdmission::Unread;
        }
        let Some(whole) = state.step_from(0, self.id, self.most_bytes).filter(|_| !state.is_overfull) else {
            return BoardAdmission::TooLarge;
        };
        state.watchers = others(&state.watchers, connection.id()).chain([Arc::clone(connection)]).collect();
        let board: Arc<dyn StateTopic> = Arc::<Self>::clone(self);
        connection.with(&mut |state| {
            state.enter_state_topic(&board, whole.1, answer.into_iter().chain(&whole.0).cloned());
        });
        BoardAdmission::Admitted
    }

    /// Tells each connection what it was not told, if nothing waits there.
    pub(crate) fn feed_all(&self) {
        let watchers = Arc::clone(&self.lock().watchers);
        for connection in watchers.iter() {
            self.feed(connection);
        }
    }

    /// Tells a connection that there are too many orders for one frame; it is told no more.
    fn dismiss(&self, connection: &Arc<dyn Connection>) {
        self.leave(connection.id());
        let frame = Frame::answer(&ServerFrame::Error(ErrorFrame::new(Code::BoardTooLarge, None)));
        connection.with(&mut |state| {
            if state.leave_state_topic(self.id) {
                state.send(&frame);
            }
        });
    }
}

impl<R: BoardKind> StateTopic for Board<R> {
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
        let told = {
            let mut state = self.lock();
            if state.rows.version() <= from {
                return;
            }
            state.step_from(from, self.id, self.most_bytes)
        };
        match told {
            Some(step) => connection.with(&mut |state| state.send_step(self.id, from, step.1, &step.0)),
            None => self.dismiss(connection),
        }
    }

    fn leave(&self, connection: ConnectionId) {
        let mut state = self.lock();
        state.watchers = others(&state.watchers, connection).collect();
        state.unwatched_since = Instant::now();
    }
}

impl<R: BoardKind> BoardState<R> {
    /// The change from a version to the newest one; none where it is too large to send.
    fn step_from(&mut self, from: Version, board: StateTopicId, most_bytes: usize) -> Option<Delta> {
        let (version, rows) = (self.rows.version(), &self.rows);
        let delta = self.deltas.on(board, from, version, || rows.step(from));
        let is_too_large = delta.0.iter().any(|frame| frame.len() > most_bytes);
        (!is_too_large).then_some(delta)
    }
}

impl Board<BoardRow> {
    /// The cars that are on the road for its orders.
    pub(crate) fn cars(&self) -> HashSet<CarId> {
        let state = self.lock();
        let on_the_road = state.rows.all().filter(|row| row.status == Status::BeingDelivered);
        on_the_road.filter_map(|row| row.car.clone()).collect()
    }
}

/// Up to where a connection was told of a board, if it watches that.
pub(crate) fn version_sent(connection: &Arc<dyn Connection>, board: StateTopicId) -> Option<Version> {
    let mut told = None;
    connection.with(&mut |state| told = state.version_sent(board));
    told
}
