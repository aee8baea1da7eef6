//! What a spin may end in.

/// What stands on the wheel (WH-13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PrizeType {
    FreeDrink,
    FreeIceCream,
    FreeCandy,
    FreeDip,
    FreeDelivery40,
    GiftCard10,
    GiftCard5,
    GiftCard1,
    FreeJaffaLemonade,
    /// The spin comes back.
    NewSpin,
    /// Nothing.
    Empty,
    /// Spins of a campaign of one's own.
    SpinsCampaign,
}

impl PrizeType {
    /// Each with its name in `wheel.json` and on the wire.
    pub const NAMES: [(&str, Self); 12] = [
        ("freeDrink", Self::FreeDrink),
        ("freeIceCream", Self::FreeIceCream),
        ("freeCandy", Self::FreeCandy),
        ("freeDip", Self::FreeDip),
        ("freeDelivery40", Self::FreeDelivery40),
        ("giftCard10", Self::GiftCard10),
        ("giftCard5", Self::GiftCard5),
        ("giftCard1", Self::GiftCard1),
        ("freeJaffaLemonade", Self::FreeJaffaLemonade),
        ("newSpin", Self::NewSpin),
        ("empty", Self::Empty),
        ("spinsCampaign", Self::SpinsCampaign),
    ];

    /// Its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::NAMES.iter().find(|(_, prize)| *prize == self).map_or("", |(name, _)| name)
    }

    /// Reads the name of [`PrizeType::as_str`].
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, prize)| *prize)
    }

    /// The type of the benefit that it gives; none where it gives no benefit.
    #[must_use]
    pub fn benefit_type(self) -> Option<&'static str> {
        let is_benefit = !matches!(self, Self::NewSpin | Self::Empty | Self::SpinsCampaign);
        is_benefit.then(|| self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_type_has_one_name_and_nine_give_a_benefit() {
        let names: BTreeSet<_> = PrizeType::NAMES.iter().map(|(name, _)| name).collect();
        let types: BTreeSet<_> = PrizeType::NAMES.iter().map(|(_, prize)| prize).collect();
        assert_eq!((names.len(), types.len()), (12, 12));
        for (name, prize) in PrizeType::NAMES {
            assert_eq!((prize.as_str(), PrizeType::parse(name)), (name, Some(prize)));
        }
        let without: Vec<_> = PrizeType::NAMES
            .iter()
            .filter(|(_, prize)| prize.benefit_type().is_none())
            .map(|(name, _)| *name)
            .collect();
        assert_eq!(without, ["newSpin", "empty", "spinsCampaign"]);
        assert_eq!(PrizeType::FreeDip.benefit_type(), Some("freeDip"));
        assert_eq!(PrizeType::parse("freePizza"), None);
    }
}
