//! The channels this node wants, compared with those that Redis has confirmed.
//!
//! Wanted channels outlive every session. Channels touched since the last round are compared together in the next one,
//! so a thousand joins need few commands, and a channel that is released and wanted again needs none.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use fastpath::Shrink;
use tokio::sync::{Notify, oneshot};

/// The channels of a node.
#[derive(Debug, Default)]
pub(super) struct Subscriptions {
    state: Mutex<SubscriptionsState>,
    touched: Notify,
}

#[derive(Debug, Default)]
struct SubscriptionsState {
    wanted: HashMap<String, ChannelState>,
    session: Option<SubscriptionSession>,
}

#[derive(Debug)]
enum ChannelState {
    /// Not yet confirmed in this session, with those who wait for it.
    Requested(Vec<oneshot::Sender<()>>),
    /// Confirmed, and not released since.
    Confirmed,
}

#[derive(Debug, Default)]
struct SubscriptionSession {
    /// Channels that Redis has confirmed and has not unsubscribed.
    confirmed: HashSet<String>,
    /// Channels wanted or released since the last round.
    touched: HashSet<String>,
    is_up: bool,
}

/// The result of listening to a channel.
#[derive(Debug)]
pub(super) enum ListenOutcome {
    /// Its messages are already received.
    Confirmed,
    /// The bus is down; the channel is subscribed when it comes up.
    Away,
    /// Its messages are received once this resolves. It is dropped if the session ends or the channel is released
    /// first.
    Pending(oneshot::Receiver<()>),
}

/// What to subscribe to and unsubscribe from next.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ChannelChanges {
    pub(super) subscribe: Vec<String>,
    pub(super) unsubscribe: Vec<String>,
}

impl Subscriptions {
    pub(super) fn listen(&self, channel: String) -> ListenOutcome {
        let mut state = self.lock();
        let SubscriptionsState { wanted, session } = &mut *state;
        let channel_state = wanted.entry(channel.clone()).or_insert_with(|| ChannelState::Requested(Vec::new()));
        let Some(session) = session else { return ListenOutcome::Away };
        let ChannelState::Requested(waiting) = channel_state else { return ListenOutcome::Confirmed };
        session.touched.insert(channel);
        self.touched.notify_one();
        if !session.is_up {
            return ListenOutcome::Away;
        }
        let (confirm, confirmed) = oneshot::channel();
        waiting.push(confirm);
        ListenOutcome::Pending(confirmed)
    }

    pub(super) fn release(&self, channel: &str) {
        let mut state = self.lock();
        let Some((channel, _)) = state.wanted.remove_entry(channel) else { return };
        if let Some(session) = &mut state.session {
            session.touched.insert(channel);
            self.touched.notify_one();
        }
    }

    /// Whether the node listens to a channel.
    pub(super) fn is_wanted(&self, channel: &[u8]) -> bool {
        str::from_utf8(channel).is_ok_and(|channel| self.lock().wanted.contains_key(channel))
    }

    /// Waits until a channel is wanted or released.
    pub(super) async fn touched(&self) {
        self.touched.notified().await;
    }

    /// Begins a session in which nothing is confirmed and every wanted channel is requested.
    pub(super) fn begin(&self) {
        let mut state = self.lock();
        let touched = state.wanted.keys().cloned().collect();
        state.session = Some(SubscriptionSession { touched, ..SubscriptionSession::default() });
    }

    /// The next commands for Redis. `None` if there are none; under the same lock the session then counts as up, and
    /// those who listen from now on wait for their confirmation.
    pub(super) fn next_changes(&self) -> Option<ChannelChanges> {
        let mut state = self.lock();
        let SubscriptionsState { wanted, session } = &mut *state;
        let session = session.as_mut()?;
        let mut changes = ChannelChanges::default();
        for channel in std::mem::take(&mut session.touched) {
            match (wanted.get_mut(&channel), session.confirmed.contains(&channel)) {
                (Some(channel_state), true) => channel_state.confirm(),
                (Some(_), false) => changes.subscribe.push(channel),
                (None, true) => changes.unsubscribe.push(channel),
                (None, false) => {}
            }
        }
        if changes == ChannelChanges::default() {
            session.is_up = true;
            session.confirmed.shrink_if_sparse();
            wanted.shrink_if_sparse();
            return None;
        }
        Some(changes)
    }

    /// Records the channels that Redis has subscribed.
    pub(super) fn subscribed(&self, channels: &[String]) {
        let mut state = self.lock();
        let SubscriptionsState { wanted, session } = &mut *state;
        let Some(session) = session else { return };
        session.confirmed.extend(channels.iter().cloned());
        for channel in channels {
            if let Some(channel_state) = wanted.get_mut(channel) {
                channel_state.confirm();
            }
        }
    }

    /// Records the channels that Redis has unsubscribed. Those wanted again meanwhile are part of the next changes.
    pub(super) fn unsubscribed(&self, channels: &[String]) {
        if let Some(session) = &mut self.lock().session {
            for channel in channels {
                session.confirmed.remove(channel);
            }
        }
    }

    /// Ends the session: nothing is received, and nobody waits any longer.
    pub(super) fn end(&self) {
        let mut state = self.lock();
        state.session = None;
        for channel_state in state.wanted.values_mut() {
            *channel_state = ChannelState::Requested(Vec::new());
        }
    }

    fn lock(&self) -> MutexGuard<'_, SubscriptionsState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChannelState {
    fn confirm(&mut self) {
        if let Self::Requested(waiting) = std::mem::replace(self, Self::Confirmed) {
            for confirm in waiting {
                // A receiver that was dropped needs no answer.
                let _gone = confirm.send(());
            }
        }
    }
}

#[cfg(test)]
mod tests;
