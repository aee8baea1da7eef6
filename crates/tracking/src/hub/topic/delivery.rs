//! Sends a topic's connections what is queued, in order.

use std::sync::{Arc, MutexGuard};

use live::{Connection, Frame, FrameKind, Recipients};

use super::{OrderTopic, state::TopicState};

impl OrderTopic {
    /// Queues frames, and tells what is queued unless somebody does so already. So frames are told in
    /// the order in which they were queued, and the topic is not locked while connections are written to.
    pub(super) fn send<'a>(&'a self, state: MutexGuard<'a, TopicState>, frames: impl IntoIterator<Item = Frame>) {
        if let Some(delivery) = self.begin_to_send(state, frames) {
            delivery.send();
        }
    }

    /// Queues frames; where nobody tells what is queued, whoever is given the delivery must.
    pub(super) fn begin_to_send(
        &self,
        mut state: MutexGuard<'_, TopicState>,
        frames: impl IntoIterator<Item = Frame>,
    ) -> Option<FrameDelivery<'_>> {
        let mut frames = frames.into_iter();
        if state.is_sending {
            state.queue(frames);
            return None;
        }
        // What is queued meanwhile comes after these.
        let frame = frames.next()?;
        state.queue(frames);
        state.is_sending = true;
        Some(FrameDelivery { topic: self, watchers: state.watchers_of(&frame), frame })
    }
}

impl OrderTopic {
    /// What was queued first, and who is to be told it; where nothing is, the delivery ends.
    fn next_queued(&self) -> Option<(Frame, Recipients)> {
        let mut state = self.lock();
        let next = state.take_queued();
        state.is_sending = next.is_some();
        next.map(|frame| {
            let watchers = state.watchers_of(&frame);
            (frame, watchers)
        })
    }
}

/// What is queued in a topic, in the hands of whoever is to tell it. Until then others only queue.
#[must_use = "nobody else tells the topic's connections anything until this was told"]
pub(crate) struct FrameDelivery<'a> {
    topic: &'a OrderTopic,
    frame: Frame,
    watchers: Recipients,
}

impl FrameDelivery<'_> {
    /// What is told first.
    pub(crate) fn kind(&self) -> FrameKind {
        self.frame.kind()
    }

    /// The connections that are told first.
    pub(crate) fn recipients(&self) -> &[Arc<dyn Connection>] {
        &self.watchers
    }

    /// Tells all that is queued, in order.
    pub(crate) fn send(self) {
        let (topic, news, due) = (self.topic, self.frame.kind().news(), self.frame.due());
        topic.metrics.wrote(news, due, self.send_uncounted());
    }

    /// The same, but leaves the first frame to be counted: to how many connections it was written to its last byte.
    pub(crate) fn send_uncounted(self) -> u64 {
        let Self { topic, frame, watchers } = self;
        let written = write(&frame, &watchers);
        // Nearly always nothing has come meanwhile.
        while let Some((frame, watchers)) = topic.next_queued() {
            topic.metrics.wrote(frame.kind().news(), frame.due(), write(&frame, &watchers));
        }
        written
    }
}

/// Tells connections a frame; how many have written it to its last byte.
fn write(frame: &Frame, watchers: &Recipients) -> u64 {
    watchers.iter().map(|connection| u64::from(connection.send(frame))).sum()
}
