//! Cars: where one was last seen, and what of it a customer may see.
//!
//! A position is a worker's personal data, and in a batch it can tell one customer where another
//! lives. So the newest one alone is kept, for [`SHOWN_FOR`], and near another customer's door it is
//! not shown (contract, "Tracking by polling").

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    geo::LatLng,
    ids::{CarId, OrderId},
};

/// A position that is older than this is shown to nobody.
pub const SHOWN_FOR: SignedDuration = SignedDuration::from_secs(120);
/// So near another customer's door a car is not shown, metres.
pub const DOOR_METRES: f64 = 150.0;

/// Where a car was at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// The place.
    #[serde(flatten)]
    pub place: LatLng,
    /// When it was there, by its own clock.
    pub at: Timestamp,
    /// Degrees clockwise from north.
    pub heading_deg: Option<f64>,
    /// Kilometres an hour.
    pub speed_kmh: Option<f64>,
    /// Radius within which it surely was, metres.
    pub accuracy_m: Option<f64>,
}

impl Position {
    /// Whether it is still young enough to be shown.
    #[must_use]
    pub fn is_fresh(&self, now: Timestamp) -> bool {
        now.duration_since(self.at) < SHOWN_FOR
    }
}

/// What decides which positions an order's customer may see; in memory in this order, since mostly the first is all that a
/// position is held against.
#[derive(Debug, Clone, PartialEq, Default)]
#[repr(C)]
pub struct Road {
    /// Stops of the batch that come before the order's own and are not done.
    pub stops_before: u32,
    /// The order's own door.
    pub door: Option<LatLng>,
    /// The doors of all other stops of its batch.
    pub other_doors: Vec<LatLng>,
}

impl Road {
    /// Whether there is a place where the customer may not see the car.
    #[must_use]
    pub fn hides(&self) -> bool {
        self.stops_before > 0 && !self.other_doors.is_empty()
    }

    /// Whether the customer may see the car there: always once it is their turn, else not within
    /// [`DOOR_METRES`] of another's door unless it is as near to their own.
    #[must_use]
    pub fn shows(&self, place: LatLng) -> bool {
        let is_near = |door: &LatLng| place.metres_to(*door) <= DOOR_METRES;
        !self.hides() || self.door.as_ref().is_some_and(is_near) || !self.other_doors.iter().any(is_near)
    }
}

/// The newest that is known of a car, with what is left to be shown to those who may not see it there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sighting {
    /// The car.
    pub car: CarId,
    /// Its newest position.
    pub position: Position,
    /// For each order to which that position is not shown: the last one before it that was.
    pub outside: Box<[(i64, Position)]>,
}

impl Sighting {
    /// The sighting that follows `previous`, for a car that carries these orders.
    #[must_use]
    pub fn new<'a>(
        previous: Option<&Self>,
        car: CarId,
        position: Position,
        orders: impl IntoIterator<Item = (OrderId, &'a Road)>,
    ) -> Self {
        let hidden = orders.into_iter().filter(|(_, road)| !road.shows(position.place));
        let outside = hidden.filter_map(|(order, road)| Some((order.0, *previous?.shown_to(order, road)?)));
        Self { car, position, outside: outside.collect() }
    }

    /// The same car where it was at another time, as everybody may see it.
    #[must_use]
    pub fn only_at(&self, position: Position) -> Self {
        Self { car: self.car.clone(), position, outside: Box::default() }
    }

    /// What an order's customer may see of it: the newest position, or the last one outside.
    #[must_use]
    pub fn shown_to(&self, order: OrderId, road: &Road) -> Option<&Position> {
        if road.shows(self.position.place) {
            return Some(&self.position);
        }
        let outside = self.outside.iter().find(|(of, _)| *of == order.0).map(|(_, position)| position);
        outside.filter(|position| road.shows(position.place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: OrderId = OrderId(1);

    /// A place so many metres north of the first door.
    fn north(metres: f64) -> LatLng {
        LatLng::new(60.17 + metres / 111_300.0, 24.94).unwrap()
    }

    fn seen(metres: f64, second: i64, previous: Option<&Sighting>, road: &Road) -> Sighting {
        let at = Timestamp::from_second(second).unwrap();
        let position = Position { place: north(metres), at, heading_deg: None, speed_kmh: None, accuracy_m: None };
        Sighting::new(previous, "auto-1".parse().unwrap(), position, [(ME, road)])
    }

    fn road(stops_before: u32) -> Road {
        Road { stops_before, door: Some(north(1000.0)), other_doors: vec![north(0.0)] }
    }

    fn second(sighting: &Sighting, road: &Road) -> Option<i64> {
        sighting.shown_to(ME, road).map(|position| position.at.as_second())
    }

    #[test]
    fn near_anothers_door_the_last_position_outside_stays() {
        let road = road(1);
        let outside = seen(400.0, 1, None, &road);
        let inside = seen(100.0, 2, Some(&outside), &road);
        let still_inside = seen(20.0, 3, Some(&inside), &road);
        assert_eq!([&outside, &inside, &still_inside].map(|seen| second(seen, &road)), [Some(1), Some(1), Some(1)]);
        assert_eq!(second(&seen(300.0, 4, Some(&still_inside), &road), &road), Some(4));
    }

    #[test]
    fn a_car_that_was_never_outside_is_not_shown() {
        let road = road(2);
        assert_eq!(second(&seen(10.0, 1, None, &road), &road), None);
    }

    #[test]
    fn on_the_own_turn_and_near_the_own_door_all_is_shown() {
        let near = seen(50.0, 1, None, &road(1));
        assert_eq!(second(&near, &road(0)), Some(1));
        let neighbours = Road { door: Some(north(120.0)), ..road(1) };
        assert_eq!(second(&near, &neighbours), Some(1));
    }

    #[test]
    fn a_position_is_shown_for_two_minutes() {
        let position = seen(0.0, 1000, None, &road(0)).position;
        assert!(position.is_fresh(Timestamp::from_second(1119).unwrap()));
        assert!(!position.is_fresh(Timestamp::from_second(1120).unwrap()));
    }

    #[test]
    fn it_travels_as_it_is() {
        let seen = seen(400.0, 1, None, &road(1));
        let text = serde_json::to_string(&seen).unwrap();
        assert_eq!(serde_json::from_str::<Sighting>(&text).unwrap(), seen);
    }
}
