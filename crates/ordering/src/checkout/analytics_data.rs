//! Where a customer came from, as far as they allowed the shop to know (docs/spec/people.md, "Attribution" and "This browser").

use serde::Deserialize;
use serde_json::{
    Map, Value, json,
    value::{RawValue, to_raw_value},
};

/// The most that is kept, in bytes of JSON (docs/spec/people.md, "Attribution").
const MOST_BYTES: usize = 4096;
/// The longest value, in bytes.
const LONGEST: usize = 500;
/// The longest name behind `utm_`, in bytes.
const LONGEST_NAME: usize = 20;
/// Experiments that are kept of one order.
const MOST_EXPERIMENTS: usize = 20;
/// What advertisers call a click.
const CLICK_IDS: [&str; 3] = ["gclid", "fbclid", "msclkid"];
/// What an experiment may have shown.
const VARIANTS: [&str; 3] = ["control", "a", "b"];

/// The leave that it was kept by.
#[derive(Deserialize)]
struct Leave {
    version: u32,
    at: jiff::Timestamp,
    marketing: bool,
}

/// What is kept of an order's `analyticsData`: campaign, click and experiments, with the leave for marketing that it was sent
/// by. Without that leave, or where it is too much, nothing; it is never a reason to refuse an order.
pub(super) fn kept(data: Option<&Value>) -> Option<Box<RawValue>> {
    let data = data?.as_object()?;
    let leave = Leave::deserialize(data.get("consent")?).ok().filter(|leave| leave.marketing)?;
    let mut kept: Map<String, Value> = data
        .iter()
        .filter(|(name, value)| is_taken(name, value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if let Some(experiments) = data.get("experiments").and_then(Value::as_object) {
        kept.insert("experiments".to_owned(), experiments_of(experiments).into());
    }
    let Leave { version, at, marketing } = leave;
    kept.insert("consent".to_owned(), json!({ "version": version, "at": at.to_string(), "marketing": marketing }));
    to_raw_value(&kept).ok().filter(|kept| kept.get().len() <= MOST_BYTES && !kept.get().contains("\\u0000"))
}

fn is_taken(name: &str, value: &Value) -> bool {
    let is_campaign = name.strip_prefix("utm_").is_some_and(is_word);
    (is_campaign || CLICK_IDS.contains(&name)) && value.as_str().is_some_and(|text| text.len() <= LONGEST)
}

fn experiments_of(all: &Map<String, Value>) -> Map<String, Value> {
    let is_known = |name: &str, variant: &Value| {
        let is_key = name.len() <= LONGEST && name.bytes().all(|letter| letter.is_ascii_alphanumeric());
        is_key && variant.as_str().is_some_and(|variant| VARIANTS.contains(&variant))
    };
    let known = all.iter().filter(|(name, variant)| is_known(name, variant)).take(MOST_EXPERIMENTS);
    known.map(|(name, variant)| (name.clone(), variant.clone())).collect()
}

fn is_word(text: &str) -> bool {
    (1..=LONGEST_NAME).contains(&text.len()) && text.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept_of(data: &Value) -> Option<Value> {
        kept(Some(data)).map(|kept| serde_json::from_str(kept.get()).unwrap())
    }

    fn leave() -> Value {
        json!({ "version": 1, "at": "2026-11-29T12:00:00Z", "marketing": true })
    }

    // spec: CK-35, AN-06
    #[test]
    fn with_leave_campaign_click_and_experiments_are_kept_and_nothing_else() {
        let data = json!({
            "utm_source": "kirje", "utm_campaign": "marras", "gclid": "G1", "fbclid": "F1", "msclkid": "M1",
            "experiments": { "couponsPercentage": "a", "other": "zzz", "aino@example.fi": "b" },
            "consent": { "version": 1, "at": "2026-11-29T12:00:00Z", "marketing": true, "name": "Aino" },
            "email": "aino@example.fi", "utm_Source": "x", "utm_": "x", "utm_medium": 3, "utm_term": "x".repeat(501),
        });
        let expected = json!({
            "utm_source": "kirje", "utm_campaign": "marras", "gclid": "G1", "fbclid": "F1", "msclkid": "M1",
            "experiments": { "couponsPercentage": "a" }, "consent": leave(),
        });
        assert_eq!(kept_of(&data), Some(expected));
    }

    #[test]
    fn without_leave_for_marketing_nothing_is_kept() {
        for consent in [
            json!(null),
            json!(true),
            json!({ "version": 1, "at": "2026-11-29T12:00:00Z", "marketing": false }),
            json!({ "version": 1, "at": "2026-11-29T12:00:00Z", "marketing": "true" }),
            json!({ "version": 1, "at": "eilen", "marketing": true }),
            json!({ "at": "2026-11-29T12:00:00Z", "marketing": true }),
            json!({ "version": 1, "marketing": true }),
        ] {
            assert_eq!(kept_of(&json!({ "utm_source": "kirje", "consent": consent })), None, "{consent}");
        }
        assert_eq!(kept_of(&json!({ "utm_source": "kirje" })), None);
        assert_eq!(kept_of(&json!("x")), None);
        assert!(kept(None).is_none());
    }

    #[test]
    fn what_is_too_much_is_dropped_as_a_whole() {
        let mut data = json!({ "consent": leave() });
        for number in 0..7 {
            data[format!("utm_{}", char::from(b'a' + number))] = json!("x".repeat(500));
        }
        assert!(kept_of(&data).is_some());
        data["utm_z"] = json!("x".repeat(500));
        assert_eq!(kept_of(&data), None);
        assert_eq!(kept_of(&json!({ "consent": leave(), "utm_source": "a\u{0}b" })), None);
    }
}
