//! Amounts, dates and rates as people read them.

use domain::money::Cents;
use jiff::civil::DateTime;

/// `1 234,50 €`, with blanks that do not break, and a real minus.
pub(crate) fn euros(amount: Cents) -> String {
    let minus = if amount.0 < 0 { "−" } else { "" };
    let (euros, cents) = (amount.0.unsigned_abs() / 100, amount.0.unsigned_abs() % 100);
    let digits = euros.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push('\u{a0}');
        }
        grouped.push(digit);
    }
    format!("{minus}{grouped},{cents:02}\u{a0}€")
}

/// A rate in hundredths of a percent: `14 %`, `13,5 %`.
pub(crate) fn percent(basis_points: u32) -> String {
    let (whole, rest) = (basis_points / 100, basis_points % 100);
    let rest = if rest == 0 { String::new() } else { format!(",{rest:02}").trim_end_matches('0').to_owned() };
    format!("{whole}{rest}\u{a0}%")
}

/// `24.11.2026 klo 18.05`.
pub(crate) fn moment(at: DateTime) -> String {
    format!("{}.{}.{} klo {}", at.day(), at.month(), at.year(), clock(at))
}

/// `18.05`.
pub(crate) fn clock(at: DateTime) -> String {
    format!("{}.{:02}", at.hour(), at.minute())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn amounts_are_finnish() {
        let written = |cents| euros(Cents(cents)).replace('\u{a0}', " ");
        assert_eq!(written(0), "0,00 €");
        assert_eq!(written(890), "8,90 €");
        assert_eq!(written(-205), "−2,05 €");
        assert_eq!(written(123_456_789), "1 234 567,89 €");
        assert_eq!(written(99_900), "999,00 €");
    }

    #[test]
    fn rates_and_moments_are_finnish() {
        let written = |rate| percent(rate).replace('\u{a0}', " ");
        assert_eq!((written(1400), written(1350), written(2555)), ("14 %".into(), "13,5 %".into(), "25,55 %".into()));
        assert_eq!(moment(date(2026, 11, 4).at(9, 5, 59, 0)), "4.11.2026 klo 9.05");
    }
}
