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
    batch::{BatchPlan, BatchStep},
    city_time::Seconds,
    orders::OrderPlan,
    roads::has_streets,
    timeline::{PlannedEvent, Timeline},
    wire::{CityPoint, WireOrderType},
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
pub(crate) struct FeaturedOrder {
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
    pub(crate) featured: Option<FeaturedOrder>,
    /// By how much orders come later that are in a kitchen's hands by then.
    pub(crate) delays: BTreeMap<u64, Seconds>,
}

/// What a newcomer is to find, beside the order to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OpeningHighlight {
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

impl OpeningHighlight {
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
    pub(crate) fn find(timeline: &mut Timeline) -> Self {
        let mut log = EventLog::default();
        let mut best: Option<(usize, Seconds, FeaturedOrder)> = None;
        let mut until = 0;
        // All there is to see, and no car stands at a door.
        let is_best = |best: &Option<(usize, Seconds, FeaturedOrder)>| {
            best.as_ref().is_some_and(|(score, ..)| *score > OpeningHighlight::COUNT)
        };
        while until < Self::LATEST && log.orders.len() < Self::MOST_ORDERS && !is_best(&best) {
            let from = until;
            until += Self::PIECE;
            log.take_until(timeline, until);
            let moments = log.candidates().into_iter().filter(|(at, _)| (from..until).contains(at));
            let seen = moments.map(|(at, featured)| (log.score(at), at, featured));
            best = best.into_iter().chain(seen).reduce(|best, other| if other.0 > best.0 { other } else { best });
        }
        best.map_or_else(Self::default, |(_, at, featured)| Self {
            at,
            featured: Some(featured),
            delays: log.delays(at).collect(),
        })
    }
}

/// What has begun so far.
#[derive(Default)]
pub(crate) struct EventLog {
    orders: BTreeMap<u64, OrderPlan>,
    batches: Vec<BatchPlan>,
    /// The statuses of each order, in the order of time.
    lifecycles: BTreeMap<u64, Vec<(Seconds, i16)>>,
}

impl EventLog {
    fn take_until(&mut self, timeline: &mut Timeline, until: Seconds) {
        while timeline.next_at().is_some_and(|at| at <= until) {
            let Some(planned) = timeline.next() else { break };
            self.record(planned);
        }
    }

    /// One thing more.
    pub(crate) fn record(&mut self, planned: PlannedEvent) {
        match planned {
            PlannedEvent::Order(order) => {
                let begins = [(order.at, 0)].into_iter();
                let lifecycle = begins.chain(order.updates.iter().map(|update| (update.at, update.status))).collect();
                self.lifecycles.insert(order.number, lifecycle);
                self.orders.insert(order.number, *order);
            }
            PlannedEvent::Batch(batch) => {
                for order in batch.orders() {
                    self.lifecycles.entry(order).or_default().extend(lifecycle_in(&batch, order));
                }
                self.batches.push(batch);
            }
        }
    }

    /// Moments to open at, each with the order that would be followed.
    fn candidates(&self) -> Vec<(Seconds, FeaturedOrder)> {
        let mut candidates: Vec<(Seconds, FeaturedOrder)> =
            self.batches.iter().filter_map(|batch| self.featured(batch)).collect();
        candidates.sort_by_key(|(at, _)| *at);
        candidates
    }

    /// Of who travels alone: a car is hidden near the doors of others.
    fn featured(&self, batch: &BatchPlan) -> Option<(Seconds, FeaturedOrder)> {
        let [number] = batch.orders()[..] else { return None };
        let order = self.orders.get(&number)?;
        let parcel = order.parcel.as_ref()?;
        let (departs_at, delivered_at) = (batch.departs_at()?, batch.over_at(number)?);
        let reaches_at = batch.trajectory.first_stop_at()?;
        let is_worth_it = self.lifecycles[&number].contains(&(delivered_at, 11))
            && !self.lifecycles[&number].iter().any(|(_, status)| *status == 9)
            && order.preorder_at.is_none()
            && !order.is_hasty
            && batch.silence.as_ref().is_none_or(|silence| *silence.start() > delivered_at)
            && has_streets(parcel.place);
        let is_seen = |at: &Seconds| departs_at < *at && reaches_at - at >= IS_SEEN_TO_DRIVE && *at > 0;
        let at = AHEAD.iter().map(|ahead| delivered_at - ahead).find(is_seen)?;
        is_worth_it.then_some((at, FeaturedOrder { order: number, delivered_at }))
    }

    /// How much a moment is worth: by what is to be seen, and by what can be told of it.
    fn score(&self, now: Seconds) -> usize {
        let highlights = self.highlights(now).len();
        highlights + usize::from(self.batches.iter().all(|batch| !self.stands_still(batch, now)))
    }

    /// What is to be seen at a moment.
    pub(crate) fn highlights(&self, now: Seconds) -> BTreeSet<OpeningHighlight> {
        let mut highlights: BTreeSet<OpeningHighlight> =
            self.orders.values().flat_map(|order| self.highlights_of(order, now)).flatten().collect();
        highlights.extend(
            self.batches.iter().any(|batch| self.has_stops_before(batch, now)).then_some(OpeningHighlight::StopsBefore),
        );
        highlights
    }

    fn highlights_of(&self, order: &OrderPlan, now: Seconds) -> [Option<OpeningHighlight>; 2] {
        let Some((since, status)) = self.status_at(order.number, now) else { return [None; 2] };
        let is_late = order.is_hasty && status < 9 && (order.parcel.is_some() || status < 4);
        let highlight = match (status, order.preorder_at) {
            (..=1, Some(asked)) => (asked - now < SOON).then_some(OpeningHighlight::Preorder),
            (..=1, None) => Some(OpeningHighlight::Received),
            (2, _) => Some(OpeningHighlight::InMaking),
            (3, _) => Some(OpeningHighlight::InOven),
            (4, _) if order.order_type == WireOrderType::Pickup => Some(OpeningHighlight::ReadyAtTheCounter),
            (4..=7, _) if order.parcel.is_some() => Some(OpeningHighlight::WaitingForACar),
            (11, _) => (now - since < JUST_NOW).then_some(OpeningHighlight::DeliveredJustNow),
            _ => None,
        };
        [highlight, is_late.then_some(OpeningHighlight::Late)]
    }

    /// Whether a car that is awaited stands at a door, or is nearly there: what is left of a hand-over nobody can tell it by.
    fn stands_still(&self, batch: &BatchPlan, now: Seconds) -> bool {
        if batch.departs_at().is_none_or(|at| at > now) || batch.trajectory.end() < now {
            return false;
        }
        let is_on_its_way = |order: &u64| self.status_at(*order, now).is_some_and(|(_, status)| status == 8);
        let is_slow = |at: Seconds| batch.trajectory.metres_per_second_at(at) < 0.1;
        batch.orders().iter().any(is_on_its_way) && [now, now + NEARLY].into_iter().any(is_slow)
    }

    fn has_stops_before(&self, batch: &BatchPlan, now: Seconds) -> bool {
        let is_on_its_way = |order: &u64| self.status_at(*order, now).is_some_and(|(_, status)| status == 8);
        batch.orders().into_iter().filter(is_on_its_way).count() > 1
    }

    /// The orders, in the order of their numbers.
    pub(crate) fn orders(&self) -> impl Iterator<Item = &OrderPlan> {
        self.orders.values()
    }

    /// The statuses that an order takes.
    pub(crate) fn lifecycle(&self, order: u64) -> &[(Seconds, i16)] {
        self.lifecycles.get(&order).map_or(&[], Vec::as_slice)
    }

    /// The batch in which an order is brought.
    pub(crate) fn batch_of(&self, order: u64) -> Option<&BatchPlan> {
        self.batches.iter().find(|batch| batch.orders().contains(&order))
    }

    /// Where an order is brought.
    pub(crate) fn door(&self, order: u64) -> Option<CityPoint> {
        self.orders.get(&order)?.parcel.as_ref().map(|parcel| parcel.place)
    }

    /// Where an order stands, and since when.
    pub(crate) fn status_at(&self, order: u64, now: Seconds) -> Option<(Seconds, i16)> {
        self.lifecycles.get(&order)?.iter().filter(|(at, _)| *at <= now).max_by_key(|(at, _)| *at).copied()
    }

    /// By how much each order comes later that is in a kitchen's hands at that moment. A preorder keeps to its time.
    fn delays(&self, now: Seconds) -> impl Iterator<Item = (u64, Seconds)> {
        self.orders.values().filter(|order| order.preorder_at.is_none()).filter_map(move |order| {
            let (since, status) = self.status_at(order.number, now)?;
            let is_in_hand = status < 4 || (status == 4 && order.parcel.is_some());
            #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "some minutes")]
            let delay = ((now - since) as f64 * (1.0 - BEGUN_SHARE)) as Seconds;
            is_in_hand.then_some((order.number, delay))
        })
    }
}

/// The statuses that an order takes in its batch, in the order of time.
fn lifecycle_in(batch: &BatchPlan, order: u64) -> Vec<(Seconds, i16)> {
    let mut lifecycle: Vec<(Seconds, i16)> = Vec::new();
    for step in &batch.steps {
        match step {
            BatchStep::Aboard(at, stops) if lifecycle.is_empty() && stops.contains(&order) => {
                lifecycle.extend([(*at, 5), (*at, 6)])
            }
            BatchStep::Depart(at) if !matches!(lifecycle.last(), Some((_, 13))) => lifecycle.push((*at, 8)),
            BatchStep::Update(of, update) if *of == order => lifecycle.push((update.at, update.status)),
            _ => {}
        }
    }
    lifecycle
}
