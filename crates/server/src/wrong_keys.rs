//! Which wrong keys and tokens are guesses: so many a minute and address, counted over all nodes; whoever guesses on waits.
//!
//! A page asks for an order both on its connection and by a call. One wrong link is one guess, so that the
//! same key for the same order counts once where both transports bring it, and each further time that the
//! same transport does.

use std::{
    hash::{BuildHasher, Hash, RandomState},
    net::IpAddr,
    time::Duration,
};

use tokio::time::Instant;

use crate::{address::limit_unit, bounded_table::BoundedTable};

/// How long they are remembered.
const WINDOW: Duration = Duration::from_secs(60);
/// Guesses of an address that are known again; others count each time.
const KNOWN: usize = 16;

/// How a key comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// In a frame of a connection.
    Connection,
    /// In a call's path.
    Call,
}

/// Wrong keys by address, as far as one node knows them.
#[derive(Debug)]
pub(crate) struct WrongKeys {
    hasher: RandomState,
    addresses: BoundedTable<IpAddr, Guesses>,
}

/// A guess that is to be counted, unless it was over the limit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counted {
    address: IpAddr,
    mark: u64,
    transport: Transport,
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

impl Default for WrongKeys {
    fn default() -> Self {
        Self { hasher: RandomState::new(), addresses: BoundedTable::new(WINDOW) }
    }
}

impl WrongKeys {
    /// Notes a wrong key; none where it was counted already when it came by the other transport.
    pub(crate) fn note(&self, caller: IpAddr, transport: Transport, guess: impl Hash) -> Option<Counted> {
        let counted = Counted { address: limit_unit(caller), mark: self.hasher.hash_one(guess), transport };
        self.addresses.change(counted.address, Instant::now(), |entry| {
            if entry.value.came_by_the_other(counted.mark, transport) {
                return None;
            }
            entry.count = entry.count.saturating_add(1);
            entry.value.note(counted.mark, transport);
            Some(counted)
        })
    }

    /// It was over the limit, and counts for nothing.
    pub(crate) fn take_back(&self, counted: Counted) {
        let Counted { address, mark, transport } = counted;
        let _known = self.addresses.change_known(&address, Instant::now(), |entry| {
            entry.count = entry.count.saturating_sub(1);
            entry.value.take_back(mark, transport);
        });
    }

    /// How many of an address were noted here: what counts while the database does not answer.
    pub(crate) fn of(&self, counted: Counted) -> u32 {
        self.addresses.change_known(&counted.address, Instant::now(), |entry| entry.count).unwrap_or(0)
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

    fn take_back(&mut self, mark: u64, transport: Transport) {
        if let Some(guess) = self.find(mark) {
            let here = guess.of(transport).0;
            *here = here.saturating_sub(1);
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

    /// How many of these are counted.
    fn guesses(keys: &WrongKeys, transport: Transport, names: impl IntoIterator<Item = u32>) -> usize {
        names.into_iter().filter(|name| keys.note(HERE, transport, name).is_some()).count()
    }

    #[tokio::test(start_paused = true)]
    async fn one_wrong_link_is_one_guess_whichever_road_comes_first() {
        let keys = WrongKeys::default();
        let roads = [Transport::Connection, Transport::Call];
        for name in 0..10 {
            let [first, second] = if name % 2 == 0 { roads } else { [roads[1], roads[0]] };
            assert_eq!((guesses(&keys, first, [name]), guesses(&keys, second, [name])), (1, 0), "{name}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_same_key_again_on_the_same_road_is_another_guess() {
        let keys = WrongKeys::default();
        assert_eq!(guesses(&keys, Transport::Connection, [7; 10]), 10);
        assert_eq!(guesses(&keys, Transport::Call, [7; 10]), 0, "a page that polls what it was refused");
        assert_eq!(guesses(&keys, Transport::Call, [7; 10]), 10);
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_over_the_limit_counts_for_nothing() {
        let keys = WrongKeys::default();
        let counted = keys.note(HERE, Transport::Call, 7).unwrap();
        assert_eq!(keys.of(counted), 1);
        keys.take_back(counted);
        assert_eq!(keys.of(counted), 0);
        assert_eq!(guesses(&keys, Transport::Connection, [7]), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_remembered_of_an_address_has_a_bound() {
        let keys = WrongKeys::default();
        assert_eq!(guesses(&keys, Transport::Call, 0..10_000), 10_000);
        let known = keys.addresses.change_known(&HERE, Instant::now(), |entry| entry.value.0.len());
        assert_eq!(known, Some(KNOWN));
    }
}
