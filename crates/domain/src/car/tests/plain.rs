//! The contract's words about doors, once more, slow and plain, on all that has ever happened.

/// A position: when, and how many metres north.
pub(super) type Seen = (i64, f64);

/// A time that the car was to come to a door.
#[derive(Debug, Clone, Copy)]
pub(super) struct Visit {
    pub(super) door: f64,
    pub(super) since: i64,
    /// When that was over.
    pub(super) done: Option<i64>,
    /// When the door counts no more.
    pub(super) until: Option<i64>,
}

pub(super) fn is_near(door: f64, metres: f64) -> bool {
    (door - metres).abs() <= 150.0
}

impl Visit {
    /// What was seen since the car was to come, and where it was then.
    fn seen<'a>(&self, history: &'a [Seen]) -> &'a [Seen] {
        let before = history.iter().rposition(|(at, _)| *at <= self.since).unwrap_or(0);
        &history[before..]
    }

    /// When the car was there first.
    fn was_there(&self, history: &[Seen]) -> Option<i64> {
        self.seen(history).iter().find(|(_, metres)| is_near(self.door, *metres)).map(|(at, _)| *at)
    }

    /// When the door is left.
    fn left(&self, history: &[Seen]) -> Option<i64> {
        let done = self.done?;
        let there = self.was_there(history);
        let outside = |(at, metres): &Seen| *at >= done && !is_near(self.door, *metres);
        let pairs = self.seen(history).windows(2).filter(|pair| outside(&pair[0]) && outside(&pair[1]));
        let after = pairs.map(|pair| pair[1].0).find(|at| there.is_some_and(|there| there < *at));
        let quarter = done + 15 * 60;
        let never = there.is_none_or(|there| there >= quarter).then_some(quarter);
        after.into_iter().chain(never).min()
    }

    fn was_left(&self, history: &[Seen], by: i64) -> bool {
        self.left(history).is_some_and(|left| left <= by)
    }

    fn counts(&self, at: i64) -> bool {
        self.until.is_none_or(|until| at < until)
    }
}

/// What one customer waits for.
pub(super) struct Viewer {
    pub(super) door: Option<f64>,
    pub(super) stops_before: usize,
    /// Whether another batch that has departed has a stop below 9.
    pub(super) goes_elsewhere: bool,
    pub(super) others: Vec<Visit>,
    /// From when to when nothing is shown.
    pub(super) unseen: Vec<(i64, Option<i64>)>,
}

impl Viewer {
    /// Whether the customer may be sent this at a moment.
    pub(super) fn may_see(&self, history: &[Seen], (at, metres): Seen, now: i64) -> bool {
        let holds = |moment: i64| {
            self.unseen.iter().any(|(from, until)| *from <= moment && until.is_none_or(|until| moment < until))
        };
        let counting = || self.others.iter().filter(|other| other.counts(at));
        let tells = counting().any(|other| is_near(other.door, metres) && !other.was_left(history, at));
        let is_near_own = self.door.is_some_and(|own| is_near(own, metres));
        !holds(now) && !holds(at) && (!tells || (is_near_own && self.is_own_turn(history, at)))
    }

    fn is_own_turn(&self, history: &[Seen], at: i64) -> bool {
        let done = || self.others.iter().filter(|other| other.counts(at) && other.done.is_some());
        let last = done().filter_map(|other| other.done).max();
        let mut from = done().filter(|other| other.done == last);
        self.stops_before == 0 && !self.goes_elsewhere && from.all(|other| other.was_left(history, at))
    }
}
