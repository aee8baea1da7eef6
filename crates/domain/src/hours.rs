//! Opening hours, as a restaurant states them: civil times in its own time zone.

use serde::{Deserialize, Serialize};

/// One day's hours, `HH:MM`. An end at or before the start belongs to the next day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayHours {
    /// When it opens.
    pub start: String,
    /// When it closes.
    pub end: String,
}

/// A week of hours; a day without any is closed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct WeekHours {
    pub mon: Option<DayHours>,
    pub tue: Option<DayHours>,
    pub wed: Option<DayHours>,
    pub thu: Option<DayHours>,
    pub fri: Option<DayHours>,
    pub sat: Option<DayHours>,
    pub sun: Option<DayHours>,
}

/// What a set of hours is about (`openingHourtypeID`: docs/spec/ordering.md, "Hours").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum HoursKind {
    /// 1: the house itself.
    General,
    /// 2: delivery.
    Delivery,
    /// 3: lunch.
    Lunch,
    /// 4: the web shop.
    WebShop,
}

impl From<HoursKind> for u8 {
    fn from(kind: HoursKind) -> Self {
        match kind {
            HoursKind::General => 1,
            HoursKind::Delivery => 2,
            HoursKind::Lunch => 3,
            HoursKind::WebShop => 4,
        }
    }
}

impl TryFrom<u8> for HoursKind {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        [Self::General, Self::Delivery, Self::Lunch, Self::WebShop]
            .into_iter()
            .find(|kind| u8::from(*kind) == number)
            .ok_or_else(|| format!("{number} is no kind of opening hours"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_its_number() {
        let kinds = [HoursKind::General, HoursKind::Delivery, HoursKind::Lunch, HoursKind::WebShop];
        assert_eq!(kinds.map(u8::from), [1, 2, 3, 4]);
        assert_eq!([1, 2, 3, 4].map(|number: u8| HoursKind::try_from(number).unwrap()), kinds);
        assert!(HoursKind::try_from(0).is_err() && HoursKind::try_from(5).is_err());
    }
}
