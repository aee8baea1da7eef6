//! What may be sent on a line, in which order, and how much may wait.

use std::{collections::VecDeque, sync::Arc};

use domain::ids::{OrderId, Rev, Seq};
use jiff::Timestamp;

use super::{
    boards::{BoardNumber, Boards, Version, Watched},
    frame::{CarTag, Frame, FrameKind},
};
use crate::{close::CloseCode, limits::Limits};

/// The state of a line, kept behind its one lock.
#[derive(Debug)]
pub struct LineState {
    subscriptions: Vec<Subscription>,
    boards: Boards,
    backlog: VecDeque<Frame>,
    queued_bytes: usize,
    closing: Option<CloseCode>,
    max_frames: usize,
    max_bytes: usize,
    /// Second of the node's clock in which something was last sent.
    last_sent: u64,
    /// Second from which the silence before the first beat is counted, whatever was sent since; none after it.
    first_silence: Option<u64>,
    /// Second by which it must have subscribed to something; none once it has.
    first_subscription: Option<u64>,
    /// Whether it has asked for a subscription and waits for the answer: then the delay is ours.
    is_asking: bool,
}

/// How far a line was told of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Subscription {
    order: OrderId,
    told: Told,
}

/// What a line knows of an order: no older status, state or position is sent after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    /// Number of the last status.
    pub seq: Seq,
    /// Number of the last state.
    pub rev: Rev,
    /// The car that may be shown: none unless the last status is "being delivered".
    pub car: Option<CarTag>,
    /// When the car was where it was last shown.
    pub seen_at: Option<Timestamp>,
}

impl Told {
    /// An order that shows no car.
    #[must_use]
    pub fn without_car(seq: Seq, rev: Rev) -> Self {
        Self { seq, rev, car: None, seen_at: None }
    }
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
    /// A line that opens in the second `now`. `first_silence` is the second from which the silence
    /// before its first beat is counted, although it is greeted at once: lines that came together
    /// are not to beat together.
    #[must_use]
    pub fn new(limits: &Limits, now: u64, first_silence: u64) -> Self {
        Self {
            subscriptions: Vec::new(),
            boards: Boards::default(),
            backlog: VecDeque::new(),
            queued_bytes: 0,
            closing: None,
            max_frames: limits.queued_frames,
            max_bytes: limits.queued_bytes,
            last_sent: now,
            first_silence: Some(first_silence),
            first_subscription: Some(now + limits.first_subscription.as_secs()),
            is_asking: false,
        }
    }

    /// Begins a subscription anew, with the frames that lead to where it stands.
    pub fn subscribe(&mut self, order: OrderId, told: Told, frames: impl IntoIterator<Item = Frame>) {
        self.unsubscribe(order);
        for frame in frames {
            self.queue(frame);
        }
        self.subscriptions.push(Subscription { order, told });
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
            FrameKind::Status(order, seq, rev, car) => self.tell_status(order, (seq, rev, car), frame),
            FrameKind::Estimate(order, rev, car) => self.tell_estimate(order, (rev, car), frame),
            FrameKind::Position(order, car, at) => self.tell_position(order, (car, at), frame),
            FrameKind::End(order) => {
                if self.unsubscribe(order) {
                    self.push(frame.clone());
                }
            }
            // Answers are as many as a client asks for, and while much waits nobody reads what it asks.
            FrameKind::Answer | FrameKind::Beat => self.queue(frame.clone()),
            // What a board has changed depends on what the line was told: see `tell_board`.
            FrameKind::Board(_) => {}
        }
    }

    fn tell_status(&mut self, order: OrderId, (seq, rev, car): (Seq, Rev, Option<CarTag>), frame: &Frame) {
        let Some(told) = self.subscription(order) else { return };
        if seq <= told.seq {
            return;
        }
        if seq != told.seq.next() {
            // A topic tells its statuses without a gap. Should it ever not, the client comes back
            // with its `since` rather than miss one.
            tracing::error!(%order, %seq, known = %told.seq, "a line was told of a status ahead of its own");
            self.close(CloseCode::TooSlow);
            return;
        }
        *told = Told { seq, rev: told.rev.max(rev), car, seen_at: told.seen_at };
        self.push(frame.clone());
    }

    fn tell_estimate(&mut self, order: OrderId, (rev, car): (Rev, Option<CarTag>), frame: &Frame) {
        let Some(told) = self.subscription(order) else { return };
        if rev <= told.rev {
            return;
        }
        (told.rev, told.car) = (rev, car);
        self.replace(frame, |waits| matches!(waits, FrameKind::Estimate(of, ..) if of == order));
    }

    /// Shows where a car is, if the last status that was written lets it, and it is that car.
    fn tell_position(&mut self, order: OrderId, (car, at): (CarTag, Timestamp), frame: &Frame) {
        let Some(told) = self.subscription(order) else { return };
        if told.car != Some(car) || told.seen_at.is_some_and(|seen| at <= seen) {
            return;
        }
        told.seen_at = Some(at);
        self.replace(frame, |waits| matches!(waits, FrameKind::Position(of, ..) if of == order));
    }

    /// Queues a frame of which the newest counts: one that still waits is not sent any more.
    fn replace(&mut self, frame: &Frame, is_older: impl Fn(FrameKind) -> bool) {
        let waiting = self.backlog.iter().position(|waits| is_older(waits.kind()));
        if let Some(stale) = waiting.and_then(|index| self.backlog.remove(index)) {
            self.queued_bytes -= stale.len();
        }
        self.push(frame.clone());
    }

    /// Takes a place before a board, or takes it anew: `frames` lead to what is `told` from there on.
    pub fn watch_board(&mut self, board: &Arc<dyn Watched>, told: Version, frames: impl IntoIterator<Item = Frame>) {
        self.leave_board(board.number());
        let before = self.backlog.len();
        frames.into_iter().for_each(|frame| self.queue(frame));
        let sent = self.backlog.iter().skip(before);
        let waits = sent.into_iter().any(|frame| frame.kind() == FrameKind::Board(board.number()));
        self.boards.enter(board, told, waits);
        self.excuse();
    }

    /// Gives up a place before a board, and what of it waits; whether there was one.
    pub fn leave_board(&mut self, board: BoardNumber) -> bool {
        self.backlog.retain(|frame| frame.kind() != FrameKind::Board(board));
        self.boards.leave(board)
    }

    /// The boards that it watches.
    pub fn boards(&self) -> impl Iterator<Item = &Arc<dyn Watched>> {
        self.boards.all()
    }

    /// Up to where it was told of a board, where it could be told more now.
    #[must_use]
    pub fn ready_for_board(&self, board: BoardNumber) -> Option<Version> {
        if self.is_closing() { None } else { self.boards.ready(board) }
    }

    /// Up to where it was told of a board, or will have been when what waits is written.
    #[must_use]
    pub fn told_of_board(&self, board: BoardNumber) -> Option<Version> {
        self.boards.told(board)
    }

    /// Sends what leads from one version of a board to another, if this line stands at the first. As
    /// many bytes as there are wait beside the line's bound: one step of each board, no more.
    pub fn tell_board(&mut self, board: BoardNumber, from: Version, to: Version, frames: &[Frame]) {
        if self.is_closing() || !self.boards.advance(board, from, to, !frames.is_empty()) {
            return;
        }
        frames.iter().for_each(|frame| self.queue(frame.clone()));
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
        let silent_since = self.first_silence.unwrap_or(self.last_sent);
        if self.backlog.is_empty() && now.saturating_sub(silent_since) >= beat_seconds {
            self.last_sent = now;
            self.first_silence = None;
            self.queue(beat.clone());
        }
    }

    /// Notes that something is being written in the second `now`.
    pub fn wrote(&mut self, now: u64) {
        self.last_sent = now;
    }

    /// All that was taken has been written: the boards of which nothing waits any more.
    pub fn written(&mut self) -> Vec<Arc<dyn Watched>> {
        let backlog = &self.backlog;
        self.boards.written(|board| backlog.iter().any(|frame| frame.kind() == FrameKind::Board(board)))
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

    fn subscription(&mut self, order: OrderId) -> Option<&mut Told> {
        let found = self.subscriptions.iter_mut().find(|subscription| subscription.order == order);
        found.map(|subscription| &mut subscription.told)
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
            if !matches!(frame.kind(), FrameKind::Board(_)) {
                self.queued_bytes += frame.len();
            }
            self.backlog.push_back(frame);
        }
    }
}

#[cfg(test)]
mod tests;
