//! The session cookie: an opaque token of 256 random bits, of which the database keeps the SHA-256.

use std::{fmt, fmt::Write as _, time::Duration};

use axum::http::{HeaderMap, HeaderValue, header};
use deps::Chance;
use domain::key::fingerprint;

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
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(name, _)| *name == self.name()).map(|(_, value)| value).filter(|value| !value.is_empty())
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
        let secure = if self.is_https { "; Secure" } else { "" };
        let (name, seconds) = (self.name(), lasts.as_secs());
        let line = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        let mut line = HeaderValue::from_str(&line).expect("a hexadecimal token is a header value");
        line.set_sensitive(true);
        line
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
