//! What a topic holds under its lock.

use std::{collections::VecDeque, sync::Arc};

use domain::{car::Sighting, ids::OrderId};
use jiff::Timestamp;
use live::{Connection, ConnectionId, Frame, FrameKind, Nanos, Recipients, SourceTag};
use tokio::time::Instant;

use super::{
    super::{
        progress::Progress,
        view::{Following, Shown, View},
    },
    Now,
};
use crate::{Limits, topic_id};

/// What each position needs comes first, up to how many stops are before the order's own.
#[derive(Debug)]
#[repr(C)]
pub(super) struct TopicState {
    pub(super) is_sending: bool,
    pub(super) has_ended: bool,
    /// Whether there is a car to be shown, and it is to be read.
    pub(super) lacks_visibility: bool,
    pub(super) is_repairing: bool,
    /// Whether anything is in the outbox.
    pub(super) has_queued: bool,
    pub(super) watchers: Recipients,
    /// When the car was where it is shown.
    pub(super) shown_at: Option<Nanos>,
    /// The newest that is known of the car.
    pub(super) seen: Option<Arc<Sighting>>,
    /// The car that may be shown; none while that is not known for certain.
    pub(super) following: Option<Following>,
    /// What is to be told, in order; whoever finds nobody telling tells it all.
    pub(super) outbox: VecDeque<Frame>,
    pub(super) progress: Progress,
    pub(super) view: Option<Arc<View>>,
    pub(super) view_used: Instant,
    /// Joins in progress; the topic stays while there are any.
    pub(super) joining: usize,
    pub(super) unwatched_since: Instant,
    /// Connections that wait for the order's money, for then the order comes; they are told nothing else.
    pub(super) waiting: Vec<Arc<dyn Connection>>,
}

impl TopicState {
    /// Nobody watches, and nothing is known.
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            progress: Progress::new(limits.held),
            watchers: Arc::new([]),
            outbox: VecDeque::new(),
            has_queued: false,
            is_sending: false,
            following: None,
            lacks_visibility: false,
            shown_at: None,
            seen: None,
            view: None,
            view_used: Instant::now(),
            is_repairing: false,
            has_ended: false,
            joining: 0,
            unwatched_since: Instant::now(),
            waiting: Vec::new(),
        }
    }

    /// Whether a connection waits for the order's money.
    pub(super) fn waits(&self, connection: ConnectionId) -> bool {
        self.waiting.iter().any(|waiting| waiting.id() == connection)
    }

    pub(super) fn is_idle(&self, limits: &Limits) -> bool {
        let kept_warm = !self.has_ended && self.unwatched_since.elapsed() < limits.unwatched;
        self.joining == 0 && self.watchers.is_empty() && self.waiting.is_empty() && !kept_warm
    }

    /// The car that may be shown from here on.
    pub(super) fn follow(&mut self, following: Option<Following>) {
        let was_seen = self.seen.as_ref().is_some_and(|seen| following.as_ref().is_some_and(|now| now.car == seen.car));
        if !was_seen {
            (self.seen, self.shown_at) = (None, None);
        }
        self.following = following;
    }

    /// Takes what is new of a car; the frame that shows it, where it may be shown.
    pub(super) fn see(&mut self, order: OrderId, sighting: &Arc<Sighting>, tag: SourceTag, now: Now) -> Option<Frame> {
        let following = self.following.as_ref().filter(|following| following.tag == tag)?;
        if self.seen.as_ref().is_none_or(|seen| seen.position.at < sighting.position.at) {
            self.seen = Some(Arc::clone(sighting));
        }
        let position =
            following.visibility.shown(self.seen.as_ref()?, now.day).filter(|position| position.is_fresh(now.day))?;
        let at = Nanos::from(position.at);
        if self.shown_at.is_some_and(|shown_at| shown_at >= at) {
            return None;
        }
        let kind = FrameKind::Signal(topic_id(order), following.tag, at);
        let car = following.position(position);
        let frame = car.with_frame(order, |text| Frame::due_since(now.at, text, kind));
        self.shown_at = Some(at);
        Some(frame)
    }

    /// Queues frames.
    pub(super) fn queue(&mut self, frames: impl IntoIterator<Item = Frame>) {
        for frame in frames {
            self.outbox.push_back(frame);
            self.has_queued = true;
        }
    }

    /// What was queued first.
    pub(super) fn take_queued(&mut self) -> Option<Frame> {
        if !self.has_queued {
            return None;
        }
        let first = self.outbox.pop_front();
        self.has_queued = !self.outbox.is_empty();
        first
    }

    /// Who is to be told a frame; its end is the last that they are told.
    pub(super) fn watchers_of(&mut self, frame: &Frame) -> Recipients {
        let watchers = Arc::clone(&self.watchers);
        if matches!(frame.kind(), FrameKind::End(_)) {
            self.has_ended = true;
            self.watchers = Arc::new([]);
            self.unwatched_since = Instant::now();
        }
        watchers
    }

    /// Where the car is shown to those who join.
    pub(super) fn shown(&self, now: Timestamp) -> Option<Shown> {
        self.following.as_ref()?.shown(self.seen.as_ref()?, now)
    }
}
