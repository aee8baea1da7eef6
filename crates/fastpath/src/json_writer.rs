//! Numbers and timestamps as JSON, written on the stack.

use jiff::{Timestamp, tz::Offset};

/// Coordinates have five decimals, and most other numbers have fewer.
const SCALE: f64 = 1e5;
const SCALE_OF_WHOLE: u64 = 100_000;
/// Numbers below this have no exponent, and few enough digits that each has exactly one spelling.
const PLAIN: f64 = 1e9;

/// The two digits of each number below 100.
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

/// A buffer of `ROOM` bytes on the stack: a piece of known length costs a few instructions; a [`Vec`] makes a call.
/// Panics if `ROOM` is too small; whoever writes a format knows its longest text.
pub struct JsonWriter<const ROOM: usize> {
    room: [u8; ROOM],
    at: usize,
}

impl<const ROOM: usize> JsonWriter<ROOM> {
    /// An empty buffer.
    #[must_use]
    pub fn new() -> Self {
        Self { room: [0; ROOM], at: 0 }
    }

    /// The bytes written so far.
    #[must_use]
    pub fn written(&self) -> &[u8] {
        &self.room[..self.at]
    }

    /// Appends bytes unchanged.
    #[inline]
    pub fn piece<const LENGTH: usize>(&mut self, piece: &[u8; LENGTH]) {
        self.room[self.at..][..LENGTH].copy_from_slice(piece);
        self.at += LENGTH;
    }

    fn text(&mut self, text: &str) {
        self.room[self.at..][..text.len()].copy_from_slice(text.as_bytes());
        self.at += text.len();
    }

    /// Writes a whole number.
    pub fn integer(&mut self, number: impl itoa::Integer) {
        self.text(itoa::Buffer::new().format(number));
    }

    /// Writes a number with the same text as serde.
    #[inline]
    pub fn number(&mut self, number: f64) {
        let magnitude = number.abs();
        #[expect(clippy::cast_possible_truncation, reason = "where it is below 10^14, else it is not used")]
        let scaled = (magnitude * SCALE + 0.5) as i64;
        #[expect(clippy::cast_precision_loss, reason = "below 10^14 it is exact, else it is not used")]
        let is_plain = magnitude < PLAIN && scaled as f64 / SCALE == magnitude;
        if !is_plain {
            self.odd_number(number);
            return;
        }
        if number.is_sign_negative() {
            self.piece(b"-");
        }
        let scaled = scaled.unsigned_abs();
        let (whole, rest) = (scaled / SCALE_OF_WHOLE, usize::try_from(scaled % SCALE_OF_WHOLE).unwrap_or_default());
        match usize::try_from(whole) {
            Ok(whole @ ..10) => self.piece(&[pair(whole)[1]]),
            Ok(whole @ ..100) => self.piece(&pair(whole)),
            _ => self.integer(whole),
        }
        let ([b, c], [d, e]) = (pair(rest / 100 % 100), pair(rest % 100));
        self.piece(&[b'.', pair(rest / 10_000)[1], b, c, d, e]);
        // The first decimal is always written.
        let first = self.at - 4;
        while self.at > first && self.room[self.at - 1] == b'0' {
            self.at -= 1;
        }
    }

    #[cold]
    fn odd_number(&mut self, number: f64) {
        // The longest number has 24 bytes, and writing to memory cannot fail.
        self.text(&serde_json::to_string(&number).unwrap_or_default());
    }

    /// Writes a timestamp with the same text as jiff, without quotes.
    pub fn timestamp(&mut self, moment: Timestamp) {
        let civil = Offset::UTC.to_datetime(moment);
        let (micros, nanos) = (civil.subsec_nanosecond() / 1000, civil.subsec_nanosecond() % 1000);
        if civil.year() < 1000 || nanos != 0 {
            self.text(&moment.to_string());
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
        let mut text = *b"0000-00-00T00:00:00.000000";
        for (at, figure) in figures {
            [text[at], text[at + 1]] = pair(usize::try_from(figure).unwrap_or_default());
        }
        let begun = self.at;
        self.piece(&text);
        let last = text[20..].iter().rposition(|digit| *digit != b'0');
        self.at = begun + last.map_or(19, |last| 21 + last);
        self.piece(b"Z");
    }
}

impl<const ROOM: usize> Default for JsonWriter<ROOM> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number(number: f64) -> String {
        let mut writer = JsonWriter::<64>::new();
        writer.number(number);
        String::from_utf8(writer.written().to_vec()).unwrap()
    }

    fn moment(moment: Timestamp) -> String {
        let mut writer = JsonWriter::<64>::new();
        writer.timestamp(moment);
        String::from_utf8(writer.written().to_vec()).unwrap()
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
