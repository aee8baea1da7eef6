//! The host that a request asks for (docs/spec/ordering.md, "A browser's line").

use std::net::IpAddr;

use axum::{
    extract::Request,
    http::{HeaderMap, Version, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{ApiError, accept::AcceptedConnection};

/// Whether a request names its host as HTTP wants it: with HTTP/1.1 once, before that once at most, and as a host with or
/// without a port (RFC 9112, section 3.2).
#[must_use]
pub fn is_well_named(request: &Request) -> bool {
    let mut named = request.headers().get_all(header::HOST).iter();
    match (named.next(), named.next()) {
        (None, _) => request.version() < Version::HTTP_11,
        (Some(host), None) => host.to_str().is_ok_and(|host| host.is_empty() || authority(host).is_some()),
        (Some(_), Some(_)) => false,
    }
}

/// What is answered where it does not.
#[must_use]
pub fn refusal() -> ApiError {
    ApiError::invalid(header::HOST.as_str()).as_bad_request()
}

/// Refuses a request that does not name its host as HTTP wants it; a layer.
pub async fn require(request: Request, next: Next) -> Response {
    if is_well_named(&request) { next.run(request).await } else { refusal().into_response() }
}

/// Whether a request comes from this machine and by no proxy: a loopback peer that asks for a loopback host, and no
/// header that a proxy adds (docs/spec/hub.md, "Starting the server").
#[must_use]
pub fn is_from_this_machine(request: &Request) -> bool {
    let peer = request.extensions().get::<AcceptedConnection>().map(AcceptedConnection::peer_address);
    peer.is_some_and(|peer| peer.to_canonical().is_loopback())
        && asks_for_loopback(request.headers())
        && !request.headers().keys().any(|name| is_a_proxys(name.as_str()))
}

fn asks_for_loopback(headers: &HeaderMap) -> bool {
    let named = headers.get(header::HOST).and_then(|host| host.to_str().ok()).and_then(authority);
    named.is_some_and(|named| {
        let host = named.host();
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        bare.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
    })
}

/// Whether it is a header, in small letters, by which a proxy says for whom it calls.
fn is_a_proxys(header: &str) -> bool {
    header.starts_with("x-forwarded-") || ["forwarded", "x-real-ip", "via"].contains(&header)
}

/// A host with or without a port, and nobody's name before it.
fn authority(text: &str) -> Option<Authority> {
    text.parse().ok().filter(|named: &Authority| !named.as_str().contains('@'))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn request(version: Version, headers: &[(&str, &str)]) -> Request {
        let mut request = Request::get("/").version(version);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Body::empty()).unwrap()
    }

    #[test]
    fn a_host_is_named_once() {
        let is_well_named = |version, hosts: &[&str]| {
            let headers: Vec<_> = hosts.iter().map(|host| ("host", *host)).collect();
            super::is_well_named(&request(version, &headers))
        };
        for host in ["ovelle.example", "ovelle.example:8080", "127.0.0.1", "[::1]:8080", ""] {
            assert!(is_well_named(Version::HTTP_11, &[host]), "{host}");
            assert!(!is_well_named(Version::HTTP_11, &[host, host]), "{host} twice");
            assert!(!is_well_named(Version::HTTP_10, &[host, "evil.example"]), "{host} and another");
        }
        assert!(!is_well_named(Version::HTTP_11, &[]));
        assert!(is_well_named(Version::HTTP_10, &[]));
        for host in ["a, b", "aino@ovelle.example", "a/b", "a b", "http://a"] {
            assert!(!is_well_named(Version::HTTP_11, &[host]), "{host}");
        }
    }

    #[test]
    fn only_a_loopback_host_without_a_proxy_is_this_machine() {
        let from = |peer: &str, headers: &[(&str, &str)]| {
            let mut request = request(Version::HTTP_11, headers);
            request.extensions_mut().insert(AcceptedConnection::of_peer(peer.parse().unwrap()));
            is_from_this_machine(&request)
        };
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:8080", "127.8.8.8", "[::1]:8080", "[::ffff:127.0.0.1]"] {
            assert!(from("127.0.0.1:5000", &[("host", host)]), "{host}");
        }
        for host in ["ovelle.example", "localhost.evil.example", "10.0.0.1", "0.0.0.0:8080", ""] {
            assert!(!from("127.0.0.1:5000", &[("host", host)]), "{host}");
        }
        assert!(!from("127.0.0.1:5000", &[]));
        assert!(from("[::1]:5000", &[("host", "localhost")]) && from("[::ffff:127.0.0.1]:5", &[("host", "localhost")]));
        assert!(!from("10.0.0.1:5000", &[("host", "localhost")]));
        for proxys in ["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-proto", "X-Forwarded-Prefix"] {
            assert!(!from("127.0.0.1:5000", &[("host", "localhost"), (proxys, "")]), "{proxys}");
        }
    }
}
