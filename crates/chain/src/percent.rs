//! Percentages.

/// Hundredths of a percent: 13.5 % is 1350.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BasisPoints(pub u32);

impl BasisPoints {
    /// All of it: 100 %.
    pub const WHOLE: Self = Self(10_000);

    /// The percentage, for the wire.
    #[must_use]
    pub fn percent(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}
