//! The allocator of everything that is linked with this crate, and what it holds: what tells memory that the program keeps
//! from memory that lies between what it keeps.

use std::fmt;

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    metrics::{MetricType, gauge::ConstGauge},
};
use tikv_jemalloc_ctl::{epoch, stats};

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// `ovelle_allocator_bytes`, read whenever somebody asks.
#[derive(Debug)]
pub(crate) struct AllocatorBytes;

impl AllocatorBytes {
    /// What is held, by its kind: given to the program, in pages that hold some of that, for the allocator's own books, and
    /// all of these in RAM with pages that were given back to it and not yet to the system.
    fn now() -> Option<[(&'static str, usize); 4]> {
        // The figures stand still until they are asked to move on.
        epoch::advance().ok()?;
        Some([
            ("allocated", stats::allocated::read().ok()?),
            ("active", stats::active::read().ok()?),
            ("metadata", stats::metadata::read().ok()?),
            ("resident", stats::resident::read().ok()?),
        ])
    }
}

impl Collector for AllocatorBytes {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let Some(held) = Self::now() else { return Ok(()) };
        let help = "Memory of the allocator in bytes, by what it is for";
        let mut family = encoder.encode_descriptor("ovelle_allocator_bytes", help, None, MetricType::Gauge)?;
        for (kind, bytes) in held {
            let gauge = ConstGauge::new(i64::try_from(bytes).unwrap_or(i64::MAX));
            gauge.encode(family.encode_family(&[("kind", kind)])?)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More than all other tests of this process together take or give back meanwhile; never touched, so that it costs nothing.
    const MUCH: usize = 1 << 30;

    #[test]
    fn what_is_kept_is_counted() {
        let allocated = || AllocatorBytes::now().unwrap()[0].1;
        let before = allocated();
        let kept = std::hint::black_box(Vec::<u8>::with_capacity(MUCH));
        assert!(allocated() > before + MUCH / 2);
        drop(kept);
        assert!(allocated() < before + MUCH / 2);
        let [(_, allocated), (_, active), (_, metadata), (_, resident)] = AllocatorBytes::now().unwrap();
        assert!(metadata > 0 && allocated < active && active < resident, "{:?}", AllocatorBytes::now());
    }
}
