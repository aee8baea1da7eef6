//! Counting wrong keys and tokens by address: so many a minute, whoever guesses on waits.
//!
//! A page asks for an order both on its connection and by a call. One wrong link is one guess, so that the
//! same key for the same order counts once where both transports bring it, and each further time that the
//! same transport does.

use std::{
    hash::{BuildHasher, Hash, RandomState},
    net::IpAddr,
    time::Duration,
};

use server::{address::limit_unit, bounded_table::BoundedTable};
use tokio::time::Instant;

/// Over how long they are counted.
const WINDOW: Duration = Duration::from_secs(60);
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
    addresses: BoundedTable<IpAddr, Guesses>,
}

/// What an address guessed lately, [`KNOWN`] at most.
#[derive(Debug, Default)]
struct Guesses(Vec<Guess>);

/// What was guessed, told apart by a keyed hash: the guess itself is not kept.
#[derive(Debug)]
struct Guess {
    mark: u64,
    on_connections: u32,
    in_calls: u32,
}

impl WrongKeys {
    /// At most `limit` by one address in a minute.
    pub(super) fn new(limit: u32) -> Self {
        Self { limit, hasher: RandomState::new(), addresses: BoundedTable::new(WINDOW) }
    }

    /// Counts a wrong key; whether that is still within the limit.
    pub(super) fn is_within(&self, caller: IpAddr, transport: Transport, guess: impl Hash) -> bool {
        let mark = self.hasher.hash_one(guess);
        self.addresses.change(limit_unit(caller), Instant::now(), |entry| {
            if entry.value.came_by_the_other(mark, transport) {
                return true;
            }
            if entry.count >= self.limit {
                return false;
            }
            entry.count += 1;
            entry.value.note(mark, transport);
            true
        })
    }
}

impl Guesses {
    fn came_by_the_other(&mut self, mark: u64, transport: Transport) -> bool {
        self.find(mark).is_some_and(|guess| guess.came_by_the_other(transport))
    }

    fn note(&mut self, mark: u64, transport: Transport) {
        if self.find(mark).is_none() && self.0.len() < KNOWN {
            self.0.push(Guess { mark, on_connections: 0, in_calls: 0 });
        }
        if let Some(guess) = self.find(mark) {
            *guess.of(transport).0 += 1;
        }
    }

    fn find(&mut self, mark: u64) -> Option<&mut Guess> {
        self.0.iter_mut().find(|guess| guess.mark == mark)
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
        let known = keys.addresses.change_known(&HERE, Instant::now(), |entry| entry.value.0.len());
        assert_eq!(known, Some(KNOWN));
    }

    // Of any 300 addresses some met in one slot of a table that did not hold its addresses.
    #[tokio::test(start_paused = true)]
    async fn no_address_pays_for_anothers() {
        let keys = WrongKeys::new(10);
        let address = |n: u32| IpAddr::V4(n.wrapping_mul(2_654_435_761).into());
        for n in 0..4_000 {
            let within = (0..10).filter(|name| keys.is_within(address(n), Transport::Call, name)).count();
            assert_eq!(within, 10, "{}", address(n));
            assert!(!keys.is_within(address(n), Transport::Call, 10));
        }
        for n in 4_000..100_000 {
            assert!(keys.is_within(address(n), Transport::Connection, 0), "{}", address(n));
        }
    }
}
