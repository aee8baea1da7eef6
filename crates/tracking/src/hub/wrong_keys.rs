//! Counting wrong keys and tokens by address: so many a minute, whoever guesses on waits.
//!
//! A page asks for an order both on its line and by a call. One wrong link is one guess, so that the
//! same key for the same order counts once where both roads bring it, and each further time that the
//! same road does.

use std::{
    hash::{BuildHasher, Hash, RandomState},
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use server::address::limit_unit;
use tokio::time::Instant;

/// Over how long they are counted.
const WINDOW: Duration = Duration::from_secs(60);
/// Slots of the table. Two addresses that fall into one share its count: a stranger can at worst cost an
/// honest caller a wait, and memory stays what it is.
const SLOTS: usize = 4096;
/// Guesses of an address that are known again; others count each time.
const KNOWN: usize = 16;

/// How a key comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Road {
    /// In a frame of a line.
    Line,
    /// In a call's path.
    Call,
}

/// Wrong keys by address.
#[derive(Debug)]
pub(super) struct WrongKeys {
    limit: u32,
    hasher: RandomState,
    slots: Mutex<Box<[Slot]>>,
}

#[derive(Debug, Clone)]
struct Slot {
    since: Instant,
    count: u32,
    guesses: Vec<Guess>,
}

/// What was guessed, told apart by a keyed hash: the guess itself is not kept.
#[derive(Debug, Clone)]
struct Guess {
    mark: u64,
    on_lines: u32,
    in_calls: u32,
}

impl WrongKeys {
    /// At most `limit` by one address in a minute.
    pub(super) fn new(limit: u32) -> Self {
        let slot = Slot { since: Instant::now(), count: 0, guesses: Vec::new() };
        Self { limit, hasher: RandomState::new(), slots: Mutex::new(vec![slot; SLOTS].into()) }
    }

    /// Counts a wrong key; whether that is still within the limit.
    pub(super) fn is_within(&self, caller: IpAddr, road: Road, guess: impl Hash) -> bool {
        let index = usize::try_from(self.hasher.hash_one(limit_unit(caller)) % SLOTS as u64).unwrap_or(0);
        let mark = self.hasher.hash_one(guess);
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = &mut slots[index];
        let now = Instant::now();
        if now.duration_since(slot.since) >= WINDOW {
            *slot = Slot { since: now, count: 0, guesses: Vec::new() };
        }
        let known = slot.guesses.iter_mut().find(|guess| guess.mark == mark);
        if known.is_some_and(|guess| guess.came_by_the_other(road)) {
            return true;
        }
        if slot.count >= self.limit {
            return false;
        }
        slot.count += 1;
        slot.note(mark, road);
        true
    }
}

impl Slot {
    fn note(&mut self, mark: u64, road: Road) {
        let at = self.guesses.iter().position(|guess| guess.mark == mark);
        let at = at.or_else(|| {
            (self.guesses.len() < KNOWN).then(|| {
                self.guesses.push(Guess { mark, on_lines: 0, in_calls: 0 });
                self.guesses.len() - 1
            })
        });
        if let Some(at) = at {
            *self.guesses[at].of(road).0 += 1;
        }
    }
}

impl Guess {
    /// How often it came by this road, and by the other.
    fn of(&mut self, road: Road) -> (&mut u32, u32) {
        match road {
            Road::Line => (&mut self.on_lines, self.in_calls),
            Road::Call => (&mut self.in_calls, self.on_lines),
        }
    }

    /// Whether it has been counted already when it came by the other road; then it is noted here.
    fn came_by_the_other(&mut self, road: Road) -> bool {
        let (here, there) = self.of(road);
        let is_counted = *here < there;
        *here += u32::from(is_counted);
        is_counted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    fn guesses(keys: &WrongKeys, road: Road, names: impl IntoIterator<Item = u32>) -> usize {
        names.into_iter().filter(|name| keys.is_within(HERE, road, name)).count()
    }

    #[tokio::test(start_paused = true)]
    async fn so_many_by_an_address_in_a_minute() {
        let keys = WrongKeys::new(10);
        assert_eq!(guesses(&keys, Road::Call, 0..20), 10);
        assert!(keys.is_within(THERE, Road::Call, 0), "another address is another count");
        tokio::time::advance(WINDOW).await;
        assert_eq!(guesses(&keys, Road::Line, 0..20), 10);
    }

    #[tokio::test(start_paused = true)]
    async fn one_wrong_link_is_one_guess_whichever_road_comes_first() {
        let keys = WrongKeys::new(10);
        for name in 0..10 {
            let roads = if name % 2 == 0 { [Road::Line, Road::Call] } else { [Road::Call, Road::Line] };
            for road in roads {
                assert!(keys.is_within(HERE, road, name), "{name}");
            }
        }
        assert!(!keys.is_within(HERE, Road::Call, 10));
        assert!(!keys.is_within(HERE, Road::Line, 10));
    }

    #[tokio::test(start_paused = true)]
    async fn the_same_key_again_on_the_same_road_is_another_guess() {
        for road in [Road::Line, Road::Call] {
            assert_eq!(guesses(&WrongKeys::new(10), road, [7; 20]), 10);
        }
        let keys = WrongKeys::new(10);
        assert_eq!(guesses(&keys, Road::Line, [7; 10]), 10);
        assert_eq!(guesses(&keys, Road::Call, [7; 10]), 10, "a page that polls what it was refused");
        assert_eq!(guesses(&keys, Road::Call, [7; 10]), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_remembered_of_an_address_has_a_bound() {
        let keys = WrongKeys::new(u32::MAX);
        assert_eq!(guesses(&keys, Road::Call, 0..10_000), 10_000);
        let slots = keys.slots.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(slots.iter().all(|slot| slot.guesses.len() <= KNOWN));
    }
}
