//! Values that differ by size.

use crate::ids::SizeId;

/// A value for each size: its own, or that of `"*"` (docs/spec/ordering.md, "The chain as data").
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PerSize<T> {
    own: Vec<(SizeId, T)>,
    other: Option<T>,
}

impl<T: Copy> PerSize<T> {
    /// Values of sizes, and that of every other size.
    #[must_use]
    pub fn new(own: Vec<(SizeId, T)>, other: Option<T>) -> Self {
        Self { own, other }
    }

    /// The value of a size; none where neither it nor `"*"` is given.
    #[must_use]
    pub fn get(&self, size: &SizeId) -> Option<T> {
        self.own.iter().find(|(own, _)| own == size).map(|(_, value)| *value).or(self.other)
    }
}
