//! Telling a topic's lines what is queued, in order.

use std::sync::{Arc, MutexGuard};

use super::{State, Topic};
use crate::{
    line::{Frame, Line},
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
            state.outbox.extend(frames);
            return None;
        }
        // What is queued meanwhile comes after these.
        let frame = frames.next()?;
        state.outbox.extend(frames);
        state.is_telling = true;
        Some(Telling { topic: self, watchers: state.watchers_of(&frame), frame })
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
    /// The lines that are told first.
    pub(in crate::hub) fn lines(&self) -> &[Arc<dyn Line>] {
        &self.watchers
    }

    /// Tells all that is queued, in order.
    pub(in crate::hub) fn tell(self) {
        let Self { topic, mut frame, mut watchers } = self;
        loop {
            let written = watchers.iter().filter(|line| line.tell(&frame)).count();
            if written > 0 {
                topic.metrics.wrote(&frame, written as u64);
            }
            let mut state = topic.lock();
            let Some(next) = state.outbox.pop_front() else {
                state.is_telling = false;
                return;
            };
            watchers = state.watchers_of(&next);
            frame = next;
        }
    }
}
