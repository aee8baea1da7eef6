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
    names: Vec<String>,
    marks: AttemptMarks,
    begun: BegunAttempt,
}

/// Whose browser tries.
#[derive(Clone, Copy)]
enum By {
    Anybody(u32),
    Known(u32),
}

impl From<u32> for By {
    fn from(address: u32) -> Self {
        Self::Anybody(address)
    }
}

impl World {
    fn new() -> Self {
        Self { logs: HashMap::new(), now: Timestamp::UNIX_EPOCH, tries: 0 }
    }

    fn with<T>(&mut self, names: &[String], change: impl FnOnce(&mut [RateLog], Timestamp) -> T) -> T {
        let mut logs: Vec<_> = names.iter().map(|name| self.logs.remove(name).unwrap_or_default()).collect();
        logs.iter_mut().for_each(|log| log.forget(self.now, WINDOW));
        let changed = change(&mut logs, self.now);
        self.logs.extend(names.iter().cloned().zip(logs));
        changed
    }

    fn begin(&mut self, account: &str, by: impl Into<By>) -> Result<Try, Slowed> {
        self.tries += 1;
        let in_address = account.bytes().fold(7, |mark, byte| mark * 31 + u64::from(byte));
        let marks = AttemptMarks { in_account: self.tries, in_address };
        let names = match by.into() {
            By::Known(browser) => vec![format!("browser {browser} {account}")],
            By::Anybody(address) => vec![format!("account {account}"), format!("address {address}")],
        };
        let begun = self.with(&names, |logs, now| begin(logs, marks, now))?;
        Ok(Try { names, marks, begun })
    }

    fn end(&mut self, tried: Try, end: impl FnOnce(&mut [RateLog], AttemptMarks, Timestamp, BegunAttempt)) {
        let Try { names, marks, begun } = tried;
        self.with(&names, |logs, now| end(logs, marks, now, begun));
    }

    fn fail(&mut self, account: &str, by: impl Into<By>) -> Result<(), Slowed> {
        let tried = self.begin(account, by)?;
        self.end(tried, |logs, marks, now, _| failed(logs, marks, now));
        Ok(())
    }

    fn succeed(&mut self, account: &str, by: impl Into<By>) -> Result<(), Slowed> {
        let tried = self.begin(account, by)?;
        self.end(tried, |logs, marks, _, _| succeeded(logs, marks));
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
    for second in 0..3600 {
        // The stranger tries as often as they may, from two addresses, one of them the owner's.
        let _refused = (world.fail(AINO, 1), world.fail(AINO, 7));
        if second % 60 == 0 {
            world.succeed(AINO, By::Known(1)).expect("nobody is in the way of a browser that is known");
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
fn a_known_browser_is_judged_by_its_own_failures_alone() {
    let mut world = World::new();
    for _ in 0..5 {
        assert_eq!(world.fail(AINO, By::Known(1)), Ok(()));
    }
    assert_eq!(world.fail(AINO, By::Known(1)), account(2));
    assert_eq!((world.fail(AINO, By::Known(2)), world.fail(AINO, 1)), (Ok(()), Ok(())), "nobody else pays for them");
    world.pass(2);
    assert_eq!(world.succeed(AINO, By::Known(1)), Ok(()));
    for _ in 0..4 {
        assert_eq!(world.fail(AINO, 1), Ok(()), "and what it succeeds in takes nothing from the others");
    }
    assert_eq!(world.fail(AINO, 1), account(2));
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
