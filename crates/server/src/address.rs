//! Who is calling: the peer's address, or what a trusted proxy says of it.

use std::{
    net::{IpAddr, Ipv6Addr},
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::{
    extract::{FromRequestParts, Request},
    http::{HeaderMap, Uri, header, request::Parts, uri::Authority},
};

use crate::{ApiError, accept::AcceptedConnection, known_browser::KnownCookie};

/// Addresses, each with the length of its network.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Arc<TrustedProxiesInner>);

#[derive(Debug, Default)]
struct TrustedProxiesInner {
    networks: Vec<(IpAddr, u8)>,
    warned: AtomicBool,
}

/// Not an address or network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither an address nor a network such as 10.0.0.0/8")]
pub struct NotANetwork(String);

impl FromStr for TrustedProxies {
    type Err = NotANetwork;
    /// Comma separated addresses or networks.
    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let networks = parts.map(network).collect::<Result<_, _>>()?;
        Ok(Self(Arc::new(TrustedProxiesInner { networks, warned: AtomicBool::new(false) })))
    }
}

fn network(text: &str) -> Result<(IpAddr, u8), NotANetwork> {
    let wrong = || NotANetwork(text.to_owned());
    let (address, length) = text.split_once('/').map_or((text, None), |(a, l)| (a, Some(l)));
    let address: IpAddr = address.parse().map_err(|_| wrong())?;
    let bits = if address.is_ipv4() { 32 } else { 128 };
    let length = length.map_or(Ok(bits), str::parse).map_err(|_| wrong())?;
    if length > bits { Err(wrong()) } else { Ok((address, length)) }
}

impl TrustedProxies {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.networks.is_empty()
    }

    /// Whether what an address says of others is believed.
    #[must_use]
    pub fn trusts(&self, peer: IpAddr) -> bool {
        self.0.networks.iter().any(|(network, length)| is_within(peer, *network, *length))
    }

    fn warn_once(&self) {
        if !self.0.warned.swap(true, Ordering::Relaxed) {
            tracing::warn!("a forwarded header was ignored; name the proxy in OVELLE_TRUSTED_PROXIES to believe it");
        }
    }
}

fn is_within(address: IpAddr, network: IpAddr, length: u8) -> bool {
    match (address.to_canonical(), network.to_canonical()) {
        (IpAddr::V4(a), IpAddr::V4(n)) => {
            let shift = 32_u32.saturating_sub(u32::from(length));
            a.to_bits().checked_shr(shift).unwrap_or(0) == n.to_bits().checked_shr(shift).unwrap_or(0)
        }
        (IpAddr::V6(a), IpAddr::V6(n)) => {
            let shift = 128_u32.saturating_sub(u32::from(length));
            a.to_bits().checked_shr(shift).unwrap_or(0) == n.to_bits().checked_shr(shift).unwrap_or(0)
        }
        _ => false,
    }
}

/// The unit that limits count: an IPv4 address, or the /64 of an IPv6 address, which one household
/// has to itself.
#[must_use]
pub fn limit_unit(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
    }
}

/// The caller, as far as it can be believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientAddress {
    pub address: IpAddr,
    /// The scheme that it used: `http` or `https`.
    pub scheme: String,
    /// The host that it asked for, with its port.
    pub host: String,
    /// What its browser says of whom it has signed in, sealed.
    pub(crate) known: Option<KnownCookie>,
}

impl ClientAddress {
    /// Who is calling, as `peer` says of itself, or, where it is a trusted proxy, of its client.
    #[must_use]
    pub fn of(proxies: &TrustedProxies, peer: IpAddr, headers: &HeaderMap, uri: &Uri) -> Self {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
        let host = text(header::HOST.as_str()).or(uri.host()).unwrap_or_default();
        let known = KnownCookie::read(headers);
        let direct = Self { address: peer, scheme: "http".to_owned(), host: host.to_owned(), known };
        let speaks_of_others =
            ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"].iter().any(|name| headers.contains_key(*name));
        if !speaks_of_others {
            return direct;
        }
        if !proxies.trusts(peer) {
            proxies.warn_once();
            return direct;
        }
        Self {
            address: client_of(proxies, headers).unwrap_or(peer),
            scheme: text("x-forwarded-proto").filter(|s| *s == "https").map_or(direct.scheme, str::to_owned),
            host: text("x-forwarded-host").map_or(direct.host, str::to_owned),
            known: direct.known,
        }
    }

    /// The origin of a page that this host served.
    #[must_use]
    pub fn own_origin(&self) -> String {
        format!("{}://{}", self.scheme, self.host)
    }
}

/// The origin of an address as browsers write it: scheme, host and port alone, in small letters, the
/// scheme's own port left out. None where it has no scheme or no host, or names a user or what is no port.
#[must_use]
pub fn origin_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let authority = rest.split(['/', '?', '#']).next()?.to_ascii_lowercase().parse::<Authority>().ok()?;
    let host = authority.host();
    let port = match authority.as_str().strip_prefix(host)? {
        "" => None,
        port => Some(port.strip_prefix(':')?.parse::<u16>().ok()?),
    };
    let usual_port = if scheme == "https" { 443 } else { 80 };
    match port.filter(|port| *port != usual_port) {
        _ if host.is_empty() => None,
        Some(port) => Some(format!("{scheme}://{host}:{port}")),
        None => Some(format!("{scheme}://{host}")),
    }
}

/// Finds out who is calling, once for each request.
pub fn identify(proxies: &TrustedProxies, request: &mut Request) {
    let peer = request
        .extensions()
        .get::<AcceptedConnection>()
        .map_or(IpAddr::from([0, 0, 0, 0]), AcceptedConnection::peer_address);
    let caller = ClientAddress::of(proxies, peer, request.headers(), request.uri());
    request.extensions_mut().insert(caller);
}

/// The last address of the chain that is not itself a proxy of ours: what stands before it was
/// written by the client. A proxy may add its part as a header of its own; all of them are one chain.
fn client_of(proxies: &TrustedProxies, headers: &HeaderMap) -> Option<IpAddr> {
    let lines = headers.get_all("x-forwarded-for").into_iter().rev();
    let parts = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
    let mut addresses = parts.map_while(|part| part.trim().parse::<IpAddr>().ok());
    let mut last = None;
    addresses.find(|address| {
        last = Some(*address);
        !proxies.trusts(*address)
    });
    last
}

impl<S> FromRequestParts<S> for ClientAddress
where
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let found = parts.extensions.get::<Self>().cloned();
        Ok(found.unwrap_or_else(|| {
            Self::of(&TrustedProxies::default(), IpAddr::from([0, 0, 0, 0]), &parts.headers, &parts.uri)
        }))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    fn check(peer: &str, trusted: &str, given: &[(&'static str, &str)], expected: (&str, &str)) {
        let caller = ClientAddress::of(
            &trusted.parse().unwrap(),
            peer.parse().unwrap(),
            &headers(given),
            &Uri::from_static("/"),
        );
        assert_eq!((caller.address.to_string().as_str(), caller.own_origin().as_str()), expected);
    }

    #[test]
    fn a_proxy_is_believed_only_where_it_is_trusted() {
        let given = [
            ("host", "10.0.0.9:8080"),
            ("x-forwarded-for", "6.6.6.6, 1.2.3.4, 10.0.0.2"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-host", "ovelle.example"),
        ];
        check("10.0.0.1", "10.0.0.0/8", &given, ("1.2.3.4", "https://ovelle.example"));
        check("10.0.0.1", "", &given, ("10.0.0.1", "http://10.0.0.9:8080"));
        check("::ffff:10.0.0.1", "10.0.0.1", &given[..1], ("::ffff:10.0.0.1", "http://10.0.0.9:8080"));
    }

    #[test]
    fn what_the_client_wrote_is_not_believed_because_it_stands_first() {
        let caller = |lines: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
            }
            let proxies = "10.0.0.0/8".parse().unwrap();
            ClientAddress::of(&proxies, IpAddr::from([10, 0, 0, 1]), &headers, &Uri::from_static("/"))
                .address
                .to_string()
        };
        assert_eq!(caller(&["6.6.6.6", "1.2.3.4"]), "1.2.3.4");
        assert_eq!(caller(&["6.6.6.6", "1.2.3.4", "10.0.0.2"]), "1.2.3.4");
        assert_eq!(caller(&["6.6.6.6", "1.2.3.4, 10.0.0.3", "10.0.0.2"]), "1.2.3.4");
        assert_eq!(caller(&["6.6.6.6, nonsense", "10.0.0.2"]), "10.0.0.2");
    }

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        let origin = |url: &str| origin_of(url).unwrap_or_default();
        assert_eq!(origin("https://Ovelle.example/kauppa?a#b"), "https://ovelle.example");
        assert_eq!(origin("https://ovelle.example:443"), "https://ovelle.example");
        assert_eq!(origin("http://[::1]:8080/"), "http://[::1]:8080");
        assert_eq!(origin("http://ovelle.example:443"), "http://ovelle.example:443");
        assert_eq!(origin("https://ovelle.example:0443"), "https://ovelle.example");
        let none =
            ["null", "", "ovelle.example", "https://", "https:///kauppa", "https://:443", "https://ovelle.example:"];
        let no_port = ["https://ovelle.example:443:443", "https://ovelle.example:65536", "https://ovelle.example:x"];
        let users = ["https://me@ovelle.example", "https://ovelle.example:1@ovelle.example", "https://a@a"];
        for none in none.into_iter().chain(no_port).chain(users) {
            assert_eq!(origin_of(none), None, "{none}");
        }
    }

    #[test]
    fn ipv6_counts_by_64() {
        let unit = |text: &str| limit_unit(text.parse().unwrap()).to_string();
        assert_eq!(unit("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(unit("::ffff:1.2.3.4"), "1.2.3.4");
    }

    #[test]
    fn refuses_what_is_no_network() {
        for text in ["x", "10.0.0.0/33", "10.0.0.0/"] {
            assert!(text.parse::<TrustedProxies>().is_err(), "{text}");
        }
    }
}
