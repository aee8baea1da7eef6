//! What may be sent on a line, in which order, and how much may wait.

use std::collections::VecDeque;

use domain::ids::{OrderId, Rev, Seq};

use super::frame::{Frame, FrameKind};
use crate::{close::CloseCode, limits::Limits};

/// The state of a line, kept behind its one lock.
#[derive(Debug)]
pub struct LineState {
    subscriptions: Vec<Subscription>,
    backlog: VecDeque<Frame>,
    queued_bytes: usize,
    closing: Option<CloseCode>,
    max_frames: usize,
    max_bytes: usize,
    /// Second of the node's clock in which something was last sent.
    last_sent: u64,
    /// Second by which it must have subscribed to something; none once it has.
    first_subscription: Option<u64>,
    /// Whether it has asked for a subscription and waits for the answer: then the delay is ours.
    is_asking: bool,
}

/// How far a line was told of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Subscription {
    order: OrderId,
    seq: Seq,
    rev: Rev,
}

/// What a writer takes from a line.
#[derive(Debug)]
pub enum Outgoing {
    /// Write these, in this order.
    Frames(Vec<Frame>),
    /// Say goodbye with this code; nothing follows.
    Close(CloseCode),
    /// Nothing waits.
    Nothing,
}

impl LineState {
    /// A line that opens in the second `now`. `last_sent` is the second from which its silence is
    /// counted.
    #[must_use]
    pub fn new(limits: &Limits, now: u64, last_sent: u64) -> Self {
        Self {
            subscriptions: Vec::new(),
            backlog: VecDeque::new(),
            queued_bytes: 0,
            closing: None,
            max_frames: limits.queued_frames,
            max_bytes: limits.queued_bytes,
            last_sent,
            first_subscription: Some(now + limits.first_subscription.as_secs()),
            is_asking: false,
        }
    }

    /// Begins a subscription anew at `seq` and `rev`, with the frames that lead there.
    pub fn subscribe(&mut self, order: OrderId, seq: Seq, rev: Rev, frames: impl IntoIterator<Item = Frame>) {
        self.unsubscribe(order);
        for frame in frames {
            self.queue(frame);
        }
        self.subscriptions.push(Subscription { order, seq, rev });
        self.excuse();
    }

    /// Ends a subscription; whether there was one.
    pub fn unsubscribe(&mut self, order: OrderId) -> bool {
        let before = self.subscriptions.len();
        self.subscriptions.retain(|subscription| subscription.order != order);
        before != self.subscriptions.len()
    }

    /// The orders that it watches.
    pub fn orders(&self) -> impl ExactSizeIterator<Item = OrderId> {
        self.subscriptions.iter().map(|subscription| subscription.order)
    }

    /// Sends an order's news, if this line watches the order and does not have them.
    pub fn tell(&mut self, frame: &Frame) {
        if self.is_closing() {
            return;
        }
        match frame.kind() {
            FrameKind::Status(order, seq, rev) => self.tell_status(order, seq, rev, frame),
            FrameKind::Estimate(order, rev) => self.tell_estimate(order, rev, frame),
            FrameKind::End(order) => {
                if self.unsubscribe(order) {
                    self.push(frame.clone());
                }
            }
            // Answers are as many as a client asks for, and while much waits nobody reads what it asks.
            FrameKind::Answer | FrameKind::Beat => self.queue(frame.clone()),
        }
    }

    fn tell_status(&mut self, order: OrderId, seq: Seq, rev: Rev, frame: &Frame) {
        let Some(known) = self.subscription(order) else { return };
        if seq <= known.seq {
            return;
        }
        if seq != known.seq.next() {
            // A topic tells its statuses without a gap. Should it ever not, the client comes back
            // with its `since` rather than miss one.
            tracing::error!(%order, %seq, known = %known.seq, "a line was told of a status ahead of its own");
            self.close(CloseCode::TooSlow);
            return;
        }
        *known = Subscription { order, seq, rev: known.rev.max(rev) };
        self.push(frame.clone());
    }

    fn tell_estimate(&mut self, order: OrderId, rev: Rev, frame: &Frame) {
        let Some(known) = self.subscription(order) else { return };
        if rev <= known.rev {
            return;
        }
        known.rev = rev;
        // The newest counts: one that still waits is not sent any more.
        let waiting =
            self.backlog.iter().position(|waits| matches!(waits.kind(), FrameKind::Estimate(of, _) if of == order));
        if let Some(stale) = waiting.and_then(|index| self.backlog.remove(index)) {
            self.queued_bytes -= stale.len();
        }
        self.push(frame.clone());
    }

    /// No longer asks for a first subscription: it stands, or it failed through no fault of the
    /// client's.
    pub fn excuse(&mut self) {
        self.first_subscription = None;
    }

    /// It asks for a subscription, or has its answer.
    pub fn set_asking(&mut self, is_asking: bool) {
        self.is_asking = is_asking;
    }

    /// The second `now` has come: sends a beat after `beat_seconds` of silence, and closes a line
    /// that has subscribed to nothing in time.
    pub fn tick(&mut self, now: u64, beat_seconds: u64, beat: &Frame) {
        if !self.is_asking && self.first_subscription.is_some_and(|by| now >= by) {
            self.close(CloseCode::Policy);
        }
        if self.backlog.is_empty() && now.saturating_sub(self.last_sent) >= beat_seconds {
            self.last_sent = now;
            self.queue(beat.clone());
        }
    }

    /// Notes that something was written in the second `now`.
    pub fn wrote(&mut self, now: u64) {
        self.last_sent = now;
    }

    /// Closes the line after what waits; at once where the client reads too slowly.
    pub fn close(&mut self, code: CloseCode) {
        if self.closing.is_some() {
            return;
        }
        self.closing = Some(code);
        if code == CloseCode::TooSlow {
            self.backlog = VecDeque::new();
            self.queued_bytes = 0;
        }
    }

    /// Whether it is being closed.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.closing.is_some()
    }

    /// Bytes that wait.
    #[must_use]
    pub fn queued_bytes(&self) -> usize {
        self.queued_bytes
    }

    /// Whether a writer has something to do.
    #[must_use]
    pub fn has_work(&self) -> bool {
        !self.backlog.is_empty() || self.closing.is_some()
    }

    /// Takes what is to be written next. What is taken no longer counts as waiting, and memory that
    /// a burst needed is given back.
    pub fn take(&mut self) -> Outgoing {
        if self.backlog.is_empty() {
            return self.closing.map_or(Outgoing::Nothing, Outgoing::Close);
        }
        self.queued_bytes = 0;
        Outgoing::Frames(std::mem::take(&mut self.backlog).into())
    }

    fn subscription(&mut self, order: OrderId) -> Option<&mut Subscription> {
        self.subscriptions.iter_mut().find(|subscription| subscription.order == order)
    }

    /// Queues news, unless too much waits already.
    fn push(&mut self, frame: Frame) {
        if self.backlog.len() >= self.max_frames || self.queued_bytes + frame.len() > self.max_bytes {
            self.close(CloseCode::TooSlow);
        }
        self.queue(frame);
    }

    fn queue(&mut self, frame: Frame) {
        if self.closing.is_none() {
            self.queued_bytes += frame.len();
            self.backlog.push_back(frame);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ORDER: OrderId = OrderId(7);

    fn limits() -> Limits {
        Limits { queued_frames: 4, queued_bytes: 100, ..Limits::default() }
    }

    fn line() -> LineState {
        let mut line = LineState::new(&limits(), 0, 0);
        line.subscribe(ORDER, Seq(0), Rev(0), []);
        line
    }

    fn status(seq: i64) -> Frame {
        Frame::encoded(format!("s{seq}"), FrameKind::Status(ORDER, Seq(seq), Rev(seq)))
    }

    fn estimate(rev: i64) -> Frame {
        Frame::encoded(format!("e{rev}"), FrameKind::Estimate(ORDER, Rev(rev)))
    }

    fn taken(line: &mut LineState) -> String {
        match line.take() {
            Outgoing::Frames(frames) => frames.iter().map(|f| f.text().to_string()).collect::<Vec<_>>().join(" "),
            Outgoing::Close(code) => format!("close {}", code.row().code),
            Outgoing::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn a_status_comes_once_and_in_order() {
        let mut line = line();
        for seq in [1, 1, 2, 1, 3] {
            line.tell(&status(seq));
        }
        assert_eq!(taken(&mut line), "s1 s2 s3");
        line.tell(&status(2));
        assert_eq!(taken(&mut line), "nothing");
    }

    #[test]
    fn a_gap_is_never_shown() {
        let mut line = line();
        line.tell(&status(2));
        assert_eq!(taken(&mut line), "close 4408");
    }

    #[test]
    fn the_newest_estimate_replaces_one_that_waits() {
        let mut line = line();
        line.tell(&estimate(1));
        line.tell(&status(1));
        line.tell(&estimate(3));
        line.tell(&estimate(2));
        assert_eq!(taken(&mut line), "s1 e3");
        assert_eq!(line.queued_bytes(), 0);
    }

    #[test]
    fn a_line_that_does_not_drain_is_closed_with_its_own_code() {
        let mut line = line();
        for seq in 1..=5 {
            line.tell(&status(seq));
        }
        assert_eq!(taken(&mut line), "close 4408");
        line.tell(&status(6));
        assert_eq!(taken(&mut line), "close 4408");
    }

    #[test]
    fn bytes_are_bounded_too() {
        let mut line = line();
        line.tell(&Frame::encoded("x".repeat(99), FrameKind::Status(ORDER, Seq(1), Rev(1))));
        line.tell(&status(2));
        assert_eq!(taken(&mut line), "close 4408");
    }

    #[test]
    fn an_answer_may_be_as_large_as_it_is() {
        let mut line = line();
        let snapshot = Frame::encoded("x".repeat(1000), FrameKind::Answer);
        line.subscribe(ORDER, Seq(3), Rev(3), [Frame::encoded("subscribed".to_owned(), FrameKind::Answer), snapshot]);
        assert_eq!(line.queued_bytes(), 1010);
        assert!(taken(&mut line).starts_with("subscribed x"));
        line.tell(&status(4));
        assert_eq!(taken(&mut line), "s4");
    }

    #[test]
    fn other_closes_come_after_what_waits() {
        let mut line = line();
        line.tell(&status(1));
        line.close(CloseCode::Policy);
        assert_eq!(taken(&mut line), "s1");
        assert_eq!(taken(&mut line), "close 1008");
    }

    #[test]
    fn after_the_end_nothing_follows() {
        let mut line = line();
        line.tell(&Frame::encoded("end".to_owned(), FrameKind::End(ORDER)));
        line.tell(&status(1));
        line.tell(&estimate(9));
        assert_eq!(taken(&mut line), "end");
    }

    #[test]
    fn a_beat_comes_only_in_silence() {
        let beat = Frame::encoded("b".to_owned(), FrameKind::Beat);
        let mut line = line();
        line.tick(14, 15, &beat);
        assert_eq!(taken(&mut line), "nothing");
        line.tick(15, 15, &beat);
        assert_eq!(taken(&mut line), "b");
        line.wrote(20);
        line.tick(34, 15, &beat);
        assert_eq!(taken(&mut line), "nothing");
    }

    #[test]
    fn a_line_that_subscribes_to_nothing_is_closed_after_ten_seconds() {
        let beat = Frame::encoded("b".to_owned(), FrameKind::Beat);
        let fresh = || LineState::new(&limits(), 100, 100);
        let mut idle = fresh();
        idle.tick(109, 15, &beat);
        assert_eq!(taken(&mut idle), "nothing");
        idle.tick(110, 15, &beat);
        assert_eq!(taken(&mut idle), "close 1008");
        let (mut subscribed, mut excused) = (fresh(), fresh());
        subscribed.subscribe(ORDER, Seq(0), Rev(0), []);
        excused.excuse();
        for line in [&mut subscribed, &mut excused] {
            line.tick(114, 15, &beat);
            assert_eq!(taken(line), "nothing");
        }
    }

    #[test]
    fn a_line_whose_answer_is_late_is_not_closed_for_it() {
        let beat = Frame::encoded("b".to_owned(), FrameKind::Beat);
        let mut line = LineState::new(&limits(), 100, 100);
        line.set_asking(true);
        line.tick(111, 15, &beat);
        assert_eq!(taken(&mut line), "nothing");
        line.set_asking(false);
        line.tick(112, 15, &beat);
        assert_eq!(taken(&mut line), "close 1008");
    }

    proptest! {
        #[test]
        fn whatever_is_told_a_reader_sees_each_status_once_in_order(
            told in prop::collection::vec((0..6i64, 0..12i64, any::<bool>()), 0..80),
        ) {
            let mut line = line();
            let (mut topic, mut seen, mut rev_seen) = (0, 0, 0);
            for (back, rev, read) in told {
                // A topic tells the next status, and some again.
                if back == 0 { topic += 1; line.tell(&status(topic)); } else { line.tell(&status((topic - back).max(0))); }
                line.tell(&estimate(rev));
                prop_assert!(line.queued_bytes() <= 100);
                if !read { continue; }
                if let Outgoing::Frames(frames) = line.take() {
                    for frame in frames {
                        match frame.kind() {
                            FrameKind::Status(_, seq, _) => { prop_assert_eq!(seq.0, seen + 1); seen = seq.0; }
                            FrameKind::Estimate(_, rev) => { prop_assert!(rev.0 > rev_seen); rev_seen = rev.0; }
                            _ => prop_assert!(false),
                        }
                    }
                }
            }
            if !line.is_closing() {
                if let Outgoing::Frames(frames) = line.take() {
                    seen += i64::try_from(frames.iter().filter(|f| matches!(f.kind(), FrameKind::Status(..))).count()).unwrap();
                }
                prop_assert_eq!(seen, topic);
            }
        }
    }
}
