//! Telling a topic's lines what is queued, in order.

use std::sync::{Arc, MutexGuard};

use super::{State, Topic};
use crate::{
    line::{Frame, FrameKind, Line},
    presence::Watchers,
};

impl Topic {
    /// Queues frames, and tells what is queued unless somebody does so already. So frames are told in
    /// the order in which they were queued, and the topic is not locked while lines are written to.
    pub(super) fn tell<'a>(&'a self, state: MutexGuard<'a, State>, frames: impl IntoIterator<Item = Frame>) {
        if let Some(telling) = self.begin_to_tell(state, frames) {
            telling.tell();
        }
    }

    /// Queues frames; where nobody tells what is queued, whoever is given the telling must.
    pub(super) fn begin_to_tell(
        &self,
        mut state: MutexGuard<'_, State>,
        frames: impl IntoIterator<Item = Frame>,
    ) -> Option<Telling<'_>> {
        let mut frames = frames.into_iter();
        if state.is_telling {
            state.queue(frames);
            return None;
        }
        // What is queued meanwhile comes after these.
        let frame = frames.next()?;
        state.queue(frames);
        state.is_telling = true;
        Some(Telling { topic: self, watchers: state.watchers_of(&frame), frame })
    }
}

impl Topic {
    /// What was queued first, and who is to be told it; where nothing is, the telling ends.
    fn next_queued(&self) -> Option<(Frame, Watchers)> {
        let mut state = self.lock();
        let next = state.take_queued();
        state.is_telling = next.is_some();
        next.map(|frame| {
            let watchers = state.watchers_of(&frame);
            (frame, watchers)
        })
    }
}

/// What is queued in a topic, in the hands of whoever is to tell it. Until then others only queue.
#[must_use = "nobody else tells the topic's lines anything until this was told"]
pub(in crate::hub) struct Telling<'a> {
    topic: &'a Topic,
    frame: Frame,
    watchers: Watchers,
}

impl Telling<'_> {
    /// What is told first.
    pub(in crate::hub) fn kind(&self) -> FrameKind {
        self.frame.kind()
    }

    /// The lines that are told first.
    pub(in crate::hub) fn lines(&self) -> &[Arc<dyn Line>] {
        &self.watchers
    }

    /// Tells all that is queued, in order.
    pub(in crate::hub) fn tell(self) {
        let (topic, kind, told) = (self.topic, self.frame.kind(), self.frame.told());
        topic.metrics.wrote(kind, told, self.tell_uncounted());
    }

    /// The same, but leaves the first frame to be counted: to how many lines it was written to its last byte.
    pub(in crate::hub) fn tell_uncounted(self) -> u64 {
        let Self { topic, frame, watchers } = self;
        let written = write(&frame, &watchers);
        // Nearly always nothing has come meanwhile.
        while let Some((frame, watchers)) = topic.next_queued() {
            topic.metrics.wrote(frame.kind(), frame.told(), write(&frame, &watchers));
        }
        written
    }
}

/// Tells lines a frame; how many have written it to its last byte.
fn write(frame: &Frame, watchers: &Watchers) -> u64 {
    watchers.iter().map(|line| u64::from(line.tell(frame))).sum()
}
