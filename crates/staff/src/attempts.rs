//! How often somebody may try to sign in: five failures of an account and twenty of an address within a quarter of an
//! hour are free (docs/spec/promises.md, "Accounts"), then each further try waits.
//!
//! A stranger must not lock the owner out. So the account's own waits are short; the longer ones are the
//! address's; and where somebody has signed in before, from there their failures are counted apart
//! from those of the rest of the world. Counted in memory, on each node for itself: the figures are
//! those of one node, and a restart forgets them.

use std::{
    hash::{BuildHasher, RandomState},
    net::IpAddr,
    time::Duration,
};

use server::{
    address::limit_unit,
    bounded_table::BoundedTable,
    pace::{Pace, Steps},
};
use tokio::time::Instant;

const WINDOW: Duration = Duration::from_secs(15 * 60);

const OF_AN_ACCOUNT: Steps =
    Steps { free: 5, window: WINDOW, first: Duration::from_secs(2), longest: Duration::from_secs(10) };
const OF_AN_ADDRESS: Steps =
    Steps { free: 20, window: WINDOW, first: Duration::from_secs(4), longest: Duration::from_secs(60) };

/// The tries to sign in on this node.
#[derive(Debug)]
pub struct Attempts {
    accounts: Pace,
    addresses: Pace,
    hasher: RandomState,
    /// From where somebody has signed in: each a mark of an account at an address.
    places: BoundedTable<u64>,
}

/// A try that has begun. Whoever drops it without a word has failed.
#[derive(Debug)]
pub struct Attempt<'a> {
    attempts: &'a Attempts,
    account: &'a str,
    address: IpAddr,
    is_from_home: bool,
    has_succeeded: bool,
}

impl Default for Attempts {
    fn default() -> Self {
        Self {
            accounts: Pace::new(OF_AN_ACCOUNT),
            addresses: Pace::new(OF_AN_ADDRESS),
            hasher: RandomState::new(),
            // Remembered until there is no more room.
            places: BoundedTable::new(Duration::MAX),
        }
    }
}

impl Attempts {
    /// Begins a try for an account (known or not) from an address.
    ///
    /// # Errors
    /// How long to wait.
    pub fn begin<'a>(&'a self, account: &'a str, address: IpAddr) -> Result<Attempt<'a>, Duration> {
        let address = limit_unit(address);
        let is_from_home = self.is_known(account, address);
        let attempt = Attempt { attempts: self, account, address, is_from_home, has_succeeded: true };
        self.addresses.begin(address)?;
        if let Err(wait) = self.accounts.begin(attempt.key()) {
            // No password was looked at.
            self.addresses.take_back(address);
            return Err(wait);
        }
        Ok(Attempt { has_succeeded: false, ..attempt })
    }

    fn mark(&self, account: &str, address: IpAddr) -> u64 {
        self.hasher.hash_one((account, address))
    }

    fn is_known(&self, account: &str, address: IpAddr) -> bool {
        self.places.change_known(&self.mark(account, address), Instant::now(), |_| ()).is_some()
    }

    fn remember(&self, account: &str, address: IpAddr) {
        let now = Instant::now();
        // What was used last is forgotten last.
        self.places.change(self.mark(account, address), now, |entry| entry.since = now);
    }
}

impl Attempt<'_> {
    /// It was the right password.
    pub fn succeeded(mut self) {
        self.has_succeeded = true;
        self.attempts.accounts.forget(self.key());
        self.attempts.addresses.take_back(self.address);
        self.attempts.remember(self.account, self.address);
    }

    /// It was never judged, through no fault of whoever tried.
    pub fn was_none(mut self) {
        self.has_succeeded = true;
        self.attempts.accounts.take_back(self.key());
        self.attempts.addresses.take_back(self.address);
    }

    fn key(&self) -> (&str, Option<IpAddr>) {
        (self.account, self.is_from_home.then_some(self.address))
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        if !self.has_succeeded {
            self.attempts.accounts.failed(self.key());
            self.attempts.addresses.failed(self.address);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AINO: &str = "aino@ovelle.example";

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn fail(attempts: &Attempts, account: &str, from: &str) -> Result<(), Duration> {
        attempts.begin(account, address(from)).map(drop)
    }

    #[tokio::test(start_paused = true)]
    async fn five_failures_of_an_account_are_free() {
        let attempts = Attempts::default();
        for n in 0..5 {
            assert_eq!(fail(&attempts, AINO, &format!("10.0.0.{n}")), Ok(()));
        }
        assert_eq!(fail(&attempts, AINO, "10.0.0.9"), Err(Duration::from_secs(2)));
        assert_eq!(fail(&attempts, "aapo@ovelle.example", "10.0.0.9"), Ok(()));
        tokio::time::advance(Duration::from_secs(2)).await;
        attempts.begin(AINO, address("10.0.0.9")).unwrap().succeeded();
        assert_eq!(fail(&attempts, AINO, "10.0.0.9"), Ok(()), "whoever succeeds begins anew");
    }

    #[tokio::test(start_paused = true)]
    async fn twenty_failures_of_an_address_are_free() {
        let attempts = Attempts::default();
        for n in 0..20 {
            assert_eq!(fail(&attempts, &format!("{n}@ovelle.example"), "2001:db8::1"), Ok(()));
        }
        let wait = Err(Duration::from_secs(4));
        assert_eq!(fail(&attempts, AINO, "2001:db8::2"), wait, "one household has one /64");
        assert_eq!(fail(&attempts, AINO, "2001:db8:0:1::1"), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn successes_of_a_busy_address_cost_nothing() {
        let attempts = Attempts::default();
        for n in 0..100 {
            attempts.begin(&format!("{n}@ovelle.example"), address("10.0.0.1")).unwrap().succeeded();
            attempts.begin(AINO, address("10.0.0.1")).unwrap().was_none();
        }
        assert_eq!(fail(&attempts, AINO, "10.0.0.1"), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_stranger_does_not_keep_the_owner_out() {
        let attempts = Attempts::default();
        attempts.begin(AINO, address("10.0.0.1")).unwrap().succeeded();
        for second in 0..3600 {
            // The stranger tries as often as they may, from two addresses.
            let _refused = (fail(&attempts, AINO, "10.6.6.6"), fail(&attempts, AINO, "10.6.6.7"));
            if second % 60 == 0 {
                attempts.begin(AINO, address("10.0.0.1")).expect("at home nobody is in the way").succeeded();
            }
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        // Elsewhere the owner waits no longer than the account's own wait.
        let mut waited = 0;
        while attempts.begin(AINO, address("10.0.0.2")).map(Attempt::succeeded).is_err() {
            tokio::time::advance(Duration::from_secs(1)).await;
            waited += 1;
        }
        assert!(waited <= 10, "{waited} s");
    }

    #[tokio::test(start_paused = true)]
    async fn of_many_tries_at_once_five_are_judged() {
        let attempts = Attempts::default();
        let begun: Vec<_> =
            (0..50).filter_map(|n| attempts.begin(AINO, address(&format!("10.0.0.{n}"))).ok()).collect();
        assert_eq!(begun.len(), 5);
    }
}
