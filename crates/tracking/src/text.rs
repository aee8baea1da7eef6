//! Numbers and moments as JSON has them, written at once where they are most of what is written.

use jiff::{Timestamp, fmt::temporal::DateTimePrinter, tz::Offset};

/// Degrees are told with five decimals, and most other figures have fewer.
const SCALE: f64 = 1e5;
const SCALE_OF_WHOLE: u64 = 100_000;
/// Below it numbers have no exponent, and so few digits that each has one spelling.
const PLAIN: f64 = 1e9;

/// The two digits of each number below a hundred.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[b'0'; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

fn pair(number: usize) -> [u8; 2] {
    PAIRS.get(number).copied().unwrap_or([b'0'; 2])
}

/// Writes a whole number.
pub(crate) fn write_integer(number: impl itoa::Integer, into: &mut Vec<u8>) {
    into.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Writes a number: the same text as serde's.
pub(crate) fn write_number(number: f64, into: &mut Vec<u8>) {
    let magnitude = number.abs();
    let scaled = (magnitude * SCALE).round();
    let is_plain = magnitude < PLAIN && scaled / SCALE == magnitude;
    if !is_plain {
        // Into memory, which does not fail.
        let _ = serde_json::to_writer(into, &number);
        return;
    }
    if number.is_sign_negative() {
        into.push(b'-');
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number below 10^14")]
    let scaled = scaled as u64;
    write_integer(scaled / SCALE_OF_WHOLE, into);
    let rest = usize::try_from(scaled % SCALE_OF_WHOLE).unwrap_or_default();
    if rest == 0 {
        into.extend_from_slice(b".0");
        return;
    }
    let ([b, c], [d, e]) = (pair(rest / 100 % 100), pair(rest % 100));
    let decimals = [b'.', pair(rest / 10_000)[1], b, c, d, e];
    let last = decimals.iter().rposition(|digit| *digit != b'0').unwrap_or_default();
    into.extend_from_slice(&decimals[..=last]);
}

/// Writes a moment: the same text as jiff's, without quotes.
pub(crate) fn write_moment(moment: Timestamp, into: &mut Vec<u8>) {
    let civil = Offset::UTC.to_datetime(moment);
    let (micros, nanos) = (civil.subsec_nanosecond() / 1000, civil.subsec_nanosecond() % 1000);
    if civil.year() < 1000 || nanos != 0 {
        // Into memory, which does not fail.
        let _ = DateTimePrinter::new().print_timestamp(&moment, into);
        return;
    }
    let figures = [
        (0, i32::from(civil.year()) / 100),
        (2, i32::from(civil.year()) % 100),
        (5, civil.month().into()),
        (8, civil.day().into()),
        (11, civil.hour().into()),
        (14, civil.minute().into()),
        (17, civil.second().into()),
        (20, micros / 10_000),
        (22, micros / 100 % 100),
        (24, micros % 100),
    ];
    let mut text = *b"0000-00-00T00:00:00.000000Z";
    for (at, figure) in figures {
        [text[at], text[at + 1]] = pair(usize::try_from(figure).unwrap_or_default());
    }
    let end = match text[20..26].iter().rposition(|digit| *digit != b'0') {
        Some(last) => 21 + last,
        None => 19,
    };
    into.extend_from_slice(&text[..end]);
    into.push(b'Z');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number(number: f64) -> String {
        let mut written = Vec::new();
        write_number(number, &mut written);
        String::from_utf8(written).unwrap()
    }

    fn moment(moment: Timestamp) -> String {
        let mut written = Vec::new();
        write_moment(moment, &mut written);
        String::from_utf8(written).unwrap()
    }

    #[test]
    fn odd_numbers_are_those_of_serde() {
        let odd = [0.0, -0.0, 1.0, -1.0, 0.1, 0.00001, 0.000_01, 0.000_001, 9.999_99e-5, 1e-4, 60.1, 99_999.999_99];
        let large = [999_999_999.999_99, 1e9, 1e15, 1e16, 1e21, f64::MAX, f64::MIN_POSITIVE, f64::NAN, f64::INFINITY];
        for odd in odd.into_iter().chain(large) {
            assert_eq!(number(odd), serde_json::to_string(&odd).unwrap());
        }
    }

    #[test]
    fn odd_moments_are_those_of_jiff() {
        let odd = [
            "-000044-03-15T12:00:00Z",
            "0001-01-01T00:00:00Z",
            "0999-12-31T23:59:59.999999Z",
            "9999-12-30T22:00:00.1Z",
        ];
        for odd in
            odd.into_iter().chain(["1970-01-01T00:00:00Z", "1969-12-31T23:59:59.9Z", "2026-01-01T00:00:00.000000001Z"])
        {
            let odd: Timestamp = odd.parse().unwrap();
            assert_eq!(moment(odd), odd.to_string());
        }
    }

    proptest! {
        #[test]
        fn numbers_are_those_of_serde(any in any::<f64>(), degrees in -180.0..180.0_f64, decimals in 0..8_i32) {
            let power = 10_f64.powi(decimals);
            for each in [any, degrees, (degrees * power).round() / power, (any % 1e12 * power).round() / power] {
                prop_assert_eq!(number(each), serde_json::to_string(&each).unwrap());
            }
        }

        #[test]
        fn moments_are_those_of_jiff(micros in -377_705_023_201_000_000..253_402_207_200_000_000_i64, nanos in 0..1000_i64, step in 0..7_u32) {
            let of = |micros| Timestamp::from_microsecond(micros).unwrap();
            let whole = of(micros - micros.rem_euclid(10_i64.pow(step)));
            for each in [of(micros), whole, whole + jiff::SignedDuration::from_nanos(nanos)] {
                prop_assert_eq!(moment(each), each.to_string());
            }
        }
    }
}
