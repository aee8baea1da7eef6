//! What may be sent on a connection, in which order, and how much may wait.

mod stepping;

use domain::ids::{Rev, Seq};
use smallvec::SmallVec;

use super::{
    Maintenance, SentUpTo, Sink, Tick,
    backlog::{Backlog, Wrote, WroteEnd},
    maintenance::seconds,
    state_topics::StateTopics,
    subscription::Subscription,
};
use crate::{CloseCode, Frame, FrameKind, LiveLimits, Nanos, SourceTag, TopicId};

/// The state of a connection, kept behind its one lock. What each frame is held against comes first.
#[derive(Debug)]
#[repr(C)]
pub struct ConnectionState {
    /// The socket took no more: what waits is written by the connection's own task when it does again.
    is_blocked: bool,
    /// Nothing can be written any more, or nothing is to be.
    is_over: bool,
    /// Something has changed that the connection's own task must see to.
    wakes_task: bool,
    /// Whether bytes were written since the last tick.
    has_written: bool,
    /// Why it is being closed, if it is; its goodbye is the last frame of the backlog then.
    closing: Option<Closing>,
    /// Whether it has asked for a subscription and waits for the answer: then the delay is ours.
    is_asking: bool,
    backlog: Backlog,
    /// Nearly all connections watch one topic.
    subscriptions: SmallVec<[Subscription; 1]>,
    max_bytes: usize,
    max_frames: usize,
    state_topics: StateTopics,
    /// Second of the node's clock in which something was last sent, or the tick before that.
    last_sent: u32,
    last_tick: u32,
    /// Second since which the socket has taken nothing although something waits.
    stuck_since: Option<u32>,
    /// Second since which it is being closed.
    leaving_since: Option<u32>,
    /// Second from which the silence before the first beat is counted, whatever was sent since; none after it.
    first_silence: Option<u32>,
    /// Second by which it must have subscribed to something; none once it has.
    first_subscription: Option<u32>,
}

/// Why a connection is being closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closing {
    /// For a reason of ours; the client's own goodbye is waited for.
    ByUs(CloseCode),
    /// The client has said goodbye.
    ByClient,
}

impl ConnectionState {
    /// A connection that opens in the second `now`. `first_silence` is the second from which the silence
    /// before its first beat is counted, although it is greeted at once: connections that came together
    /// are not to beat together.
    #[must_use]
    pub fn new(limits: &LiveLimits, now: u32, first_silence: u32) -> Self {
        Self {
            subscriptions: SmallVec::new(),
            state_topics: StateTopics::default(),
            backlog: Backlog::default(),
            closing: None,
            is_blocked: false,
            is_over: false,
            wakes_task: false,
            max_frames: limits.queued_frames,
            max_bytes: limits.queued_bytes,
            has_written: false,
            last_sent: now,
            last_tick: now,
            stuck_since: None,
            leaving_since: None,
            first_silence: Some(first_silence),
            first_subscription: Some(now.saturating_add(seconds(limits.first_subscription))),
            is_asking: false,
        }
    }

    /// Begins a subscription anew, with the frames that lead to where it stands.
    pub fn subscribe(&mut self, topic: TopicId, sent: SentUpTo, frames: impl IntoIterator<Item = Frame>) {
        self.unsubscribe(topic);
        for frame in frames {
            self.queue(frame);
        }
        self.subscriptions.push(Subscription { topic, sent });
        self.waive_first_subscription();
    }

    /// Ends a subscription; whether there was one.
    pub fn unsubscribe(&mut self, topic: TopicId) -> bool {
        let before = self.subscriptions.len();
        self.subscriptions.retain(|subscription| subscription.topic != topic);
        before != self.subscriptions.len()
    }

    /// The topics that it watches.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = TopicId> {
        self.subscriptions.iter().map(|subscription| subscription.topic)
    }

    /// Queues a topic's frame, if this connection watches the topic and does not have it.
    pub fn send(&mut self, frame: &Frame) {
        if self.takes(frame) {
            self.queue(frame.clone());
        }
    }

    /// The same, and writes it at once where nothing waits; whether it was written to the last byte then. The sink does not
    /// learn of that.
    #[inline]
    pub fn send_to(&mut self, frame: &Frame, sink: &impl Sink) -> bool {
        if !self.takes(frame) {
            return false;
        }
        if self.is_blocked || self.is_over || !self.backlog.is_empty() {
            self.queue(frame.clone());
            return false;
        }
        let count = self.backlog.write_alone(frame, sink);
        self.has_written |= count > 0;
        count == frame.bytes().len()
    }

    /// Whether a frame is to be sent: then it counts as sent.
    fn takes(&mut self, frame: &Frame) -> bool {
        if self.is_closing() {
            return false;
        }
        match frame.kind() {
            FrameKind::Event(topic, seq, rev, source) => {
                self.takes_event(topic, (seq, rev, source)) && self.has_room(frame)
            }
            FrameKind::State(topic, rev, source) => self.takes_state(topic, (rev, source)) && self.has_room(frame),
            FrameKind::Signal(topic, source, at) => self.takes_signal(topic, (source, at)) && self.has_room(frame),
            FrameKind::End(topic) => self.unsubscribe(topic) && self.has_room(frame),
            // Answers are as many as a client asks for, and while much waits nobody reads what it asks.
            FrameKind::Answer | FrameKind::Beat => true,
            // Which step fits depends on the version that the connection has: see `send_step`.
            FrameKind::Step(_) => false,
        }
    }

    fn takes_event(&mut self, topic: TopicId, (seq, rev, source): (Seq, Rev, Option<SourceTag>)) -> bool {
        let Some(sent) = self.subscription(topic).filter(|sent| seq > sent.seq) else { return false };
        if seq != sent.seq.next() {
            // A topic sends its events without a gap. Should it ever not, the client comes back with its `since` rather
            // than miss one.
            tracing::error!(%topic, %seq, known = %sent.seq, "an event came ahead of the connection's own");
            self.close(CloseCode::TooSlow);
            return false;
        }
        *sent = SentUpTo { seq, rev: sent.rev.max(rev), source, signal_at: sent.signal_at };
        true
    }

    fn takes_state(&mut self, topic: TopicId, (rev, source): (Rev, Option<SourceTag>)) -> bool {
        let Some(sent) = self.subscription(topic).filter(|sent| rev > sent.rev) else { return false };
        (sent.rev, sent.source) = (rev, source);
        self.backlog.drop_all(|waits| matches!(waits, FrameKind::State(of, ..) if of == topic));
        true
    }

    /// Takes a signal, if the last event or state that was sent allows its source. An older one that still waits is dropped.
    fn takes_signal(&mut self, topic: TopicId, (source, at): (SourceTag, Nanos)) -> bool {
        let Some(sent) = self.subscription(topic).filter(|sent| sent.source == Some(source)) else { return false };
        if sent.signal_at.is_some_and(|seen| at <= seen) {
            return false;
        }
        sent.signal_at = Some(at);
        self.backlog.drop_all(|waits| matches!(waits, FrameKind::Signal(of, ..) if of == topic));
        true
    }

    /// Whether there is room for news; where too much waits already, the connection ends.
    fn has_room(&mut self, frame: &Frame) -> bool {
        if self.backlog.is_empty() {
            return true;
        }
        let has_room = self.backlog.len() < self.max_frames && self.backlog.bytes() + frame.len() <= self.max_bytes;
        if !has_room {
            self.close(CloseCode::TooSlow);
        }
        has_room
    }

    /// No longer asks for a first subscription: it stands, or it failed through no fault of the
    /// client's.
    pub fn waive_first_subscription(&mut self) {
        self.first_subscription = None;
    }

    /// It asks for a subscription, or has its answer.
    pub fn set_asking(&mut self, is_asking: bool) {
        self.is_asking = is_asking;
    }

    /// A second has passed: sends a beat after silence, and closes a connection that has subscribed to nothing in time or
    /// takes nothing any more.
    pub fn tick(&mut self, tick: &Tick<'_>) {
        let Tick { now, beat_seconds, beat, stuck } = *tick;
        let has_written = std::mem::take(&mut self.has_written);
        if has_written {
            self.last_sent = self.last_tick;
        }
        self.last_tick = now;
        let patience = stuck.as_millis().div_ceil(1000).try_into().unwrap_or(u32::MAX);
        let has_passed = |since: u32| now.saturating_sub(since) >= patience;
        if !self.is_blocked || has_written {
            self.stuck_since = None;
        } else if has_passed(*self.stuck_since.get_or_insert(now)) {
            self.close(CloseCode::TooSlow);
        }
        if self.is_closing() && has_passed(*self.leaving_since.get_or_insert(now)) {
            self.end();
        }
        if !self.is_asking && self.first_subscription.is_some_and(|by| now >= by) {
            self.close(CloseCode::Policy);
        }
        let silent_since = self.first_silence.unwrap_or(self.last_sent);
        if self.backlog.is_empty() && now.saturating_sub(silent_since) >= beat_seconds {
            self.last_sent = now;
            self.first_silence = None;
            self.queue(beat.clone());
        }
    }

    /// Closes the connection after what waits; at once where the client reads too slowly.
    pub fn close(&mut self, code: CloseCode) {
        if self.is_closing() {
            return;
        }
        if code == CloseCode::TooSlow {
            self.backlog.drop_all(|_| true);
        }
        self.leave(Closing::ByUs(code), Frame::goodbye(code));
    }

    /// Answers a client's goodbye: nothing but that is sent any more.
    pub fn part(&mut self, code: Option<u16>) {
        if self.is_closing() {
            self.end();
            return;
        }
        self.backlog.drop_all(|_| true);
        self.leave(Closing::ByClient, Frame::farewell(code));
    }

    /// Answers a ping of the protocol beneath ours.
    pub fn pong(&mut self, payload: &[u8]) {
        self.queue(Frame::pong(payload));
    }

    fn leave(&mut self, closing: Closing, last: Frame) {
        self.queue(last);
        self.closing = Some(closing);
        self.wakes_task = true;
    }

    /// All is done: the stream is to be dropped.
    pub fn end(&mut self) {
        self.is_over = true;
        self.wakes_task = true;
    }

    /// Whether it is being closed.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.closing.is_some()
    }

    /// Whether it is, or was, closed because its client reads too slowly.
    #[must_use]
    pub fn is_too_slow(&self) -> bool {
        self.closing == Some(Closing::ByUs(CloseCode::TooSlow))
    }

    /// Bytes that wait.
    #[must_use]
    pub fn queued_bytes(&self) -> usize {
        self.backlog.bytes()
    }

    /// Writes what waits, as far as the socket takes it. While it takes no more, only the connection's own task tries again,
    /// after [`unblock`](Self::unblock).
    #[inline]
    pub fn write_to(&mut self, sink: &impl Sink) {
        if !(self.is_blocked || self.is_over || self.backlog.is_empty()) {
            self.write_waiting(sink);
        }
    }

    fn write_waiting(&mut self, sink: &impl Sink) {
        let wrote = self.backlog.write_to(sink);
        self.on_wrote(&wrote);
    }

    fn on_wrote(&mut self, wrote: &Wrote) {
        self.has_written |= wrote.any;
        match wrote.end {
            WroteEnd::All if self.closing == Some(Closing::ByClient) => self.end(),
            WroteEnd::All => self.wakes_task |= wrote.had_step,
            WroteEnd::Blocked => (self.is_blocked, self.wakes_task) = (true, true),
            WroteEnd::Broken => self.end(),
        }
    }

    /// The socket takes more.
    pub fn unblock(&mut self) {
        self.is_blocked = false;
    }

    /// Whether the connection's own task is to look; asked once for each change.
    pub fn take_wake(&mut self) -> bool {
        std::mem::take(&mut self.wakes_task)
    }

    /// What the connection's own task has to do now; with `read_pause_bytes` waiting, the client is not read.
    pub fn tend(&mut self, read_pause_bytes: usize) -> Maintenance {
        let backlog = &self.backlog;
        let ready = self.state_topics.written(|topic| backlog.holds(|kind| kind == FrameKind::Step(topic)));
        Maintenance {
            ready: if self.is_closing() { Vec::new() } else { ready },
            is_blocked: self.is_blocked,
            is_read_paused: self.backlog.bytes() > read_pause_bytes,
            is_leaving: self.is_closing(),
            is_over: self.is_over,
        }
    }

    fn subscription(&mut self, topic: TopicId) -> Option<&mut SentUpTo> {
        let found = self.subscriptions.iter_mut().find(|subscription| subscription.topic == topic);
        found.map(|subscription| &mut subscription.sent)
    }

    fn queue(&mut self, frame: Frame) {
        if !self.is_closing() {
            self.backlog.push(frame);
        }
    }
}

#[cfg(test)]
mod tests;
