//! The node's inbox: messages while there is room, and, always, that the bus came up or went down.

use bytes::Bytes;
use metrics::BusMetrics;
use tokio::sync::{mpsc, watch};

use crate::BusEvent;

/// Messages that may wait for the node.
const ROOM: usize = 4096;

/// The events for the node. Adding one never waits.
pub(super) struct Inbox {
    events: mpsc::Sender<BusEvent>,
    state: watch::Sender<InboxState>,
    metrics: BusMetrics,
}

/// The state of the bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct InboxState {
    is_up: bool,
    /// How many times messages may have been lost so far.
    gaps: u64,
}

impl Inbox {
    pub(super) fn new(metrics: BusMetrics) -> (Self, mpsc::Receiver<BusEvent>) {
        let (events, receiver) = mpsc::channel(ROOM);
        (Self { events, state: watch::Sender::default(), metrics }, receiver)
    }

    /// Adds a message. If there is no room it is lost, and the node is notified of a gap.
    pub(super) fn put(&self, message: Bytes) {
        self.metrics.received.inc();
        if self.events.try_send(BusEvent::Message(message)).is_err() {
            self.metrics.dropped.inc();
            self.state.send_modify(|state| state.gaps += 1);
        }
    }

    /// Records that the bus came up, or that it went down and messages may have been lost.
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
        // Fails only without a sender, which is this struct.
        let _up = states.wait_for(|state| state.is_up).await;
    }

    /// Reports to the node that the bus came up or went down, and a gap as a `Down` and an `Up`; waits for room in the
    /// queue. Everything lost before an `Up` is queued counts as one gap.
    pub(super) async fn report_state(&self) {
        let mut states = self.state.subscribe();
        // The gaps that the last `Up` covered; `None` while the node believes that the bus is down.
        let mut reported: Option<u64> = None;
        while states.wait_for(|now| reported.map_or(now.is_up, |gaps| gaps != now.gaps)).await.is_ok() {
            let Ok(place) = self.events.reserve().await else { return };
            let now = *states.borrow();
            match reported.take() {
                Some(_) => place.send(BusEvent::Down),
                None if now.is_up => {
                    reported = Some(now.gaps);
                    place.send(BusEvent::Up);
                }
                // It went down again meanwhile.
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn inbox() -> (Arc<Inbox>, mpsc::Receiver<BusEvent>) {
        let (inbox, events) = Inbox::new(BusMetrics::default());
        let inbox = Arc::new(inbox);
        let reporting = Arc::clone(&inbox);
        tokio::spawn(async move { reporting.report_state().await });
        (inbox, events)
    }

    #[tokio::test]
    async fn coming_and_going_is_reported_in_order() {
        let (inbox, mut events) = inbox();
        for _ in 0..2 {
            inbox.set_up(true);
            assert_eq!(events.recv().await, Some(BusEvent::Up));
            inbox.set_up(false);
            assert_eq!(events.recv().await, Some(BusEvent::Down));
        }
        // An `Up` that was never reported needs no `Down`: the next `Up` covers what was missed.
        inbox.set_up(true);
        inbox.set_up(false);
        inbox.set_up(true);
        assert_eq!(events.recv().await, Some(BusEvent::Up));
        // Even a short outage is reported.
        inbox.set_up(false);
        inbox.set_up(true);
        assert_eq!([events.recv().await, events.recv().await], [Some(BusEvent::Down), Some(BusEvent::Up)]);
    }

    #[tokio::test]
    async fn messages_are_bounded_and_those_lost_are_one_gap() {
        let (inbox, mut events) = inbox();
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
