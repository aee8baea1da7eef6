//! What is watched by whose right: when a session ends, what it opened is taken away.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use domain::{error::Code, ids::OrderId, staff::Email};
use jiff::{SignedDuration, Timestamp};
use store::StoreError;

use crate::{
    hub::Hub,
    line::{Frame, Line, LineId},
    presence::Openers,
    protocol::{ErrorFrame, ServerFrame},
};

/// How often it is noted that a session is in use: not each sweep costs a write.
const NOTED_EVERY: SignedDuration = SignedDuration::from_mins(5);

/// What a line watches by a right of the staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Watches {
    /// The board.
    Board,
    /// One order.
    Order(OrderId),
}

/// By what right somebody of the staff watches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Right {
    /// That of a session, which may end.
    Session {
        /// Its number.
        id: i64,
        /// Whose it is.
        email: Email,
    },
    /// That of the configured token, which does not end.
    Token,
}

impl Right {
    fn session(&self) -> Option<i64> {
        match self {
            Self::Session { id, .. } => Some(*id),
            Self::Token => None,
        }
    }

    /// Who has the right; none for a machine.
    pub(crate) fn email(&self) -> Option<&Email> {
        match self {
            Self::Session { email, .. } => Some(email),
            Self::Token => None,
        }
    }
}

/// Every subscription of this node that stands by a right of the staff.
#[derive(Debug, Default)]
pub(crate) struct Seats {
    lines: Mutex<HashMap<LineId, Seated>>,
    noted: Noted,
}

/// When it was last noted that sessions are in use.
#[derive(Debug, Default)]
struct Noted(Mutex<Option<Timestamp>>);

impl Noted {
    fn lock(&self) -> MutexGuard<'_, Option<Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is time to note it again.
    fn is_due(&self, now: Timestamp) -> bool {
        self.lock().is_none_or(|noted| now.duration_since(noted).abs() >= NOTED_EVERY)
    }

    /// It stands in the database.
    fn stands(&self, now: Timestamp) {
        *self.lock() = Some(now);
    }
}

#[derive(Debug)]
struct Seated {
    line: Weak<dyn Line>,
    seats: HashMap<Watches, Right>,
}

impl Seats {
    fn lock(&self) -> MutexGuard<'_, HashMap<LineId, Seated>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line watches something by a right of the staff.
    pub(crate) fn take(&self, line: &Arc<dyn Line>, watches: Watches, right: Right) {
        let mut lines = self.lock();
        let seated =
            lines.entry(line.id()).or_insert_with(|| Seated { line: Arc::downgrade(line), seats: HashMap::new() });
        seated.seats.insert(watches, right);
    }

    /// A line no longer watches something by a right of the staff: it does not watch it, or by
    /// another right.
    pub(crate) fn give_up(&self, line: LineId, watches: Watches) {
        let mut lines = self.lock();
        let Some(seated) = lines.get_mut(&line) else { return };
        seated.seats.remove(&watches);
        if seated.seats.is_empty() {
            lines.remove(&line);
        }
    }

    /// Who has which orders open, by line: also lines that have no place before the order yet, or no
    /// more.
    pub(crate) fn openers(&self) -> Openers {
        let mut openers = Openers::new();
        for (line, seated) in &*self.lock() {
            for (watches, right) in &seated.seats {
                if let Watches::Order(order) = watches {
                    openers.entry(*order).or_default().insert(*line, right.email().cloned());
                }
            }
        }
        openers
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
        let rights = lines.values().flat_map(|seated| seated.seats.values());
        let sessions: HashSet<i64> = rights.filter_map(Right::session).collect();
        sessions.into_iter().collect()
    }

    /// Ends what is watched by the right of other sessions than these. `end` is called under the lock,
    /// so that a line which has just come back by another right does not lose that.
    fn end_others(&self, asked: &[i64], alive: &HashSet<i64>, end: impl Fn(&Arc<dyn Line>, Watches)) {
        let has_ended = |right: &Right| {
            right.session().is_some_and(|session| asked.contains(&session) && !alive.contains(&session))
        };
        self.lock().retain(|_, seated| {
            let Some(line) = seated.line.upgrade() else { return false };
            seated.seats.retain(|watches, right| {
                let has_ended = has_ended(right);
                if has_ended {
                    end(&line, *watches);
                }
                !has_ended
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
        let now = parts.clock.now();
        let alive = parts.store.live_sessions(&asked, now).await?;
        self.seats().end_others(&asked, &alive, |line, watches| self.end_watch(line, watches));
        if self.seats().noted.is_due(now) {
            // Whoever has a board before them works, though they may not call for hours.
            parts.store.note_sessions(&alive, now).await?;
            self.seats().noted.stands(now);
        }
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
