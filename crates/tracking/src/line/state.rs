//! What may be sent on a line, in which order, and how much may wait.

use std::sync::Arc;

use domain::ids::{OrderId, Rev, Seq};
use smallvec::SmallVec;

use super::{
    backlog::{Backlog, Sink, Wrote, WroteEnd},
    boards::{BoardNumber, Boards, Version, Watched},
    frame::{CarTag, Frame, FrameKind, Moment},
    tending::{Tending, Tick, seconds},
    told::{Subscription, Told},
};
use crate::{close::CloseCode, limits::Limits};

/// The state of a line, kept behind its one lock. What each frame is held against comes first.
#[derive(Debug)]
#[repr(C)]
pub struct LineState {
    /// The socket took no more: what waits is written by the line's own task when it does again.
    is_blocked: bool,
    /// Nothing can be written any more, or nothing is to be.
    is_over: bool,
    /// Something has changed that the line's own task must see to.
    calls: bool,
    /// Whether bytes were written since the last tick.
    has_written: bool,
    /// Why it is being closed, if it is; its goodbye is the last frame of the backlog then.
    closing: Option<Closing>,
    /// Whether it has asked for a subscription and waits for the answer: then the delay is ours.
    is_asking: bool,
    backlog: Backlog,
    /// Nearly all lines watch one order.
    subscriptions: SmallVec<[Subscription; 1]>,
    max_bytes: usize,
    max_frames: usize,
    boards: Boards,
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

/// Why a line is being closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closing {
    /// For a reason of ours; the client's own goodbye is waited for.
    ByUs(CloseCode),
    /// The client has said goodbye.
    ByClient,
}

impl LineState {
    /// A line that opens in the second `now`. `first_silence` is the second from which the silence
    /// before its first beat is counted, although it is greeted at once: lines that came together
    /// are not to beat together.
    #[must_use]
    pub fn new(limits: &Limits, now: u32, first_silence: u32) -> Self {
        Self {
            subscriptions: SmallVec::new(),
            boards: Boards::default(),
            backlog: Backlog::default(),
            closing: None,
            is_blocked: false,
            is_over: false,
            calls: false,
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

    /// Queues an order's news, if this line watches the order and does not have them.
    pub fn tell(&mut self, frame: &Frame) {
        if self.takes(frame) {
            self.queue(frame.clone());
        }
    }

    /// The same, and writes them at once where nothing waits; whether they were written to the last byte then. The sink
    /// does not hear of that.
    #[inline]
    pub fn tell_to(&mut self, frame: &Frame, sink: &impl Sink) -> bool {
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

    /// Whether a frame is to be sent: then it counts as told.
    fn takes(&mut self, frame: &Frame) -> bool {
        if self.is_closing() {
            return false;
        }
        match frame.kind() {
            FrameKind::Status(order, seq, rev, car) => {
                self.takes_status(order, (seq, rev, car)) && self.has_room(frame)
            }
            FrameKind::Estimate(order, rev, car) => self.takes_estimate(order, (rev, car)) && self.has_room(frame),
            FrameKind::Position(order, car, at) => self.takes_position(order, (car, at)) && self.has_room(frame),
            FrameKind::End(order) => self.unsubscribe(order) && self.has_room(frame),
            // Answers are as many as a client asks for, and while much waits nobody reads what it asks.
            FrameKind::Answer | FrameKind::Beat => true,
            // What a board has changed depends on what the line was told: see `tell_board`.
            FrameKind::Board(_) => false,
        }
    }

    fn takes_status(&mut self, order: OrderId, (seq, rev, car): (Seq, Rev, Option<CarTag>)) -> bool {
        let Some(told) = self.subscription(order).filter(|told| seq > told.seq) else { return false };
        if seq != told.seq.next() {
            // A topic tells its statuses without a gap. Should it ever not, the client comes back
            // with its `since` rather than miss one.
            tracing::error!(%order, %seq, known = %told.seq, "a line was told of a status ahead of its own");
            self.close(CloseCode::TooSlow);
            return false;
        }
        *told = Told { seq, rev: told.rev.max(rev), car, seen_at: told.seen_at };
        true
    }

    fn takes_estimate(&mut self, order: OrderId, (rev, car): (Rev, Option<CarTag>)) -> bool {
        let Some(told) = self.subscription(order).filter(|told| rev > told.rev) else { return false };
        (told.rev, told.car) = (rev, car);
        self.backlog.drop_all(|waits| matches!(waits, FrameKind::Estimate(of, ..) if of == order));
        true
    }

    /// Shows where a car is, if the last status that was written lets it, and it is that car. One that still waits is
    /// not sent any more.
    fn takes_position(&mut self, order: OrderId, (car, at): (CarTag, Moment)) -> bool {
        let Some(told) = self.subscription(order).filter(|told| told.car == Some(car)) else { return false };
        if told.seen_at.is_some_and(|seen| at <= seen) {
            return false;
        }
        told.seen_at = Some(at);
        self.backlog.drop_all(|waits| matches!(waits, FrameKind::Position(of, ..) if of == order));
        true
    }

    /// Whether there is room for news; where too much waits already, the line ends.
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

    /// Takes a place before a board, or takes it anew: `frames` lead to what is `told` from there on.
    pub fn watch_board(&mut self, board: &Arc<dyn Watched>, told: Version, frames: impl IntoIterator<Item = Frame>) {
        let number = board.number();
        self.leave_board(number);
        frames.into_iter().for_each(|frame| self.queue(frame));
        let waits = self.backlog.holds(|kind| kind == FrameKind::Board(number));
        self.boards.enter(board, told, waits);
        self.excuse();
    }

    /// The same for what belongs to a board that it watches: who leaves that, leaves this. Without a
    /// place before that board there is none beside it.
    pub fn watch_beside(
        &mut self,
        board: BoardNumber,
        beside: &Arc<dyn Watched>,
        told: Version,
        frames: impl IntoIterator<Item = Frame>,
    ) {
        if self.told_of_board(board).is_some() {
            self.watch_board(beside, told, frames);
            self.boards.bind(beside.number(), board);
        }
    }

    /// Gives up a place before a board, those beside it, and what of them waits; whether there was one.
    pub fn leave_board(&mut self, board: BoardNumber) -> bool {
        let left = self.boards.leave(board);
        self.backlog.drop_all(|kind| matches!(kind, FrameKind::Board(of) if left.contains(&of)));
        !left.is_empty()
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

    /// A second has passed: sends a beat after silence, and closes a line that has subscribed to nothing in time or
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

    /// Closes the line after what waits; at once where the client reads too slowly.
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
        self.calls = true;
    }

    /// All is done: the stream is to be dropped.
    pub fn end(&mut self) {
        self.is_over = true;
        self.calls = true;
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

    /// Writes what waits, as far as the socket takes it. While it takes no more, only the line's own task tries again,
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
            WroteEnd::All => self.calls |= wrote.had_board,
            WroteEnd::Blocked => (self.is_blocked, self.calls) = (true, true),
            WroteEnd::Broken => self.end(),
        }
    }

    /// The socket takes more.
    pub fn unblock(&mut self) {
        self.is_blocked = false;
    }

    /// Whether the line's own task is to look; asked once for each change.
    pub fn take_call(&mut self) -> bool {
        std::mem::take(&mut self.calls)
    }

    /// What the line's own task has to see to now; `deaf_bytes` that wait are too many to hear the client.
    pub fn tend(&mut self, deaf_bytes: usize) -> Tending {
        let backlog = &self.backlog;
        let boards = self.boards.written(|board| backlog.holds(|kind| kind == FrameKind::Board(board)));
        Tending {
            boards: if self.is_closing() { Vec::new() } else { boards },
            is_blocked: self.is_blocked,
            is_deaf: self.backlog.bytes() > deaf_bytes,
            is_leaving: self.is_closing(),
            is_over: self.is_over,
        }
    }

    fn subscription(&mut self, order: OrderId) -> Option<&mut Told> {
        let found = self.subscriptions.iter_mut().find(|subscription| subscription.order == order);
        found.map(|subscription| &mut subscription.told)
    }

    fn queue(&mut self, frame: Frame) {
        if !self.is_closing() {
            self.backlog.push(frame);
        }
    }
}

#[cfg(test)]
mod tests;
