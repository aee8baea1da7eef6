//! An order as it was read, and the frames that a joining line gets of it.

use std::sync::{Mutex, PoisonError};

use domain::{
    ids::{Rev, Seq},
    order::Status,
};
use jiff::Timestamp;
use store::Order;

use crate::{
    line::{Frame, FrameKind},
    payload::OrderTracking,
    protocol::{EndFrame, EndReason, EstimateFrame, ServerFrame, SnapshotFrame, StatusFrame, SubscribedFrame},
};

/// One read of an order, shared by all who join while it is current.
#[derive(Debug)]
pub(super) struct View {
    pub(super) order: Order,
    /// The snapshot depends on the moment by the minutes left alone.
    snapshot: Mutex<Option<(Option<i64>, Frame)>>,
}

impl View {
    pub(super) fn new(order: Order) -> Self {
        Self { order, snapshot: Mutex::new(None) }
    }

    pub(super) fn stands_at(&self) -> (Seq, Rev) {
        (self.order.seq, self.order.rev)
    }

    /// Why the order's topic is over, if it is.
    pub(super) fn ended(&self, now: Timestamp) -> Option<EndReason> {
        end_of(self.order.status).or(self.has_expired(now).then_some(EndReason::Expired))
    }

    /// Whether nobody may see the order any more, whatever its status.
    pub(super) fn has_expired(&self, now: Timestamp) -> bool {
        self.order.expires_at <= now
    }

    /// What a line gets that joins: from the beginning, or after `since`. After the end always the
    /// whole (contract, "Tracking live").
    pub(super) fn frames_since(&self, since: Option<i64>, missed: usize, now: Timestamp) -> Vec<Frame> {
        let id = self.order.id;
        let mut frames = vec![Frame::answer(&ServerFrame::Subscribed(SubscribedFrame::order(id, self.order.seq)))];
        if let Some(reason) = end_of(self.order.status) {
            frames.push(self.snapshot(now));
            frames.push(Frame::answer(&end_frame(&self.order, reason)));
            return frames;
        }
        match since {
            None => frames.push(self.snapshot(now)),
            Some(since) => {
                match self.missed(since, missed) {
                    Some(statuses) => frames.extend(statuses),
                    None => frames.push(self.snapshot(now)),
                }
                frames.push(Frame::answer(&ServerFrame::Estimate(self.estimate())));
            }
        }
        frames
    }

    /// The statuses after a number, as frames of the present state.
    pub(super) fn statuses_after(&self, seq: Seq) -> impl Iterator<Item = Frame> {
        let estimate = self.order.estimate.map(Into::into);
        self.order.history.iter().filter(move |event| event.seq > seq).map(move |event| {
            let frame = StatusFrame::new(self.order.id, event, self.order.rev, estimate);
            Frame::new(&ServerFrame::Status(frame), FrameKind::Status(self.order.id, event.seq, self.order.rev))
        })
    }

    /// The present estimate.
    pub(super) fn estimate(&self) -> EstimateFrame {
        EstimateFrame {
            order_id: self.order.id.to_string(),
            rev: self.order.rev.0,
            estimate: self.order.estimate.map(Into::into),
            stops_before: None,
        }
    }

    /// None where there are too many, or `since` is beyond what is known: from the future means that
    /// everything changed.
    fn missed(&self, since: i64, most: usize) -> Option<impl Iterator<Item = Frame>> {
        let many = self.order.seq.0.checked_sub(since).and_then(|many| usize::try_from(many).ok())?;
        (many <= most).then(|| self.statuses_after(Seq(since)))
    }

    fn snapshot(&self, now: Timestamp) -> Frame {
        let minutes = self.order.estimate.map(|estimate| estimate.minutes_left(now));
        let mut kept = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, frame)) = kept.as_ref().filter(|(of, _)| *of == minutes) {
            return frame.clone();
        }
        let frame = Frame::answer(&ServerFrame::Snapshot(SnapshotFrame {
            order_id: self.order.id.to_string(),
            seq: self.order.seq.0,
            rev: self.order.rev.0,
            order: OrderTracking::new(&self.order, now),
            car: None,
        }));
        *kept = Some((minutes, frame.clone()));
        frame
    }
}

/// Why a topic ends at a status, if it does.
pub(crate) fn end_of(status: Status) -> Option<EndReason> {
    match status {
        Status::ShowFeedback => Some(EndReason::Completed),
        Status::Cancelled => Some(EndReason::Cancelled),
        _ => None,
    }
}

pub(super) fn end_frame(order: &Order, reason: EndReason) -> ServerFrame {
    ServerFrame::End(EndFrame { order_id: order.id.to_string(), reason })
}
