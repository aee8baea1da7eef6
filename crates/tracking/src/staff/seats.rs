//! What is watched by whose right: when a session ends, what it opened is taken away.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use domain::{error::Code, ids::OrderId};
use store::StoreError;

use crate::{
    hub::Hub,
    line::{Frame, Line, LineId},
    protocol::{ErrorFrame, ServerFrame},
};

/// What a line watches by the right of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Watches {
    /// The board.
    Board,
    /// One order.
    Order(OrderId),
}

/// Every subscription of this node that stands by a session's right.
#[derive(Debug, Default)]
pub(crate) struct Seats(Mutex<HashMap<LineId, Seated>>);

#[derive(Debug)]
struct Seated {
    line: Weak<dyn Line>,
    seats: HashMap<Watches, i64>,
}

impl Seats {
    fn lock(&self) -> MutexGuard<'_, HashMap<LineId, Seated>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line watches something by the right of a session.
    pub(crate) fn take(&self, line: &Arc<dyn Line>, watches: Watches, session: i64) {
        let mut lines = self.lock();
        let seated =
            lines.entry(line.id()).or_insert_with(|| Seated { line: Arc::downgrade(line), seats: HashMap::new() });
        seated.seats.insert(watches, session);
    }

    /// A line no longer watches something by the right of a session: it does not watch it, or by
    /// another right.
    pub(crate) fn give_up(&self, line: LineId, watches: Watches) {
        let mut lines = self.lock();
        let Some(seated) = lines.get_mut(&line) else { return };
        seated.seats.remove(&watches);
        if seated.seats.is_empty() {
            lines.remove(&line);
        }
    }

    /// How many lines watch something by the right of a session.
    pub(crate) fn count(&self, watches: Watches) -> usize {
        self.lock().values().filter(|seated| seated.seats.contains_key(&watches)).count()
    }

    /// A line has ended.
    pub(crate) fn leave(&self, line: LineId) {
        self.lock().remove(&line);
    }

    /// The sessions by whose right anything is watched. What has ended meanwhile by itself is forgotten
    /// first.
    fn sessions(&self) -> Vec<i64> {
        let mut lines = self.lock();
        lines.retain(|_, seated| {
            let Some(line) = seated.line.upgrade() else { return false };
            let mut watched = HashSet::new();
            line.with(&mut |state| {
                watched.extend(state.orders().map(Watches::Order));
                watched.extend(state.boards().map(|_| Watches::Board));
            });
            seated.seats.retain(|watches, _| watched.contains(watches));
            !seated.seats.is_empty()
        });
        let sessions: HashSet<i64> = lines.values().flat_map(|seated| seated.seats.values().copied()).collect();
        sessions.into_iter().collect()
    }

    /// Ends what is watched by the right of other sessions than these. `end` is called under the lock,
    /// so that a line which has just come back by another right does not lose that.
    fn end_others(&self, asked: &[i64], alive: &HashSet<i64>, end: impl Fn(&Arc<dyn Line>, Watches)) {
        let has_ended = |session: &i64| asked.contains(session) && !alive.contains(session);
        self.lock().retain(|_, seated| {
            let Some(line) = seated.line.upgrade() else { return false };
            seated.seats.retain(|watches, session| {
                if has_ended(session) {
                    end(&line, *watches);
                }
                !has_ended(session)
            });
            !seated.seats.is_empty()
        });
    }
}

impl Hub {
    /// Takes away what was opened by sessions that have ended: one question for all of them.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub(crate) async fn end_sessions(&self) -> Result<(), StoreError> {
        let asked = self.seats().sessions();
        if asked.is_empty() {
            return Ok(());
        }
        let parts = self.parts();
        let alive = parts.store.live_sessions(&asked, parts.clock.now()).await?;
        self.seats().end_others(&asked, &alive, |line, watches| self.end_watch(line, watches));
        Ok(())
    }

    fn end_watch(&self, line: &Arc<dyn Line>, watches: Watches) {
        let order = match watches {
            Watches::Board => {
                self.drop_boards(line);
                None
            }
            Watches::Order(order) => {
                line.with(&mut |state| {
                    state.unsubscribe(order);
                });
                self.leave(line.id(), order);
                Some(order.to_string())
            }
        };
        let frame = Frame::answer(&ServerFrame::Error(ErrorFrame::new(Code::BoardSessionEnded, order)));
        line.with(&mut |state| state.tell(&frame));
    }
}
