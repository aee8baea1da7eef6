//! Gift cards that somebody guesses: after so many wrong numbers and pins nobody is told any more whether one is right
//! (docs/spec/ordering.md, "Limits").

use std::net::IpAddr;

use domain::rate_limit::{RateLimit, RateLog};
use jiff::{SignedDuration, Timestamp};
use server::{
    address::limit_unit,
    rate_limits::{NamedLimit, RateLimits},
};
use store::StoreError;

/// Wrong numbers and pins from an address.
const OF_ADDRESS: NamedLimit =
    NamedLimit { name: "gift cards of an address", most: 10, window: SignedDuration::from_mins(10) };
/// Wrong pins of a card; then it is refused to those who have guessed.
const OF_CARD: NamedLimit =
    NamedLimit { name: "pins of a gift card", most: 10, window: SignedDuration::from_hours(24) };
/// Then it is refused to all.
const OF_CARD_BY_ALL: NamedLimit = NamedLimit { most: 20, ..OF_CARD };

/// Wrong gift cards, by address and by card.
#[derive(Clone)]
pub struct CardAttempts(RateLimits);

/// What comes of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CardAttempt {
    /// Whether it is right may be said.
    Judged,
    /// Nothing may be said.
    TooMany,
}

/// The limits that hold here.
#[derive(Debug, Clone, Copy)]
struct CardLimits {
    of_address: RateLimit,
    of_card: RateLimit,
    by_all: RateLimit,
}

impl CardAttempts {
    /// Counted by these.
    #[must_use]
    pub fn new(limits: RateLimits) -> Self {
        Self(limits)
    }

    /// Judges an attempt at a card; a wrong one is counted. Of any number at once no more are judged than the limits say.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub(crate) async fn judge(&self, number: &str, is_right: bool, address: IpAddr) -> Result<CardAttempt, StoreError> {
        let Some(limits) = self.limits() else { return Ok(CardAttempt::Judged) };
        let unit = limit_unit(address).to_string();
        let mark = self.0.mark(&unit);
        let names = [self.0.log_of(OF_ADDRESS, &unit), self.0.log_of(OF_CARD, number)];
        let (mut logs, now) = self.0.read(&names).await?;
        if judge(is_right, mark, &mut logs, limits, now) == CardAttempt::TooMany {
            return Ok(CardAttempt::TooMany);
        }
        // Judged again where nobody else counts meanwhile, the right one too: it would be told apart from any number of
        // guesses that come at once.
        let again = move |logs: &mut [RateLog], now| judge(is_right, mark, logs, limits, now);
        self.0.change(names.to_vec(), again).await
    }

    fn limits(&self) -> Option<CardLimits> {
        let limit = |of| self.0.limit(of);
        Some(CardLimits { of_address: limit(OF_ADDRESS)?, of_card: limit(OF_CARD)?, by_all: limit(OF_CARD_BY_ALL)? })
    }
}

/// Whether an attempt may be judged that comes from an address with a mark; a wrong one is counted in the logs of the
/// address and of the card.
fn judge(is_right: bool, mark: u64, logs: &mut [RateLog], limits: CardLimits, now: Timestamp) -> CardAttempt {
    let [of_address, of_card] = logs else { return CardAttempt::TooMany };
    let is_over_here = of_address.wait(limits.of_address, now).is_some();
    let has_guessed = of_card.holds(mark);
    let card_limit = if has_guessed { limits.of_card } else { limits.by_all };
    if is_over_here || of_card.wait(card_limit, now).is_some() {
        return CardAttempt::TooMany;
    }
    if !is_right {
        of_address.add(now, mark);
        of_card.add(now, mark);
    }
    CardAttempt::Judged
}

#[cfg(test)]
mod tests {
    use std::{collections::HashMap, sync::Arc, time::Duration};

    use deps::{Chance, Commits, Deps};
    use domain::{key::Secrets, rate_limit::RateFactor};
    use proptest::prelude::*;
    use testkit::{callers::Guests, clock::FakeClock, store_contract};

    use super::*;

    const LIMITS: CardLimits = CardLimits {
        of_address: RateLimit { most: OF_ADDRESS.most, window: OF_ADDRESS.window },
        of_card: RateLimit { most: OF_CARD.most, window: OF_CARD.window },
        by_all: RateLimit { most: OF_CARD_BY_ALL.most, window: OF_CARD_BY_ALL.window },
    };

    #[derive(Default)]
    struct World {
        addresses: HashMap<u64, RateLog>,
        cards: HashMap<u8, RateLog>,
    }

    impl World {
        /// Whether an attempt is judged.
        fn tries(&mut self, from: u64, card: u8, is_right: bool, minute: i64) -> bool {
            let now = Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minute);
            let mut logs =
                [self.addresses.remove(&from).unwrap_or_default(), self.cards.remove(&card).unwrap_or_default()];
            logs[0].forget(now, OF_ADDRESS.window);
            logs[1].forget(now, OF_CARD.window);
            let attempt = judge(is_right, from, &mut logs, LIMITS, now);
            let [of_address, of_card] = logs;
            self.addresses.insert(from, of_address);
            self.cards.insert(card, of_card);
            attempt == CardAttempt::Judged
        }
    }

    #[test]
    fn ten_wrong_ones_of_an_address_and_the_right_one_too() {
        let mut world = World::default();
        assert_eq!((0..15).filter(|card| world.tries(1, *card, false, 0)).count(), 10);
        assert!(!world.tries(1, 99, true, 9), "the right one too");
        assert!(world.tries(2, 99, true, 9), "another address");
        assert!(world.tries(1, 99, true, 10), "until they are older");
    }

    #[test]
    fn ten_wrong_pins_of_a_card_shut_out_who_guessed_and_twenty_everybody() {
        let mut world = World::default();
        for from in 0..10 {
            assert!(world.tries(from, 7, false, 0));
        }
        assert!(!world.tries(3, 7, true, 0), "who has guessed");
        assert!(world.tries(50, 7, true, 0), "its owner");
        for from in 10..20 {
            assert!(world.tries(from, 7, false, 0), "one guess each");
        }
        assert!(!world.tries(50, 7, true, 24 * 60 - 1), "all");
        assert!(world.tries(50, 7, true, 24 * 60));
    }

    // Twenty wrong ones are under way when the right one is looked at.
    store_contract!(a_right_pin_comes_after_what_is_being_counted, |db| async move {
        let deps = Deps {
            store: db.store(),
            clock: Arc::new(FakeClock::default()),
            chance: Chance::seeded(1),
            secrets: Secrets::parse("a secret of this test").unwrap(),
            callers: Arc::new(Guests),
            commits: Commits::default(),
        };
        let limits = RateLimits::new(&deps, RateFactor::default());
        let (attempts, card) = (CardAttempts::new(limits.clone()), limits.log_of(OF_CARD, "3333"));
        let (begin, begun) = tokio::sync::oneshot::channel();
        let (end, ended) = std::sync::mpsc::sync_channel(1);
        let count = move |logs: &mut [RateLog], now| {
            begin.send(()).unwrap();
            tokio::task::block_in_place(|| ended.recv().unwrap());
            (0..20).for_each(|mark| logs[0].add(now, mark));
        };
        let counted = tokio::spawn(async move { limits.change(vec![card], count).await });
        begun.await.unwrap();
        let mut right = std::pin::pin!(attempts.judge("3333", true, IpAddr::from([192, 0, 2, 1])));
        let early = tokio::time::timeout(Duration::from_millis(300), &mut right).await;
        end.send(()).unwrap();
        counted.await.unwrap().unwrap();
        let judged = if let Ok(judged) = early { judged } else { right.await };
        assert_eq!(judged.unwrap(), CardAttempt::TooMany);
    });

    proptest! {
        /// However attempts are spread: of a card twenty wrong ones are judged in a day, of an address ten in ten minutes.
        #[test]
        fn no_more_are_judged(steps in prop::collection::vec((0..40_u64, 0..3_u8, 0..5_i64), 1..300)) {
            let (mut world, mut minute) = (World::default(), 0);
            let mut judged: Vec<(u64, u8, i64)> = Vec::new();
            for (from, card, wait) in steps {
                minute += wait;
                if world.tries(from, card, false, minute) {
                    judged.push((from, card, minute));
                }
                let lately = |span: i64| judged.iter().filter(move |(_, _, at)| minute - at < span);
                prop_assert!(lately(24 * 60).filter(|(_, of, _)| *of == card).count() <= 20);
                prop_assert!(lately(10).filter(|(by, _, _)| *by == from).count() <= 10);
            }
        }
    }
}
