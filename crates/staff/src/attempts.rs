//! How often somebody may try to sign in: five failures of an account, and failures at twenty accounts from an address,
//! within a quarter of an hour are free (docs/spec/people.md, "Sign-in failures"), then each further try waits.
//!
//! A stranger must not lock the owner out. So the account's own waits are short; the longer ones are the address's; and
//! where somebody has signed in before, from there their failures are counted apart from those of the rest of the world.

use std::{net::IpAddr, time::Duration};

use deps::Chance;
use domain::{SecurityKind, error::Code, rate_limit::RateLog, slow_down::SlowDown};
use jiff::{SignedDuration, Timestamp};
use server::{
    ApiError,
    address::limit_unit,
    rate_limits::{NamedLimit, RateLimits},
};
use store::{RateLogName, StoreError};

const WINDOW: SignedDuration = SignedDuration::from_mins(15);

/// No factor touches these: they are failures that are free, and no limit.
const OF_ACCOUNT: NamedLimit = NamedLimit { name: "sign-ins of an account", most: 5, window: WINDOW };
const AT_HOME: NamedLimit = NamedLimit { name: "sign-ins of an account at home", ..OF_ACCOUNT };
const OF_ADDRESS: NamedLimit = NamedLimit { name: "sign-ins of an address", most: 20, window: WINDOW };
/// From where somebody has signed in.
const KNOWN: NamedLimit =
    NamedLimit { name: "where an account signs in", most: 1, window: SignedDuration::from_hours(180 * 24) };

const SLOWED_ACCOUNT: SlowDown =
    SlowDown { free: OF_ACCOUNT.most, first: SignedDuration::from_secs(2), longest: SignedDuration::from_secs(10) };
const SLOWED_ADDRESS: SlowDown =
    SlowDown { free: OF_ADDRESS.most, first: SignedDuration::from_secs(4), longest: SignedDuration::from_secs(60) };

/// The tries to sign in, counted over all nodes.
#[derive(Clone)]
pub struct Attempts {
    limits: RateLimits,
    chance: Chance,
}

/// The logs of an account at an address.
#[derive(Debug, Clone, Copy)]
struct Logs {
    known: RateLogName,
    of_world: RateLogName,
    of_home: RateLogName,
    of_address: RateLogName,
}

/// By what a try is told from others, in the log of its account and in that of its address: there all tries at one account
/// are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct AttemptMarks {
    in_account: u64,
    in_address: u64,
}

/// A try that has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BegunAttempt {
    is_from_home: bool,
    /// Whether a try at this account was counted at this address before.
    was_counted: bool,
}

/// Why a try may not begin, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slowed {
    Account(SignedDuration),
    Address(SignedDuration),
}

impl Attempts {
    /// Counted by these.
    #[must_use]
    pub fn new(limits: RateLimits, chance: Chance) -> Self {
        Self { limits, chance }
    }

    /// Lets a try at an account (known or not) from an address be made, if it need not wait: what it finds is the right
    /// one, or none. It counts as a failure until that is known, so that of many at once only the free ones go through;
    /// one that came to no end counts for nothing, one that was given up stays a failure.
    ///
    /// # Errors
    /// 429 `users/too-many-attempts` where it has to wait; those of the try.
    pub async fn judge<T>(
        &self,
        account: &str,
        address: IpAddr,
        try_it: impl Future<Output = Result<Option<T>, ApiError>>,
    ) -> Result<Option<T>, ApiError> {
        let unit = limit_unit(address).to_string();
        let logs = self.logs(account, &unit);
        // By what a node remembers who waits.
        let (from_there, at_account) = (format!("sign in from {unit}"), format!("sign in from {unit} as {account}"));
        let refused = self.limits.refused(&from_there, OF_ADDRESS);
        if let Some(wait) = refused.or_else(|| self.limits.refused(&at_account, OF_ACCOUNT)) {
            return Err(slowed(wait));
        }
        let in_account = u64::from_be_bytes(self.chance.bytes());
        let marks = AttemptMarks { in_account, in_address: self.limits.mark(account) };
        let names = vec![logs.known, logs.of_world, logs.of_home, logs.of_address];
        let begun = match self.limits.change(names, move |logs, now| begin(logs, marks, now)).await? {
            Ok(begun) => begun,
            Err(Slowed::Account(wait)) => {
                self.limits.note_refused(&at_account, OF_ACCOUNT, wait);
                return Err(slowed(wait));
            }
            Err(Slowed::Address(wait)) => {
                self.limits.note_refused(&from_there, OF_ADDRESS, wait);
                return Err(slowed(wait));
            }
        };
        let came = try_it.await;
        let of_account = if begun.is_from_home { logs.of_home } else { logs.of_world };
        let names = vec![logs.known, of_account, logs.of_address];
        match &came {
            Ok(Some(_)) => self.limits.change(names, move |logs, now| succeeded(logs, marks, now)).await?,
            Ok(None) => told(self.limits.change(names, move |logs, now| failed(logs, marks, now)).await),
            Err(_) => told(self.limits.change(names, move |logs, _| was_none(logs, marks, begun)).await),
        }
        came
    }

    fn logs(&self, account: &str, unit: &str) -> Logs {
        let pair = format!("{account}\n{unit}");
        Logs {
            known: self.limits.log_of(KNOWN, &pair),
            of_world: self.limits.log_of(OF_ACCOUNT, account),
            of_home: self.limits.log_of(AT_HOME, &pair),
            of_address: self.limits.log_of(OF_ADDRESS, unit),
        }
    }
}

/// What a database that does not answer keeps from being counted stands as it began: as a failure.
fn told(counted: Result<(), StoreError>) {
    if let Err(error) = counted {
        tracing::warn!(%error, "a try to sign in stays counted as it began");
    }
}

/// Rounded up: whoever comes after so many seconds is not too early.
fn slowed(wait: SignedDuration) -> ApiError {
    let wait = Duration::try_from(wait).unwrap_or_default();
    let whole = Duration::from_secs(wait.as_secs() + u64::from(wait.subsec_nanos() > 0));
    ApiError::new(Code::SignInAttempts).retry_after(whole).witnessed_as(SecurityKind::SignInSlowed)
}

/// Counts a try as a failure, of the logs of where it is known, of the world, of home, and of the address.
fn begin(logs: &mut [RateLog], marks: AttemptMarks, now: Timestamp) -> Result<BegunAttempt, Slowed> {
    let [known, of_world, of_home, of_address] = logs else { return Err(Slowed::Account(WINDOW)) };
    let is_from_home = known.count() > 0;
    let of_account = if is_from_home { of_home } else { of_world };
    if let Some(wait) = SLOWED_ADDRESS.wait(of_address, now) {
        return Err(Slowed::Address(wait));
    }
    if let Some(wait) = SLOWED_ACCOUNT.wait(of_account, now) {
        return Err(Slowed::Account(wait));
    }
    let was_counted = of_address.holds(marks.in_address);
    of_account.add(now, marks.in_account);
    of_address.renew(now, marks.in_address);
    Ok(BegunAttempt { is_from_home, was_counted })
}

/// It was the right one: nothing that came before counts any more, and from there they are known.
fn succeeded(logs: &mut [RateLog], marks: AttemptMarks, now: Timestamp) {
    let [known, of_account, of_address] = logs else { return };
    *of_account = RateLog::default();
    of_address.remove(marks.in_address);
    known.renew(now, 0);
}

/// The wait runs from now, when the answer is known.
fn failed(logs: &mut [RateLog], marks: AttemptMarks, now: Timestamp) {
    let [_, of_account, of_address] = logs else { return };
    of_account.renew(now, marks.in_account);
    of_address.renew(now, marks.in_address);
}

/// It was never judged, through no fault of whoever tried.
fn was_none(logs: &mut [RateLog], marks: AttemptMarks, begun: BegunAttempt) {
    let [_, of_account, of_address] = logs else { return };
    of_account.remove(marks.in_account);
    if !begun.was_counted {
        of_address.remove(marks.in_address);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    const AINO: &str = "aino";

    /// Logs as the database keeps them, at a moment that passes.
    struct World {
        logs: HashMap<String, RateLog>,
        now: Timestamp,
        tries: u64,
    }

    struct Try {
        names: [String; 4],
        marks: AttemptMarks,
        begun: BegunAttempt,
    }

    impl World {
        fn new() -> Self {
            Self { logs: HashMap::new(), now: Timestamp::UNIX_EPOCH, tries: 0 }
        }

        fn with<T>(&mut self, names: &[String], change: impl FnOnce(&mut [RateLog], Timestamp) -> T) -> T {
            let mut logs: Vec<_> = names.iter().map(|name| self.logs.remove(name).unwrap_or_default()).collect();
            for (log, name) in logs.iter_mut().zip(names) {
                log.forget(self.now, if name.starts_with("known") { KNOWN.window } else { WINDOW });
            }
            let changed = change(&mut logs, self.now);
            self.logs.extend(names.iter().cloned().zip(logs));
            changed
        }

        fn begin(&mut self, account: &str, address: u32) -> Result<Try, Slowed> {
            self.tries += 1;
            let in_address = account.bytes().fold(7, |mark, byte| mark * 31 + u64::from(byte));
            let marks = AttemptMarks { in_account: self.tries, in_address };
            let names = [
                format!("known {account} {address}"),
                format!("world {account}"),
                format!("home {account} {address}"),
                format!("address {address}"),
            ];
            let begun = self.with(&names, |logs, now| begin(logs, marks, now))?;
            Ok(Try { names, marks, begun })
        }

        fn end(&mut self, tried: Try, end: impl FnOnce(&mut [RateLog], AttemptMarks, Timestamp, BegunAttempt)) {
            let Try { names: [known, world, home, address], marks, begun } = tried;
            let names = [known, if begun.is_from_home { home } else { world }, address];
            self.with(&names, |logs, now| end(logs, marks, now, begun));
        }

        fn fail(&mut self, account: &str, address: u32) -> Result<(), Slowed> {
            let tried = self.begin(account, address)?;
            self.end(tried, |logs, marks, now, _| failed(logs, marks, now));
            Ok(())
        }

        fn succeed(&mut self, account: &str, address: u32) -> Result<(), Slowed> {
            let tried = self.begin(account, address)?;
            self.end(tried, |logs, marks, now, _| succeeded(logs, marks, now));
            Ok(())
        }

        fn pass(&mut self, seconds: i64) {
            self.now += SignedDuration::from_secs(seconds);
        }
    }

    const fn account(seconds: i64) -> Result<(), Slowed> {
        Err(Slowed::Account(SignedDuration::from_secs(seconds)))
    }

    const fn address(seconds: i64) -> Result<(), Slowed> {
        Err(Slowed::Address(SignedDuration::from_secs(seconds)))
    }

    #[test]
    fn five_failures_of_an_account_are_free() {
        let mut world = World::new();
        for n in 0..5 {
            assert_eq!(world.fail(AINO, n), Ok(()));
        }
        assert_eq!(world.fail(AINO, 9), account(2));
        assert_eq!(world.succeed(AINO, 9), account(2), "the right one too");
        assert_eq!(world.fail("aapo", 9), Ok(()));
        world.pass(2);
        assert_eq!(world.succeed(AINO, 9), Ok(()));
        assert_eq!(world.fail(AINO, 9), Ok(()), "whoever succeeds begins anew");
    }

    #[test]
    fn failures_at_twenty_accounts_from_an_address_are_free() {
        let mut world = World::new();
        for n in 0..20 {
            assert_eq!(world.fail(&n.to_string(), 1), Ok(()));
        }
        assert_eq!(world.fail(AINO, 1), address(4));
        assert_eq!(world.fail(AINO, 2), Ok(()));
        world.pass(4);
        assert_eq!(world.fail(AINO, 1), Ok(()));
        assert_eq!(world.fail(AINO, 1), address(8));
    }

    #[test]
    fn failures_of_an_address_at_one_account_are_one() {
        let mut world = World::new();
        for _ in 0..40 {
            assert_eq!(world.fail(AINO, 1), Ok(()));
            world.pass(10);
        }
        for n in 0..19 {
            assert_eq!(world.fail(&n.to_string(), 1), Ok(()));
        }
        assert_eq!(world.fail("19", 1), address(4), "with Aino's they are twenty");
    }

    #[test]
    fn successes_of_a_busy_address_and_what_was_never_judged_cost_nothing() {
        let mut world = World::new();
        for n in 0..100 {
            world.succeed(&n.to_string(), 1).unwrap();
            let tried = world.begin(AINO, 1).unwrap();
            world.end(tried, |logs, marks, _, begun| was_none(logs, marks, begun));
        }
        assert_eq!(world.fail(AINO, 1), Ok(()));
    }

    #[test]
    fn what_was_never_judged_takes_no_earlier_failure_away() {
        let mut world = World::new();
        for n in 0..20 {
            assert_eq!(world.fail(&n.to_string(), 1), Ok(()));
            let tried = world.begin(&n.to_string(), 1);
            if let Ok(tried) = tried {
                world.end(tried, |logs, marks, _, begun| was_none(logs, marks, begun));
            }
        }
        assert_eq!(world.fail(AINO, 1), address(4));
    }

    #[test]
    fn a_stranger_does_not_keep_the_owner_out() {
        let mut world = World::new();
        world.succeed(AINO, 1).unwrap();
        for second in 0..3600 {
            // The stranger tries as often as they may, from two addresses.
            let _refused = (world.fail(AINO, 6), world.fail(AINO, 7));
            if second % 60 == 0 {
                world.succeed(AINO, 1).expect("at home nobody is in the way");
            }
            world.pass(1);
        }
        // Elsewhere the owner waits no longer than the account's own wait.
        let mut waited = 0;
        while world.succeed(AINO, 2).is_err() {
            world.pass(1);
            waited += 1;
        }
        assert!(waited <= 10, "{waited} s");
    }

    #[test]
    fn of_many_tries_at_once_five_are_judged() {
        let mut world = World::new();
        assert_eq!((0..50).filter(|n| world.begin(AINO, *n).is_ok()).count(), 5);
    }

    #[test]
    fn a_wait_runs_from_when_the_answer_is_known() {
        let mut world = World::new();
        let mut tried: Vec<_> = (0..5).map(|n| world.begin(AINO, n).unwrap()).collect();
        world.pass(2);
        world.end(tried.pop().unwrap(), |logs, marks, now, _| failed(logs, marks, now));
        assert_eq!(world.fail(AINO, 9), account(2));
    }
}
