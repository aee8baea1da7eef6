//! Counting wrong keys and tokens by address: so many a minute, whoever guesses on waits.
//!
//! A page asks for an order both on its connection and by a call. One wrong link is one guess, so that the
//! same key for the same order counts once where both transports bring it, and each further time that the
//! same transport does.

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
pub(crate) enum Transport {
    /// In a frame of a connection.
    Connection,
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
    on_connections: u32,
    in_calls: u32,
}

impl WrongKeys {
    /// At most `limit` by one address in a minute.
    pub(super) fn new(limit: u32) -> Self {
        let slot = Slot { since: Instant::now(), count: 0, guesses: Vec::new() };
        Self { limit, hasher: RandomState::new(), slots: Mutex::new(vec![slot; SLOTS].into()) }
    }

    /// Counts a wrong key; whether that is still within the limit.
    pub(super) fn is_within(&self, caller: IpAddr, transport: Transport, guess: impl Hash) -> bool {
        let index = usize::try_from(self.hasher.hash_one(limit_unit(caller)) % SLOTS as u64).unwrap_or(0);
        let mark = self.hasher.hash_one(guess);
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = &mut slots[index];
        let now = Instant::now();
        if now.duration_since(slot.since) >= WINDOW {
            *slot = Slot { since: now, count: 0, guesses: Vec::new() };
        }
        let known = slot.guesses.iter_mut().find(|guess| guess.mark == mark);
        if known.is_some_and(|guess| guess.came_by_the_other(transport)) {
            return true;
        }
        if slot.count >= self.limit {
            return false;
        }
        slot.count += 1;
        slot.note(mark, transport);
        true
    }
}

impl Slot {
    fn note(&mut self, mark: u64, transport: Transport) {
        let at = self.guesses.iter().position(|guess| guess.mark == mark);
        let at = at.or_else(|| {
            (self.guesses.len() < KNOWN).then(|| {
                self.guesses.push(Guess { mark, on_connections: 0, in_calls: 0 });
                self.guesses.len() - 1
            })
        });
        if let Some(at) = at {
            *self.guesses[at].of(transport).0 += 1;
        }
    }
}

impl Guess {
    /// How often it came by this transport, and by the other.
    fn of(&mut self, transport: Transport) -> (&mut u32, u32) {
        match transport {
            Transport::Connection => (&mut self.on_connections, self.in_calls),
            Transport::Call => (&mut self.in_calls, self.on_connections),
        }
    }

    /// Whether it has been counted already when it came by the other transport; then it is noted here.
    fn came_by_the_other(&mut self, transport: Transport) -> bool {
        let (here, there) = self.of(transport);
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

    fn guesses(keys: &WrongKeys, transport: Transport, names: impl IntoIterator<Item = u32>) -> usize {
        names.into_iter().filter(|name| keys.is_within(HERE, transport, name)).count()
    }

    #[tokio::test(start_paused = true)]
    async fn so_many_by_an_address_in_a_minute() {
        let keys = WrongKeys::new(10);
        assert_eq!(guesses(&keys, Transport::Call, 0..20), 10);
        assert!(keys.is_within(THERE, Transport::Call, 0), "another address is another count");
        tokio::time::advance(WINDOW).await;
        assert_eq!(guesses(&keys, Transport::Connection, 0..20), 10);
    }

    #[tokio::test(start_paused = true)]
    async fn one_wrong_link_is_one_guess_whichever_road_comes_first() {
        let keys = WrongKeys::new(10);
        for name in 0..10 {
            let roads = if name % 2 == 0 {
                [Transport::Connection, Transport::Call]
            } else {
                [Transport::Call, Transport::Connection]
            };
            for transport in roads {
                assert!(keys.is_within(HERE, transport, name), "{name}");
            }
        }
        assert!(!keys.is_within(HERE, Transport::Call, 10));
        assert!(!keys.is_within(HERE, Transport::Connection, 10));
    }

    #[tokio::test(start_paused = true)]
    async fn the_same_key_again_on_the_same_road_is_another_guess() {
        for transport in [Transport::Connection, Transport::Call] {
            assert_eq!(guesses(&WrongKeys::new(10), transport, [7; 20]), 10);
        }
        let keys = WrongKeys::new(10);
        assert_eq!(guesses(&keys, Transport::Connection, [7; 10]), 10);
        assert_eq!(guesses(&keys, Transport::Call, [7; 10]), 10, "a page that polls what it was refused");
        assert_eq!(guesses(&keys, Transport::Call, [7; 10]), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_remembered_of_an_address_has_a_bound() {
        let keys = WrongKeys::new(u32::MAX);
        assert_eq!(guesses(&keys, Transport::Call, 0..10_000), 10_000);
        let slots = keys.slots.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(slots.iter().all(|slot| slot.guesses.len() <= KNOWN));
    }
}
