//! An order as it was read, and the frames that a joining connection gets of it.

use std::sync::{Mutex, PoisonError};

use domain::{
    car::{Position, PositionVisibility, Sighting, Stop},
    ids::{CarId, Rev, Seq},
    order::Order,
    order::Status,
};
use jiff::Timestamp;
use live::{Frame, FrameKind, SentUpTo, SourceTag};
use protocol::{
    frames::{
        CarPosition, EndFrame, EndReason, EstimateFrame, PositionFrame, ServerFrame, SnapshotFrame, StatusFrame,
        SubscribedFrame,
    },
    payload::{FeedbackPayload, OrderTracking},
};

use crate::{source_tag, topic_id};

/// One read of an order, shared by all who join while it is current.
#[derive(Debug)]
pub(super) struct View {
    pub(super) order: Order,
    pub(super) following: Option<Following>,
    /// The snapshot depends on the moment by the minutes left, and on where the car is shown.
    snapshot: Mutex<Option<Snapshot>>,
}

/// What an order takes in memory with its restaurant and its snapshot, and each item and status of it, twice: as it is
/// and as it is written.
const BYTES: usize = 6 * 1024;
const BYTES_OF_ITEM: usize = 512;
const BYTES_OF_STATUS: usize = 512;

/// An encoded snapshot, and what of the moment it depends on.
#[derive(Debug)]
struct Snapshot {
    minutes: Option<i64>,
    shown: Option<(Timestamp, bool)>,
    frame: Frame,
}

/// Where an order's car is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Shown {
    /// The place.
    pub(crate) position: Position,
    /// Whether it was seen since, but so near another stop's door that it is not shown there.
    pub(crate) at_another_stop: bool,
}

/// The car that an order's customer may see. What each position is held against comes first.
#[derive(Debug, Clone)]
#[repr(C)]
pub(crate) struct Following {
    /// The car, in short.
    pub(super) tag: SourceTag,
    /// What decides which of its positions may be seen.
    pub(crate) visibility: PositionVisibility,
    pub(crate) car: CarId,
}

impl Following {
    /// The car that may be shown of an order as it stands: while it is being delivered in a batch, by a car with these
    /// stops.
    pub(super) fn of(order: &Order, stops: &[Stop]) -> Option<Self> {
        let car = car_of(order)?.clone();
        let travel = order.travel.as_ref()?;
        let visibility =
            PositionVisibility::new(order.id, &travel.batch, travel.stops_before, order.customer.coordinates, stops);
        Some(Self { tag: source_tag(&car), car, visibility })
    }

    /// A position that may be shown.
    pub(super) fn position(&self, position: &Position) -> CarPosition {
        CarPosition::new(position, Some(self.visibility.stops_before))
    }

    /// Where the car is shown to whoever asks now, if anywhere.
    pub(crate) fn shown(&self, sighting: &Sighting, now: Timestamp) -> Option<Shown> {
        let position = *self.visibility.shown(sighting, now).filter(|position| position.is_fresh(now))?;
        Some(Shown { position, at_another_stop: position.at < sighting.position.at })
    }

    /// Where it is, as its customer sees it.
    pub(crate) fn location(&self, shown: &Shown) -> CarPosition {
        CarPosition { at_another_stop: shown.at_another_stop, ..self.position(&shown.position) }
    }
}

/// The car that may be shown of an order as it stands: while it is being delivered in a batch.
pub(crate) fn car_of(order: &Order) -> Option<&CarId> {
    let is_on_its_way = order.status == Status::BeingDelivered;
    order.travel.as_ref().filter(|_| is_on_its_way).map(|travel| &travel.car)
}

impl View {
    /// An order as it was read, and the car that its customer may see.
    pub(super) fn new(order: Order, following: Option<Following>) -> Self {
        Self { order, following, snapshot: Mutex::new(None) }
    }

    /// How much memory it takes, some bytes more or less, its snapshot among them.
    pub(super) fn bytes(&self) -> usize {
        let (items, statuses) = (self.order.items.len(), self.order.history.len());
        BYTES + items * BYTES_OF_ITEM + statuses * BYTES_OF_STATUS
    }

    /// What a connection knows that was given this view, and the car where it is shown.
    pub(super) fn sent_up_to(&self, shown: Option<&Shown>) -> SentUpTo {
        let (seq, rev) = self.stands_at();
        let source = self.following.as_ref().map(|following| following.tag);
        SentUpTo { seq, rev, source, signal_at: shown.map(|shown| shown.position.at.into()) }
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

    /// What a connection gets that joins: from the beginning, or after `since`; with where the car is shown. After the
    /// end always the whole (docs/spec/hub.md, "Subscriptions").
    pub(super) fn frames_since(
        &self,
        since: Option<i64>,
        missed: usize,
        now: Timestamp,
        shown: Option<&Shown>,
    ) -> Vec<Frame> {
        let id = self.order.id;
        let mut frames = vec![Frame::answer(&ServerFrame::Subscribed(SubscribedFrame::order(id, self.order.seq)))];
        if let Some(reason) = end_of(self.order.status) {
            frames.push(self.snapshot(now, None));
            frames.push(Frame::answer(&end_frame(&self.order, reason)));
            return frames;
        }
        match since {
            None => frames.push(self.snapshot(now, shown)),
            Some(since) => {
                match self.missed(since, missed) {
                    Some(statuses) => frames.extend(statuses),
                    None => frames.push(self.snapshot(now, shown)),
                }
                frames.push(Frame::answer(&ServerFrame::Estimate(self.estimate())));
                let car =
                    self.following.as_ref().zip(shown).map(|(following, shown)| following.position(&shown.position));
                let position = |car| ServerFrame::Position(PositionFrame { order_id: id.to_string(), car });
                frames.extend(car.map(|car| Frame::answer(&position(car))));
            }
        }
        frames
    }

    /// The statuses after a number, as frames of the present state. With the last one the car may be
    /// shown, if it may.
    pub(super) fn statuses_after(&self, seq: Seq) -> impl Iterator<Item = Frame> {
        let order = &self.order;
        order.history.iter().filter(move |event| event.seq > seq).map(move |event| {
            let frame = StatusFrame::new(order.id, event, order.rev, order.into());
            let car = self.following.as_ref().filter(|_| event.seq == order.seq).map(|following| following.tag);
            Frame::new(&ServerFrame::Status(frame), FrameKind::Event(topic_id(order.id), event.seq, order.rev, car))
        })
    }

    /// The present estimate.
    pub(super) fn estimate(&self) -> EstimateFrame {
        let frame = EstimateFrame::new(self.order.id, self.order.rev, &(&self.order).into());
        EstimateFrame { feedback: self.order.feedback.as_ref().map(FeedbackPayload::from), ..frame }
    }

    /// None where there are too many, or `since` is beyond what is known: from the future means that
    /// everything changed.
    fn missed(&self, since: i64, most: usize) -> Option<impl Iterator<Item = Frame>> {
        let many = self.order.seq.0.checked_sub(since).and_then(|many| usize::try_from(many).ok())?;
        (many <= most).then(|| self.statuses_after(Seq(since)))
    }

    fn snapshot(&self, now: Timestamp, shown: Option<&Shown>) -> Frame {
        let minutes = self.order.estimate.map(|estimate| estimate.minutes_left(now));
        let seen = shown.map(|shown| (shown.position.at, shown.at_another_stop));
        let mut kept = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| (kept.minutes, kept.shown) == (minutes, seen)) {
            return kept.frame.clone();
        }
        let shown = self.following.as_ref().zip(shown);
        let frame = Frame::answer(&ServerFrame::Snapshot(SnapshotFrame {
            order_id: self.order.id.to_string(),
            seq: self.order.seq.0,
            rev: self.order.rev.0,
            order: OrderTracking::new(&self.order, now),
            car: shown.map(|(following, shown)| following.location(shown)),
        }));
        *kept = Some(Snapshot { minutes, shown: seen, frame: frame.clone() });
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
