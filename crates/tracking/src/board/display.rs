//! One board: its rows and its lines.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::{
    board::Window,
    error::Code,
    ids::{CarId, OrderId, RestaurantId, Rev},
    order::Status,
};
use jiff::Timestamp;
use store::BoardRow;
use tokio::time::Instant;

use super::{
    key::Key,
    kind::Kind,
    leads::{Lead, Leads},
    rows::Rows,
};
use crate::{
    limits::Limits,
    line::{BoardNumber, Frame, Line, LineId, Version, Watched},
    presence::Presences,
    protocol::{ErrorFrame, ServerFrame},
};

/// The number of the next board.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// A board that is watched on this node.
#[derive(Debug)]
pub(super) struct Board<R> {
    pub(super) number: BoardNumber,
    pub(super) key: Key,
    state: Mutex<State<R>>,
    /// Held over a read of the whole board: one at a time.
    pub(super) reading: tokio::sync::Mutex<()>,
    most_rows: u32,
    most_bytes: usize,
}

#[derive(Debug)]
struct State<R> {
    rows: Rows<R>,
    watchers: Arc<[Arc<dyn Line>]>,
    leads: Leads,
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
pub(super) enum Admission {
    /// The line was told the whole, and is told what changes.
    Admitted,
    /// The board must be read first.
    Unread,
    /// The whole is too large to be told.
    TooLarge,
}

/// A join in progress; it ends when this is dropped, however that comes about.
pub(super) struct Joining<R: Kind>(pub(super) Arc<Board<R>>);

impl<R: Kind> Drop for Joining<R> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.joining -= 1;
        state.unwatched_since = Instant::now();
    }
}

impl<R: Kind> Board<R> {
    pub(super) fn new(key: Key, limits: &Limits) -> Self {
        let state = State {
            rows: Rows::default(),
            watchers: Arc::new([]),
            leads: Leads::default(),
            restaurants: HashSet::new(),
            read: None,
            came: None,
            is_overfull: false,
            joining: 0,
            unwatched_since: Instant::now(),
        };
        Self {
            number: next_number(),
            key,
            state: Mutex::new(state),
            reading: tokio::sync::Mutex::default(),
            most_rows: limits.board_rows,
            most_bytes: limits.board_bytes,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a join; the board is kept until it ends.
    pub(super) fn begin_join(self: &Arc<Self>) -> Joining<R> {
        self.lock().joining += 1;
        Joining(Arc::clone(self))
    }

    /// Whether nobody needs it any more.
    pub(super) fn is_idle(&self, limits: &Limits) -> bool {
        let state = self.lock();
        state.joining == 0 && state.watchers.is_empty() && state.unwatched_since.elapsed() >= limits.unwatched
    }

    /// The restaurants whose news are heard for it.
    pub(super) fn restaurants(&self) -> HashSet<RestaurantId> {
        self.lock().restaurants.clone()
    }

    /// Its orders are of these restaurants; those of which news were not heard until now.
    pub(super) fn take_restaurants(&self, all: &HashSet<RestaurantId>) -> HashSet<RestaurantId> {
        let mut state = self.lock();
        let new = all.difference(&state.restaurants).copied().collect();
        state.restaurants.extend(all);
        new
    }

    /// Whether it does not show an order as new as this.
    pub(super) fn is_behind(&self, order: OrderId, rev: Rev) -> bool {
        self.lock().rows.rev(order).is_none_or(|shown| shown < rev)
    }

    /// Whether it has ever been read.
    pub(super) fn is_read(&self) -> bool {
        self.lock().read.is_some()
    }

    /// Whether it is time to read it whole: a while has passed, or a day.
    pub(super) fn is_stale(&self, window: &Window, limits: &Limits) -> bool {
        let read = self.lock().read;
        read.is_none_or(|(at, due_before)| at.elapsed() >= limits.board_reread || due_before != window.due_before)
    }

    /// It is about to be read whole.
    pub(super) fn begin_read(&self) {
        self.lock().came = Some(HashSet::new());
    }

    /// It was read whole. What came meanwhile is to be read again.
    pub(super) fn finish_read(&self, read: Vec<Arc<R>>, window: &Window) -> HashSet<OrderId> {
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
    pub(super) fn take(&self, asked: &[OrderId], found: &HashMap<OrderId, Arc<R>>, window: &Window) {
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
    pub(super) fn orders(&self) -> Vec<OrderId> {
        self.lock().rows.orders().collect()
    }

    /// Who is looking at which of its orders now.
    pub(super) fn attend(&self, presences: &Presences) {
        self.lock().rows.attend(presences);
    }

    /// Time has passed. What all lines have been told of what left is forgotten.
    pub(super) fn pass_time(&self, window: &Window) {
        let watchers = Arc::clone(&self.lock().watchers);
        let told = watchers.iter().filter_map(|line| told_of(line, self.number)).min();
        let mut state = self.lock();
        let told = told.unwrap_or_else(|| state.rows.version());
        state.rows.forget_left(told);
        state.rows.pass_time(window);
    }

    /// Gives a line its place and, after an answer where there is one, the whole, in one hold of the
    /// board's lock: nothing can come between them and what follows.
    pub(super) fn admit(self: &Arc<Self>, line: &Arc<dyn Line>, answer: Option<&Frame>) -> Admission {
        let mut state = self.lock();
        if state.read.is_none() {
            return Admission::Unread;
        }
        let Some(whole) = state.tell_from(0, self.number, self.most_bytes).filter(|_| !state.is_overfull) else {
            return Admission::TooLarge;
        };
        let others = state.watchers.iter().filter(|watcher| watcher.id() != line.id()).cloned();
        state.watchers = others.chain([Arc::clone(line)]).collect();
        let board: Arc<dyn Watched> = Arc::<Self>::clone(self);
        line.with(&mut |state| {
            state.watch_board(&board, whole.1, answer.into_iter().chain(&whole.0).cloned());
        });
        Admission::Admitted
    }

    /// Tells each line what it was not told, if nothing waits there.
    pub(super) fn feed_all(&self) {
        let watchers = Arc::clone(&self.lock().watchers);
        for line in watchers.iter() {
            self.feed(line);
        }
    }

    /// Tells a line that there are too many orders for one frame; it is told no more.
    fn dismiss(&self, line: &Arc<dyn Line>) {
        self.leave(line.id());
        let frame = Frame::answer(&ServerFrame::Error(ErrorFrame::new(Code::BoardTooLarge, None)));
        line.with(&mut |state| {
            if state.leave_board(self.number) {
                state.tell(&frame);
            }
        });
    }
}

impl<R: Kind> Watched for Board<R> {
    fn number(&self) -> BoardNumber {
        self.number
    }

    fn feed(&self, line: &Arc<dyn Line>) {
        let mut ready = None;
        line.with(&mut |state| ready = state.ready_for_board(self.number));
        let Some(from) = ready else { return };
        let told = {
            let mut state = self.lock();
            if state.rows.version() <= from {
                return;
            }
            state.tell_from(from, self.number, self.most_bytes)
        };
        match told {
            Some(step) => line.with(&mut |state| state.tell_board(self.number, from, step.1, &step.0)),
            None => self.dismiss(line),
        }
    }

    fn leave(&self, line: LineId) {
        let mut state = self.lock();
        state.watchers = state.watchers.iter().filter(|watcher| watcher.id() != line).cloned().collect();
        state.unwatched_since = Instant::now();
    }
}

impl<R: Kind> State<R> {
    /// What leads on from a version; none where it is too large.
    fn tell_from(&mut self, from: Version, board: BoardNumber, most_bytes: usize) -> Option<Lead> {
        let (version, rows) = (self.rows.version(), &self.rows);
        let lead = self.leads.on(board, from, version, || rows.step(from));
        let is_too_large = lead.0.iter().any(|frame| frame.len() > most_bytes);
        (!is_too_large).then_some(lead)
    }
}

impl Board<BoardRow> {
    /// The cars that are on the road for its orders.
    pub(super) fn cars(&self) -> HashSet<CarId> {
        let state = self.lock();
        let on_the_road = state.rows.all().filter(|row| row.status == Status::BeingDelivered);
        on_the_road.filter_map(|row| row.car.clone()).collect()
    }
}

/// A number for another board.
pub(super) fn next_number() -> BoardNumber {
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Up to where a line was told of a board, if it watches that.
pub(super) fn told_of(line: &Arc<dyn Line>, board: BoardNumber) -> Option<Version> {
    let mut told = None;
    line.with(&mut |state| told = state.told_of_board(board));
    told
}
