//! What pages report, as figures.

use prometheus_client::{
    metrics::{counter::Counter, family::Family, histogram::Histogram},
    registry::Registry,
};

use crate::{codes, vital_name::VitalName};

/// Where a measure goes from good to middling and to poor (web.dev, "Web Vitals"), and a step on either side; seconds, and
/// for CLS its own unit.
const STEPS: [f64; 13] = [0.01, 0.05, 0.1, 0.2, 0.25, 0.5, 0.8, 1.0, 1.8, 2.5, 3.0, 4.0, 8.0];

type Labels<const N: usize> = [(&'static str, &'static str); N];

/// The figures of pages: `ovelle_frontend_errors_total{code}` and `ovelle_frontend_vitals{name,route}`.
#[derive(Debug, Clone)]
pub struct PageFigures {
    errors: Family<Labels<1>, Counter>,
    vitals: Family<Labels<2>, Histogram>,
}

impl PageFigures {
    /// Names them in a registry.
    pub fn register(registry: &mut Registry) -> Self {
        let figures =
            Self { errors: Family::default(), vitals: Family::new_with_constructor(|| Histogram::new(STEPS)) };
        // Something to ask for before a page has reported anything.
        drop(figures.errors.get_or_create(&[("code", codes::OTHER)]));
        drop(figures.vitals.get_or_create(&[("name", VitalName::Lcp.as_str()), ("route", codes::OTHER)]));
        let ours = registry.sub_registry_with_prefix("ovelle");
        ours.register("frontend_errors", "Errors that pages reported", figures.errors.clone());
        let help = "How fast pages are, in seconds; CLS has no unit";
        ours.register("frontend_vitals", help, figures.vitals.clone());
        figures
    }

    pub(crate) fn count_error(&self, code: &str) {
        self.errors.get_or_create(&[("code", codes::counted_as(code))]).inc();
    }

    pub(crate) fn observe(&self, name: VitalName, route: &'static str, value: f64) {
        self.vitals.get_or_create(&[("name", name.as_str()), ("route", route)]).observe(value);
    }
}
