//! Where a customer may see their car: at no other stop's door, unless that stop is done and the car has left it
//! (docs/spec/hub.md, "No door of another's is ever shown").

use std::time::Duration;

use domain::{
    geo::LatLng,
    order::{Status, batch::is_done},
};
use jiff::{SignedDuration, Timestamp};

use super::{CarSeen, DrivenBatch, OrderTruth, Truth};

/// A car so near to another customer's door is not shown (docs/spec/hub.md, "No door of another's is ever shown").
const NEAR: f64 = 150.0;
/// Positions are rounded to about a metre.
const ROUNDED: f64 = 2.0;
/// So many positions outside are leaving.
const AWAY: usize = 2;
/// After so long a door counts as left that the car never came to.
const UNVISITED: SignedDuration = SignedDuration::from_mins(15);
/// For so long a node may not know that a stop is to come again: the sweep comes every 2 s, and a fault may hold it up.
const LATE: Duration = Duration::from_secs(10);

/// What one customer may see of their car.
#[derive(Debug)]
pub(super) struct ExpectedVisibility {
    own: LatLng,
    /// Stops that are planned before the own.
    ahead: usize,
    others: Vec<OtherStop>,
}

/// Another customer's stop.
#[derive(Debug)]
struct OtherStop {
    order: i64,
    door: LatLng,
    is_ahead: bool,
    done: Vec<Span>,
}

/// A time in which a stop was done.
#[derive(Debug)]
struct Span {
    from: Timestamp,
    /// When the car had left the door.
    left: Option<Timestamp>,
    /// When the stop was to come again.
    until: Option<Timestamp>,
}

impl ExpectedVisibility {
    /// That of an order's customer; none where it goes by no car.
    pub(super) fn of(truth: &Truth, order: i64) -> Option<Self> {
        let is_own = |(stop, _): &(i64, LatLng)| *stop == order;
        let drive = truth.drives.iter().find(|drive| drive.stops.iter().any(is_own))?;
        let ahead = drive.stops.iter().position(is_own)?;
        let stop = |(index, (order, door)): (usize, &(i64, LatLng))| {
            let done = truth.orders.get(order).map(|stop| spans(stop, *door, drive)).unwrap_or_default();
            (index != ahead).then_some(OtherStop { order: *order, door: *door, is_ahead: index < ahead, done })
        };
        let others = drive.stops.iter().enumerate().filter_map(stop).collect();
        Some(Self { own: drive.stops[ahead].1, ahead, others })
    }

    /// Whether the customer may see this.
    pub(super) fn allows(&self, car: &CarSeen) -> bool {
        let mut near = self.others.iter().filter(|stop| car.place.is_within(NEAR - ROUNDED, stop.door));
        // Where all stops ahead are to come, none of them can be done.
        let none_is_done = usize::try_from(car.stops_before).is_ok_and(|stops| stops >= self.ahead);
        let may_pass = |stop: &OtherStop| !(stop.is_ahead && none_is_done) && stop.was_left(car.at);
        near.all(may_pass) || self.is_own_turn(car)
    }

    /// Whose doors a car is near, and when their stops were done and left.
    pub(super) fn doors_at(&self, car: &CarSeen) -> String {
        let near = self.others.iter().filter(|stop| car.place.is_within(NEAR - ROUNDED, stop.door));
        let said: Vec<String> = near.map(|stop| format!("order {} {:?}", stop.order, stop.done)).collect();
        said.join(" and ")
    }

    /// Whether the own door is the next, and the car is near it and had left the door that was done last.
    fn is_own_turn(&self, car: &CarSeen) -> bool {
        let since = |stop: &OtherStop| stop.done.iter().filter(|span| span.holds(car.at)).map(|span| span.from).max();
        let last = self.others.iter().filter_map(since).max();
        let mut from = self.others.iter().filter(|stop| last.is_some() && since(stop) == last);
        let is_near = car.place.is_within(NEAR + ROUNDED, self.own);
        car.stops_before == 0 && is_near && from.all(|stop| stop.was_left(car.at))
    }
}

impl OtherStop {
    /// Whether the car had left the door by then, after its stop was done.
    fn was_left(&self, at: Timestamp) -> bool {
        self.done.iter().any(|span| span.holds(at) && span.left.is_some_and(|left| left <= at))
    }
}

impl Span {
    /// Whether a node could hold the stop for done then.
    fn holds(&self, at: Timestamp) -> bool {
        self.from <= at && self.until.is_none_or(|until| at < until + LATE)
    }
}

/// When a stop was done, and when the car left its door then. A position that no node took counts, too, and may as well not:
/// nobody knows, so two outside need not follow each other.
fn spans(stop: &OrderTruth, door: LatLng, drive: &DrivenBatch) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for row in &stop.rows {
        let is_done = Status::try_from(i64::from(row.status)).is_ok_and(is_done);
        let open = spans.last_mut().filter(|span| span.until.is_none());
        match (open, is_done) {
            (None, true) => {
                spans.push(Span { from: row.at, left: left(row.at, door, drive), until: None });
            }
            (Some(span), false) => span.until = Some(row.at),
            _ => {}
        }
    }
    spans
}

/// When the car had left a door whose stop was done at a moment: it had come there, before or since, and went.
fn left(done: Timestamp, door: LatLng, drive: &DrivenBatch) -> Option<Timestamp> {
    let is_near = |place: &LatLng| place.is_within(NEAR + ROUNDED, door);
    let is_away = |place: &LatLng| !place.is_within(NEAR - ROUNDED, door);
    let first_near = drive.said.iter().find(|(_, place)| is_near(place)).map(|(at, _)| *at);
    let mut away = drive
        .said
        .iter()
        .filter(|(at, place)| *at >= done && is_away(place) && first_near.is_some_and(|near| *at > near));
    let unvisited_by = done + UNVISITED;
    let left = away.nth(AWAY - 1).map(|(at, _)| *at);
    left.or(Some(unvisited_by).filter(|by| first_near.is_none_or(|near| near > *by)))
}
