//! The session cookie: an opaque token of 256 random bits, of which the database keeps the SHA-256.

use std::{convert::Infallible, fmt, fmt::Write as _, time::Duration};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderMap, HeaderValue, header, request::Parts},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use deps::Chance;
use domain::key::fingerprint;
use store::{Store, StoreError};

/// A token that opens something, as it goes to its holder. Never kept, never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one: 256 random bits, in hexadecimal.
    #[must_use]
    pub fn new(chance: &Chance) -> Self {
        let mut text = String::with_capacity(64);
        for byte in chance.bytes::<32>() {
            let _infallible = write!(text, "{byte:02x}");
        }
        Self(text)
    }

    /// A new one for a link in a mail: 128 random bits, 22 characters of URL-safe base64.
    #[must_use]
    pub fn short(chance: &Chance) -> Self {
        Self(URL_SAFE_NO_PAD.encode(chance.bytes::<16>()))
    }

    /// The text for its holder.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    #[must_use]
    pub fn fingerprint(&self) -> [u8; 32] {
        fingerprint(&self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// How the cookie is called and what guards it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionCookie {
    is_https: bool,
}

impl SessionCookie {
    /// For pages at `public_url`. On https the name's prefix makes the browser itself insist on
    /// `Secure`, no `Domain` and the whole host; plain http can have none of it.
    #[must_use]
    pub fn new(public_url: &str) -> Self {
        Self { is_https: public_url.starts_with("https://") }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        if self.is_https { "__Host-ovelle" } else { "ovelle" }
    }

    /// The token that a call bears.
    #[must_use]
    pub fn read(self, headers: &HeaderMap) -> Option<&str> {
        cookie(headers, self.name())
    }

    /// Whether pages come by https.
    pub(crate) fn is_https(self) -> bool {
        self.is_https
    }

    /// `Set-Cookie` that gives a token, for so long.
    #[must_use]
    pub fn give(self, token: &Token, lasts: Duration) -> HeaderValue {
        self.line(token.reveal(), lasts)
    }

    /// `Set-Cookie` that takes it away.
    #[must_use]
    pub fn take(self) -> HeaderValue {
        self.line("", Duration::ZERO)
    }

    fn line(self, value: &str, lasts: Duration) -> HeaderValue {
        self.line_of(self.name(), value, lasts)
    }

    /// The whole name of another cookie that is guarded in the same way.
    #[must_use]
    pub fn guarded(self, name: &str) -> String {
        if self.is_https { format!("__Host-{name}") } else { name.to_owned() }
    }

    /// `Set-Cookie` of a cookie that is guarded in the same way.
    ///
    /// # Panics
    /// Where the name or the value is no text of a header.
    #[must_use]
    pub fn line_of(self, name: &str, value: &str, lasts: Duration) -> HeaderValue {
        let secure = if self.is_https { "; Secure" } else { "" };
        let seconds = lasts.as_secs();
        let line = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        let mut line = HeaderValue::from_str(&line).expect("hexadecimal and base64 are header values");
        line.set_sensitive(true);
        line
    }
}

/// What a call says in a cookie; none where that is nothing.
pub(crate) fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(found, _)| *found == name).map(|(_, value)| value).filter(|value| !value.is_empty())
}

/// All that a call says in cookies whose names begin so, by their whole names.
pub fn cookies_named<'h>(headers: &'h HeaderMap, prefix: &str) -> impl Iterator<Item = (&'h str, &'h str)> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(name, _)| name.starts_with(prefix))
}

/// The session whose cookie the browser sent, whatever it opens.
#[derive(Debug, Clone, Copy)]
pub struct BrowserSession(Option<[u8; 32]>);

impl<S> FromRequestParts<S> for BrowserSession
where
    S: Send + Sync,
    SessionCookie: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self(SessionCookie::from_ref(state).read(&parts.headers).map(fingerprint)))
    }
}

impl BrowserSession {
    /// Ends it.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn end(self, store: &Store) -> Result<(), StoreError> {
        match self.0 {
            Some(sha256) => store.sessions().end_by_token(sha256).await,
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_the_contracts() {
        let token = Token::new(&Chance::seeded(1));
        let (secure, plain) =
            (SessionCookie::new("https://ovelle.example"), SessionCookie::new("http://ovelle.example"));
        let week = Duration::from_secs(7 * 86_400);
        assert_eq!(
            secure.give(&token, week).to_str().unwrap(),
            format!("__Host-ovelle={}; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure", token.reveal())
        );
        assert_eq!(plain.take().to_str().unwrap(), "ovelle=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    }

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let read = |lines: &[&str]| {
            let headers = lines.iter().map(|line| (header::COOKIE, line.parse().unwrap())).collect();
            SessionCookie::new("http://ovelle.example").read(&headers).map(str::to_owned)
        };
        assert_eq!(read(&["theme=dark; ovelle=abc; x=y"]), Some("abc".to_owned()));
        assert_eq!(read(&["theme=dark", "ovelle=abc"]), Some("abc".to_owned()));
        assert_eq!(read(&["xovelle=abc; __Host-ovelle=abc; ovelle="]), None);
        assert_eq!(read(&[]), None);
    }

    #[test]
    fn a_token_is_not_printed() {
        let token = Token::new(&Chance::seeded(1));
        assert_eq!((token.reveal().len(), format!("{token:?}")), (64, "Token(…)".to_owned()));
        assert_eq!(token.fingerprint(), fingerprint(token.reveal()));
    }
}
