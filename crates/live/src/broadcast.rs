//! A state topic that thousands of connections may watch: its newest state is encoded once, and a task of its own sends it
//! in slices, so that whoever publishes never waits for them.

use std::{
    collections::BTreeMap,
    ops::Bound,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::{Connection, ConnectionId, Frame, FrameKind, StateTopic, StateTopicId, Version, next_state_topic_id};

/// Connections that are sent to before others get their turn.
const SLICE: usize = 256;

/// The newest state of something, and the connections that are sent it.
#[derive(Debug)]
pub struct Broadcast {
    id: StateTopicId,
    family: &'static str,
    state: Mutex<BroadcastState>,
    /// Rings when there is a newer state.
    published: Notify,
}

#[derive(Debug, Default)]
struct BroadcastState {
    version: Version,
    frame: Option<Frame>,
    /// In order, so that they can be gone through in slices.
    recipients: BTreeMap<ConnectionId, Weak<dyn Connection>>,
}

impl Broadcast {
    /// A topic of this family, without a state.
    #[must_use]
    pub fn new(family: &'static str) -> Arc<Self> {
        let id = next_state_topic_id();
        Arc::new(Self { id, family, state: Mutex::default(), published: Notify::new() })
    }

    /// From here on this is the newest state: its text is encoded here, once, and sent by [`run`](Self::run). A state that is
    /// replaced before a slow connection was ready for it is never sent there. One at a time publishes, in order.
    pub fn publish(&self, text: &str) {
        let frame = Frame::encoded(text, FrameKind::Step(self.id));
        let mut state = self.lock();
        state.version += 1;
        state.frame = Some(frame);
        drop(state);
        self.published.notify_one();
    }

    /// The same state in newer words: whoever enters from here on is sent these. Those who have it are sent nothing.
    pub fn reword(&self, text: &str) {
        self.lock().frame = Some(Frame::encoded(text, FrameKind::Step(self.id)));
    }

    /// Sends a connection an answer where there is one, then the present state where there is one, and from then on each
    /// newer one.
    pub fn enter(self: &Arc<Self>, connection: &Arc<dyn Connection>, answer: Option<&Frame>) {
        let (version, frame) = {
            let mut state = self.lock();
            state.recipients.insert(connection.id(), Arc::downgrade(connection));
            (state.version, state.frame.clone())
        };
        let topic: Arc<dyn StateTopic> = Arc::<Self>::clone(self);
        let frames = answer.into_iter().chain(&frame);
        connection.with(&mut |state| state.enter_state_topic(&topic, version, frames.clone().cloned()));
        // What was published between the two holds was not sent: it had no place yet.
        self.feed(connection);
    }

    /// How many connections watch.
    #[must_use]
    pub fn recipients(&self) -> usize {
        self.lock().recipients.len()
    }

    /// Sends what was published, slice by slice, until `stop`.
    pub async fn run(self: Arc<Self>, stop: CancellationToken) {
        loop {
            tokio::select! {
                () = self.published.notified() => {}
                () = stop.cancelled() => return,
            }
            let mut sent = 0;
            while let Some((last, slice)) = self.slice_after(sent).filter(|_| !stop.is_cancelled()) {
                for connection in slice {
                    self.feed(&connection);
                }
                sent = last;
                tokio::task::yield_now().await;
            }
        }
    }

    /// Some connections that come after one, and the last of them; `None` where there are no more. Those that ended without
    /// leaving are forgotten.
    fn slice_after(&self, last: ConnectionId) -> Option<(ConnectionId, Vec<Arc<dyn Connection>>)> {
        let mut state = self.lock();
        let next = state.recipients.range((Bound::Excluded(last), Bound::Unbounded)).take(SLICE);
        let next: Vec<_> = next.map(|(id, connection)| (*id, connection.upgrade())).collect();
        let last = next.last()?.0;
        for (id, _) in next.iter().filter(|(_, connection)| connection.is_none()) {
            state.recipients.remove(id);
        }
        Some((last, next.into_iter().filter_map(|(_, connection)| connection).collect()))
    }

    fn lock(&self) -> MutexGuard<'_, BroadcastState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StateTopic for Broadcast {
    fn id(&self) -> StateTopicId {
        self.id
    }

    fn family(&self) -> &'static str {
        self.family
    }

    fn feed(&self, connection: &Arc<dyn Connection>) {
        let mut ready = None;
        connection.with(&mut |state| ready = state.ready_for(self.id));
        let Some(from) = ready else { return };
        let (to, frame) = {
            let state = self.lock();
            (state.version, state.frame.clone())
        };
        if let Some(frame) = frame.filter(|_| from < to) {
            connection.with(&mut |state| state.send_step(self.id, from, to, std::slice::from_ref(&frame)));
        }
    }

    fn leave(&self, connection: ConnectionId) {
        self.lock().recipients.remove(&connection);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        LiveLimits,
        mock_socket::{MockConnection, taken},
    };

    fn connections(count: u64) -> Vec<Arc<dyn Connection>> {
        (1..=count).map(|id| MockConnection::open(id, &LiveLimits::default())).collect()
    }

    fn read(connection: &Arc<dyn Connection>) -> String {
        let mut text = String::new();
        connection.with(&mut |state| text = taken(state));
        text
    }

    /// What a connection's own task does once its socket has taken all.
    fn maintain(connection: &Arc<dyn Connection>) {
        let mut ready = Vec::new();
        connection.with(&mut |state| ready = state.tend(usize::MAX).ready);
        ready.iter().for_each(|topic| topic.feed(connection));
    }

    fn answer() -> Frame {
        Frame::encoded("subscribed", FrameKind::Answer)
    }

    async fn until_sent(connection: &Arc<dyn Connection>) -> String {
        loop {
            let text = read(connection);
            if text != "nothing" {
                return text;
            }
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn all_are_sent_the_newest_state_and_the_same_bytes() {
        let (topic, stop) = (Broadcast::new("news"), CancellationToken::new());
        let running = tokio::spawn(Arc::clone(&topic).run(stop.clone()));
        topic.publish("open");
        let watchers = connections(SLICE as u64 * 2 + 1);
        watchers.iter().for_each(|watcher| topic.enter(watcher, Some(&answer())));
        for watcher in &watchers {
            assert_eq!(read(watcher), "subscribed open");
            maintain(watcher);
        }
        topic.publish("paused");
        for watcher in &watchers {
            assert_eq!(until_sent(watcher).await, "paused");
        }
        stop.cancel();
        running.await.unwrap();
    }

    #[tokio::test]
    async fn a_connection_that_ended_without_leaving_is_forgotten() {
        let topic = Broadcast::new("news");
        let mut watchers = connections(2);
        watchers.iter().for_each(|watcher| topic.enter(watcher, Some(&answer())));
        drop(watchers.remove(0));
        let (last, slice) = topic.slice_after(0).unwrap();
        assert_eq!((last, slice.len(), topic.recipients()), (2, 1, 1));
    }

    #[tokio::test]
    async fn a_slow_connection_is_sent_the_newest_state_alone() {
        let topic = Broadcast::new("news");
        let watcher = connections(1).remove(0);
        topic.enter(&watcher, Some(&answer()));
        topic.publish("one");
        topic.feed(&watcher);
        topic.publish("two");
        topic.publish("three");
        topic.feed(&watcher);
        assert_eq!(read(&watcher), "subscribed one", "what waits is not followed by more");
        maintain(&watcher);
        assert_eq!(read(&watcher), "three");
        maintain(&watcher);
        assert_eq!(read(&watcher), "nothing");
    }

    #[tokio::test]
    async fn newer_words_are_for_whoever_comes() {
        let topic = Broadcast::new("news");
        let watchers = connections(2);
        topic.publish("open until nine");
        topic.enter(&watchers[0], Some(&answer()));
        topic.reword("open until ten");
        topic.enter(&watchers[1], None);
        watchers.iter().for_each(|watcher| topic.feed(watcher));
        assert_eq!([read(&watchers[0]), read(&watchers[1])], ["subscribed open until nine", "open until ten"]);
    }

    #[tokio::test]
    async fn whoever_leaves_is_sent_nothing_and_forgotten() {
        let topic = Broadcast::new("news");
        let watchers = connections(2);
        watchers.iter().for_each(|watcher| topic.enter(watcher, Some(&answer())));
        let mut has_left = false;
        watchers[0].with(&mut |state| has_left = state.leave_state_topic(topic.id()));
        assert!(has_left);
        topic.leave(watchers[0].id());
        assert_eq!(topic.recipients(), 1);
        topic.publish("news");
        watchers.iter().for_each(|watcher| topic.feed(watcher));
        assert_eq!([read(&watchers[0]), read(&watchers[1])], ["subscribed", "subscribed news"]);
    }
}
