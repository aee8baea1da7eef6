//! What this node wants to hear, held against what Redis was asked for and has confirmed.
//!
//! What is wanted outlives every session. Within one, whatever was touched since the last turn is
//! looked at in the next: so the wishes of a thousand joins go into few commands, and one that
//! changes its mind twice costs nothing.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use fastpath::Shrink;
use tokio::sync::{Notify, oneshot};

/// The channels of a node.
#[derive(Debug, Default)]
pub(super) struct Subscriptions {
    state: Mutex<State>,
    touched: Notify,
}

#[derive(Debug, Default)]
struct State {
    wanted: HashMap<String, Standing>,
    session: Option<Session>,
}

#[derive(Debug)]
enum Standing {
    /// Not yet confirmed in this session; who waits for it.
    Asked(Vec<oneshot::Sender<()>>),
    /// Confirmed, and not given up since.
    Stands,
}

#[derive(Debug, Default)]
struct Session {
    /// What Redis has confirmed and was not asked to forget.
    held: HashSet<String>,
    /// What was wanted or given up since the last turn.
    touched: HashSet<String>,
    is_up: bool,
}

/// What came of wanting a channel.
#[derive(Debug)]
pub(super) enum Asked {
    /// It is heard already.
    Stands,
    /// The bus is away; the channel comes with it.
    Away,
    /// It is heard once this is answered. It is dropped where the session ends first, or the channel
    /// is released.
    Waits(oneshot::Receiver<()>),
}

/// What Redis is to be asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) subscribe: Vec<String>,
    pub(super) unsubscribe: Vec<String>,
}

impl Subscriptions {
    pub(super) fn listen(&self, channel: String) -> Asked {
        let mut state = self.lock();
        let State { wanted, session } = &mut *state;
        let standing = wanted.entry(channel.clone()).or_insert_with(|| Standing::Asked(Vec::new()));
        let Some(session) = session else { return Asked::Away };
        let Standing::Asked(waiting) = standing else { return Asked::Stands };
        session.touched.insert(channel);
        self.touched.notify_one();
        if !session.is_up {
            return Asked::Away;
        }
        let (confirm, confirmed) = oneshot::channel();
        waiting.push(confirm);
        Asked::Waits(confirmed)
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

    /// Waits until something was touched.
    pub(super) async fn touched(&self) {
        self.touched.notified().await;
    }

    /// A new session, in which nothing is confirmed and all that is wanted is to be asked for.
    pub(super) fn begin(&self) {
        let mut state = self.lock();
        let touched = state.wanted.keys().cloned().collect();
        state.session = Some(Session { touched, ..Session::default() });
    }

    /// What is to be asked for now. None when nothing is left: from then on, all in the same breath,
    /// those who listen wait for their confirmation.
    pub(super) fn turn(&self) -> Option<Turn> {
        let mut state = self.lock();
        let State { wanted, session } = &mut *state;
        let session = session.as_mut()?;
        let mut turn = Turn::default();
        for channel in std::mem::take(&mut session.touched) {
            match (wanted.get_mut(&channel), session.held.contains(&channel)) {
                (Some(standing), true) => standing.confirm(),
                (Some(_), false) => turn.subscribe.push(channel),
                (None, true) => turn.unsubscribe.push(channel),
                (None, false) => {}
            }
        }
        if turn == Turn::default() {
            session.is_up = true;
            session.held.shrink_if_sparse();
            wanted.shrink_if_sparse();
            return None;
        }
        Some(turn)
    }

    /// Redis has confirmed these.
    pub(super) fn subscribed(&self, channels: &[String]) {
        let mut state = self.lock();
        let State { wanted, session } = &mut *state;
        let Some(session) = session else { return };
        session.held.extend(channels.iter().cloned());
        for channel in channels {
            if let Some(standing) = wanted.get_mut(channel) {
                standing.confirm();
            }
        }
    }

    /// Redis has forgotten these. Those that are wanted again meanwhile were touched, and come with the
    /// next turn.
    pub(super) fn unsubscribed(&self, channels: &[String]) {
        if let Some(session) = &mut self.lock().session {
            for channel in channels {
                session.held.remove(channel);
            }
        }
    }

    /// The session has ended: nothing is heard, and nobody waits any longer.
    pub(super) fn end(&self) {
        let mut state = self.lock();
        state.session = None;
        for standing in state.wanted.values_mut() {
            *standing = Standing::Asked(Vec::new());
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Standing {
    fn confirm(&mut self) {
        if let Self::Asked(waiting) = std::mem::replace(self, Self::Stands) {
            for confirm in waiting {
                // Whoever no longer waits needs no answer.
                let _gone = confirm.send(());
            }
        }
    }
}

#[cfg(test)]
mod tests;
