//! Distances, as answers say them.

/// Kilometres to two decimals (docs/spec/ordering.md, "Shop, point").
#[must_use]
pub(crate) fn kilometres(exact: f64) -> f64 {
    (exact * 100.0).round() / 100.0
}
