//! The state topics that a connection watches, and which version of each it has.

use std::{fmt::Debug, sync::Arc};

use super::{Connection, ConnectionId};
use crate::StateTopicId;

/// Counts the states of a topic; a connection that has one knows all before it.
pub type Version = u64;

/// A topic that is a state: what matters is the newest version, not each step on the way.
pub trait StateTopic: Send + Sync + Debug {
    /// Which topic it is.
    fn id(&self) -> StateTopicId;

    /// Which family it is of, such as `board`; whoever makes topics names theirs.
    fn family(&self) -> &'static str;

    /// Sends a connection what it does not have of the topic, unless something of it waits there already.
    fn feed(&self, connection: &Arc<dyn Connection>);

    /// Removes a connection.
    fn leave(&self, connection: ConnectionId);
}

/// The state topics of one connection.
#[derive(Debug, Default)]
pub(crate) struct StateTopics(Vec<SubscribedTopic>);

#[derive(Debug)]
struct SubscribedTopic {
    topic: Arc<dyn StateTopic>,
    sent: Version,
    /// Whether what was sent last has not been written yet: until then nothing is sent, so that what changes meanwhile is
    /// sent once, as it is then.
    waits: bool,
    /// The topic that it belongs to, and ends with.
    of: Option<StateTopicId>,
}

impl StateTopics {
    /// Enters a topic, with what leads to `sent`.
    pub(crate) fn enter(&mut self, topic: &Arc<dyn StateTopic>, sent: Version, waits: bool) {
        self.leave(topic.id());
        self.0.push(SubscribedTopic { topic: Arc::clone(topic), sent, waits, of: None });
    }

    /// From here on one topic ends with another.
    pub(crate) fn bind(&mut self, topic: StateTopicId, of: StateTopicId) {
        self.0.iter_mut().filter(|place| place.topic.id() == topic).for_each(|place| place.of = Some(of));
    }

    /// Leaves a topic and those that belong to it; which there were.
    pub(crate) fn leave(&mut self, topic: StateTopicId) -> Vec<StateTopicId> {
        let left = self.0.extract_if(.., |place| place.topic.id() == topic || place.of == Some(topic));
        left.map(|place| place.topic.id()).collect()
    }

    /// The version that the connection has, where nothing of the topic waits.
    pub(crate) fn ready(&self, topic: StateTopicId) -> Option<Version> {
        self.place(topic).filter(|place| !place.waits).map(|place| place.sent)
    }

    /// The version that the connection has, or will have when what waits is written.
    pub(crate) fn sent(&self, topic: StateTopicId) -> Option<Version> {
        self.place(topic).map(|place| place.sent)
    }

    /// Moves on, with frames that `wait` to be written or without any; false where the connection does not have `from`.
    pub(crate) fn advance(&mut self, topic: StateTopicId, from: Version, to: Version, waits: bool) -> bool {
        let place = self.0.iter_mut().find(|place| place.topic.id() == topic);
        let Some(place) = place.filter(|place| !place.waits && place.sent == from) else { return false };
        (place.sent, place.waits) = (to, waits);
        true
    }

    /// All has been written but that of which `waits` says otherwise: the topics of which nothing waits any more.
    pub(crate) fn written(&mut self, waits: impl Fn(StateTopicId) -> bool) -> Vec<Arc<dyn StateTopic>> {
        let written = self.0.iter_mut().filter(|place| place.waits && !waits(place.topic.id()));
        let ready = |place: &mut SubscribedTopic| {
            place.waits = false;
            Arc::clone(&place.topic)
        };
        written.map(ready).collect()
    }

    /// The topics.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<dyn StateTopic>> {
        self.0.iter().map(|place| &place.topic)
    }

    fn place(&self, topic: StateTopicId) -> Option<&SubscribedTopic> {
        self.0.iter().find(|place| place.topic.id() == topic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        CloseCode, ConnectionState, Frame, FrameKind, LiveLimits,
        mock_socket::{WrittenFrame, taken as words, written},
    };

    #[derive(Debug)]
    struct Blackboard(StateTopicId);

    impl StateTopic for Blackboard {
        fn id(&self) -> StateTopicId {
            self.0
        }

        fn family(&self) -> &'static str {
            "blackboard"
        }

        fn feed(&self, _: &Arc<dyn Connection>) {}

        fn leave(&self, _: ConnectionId) {}
    }

    fn topic(number: StateTopicId) -> Arc<dyn StateTopic> {
        Arc::new(Blackboard(number))
    }

    fn frame(topic: StateTopicId, text: &str) -> Frame {
        Frame::encoded(text, FrameKind::Step(topic))
    }

    fn connection() -> ConnectionState {
        ConnectionState::new(&LiveLimits { queued_bytes: 10, ..LiveLimits::default() }, 0, 0)
    }

    fn taken(connection: &mut ConnectionState) -> Vec<String> {
        let texts = written(connection).into_iter().map(|written| match written {
            WrittenFrame::Text(text) => text,
            other @ WrittenFrame::Close(_) => panic!("text was expected, not {other:?}"),
        });
        texts.collect()
    }

    /// How many state topics have become ready.
    fn ready(connection: &mut ConnectionState) -> usize {
        connection.tend(usize::MAX).ready.len()
    }

    #[test]
    fn nothing_is_told_before_what_was_told_last_is_written() {
        let mut connection = connection();
        connection.enter_state_topic(&topic(1), 3, [frame(1, "the whole")]);
        assert_eq!((connection.ready_for(1), connection.version_sent(1)), (None, Some(3)));
        connection.send_step(1, 3, 4, &[frame(1, "too soon")]);
        assert_eq!(ready(&mut connection), 0, "it was not written yet");
        assert_eq!(taken(&mut connection), ["the whole"]);
        assert_eq!(connection.ready_for(1), None, "nobody has looked");
        assert_eq!((ready(&mut connection), ready(&mut connection)), (1, 0), "once");
        assert_eq!(connection.ready_for(1), Some(3));
        connection.send_step(1, 2, 4, &[frame(1, "from elsewhere")]);
        connection.send_step(1, 3, 5, &[frame(1, "a step")]);
        assert_eq!(ready(&mut connection), 0);
        assert_eq!(taken(&mut connection), ["a step"]);
        assert_eq!(ready(&mut connection), 1);
        assert_eq!(connection.ready_for(1), Some(5));
    }

    #[test]
    fn a_board_waits_beside_the_bound_of_the_line() {
        let mut connection = connection();
        connection.enter_state_topic(&topic(1), 1, [frame(1, &"x".repeat(1_000))]);
        assert_eq!((connection.queued_bytes(), connection.is_closing()), (0, false));
        connection.send(&Frame::encoded("answer", FrameKind::Answer));
        assert_eq!(connection.queued_bytes(), 6);
    }

    #[test]
    fn a_step_without_frames_waits_for_nothing() {
        let mut connection = connection();
        connection.enter_state_topic(&topic(1), 1, []);
        assert_eq!(connection.ready_for(1), Some(1));
        connection.send_step(1, 1, 2, &[]);
        assert_eq!(connection.ready_for(1), Some(2));
    }

    #[test]
    fn leaving_takes_what_waits_along() {
        let mut connection = connection();
        connection.enter_state_topic(&topic(1), 1, [frame(1, "one")]);
        connection.enter_state_topic(&topic(2), 1, [frame(2, "two")]);
        assert!(connection.leave_state_topic(1) && !connection.leave_state_topic(1));
        assert_eq!(connection.state_topics().map(|topic| topic.id()).collect::<Vec<_>>(), [2]);
        connection.enter_state_topic(&topic(2), 7, [frame(2, "anew")]);
        assert_eq!(taken(&mut connection), ["anew"]);
    }

    #[test]
    fn what_stands_beside_a_board_ends_with_it() {
        let mut connection = connection();
        connection.enter_beside(1, &topic(2), 1, [frame(2, "nothing to stand beside")]);
        assert_eq!(connection.state_topics().count(), 0);
        connection.enter_state_topic(&topic(1), 1, []);
        connection.enter_beside(1, &topic(2), 4, [frame(2, "cars")]);
        assert_eq!((connection.ready_for(1), connection.version_sent(2)), (Some(1), Some(4)));
        connection.enter_state_topic(&topic(3), 1, [frame(3, "another topic")]);
        assert!(connection.leave_state_topic(1));
        assert_eq!(connection.state_topics().map(|topic| topic.id()).collect::<Vec<_>>(), [3]);
        assert_eq!(taken(&mut connection), ["another topic"]);
    }

    #[test]
    fn a_line_that_is_closing_is_told_nothing() {
        let mut connection = connection();
        connection.enter_state_topic(&topic(1), 1, []);
        connection.close(CloseCode::Leaving);
        assert_eq!(connection.ready_for(1), None);
        connection.send_step(1, 1, 2, &[frame(1, "late")]);
        assert_eq!(words(&mut connection), "close 1012");
    }
}
