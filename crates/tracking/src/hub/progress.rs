//! How far an order's watchers on this node were told, and what brings them further: announcements,
//! in whatever order and number they come, and reads of the database.

use std::collections::BTreeMap;

use domain::ids::{Rev, Seq};

use super::view::View;
use crate::{
    bus::{Announcement, News},
    line::{CarTag, Frame, FrameKind},
    payload::Estimate,
    protocol::ServerFrame,
};

/// How far the watchers of one order were told.
#[derive(Debug)]
pub(super) struct Progress {
    /// What they were told last; none before the order was first read.
    told: Option<(Seq, Rev)>,
    /// The newest that was announced, told or not: a read that is older than this is out of date.
    heard: (Seq, Rev),
    /// Statuses that came ahead of one that is missing.
    held: BTreeMap<Seq, Announcement>,
    most_held: usize,
    /// What was told last beside the statuses.
    outlook: Outlook,
}

/// What an estimate frame tells.
#[derive(Debug, Clone, PartialEq, Default)]
struct Outlook {
    estimate: Option<Estimate>,
    stops_before: Option<u32>,
    car: Option<CarTag>,
}

impl Outlook {
    fn of(view: &View) -> Self {
        Self {
            estimate: view.order.estimate.map(Estimate::from),
            stops_before: view.order.travel.as_ref().map(|travel| travel.stops_before),
            car: view.following.as_ref().map(|following| following.tag),
        }
    }

    /// A new estimate is told when the arrival moved by a minute or its basis changed (contract,
    /// "Tracking live"); whatever else it tells, whenever it changed.
    fn is_worth_telling(&self, told: &Self) -> bool {
        let has_moved = match (told.estimate, self.estimate) {
            (Some(told), Some(new)) => {
                let arrival = |estimate: Estimate| estimate.at.as_second() + estimate.minutes * 60;
                told.basis != new.basis || (arrival(told) - arrival(new)).abs() >= 60
            }
            (told, new) => told.is_some() != new.is_some(),
        };
        has_moved || (told.stops_before, told.car) != (self.stops_before, self.car)
    }
}

/// What follows from something heard.
#[derive(Debug, Default)]
pub(super) struct Step {
    /// What the watchers are to be told now.
    pub(super) frames: Vec<Frame>,
    /// Whether a status is missing, so that the order must be read unless it comes soon.
    pub(super) has_jump: bool,
}

impl Progress {
    pub(super) fn new(most_held: usize) -> Self {
        Self { told: None, heard: (Seq(-1), Rev(-1)), held: BTreeMap::new(), most_held, outlook: Outlook::default() }
    }

    /// Whether a read shows all that was told or announced.
    pub(super) fn is_current(&self, view: &View) -> bool {
        let (seq, rev) = view.stands_at();
        let told = self.told.unwrap_or((seq, rev));
        seq >= self.heard.0 && rev >= self.heard.1 && seq >= told.0 && rev >= told.1
    }

    /// What the watchers were told last.
    pub(super) fn told(&self) -> Option<(Seq, Rev)> {
        self.told
    }

    /// Takes an announcement.
    pub(super) fn hear(&mut self, news: &Announcement) -> Step {
        self.heard = (self.heard.0.max(news.seq()), self.heard.1.max(news.rev()));
        let Some((seq, rev)) = self.told else { return Step::default() };
        let mut step = Step::default();
        match &news.news {
            News::Status { .. } if news.seq() <= seq => {}
            News::Status { .. } if news.seq() == seq.next() => {
                self.tell(news, &mut step.frames);
                self.tell_held(&mut step.frames);
            }
            News::Status { .. } => self.hold(news),
            // A status that came before it is missing, and the one must not be told without the other: the read
            // that follows the jump tells both.
            News::Change { .. } if news.seq() > seq => step.has_jump = true,
            News::Change { .. } if news.rev() > rev => {
                self.told = Some((seq, news.rev()));
                step.frames.extend(news.frames());
            }
            News::Change { .. } => {}
        }
        step.has_jump |= !self.held.is_empty();
        step
    }

    /// Takes a read of the order: what the watchers miss of it, in order.
    pub(super) fn absorb(&mut self, view: &View) -> Vec<Frame> {
        let (seq, rev) = view.stands_at();
        let outlook = Outlook::of(view);
        let Some(told) = self.told else {
            self.told = Some((seq, rev));
            self.outlook = outlook;
            return Vec::new();
        };
        let mut frames: Vec<Frame> = view.statuses_after(told.0).collect();
        if frames.is_empty() && rev > told.1 && outlook.is_worth_telling(&self.outlook) {
            let kind = FrameKind::Estimate(view.order.id, rev, outlook.car);
            frames.push(Frame::new(&ServerFrame::Estimate(view.estimate()), kind));
        }
        if rev > told.1 {
            self.outlook = outlook;
        }
        self.told = Some((told.0.max(seq), told.1.max(rev)));
        self.held.retain(|held, _| *held > seq);
        self.tell_held(&mut frames);
        frames
    }

    fn tell(&mut self, news: &Announcement, frames: &mut Vec<Frame>) {
        let rev = self.told.map_or(news.rev(), |(_, rev)| rev.max(news.rev()));
        self.told = Some((news.seq(), rev));
        frames.extend(news.frames());
    }

    fn tell_held(&mut self, frames: &mut Vec<Frame>) {
        while let Some((seq, _)) = self.told {
            let Some(news) = self.held.remove(&seq.next()) else { return };
            self.tell(&news, frames);
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
    use domain::{
        ids::{OrderId, RestaurantId},
        order::{Event, Order, Source, Status},
    };
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;
    use crate::protocol::StatusFrame;

    /// An order that was pressed `seq` times; which statuses does not matter here.
    fn order_at(seq: i64, rev: i64) -> Order {
        let history = (0..=seq).map(event).collect();
        Order { seq: Seq(seq), rev: Rev(rev), history, ..crate::hub::tests::sample::order(OrderId(7)) }
    }

    fn event(seq: i64) -> Event {
        Event {
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
        let frame = StatusFrame::new(OrderId(7), &event(seq), Rev(rev), crate::payload::Outlook::default());
        Announcement::status(OrderId(7), RestaurantId(1), frame, None)
    }

    fn changed(seq: i64, rev: i64) -> Announcement {
        let frame = View::new(order_at(seq, rev), None).estimate();
        Announcement::change(OrderId(7), RestaurantId(1), Seq(seq), Rev(rev), Some(frame))
    }

    fn revs(frames: &[Frame]) -> Vec<i64> {
        let revs = frames.iter().filter_map(|frame| match frame.kind() {
            FrameKind::Status(_, _, rev, _) | FrameKind::Estimate(_, rev, _) => Some(rev.0),
            _ => None,
        });
        revs.collect()
    }

    fn seqs(frames: &[Frame]) -> Vec<i64> {
        let statuses = frames.iter().filter_map(|frame| match frame.kind() {
            FrameKind::Status(_, seq, ..) => Some(seq.0),
            _ => None,
        });
        statuses.collect()
    }

    #[test]
    fn what_comes_in_the_other_order_is_told_in_the_right_one() {
        let mut progress = Progress::new(8);
        assert!(progress.absorb(&view(2)).is_empty());
        let ahead = progress.hear(&announced(4));
        assert!(ahead.frames.is_empty() && ahead.has_jump);
        let closing = progress.hear(&announced(3));
        assert_eq!((seqs(&closing.frames), closing.has_jump), (vec![3, 4], false));
    }

    #[test]
    fn a_read_closes_a_gap() {
        let mut progress = Progress::new(8);
        progress.absorb(&view(0));
        progress.hear(&announced(3));
        assert_eq!(seqs(&progress.absorb(&view(2))), [1, 2, 3]);
        assert!(seqs(&progress.absorb(&view(3))).is_empty());
    }

    #[test]
    fn a_read_that_is_older_than_what_was_announced_is_out_of_date() {
        let mut progress = Progress::new(8);
        progress.hear(&announced(2));
        assert!(!progress.is_current(&view(1)));
        assert!(progress.is_current(&view(2)));
    }

    #[test]
    fn a_change_is_told_by_its_rev_alone() {
        let mut progress = Progress::new(8);
        progress.absorb(&view(1));
        let estimate = |rev: i64| changed(1, rev);
        assert_eq!(progress.hear(&estimate(5)).frames.len(), 1);
        assert_eq!(progress.hear(&estimate(4)).frames.len(), 0);
        assert_eq!(progress.hear(&estimate(5)).frames.len(), 0);
    }

    #[test]
    fn a_change_waits_for_the_statuses_before_it() {
        let mut progress = Progress::new(8);
        progress.absorb(&view(0));
        let ahead = progress.hear(&changed(2, 3));
        assert!(ahead.frames.is_empty() && ahead.has_jump);
        // A read that was under way is older than the change, and its statuses come first.
        assert_eq!(revs(&progress.absorb(&view(2))), [2, 2]);
        assert!(revs(&progress.hear(&changed(2, 3)).frames) == [3]);
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
            let (mut told, mut last_read) = (Vec::new(), 0);
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
                        told.extend(progress.hear(&news).frames);
                    }
                    Happens::Announce(_) => {}
                    Happens::Read(ago) => {
                        // Reads of one order come one after the other.
                        last_read = last_read.max(states.len().saturating_sub(1 + ago));
                        told.extend(progress.absorb(&read(&states, last_read)));
                    }
                }
            }
            told.extend(progress.absorb(&read(&states, states.len() - 1)));
            let last = states.last().unwrap().0;
            prop_assert_eq!(seqs(&told), (1..=last).collect::<Vec<_>>());
            let revs = revs(&told);
            prop_assert!(revs.is_sorted(), "{:?}", revs);
        }
    }
}
