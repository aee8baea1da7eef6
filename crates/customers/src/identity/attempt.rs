//! An attempt to sign in elsewhere: sealed in a cookie of the browser that makes it, so that its answer is of use to that
//! browser alone (docs/spec/people.md, "Social sign-in").

use axum::http::{HeaderMap, HeaderValue};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use deps::Chance;
use domain::{
    key::{Secrets, fingerprint},
    sealed::Purpose,
};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use server::session::{SessionCookie, cookies_named};

/// For how long somebody may take to come back, and then to say what for.
pub(crate) const ATTEMPT_LASTS: SignedDuration = SignedDuration::from_mins(10);
/// Attempts of one browser; of more the oldest is forgotten.
const MOST: usize = 5;
/// Cookies that are looked at: no browser of ours has more.
const LOOKED_AT: usize = 16;
const SEAL: Purpose = Purpose("identity attempt");
const NAME: &str = "ovelle-oidc-";
/// Characters of the state by which its cookie is called.
const NAMED_BY: usize = 8;

/// An attempt.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct IdentityAttempt {
    pub(crate) provider: String,
    pub(crate) state: String,
    pub(crate) nonce: String,
    pub(crate) verifier: String,
    pub(crate) return_to: String,
    /// The session that asks for a link; none of a sign-in.
    pub(crate) session: Option<i64>,
    pub(crate) until: Timestamp,
}

impl IdentityAttempt {
    /// A new one.
    pub(crate) fn new(chance: &Chance, provider: &str, now: Timestamp) -> Self {
        Self {
            provider: provider.to_owned(),
            state: URL_SAFE_NO_PAD.encode(chance.bytes::<24>()),
            nonce: URL_SAFE_NO_PAD.encode(chance.bytes::<24>()),
            verifier: URL_SAFE_NO_PAD.encode(chance.bytes::<32>()),
            return_to: "/".to_owned(),
            session: None,
            until: now.checked_add(ATTEMPT_LASTS).unwrap_or(Timestamp::MAX),
        }
    }

    /// What is kept of its state.
    pub(crate) fn fingerprint(&self) -> [u8; 32] {
        fingerprint(&self.state)
    }

    /// `Set-Cookie` that gives it.
    pub(crate) fn give(&self, cookie: SessionCookie, secrets: &Secrets, chance: &Chance) -> HeaderValue {
        let name = self.name();
        let text = serde_json::to_vec(self).unwrap_or_default();
        let sealed = URL_SAFE_NO_PAD.encode(SEAL.seal(secrets, name.as_bytes(), chance.bytes(), &text));
        cookie.line_of(&cookie.guarded(&name), &sealed, ATTEMPT_LASTS.unsigned_abs())
    }

    fn name(&self) -> String {
        format!("{NAME}{}", self.state.get(..NAMED_BY).unwrap_or_default())
    }
}

/// The attempts of a browser.
pub(crate) struct BrowserAttempts {
    living: Vec<IdentityAttempt>,
    /// The names of cookies that say nothing any more.
    dead: Vec<String>,
}

impl BrowserAttempts {
    /// What a browser sends.
    pub(crate) fn read(headers: &HeaderMap, cookie: SessionCookie, secrets: &Secrets, now: Timestamp) -> Self {
        let (mut living, mut dead) = (Vec::new(), Vec::new());
        for (name, value) in cookies_named(headers, &cookie.guarded(NAME)).take(LOOKED_AT) {
            match open(name, value, cookie, secrets).filter(|attempt| attempt.until > now) {
                Some(attempt) => living.push(attempt),
                None => dead.push(name.to_owned()),
            }
        }
        living.sort_by_key(|attempt: &IdentityAttempt| attempt.until);
        Self { living, dead }
    }

    /// The one of a state.
    pub(crate) fn of_state(&self, state: &str) -> Option<&IdentityAttempt> {
        self.living.iter().find(|attempt| attempt.state == state)
    }

    /// The one whose state has this fingerprint.
    pub(crate) fn of_fingerprint(&self, sha256: &[u8; 32]) -> Option<&IdentityAttempt> {
        self.living.iter().find(|attempt| attempt.fingerprint() == *sha256)
    }

    /// `Set-Cookie` that takes away what stands in the way of one more.
    pub(crate) fn make_room(&self, cookie: SessionCookie) -> Vec<HeaderValue> {
        let too_many = (self.living.len() + 1).saturating_sub(MOST);
        let oldest = self.living.iter().take(too_many).map(|attempt| cookie.guarded(&attempt.name()));
        let is_name = |name: &String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        let dead = self.dead.iter().filter(|name| is_name(name)).cloned();
        oldest.chain(dead).map(|name| cookie.line_of(&name, "", std::time::Duration::ZERO)).collect()
    }

    /// `Set-Cookie` that takes one away.
    pub(crate) fn take(attempt: &IdentityAttempt, cookie: SessionCookie) -> HeaderValue {
        cookie.line_of(&cookie.guarded(&attempt.name()), "", std::time::Duration::ZERO)
    }
}

fn open(name: &str, value: &str, cookie: SessionCookie, secrets: &Secrets) -> Option<IdentityAttempt> {
    let sealed = URL_SAFE_NO_PAD.decode(value).ok()?;
    let bare = name.strip_prefix(cookie.guarded("").as_str())?;
    let text = SEAL.open(secrets, bare.as_bytes(), &sealed)?;
    serde_json::from_slice(&text).ok()
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    fn secrets() -> Secrets {
        Secrets::parse("v1:a secret of these tests").unwrap()
    }

    fn sent(lines: &[HeaderValue]) -> HeaderMap {
        let pair = |line: &HeaderValue| line.to_str().unwrap().split(';').next().unwrap().to_owned();
        lines.iter().map(|line| (header::COOKIE, pair(line).parse().unwrap())).collect()
    }

    #[test]
    fn a_cookie_is_its_attempts_alone_and_of_ten_minutes() {
        let (secrets, chance, now) = (secrets(), Chance::seeded(1), Timestamp::UNIX_EPOCH);
        let cookie = SessionCookie::new("https://ovelle.example");
        let attempt = IdentityAttempt::new(&chance, "oidc", now);
        let line = attempt.give(cookie, &secrets, &chance);
        let text = line.to_str().unwrap();
        assert!(text.starts_with(&format!("__Host-ovelle-oidc-{}=", &attempt.state[..8])), "{text}");
        assert!(text.ends_with("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure") && line.len() < 1024, "{text}");
        assert!(!text.contains(&attempt.verifier) && !text.contains(&attempt.nonce), "{text}");
        let read = |headers: &HeaderMap, now| BrowserAttempts::read(headers, cookie, &secrets, now);
        let headers = sent(std::slice::from_ref(&line));
        assert!(read(&headers, now).of_state(&attempt.state).is_some());
        assert!(read(&headers, now).of_state("another").is_none());
        assert!(read(&headers, now + ATTEMPT_LASTS).of_state(&attempt.state).is_none(), "ten minutes are over");
        let moved = text.replacen(&attempt.state[..8], "AAAAAAAA", 1);
        let moved = read(&sent(&[moved.parse().unwrap()]), now);
        assert!(moved.of_state(&attempt.state).is_none(), "under another name");
        let strangers = Secrets::parse("v1:a secret of somebody else").unwrap();
        assert!(BrowserAttempts::read(&headers, cookie, &strangers, now).of_state(&attempt.state).is_none());
    }

    #[test]
    fn a_browser_has_five() {
        let (secrets, chance) = (secrets(), Chance::seeded(1));
        let cookie = SessionCookie::new("http://ovelle.example");
        let at = |second| Timestamp::UNIX_EPOCH + SignedDuration::from_secs(second);
        let attempts: Vec<_> = (0..5).map(|n| IdentityAttempt::new(&chance, "oidc", at(n))).collect();
        let lines: Vec<_> = attempts.iter().map(|attempt| attempt.give(cookie, &secrets, &chance)).collect();
        let room =
            |lines: &[HeaderValue]| BrowserAttempts::read(&sent(lines), cookie, &secrets, at(9)).make_room(cookie);
        assert_eq!(room(&lines[..4]).len(), 0);
        let taken = room(&lines);
        let oldest = format!("ovelle-oidc-{}=; Path=/; Max-Age=0", &attempts[0].state[..8]);
        assert!(taken.len() == 1 && taken[0].to_str().unwrap().starts_with(&oldest), "{taken:?}");
        let broken: HeaderValue = "ovelle-oidc-xxxxxxxx=x".parse().unwrap();
        assert_eq!(room(&[broken]).len(), 1, "what says nothing goes");
    }
}
