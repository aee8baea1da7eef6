//! Numbers by their literal text, so that no decimal is lost.

/// Why a literal is no whole number of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inexact {
    /// It has more decimals.
    Finer,
    /// It has too many digits.
    Large,
}

/// The most digits that are read, far above whatever a file may ask for.
const MOST_DIGITS: usize = 15;

/// A JSON number times ten to the power of `decimals`, exactly: `8.9` in cents is 890, and so is `8.900`.
pub(super) fn scaled(literal: &str, decimals: i64) -> Result<i64, Inexact> {
    let (mantissa, exponent) = literal.split_once(['e', 'E']).unwrap_or((literal, "0"));
    let (sign, unsigned) = mantissa.strip_prefix('-').map_or((1, mantissa), |unsigned| (-1, unsigned));
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_matches('0');
    if digits.is_empty() {
        return Ok(0);
    }
    let is_small = exponent.starts_with('-');
    let Ok(exponent) = exponent.parse::<i64>() else {
        return Err(if is_small { Inexact::Finer } else { Inexact::Large });
    };
    // Zeros that `digits` lacks at its end, once the point is moved.
    let trailing = all.len() - all.trim_end_matches('0').len();
    let length = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
    let zeros = exponent
        .saturating_add(decimals)
        .saturating_sub(length(fraction))
        .saturating_add(i64::try_from(trailing).unwrap_or(i64::MAX));
    let zeros = usize::try_from(zeros).map_err(|_| Inexact::Finer)?;
    if digits.len().saturating_add(zeros) > MOST_DIGITS {
        return Err(Inexact::Large);
    }
    let value: i64 = format!("{digits}{}", "0".repeat(zeros)).parse().map_err(|_| Inexact::Large)?;
    Ok(sign * value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn decimals_are_counted_in_the_text() {
        for (literal, cents) in [
            ("8.9", Ok(890)),
            ("12", Ok(1200)),
            ("0.99", Ok(99)),
            ("8.900", Ok(890)),
            ("0", Ok(0)),
            ("-0.00", Ok(0)),
            ("-1.5", Ok(-150)),
            ("1e2", Ok(10_000)),
            ("1.25E1", Ok(1250)),
            ("1250e-2", Ok(1250)),
            ("100", Ok(10_000)),
            ("8.905", Err(Inexact::Finer)),
            ("0.001", Err(Inexact::Finer)),
            ("1e-3", Err(Inexact::Finer)),
            ("1e-99999999999999999999", Err(Inexact::Finer)),
            ("0e99999999999999999999", Ok(0)),
            ("1e99999999999999999999", Err(Inexact::Large)),
            ("1e15", Err(Inexact::Large)),
            ("9999999999999", Ok(999_999_999_999_900)),
            ("99999999999999", Err(Inexact::Large)),
            ("99999999999999999999", Err(Inexact::Large)),
        ] {
            assert_eq!(scaled(literal, 2), cents, "{literal}");
        }
    }

    proptest! {
        #[test]
        fn every_amount_of_cents_is_read(cents in -9_999_999_i64..=9_999_999, zeros in 0..4_usize) {
            let (sign, whole, rest) = (if cents < 0 { "-" } else { "" }, cents.abs() / 100, cents.abs() % 100);
            let literal = format!("{sign}{whole}.{rest:02}{}", "0".repeat(zeros));
            prop_assert_eq!(scaled(&literal, 2), Ok(cents));
        }

        #[test]
        fn no_literal_breaks_it(literal in "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,30})?") {
            let _read = scaled(&literal, 2);
        }
    }
}
