//! Connections that watch an order which waits for its money. There is nothing to tell of it yet; they have their places.

use std::sync::Arc;

use domain::ids::{Rev, Seq};
use jiff::Timestamp;
use live::{Connection, Frame, SentUpTo};
use tokio::time::Instant;

use super::{super::view::View, OrderAdmission, OrderTopic};
use crate::{Limits, topic_id};

impl OrderTopic {
    /// Lets a connection wait, and tells it so; false where too many watch already.
    pub(in crate::hub) fn wait(&self, connection: &Arc<dyn Connection>, told: &Frame, limits: &Limits) -> bool {
        let mut state = self.lock();
        state.waiting.retain(|waiting| waiting.id() != connection.id());
        let others = state.waiting.len() + state.watchers.len();
        if limits.sockets_per_order > 0 && others >= limits.sockets_per_order {
            return false;
        }
        // Of an order that begins at 0 nothing was sent yet.
        let nothing = SentUpTo::without_source(Seq(-1), Rev(-1));
        connection.with(&mut |state| state.subscribe(topic_id(self.order), nothing, [told.clone()]));
        state.waiting.push(Arc::clone(connection));
        true
    }

    /// Whether connections wait for the order's money.
    pub(in crate::hub) fn is_awaited(&self) -> bool {
        !self.lock().waiting.is_empty()
    }

    /// Those that wait.
    pub(in crate::hub) fn waiting(&self) -> Vec<Arc<dyn Connection>> {
        self.lock().waiting.clone()
    }

    /// Gives a connection that waits its place.
    pub(in crate::hub) fn admit_waiting(
        &self,
        connection: &Arc<dyn Connection>,
        view: &View,
        now: Timestamp,
        limits: &Limits,
    ) -> OrderAdmission {
        let mut state = self.lock();
        if !state.waits(connection.id()) {
            return OrderAdmission::Gone;
        }
        self.admit_to(&mut state, connection, view, None, now, limits)
    }

    /// Tells a connection that waits why it waits in vain, and lets it go.
    pub(in crate::hub) fn dismiss_waiting(&self, connection: &Arc<dyn Connection>, told: &Frame) {
        let mut state = self.lock();
        let before = state.waiting.len();
        state.waiting.retain(|waiting| waiting.id() != connection.id());
        if state.waiting.len() == before {
            return;
        }
        connection.with(&mut |state| {
            if state.unsubscribe(topic_id(self.order)) {
                state.send(told);
            }
        });
        state.unwatched_since = Instant::now();
    }
}
