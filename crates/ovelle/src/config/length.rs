//! Lengths of time, as people write them.

use std::time::Duration;

/// Reads `500ms`, `20s`, `5m`, `24h`, `90d`; a bare number means seconds.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: u64 = digits.parse().map_err(|_| format!("`{text}` is no length of time such as 20s or 24h"))?;
    let millis = match &text[digits.len()..] {
        "ms" => Some(1),
        "" | "s" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        "d" => Some(86_400_000),
        _ => None,
    };
    let millis = millis.and_then(|unit: u64| number.checked_mul(unit));
    millis.map(Duration::from_millis).ok_or_else(|| format!("`{text}`: use ms, s, m, h or d"))
}

/// Reads the same, or years of 365 days, as `3y`.
pub(super) fn long_duration(text: &str) -> Result<Duration, String> {
    let Some(years) = text.strip_suffix('y') else { return duration(text) };
    let years: Option<u64> = years.parse().ok().filter(|years| *years <= 1000);
    let length = years.map(|years| Duration::from_secs(years * 365 * 86_400));
    length.ok_or_else(|| format!("`{text}` is no length of time such as 3y or 90d"))
}

/// Reads a length of time of at least a second.
pub(super) fn unpaid_ttl(text: &str) -> Result<Duration, String> {
    let length = duration(text)?;
    if length >= Duration::from_secs(1) { Ok(length) } else { Err(format!("`{text}`: at least 1s")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time() {
        assert_eq!(unpaid_ttl("1s"), Ok(Duration::from_secs(1)));
        assert!(unpaid_ttl("999ms").is_err());
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("90d"), Ok(Duration::from_secs(90 * 86_400)));
        assert_eq!(duration("7"), Ok(Duration::from_secs(7)));
        assert_eq!(long_duration("3y"), Ok(Duration::from_secs(3 * 365 * 86_400)));
        assert_eq!(long_duration("90d"), duration("90d"));
        assert!(long_duration("y").is_err() && long_duration("1001y").is_err());
        assert!(duration("1y").is_err() && duration("h").is_err() && duration("99999999999999999d").is_err());
    }
}
