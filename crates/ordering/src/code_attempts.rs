//! Codes that somebody guesses: so many wrong ones, and none of theirs is looked up for a while (contract people, "Coupons
//! and benefits").

use std::{
    hash::{BuildHasher, RandomState},
    net::IpAddr,
    time::Duration,
};

use chain::{Chain, PromotionCode};
use domain::{SecurityKind, error::Code};
use pricing::{CodeLookUp, fault_of_code};
use server::{address::limit_unit, bounded_table::BoundedTable, security::Witness};
use tokio::time::Instant;

/// For how long a caller's wrong codes are counted.
const CALLERS_WINDOW: Duration = Duration::from_secs(10 * 60);
/// So many wrong codes a caller may try in it.
const OF_CALLER: u32 = 10;
/// For how long an address's wrong codes are counted.
const ADDRESS_WINDOW: Duration = Duration::from_secs(60 * 60);
/// So many wrong codes may come from an address in it.
const OF_ADDRESS: u32 = 30;

/// What the security log says that it is about.
const SUBJECT: &str = "promotion codes";

/// Wrong codes by caller and by address, in tables of fixed size.
#[derive(Debug)]
pub struct CodeAttempts {
    /// Beside the counts: which codes they were, as hashes.
    callers: BoundedTable<Key, Vec<u64>>,
    addresses: BoundedTable<IpAddr>,
    hasher: RandomState,
}

/// Whose attempts count together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Session(u64),
    Address(IpAddr),
}

/// Who tries codes: a session, or whoever is at an address.
#[derive(Debug, Clone)]
pub struct CodeCaller {
    key: Key,
    address: IpAddr,
    witness: Witness,
}

impl Default for CodeAttempts {
    fn default() -> Self {
        Self {
            callers: BoundedTable::new(CALLERS_WINDOW),
            addresses: BoundedTable::new(ADDRESS_WINDOW),
            hasher: RandomState::new(),
        }
    }
}

impl CodeAttempts {
    /// Who tries codes: by the token of a session, where they have one, else by their address. `witness` sees what they try.
    #[must_use]
    pub fn caller(&self, session: Option<&str>, address: IpAddr, witness: Witness) -> CodeCaller {
        let address = limit_unit(address);
        let key = session.map_or(Key::Address(address), |token| Key::Session(self.hasher.hash_one(token)));
        CodeCaller { key, address, witness }
    }

    /// What is known of codes that somebody tries. Those that there are not count, the same one once; beyond the bound the
    /// others are not looked up.
    pub fn look_up<'k>(
        &self,
        caller: &CodeCaller,
        codes: &[PromotionCode],
        chain: &Chain,
        known: &'k dyn CodeLookUp,
        now: Instant,
    ) -> TriedCodes<'k> {
        let is_wrong = |code| {
            let fault = fault_of_code(chain, code, known);
            matches!(fault, Some(Code::CodeNotFound | Code::PersonalCodeInvalid))
        };
        let blocked = codes.iter().filter(|code| !self.allows(caller, code, is_wrong(code), now)).cloned().collect();
        TriedCodes { known, blocked }
    }

    /// Whether a code may be looked up; one that is wrong is counted.
    fn allows(&self, caller: &CodeCaller, code: &PromotionCode, is_wrong: bool, now: Instant) -> bool {
        let is_allowed = if is_wrong { self.counts(caller, code, now) } else { self.has_tries(caller, now) };
        if !is_allowed {
            caller.witness.tell(SecurityKind::Limit, SUBJECT);
        }
        is_allowed
    }

    /// Whether fewer wrong ones were tried than are looked up.
    fn has_tries(&self, caller: &CodeCaller, now: Instant) -> bool {
        let is_over = |most: u32, count: Option<u32>| count.is_some_and(|count| count >= most);
        !is_over(OF_CALLER, self.callers.change_known(&caller.key, now, |entry| entry.count))
            && !is_over(OF_ADDRESS, self.addresses.change_known(&caller.address, now, |entry| entry.count))
    }

    /// Counts a wrong one; whether it was still looked up.
    fn counts(&self, caller: &CodeCaller, code: &PromotionCode, now: Instant) -> bool {
        let CodeCaller { key, address, witness } = caller;
        let hash = self.hasher.hash_one(code);
        let is_new = self.callers.change(*key, now, |entry| {
            if entry.count >= OF_CALLER {
                return None;
            }
            let is_new = !entry.value.contains(&hash);
            if is_new {
                entry.value.push(hash);
                entry.count += 1;
            }
            Some(is_new)
        });
        if is_new == Some(true) {
            witness.tell(SecurityKind::Code, SUBJECT);
        }
        is_new.is_some_and(|is_new| {
            self.addresses.change(*address, now, |entry| {
                let is_allowed = entry.count < OF_ADDRESS;
                entry.count += u32::from(is_allowed && is_new);
                is_allowed
            })
        })
    }
}

/// What is known of codes, but for those that are tried after too many wrong ones.
#[derive(Debug)]
pub struct TriedCodes<'k> {
    known: &'k dyn CodeLookUp,
    blocked: Vec<PromotionCode>,
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
    use pricing::NoCodes;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));

    fn code(text: &str) -> PromotionCode {
        PromotionCode::read(text).unwrap()
    }

    /// How many of some codes are looked up, one after the other.
    fn looked_up(attempts: &CodeAttempts, caller: &CodeCaller, codes: &[String], now: Instant) -> usize {
        let chain = Chain::built_in();
        let looks = |text: &&String| {
            let code = code(text);
            !attempts.look_up(caller, std::slice::from_ref(&code), &chain, &NoCodes, now).is_blocked(&code)
        };
        codes.iter().filter(looks).count()
    }

    fn wrong(name: &str, count: usize) -> Vec<String> {
        (0..count).map(|at| format!("{name}{at}")).collect()
    }

    #[test]
    fn ten_wrong_codes_are_looked_up_and_no_more_until_the_window_ends() {
        let (attempts, now) = (CodeAttempts::default(), Instant::now());
        let guest = &attempts.caller(None, HERE, Witness::default());
        let right = ["kaverit".to_owned()];
        assert_eq!(looked_up(&attempts, guest, &wrong("a", 9), now), 9);
        assert_eq!(looked_up(&attempts, guest, &vec!["a0".to_owned(); 50], now), 50, "the same one counts once");
        assert_eq!(looked_up(&attempts, guest, &right, now), 1, "what there is does not count");
        assert_eq!(looked_up(&attempts, guest, &["0000000000000".to_owned()], now), 1, "a personal code that is not");
        assert_eq!(looked_up(&attempts, guest, &wrong("a", 9), now), 0);
        assert_eq!(looked_up(&attempts, guest, &right, now), 0, "no code is looked up now");
        let later = now + CALLERS_WINDOW;
        assert_eq!(looked_up(&attempts, guest, &right, later - Duration::from_millis(1)), 0);
        assert_eq!(looked_up(&attempts, guest, &right, later), 1);
    }

    #[test]
    fn sessions_have_their_own_counts_and_addresses_one_for_all_of_theirs() {
        let (attempts, now) = (CodeAttempts::default(), Instant::now());
        let session = |token| attempts.caller(Some(token), HERE, Witness::default());
        assert_eq!(looked_up(&attempts, &session("aino"), &wrong("a", 20), now), 10);
        assert_eq!(looked_up(&attempts, &session("eino"), &wrong("a", 20), now), 10);
        assert_eq!(looked_up(&attempts, &attempts.caller(None, HERE, Witness::default()), &wrong("a", 20), now), 10);
        assert_eq!(looked_up(&attempts, &session("oiva"), &wrong("a", 20), now), 0, "30 an hour and address");
        let elsewhere = &attempts.caller(None, IpAddr::from([10, 0, 0, 2]), Witness::default());
        assert_eq!(looked_up(&attempts, elsewhere, &wrong("a", 20), now), 10);
        assert_eq!(looked_up(&attempts, &session("oiva"), &wrong("a", 20), now + ADDRESS_WINDOW), 10);
    }

    #[test]
    fn codes_of_one_cart_count_one_after_the_other() {
        let (attempts, now) = (CodeAttempts::default(), Instant::now());
        let guest = &attempts.caller(None, HERE, Witness::default());
        assert_eq!(looked_up(&attempts, guest, &wrong("a", 8), now), 8);
        let codes: Vec<_> = ["b0", "b1", "b2", "kaverit"].map(code).into();
        let tried = attempts.look_up(guest, &codes, &Chain::built_in(), &NoCodes, now);
        assert_eq!(codes.iter().map(|code| tried.is_blocked(code)).collect::<Vec<_>>(), [false, false, true, true]);
    }
}
