//! The moment in which a city opens: one that is worth seeing.
//!
//! Whoever starts a demo looks at one order first, and then around. So the city does not open at any moment, but a good
//! two minutes before some delivery is at its door, and when there is one of everything to be seen. Nothing is arranged
//! for that: the city only opens when it comes.
//!
//! What a kitchen has in hand by then is told to the server at that moment, and servers count from there. So each of
//! those orders begins its present stage when the city opens, and comes as much later.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    batch::{Act, BatchPlan},
    orders::OrderPlan,
    plan::{Planned, Row, Seconds},
    roads::has_streets,
    wire::{Coordinates, OrderType},
};

/// The first order is so far from its door, seconds; what fits first is taken.
const AHEAD: [Seconds; 5] = [145, 135, 125, 115, 105];
/// Of that, so long it is seen to drive at least.
const IS_SEEN_TO_DRIVE: Seconds = 35;
/// Whoever stands so soon is nearly there.
const NEARLY: Seconds = 10;
/// Who was delivered so long ago was so just now.
const JUST_NOW: Seconds = 4 * 60;
/// A preorder for a time that is no farther away can be seen to be begun.
const SOON: Seconds = 2 * 60 * 60;
/// Of a stage at which an order stands by then, so much is over when the city opens.
const BEGUN_SHARE: f64 = 0.06;

/// An order to be followed to its door.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Story {
    /// The number of the order.
    pub(crate) order: u64,
    /// When it is handed over.
    pub(crate) delivered_at: Seconds,
}

/// When a city opens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Opening {
    pub(crate) at: Seconds,
    /// What is to be seen first; none in a city without such a delivery.
    pub(crate) story: Option<Story>,
    /// By how much orders come later that are in a kitchen's hands by then.
    pub(crate) delays: BTreeMap<u64, Seconds>,
}

/// What a newcomer is to find, beside the order to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sight {
    Received,
    InMaking,
    InOven,
    ReadyAtTheCounter,
    WaitingForACar,
    StopsBefore,
    DeliveredJustNow,
    Preorder,
    Late,
}

impl Sight {
    const COUNT: usize = 9;
}

impl Opening {
    /// So long a city waits for a good moment.
    pub(crate) const LATEST: Seconds = 36 * 60 * 60;
    /// And through so many orders, which is longer than that in the usual city.
    const MOST_ORDERS: usize = 2_000;
    /// It is looked for piece by piece.
    const PIECE: Seconds = 20 * 60;

    /// Looks through what happens for the first moment that shows everything, or else as much as any.
    pub(crate) fn find(row: &mut Row) -> Self {
        let mut evening = Evening::default();
        let mut best: Option<(usize, Seconds, Story)> = None;
        let mut until = 0;
        // All there is to see, and no car stands at a door.
        let is_best =
            |best: &Option<(usize, Seconds, Story)>| best.as_ref().is_some_and(|(score, ..)| *score > Sight::COUNT);
        while until < Self::LATEST && evening.orders.len() < Self::MOST_ORDERS && !is_best(&best) {
            let from = until;
            until += Self::PIECE;
            evening.take_until(row, until);
            let moments = evening.stories().into_iter().filter(|(at, _)| (from..until).contains(at));
            let seen = moments.map(|(at, story)| (evening.score(at), at, story));
            best = best.into_iter().chain(seen).reduce(|best, other| if other.0 > best.0 { other } else { best });
        }
        best.map_or_else(Self::default, |(_, at, story)| Self {
            at,
            story: Some(story),
            delays: evening.delays(at).collect(),
        })
    }
}

/// What has begun so far.
#[derive(Default)]
pub(crate) struct Evening {
    orders: BTreeMap<u64, OrderPlan>,
    batches: Vec<BatchPlan>,
    /// The statuses of each order, in the order of time.
    courses: BTreeMap<u64, Vec<(Seconds, i16)>>,
}

impl Evening {
    fn take_until(&mut self, row: &mut Row, until: Seconds) {
        while row.next_at().is_some_and(|at| at <= until) {
            let Some(planned) = row.next() else { break };
            self.take(planned);
        }
    }

    /// One thing more.
    pub(crate) fn take(&mut self, planned: Planned) {
        match planned {
            Planned::Order(order) => {
                let begins = [(order.at, 0)].into_iter();
                let course = begins.chain(order.presses.iter().map(|press| (press.at, press.status))).collect();
                self.courses.insert(order.number, course);
                self.orders.insert(order.number, *order);
            }
            Planned::Batch(batch) => {
                for order in batch.orders() {
                    self.courses.entry(order).or_default().extend(course_in(&batch, order));
                }
                self.batches.push(batch);
            }
        }
    }

    /// Moments to open at, each with the order that would be followed.
    fn stories(&self) -> Vec<(Seconds, Story)> {
        let mut stories: Vec<(Seconds, Story)> = self.batches.iter().filter_map(|batch| self.story(batch)).collect();
        stories.sort_by_key(|(at, _)| *at);
        stories
    }

    /// Of who travels alone: a car is hidden near the doors of others.
    fn story(&self, batch: &BatchPlan) -> Option<(Seconds, Story)> {
        let [number] = batch.orders()[..] else { return None };
        let order = self.orders.get(&number)?;
        let parcel = order.parcel.as_ref()?;
        let (departs_at, delivered_at) = (batch.departs_at()?, batch.over_at(number)?);
        let reaches_at = batch.way.first_stop_at()?;
        let is_worth_it = self.courses[&number].contains(&(delivered_at, 11))
            && !self.courses[&number].iter().any(|(_, status)| *status == 9)
            && order.preorder_at.is_none()
            && !order.is_hasty
            && batch.silence.as_ref().is_none_or(|silence| *silence.start() > delivered_at)
            && has_streets(parcel.place);
        let is_seen = |at: &Seconds| departs_at < *at && reaches_at - at >= IS_SEEN_TO_DRIVE && *at > 0;
        let at = AHEAD.iter().map(|ahead| delivered_at - ahead).find(is_seen)?;
        is_worth_it.then_some((at, Story { order: number, delivered_at }))
    }

    /// How much a moment is worth: by what is to be seen, and by what can be told of it.
    fn score(&self, now: Seconds) -> usize {
        let sights = self.sights(now).len();
        sights + usize::from(self.batches.iter().all(|batch| !self.stands_still(batch, now)))
    }

    /// What is to be seen at a moment.
    pub(crate) fn sights(&self, now: Seconds) -> BTreeSet<Sight> {
        let mut sights: BTreeSet<Sight> =
            self.orders.values().flat_map(|order| self.sights_of(order, now)).flatten().collect();
        sights.extend(self.batches.iter().any(|batch| self.has_stops_before(batch, now)).then_some(Sight::StopsBefore));
        sights
    }

    fn sights_of(&self, order: &OrderPlan, now: Seconds) -> [Option<Sight>; 2] {
        let Some((since, status)) = self.stands(order.number, now) else { return [None; 2] };
        let is_late = order.is_hasty && status < 9 && (order.parcel.is_some() || status < 4);
        let sight = match (status, order.preorder_at) {
            (..=1, Some(asked)) => (asked - now < SOON).then_some(Sight::Preorder),
            (..=1, None) => Some(Sight::Received),
            (2, _) => Some(Sight::InMaking),
            (3, _) => Some(Sight::InOven),
            (4, _) if order.order_type == OrderType::Pickup => Some(Sight::ReadyAtTheCounter),
            (4..=7, _) if order.parcel.is_some() => Some(Sight::WaitingForACar),
            (11, _) => (now - since < JUST_NOW).then_some(Sight::DeliveredJustNow),
            _ => None,
        };
        [sight, is_late.then_some(Sight::Late)]
    }

    /// Whether a car that is awaited stands at a door, or is nearly there: what is left of a hand-over nobody can tell it by.
    fn stands_still(&self, batch: &BatchPlan, now: Seconds) -> bool {
        if batch.departs_at().is_none_or(|at| at > now) || batch.way.end() < now {
            return false;
        }
        let is_on_its_way = |order: &u64| self.stands(*order, now).is_some_and(|(_, status)| status == 8);
        let is_slow = |at: Seconds| batch.way.metres_per_second_at(at) < 0.1;
        batch.orders().iter().any(is_on_its_way) && [now, now + NEARLY].into_iter().any(is_slow)
    }

    fn has_stops_before(&self, batch: &BatchPlan, now: Seconds) -> bool {
        let is_on_its_way = |order: &u64| self.stands(*order, now).is_some_and(|(_, status)| status == 8);
        batch.orders().into_iter().filter(is_on_its_way).count() > 1
    }

    /// The orders, in the order of their numbers.
    pub(crate) fn orders(&self) -> impl Iterator<Item = &OrderPlan> {
        self.orders.values()
    }

    /// The statuses that an order takes.
    pub(crate) fn course(&self, order: u64) -> &[(Seconds, i16)] {
        self.courses.get(&order).map_or(&[], Vec::as_slice)
    }

    /// The batch in which an order is brought.
    pub(crate) fn batch_of(&self, order: u64) -> Option<&BatchPlan> {
        self.batches.iter().find(|batch| batch.orders().contains(&order))
    }

    /// Where an order is brought.
    pub(crate) fn door(&self, order: u64) -> Option<Coordinates> {
        self.orders.get(&order)?.parcel.as_ref().map(|parcel| parcel.place)
    }

    /// Where an order stands, and since when.
    pub(crate) fn stands(&self, order: u64, now: Seconds) -> Option<(Seconds, i16)> {
        self.courses.get(&order)?.iter().filter(|(at, _)| *at <= now).max_by_key(|(at, _)| *at).copied()
    }

    /// By how much each order comes later that is in a kitchen's hands at that moment. A preorder keeps to its time.
    fn delays(&self, now: Seconds) -> impl Iterator<Item = (u64, Seconds)> {
        self.orders.values().filter(|order| order.preorder_at.is_none()).filter_map(move |order| {
            let (since, status) = self.stands(order.number, now)?;
            let is_in_hand = status < 4 || (status == 4 && order.parcel.is_some());
            #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "some minutes")]
            let delay = ((now - since) as f64 * (1.0 - BEGUN_SHARE)) as Seconds;
            is_in_hand.then_some((order.number, delay))
        })
    }
}

/// The statuses that an order takes in its batch, in the order of time.
fn course_in(batch: &BatchPlan, order: u64) -> Vec<(Seconds, i16)> {
    let mut course: Vec<(Seconds, i16)> = Vec::new();
    for act in &batch.acts {
        match act {
            Act::Aboard(at, stops) if course.is_empty() && stops.contains(&order) => {
                course.extend([(*at, 5), (*at, 6)])
            }
            Act::Depart(at) if !matches!(course.last(), Some((_, 13))) => course.push((*at, 8)),
            Act::Press(of, press) if *of == order => course.push((press.at, press.status)),
            _ => {}
        }
    }
    course
}
