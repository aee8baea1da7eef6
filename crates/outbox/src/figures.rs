//! What an operator sees of the outbox.

use jiff::Timestamp;
use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge::Gauge},
    registry::Registry,
};
use store::OutboxState;

/// The outbox's figures; their names begin with `ovelle_outbox_`.
#[derive(Debug, Clone, Default)]
pub struct OutboxFigures {
    waiting: Gauge,
    oldest_seconds: Gauge,
    given_up: Gauge,
    told: ByKind,
    failures: ByKind,
}

type ByKind = Family<[(&'static str, &'static str); 1], Counter>;

impl OutboxFigures {
    /// Creates the figures and adds them to a registry.
    #[must_use]
    pub fn register(registry: &mut Registry) -> Self {
        let registry = registry.sub_registry_with_prefix("ovelle").sub_registry_with_prefix("outbox");
        let figures = Self::default();
        registry.register("waiting", "Messages that may be told and are not yet", figures.waiting.clone());
        let help = "For how many seconds the oldest of them could have been";
        registry.register("oldest_seconds", help, figures.oldest_seconds.clone());
        registry.register("given_up", "Messages that can never be told", figures.given_up.clone());
        registry.register("told", "Messages that this node has told, by kind", figures.told.clone());
        registry.register("failures", "Tries of this node that failed, by kind", figures.failures.clone());
        figures
    }

    /// How the whole outbox stands.
    pub(crate) fn set(&self, state: &OutboxState, now: Timestamp) {
        let gauge = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.waiting.set(gauge(state.waiting));
        self.given_up.set(gauge(state.given_up));
        self.oldest_seconds.set(state.oldest.map_or(0, |oldest| now.duration_since(oldest).as_secs().max(0)));
    }

    pub(crate) fn count(&self, kind: &'static str, is_told: bool) {
        let counters = if is_told { &self.told } else { &self.failures };
        counters.get_or_create(&[("kind", kind)]).inc();
    }
}
