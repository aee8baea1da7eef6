//! The node's inbox: messages as far as there is room, and that the bus came or went without fail.

use bytes::Bytes;
use metrics::BusMetrics;
use tokio::sync::{mpsc, watch};

use crate::BusEvent;

/// Messages that may wait for the node.
const ROOM: usize = 4096;

/// What goes to the node. Nobody who puts something in has to wait.
pub(super) struct Inbox {
    events: mpsc::Sender<BusEvent>,
    state: watch::Sender<State>,
    metrics: BusMetrics,
}

/// How the bus is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct State {
    is_up: bool,
    /// How often messages may have been lost so far.
    gaps: u64,
}

impl Inbox {
    pub(super) fn new(metrics: BusMetrics) -> (Self, mpsc::Receiver<BusEvent>) {
        let (events, receiver) = mpsc::channel(ROOM);
        (Self { events, state: watch::Sender::default(), metrics }, receiver)
    }

    /// A message. One that finds no room is lost, and makes a gap of which the node is told.
    pub(super) fn put(&self, message: Bytes) {
        self.metrics.received.inc();
        if self.events.try_send(BusEvent::Message(message)).is_err() {
            self.metrics.dropped.inc();
            self.state.send_modify(|state| state.gaps += 1);
        }
    }

    /// The bus has come, or it has gone, and then messages may have been lost.
    pub(super) fn set_up(&self, is_up: bool) {
        self.metrics.up.set(is_up.into());
        self.state.send_modify(|state| {
            state.gaps += u64::from(state.is_up && !is_up);
            state.is_up = is_up;
        });
    }

    pub(super) fn is_up(&self) -> bool {
        self.state.borrow().is_up
    }

    /// Waits until the bus is up.
    pub(super) async fn up(&self) {
        let mut states = self.state.subscribe();
        // The sender is ours, so there is always one.
        let _up = states.wait_for(|state| state.is_up).await;
    }

    /// Tells the node that the bus has come and gone, and of gaps as if it had; waits for room where
    /// there is none. All that was lost before an `Up` has its place is one gap.
    pub(super) async fn tell(&self) {
        let mut states = self.state.subscribe();
        // The gaps that the last `Up` covered; none while the bus is away as far as the node knows.
        let mut told: Option<u64> = None;
        while states.wait_for(|now| told.map_or(now.is_up, |gaps| gaps != now.gaps)).await.is_ok() {
            let Ok(place) = self.events.reserve().await else { return };
            let now = *states.borrow();
            match told.take() {
                Some(_) => place.send(BusEvent::Down),
                None if now.is_up => {
                    told = Some(now.gaps);
                    place.send(BusEvent::Up);
                }
                // It has gone again meanwhile.
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn told() -> (Arc<Inbox>, mpsc::Receiver<BusEvent>) {
        let (inbox, events) = Inbox::new(BusMetrics::default());
        let inbox = Arc::new(inbox);
        let telling = Arc::clone(&inbox);
        tokio::spawn(async move { telling.tell().await });
        (inbox, events)
    }

    #[tokio::test]
    async fn that_it_comes_and_goes_is_told_in_order() {
        let (inbox, mut events) = told();
        for _ in 0..2 {
            inbox.set_up(true);
            assert_eq!(events.recv().await, Some(BusEvent::Up));
            inbox.set_up(false);
            assert_eq!(events.recv().await, Some(BusEvent::Down));
        }
        // It was up without a word, and so nothing was missed that the next `Up` does not cover.
        inbox.set_up(true);
        inbox.set_up(false);
        inbox.set_up(true);
        assert_eq!(events.recv().await, Some(BusEvent::Up));
        // A short absence is an absence.
        inbox.set_up(false);
        inbox.set_up(true);
        assert_eq!([events.recv().await, events.recv().await], [Some(BusEvent::Down), Some(BusEvent::Up)]);
    }

    #[tokio::test]
    async fn messages_are_bounded_and_those_lost_are_one_gap() {
        let (inbox, mut events) = told();
        inbox.set_up(true);
        assert_eq!(events.recv().await, Some(BusEvent::Up));
        for _ in 0..ROOM + 10 {
            inbox.put(Bytes::new());
        }
        tokio::task::yield_now().await;
        for _ in 0..ROOM {
            assert_eq!(events.recv().await, Some(BusEvent::Message(Bytes::new())));
        }
        assert_eq!([events.recv().await, events.recv().await], [Some(BusEvent::Down), Some(BusEvent::Up)]);
        assert!(events.is_empty());
        assert_eq!((inbox.metrics.received.get(), inbox.metrics.dropped.get()), (ROOM as u64 + 10, 10));
    }
}
