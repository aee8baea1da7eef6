//! Spins that a member has, and which order brought each.

use std::collections::VecDeque;

use crate::ids::OrderId;

/// Spins of the card's marks, in the order in which they came and are used. What was taken back after it was used is a
/// debt, which swallows the next ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct SpinPurse {
    /// The order that brought each; none where joining did.
    waiting: VecDeque<Option<OrderId>>,
    debt: u32,
}

impl SpinPurse {
    /// Spins less debts.
    pub(super) fn balance(&self) -> i64 {
        i64::try_from(self.waiting.len()).unwrap_or(i64::MAX) - i64::from(self.debt)
    }

    pub(super) fn give(&mut self, order: Option<OrderId>, spins: u32) {
        let swallowed = self.debt.min(spins);
        self.debt -= swallowed;
        self.waiting.extend((swallowed..spins).map(|_| order));
    }

    /// Takes spins back: those of this order first, else the newest; what is used already is a debt.
    pub(super) fn take_back(&mut self, order: OrderId, spins: u32) {
        for _ in 0..spins {
            match self.waiting.iter().rposition(|from| *from == Some(order)) {
                Some(place) => drop(self.waiting.remove(place)),
                None if self.waiting.pop_back().is_some() => {}
                None => self.debt += 1,
            }
        }
    }

    /// The order that brought the spin which is used next.
    pub(super) fn next_order(&self) -> Option<OrderId> {
        self.waiting.front().copied().flatten()
    }

    pub(super) fn use_one(&mut self) {
        if self.waiting.pop_front().is_none() {
            self.debt += 1;
        }
    }

    /// Puts back a spin that was used last.
    pub(super) fn put_back(&mut self, order: Option<OrderId>) {
        match self.debt {
            0 => self.waiting.push_front(order),
            _ => self.debt -= 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: OrderId = OrderId(1);
    const B: OrderId = OrderId(2);

    #[test]
    fn a_debt_swallows_the_next_spins() {
        let mut purse = SpinPurse::default();
        purse.give(Some(A), 2);
        purse.use_one();
        purse.use_one();
        purse.take_back(A, 2);
        assert_eq!(purse.balance(), -2);
        purse.give(Some(B), 1);
        assert_eq!((purse.balance(), purse.next_order()), (-1, None));
        purse.give(Some(B), 2);
        assert_eq!((purse.balance(), purse.next_order()), (1, Some(B)));
    }

    #[test]
    fn an_order_takes_its_own_spins_back_first() {
        let mut purse = SpinPurse::default();
        purse.give(Some(A), 1);
        purse.give(Some(B), 1);
        purse.take_back(A, 1);
        assert_eq!((purse.balance(), purse.next_order()), (1, Some(B)));
        purse.give(None, 1);
        purse.take_back(A, 1);
        assert_eq!((purse.balance(), purse.next_order()), (1, Some(B)));
    }

    #[test]
    fn spins_are_used_as_they_came() {
        let mut purse = SpinPurse::default();
        purse.give(None, 1);
        purse.give(Some(A), 1);
        assert_eq!(purse.next_order(), None);
        purse.use_one();
        assert_eq!(purse.next_order(), Some(A));
        purse.use_one();
        purse.put_back(Some(A));
        assert_eq!((purse.balance(), purse.next_order()), (1, Some(A)));
    }
}
