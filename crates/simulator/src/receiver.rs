//! What a car knows of where it is: its receiver errs by a few metres, reports now and then, and loses its signal.

use std::{f64::consts::TAU, ops::RangeInclusive, time::Duration};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{
    city_time::{Seconds, whole_seconds},
    geometry::moved,
    trajectory::Trajectory,
    wire::CityPoint,
};

/// Seconds of the city between two reports.
const BETWEEN_REPORTS: f64 = 1.0;
/// But on the wall no more and no less often than so, seconds.
const SHORTEST_PAUSE: f64 = 0.25;
const LONGEST_PAUSE: f64 = 4.0;
/// How uneven the pauses are.
const UNEVENNESS: f64 = 0.2;

/// How far a receiver errs in one direction at most, metres: slowly, as satellites pass, and a little faster.
const SLOW_ERROR: f64 = 2.4;
const QUICK_ERROR: f64 = 0.8;
/// Seconds on the wall in which the two come round.
const SLOW_ROUND: f64 = 67.0;
const QUICK_ROUND: f64 = 11.0;

/// Of the cars, how many fall silent for long.
const SILENT_SHARE: f64 = 0.14;
/// Of those, how many so long that pages take the car away (docs/spec/hub.md, "The client's duty"), if the drive is
/// long enough.
const GONE_SHARE: f64 = 0.5;
/// Of the others, how many lose their signal for a moment.
const HICCUP_SHARE: f64 = 0.4;
/// How long, in seconds on the wall, since pages count the age of a position so: none notices, it turns grey, it goes.
const HICCUP: RangeInclusive<f64> = 5.0..=18.0;
const GREY: RangeInclusive<f64> = 40.0..=60.0;
const GONE: RangeInclusive<f64> = 130.0..=175.0;

/// A driver's receiver on one trip.
#[derive(Debug, Clone)]
pub(crate) struct Receiver {
    /// Where in their rounds its errors begin: slow and quick, east and north.
    phases: [f64; 4],
    chance: ChaCha8Rng,
}

impl Receiver {
    pub(crate) fn new(mut chance: ChaCha8Rng) -> Self {
        let phases = std::array::from_fn(|_| chance.random_range(0.0..TAU));
        Self { phases, chance }
    }

    /// Where it believes to be, so many seconds on the wall after some moment.
    pub(crate) fn sees(&self, place: CityPoint, wall_seconds: f64) -> CityPoint {
        let wave = |round: f64, phase: f64| (wall_seconds / round * TAU + phase).sin();
        let [slow_east, slow_north, quick_east, quick_north] = self.phases;
        let error = |slow, quick| SLOW_ERROR * wave(SLOW_ROUND, slow) + QUICK_ERROR * wave(QUICK_ROUND, quick);
        moved(place, error(slow_east, quick_east), error(slow_north, quick_north))
    }

    /// The pause before the next report, in a city of this speed.
    pub(crate) fn pause(&mut self, speed: f64) -> Duration {
        let usual = (BETWEEN_REPORTS / speed).clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
        Duration::from_secs_f64(usual * self.chance.random_range(1.0 - UNEVENNESS..=1.0 + UNEVENNESS))
    }
}

/// When nothing is heard of a car on its way, in a city of this speed.
pub(crate) fn silence(chance: &mut ChaCha8Rng, trajectory: &Trajectory, speed: f64) -> Option<RangeInclusive<Seconds>> {
    let drives = trajectory.end() - trajectory.start();
    let seconds = |wall: f64| whole_seconds(wall * speed);
    let (length, latest) = if chance.random_bool(SILENT_SHARE) {
        // Those who wait at the other doors are to see it: it begins early.
        let gone = seconds(chance.random_range(GONE));
        let is_gone = chance.random_bool(GONE_SHARE) && gone < drives;
        (if is_gone { gone } else { seconds(chance.random_range(GREY)) }, drives / 6)
    } else if chance.random_bool(HICCUP_SHARE) {
        (seconds(chance.random_range(HICCUP)), drives)
    } else {
        return None;
    };
    let begins = trajectory.start() + chance.random_range(0..=latest);
    Some(begins..=begins + length)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::geometry::metres;

    const HERE: CityPoint = CityPoint { lat: 60.17, lng: 24.94 };

    fn chance(seed: u64) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(seed)
    }

    #[test]
    fn it_errs_by_a_few_metres_and_does_not_jump() {
        for seed in 0..20 {
            let receiver = Receiver::new(chance(seed));
            let errors: Vec<CityPoint> = (0..600).map(|second| receiver.sees(HERE, f64::from(second))).collect();
            let furthest = errors.iter().map(|place| metres(HERE, *place)).fold(0.0, f64::max);
            assert!((1.0..5.0).contains(&furthest), "{furthest} m off");
            assert!(errors.windows(2).all(|pair| metres(pair[0], pair[1]) < 1.2));
        }
    }

    #[test]
    fn it_reports_about_once_a_second_at_the_walls_pace() {
        let mut receiver = Receiver::new(chance(1));
        let mut pauses = |speed| {
            let pauses: Vec<f64> = (0..200).map(|_| receiver.pause(speed).as_secs_f64()).collect();
            (pauses.iter().fold(9.9, |a: f64, b| a.min(*b)), pauses.iter().fold(0.0, |a: f64, b| a.max(*b)))
        };
        let is_about = |(least, most): (f64, f64), usual: f64| {
            least >= usual * 0.8 && least < usual * 0.9 && most <= usual * 1.2 && most > usual * 1.1
        };
        assert!(is_about(pauses(1.0), 1.0) && is_about(pauses(0.2), 4.0) && is_about(pauses(100.0), 0.25));
    }

    #[test]
    fn pages_see_cars_stutter_turn_grey_and_go() {
        let mut trajectory = Trajectory::new(1_000, HERE);
        trajectory.stay(1_200);
        let silences: Vec<Seconds> = (0..1_000)
            .filter_map(|seed| silence(&mut chance(seed), &trajectory, 4.0))
            .inspect(|span| assert!(*span.start() >= trajectory.start() && *span.start() <= trajectory.end()))
            .map(|span| (span.end() - span.start()) / 4)
            .collect();
        let count = |wall: RangeInclusive<Seconds>| silences.iter().filter(|length| wall.contains(length)).count();
        let (stutter, grey, gone) = (count(5..=18), count(40..=60), count(130..=175));
        assert_eq!(stutter + grey + gone, silences.len());
        assert!(stutter > 250 && grey > 40 && gone > 40, "{stutter}, {grey}, {gone}");
    }
}
