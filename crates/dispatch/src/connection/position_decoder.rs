//! Decodes position frames in the form in which nearly all come, in one pass.
//!
//! A fleet sends this one frame over and over, and a reader of any JSON takes five times as long. This decoder never refuses a
//! frame: what is written in another way it leaves to that reader.

use jiff::{Timestamp, civil::DateTime, tz::Offset};
use smallvec::SmallVec;

use crate::positions::NewPosition;

/// The positions of one call; mostly one.
pub(super) type Positions = SmallVec<[NewPosition; 1]>;

/// A frame with a car's positions.
#[derive(Debug, PartialEq)]
pub(super) struct PositionsFrame<'a> {
    pub(super) id: i64,
    /// The car's name, as the frame has it.
    pub(super) car: &'a str,
    pub(super) positions: Positions,
}

/// With so many digits at most, numbers and what they are divided by are exact, and so is the nearest to what they come to.
const EXACT_DIGITS: usize = 15;

impl<'a> PositionsFrame<'a> {
    /// Reads a frame; none where it is anything else, or written in any other way.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let mut reader = TextReader { text, at: 0 };
        reader.expect(r#"{"type":"position""#)?;
        let (mut id, mut car, mut positions) = (None, None, None);
        while reader.goes_on(b'}')? {
            match &reader.initials()? {
                b"id" => {
                    reader.name(r#""id":"#)?;
                    set(&mut id, reader.integer()?)?;
                }
                b"ca" => {
                    reader.name(r#""carId":"#)?;
                    set(&mut car, reader.string()?)?;
                }
                _ => {
                    reader.name(r#""positions":"#)?;
                    set(&mut positions, reader.positions()?)?;
                }
            }
        }
        reader.blank();
        (reader.at == text.len()).then_some(())?;
        Some(Self { id: id?, car: car?, positions: positions? })
    }
}

/// None where it was there already.
fn set<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

struct TextReader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> TextReader<'a> {
    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Steps over what may stand between any two tokens.
    #[inline]
    fn blank(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Steps over a byte, if it is next.
    #[inline]
    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    #[inline]
    fn expect(&mut self, what: &str) -> Option<()> {
        self.rest().starts_with(what.as_bytes()).then(|| self.at += what.len())
    }

    /// Whether another member follows those that were read, or the `end`.
    fn goes_on(&mut self, end: u8) -> Option<bool> {
        self.blank();
        if self.takes(end) {
            return Some(false);
        }
        self.takes(b',').then_some(())?;
        self.blank();
        Some(true)
    }

    /// The first two letters of the name of the member that is next.
    #[inline]
    fn initials(&self) -> Option<[u8; 2]> {
        self.rest().get(1..3)?.first_chunk().copied()
    }

    /// Steps over the name of a member and the colon behind it.
    #[inline]
    fn name(&mut self, name: &str) -> Option<()> {
        self.expect(name)?;
        self.blank();
        Some(())
    }

    /// A string that means what stands there.
    fn string(&mut self) -> Option<&'a str> {
        self.takes(b'"').then_some(())?;
        let length = self.rest().iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))?;
        let string = self.text.get(self.at..self.at + length)?;
        self.at += length;
        self.takes(b'"').then_some(string)
    }

    /// The number of which these are the digits; none where there are none, or too many.
    #[inline]
    fn digits(&mut self, number: &mut u64, most: usize) -> Option<usize> {
        let (mut rest, mut sum, mut count) = (self.rest(), *number, 0);
        while let [digit @ b'0'..=b'9', others @ ..] = rest {
            sum = sum.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            (rest, count) = (others, count + 1);
        }
        (self.at, *number) = (self.at + count, sum);
        (1..=most).contains(&count).then_some(count)
    }

    /// A sign and the whole part of a number.
    #[inline]
    fn whole(&mut self) -> Option<(bool, u64, usize)> {
        let is_negative = self.takes(b'-');
        let begins_with_nought = self.peek() == Some(b'0');
        let mut number = 0;
        let count = self.digits(&mut number, EXACT_DIGITS)?;
        (count == 1 || !begins_with_nought).then_some((is_negative, number, count))
    }

    fn integer(&mut self) -> Option<i64> {
        let (is_negative, number, _) = self.whole()?;
        let is_plain = !(matches!(self.peek(), Some(b'.' | b'e' | b'E')) || (is_negative && number == 0));
        let number = i64::try_from(number).ok().filter(|_| is_plain)?;
        Some(if is_negative { -number } else { number })
    }

    #[expect(clippy::cast_precision_loss, reason = "so many digits are exact")]
    fn number(&mut self) -> Option<f64> {
        const POWERS: [f64; EXACT_DIGITS + 1] =
            [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
        let (is_negative, mut number, count) = self.whole()?;
        let decimals = if self.takes(b'.') { self.digits(&mut number, EXACT_DIGITS - count)? } else { 0 };
        (!matches!(self.peek(), Some(b'e' | b'E'))).then_some(())?;
        let magnitude = number as f64 / POWERS[decimals];
        Some(if is_negative { -magnitude } else { magnitude })
    }

    fn number_or_null(&mut self) -> Option<Option<f64>> {
        if self.peek() == Some(b'n') { self.expect("null").map(|()| None) } else { self.number().map(Some) }
    }

    fn positions(&mut self) -> Option<Positions> {
        let mut positions = Positions::new();
        self.takes(b'[').then_some(())?;
        self.blank();
        if self.takes(b']') {
            return Some(positions);
        }
        loop {
            self.blank();
            positions.push(self.position()?);
            if !self.goes_on(b']')? {
                return Some(positions);
            }
        }
    }

    fn position(&mut self) -> Option<NewPosition> {
        let (mut lat, mut lng, mut at) = (None, None, None);
        let (mut heading, mut speed, mut accuracy) = (None, None, None);
        self.takes(b'{').then_some(())?;
        self.blank();
        loop {
            match &self.initials()? {
                b"la" => {
                    self.name(r#""lat":"#)?;
                    set(&mut lat, self.number()?)?;
                }
                b"ln" => {
                    self.name(r#""lng":"#)?;
                    set(&mut lng, self.number()?)?;
                }
                b"at" => {
                    self.name(r#""at":"#)?;
                    set(&mut at, self.moment()?)?;
                }
                b"he" => {
                    self.name(r#""headingDeg":"#)?;
                    set(&mut heading, self.number_or_null()?)?;
                }
                b"sp" => {
                    self.name(r#""speedKmh":"#)?;
                    set(&mut speed, self.number_or_null()?)?;
                }
                _ => {
                    self.name(r#""accuracyM":"#)?;
                    set(&mut accuracy, self.number_or_null()?)?;
                }
            }
            if !self.goes_on(b'}')? {
                let figures = [heading.flatten(), speed.flatten(), accuracy.flatten()];
                return Some(NewPosition::new((lat?, lng?), at?, figures));
            }
        }
    }

    /// A moment as RFC 3339 has it, in UTC.
    fn moment(&mut self) -> Option<Timestamp> {
        let (date, rest) = self.rest().split_first_chunk::<20>()?;
        let marks = [date[0], date[5], date[8], date[11], date[14], date[17]];
        (marks == *b"\"--T::").then_some(())?;
        self.at += date.len();
        let two = |at: usize| {
            let [tens, ones] = [date[at], date[at + 1]].map(|digit| digit.wrapping_sub(b'0'));
            (tens < 10 && ones < 10).then(|| (tens * 10 + ones).cast_signed())
        };
        let mut nanosecond = 0;
        if rest.first() == Some(&b'.') {
            self.at += 1;
            let mut number = 0;
            let digits = u32::try_from(self.digits(&mut number, 9)?).ok()?;
            nanosecond = i32::try_from(number).ok()? * 10_i32.pow(9 - digits);
        }
        (self.takes(b'Z') && self.takes(b'"')).then_some(())?;
        let year = i16::from(two(1)?) * 100 + i16::from(two(3)?);
        let civil = DateTime::new(year, two(6)?, two(9)?, two(12)?, two(15)?, two(18)?, nanosecond).ok()?;
        Offset::UTC.to_timestamp(civil).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Option<PositionsFrame<'_>> {
        PositionsFrame::read(text)
    }

    #[test]
    fn takes_what_a_fleet_says() {
        let frame = read(
            r#"{"type":"position","id":17,"carId":"Auto 3, Töölö","positions":[{"lat":60.16981,"lng":-24.9,"at":"2026-11-22T10:00:00.25Z","headingDeg":84,"speedKmh":null}]}"#,
        );
        let at = "2026-11-22T10:00:00.25Z".parse().unwrap();
        let positions = [NewPosition::new((60.16981, -24.9), at, [Some(84.0), None, None])];
        assert_eq!(frame, Some(PositionsFrame { id: 17, car: "Auto 3, Töölö", positions: positions.into() }));
    }

    #[test]
    fn leaves_what_is_written_otherwise() {
        let others = [
            "",
            r#"{"type":"position""#,
            r#"{"type":"position"}"#,
            r#"{"type":"position","id":1,"carId":"a","positions":[]"#,
            r#"{"type":"position","id":1,"carId":"a","positions":[]} x"#,
            r#"{"type":"position","id":1,"carId":"a","positions":[],}"#,
            r#"{"type":"position","id":1,"carId":"a","positions":[,]}"#,
            r#"{"type":"position","id":1,"id":1,"carId":"a","positions":[]}"#,
            r#"{"type":"position","id":1,"carId":"a","positions":[],"odd":1}"#,
            r#"{"type":"position","id":-0,"carId":"a","positions":[]}"#,
            r#"{"type":"position","id":01,"carId":"a","positions":[]}"#,
            r#"{"type":"position","id":1.0,"carId":"a","positions":[]}"#,
            r#"{"type":"position","id":1e3,"carId":"a","positions":[]}"#,
            r#"{"type":"position","id":1234567890123456,"carId":"a","positions":[]}"#,
            r#"{"type":"position","id":1,"carId":"a\u0062","positions":[]}"#,
        ];
        for text in others {
            assert_eq!(read(text), None, "{text}");
        }
        let position = |lat: &str, at: &str| {
            format!(r#"{{"type":"position","id":1,"carId":"a","positions":[{{"lat":{lat},"lng":1,"at":"{at}"}}]}}"#)
        };
        let (lat, at) = ("60.1", "2026-11-22T10:00:00Z");
        assert!(read(&position(lat, at)).is_some());
        for lat in ["", "-", ".5", "5.", "05", "1e1", "60.1234567890123456", "null", "\"60\"", "0x1", "+1"] {
            assert_eq!(read(&position(lat, at)), None, "{lat}");
        }
        for at in [
            "",
            "Z",
            "2026-11-22",
            "2026-11-22T10:00:00",
            "2026-11-22T10:00:00+00:00",
            "2026-11-22 10:00:00Z",
            "2026-11-22T10:00:00z",
            "2026-11-22T10:00:00.Z",
            "2026-11-22T10:00:00.1234567890Z",
            "2026-11-22T10:00:60Z",
            "2026-11-22T24:00:00Z",
            "2026-02-29T10:00:00Z",
            "2026-13-01T10:00:00Z",
            "2026-00-01T10:00:00Z",
            "20x6-11-22T10:00:00Z",
            "2026-11-22T10:00:00,5Z",
            "2026-11-22T10:00:00.5",
            "2026-11-22T10:00:00.5Z ",
            " 2026-11-22T10:00:00Z",
        ] {
            assert_eq!(read(&position(lat, at)), None, "{at}");
        }
    }

    proptest! {
        #[test]
        fn numbers_and_moments_are_those_of_any_reader(
            (lat, lng) in (-90.0..90.0_f64, -180.0..180.0_f64),
            decimals in 0..12_usize,
            id in -999_999_999_999_999..=999_999_999_999_999_i64,
            at in 0..253_402_300_799_999_999_i64,
            blank in "[ \n\r\t]{0,2}",
        ) {
            let at = Timestamp::from_microsecond(at).unwrap();
            let positions = format!(
                r#"[{blank}{{{blank}"lng":{blank}{lng:.decimals$}{blank},"at":"{at}",{blank}"lat":{lat:.decimals$}{blank}}}{blank}]"#
            );
            let text = format!(r#"{{"type":"position"{blank},"positions":{positions},"carId":"a","id":{id}}}{blank}"#);
            let expected: Vec<NewPosition> = serde_json::from_str(&positions).unwrap();
            let frame = read(&text);
            prop_assert_eq!(frame, Some(PositionsFrame { id, car: "a", positions: expected.into() }));
        }
    }
}
