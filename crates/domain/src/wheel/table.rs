//! The weights of one spin.

use super::{
    draw::{Drawn, ServerSeed},
    prize::PrizeType,
};

/// A prize of a segment with its weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WheelWeight {
    /// 0…7.
    pub segment: usize,
    pub prize: PrizeType,
    pub weight: u64,
}

/// The weights of one spin, in the order of `wheel.json`; their sum is above 0 and below 2⁶⁴.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WheelTable(Vec<WheelWeight>);

/// Weights of which none is above 0, or that sum to more than can be drawn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the weights sum to nothing, or to 2^64 and more")]
pub struct NothingToDraw;

impl WheelTable {
    /// A table of these weights.
    ///
    /// # Errors
    /// [`NothingToDraw`].
    pub fn new(weights: Vec<WheelWeight>) -> Result<Self, NothingToDraw> {
        let sum = weights.iter().try_fold(0_u64, |sum, entry| sum.checked_add(entry.weight));
        if sum.is_some_and(|sum| sum > 0) { Ok(Self(weights)) } else { Err(NothingToDraw) }
    }

    /// Its weights.
    #[must_use]
    pub fn weights(&self) -> &[WheelWeight] {
        &self.0
    }

    /// The draw of a spin; `nonce` is how many spins the member had before it.
    ///
    /// # Panics
    /// Never: the weights have a sum.
    #[must_use]
    pub fn draw(&self, seed: &ServerSeed, client_seed: &str, nonce: u32) -> Drawn {
        let bytes = seed.mac(client_seed, nonce);
        let (number, rest) = bytes.split_first_chunk().expect("32 bytes");
        let place = weighted(u64::from_be_bytes(*number), self.0.iter().map(|entry| entry.weight));
        let entry = self.0[place.expect("the weights have a sum")];
        let within = (u32::from(u16::from_be_bytes([rest[0], rest[1]])) * 36) >> 16;
        let begins = 45 * u32::try_from(entry.segment).unwrap_or(0) + 5;
        Drawn { segment: entry.segment, prize: entry.prize, angle: begins + within }
    }
}

/// The place that a drawn number of 64 bits falls on, by weights: the number times their sum, shifted right by 64. None
/// where they sum to nothing.
pub(crate) fn weighted(drawn: u64, weights: impl Iterator<Item = u64> + Clone) -> Option<usize> {
    let sum: u128 = weights.clone().map(u128::from).sum();
    let mut left = (u128::from(drawn) * sum) >> 64;
    for (place, weight) in weights.map(u128::from).enumerate() {
        match left.checked_sub(weight) {
            Some(less) => left = less,
            None => return Some(place),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(weights: &[u64]) -> Result<WheelTable, NothingToDraw> {
        let weights = weights.iter().map(|weight| WheelWeight { segment: 0, prize: PrizeType::Empty, weight: *weight });
        WheelTable::new(weights.collect())
    }

    #[test]
    fn a_table_has_something_to_draw() {
        assert_eq!([of(&[]), of(&[0, 0]), of(&[u64::MAX, 1])].map(|table| table.is_err()), [true; 3]);
        assert!(of(&[0, 1]).is_ok() && of(&[u64::MAX]).is_ok());
    }

    #[test]
    fn a_number_falls_where_its_share_is() {
        let place = |drawn| weighted(drawn, [1_u64, 0, 3].into_iter());
        let quarter = 1_u64 << 62;
        assert_eq!([0, quarter - 1, quarter, u64::MAX].map(place), [Some(0), Some(0), Some(2), Some(2)]);
        assert_eq!(weighted(7, [0_u64; 3].into_iter()), None);
        assert_eq!(weighted(7, std::iter::empty()), None);
    }

    proptest! {
        #[test]
        fn what_is_drawn_has_a_weight(drawn: u64, weights in prop::collection::vec(0..u64::MAX / 32, 1..20)) {
            match weighted(drawn, weights.iter().copied()) {
                Some(place) => prop_assert!(weights[place] > 0),
                None => prop_assert_eq!(weights.iter().sum::<u64>(), 0),
            }
        }
    }
}
