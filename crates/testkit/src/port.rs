//! Ports for servers that must be told theirs before they start, or come back on it.

use std::{
    net::TcpListener,
    sync::atomic::{AtomicU16, Ordering},
};

/// Below the ports that a system gives to outgoing connections, of which tests open thousands: one of
/// those may be taken at any moment between here and the server's start.
const FIRST: u16 = 20_000;
const COUNT: u16 = 12_000;

/// A port of this machine on which nobody listens; another one at each call.
///
/// # Panics
/// Where there is none.
#[must_use]
pub fn free() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Processes that test at the same time begin in different places.
    let start = std::process::id().wrapping_mul(997) % u32::from(COUNT);
    let start = u16::try_from(start).expect("a number below the count");
    let mut candidates = (0..COUNT).map(|_| {
        let step = NEXT.fetch_add(1, Ordering::Relaxed) % COUNT;
        FIRST + (start + step) % COUNT
    });
    candidates.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).expect("a free port")
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_port_is_given_twice() {
        assert_ne!(super::free(), super::free());
    }
}
