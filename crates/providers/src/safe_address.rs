//! Addresses at which a secret may be told.

use reqwest::Url;

/// Whether nobody on the way reads or changes what is said to an address: TLS, or this machine.
pub(crate) fn is_safe(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let is_here = bare == "localhost" || bare.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback());
    match url.scheme() {
        "https" => !host.is_empty(),
        "http" => is_here,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_is_called_by_tls_or_on_this_machine() {
        let is_safe = |url: &str| is_safe(&Url::parse(url).unwrap());
        for safe in ["https://id.example/a", "http://127.0.0.1:8080/", "http://[::1]/", "http://localhost:1/x"] {
            assert!(is_safe(safe), "{safe}");
        }
        for unsafe_one in ["http://id.example/", "http://127.0.0.1.evil.example/", "ftp://localhost/", "file:///etc"] {
            assert!(!is_safe(unsafe_one), "{unsafe_one}");
        }
    }
}
