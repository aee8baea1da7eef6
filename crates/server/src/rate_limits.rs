//! Limits that are counted over all nodes and that no restart forgets: in the database, by the node's clock. Where the
//! database does not answer, nothing is counted and the call is refused as every other that needs it.
//!
//! Whoever is over a limit is refused from memory until they may call again: a flood reaches the database as often as the
//! limit allows, and no oftener.

use std::{sync::Arc, time::Duration};

use deps::{Deps, SharedClock};
use domain::{
    error::Code,
    key::Secrets,
    rate_limit::{RateFactor, RateLimit, RateLog},
    sealed::Purpose,
};
use jiff::{SignedDuration, Timestamp};
use store::{RateLogName, Store, StoreError};
use tokio::time::Instant;

use crate::{
    ApiError,
    bounded_table::BoundedTable,
    turns::{Turn, Turns},
};

const NAMES: Purpose = Purpose("names of what limits count");
/// For how long a node remembers who is over a limit; the database knows it longer.
const REMEMBERED: Duration = Duration::from_secs(3600);

/// A limit of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedLimit {
    /// What it is called in logs.
    pub name: &'static str,
    /// How many, before the factor; 0: as many as people like.
    pub most: u32,
    /// For how long each counts.
    pub window: SignedDuration,
}

/// Changing calls of one customer's session (docs/spec/people.md, "Limits").
pub const CUSTOMER_CHANGES: NamedLimit =
    NamedLimit { name: "changes of a customer", most: 300, window: SignedDuration::from_mins(1) };

/// Counts what limits count. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct RateLimits(Arc<RateLimitsInner>);

struct RateLimitsInner {
    store: Store,
    clock: SharedClock,
    secrets: Secrets,
    factor: RateFactor,
    /// Who is over a limit, until when, and how long that was when it was noted.
    over: BoundedTable<[u8; 32], Option<(Timestamp, SignedDuration)>>,
    /// Of the callers of one log, one counts at a time: the others hold no connection while they wait.
    turns: Turns<[u8; 32]>,
}

impl RateLimits {
    /// On what a capability was given, with limits so many times those of the contract.
    #[must_use]
    pub fn new(deps: &Deps, factor: RateFactor) -> Self {
        let Deps { store, clock, secrets, .. } = deps.clone();
        Self(Arc::new(RateLimitsInner {
            store,
            clock,
            secrets,
            factor,
            over: BoundedTable::new(REMEMBERED),
            turns: Turns::default(),
        }))
    }

    /// What of a limit counts here; none where it does not.
    #[must_use]
    pub fn limit(&self, of: NamedLimit) -> Option<RateLimit> {
        self.0.factor.times(of.most).map(|most| RateLimit { most, window: of.window })
    }

    /// The log of a limit and a subject. Its name tells nobody who that is.
    #[must_use]
    pub fn log_of(&self, of: NamedLimit, subject: &str) -> RateLogName {
        let text = format!("{}\n{subject}", of.name);
        RateLogName { name: NAMES.fingerprint(&self.0.secrets, text.as_bytes()), window: of.window }
    }

    /// By what somebody is counted in rows of their own; it tells nobody who that is.
    #[must_use]
    pub fn digest(&self, who: &str) -> [u8; 32] {
        NAMES.fingerprint(&self.0.secrets, who.as_bytes())
    }

    /// By what one of several that are counted together is told from others.
    #[must_use]
    pub fn mark(&self, text: &str) -> u64 {
        let mark = NAMES.fingerprint(&self.0.secrets, text.as_bytes());
        mark.first_chunk().map_or(0, |first| u64::from_be_bytes(*first))
    }

    /// Counts a call on a subject.
    ///
    /// # Errors
    /// 429 over the limit; 503 where the database does not answer.
    pub async fn count(&self, of: NamedLimit, subject: &str) -> Result<(), ApiError> {
        let taken = self.take(of, subject).await?;
        taken.map_err(|wait| ApiError::new(Code::TooMany).retry_after(Duration::try_from(wait).unwrap_or_default()))
    }

    /// The same, for those who say in their own way that it is too much: how long until one more may come.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn take(&self, of: NamedLimit, subject: &str) -> Result<Result<(), SignedDuration>, StoreError> {
        let Some(limit) = self.limit(of) else { return Ok(Ok(())) };
        let log = self.log_of(of, subject);
        if let Some(wait) = self.remembered(log) {
            return Ok(Err(wait));
        }
        let _turn = self.0.turns.take(log.name).await;
        // Whoever came before may have been the last one within the limit.
        if let Some(wait) = self.remembered(log) {
            return Ok(Err(wait));
        }
        let now = self.0.clock.now();
        let take = move |logs: &mut [RateLog]| logs.first_mut().map_or(Ok(()), |log| log.take(limit, now, 0));
        let taken = self.0.store.rate_logs().change(vec![log], now, take).await?;
        Ok(taken.inspect_err(|wait| self.remember(log, *wait)))
    }

    /// Lets a rule see what logs hold now, and change it.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn change<T, J>(&self, logs: Vec<RateLogName>, judge: J) -> Result<T, StoreError>
    where
        T: Send + 'static,
        J: FnOnce(&mut [RateLog], Timestamp) -> T + Send + 'static,
    {
        let _turns = self.turns_of(&logs).await;
        let now = self.0.clock.now();
        self.0.store.rate_logs().change(logs, now, move |logs| judge(logs, now)).await
    }

    /// The turns of several logs, which all who want several take in one order.
    async fn turns_of(&self, logs: &[RateLogName]) -> Vec<Turn<[u8; 32]>> {
        let mut names: Vec<_> = logs.iter().map(|log| log.name).collect();
        names.sort_unstable();
        names.dedup();
        let mut turns = Vec::with_capacity(names.len());
        for name in names {
            turns.push(self.0.turns.take(name).await);
        }
        turns
    }

    /// What logs hold now.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn read(&self, logs: &[RateLogName]) -> Result<(Vec<RateLog>, Timestamp), StoreError> {
        let now = self.0.clock.now();
        Ok((self.0.store.rate_logs().read(logs, now).await?, now))
    }

    /// Remembers that a call was refused and for how long it will be, so that the same one is refused unread.
    pub fn note_refused(&self, call: &str, of: NamedLimit, wait: SignedDuration) {
        self.remember(RateLogName { name: self.digest(call), window: of.window }, wait);
    }

    /// How long a call is still refused unread, as was noted here.
    #[must_use]
    pub fn refused(&self, call: &str, of: NamedLimit) -> Option<SignedDuration> {
        self.remembered(RateLogName { name: self.digest(call), window: of.window })
    }

    /// How long a subject still has to wait that was refused here. Never longer than it was told, whatever the clock does.
    fn remembered(&self, log: RateLogName) -> Option<SignedDuration> {
        let (until, told) = self.0.over.change_known(&log.name, Instant::now(), |entry| entry.value).flatten()?;
        let wait = until.duration_since(self.0.clock.now());
        (wait.is_positive() && wait <= told).then_some(wait)
    }

    fn remember(&self, log: RateLogName, wait: SignedDuration) {
        let (now, until) = (Instant::now(), self.0.clock.now().checked_add(wait).ok());
        self.0.over.change(log.name, now, |entry| {
            entry.since = now;
            entry.value = until.map(|until| (until, wait));
        });
    }
}

#[cfg(test)]
mod tests {
    use deps::{Chance, Commits};
    use testkit::{callers::Guests, clock::FakeClock, store_contract};

    use super::*;

    // Failures count for a quarter of an hour; who made them waits for seconds.
    store_contract!(nobody_waits_longer_than_they_were_told_where_a_clock_is_put_back, |db| async move {
        let clock = FakeClock::default();
        let deps = Deps {
            store: db.store(),
            clock: Arc::new(clock.clone()),
            chance: Chance::seeded(1),
            secrets: Secrets::parse("a secret of this test").unwrap(),
            callers: Arc::new(Guests),
            commits: Commits::default(),
        };
        let limits = RateLimits::new(&deps, RateFactor::default());
        let of = NamedLimit { name: "failures", most: 5, window: SignedDuration::from_mins(15) };
        limits.note_refused("aino", of, SignedDuration::from_secs(10));
        clock.turn(SignedDuration::from_secs(4));
        assert_eq!(limits.refused("aino", of), Some(SignedDuration::from_secs(6)));
        clock.turn(-SignedDuration::from_mins(10));
        assert_eq!(limits.refused("aino", of), None, "the database says what is so by this clock");
    });
}
