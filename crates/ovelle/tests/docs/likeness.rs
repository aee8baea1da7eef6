//! Whether an answer is the one that a page shows: ids and keys may be others, each always the same
//! other one; times may be any.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::{Deserializer, Value};

/// In the place of a value: anything. As a field's name: there may be more fields. As the last of a list: there may be
/// more in it.
const ANYTHING: &str = "…";
/// Fields whose values are the server's choice.
const CHOSEN: [&str; 2] = ["orderId", "orderKey"];

/// What stood for what so far.
#[derive(Debug, Default)]
pub(crate) struct Likeness(HashMap<String, String>);

impl Likeness {
    /// Holds the answers that were printed against those of the page.
    pub(crate) fn check(&mut self, page: &str, printed: &str) -> Result<(), String> {
        let (page, printed) = (values(page)?, values(printed)?);
        if page.len() != printed.len() {
            return Err(format!("{} values in the place of {}: {printed:?}", printed.len(), page.len()));
        }
        page.iter().zip(&printed).try_for_each(|(page, printed)| self.value("", page, printed))
    }

    fn value(&mut self, path: &str, page: &Value, printed: &Value) -> Result<(), String> {
        let field = path.rsplit('.').next().unwrap_or_default();
        let differs = || Err(format!("{path}: {printed} in the place of {page}"));
        match (page, printed) {
            (Value::String(page), _) if page == ANYTHING => Ok(()),
            (Value::Object(page), Value::Object(printed)) => {
                let has_more = page.contains_key(ANYTHING);
                if let Some(more) = printed.keys().find(|name| !page.contains_key(*name) && !has_more) {
                    return Err(format!("{path}.{more} does not stand on the page"));
                }
                page.iter().filter(|(name, _)| *name != ANYTHING).try_for_each(|(name, value)| {
                    let path = format!("{path}.{name}");
                    let printed = printed.get(name).ok_or_else(|| format!("{path} is missing"))?;
                    self.value(&path, value, printed)
                })
            }
            (Value::Array(page), Value::Array(printed)) => {
                let shown = page.strip_suffix(&[Value::from(ANYTHING)]).unwrap_or(page);
                let has_more = shown.len() < page.len();
                if printed.len() < shown.len() || (printed.len() > shown.len() && !has_more) {
                    return Err(format!("{path}: {} in the place of {}", printed.len(), shown.len()));
                }
                shown.iter().zip(printed).try_for_each(|(page, printed)| self.value(path, page, printed))
            }
            (Value::String(page), Value::String(printed)) => {
                if CHOSEN.contains(&field) || field == "stops" {
                    let known = self.0.entry(page.clone()).or_insert_with(|| printed.clone());
                    return if known == printed { Ok(()) } else { differs() };
                }
                let is_time = |text: &String| text.parse::<Timestamp>().is_ok();
                let is_alike = (is_time(page) && is_time(printed)) || self.translate(page) == *printed;
                if is_alike { Ok(()) } else { differs() }
            }
            _ if page == printed => Ok(()),
            _ => differs(),
        }
    }

    /// The page's text with what stood for the page's ids and keys so far.
    fn translate(&self, page: &str) -> String {
        self.0.iter().fold(page.to_owned(), |text, (page, printed)| text.replace(page, printed))
    }
}

fn values(text: &str) -> Result<Vec<Value>, String> {
    let read: Result<Vec<Value>, _> = Deserializer::from_str(text).into_iter().collect();
    read.map_err(|error| format!("no JSON, {error}: {text}"))
}

#[test]
fn answers_are_alike_or_not() {
    let mut likeness = Likeness::default();
    let mut check = |page: &str, printed: &str| likeness.check(page, printed).is_ok();
    assert!(check(
        r#"{"orderId":"1","url":"/t/1","at":"2026-01-01T00:00:00Z"} 201"#,
        r#"{"orderId":"77","url":"/t/77","at":"2030-01-01T00:00:00.5Z"} 201"#
    ));
    assert!(check(r#"{"orderId":"1"}"#, r#"{"orderId":"77"}"#));
    assert!(!check(r#"{"orderId":"1"}"#, r#"{"orderId":"78"}"#));
    assert!(check(r#"{"a":1,"…":"…"}"#, r#"{"a":1,"b":2}"#));
    assert!(!check(r#"{"a":1}"#, r#"{"a":1,"b":2}"#));
    assert!(!check(r#"{"a":1,"b":2}"#, r#"{"a":1}"#));
    assert!(!check("[1, 2]", "[1]") && !check("[1]", "[1, 2]"));
    assert!(check(r#"[1, "…"]"#, "[1]") && check(r#"[1, "…"]"#, "[1, 2, 3]"));
    assert!(!check(r#"[1, 2, "…"]"#, "[1]"));
    assert!(!check("{} 201", "{}"));
    assert!(!check(r#"{"at":"2026-01-01T00:00:00Z"}"#, r#"{"at":"soon"}"#));
}
