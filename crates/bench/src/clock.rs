//! The time of day in microseconds. All that is timed is timed by this one clock of one process, so that moments can be
//! taken from each other; a position bears its moment of sending through the server and back.

use std::io::Write;

use rustix::time::{ClockId, clock_gettime};

/// Microseconds since 1970, UTC.
pub(crate) type Micros = i64;

/// Microseconds of a day.
const DAY: Micros = 86_400_000_000;

/// Now.
pub(crate) fn now() -> Micros {
    let time = clock_gettime(ClockId::Realtime);
    time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
}

/// Writes a moment as the contract has it: RFC 3339, six decimals.
pub(crate) fn write_moment(moment: Micros, into: &mut Vec<u8>) {
    let (days, rest) = (moment.div_euclid(DAY), moment.rem_euclid(DAY));
    let (year, month, day) = civil(days);
    let (seconds, micros) = (rest / 1_000_000, rest % 1_000_000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    // Writing to memory does not fail.
    let _ = write!(into, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z");
}

/// How long before `now` the moment was that this text names; the text is RFC 3339 in UTC, less than half a day away.
pub(crate) fn age(text: &[u8], now: Micros) -> Option<Micros> {
    let time = text.get(11..)?;
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |sum, digit| match digit {
            b'0'..=b'9' => Some(sum * 10 + Micros::from(digit - b'0')),
            _ => None,
        })
    };
    let seconds = number(time.get(0..2)?)? * 3600 + number(time.get(3..5)?)? * 60 + number(time.get(6..8)?)?;
    let mut micros = 0;
    if time.get(8) == Some(&b'.') {
        let digits = time[9..].iter().take_while(|byte| byte.is_ascii_digit()).count().min(6);
        let missing = u32::try_from(6 - digits).unwrap_or(0);
        micros = number(&time[9..9 + digits])? * 10_i64.pow(missing);
    }
    let difference = (now - seconds * 1_000_000 - micros).rem_euclid(DAY);
    Some(if difference > DAY / 2 { difference - DAY } else { difference })
}

/// Year, month and day of a number of days since 1970 (proleptic Gregorian calendar; years begin in March, so that the
/// day that some years have more stands at a year's end).
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(moment: Micros) -> String {
        let mut text = Vec::new();
        write_moment(moment, &mut text);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn moments_are_written_as_the_library_reads_them() {
        for micros in [0, 951_782_399_999_999, 951_782_400_000_001, 1_795_320_000_123_456, 4_102_444_800_000_000] {
            let read: jiff::Timestamp = written(micros).parse().unwrap();
            assert_eq!(read.as_microsecond(), micros);
        }
    }

    #[test]
    fn an_age_is_what_lies_between() {
        let now = 1_795_320_000_500_000;
        assert_eq!(age(written(now - 1_234_567).as_bytes(), now), Some(1_234_567));
        assert_eq!(age(written(now + 5).as_bytes(), now), Some(-5));
        let midnight = 1_795_305_600_000_000;
        assert_eq!(age(written(midnight - 7).as_bytes(), midnight + 3), Some(10));
        assert_eq!(age(b"2026-11-22T03:58:00Z", 0).map(|age| age.rem_euclid(1_000_000)), Some(0));
        assert_eq!(age(b"2026-11-22T03:58:00.25Z", 0), Some(DAY - 14_280_250_000 - DAY));
        assert_eq!(age(b"yesterday", now), None);
    }
}
