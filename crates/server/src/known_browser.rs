//! The cookie `ovelle-known`: which accounts a browser signed in to (docs/spec/people.md, "Sign-in failures"). Sealed, so that
//! nobody reads or makes one.

use std::{fmt, time::Duration};

use axum::http::{HeaderMap, HeaderValue};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use deps::Chance;
use domain::{
    key::{Secrets, fingerprint},
    sealed::Purpose,
};
use jiff::{SignedDuration, Timestamp};

use crate::session::{SessionCookie, cookie};

/// For how long a browser is known to an account after it signed in to it.
const KNOWN_FOR: SignedDuration = SignedDuration::from_hours(180 * 24);
/// Accounts of one browser; of more the one that signed in longest ago is forgotten.
const MOST: usize = 16;
const SEAL: Purpose = Purpose("known-browser");

const ID: usize = 16;
const DIGEST: usize = 16;
const SECONDS: usize = 8;

/// A browser that signed in to accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KnownBrowser {
    id: [u8; ID],
    /// Digests of accounts with the second of the last sign-in, the newest last.
    accounts: Vec<([u8; DIGEST], i64)>,
}

impl KnownBrowser {
    /// One that has signed in to nothing yet.
    pub(crate) fn new(chance: &Chance) -> Self {
        Self { id: chance.bytes(), accounts: Vec::new() }
    }

    /// What a browser sent; none where that is nothing, or not ours.
    pub(crate) fn open(KnownCookie(sealed): &KnownCookie, secrets: &Secrets) -> Option<Self> {
        let sealed = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let text = SEAL.open(secrets, b"", &sealed)?;
        let (id, rest) = text.split_first_chunk::<ID>()?;
        let accounts = rest.chunks(DIGEST + SECONDS).map(|account| {
            let (digest, second) = account.split_first_chunk::<DIGEST>()?;
            Some((*digest, i64::from_be_bytes(second.try_into().ok()?)))
        });
        Some(Self { id: *id, accounts: accounts.collect::<Option<_>>()? })
    }

    /// The cookie's value.
    pub(crate) fn seal(&self, secrets: &Secrets, chance: &Chance) -> String {
        let mut text = self.id.to_vec();
        for (digest, second) in &self.accounts {
            text.extend_from_slice(digest);
            text.extend_from_slice(&second.to_be_bytes());
        }
        URL_SAFE_NO_PAD.encode(SEAL.seal(secrets, b"", chance.bytes(), &text))
    }

    /// Whether it signed in to an account lately.
    pub(crate) fn knows(&self, account: &str, now: Timestamp) -> bool {
        let digest = digest(account);
        self.accounts.iter().any(|(known, second)| *known == digest && is_lately(*second, now))
    }

    /// It has signed in to an account now.
    pub(crate) fn signed_in(&mut self, account: &str, now: Timestamp) {
        let digest = digest(account);
        self.accounts.retain(|(known, second)| *known != digest && is_lately(*second, now));
        self.accounts.push((digest, now.as_second()));
        let too_many = self.accounts.len().saturating_sub(MOST);
        self.accounts.drain(..too_many);
    }

    /// By what its own failures at an account are counted.
    pub(crate) fn name(&self, account: &str) -> String {
        format!("{}\n{account}", URL_SAFE_NO_PAD.encode(self.id))
    }
}

fn is_lately(second: i64, now: Timestamp) -> bool {
    now.as_second().saturating_sub(second) < KNOWN_FOR.as_secs()
}

fn digest(account: &str) -> [u8; DIGEST] {
    let whole = fingerprint(account);
    std::array::from_fn(|at| whole[at])
}

/// What a call sent of it, sealed: nothing of it holds before it was opened. Not printed by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct KnownCookie(String);

impl KnownCookie {
    pub(crate) fn read(headers: &HeaderMap) -> Option<Self> {
        let sent = cookie(headers, name(true)).or_else(|| cookie(headers, name(false)));
        sent.map(|sealed| Self(sealed.to_owned()))
    }
}

impl fmt::Debug for KnownCookie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KnownCookie(…)")
    }
}

/// `Set-Cookie` that gives it.
pub(crate) fn give(sealed: &str, of: SessionCookie) -> HeaderValue {
    of.line_of(name(of.is_https()), sealed, Duration::try_from(KNOWN_FOR).unwrap_or_default())
}

fn name(is_https: bool) -> &'static str {
    if is_https { "__Host-ovelle-known" } else { "ovelle-known" }
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    fn secrets() -> Secrets {
        Secrets::parse("v2:another secret of these tests,v1:a secret of these tests").unwrap()
    }

    fn at(day: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * day)
    }

    #[test]
    fn a_browser_is_known_to_an_account_for_half_a_year() {
        let mut browser = KnownBrowser::new(&Chance::seeded(1));
        browser.signed_in("aino@ovelle.example", at(0));
        assert!(browser.knows("aino@ovelle.example", at(179)) && !browser.knows("aino@ovelle.example", at(180)));
        assert!(!browser.knows("eino@ovelle.example", at(0)));
        browser.signed_in("aino@ovelle.example", at(100));
        assert!(browser.knows("aino@ovelle.example", at(279)), "from the last time on");
    }

    #[test]
    fn a_browser_remembers_sixteen_accounts() {
        let mut browser = KnownBrowser::new(&Chance::seeded(1));
        for n in 0..=16 {
            browser.signed_in(&n.to_string(), at(0));
        }
        assert_eq!((browser.accounts.len(), browser.knows("0", at(0)), browser.knows("16", at(0))), (16, false, true));
        let longest = give(&browser.seal(&secrets(), &Chance::seeded(2)), SessionCookie::new("https://ovelle.example"));
        assert!(longest.len() < 1024, "{}", longest.len());
    }

    #[test]
    fn nobody_else_makes_or_reads_one() {
        let (secrets, chance) = (secrets(), Chance::seeded(1));
        let mut browser = KnownBrowser::new(&chance);
        browser.signed_in("aino@ovelle.example", at(0));
        let sealed = browser.seal(&secrets, &chance);
        let open = |sealed: &str, secrets| KnownBrowser::open(&KnownCookie(sealed.to_owned()), secrets);
        assert_eq!(open(&sealed, &secrets), Some(browser.clone()));
        let old = Secrets::parse("v1:a secret of these tests").unwrap();
        assert_eq!(open(&browser.seal(&old, &chance), &secrets), Some(browser), "of before a rotation");
        assert_eq!(open(&sealed, &old), None);
        let (first, rest) = sealed.split_at(1);
        let other = if first == "A" { format!("B{rest}") } else { format!("A{rest}") };
        for changed in ["", "x", rest, &format!("{sealed}AAAA"), &other] {
            assert_eq!(open(changed, &secrets), None, "{changed}");
        }
    }

    #[test]
    fn the_cookie_is_the_contracts() {
        let given = give("abc", SessionCookie::new("https://ovelle.example"));
        let line = "__Host-ovelle-known=abc; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure";
        assert_eq!((given.to_str().unwrap(), given.is_sensitive()), (line, true));
        let given = give("abc", SessionCookie::new("http://ovelle.example"));
        let line = "ovelle-known=abc; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax";
        assert_eq!(given.to_str().unwrap(), line);
        let headers = [(header::COOKIE, "ovelle=1; ovelle-known=abc".parse().unwrap())].into_iter().collect();
        let sent = KnownCookie::read(&headers);
        assert_eq!(
            (format!("{sent:?}"), sent),
            ("Some(KnownCookie(…))".to_owned(), Some(KnownCookie("abc".to_owned())))
        );
    }
}
