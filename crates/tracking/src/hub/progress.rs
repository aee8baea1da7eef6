//! How far an order's watchers on this node were sent, and what brings them further: announcements,
//! in whatever order and number they come, and reads of the database.

use std::collections::BTreeMap;

use bus::{Announcement, OrderNews};
use domain::ids::{Rev, Seq};
use live::{Frame, FrameKind, SourceTag};
use protocol::{
    frames::ServerFrame,
    payload::{EstimatePayload, FeedbackPayload},
};

use super::{announced::frames_of, view::View};
use crate::topic_id;

/// How far the watchers of one order were sent.
#[derive(Debug)]
pub(super) struct Progress {
    /// What they were sent last; none before the order was first read.
    sent: Option<(Seq, Rev)>,
    /// The newest that was announced, sent or not: a read that is older than this is out of date.
    received: (Seq, Rev),
    /// Statuses that came ahead of one that is missing.
    held: BTreeMap<Seq, Announcement>,
    most_held: usize,
    /// What was sent last beside the statuses.
    outlook: SentOutlook,
}

/// What an estimate frame tells.
#[derive(Debug, Clone, PartialEq, Default)]
struct SentOutlook {
    estimate: Option<EstimatePayload>,
    stops_before: Option<u32>,
    car: Option<SourceTag>,
    feedback: Option<FeedbackPayload>,
}

impl SentOutlook {
    fn of(view: &View) -> Self {
        Self {
            estimate: view.order.estimate.map(EstimatePayload::from),
            stops_before: view.order.travel.as_ref().map(|travel| travel.stops_before),
            car: view.following.as_ref().map(|following| following.tag),
            feedback: view.order.feedback.as_ref().map(FeedbackPayload::from),
        }
    }

    /// A new estimate is sent when the arrival moved by a minute or its basis changed (docs/spec/hub.md,
    /// "Subscriptions"); whatever else it tells, whenever it changed.
    fn is_worth_sending(&self, sent: &Self) -> bool {
        let has_moved = match (sent.estimate, self.estimate) {
            (Some(sent), Some(new)) => {
                let arrival = |estimate: EstimatePayload| estimate.at.as_second() + estimate.minutes * 60;
                sent.basis != new.basis || (arrival(sent) - arrival(new)).abs() >= 60
            }
            (sent, new) => sent.is_some() != new.is_some(),
        };
        has_moved || (sent.stops_before, sent.car) != (self.stops_before, self.car) || sent.feedback != self.feedback
    }
}

/// What follows from something received.
#[derive(Debug, Default)]
pub(super) struct ProgressStep {
    /// What the watchers are to be sent now.
    pub(super) frames: Vec<Frame>,
    /// Whether a status is missing, so that the order must be read unless it comes soon.
    pub(super) has_jump: bool,
    /// Whether the order must be read for what an announcement does not tell: feedback.
    pub(super) needs_read: bool,
}

impl Progress {
    pub(super) fn new(most_held: usize) -> Self {
        Self {
            sent: None,
            received: (Seq(-1), Rev(-1)),
            held: BTreeMap::new(),
            most_held,
            outlook: SentOutlook::default(),
        }
    }

    /// Whether a read shows all that was sent or announced.
    pub(super) fn is_current(&self, view: &View) -> bool {
        let (seq, rev) = view.stands_at();
        let sent = self.sent.unwrap_or((seq, rev));
        seq >= self.received.0 && rev >= self.received.1 && seq >= sent.0 && rev >= sent.1
    }

    /// What the watchers were sent last.
    pub(super) fn sent(&self) -> Option<(Seq, Rev)> {
        self.sent
    }

    /// Takes an announcement.
    pub(super) fn receive(&mut self, news: &Announcement) -> ProgressStep {
        self.received = (self.received.0.max(news.seq()), self.received.1.max(news.rev()));
        let Some((seq, rev)) = self.sent else { return ProgressStep::default() };
        let mut step = ProgressStep::default();
        match &news.news {
            OrderNews::Status { .. } if news.seq() <= seq => {}
            OrderNews::Status { .. } if news.seq() == seq.next() => {
                self.send(news, &mut step.frames);
                self.send_held(&mut step.frames);
            }
            OrderNews::Status { .. } => self.hold(news),
            // A status that came before it is missing, and the one must not be sent without the other: the read
            // that follows the jump tells both.
            OrderNews::Change { .. } if news.seq() > seq => step.has_jump = true,
            OrderNews::Change(None) if news.rev() > rev => step.needs_read = true,
            OrderNews::Change { .. } if news.rev() > rev => {
                self.sent = Some((seq, news.rev()));
                step.frames.extend(frames_of(news));
            }
            OrderNews::Change { .. } => {}
        }
        step.has_jump |= !self.held.is_empty();
        step
    }

    /// Takes a read of the order: what the watchers miss of it, in order.
    pub(super) fn absorb(&mut self, view: &View) -> Vec<Frame> {
        let (seq, rev) = view.stands_at();
        let outlook = SentOutlook::of(view);
        let Some(sent) = self.sent else {
            self.sent = Some((seq, rev));
            self.outlook = outlook;
            return Vec::new();
        };
        let mut frames: Vec<Frame> = view.statuses_after(sent.0).collect();
        if frames.is_empty() && rev > sent.1 && outlook.is_worth_sending(&self.outlook) {
            let kind = FrameKind::State(topic_id(view.order.id), rev, outlook.car);
            frames.push(Frame::new(&ServerFrame::Estimate(view.estimate()), kind));
        }
        if rev > sent.1 {
            self.outlook = outlook;
        }
        self.sent = Some((sent.0.max(seq), sent.1.max(rev)));
        self.held.retain(|held, _| *held > seq);
        self.send_held(&mut frames);
        frames
    }

    fn send(&mut self, news: &Announcement, frames: &mut Vec<Frame>) {
        let rev = self.sent.map_or(news.rev(), |(_, rev)| rev.max(news.rev()));
        self.sent = Some((news.seq(), rev));
        frames.extend(frames_of(news));
    }

    fn send_held(&mut self, frames: &mut Vec<Frame>) {
        while let Some((seq, _)) = self.sent {
            let Some(news) = self.held.remove(&seq.next()) else { return };
            self.send(&news, frames);
        }
    }

    /// What does not fit is found again by the read that follows a jump.
    fn hold(&mut self, news: &Announcement) {
        if self.held.len() < self.most_held {
            self.held.insert(news.seq(), news.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use bus::{OrderOutlook, StatusNews};
    use domain::{
        ids::{OrderId, RestaurantId},
        order::{Order, Source, Status, StatusEvent},
    };
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;

    /// An order that was reported `seq` times; which statuses does not matter here.
    fn order_at(seq: i64, rev: i64) -> Order {
        let history = (0..=seq).map(event).collect();
        Order { seq: Seq(seq), rev: Rev(rev), history, ..crate::hub::tests::sample::order(OrderId(7)) }
    }

    fn event(seq: i64) -> StatusEvent {
        StatusEvent {
            seq: Seq(seq),
            status: Status::InCar,
            at: Timestamp::UNIX_EPOCH,
            recorded_at: Timestamp::UNIX_EPOCH,
            source: Source::Kitchen,
            actor: domain::Actor::key("k"),
            event_id: None,
            note: None,
            staff_note: None,
            batch: None,
            car: None,
        }
    }

    fn view(seq: i64) -> View {
        View::new(order_at(seq, seq), None)
    }

    fn announced(seq: i64) -> Announcement {
        announced_at(seq, seq)
    }

    fn announced_at(seq: i64, rev: i64) -> Announcement {
        let StatusEvent { status, at, source, note, .. } = event(seq);
        let news = StatusNews { status, at, source, note, outlook: OrderOutlook::default() };
        Announcement::status(OrderId(7), RestaurantId(1), Seq(seq), Rev(rev), news)
    }

    fn changed(seq: i64, rev: i64) -> Announcement {
        Announcement::change(OrderId(7), RestaurantId(1), Seq(seq), Rev(rev), Some(OrderOutlook::default()))
    }

    fn revs(frames: &[Frame]) -> Vec<i64> {
        let revs = frames.iter().filter_map(|frame| match frame.kind() {
            FrameKind::Event(_, _, rev, _) | FrameKind::State(_, rev, _) => Some(rev.0),
            _ => None,
        });
        revs.collect()
    }

    fn seqs(frames: &[Frame]) -> Vec<i64> {
        let statuses = frames.iter().filter_map(|frame| match frame.kind() {
            FrameKind::Event(_, seq, ..) => Some(seq.0),
            _ => None,
        });
        statuses.collect()
    }

    #[test]
    fn what_comes_in_the_other_order_is_told_in_the_right_one() {
        let mut progress = Progress::new(8);
        assert!(progress.absorb(&view(2)).is_empty());
        let ahead = progress.receive(&announced(4));
        assert!(ahead.frames.is_empty() && ahead.has_jump);
        let closing = progress.receive(&announced(3));
        assert_eq!((seqs(&closing.frames), closing.has_jump), (vec![3, 4], false));
    }

    #[test]
    fn a_read_closes_a_gap() {
        let mut progress = Progress::new(8);
        progress.absorb(&view(0));
        progress.receive(&announced(3));
        assert_eq!(seqs(&progress.absorb(&view(2))), [1, 2, 3]);
        assert!(seqs(&progress.absorb(&view(3))).is_empty());
    }

    #[test]
    fn a_read_that_is_older_than_what_was_announced_is_out_of_date() {
        let mut progress = Progress::new(8);
        progress.receive(&announced(2));
        assert!(!progress.is_current(&view(1)));
        assert!(progress.is_current(&view(2)));
    }

    #[test]
    fn a_change_is_told_by_its_rev_alone() {
        let mut progress = Progress::new(8);
        progress.absorb(&view(1));
        let estimate = |rev: i64| changed(1, rev);
        assert_eq!(progress.receive(&estimate(5)).frames.len(), 1);
        assert_eq!(progress.receive(&estimate(4)).frames.len(), 0);
        assert_eq!(progress.receive(&estimate(5)).frames.len(), 0);
    }

    #[test]
    fn a_change_waits_for_the_statuses_before_it() {
        let mut progress = Progress::new(8);
        progress.absorb(&view(0));
        let ahead = progress.receive(&changed(2, 3));
        assert!(ahead.frames.is_empty() && ahead.has_jump);
        // A read that was under way is older than the change, and its statuses come first.
        assert_eq!(revs(&progress.absorb(&view(2))), [2, 2]);
        assert!(revs(&progress.receive(&changed(2, 3)).frames) == [3]);
    }

    #[test]
    fn feedback_is_told_by_the_read_that_its_announcement_asks_for() {
        let feedback = |rating, rev| {
            let feedback = domain::order::Feedback { rating, text: None, at: Timestamp::UNIX_EPOCH };
            View::new(Order { feedback: Some(feedback), ..order_at(1, rev) }, None)
        };
        let mut progress = Progress::new(8);
        progress.absorb(&view(1));
        let given = Announcement::change(OrderId(7), RestaurantId(1), Seq(1), Rev(2), None);
        let step = progress.receive(&given);
        assert!(step.frames.is_empty() && step.needs_read && !step.has_jump);
        assert_eq!(revs(&progress.absorb(&feedback(4, 2))), [2]);
        assert!(!progress.receive(&given).needs_read && revs(&progress.absorb(&feedback(4, 2))).is_empty());
        // Another one that the bus lost is told by the sweep's read.
        assert_eq!(revs(&progress.absorb(&feedback(3, 3))), [3]);
    }

    #[derive(Debug, Clone)]
    enum Happens {
        /// A status is committed, or a change without one.
        Commit { is_status: bool },
        /// One of the commits is announced, perhaps again.
        Announce(usize),
        /// The order is read as it stands, or as it stood some commits ago, when the read began.
        Read(usize),
    }

    fn happenings() -> impl Strategy<Value = Vec<Happens>> {
        let one = prop_oneof![
            3 => any::<bool>().prop_map(|is_status| Happens::Commit { is_status }),
            6 => (0..64usize).prop_map(Happens::Announce),
            1 => (0..4usize).prop_map(Happens::Read),
        ];
        prop::collection::vec(one, 0..120)
    }

    proptest! {
        #[test]
        fn whatever_the_bus_does_each_status_is_told_once_in_order(happens in happenings()) {
            let mut progress = Progress::new(4);
            // Each state that was committed: its seq, and whether a status led to it. Its rev is its place.
            let mut states = vec![(0, true)];
            let read = |states: &[(i64, bool)], state: usize| {
                View::new(order_at(states[state].0, i64::try_from(state).unwrap()), None)
            };
            progress.absorb(&read(&states, 0));
            let (mut sent, mut last_read) = (Vec::new(), 0);
            for next in happens {
                match next {
                    Happens::Commit { is_status } => {
                        let seq = states.last().unwrap().0 + i64::from(is_status);
                        states.push((seq, is_status));
                    }
                    Happens::Announce(which) if states.len() > 1 => {
                        let state = 1 + which % (states.len() - 1);
                        let rev = i64::try_from(state).unwrap();
                        let (seq, is_status) = states[state];
                        let news = if is_status { announced_at(seq, rev) } else { changed(seq, rev) };
                        sent.extend(progress.receive(&news).frames);
                    }
                    Happens::Announce(_) => {}
                    Happens::Read(ago) => {
                        // Reads of one order come one after the other.
                        last_read = last_read.max(states.len().saturating_sub(1 + ago));
                        sent.extend(progress.absorb(&read(&states, last_read)));
                    }
                }
            }
            sent.extend(progress.absorb(&read(&states, states.len() - 1)));
            let last = states.last().unwrap().0;
            prop_assert_eq!(seqs(&sent), (1..=last).collect::<Vec<_>>());
            let revs = revs(&sent);
            prop_assert!(revs.is_sorted(), "{:?}", revs);
        }
    }
}
