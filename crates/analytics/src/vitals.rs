//! How fast a page was.

use serde::Deserialize;
use server::ApiError;
use utoipa::ToSchema;

use crate::{codes::OTHER, figures::PageFigures, vital_name::VitalName};

/// The most measures of a call.
const MOST: usize = 10;
/// What is slower was put aside, not slow, in milliseconds.
const SLOWEST: f64 = 600_000.0;
const MILLIS: f64 = 1000.0;

/// How fast a page was, several measures at once.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PageVitals {
    /// 1 to 10.
    metrics: Vec<PageVital>,
}

/// One measure.
#[derive(Debug, Deserialize, ToSchema)]
struct PageVital {
    name: VitalName,
    /// In milliseconds; of CLS without a unit.
    #[schema(minimum = 0)]
    value: f64,
    /// The page's path as a pattern, e.g. `/menu/{slug}`.
    route: String,
}

impl PageVitals {
    /// Counts the measures, each under one of these routes or as of another.
    ///
    /// # Errors
    /// 422 where there are none or too many, or a value is none; then none is counted.
    pub(crate) fn count(&self, routes: &[&'static str], figures: &PageFigures) -> Result<(), ApiError> {
        if self.metrics.is_empty() || self.metrics.len() > MOST {
            return Err(ApiError::invalid("metrics"));
        }
        let is_value = |value: f64| value.is_finite() && value >= 0.0;
        if let Some(wrong) = self.metrics.iter().position(|vital| !is_value(vital.value)) {
            return Err(ApiError::invalid(format!("metrics[{wrong}].value")));
        }
        for PageVital { name, value, route } in &self.metrics {
            let route = routes.iter().copied().find(|known| known == route).unwrap_or(OTHER);
            let unit = if *name == VitalName::Cls { 1.0 } else { MILLIS };
            figures.observe(*name, route, value.min(SLOWEST) / unit);
        }
        Ok(())
    }
}
