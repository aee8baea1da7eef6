//! What one watcher was told of one order, and what is wrong with it.

use jiff::Timestamp;
use tokio::time::Instant;

use super::{
    frame::{Event, Seen},
    report::Totals,
};

/// The status at which a car is shown.
const BEING_DELIVERED: i16 = 8;

/// A status that the city has pushed, as it was answered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Push {
    pub(super) status: i16,
    /// Its number; none where the answer does not name it, as those about batches.
    pub(super) seq: Option<i64>,
    pub(super) answered: Instant,
}

/// A status that was told.
#[derive(Debug, Clone, Copy)]
struct Told {
    event: Event,
    /// When; none of what came with a snapshot.
    heard: Option<Instant>,
}

/// A watcher's log.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// In the order in which it was told.
    told: Vec<Told>,
    doubled: u64,
    misordered: u64,
    strays: u64,
    positions: u64,
    car_at: Option<Timestamp>,
    has_ended: bool,
}

impl Log {
    /// The last number that was told: from here it goes on.
    pub(super) fn known(&self) -> Option<i64> {
        self.told.iter().map(|told| told.event.seq).max()
    }

    /// Whether nothing more is to come.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Writes down what came.
    pub(super) fn see(&mut self, seen: &Seen, now: Instant) {
        if self.has_ended {
            self.strays += 1;
            return;
        }
        match seen {
            Seen::Snapshot { seq, history, car_at } => {
                if history.last().is_none_or(|last| last.seq != *seq) {
                    self.misordered += 1;
                }
                history.iter().for_each(|event| self.take_from_snapshot(*event));
                self.car_at = car_at.or(self.car_at);
            }
            Seen::Status(event) => self.take(*event, now),
            Seen::Position(at) => {
                self.positions += 1;
                let is_on_the_road = self.told.last().is_some_and(|last| last.event.status == BEING_DELIVERED);
                if !is_on_the_road || self.car_at.is_some_and(|before| *at < before) {
                    self.strays += 1;
                }
                self.car_at = Some(*at);
            }
            // Where it is refused for good, whatever it was not told is lost.
            Seen::End | Seen::Refused(_) => self.has_ended = true,
            Seen::NotNow => {}
        }
    }

    /// What is known already is what is told again here, if it is the same.
    fn take_from_snapshot(&mut self, event: Event) {
        match self.known() {
            Some(known) if event.seq <= known => {
                self.misordered += u64::from(self.told.iter().all(|told| told.event != event));
            }
            known => {
                self.misordered += u64::from(event.seq != known.map_or(0, |known| known + 1));
                self.told.push(Told { event, heard: None });
            }
        }
    }

    fn take(&mut self, event: Event, now: Instant) {
        if self.told.iter().any(|told| told.event.seq == event.seq) {
            self.doubled += 1;
            return;
        }
        // A gap is what is lost, and found out in the end; what comes after its time shows here.
        self.misordered += u64::from(self.known().is_none_or(|known| event.seq < known));
        self.told.push(Told { event, heard: Some(now) });
    }

    /// Whether each of these was told.
    pub(super) fn has_all(&self, pushes: &[Push]) -> bool {
        self.judge(pushes, false).lost == 0
    }

    /// Holds what was told against what was pushed; an order that is over has to have ended here too.
    pub(super) fn judge(&self, pushes: &[Push], is_over: bool) -> Totals {
        let mut totals = Totals {
            doubled: self.doubled,
            misordered: self.misordered,
            strays: self.strays,
            positions: self.positions,
            unended: u64::from(is_over && !self.has_ended),
            ..Totals::default()
        };
        let mut told = self.told.clone();
        told.sort_by_key(|told| told.event.seq);
        let mut next = 0;
        for push in pushes {
            let is_it =
                |told: &Told| told.event.status == push.status && push.seq.is_none_or(|seq| seq == told.event.seq);
            let Some(found) = told[next..].iter().position(is_it) else {
                // Whom a batch moves is our guess: where others pressed too, it may have moved nobody.
                let others_pressed = told.len() > pushes.len() || told.iter().any(|told| is_others(told, pushes));
                if push.seq.is_some() || !others_pressed {
                    totals.expected += 1;
                    totals.lost += 1;
                }
                continue;
            };
            next += found + 1;
            totals.expected += 1;
            totals.received += 1;
            if let Some(heard) = told[next - 1].heard {
                totals.latency.add(heard.saturating_duration_since(push.answered));
            }
        }
        totals
    }
}

/// Whether nobody of the city has pressed this.
fn is_others(told: &Told, pushes: &[Push]) -> bool {
    pushes.iter().all(|push| push.status != told.event.status)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const LIFE: [i16; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11];

    fn event(seq: usize) -> Event {
        Event { seq: i64::try_from(seq).unwrap(), status: LIFE[seq] }
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    /// What the city pushed: what a batch does has no number.
    fn pushes(now: Instant) -> Vec<Push> {
        let seq = |seq: usize| (!matches!(LIFE[seq], 5 | 6 | 8)).then(|| event(seq).seq);
        (0..LIFE.len()).map(|place| Push { status: LIFE[place], seq: seq(place), answered: now }).collect()
    }

    /// What a watcher is told who comes at 2.
    fn sound() -> Vec<Seen> {
        let mut seen = vec![Seen::Snapshot { seq: 2, history: (0..=2).map(event).collect(), car_at: None }];
        seen.extend((3..=8).map(|seq| Seen::Status(event(seq))));
        seen.extend([Seen::Position(at(1)), Seen::Position(at(2)), Seen::Status(event(9)), Seen::End]);
        seen
    }

    fn judged(seen: &[Seen]) -> Totals {
        let now = Instant::now();
        let mut log = Log::default();
        seen.iter().for_each(|seen| log.see(seen, now + Duration::from_millis(5)));
        log.judge(&pushes(now), true)
    }

    /// lost, doubled, misordered, strays, without an end.
    fn flaws(seen: &[Seen]) -> [u64; 5] {
        let totals = judged(seen);
        assert_eq!(totals.received + totals.lost, totals.expected);
        [totals.lost, totals.doubled, totals.misordered, totals.strays, totals.unended]
    }

    #[test]
    fn a_sound_log_has_no_flaw() {
        assert_eq!(flaws(&sound()), [0; 5]);
        let totals = judged(&sound());
        assert_eq!((totals.expected, totals.received, totals.positions), (10, 10, 2));
        let p50 = totals.latency.quantile(0.5).unwrap();
        assert!((Duration::from_millis(5)..Duration::from_micros(5_501)).contains(&p50), "{p50:?}");
    }

    #[test]
    fn a_lost_status_is_found_whether_its_number_was_answered_or_not() {
        for lost in [3, 5, 8, 9] {
            let mut seen = sound();
            seen.retain(|seen| *seen != Seen::Status(event(lost)));
            let strays = if lost == 8 { 2 } else { 0 };
            assert_eq!(flaws(&seen), [1, 0, 0, strays, 0], "without {lost}");
        }
    }

    #[test]
    fn a_doubled_status_is_found() {
        let mut seen = sound();
        seen.insert(3, Seen::Status(event(4)));
        assert_eq!(flaws(&seen), [0, 1, 0, 0, 0]);
    }

    #[test]
    fn two_that_changed_places_are_found() {
        let mut seen = sound();
        seen.swap(1, 2);
        assert_eq!(flaws(&seen), [0, 0, 1, 0, 0]);
    }

    #[test]
    fn another_status_under_the_same_number_is_found() {
        let mut seen = sound();
        seen[1] = Seen::Status(Event { seq: 3, status: 2 });
        assert_eq!(flaws(&seen), [1, 0, 0, 0, 0]);
    }

    #[test]
    fn a_car_is_shown_on_the_road_alone_and_does_not_go_back() {
        let mut seen = sound();
        seen.insert(6, Seen::Position(at(0)));
        assert_eq!(flaws(&seen), [0, 0, 0, 1, 0], "before it departs");
        let mut seen = sound();
        seen.swap(7, 8);
        assert_eq!(flaws(&seen), [0, 0, 0, 1, 0], "back in time");
        let mut seen = sound();
        seen.swap(8, 9);
        assert_eq!(flaws(&seen), [0, 0, 0, 1, 0], "after it was delivered");
    }

    #[test]
    fn an_end_is_the_end() {
        let mut seen = sound();
        seen.pop();
        assert_eq!(flaws(&seen), [0, 0, 0, 0, 1]);
        let mut seen = sound();
        seen.push(Seen::Status(event(9)));
        assert_eq!(flaws(&seen), [0, 0, 0, 1, 0]);
    }

    #[test]
    fn who_comes_back_is_told_the_rest_or_everything() {
        let mut seen = sound();
        let history = (0..=5).map(event).collect();
        seen.splice(4..5, [Seen::Snapshot { seq: 5, history, car_at: None }]);
        // It was at 5 already.
        assert_eq!(flaws(&seen), [1, 0, 0, 0, 0]);
        let mut seen = sound();
        seen[3] = Seen::Snapshot { seq: 5, history: (0..=5).map(event).collect(), car_at: None };
        assert_eq!(flaws(&seen), [0; 5]);
        seen[3] = Seen::Snapshot { seq: 5, history: [0, 1, 2, 4, 5].map(event).to_vec(), car_at: None };
        assert_eq!(flaws(&seen), [0; 5], "3 and 4 are known");
        seen[2] = Seen::NotNow;
        assert_eq!(flaws(&seen), [0; 5], "4 comes with the snapshot");
        let mut seen = sound();
        seen[0] = Seen::Snapshot { seq: 2, history: [0, 2].map(event).to_vec(), car_at: None };
        assert_eq!(flaws(&seen), [1, 0, 1, 0, 0]);
        seen[0] = Seen::Snapshot { seq: 2, history: [0, 1].map(event).to_vec(), car_at: None };
        assert_eq!(flaws(&seen), [1, 0, 1, 0, 0]);
    }

    #[test]
    fn who_is_refused_loses_the_rest() {
        let mut seen = sound();
        seen.truncate(4);
        seen.push(Seen::Refused("order/expired".to_owned()));
        assert_eq!(flaws(&seen), [4, 0, 0, 0, 0]);
    }

    #[test]
    fn what_others_press_between_is_no_flaw() {
        let now = Instant::now();
        let mut log = Log::default();
        let history = [(0, 0), (1, 1), (2, 2), (3, 13)].map(|(seq, status)| Event { seq, status });
        log.see(&Seen::Snapshot { seq: 3, history: history.to_vec(), car_at: None }, now);
        log.see(&Seen::End, now);
        let push = |status, seq| Push { status, seq, answered: now };
        let pushed = [push(0, Some(0)), push(1, Some(1)), push(2, Some(2)), push(5, None), push(6, None)];
        let totals = log.judge(&pushed, true);
        assert_eq!((totals.expected, totals.received, totals.lost, totals.unended), (3, 3, 0, 0));
    }
}
