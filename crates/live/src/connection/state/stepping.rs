//! State topics on a connection: a version that it has, and steps that lead to the next.

use std::sync::Arc;

use super::ConnectionState;
use crate::{
    Frame, FrameKind, StateTopicId,
    connection::{StateTopic, Version},
};

impl ConnectionState {
    /// Enters a state topic, or enters it anew: `frames` lead to the version `sent`.
    pub fn enter_state_topic(
        &mut self,
        topic: &Arc<dyn StateTopic>,
        sent: Version,
        frames: impl IntoIterator<Item = Frame>,
    ) {
        let number = topic.id();
        self.leave_state_topic(number);
        frames.into_iter().for_each(|frame| self.queue(frame));
        let waits = self.backlog.holds(|kind| kind == FrameKind::Step(number));
        self.state_topics.enter(topic, sent, waits);
        self.waive_first_subscription();
    }

    /// The same for a state topic that belongs to another and is left with it. Nothing happens where the connection does not
    /// watch that other one.
    pub fn enter_beside(
        &mut self,
        topic: StateTopicId,
        beside: &Arc<dyn StateTopic>,
        sent: Version,
        frames: impl IntoIterator<Item = Frame>,
    ) {
        if self.version_sent(topic).is_some() {
            self.enter_state_topic(beside, sent, frames);
            self.state_topics.bind(beside.id(), topic);
        }
    }

    /// Leaves a state topic and those beside it, and drops what of them waits; whether it watched it.
    pub fn leave_state_topic(&mut self, topic: StateTopicId) -> bool {
        let left = self.state_topics.leave(topic);
        self.backlog.drop_all(|kind| matches!(kind, FrameKind::Step(of) if left.contains(&of)));
        !left.is_empty()
    }

    /// The state topics that it watches.
    pub fn state_topics(&self) -> impl Iterator<Item = &Arc<dyn StateTopic>> {
        self.state_topics.all()
    }

    /// The version that it has, where it could be sent more now.
    #[must_use]
    pub fn ready_for(&self, topic: StateTopicId) -> Option<Version> {
        if self.is_closing() { None } else { self.state_topics.ready(topic) }
    }

    /// The version that it has, or will have when what waits is written.
    #[must_use]
    pub fn version_sent(&self, topic: StateTopicId) -> Option<Version> {
        self.state_topics.sent(topic)
    }

    /// Sends what leads from one version of a state topic to another, if this connection has the first. One step of each
    /// topic may wait, beside the connection's bound.
    pub fn send_step(&mut self, topic: StateTopicId, from: Version, to: Version, frames: &[Frame]) {
        if self.is_closing() || !self.state_topics.advance(topic, from, to, !frames.is_empty()) {
            return;
        }
        frames.iter().for_each(|frame| self.queue(frame.clone()));
    }
}
