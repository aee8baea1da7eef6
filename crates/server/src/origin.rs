//! From where a browser may call: the host's own pages, and those that the configuration names. And where it may be sent:
//! there the configuration alone counts, since a caller writes its own `Host`.

use std::{
    collections::HashSet,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use crate::address::{ClientAddress, origin_of};

/// Refused origins that are remembered, so that each is logged once.
const REMEMBERED: usize = 100;

/// The origins that are allowed besides the host's own.
#[derive(Debug, Clone, Default)]
pub struct AllowedOrigins(Arc<AllowedOriginsInner>);

#[derive(Debug, Default)]
struct AllowedOriginsInner {
    allowed: Vec<String>,
    /// The public one.
    public: Option<String>,
    /// The address that is listened on, where no public one was set.
    listening: Option<String>,
    refused: Mutex<HashSet<String>>,
}

impl AllowedOrigins {
    /// These origins, or those of these addresses, and the public one. What is neither, `null` above all, allows nothing.
    #[must_use]
    pub fn new(public: &str, allowed: impl IntoIterator<Item = String>) -> Self {
        Self::of(allowed, origin_of(public), None)
    }

    /// These, where nobody said what the public address is: pages of the one that is listened on may call as well.
    #[must_use]
    pub fn listening(allowed: impl IntoIterator<Item = String>, address: &str) -> Self {
        Self::of(allowed, None, origin_of(address))
    }

    fn of(allowed: impl IntoIterator<Item = String>, public: Option<String>, listening: Option<String>) -> Self {
        let allowed = allowed.into_iter().filter_map(|address| origin_of(&address)).collect();
        Self(Arc::new(AllowedOriginsInner { allowed, public, listening, refused: Mutex::default() }))
    }

    /// Whether a browser may be sent to an address: to an allowed origin, and without a public one to a page of this
    /// machine (docs/spec/ordering.md, "Placing an order").
    #[must_use]
    pub fn may_lead_to(&self, address: &str) -> bool {
        let is_plain = address.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        let origin = origin_of(address).filter(|_| is_plain);
        let is_here = |origin: &String| self.0.listening.is_some() && is_of_this_machine(origin);
        let is_named = |origin: &String| self.0.allowed.contains(origin) || self.0.public.as_ref() == Some(origin);
        origin.is_some_and(|origin| is_named(&origin) || is_here(&origin))
    }

    /// Whether a page of this origin is our own: of the host that it asked, or of the public address. Those alone change
    /// what is somebody's; others that are named open live lines (docs/spec/people.md, "Sessions").
    #[must_use]
    pub fn is_ours(&self, origin: &str, caller: &ClientAddress) -> bool {
        let own = origin_of(&caller.own_origin());
        let ours = [own.as_ref(), self.0.public.as_ref(), self.0.listening.as_ref()];
        as_written(origin).is_some_and(|known| ours.into_iter().flatten().any(|ours| *ours == known))
    }

    /// Whether a page of this origin may call; one that may not is logged, once.
    #[must_use]
    pub fn allows(&self, origin: &str, caller: &ClientAddress) -> bool {
        if self.is_ours(origin, caller) || as_written(origin).is_some_and(|known| self.0.allowed.contains(&known)) {
            return true;
        }
        let origin = origin.to_ascii_lowercase();
        let mut refused = self.0.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.len() < REMEMBERED && refused.insert(origin.clone()) {
            tracing::warn!(origin, "a page of another origin was refused; OVELLE_ALLOWED_ORIGINS would allow it");
        }
        false
    }
}

/// An origin that is written as browsers do it.
fn as_written(origin: &str) -> Option<String> {
    origin_of(origin).filter(|known| known.eq_ignore_ascii_case(origin))
}

/// Whether an origin is plain http to a loopback address.
fn is_of_this_machine(origin: &str) -> bool {
    let Some(authority) = origin.strip_prefix("http://") else { return false };
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let host = authority.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(authority, |(host, _)| host);
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host == "localhost" || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_sent_to_nobody_elses_page() {
        let public = AllowedOrigins::new("https://ovelle.example/", ["http://app.example:8080".to_owned()]);
        let local = AllowedOrigins::listening([], "http://192.168.1.5:8080");
        for (address, is_public, is_local) in [
            ("https://ovelle.example/tilaus/tulos?a=1#b", true, false),
            ("HTTPS://OVELLE.example:443/", true, false),
            ("http://app.example:8080/x", true, false),
            ("http://ovelle.example/", false, false),
            ("https://ovelle.example:8443/", false, false),
            ("https://ovelle.example.evil.example/", false, false),
            ("https://ovelle.example@evil.example/", false, false),
            ("https://evil.example\\@ovelle.example/", false, false),
            ("https://ovelle.example\\.evil.example/", false, false),
            ("https://ovelle.example/\n", false, false),
            ("//ovelle.example/", false, false),
            ("/tilaus/tulos", false, false),
            ("javascript:alert(1)//https://ovelle.example/", false, false),
            ("", false, false),
            ("http://localhost:5173/x", false, true),
            ("http://127.0.0.1:9/", false, true),
            ("http://127.4.5.6/", false, true),
            ("http://[::1]:8080/", false, true),
            ("https://localhost/", false, false),
            ("http://localhost.evil.example/", false, false),
            ("http://127.0.0.1.evil.example/", false, false),
            ("http://192.168.1.5:8080/", false, false),
            ("http://evil.example/", false, false),
        ] {
            let found = (public.may_lead_to(address), local.may_lead_to(address));
            assert_eq!(found, (is_public, is_local), "{address}");
        }
    }
}
