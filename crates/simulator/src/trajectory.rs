//! Where a car is at which moment. It drives along roads, slows down at corners and stands at doors.

use crate::{
    city_time::Seconds,
    geometry::{between, heading, metres},
    wire::CityPoint,
};

/// Where the road turns by more degrees than this, a car slows down.
const CORNER: f64 = 30.0;
/// So many metres before and after a corner, and where it starts and stops, it drives at half its speed.
const SLOW_METRES: f64 = 12.0;
const SLOW_SHARE: f64 = 0.5;

/// The trajectory of a car: where it is at which moment of the city, in order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Trajectory(Vec<(f64, CityPoint)>);

/// A place on it, and how the car moves there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TrajectoryPoint {
    pub(crate) place: CityPoint,
    /// Degrees clockwise from north, of the last drive where it stands; none where it has not moved yet.
    pub(crate) heading_deg: Option<f64>,
    /// Metres in a second of the city.
    pub(crate) metres_per_second: f64,
}

impl Trajectory {
    /// Stands at a place from this moment on.
    pub(crate) fn new(at: Seconds, place: CityPoint) -> Self {
        Self(vec![(moment(at), place)])
    }

    /// Drives along a road that begins where it stands, so many metres in a second of the city; answers when it is there.
    pub(crate) fn drive(&mut self, road: &[CityPoint], metres_per_second: f64) -> Seconds {
        let (left, _) = self.last();
        let mut now = left;
        for at in 1..road.len() {
            let (from, to) = (road[at - 1], road[at]);
            let length = metres(from, to);
            let share = if length > 0.0 { (SLOW_METRES / length).min(0.5) } else { 0.5 };
            let (slow_before, slow_after) = (is_slow(road, at - 1), is_slow(road, at));
            let pieces = [(0.0, share, slow_before), (share, 1.0 - share, false), (1.0 - share, 1.0, slow_after)];
            for (begins, ends, is_slow) in pieces {
                let metres = (ends - begins) * length;
                if metres > 0.0 {
                    now += metres / (metres_per_second * if is_slow { SLOW_SHARE } else { 1.0 });
                    self.0.push((now, between(from, to, ends)));
                }
            }
        }
        // Presses are at whole seconds: it stands for the rest of the last one.
        let there = whole(now).max(whole(left) + 1);
        let (_, place) = self.last();
        self.0.push((moment(there), place));
        there
    }

    /// Stays where it is for so long; answers when it leaves.
    pub(crate) fn stay(&mut self, seconds: Seconds) -> Seconds {
        let (since, place) = self.last();
        let leaves = whole(since) + seconds;
        self.0.push((moment(leaves), place));
        leaves
    }

    /// Does all of it so much later.
    pub(crate) fn put_off(&mut self, seconds: Seconds) {
        self.0.iter_mut().for_each(|(at, _)| *at += moment(seconds));
    }

    /// When it begins.
    pub(crate) fn start(&self) -> Seconds {
        whole(self.0[0].0)
    }

    /// When it is at its end.
    pub(crate) fn end(&self) -> Seconds {
        whole(self.last().0)
    }

    /// Where it is at its end.
    pub(crate) fn place(&self) -> CityPoint {
        self.last().1
    }

    /// When it first stands somewhere on its way; none where it never does.
    pub(crate) fn first_stop_at(&self) -> Option<Seconds> {
        let stands = |leg: &&[(f64, CityPoint)]| leg[0].1 == leg[1].1 && leg[1].0 - leg[0].0 > 1.0;
        self.0.windows(2).find(stands).map(|leg| whole(leg[0].0))
    }

    /// Where it is at a moment: before the beginning at the beginning, after the end at the end.
    pub(crate) fn at(&self, moment: f64) -> TrajectoryPoint {
        let next = self.0.partition_point(|(at, _)| *at <= moment);
        let heading_deg = self.0[..(next + 1).min(self.0.len())].windows(2).rev().find_map(|leg| {
            let ((_, from), (_, to)) = (leg[0], leg[1]);
            (from != to).then(|| heading(from, to))
        });
        let (Some((began, from)), Some((ends, to))) = (self.0.get(next.wrapping_sub(1)), self.0.get(next)) else {
            let (_, place) = if next == 0 { self.0[0] } else { self.last() };
            // Before it leaves it looks nowhere.
            return TrajectoryPoint { place, heading_deg: heading_deg.filter(|_| next > 0), metres_per_second: 0.0 };
        };
        let share = (moment - began) / (ends - began);
        let metres_per_second = metres(*from, *to) / (ends - began);
        TrajectoryPoint { place: between(*from, *to, share), heading_deg, metres_per_second }
    }

    /// Where it is at a whole second.
    pub(crate) fn at_second(&self, at: Seconds) -> CityPoint {
        self.at(moment(at)).place
    }

    /// How fast it is at a whole second.
    pub(crate) fn metres_per_second_at(&self, at: Seconds) -> f64 {
        self.at(moment(at)).metres_per_second
    }

    fn last(&self) -> (f64, CityPoint) {
        *self.0.last().expect("a way begins with a place")
    }
}

/// Whether a car drives slowly around this point of a road: it starts, stops or turns there.
fn is_slow(road: &[CityPoint], at: usize) -> bool {
    let (Some(before), Some(after)) = (at.checked_sub(1), road.get(at + 1)) else { return true };
    let turn = (heading(road[before], road[at]) - heading(road[at], *after)).rem_euclid(360.0);
    turn.min(360.0 - turn) > CORNER
}

#[expect(clippy::cast_precision_loss, reason = "a city lives for less than 2^53 seconds")]
fn moment(at: Seconds) -> f64 {
    at as f64
}

#[expect(clippy::cast_possible_truncation, reason = "no car drives for longer than a day")]
fn whole(moment: f64) -> Seconds {
    moment.ceil() as Seconds
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::moved;

    const START: CityPoint = CityPoint { lat: 60.17, lng: 24.94 };

    fn seen(trajectory: &Trajectory, moment: f64) -> (f64, Option<f64>, f64) {
        let spot = trajectory.at(moment);
        (
            metres(START, spot.place).round(),
            spot.heading_deg.map(f64::round),
            (spot.metres_per_second * 10.0).round() / 10.0,
        )
    }

    #[test]
    fn a_car_drives_stands_and_drives_on() {
        let far = moved(START, 0.0, 399.9);
        let mut trajectory = Trajectory::new(100, START);
        // 24 of 400 metres take twice as long.
        assert_eq!(trajectory.drive(&[START, far], 2.0), 312);
        assert_eq!(trajectory.stay(60), 372);
        assert_eq!(trajectory.drive(&[far, START], 2.0), 584);
        assert_eq!((trajectory.start(), trajectory.end(), trajectory.place()), (100, 584, START));
        assert_eq!(trajectory.first_stop_at(), Some(312));
        assert_eq!(seen(&trajectory, 0.0), (0.0, None, 0.0));
        assert_eq!(seen(&trajectory, 106.0), (6.0, Some(0.0), 1.0), "it starts slowly");
        assert_eq!(seen(&trajectory, 206.0), (200.0, Some(0.0), 2.0));
        assert_eq!(seen(&trajectory, 340.0), (400.0, Some(0.0), 0.0), "it stands as it came");
        assert_eq!(seen(&trajectory, 478.0), (200.0, Some(180.0), 2.0));
        assert_eq!(seen(&trajectory, 9_000.0), (0.0, Some(180.0), 0.0));
    }

    #[test]
    fn it_slows_down_at_corners_but_not_where_the_road_bends() {
        let (bend, corner) = (moved(START, 0.0, 100.0), moved(START, 20.0, 200.0));
        let mut trajectory = Trajectory::new(0, START);
        trajectory.drive(&[START, bend, corner, moved(corner, 100.0, 0.0)], 2.0);
        let speed_near = |place| {
            let moments = (0..200).map(f64::from).filter(|moment| metres(trajectory.at(*moment).place, place) < 8.0);
            moments.map(|moment| trajectory.at(moment).metres_per_second).fold(f64::INFINITY, f64::min)
        };
        assert!((speed_near(bend) - 2.0).abs() < 0.01 && (speed_near(corner) - 1.0).abs() < 0.01);
    }

    #[test]
    fn who_is_there_already_takes_a_second() {
        let mut trajectory = Trajectory::new(0, START);
        assert_eq!(trajectory.drive(&[START, START], 2.0), 1);
        assert_eq!(trajectory.drive(&[START], 2.0), 2);
        assert_eq!(trajectory.at(0.5), TrajectoryPoint { place: START, heading_deg: None, metres_per_second: 0.0 });
    }

    proptest! {
        #[test]
        fn no_car_jumps(bends in prop::collection::vec((-300.0..300.0_f64, -300.0..300.0_f64), 1..12), speed in 0.5..4.0_f64) {
            let mut road = vec![START];
            for (east, north) in bends {
                road.push(moved(road[road.len() - 1], east, north));
            }
            let mut trajectory = Trajectory::new(7, START);
            let there = trajectory.drive(&road, speed);
            prop_assert_eq!(trajectory.place(), road[road.len() - 1]);
            for second in 7..there {
                let step = metres(trajectory.at(moment(second)).place, trajectory.at(moment(second + 1)).place);
                prop_assert!(step <= speed * 1.001, "{} m in a second", step);
            }
        }
    }
}
