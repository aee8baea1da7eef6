//! How long news takes from hop to hop: accepted, committed, published, written.
//!
//! The first hops are observed once per commit or published frame, the last once per frame that a connection has
//! written: up to hundreds of thousands a second, so an observation is two atomic additions and takes no lock.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use prometheus_client::{
    encoding::{EncodeMetric, MetricEncoder, NoLabelSet},
    metrics::MetricType,
};

/// Upper bounds of the buckets, in microseconds: 100 µs … 10 s. One more bucket counts everything above.
const BOUNDS: [u32; 16] = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
    5_000_000, 10_000_000,
];

/// The histograms of all hops: `ovelle_hop_seconds{news="…",hop="…"}`. Cheap to clone; all clones share the counts.
#[derive(Debug, Clone, Default)]
pub struct Hops(Arc<ByNews>);

/// The hops by kind of news.
#[derive(Debug, Default)]
pub struct ByNews {
    pub status: NewsHops,
    pub position: NewsHops,
}

/// The hops of one kind of news.
#[derive(Debug, Default)]
pub struct NewsHops {
    /// From reading the call to its commit; for a position, which is not committed, until it is kept as the car's
    /// newest.
    pub commit: Latency,
    /// From there until it was sent to this node's connections and handed to the bus.
    pub publish: Latency,
    /// From publishing a frame until a connection has written it to its socket. Connections that write it immediately
    /// count until the last of them has.
    pub write: Latency,
}

impl std::ops::Deref for Hops {
    type Target = ByNews;
    fn deref(&self) -> &ByNews {
        &self.0
    }
}

/// A histogram of durations.
#[derive(Default)]
pub struct Latency {
    buckets: [AtomicU64; BOUNDS.len() + 1],
    nanoseconds: AtomicU64,
}

impl Latency {
    /// Counts one observation.
    pub fn observe(&self, took: Duration) {
        self.observe_many(took, 1);
    }

    /// Counts `many` observations that all took `took`.
    pub fn observe_many(&self, took: Duration, many: u64) {
        let nanoseconds = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.partition_point(|bound| nanoseconds > u64::from(*bound) * 1_000);
        self.buckets[bucket].fetch_add(many, Ordering::Relaxed);
        self.nanoseconds.fetch_add(nanoseconds.saturating_mul(many), Ordering::Relaxed);
    }

    fn encode(&self, encoder: &mut MetricEncoder<'_>) -> fmt::Result {
        let counts = self.buckets.each_ref().map(|bucket| bucket.load(Ordering::Relaxed));
        let bounds = BOUNDS.iter().map(|bound| f64::from(*bound) / 1e6).chain([f64::INFINITY]);
        let buckets: Vec<(f64, u64)> = bounds.zip(counts).collect();
        let sum = Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed)).as_secs_f64();
        encoder.encode_histogram::<NoLabelSet>(sum, counts.iter().sum(), &buckets, None)
    }
}

impl fmt::Debug for Latency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count: u64 = self.buckets.iter().map(|bucket| bucket.load(Ordering::Relaxed)).sum();
        f.debug_struct("Latency").field("count", &count).finish_non_exhaustive()
    }
}

impl EncodeMetric for Hops {
    fn encode(&self, mut encoder: MetricEncoder) -> fmt::Result {
        for (news, way) in [("status", &self.status), ("position", &self.position)] {
            for (hop, latency) in [("commit", &way.commit), ("publish", &way.publish), ("write", &way.write)] {
                latency.encode(&mut encoder.encode_family(&[("news", news), ("hop", hop)])?)?;
            }
        }
        Ok(())
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Histogram
    }
}

#[cfg(test)]
mod tests {
    use prometheus_client::{encoding::text::encode, registry::Registry};

    use super::*;

    fn text(hops: &Hops) -> String {
        let mut registry = Registry::default();
        registry.register("hop_seconds", "Hops", hops.clone());
        let mut text = String::new();
        encode(&mut text, &registry).unwrap();
        text
    }

    #[test]
    fn a_time_falls_into_the_bucket_whose_bound_it_does_not_pass() {
        let hops = Hops::default();
        for micros in [0, 100, 101, 10_000_000, 10_000_001] {
            hops.status.publish.observe(Duration::from_micros(micros));
        }
        let text = text(&hops);
        let figure = |end: &str| {
            let name = format!(r#"hop_seconds_{end} "#);
            text.lines().find_map(|line| line.strip_prefix(&name)).unwrap_or_else(|| panic!("{name} in\n{text}"))
        };
        for (bound, count) in [("0.0001", "2"), ("0.00025", "3"), ("5.0", "3"), ("10.0", "4"), ("+Inf", "5")] {
            assert_eq!(figure(&format!(r#"bucket{{le="{bound}",news="status",hop="publish"}}"#)), count, "{bound}");
        }
        assert_eq!(figure(r#"count{news="status",hop="publish"}"#), "5");
        assert_eq!(figure(r#"sum{news="status",hop="publish"}"#), "20.000202");
        assert_eq!(figure(r#"count{news="position",hop="publish"}"#), "0");
    }
}
