//! What is watched by whose right: when a session ends, what it opened is taken away.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use domain::{ids::OrderId, staff::Email};
use jiff::{SignedDuration, Timestamp};
use live::{Connection, ConnectionId};

use crate::board::FAMILY;

/// How often it is noted that a session is in use: not each sweep costs a write.
const NOTED_EVERY: SignedDuration = SignedDuration::from_mins(5);

/// By order and connection: who of the staff has the order open; `None` for the configured token.
pub(crate) type Openers = HashMap<OrderId, HashMap<ConnectionId, Option<Email>>>;

/// What a connection watches by a right of the staff.
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
pub(crate) struct StaffSubscriptions {
    connections: Mutex<HashMap<ConnectionId, OfConnection>>,
    pub(crate) noted: Noted,
}

/// When it was last noted that sessions are in use.
#[derive(Debug, Default)]
pub(crate) struct Noted(Mutex<Option<Timestamp>>);

impl Noted {
    fn lock(&self) -> MutexGuard<'_, Option<Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is time to note it again.
    pub(crate) fn is_due(&self, now: Timestamp) -> bool {
        self.lock().is_none_or(|noted| now.duration_since(noted).abs() >= NOTED_EVERY)
    }

    /// It stands in the database.
    pub(crate) fn stands(&self, now: Timestamp) {
        *self.lock() = Some(now);
    }
}

#[derive(Debug)]
struct OfConnection {
    connection: Weak<dyn Connection>,
    rights: HashMap<Watches, Right>,
}

impl StaffSubscriptions {
    fn lock(&self) -> MutexGuard<'_, HashMap<ConnectionId, OfConnection>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection watches something by a right of the staff.
    pub(crate) fn take(&self, connection: &Arc<dyn Connection>, watches: Watches, right: Right) {
        let mut connections = self.lock();
        let of_connection = connections
            .entry(connection.id())
            .or_insert_with(|| OfConnection { connection: Arc::downgrade(connection), rights: HashMap::new() });
        of_connection.rights.insert(watches, right);
    }

    /// A connection no longer watches something by a right of the staff: it does not watch it, or by
    /// another right.
    pub(crate) fn give_up(&self, connection: ConnectionId, watches: Watches) {
        let mut connections = self.lock();
        let Some(of_connection) = connections.get_mut(&connection) else { return };
        of_connection.rights.remove(&watches);
        if of_connection.rights.is_empty() {
            connections.remove(&connection);
        }
    }

    /// Who has which orders open, by connection: also connections that have no place before the order yet, or no
    /// more.
    pub(crate) fn openers(&self) -> Openers {
        let mut openers = Openers::new();
        for (connection, of_connection) in &*self.lock() {
            for (watches, right) in &of_connection.rights {
                if let Watches::Order(order) = watches {
                    openers.entry(*order).or_default().insert(*connection, right.email().cloned());
                }
            }
        }
        openers
    }

    /// A connection has ended.
    pub(crate) fn leave(&self, connection: ConnectionId) {
        self.lock().remove(&connection);
    }

    /// The sessions by whose right anything is watched. What has ended meanwhile by itself is forgotten
    /// first.
    pub(crate) fn sessions(&self) -> Vec<i64> {
        let mut connections = self.lock();
        connections.retain(|_, of_connection| {
            let Some(connection) = of_connection.connection.upgrade() else { return false };
            let mut watched = HashSet::new();
            connection.with(&mut |state| {
                watched.extend(state.topics().map(|topic| Watches::Order(OrderId(topic.0))));
                watched.extend(state.state_topics().filter(|topic| topic.family() == FAMILY).map(|_| Watches::Board));
            });
            of_connection.rights.retain(|watches, _| watched.contains(watches));
            !of_connection.rights.is_empty()
        });
        let rights = connections.values().flat_map(|of_connection| of_connection.rights.values());
        let sessions: HashSet<i64> = rights.filter_map(Right::session).collect();
        sessions.into_iter().collect()
    }

    /// Ends what is watched by the right of other sessions than these. `end` is called under the lock,
    /// so that a connection which has just come back by another right does not lose that.
    pub(crate) fn end_others(&self, asked: &[i64], alive: &HashSet<i64>, end: impl Fn(&Arc<dyn Connection>, Watches)) {
        let has_ended = |right: &Right| {
            right.session().is_some_and(|session| asked.contains(&session) && !alive.contains(&session))
        };
        self.lock().retain(|_, of_connection| {
            let Some(connection) = of_connection.connection.upgrade() else { return false };
            of_connection.rights.retain(|watches, right| {
                let has_ended = has_ended(right);
                if has_ended {
                    end(&connection, *watches);
                }
                !has_ended
            });
            !of_connection.rights.is_empty()
        });
    }
}
