//! The lines: at most one a second of a kind and an address, which counts those that were not written.

use std::{net::IpAddr, sync::Arc, time::Duration};

use domain::{
    Actor, SecurityKind,
    ids::OrderId,
    security::{witnessed_name, words_for_a_log},
};
use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};
use store::MoneyReturned;
use tokio::time::Instant;

use crate::{address::limit_unit, bounded_table::BoundedTable};

/// Between two lines of a kind and an address.
const PAUSE: Duration = Duration::from_secs(1);
/// For how long what was not written waits for the next line, and for how long wrong guesses count.
const WINDOW: Duration = Duration::from_secs(10 * 60);
/// Wrong guesses of an address in the window that are taken for slips.
const SLIPS: u32 = 5;

/// Something that happened.
#[derive(Debug, Clone, Copy)]
pub struct SecurityEvent<'a> {
    pub kind: SecurityKind,
    /// Who did it, as far as they are known.
    pub who: &'a Actor,
    /// From where; none: the system itself, or a command.
    pub address: Option<IpAddr>,
    /// What it was about: a call, an order with a sum and a reason. Never a person's data, a key or a code.
    pub subject: &'a str,
}

/// The security log of a node. A clone is the same log.
#[derive(Debug, Clone, Default)]
pub struct SecurityLog(Arc<SecurityLogInner>);

#[derive(Debug)]
struct SecurityLogInner {
    events: Family<[(&'static str, &'static str); 1], Counter>,
    /// Beside the count of what was not written: when the last line was.
    lines: BoundedTable<(SecurityKind, Option<IpAddr>), Option<Instant>>,
    guesses: BoundedTable<(SecurityKind, IpAddr)>,
}

impl Default for SecurityLogInner {
    fn default() -> Self {
        let (lines, guesses) = (BoundedTable::new(WINDOW), BoundedTable::new(WINDOW));
        Self { events: Family::default(), lines, guesses }
    }
}

impl SecurityLog {
    /// A log whose events are counted in a registry, each kind from the start.
    #[must_use]
    pub fn register(registry: &mut Registry) -> Self {
        let log = Self::default();
        let events = &log.0.events;
        for kind in SecurityKind::ALL {
            drop(events.get_or_create(&[("kind", kind.as_str())]));
        }
        let help = "Attacks, and what was done with what is guarded, by kind";
        registry.sub_registry_with_prefix("ovelle").register("security_events", help, events.clone());
        log
    }

    /// Counts something that happened, and writes it down where its turn has come. Of guesses each is taken for a slip
    /// until there are too many of them.
    pub fn tell(&self, event: SecurityEvent<'_>) {
        let SecurityEvent { kind, who, address, subject } = event;
        if self.is_slip(kind, address) {
            return;
        }
        self.0.events.get_or_create(&[("kind", kind.as_str())]).inc();
        // Each of them, however many there are: a restored backup brings back whoever was erased since.
        if kind == SecurityKind::Erasure {
            tracing::warn!(target: "erasures", subject, "erased");
        }
        let Some(count) = self.due(kind, address, Instant::now()) else { return };
        let (kind, who) = (kind.as_str(), witnessed_name(who));
        let address = address.map(|address| address.to_canonical().to_string());
        let address = address.as_deref().unwrap_or("-");
        tracing::warn!(target: "security", kind, who = &*who, address, subject, count);
    }

    /// Tells of money that goes back: who gives it, how much and why; `from` as [`SecurityEvent::address`].
    pub fn tell_of_refund(&self, order: OrderId, returned: &MoneyReturned, from: Option<IpAddr>) {
        let MoneyReturned { amount, reason, actor: who } = returned;
        tracing::info!(%order, who = &*witnessed_name(who), "money goes back");
        let (euros, reason) = (amount.euros(), words_for_a_log(reason));
        let subject = &format!("order {order}: {euros:.2} €, {reason}");
        self.tell(SecurityEvent { kind: SecurityKind::Refund, who, address: from, subject });
    }

    /// Whether it is a wrong guess that may happen to everybody.
    fn is_slip(&self, kind: SecurityKind, address: Option<IpAddr>) -> bool {
        let (SecurityKind::GiftCard | SecurityKind::Code, Some(address)) = (kind, address) else { return false };
        self.0.guesses.change((kind, limit_unit(address)), Instant::now(), |entry| {
            entry.count = entry.count.saturating_add(1);
            entry.count <= SLIPS
        })
    }

    /// How many events the line of this one stands for; none where it is too early for another line.
    fn due(&self, kind: SecurityKind, address: Option<IpAddr>, now: Instant) -> Option<u32> {
        self.0.lines.change((kind, address.map(limit_unit)), now, |entry| {
            entry.count = entry.count.saturating_add(1);
            if entry.value.is_some_and(|written| now.duration_since(written) < PAUSE) {
                return None;
            }
            (entry.value, entry.since) = (Some(now), now);
            Some(std::mem::take(&mut entry.count))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1)));

    fn counted(log: &SecurityLog, kind: SecurityKind) -> u64 {
        log.0.events.get_or_create(&[("kind", kind.as_str())]).get()
    }

    #[test]
    fn one_line_a_second_counts_the_others() {
        let (log, now) = (SecurityLog::default(), Instant::now());
        let due = |kind, address, after_ms| log.due(kind, address, now + Duration::from_millis(after_ms));
        assert_eq!(due(SecurityKind::Limit, HERE, 0), Some(1));
        for after in 1..=400 {
            assert_eq!(due(SecurityKind::Limit, HERE, after * 2), None);
        }
        let elsewhere = Some(IpAddr::from([10, 0, 0, 2]));
        assert_eq!(due(SecurityKind::Limit, elsewhere, 900), Some(1), "another address has its own");
        assert_eq!(due(SecurityKind::Refund, HERE, 900), Some(1), "and another kind");
        assert_eq!(due(SecurityKind::Refund, None, 900), Some(1), "and the system itself");
        assert_eq!(due(SecurityKind::Limit, HERE, 1_000), Some(401));
        assert_eq!(due(SecurityKind::Limit, HERE, 2_000), Some(1), "what was told is told once");
        assert_eq!(due(SecurityKind::Limit, HERE, 2_001), None);
        assert_eq!(due(SecurityKind::Limit, HERE, 500_000), Some(2), "also long after");
        let household = |last| Some(IpAddr::from([0x2001, 0xdb8, 0, 0, 0, 0, 0, last]));
        assert_eq!(due(SecurityKind::Limit, household(1), 0), Some(1));
        assert_eq!(due(SecurityKind::Limit, household(2), 1), None, "a household has one");
    }

    #[test]
    fn a_wrong_guess_counts_from_the_sixth_on() {
        let log = SecurityLog::default();
        let tell = |kind| log.tell(SecurityEvent { kind, who: &Actor::Guest, address: HERE, subject: "" });
        for kind in [SecurityKind::GiftCard, SecurityKind::Code] {
            (0..5).for_each(|_| tell(kind));
            assert_eq!(counted(&log, kind), 0, "{kind:?}");
            (0..3).for_each(|_| tell(kind));
            assert_eq!(counted(&log, kind), 3, "{kind:?}");
        }
        tell(SecurityKind::Limit);
        assert_eq!(counted(&log, SecurityKind::Limit), 1);
    }

    #[test]
    fn a_flood_of_addresses_takes_no_memory() {
        let (log, now) = (SecurityLog::default(), Instant::now());
        for n in 0..100_000_u32 {
            let address = Some(IpAddr::V4((0x0a00_0000 + n).into()));
            assert_eq!(log.due(SecurityKind::Limit, address, now), Some(1), "{n}");
        }
    }
}
