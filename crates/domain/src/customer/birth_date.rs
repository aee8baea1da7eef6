//! Birth dates, and the ages that follow from them (docs/spec/people.md, "Changing one's data", "Age").

use std::fmt;

use jiff::{
    Span,
    civil::{Date, date},
};

use crate::error::Code;

/// The earliest birth date.
const EARLIEST: Date = date(1900, 1, 1);

/// The day on which somebody was born. Not printed by `Debug`: it is a person's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BirthDate(Date);

/// A text that is no day from 1900-01-01 to today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a day from {EARLIEST} to today")]
pub struct BadBirthDate;

impl BadBirthDate {
    /// Its message code.
    pub const CODE: Code = Code::BirthDateInvalid;
}

impl BirthDate {
    /// Reads `YYYY-MM-DD`; `today` is Helsinki's.
    ///
    /// # Errors
    /// [`BadBirthDate`].
    pub fn read(text: &str, today: Date) -> Result<Self, BadBirthDate> {
        let is_form = text.len() == "YYYY-MM-DD".len()
            && text
                .bytes()
                .enumerate()
                .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
        let day: Option<Date> = if is_form { text.parse().ok() } else { None };
        day.filter(|day| (EARLIEST..=today).contains(day)).map(Self).ok_or(BadBirthDate)
    }

    /// The day that a row holds.
    #[must_use]
    pub fn stored(day: Date) -> Self {
        Self(day)
    }

    /// The day.
    #[must_use]
    pub fn date(self) -> Date {
        self.0
    }

    /// Whether somebody is past the day on which they turned so many years ("yli N-vuotias"): on that day not yet.
    #[must_use]
    pub fn is_older_than(self, years: u8, today: Date) -> bool {
        self.turns(years) < today
    }

    /// Whether somebody has turned so many years: on their birthday they have.
    #[must_use]
    pub fn has_turned(self, years: u8, today: Date) -> bool {
        self.turns(years) <= today
    }

    /// The day on which somebody turns so many years; of the 29th of February the 28th where there is none.
    fn turns(self, years: u8) -> Date {
        self.0.saturating_add(Span::new().years(years))
    }
}

impl fmt::Debug for BirthDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BirthDate(…)")
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use proptest::prelude::*;

    use super::*;

    const TODAY: Date = date(2026, 11, 24);

    fn born(year: i16, month: i8, day: i8) -> BirthDate {
        BirthDate(date(year, month, day))
    }

    #[test]
    fn a_birth_date_is_a_real_day_from_1900_to_today() {
        for text in ["1900-01-01", "1970-01-01", "2000-02-29", "2026-11-24"] {
            assert_eq!(BirthDate::read(text, TODAY).map(|born| born.date().to_string()).as_deref(), Ok(text));
        }
        for text in [
            "1899-12-31",
            "2026-11-25",
            "2001-02-29",
            "2000-13-01",
            "2000-00-10",
            "2000-1-1",
            "20000101",
            "2000-01-01T00:00",
            "2000-01-01 ",
            "+2000-1-01",
            "01.01.2000",
            "",
        ] {
            assert_eq!(BirthDate::read(text, TODAY), Err(BadBirthDate), "{text}");
        }
        assert_eq!(
            (BadBirthDate::CODE.as_str(), format!("{:?}", born(2000, 1, 1))),
            ("loyalty/birth-date-invalid", "BirthDate(…)".to_owned())
        );
    }

    #[test]
    fn on_the_birthday_one_is_not_older_yet() {
        let born = born(2013, 11, 24);
        let yesterday = TODAY - 1.day();
        let days = [yesterday, TODAY, TODAY + 1.day()];
        assert_eq!(days.map(|day| born.is_older_than(13, day)), [false, false, true]);
        assert_eq!(days.map(|day| born.has_turned(13, day)), [false, true, true]);
    }

    #[test]
    fn who_is_born_on_a_leap_day_turns_on_the_28th_of_other_years() {
        let born = born(2012, 2, 29);
        assert_eq!(
            (born.is_older_than(13, date(2025, 2, 28)), born.is_older_than(13, date(2025, 3, 1))),
            (false, true)
        );
        assert!(!born.is_older_than(16, date(2028, 2, 29)) && born.is_older_than(16, date(2028, 3, 1)));
    }

    proptest! {
        #[test]
        fn who_is_older_than_an_age_is_so_of_each_lesser_one_and_from_then_on(days in 0..46_000_i32, years in 0..120_u8, age in 0..46_000_i32) {
            let born = BirthDate(date(1900, 1, 1) + days.days());
            let today = born.date() + age.days();
            prop_assert!(!born.is_older_than(years, today) || born.is_older_than(years, today + 1.day()));
            prop_assert!(!born.is_older_than(years.saturating_add(1), today) || born.is_older_than(years, today));
            if today >= EARLIEST {
                prop_assert_eq!(BirthDate::read(&born.date().to_string(), today), Ok(born));
            }
        }
    }
}
