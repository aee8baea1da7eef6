//! Codes that somebody guesses: so many wrong ones, and none of theirs is looked up for a while (docs/spec/people.md,
//! "Attempts at codes").

use std::net::IpAddr;

use chain::{Chain, PromotionCode};
use domain::{
    SecurityKind,
    error::Code,
    rate_limit::{RateLimit, RateLog},
};
use jiff::{SignedDuration, Timestamp};
use pricing::{CodeLookUp, fault_of_code};
use server::{
    address::limit_unit,
    rate_limits::{NamedLimit, RateLimits},
    security::Witness,
};
use store::{RateLogName, StoreError};

/// Wrong codes of a caller: of a session, or of all who have none at an address.
const OF_CALLER: NamedLimit =
    NamedLimit { name: "promotion codes of a caller", most: 10, window: SignedDuration::from_mins(10) };
/// Wrong codes from an address.
const OF_ADDRESS: NamedLimit =
    NamedLimit { name: "promotion codes of an address", most: 30, window: SignedDuration::from_hours(1) };

/// What the security log says that it is about.
const SUBJECT: &str = "promotion codes";

/// Wrong codes by caller and by address.
#[derive(Clone)]
pub struct CodeAttempts(RateLimits);

/// Who tries codes: a session, or whoever is at an address.
#[derive(Debug, Clone)]
pub struct CodeCaller {
    /// What is counted of them, and of their address.
    logs: [RateLogName; 2],
    witness: Witness,
}

impl CodeCaller {
    /// By what they are told from others; it tells nobody who that is.
    pub(crate) fn digest(&self) -> [u8; 32] {
        self.logs[0].name
    }
}

/// A code that is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TriedCode {
    mark: u64,
    is_wrong: bool,
}

/// What comes of a code that is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Judged {
    /// It is looked up.
    LookedUp,
    /// It is looked up, is wrong, and counts.
    Counted,
    /// It is not looked up.
    Blocked,
}

impl CodeAttempts {
    /// Counted by these.
    #[must_use]
    pub fn new(limits: RateLimits) -> Self {
        Self(limits)
    }

    /// Who tries codes: by the token of a session, where they have one, else by their address. `witness` sees what they try.
    #[must_use]
    pub fn caller(&self, session: Option<&str>, address: IpAddr, witness: Witness) -> CodeCaller {
        let unit = limit_unit(address).to_string();
        let of_caller = session.map_or_else(|| format!("address {unit}"), |token| format!("session {token}"));
        CodeCaller { logs: [self.0.log_of(OF_CALLER, &of_caller), self.0.log_of(OF_ADDRESS, &unit)], witness }
    }

    /// What is known of codes that somebody tries. Those that there are not count, the same one once; beyond the bound the
    /// others are not looked up.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn look_up<'k>(
        &self,
        caller: &CodeCaller,
        codes: &[PromotionCode],
        chain: &Chain,
        known: &'k (dyn CodeLookUp + Sync),
    ) -> Result<TriedCodes<'k>, StoreError> {
        let tried: Vec<TriedCode> = codes
            .iter()
            .map(|code| {
                let fault = fault_of_code(chain, code, known);
                let is_wrong = matches!(fault, Some(Code::CodeNotFound | Code::PersonalCodeInvalid));
                TriedCode { mark: self.0.mark(code.as_str()), is_wrong }
            })
            .collect();
        let judged = self.judge(caller, tried).await?;
        for judged in &judged {
            match judged {
                Judged::LookedUp => {}
                Judged::Counted => caller.witness.tell(SecurityKind::Code, SUBJECT),
                Judged::Blocked => caller.witness.tell(SecurityKind::Limit, SUBJECT),
            }
        }
        let blocked = codes.iter().zip(judged).filter(|(_, judged)| *judged == Judged::Blocked);
        Ok(TriedCodes { known, blocked: blocked.map(|(code, _)| code.clone()).collect() })
    }

    /// Whether a caller brought so many wrong codes that none of theirs is looked up now.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub(crate) async fn is_over(&self, caller: &CodeCaller) -> Result<bool, StoreError> {
        let Some(limits) = self.0.limit(OF_CALLER).zip(self.0.limit(OF_ADDRESS)) else { return Ok(false) };
        let (logs, now) = self.0.read(&caller.logs).await?;
        Ok(logs.iter().zip(<[RateLimit; 2]>::from(limits)).any(|(log, limit)| log.wait(limit, now).is_some()))
    }

    async fn judge(&self, caller: &CodeCaller, tried: Vec<TriedCode>) -> Result<Vec<Judged>, StoreError> {
        let limits = self.0.limit(OF_CALLER).zip(self.0.limit(OF_ADDRESS));
        let Some(limits) = limits.filter(|_| !tried.is_empty()).map(<[RateLimit; 2]>::from) else {
            let judged = |tried: &TriedCode| if tried.is_wrong { Judged::Counted } else { Judged::LookedUp };
            return Ok(tried.iter().map(judged).collect());
        };
        let (mut logs, now) = match self.0.read(&caller.logs).await {
            Ok(read) => read,
            // Whoever brings what there is guesses nothing: their cart is priced while the database is away.
            Err(_) if tried.iter().all(|tried| !tried.is_wrong) => return Ok(vec![Judged::LookedUp; tried.len()]),
            Err(error) => return Err(error),
        };
        let judged = judge(&tried, &mut logs, limits, now);
        if !judged.contains(&Judged::Counted) {
            return Ok(judged);
        }
        // What is to be counted is judged again where nobody else counts meanwhile.
        self.0.change(caller.logs.to_vec(), move |logs, now| judge(&tried, logs, limits, now)).await
    }
}

/// What comes of codes, one after the other; those that are wrong are counted in the caller's and the address's log, the
/// same one once.
fn judge(tried: &[TriedCode], logs: &mut [RateLog], limits: [RateLimit; 2], now: Timestamp) -> Vec<Judged> {
    let [of_caller, of_address] = logs else { return vec![Judged::LookedUp; tried.len()] };
    let judged = |code: &TriedCode| {
        if of_caller.wait(limits[0], now).is_some() || of_address.wait(limits[1], now).is_some() {
            return Judged::Blocked;
        }
        if !code.is_wrong || of_caller.holds(code.mark) {
            return Judged::LookedUp;
        }
        of_caller.add(now, code.mark);
        of_address.add(now, code.mark);
        Judged::Counted
    };
    tried.iter().map(judged).collect()
}

/// What is known of codes, but for those that are tried after too many wrong ones.
#[derive(Debug)]
pub struct TriedCodes<'k> {
    known: &'k (dyn CodeLookUp + Sync),
    blocked: Vec<PromotionCode>,
}

impl TriedCodes<'_> {
    /// Whether one of them is not looked up.
    pub(crate) fn has_blocked(&self) -> bool {
        !self.blocked.is_empty()
    }
}

impl CodeLookUp for TriedCodes<'_> {
    fn is_blocked(&self, code: &PromotionCode) -> bool {
        self.blocked.contains(code) || self.known.is_blocked(code)
    }

    fn uses(&self, code: &PromotionCode) -> u32 {
        self.known.uses(code)
    }

    fn benefit_type(&self, code: &PromotionCode) -> Option<&str> {
        self.known.benefit_type(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: [RateLimit; 2] = [
        RateLimit { most: OF_CALLER.most, window: OF_CALLER.window },
        RateLimit { most: OF_ADDRESS.most, window: OF_ADDRESS.window },
    ];

    /// Callers of one address, by their numbers.
    #[derive(Default)]
    struct Address {
        callers: [RateLog; 5],
        all: RateLog,
    }

    impl Address {
        /// How many of some codes are looked up, one after the other, some minutes later.
        fn looked_up(&mut self, caller: usize, codes: &[TriedCode], minute: i64) -> usize {
            let now = Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minute);
            let looks = |code: &&TriedCode| {
                let mut logs = [self.callers[caller].clone(), self.all.clone()];
                logs.iter_mut().zip(LIMITS).for_each(|(log, limit)| log.forget(now, limit.window));
                let judged = judge(&[**code], &mut logs, LIMITS, now);
                [self.callers[caller], self.all] = logs;
                judged != [Judged::Blocked]
            };
            codes.iter().filter(looks).count()
        }
    }

    const RIGHT: TriedCode = TriedCode { mark: u64::MAX, is_wrong: false };

    fn wrong(from: u64, count: u64) -> Vec<TriedCode> {
        (from..from + count).map(|mark| TriedCode { mark, is_wrong: true }).collect()
    }

    #[test]
    fn ten_wrong_codes_are_looked_up_and_no_more_until_they_are_older() {
        let mut here = Address::default();
        assert_eq!(here.looked_up(0, &wrong(0, 9), 0), 9);
        assert_eq!(here.looked_up(0, &[wrong(0, 1)[0]; 50], 0), 50, "the same one counts once");
        assert_eq!(here.looked_up(0, &[RIGHT], 0), 1, "what there is does not count");
        assert_eq!(here.looked_up(0, &wrong(100, 9), 1), 1);
        assert_eq!(here.looked_up(0, &[RIGHT], 9), 0, "no code is looked up now");
        assert_eq!(here.looked_up(0, &[RIGHT], 10), 1);
    }

    #[test]
    fn sessions_have_their_own_counts_and_addresses_one_for_all_of_theirs() {
        let mut here = Address::default();
        for caller in 0..3 {
            assert_eq!(here.looked_up(caller, &wrong(0, 20), 0), 10);
        }
        assert_eq!(here.looked_up(3, &wrong(0, 20), 0), 0, "30 an hour and address");
        assert_eq!(Address::default().looked_up(0, &wrong(0, 20), 0), 10, "elsewhere");
        assert_eq!(here.looked_up(3, &wrong(0, 20), 60), 10);
    }

    #[test]
    fn codes_of_one_cart_count_one_after_the_other() {
        let (mut logs, now) = ([RateLog::default(), RateLog::default()], Timestamp::UNIX_EPOCH);
        assert_eq!(judge(&wrong(0, 8), &mut logs, LIMITS, now), [Judged::Counted; 8]);
        let cart = [wrong(20, 3), vec![RIGHT]].concat();
        assert_eq!(
            judge(&cart, &mut logs, LIMITS, now),
            [Judged::Counted, Judged::Counted, Judged::Blocked, Judged::Blocked]
        );
    }
}
