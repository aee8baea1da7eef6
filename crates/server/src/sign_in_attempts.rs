//! How often somebody may try to sign in: five failures of an account, and failures at twenty accounts from an address,
//! within a quarter of an hour are free (docs/spec/people.md, "Sign-in failures"), then each further try waits.
//!
//! A stranger must not lock the owner out. So the account's own waits are short; the longer ones are the address's; and a
//! browser that has signed in to an account before is judged by its own failures at it alone.

use std::{net::IpAddr, time::Duration};

use axum::http::HeaderValue;
use deps::{Chance, Deps, SharedClock};
use domain::{SecurityKind, error::Code, key::Secrets, rate_limit::RateLog, slow_down::SlowDown};
use jiff::{SignedDuration, Timestamp};
use store::{RateLogName, StoreError};

use crate::{
    ApiError,
    address::{ClientAddress, limit_unit},
    known_browser::{self, KnownBrowser},
    rate_limits::{NamedLimit, RateLimits},
    session::SessionCookie,
};

const WINDOW: SignedDuration = SignedDuration::from_mins(15);

/// No factor touches these: they are failures that are free, and no limit.
const OF_ACCOUNT: NamedLimit = NamedLimit { name: "sign-ins of an account", most: 5, window: WINDOW };
const OF_BROWSER: NamedLimit = NamedLimit { name: "sign-ins of a known browser", ..OF_ACCOUNT };
const OF_ADDRESS: NamedLimit = NamedLimit { name: "sign-ins of an address", most: 20, window: WINDOW };

/// Failures after which a try needs a captcha, the try that has begun not counted.
const FREE_OF_CAPTCHA: u32 = 5;

const SLOWED_ACCOUNT: SlowDown =
    SlowDown { free: OF_ACCOUNT.most, first: SignedDuration::from_secs(2), longest: SignedDuration::from_secs(10) };
const SLOWED_ADDRESS: SlowDown =
    SlowDown { free: OF_ADDRESS.most, first: SignedDuration::from_secs(4), longest: SignedDuration::from_secs(60) };

/// The tries to sign in, counted over all nodes.
#[derive(Clone)]
pub struct SignInAttempts {
    limits: RateLimits,
    clock: SharedClock,
    chance: Chance,
    secrets: Secrets,
    cookie: SessionCookie,
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
    /// Whether a try at this account was counted at this address before.
    was_counted: bool,
}

/// Why a try may not begin, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slowed {
    Account(SignedDuration),
    Address(SignedDuration),
}

impl SignInAttempts {
    /// Counted by these; browsers remember by a cookie that is guarded as the session's is.
    #[must_use]
    pub fn new(limits: RateLimits, deps: &Deps, cookie: SessionCookie) -> Self {
        let Deps { clock, chance, secrets, .. } = deps.clone();
        Self { limits, clock, chance, secrets, cookie }
    }

    /// Lets a try at an account (the address as it was typed, in the form in which addresses are compared; known or not) be
    /// made, if it need not wait: what it finds is the right one, or none. It counts as a failure until that is known, so
    /// that of many at once only the free ones go through; one that came to no end counts for nothing, one that was given up
    /// stays a failure.
    ///
    /// # Errors
    /// 429 `users/too-many-attempts` where it has to wait; those of the try.
    pub async fn judge<T>(
        &self,
        account: &str,
        caller: &ClientAddress,
        try_it: impl Future<Output = Result<Option<T>, ApiError>>,
    ) -> Result<Option<T>, ApiError> {
        let unit = limit_unit(caller.address).to_string();
        let known = self.known(account, caller);
        // By what a node remembers who waits.
        let (from_there, at_account) = match &known {
            Some(browser) => (None, format!("sign in with {}", browser.name(account))),
            None => (Some(format!("sign in from {unit}")), format!("sign in from {unit} as {account}")),
        };
        let refused = from_there.as_deref().and_then(|from| self.limits.refused(from, OF_ADDRESS));
        if let Some(wait) = refused.or_else(|| self.limits.refused(&at_account, OF_ACCOUNT)) {
            return Err(slowed(wait));
        }
        let in_account = u64::from_be_bytes(self.chance.bytes());
        let marks = AttemptMarks { in_account, in_address: self.limits.mark(account) };
        let names = self.logs(account, &unit, known.as_ref());
        let begun = match self.limits.change(names.clone(), move |logs, now| begin(logs, marks, now)).await? {
            Ok(begun) => begun,
            Err(Slowed::Account(wait)) => {
                self.limits.note_refused(&at_account, OF_ACCOUNT, wait);
                return Err(slowed(wait));
            }
            Err(Slowed::Address(wait)) => {
                from_there.iter().for_each(|from| self.limits.note_refused(from, OF_ADDRESS, wait));
                return Err(slowed(wait));
            }
        };
        let came = try_it.await;
        match &came {
            Ok(Some(_)) => self.limits.change(names, move |logs, _| succeeded(logs, marks)).await?,
            Ok(None) => told(self.limits.change(names, move |logs, now| failed(logs, marks, now)).await),
            Err(_) => told(self.limits.change(names, move |logs, _| was_none(logs, marks, begun)).await),
        }
        came
    }

    /// `Set-Cookie` by which the browser of a caller, who has signed in to an account now, is known to it.
    #[must_use]
    pub fn remember(&self, account: &str, caller: &ClientAddress) -> HeaderValue {
        let mut browser = self.browser(caller).unwrap_or_else(|| KnownBrowser::new(&self.chance));
        browser.signed_in(account, self.clock.now());
        known_browser::give(&browser.seal(&self.secrets, &self.chance), self.cookie)
    }

    /// Whether the next try needs a captcha: after five failures at an account, or from an address, within a quarter of an
    /// hour, but by a browser that has signed in to that account before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn needs_captcha(&self, account: &str, caller: &ClientAddress) -> Result<bool, StoreError> {
        if self.known(account, caller).is_some() {
            return Ok(false);
        }
        let (read, _) = self.limits.read(&self.logs(account, &limit_unit(caller.address).to_string(), None)).await?;
        Ok(read.iter().any(|log| log.count() > FREE_OF_CAPTCHA))
    }

    /// How many accounts somebody failed to sign in to lately from an address.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn failures_of_address(&self, address: IpAddr) -> Result<u32, StoreError> {
        let log = self.limits.log_of(OF_ADDRESS, &limit_unit(address).to_string());
        let (read, _) = self.limits.read(&[log]).await?;
        Ok(read.first().map_or(0, RateLog::count))
    }

    fn browser(&self, caller: &ClientAddress) -> Option<KnownBrowser> {
        KnownBrowser::open(caller.known.as_ref()?, &self.secrets)
    }

    /// The browser of a caller, where it has signed in to an account.
    fn known(&self, account: &str, caller: &ClientAddress) -> Option<KnownBrowser> {
        self.browser(caller).filter(|browser| browser.knows(account, self.clock.now()))
    }

    /// The logs by which a try is judged: of a known browser its own alone, else those of the account and the address.
    fn logs(&self, account: &str, unit: &str, known: Option<&KnownBrowser>) -> Vec<RateLogName> {
        match known {
            Some(browser) => vec![self.limits.log_of(OF_BROWSER, &browser.name(account))],
            None => vec![self.limits.log_of(OF_ACCOUNT, account), self.limits.log_of(OF_ADDRESS, unit)],
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

/// The log of an account, or of a browser at it, and that of an address where it counts.
fn of_try(logs: &mut [RateLog]) -> Option<(&mut RateLog, Option<&mut RateLog>)> {
    let (of_account, rest) = logs.split_first_mut()?;
    Some((of_account, rest.first_mut()))
}

/// Counts a try as a failure.
fn begin(logs: &mut [RateLog], marks: AttemptMarks, now: Timestamp) -> Result<BegunAttempt, Slowed> {
    let Some((of_account, of_address)) = of_try(logs) else { return Err(Slowed::Account(WINDOW)) };
    if let Some(wait) = of_address.as_ref().and_then(|log| SLOWED_ADDRESS.wait(log, now)) {
        return Err(Slowed::Address(wait));
    }
    if let Some(wait) = SLOWED_ACCOUNT.wait(of_account, now) {
        return Err(Slowed::Account(wait));
    }
    of_account.add(now, marks.in_account);
    let was_counted = of_address.as_ref().is_some_and(|log| log.holds(marks.in_address));
    if let Some(log) = of_address {
        log.renew(now, marks.in_address);
    }
    Ok(BegunAttempt { was_counted })
}

/// It was the right one: nothing that came before counts any more.
fn succeeded(logs: &mut [RateLog], marks: AttemptMarks) {
    let Some((of_account, of_address)) = of_try(logs) else { return };
    *of_account = RateLog::default();
    if let Some(log) = of_address {
        log.remove(marks.in_address);
    }
}

/// The wait runs from now, when the answer is known.
fn failed(logs: &mut [RateLog], marks: AttemptMarks, now: Timestamp) {
    let Some((of_account, of_address)) = of_try(logs) else { return };
    of_account.renew(now, marks.in_account);
    if let Some(log) = of_address {
        log.renew(now, marks.in_address);
    }
}

/// It was never judged, through no fault of whoever tried.
fn was_none(logs: &mut [RateLog], marks: AttemptMarks, begun: BegunAttempt) {
    let Some((of_account, of_address)) = of_try(logs) else { return };
    of_account.remove(marks.in_account);
    if let Some(log) = of_address.filter(|_| !begun.was_counted) {
        log.remove(marks.in_address);
    }
}

#[cfg(test)]
mod tests;
