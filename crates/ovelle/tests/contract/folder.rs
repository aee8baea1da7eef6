//! Content folders of a test's own.

use std::path::Path;

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{app::Setup, clock::FakeClock};

/// A folder of the chain's files; gone when dropped.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// With these files.
    pub(crate) fn new(files: &[(&str, Value)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        for (name, content) in files {
            folder.write(name, content);
        }
        folder
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Puts a file in the place of what there is.
    pub(crate) fn write(&self, name: &str, content: &Value) {
        std::fs::write(self.0.path().join(name), content.to_string()).expect("a file");
    }

    /// A server with this content, and a clock that stands at a Helsinki time, `YYYY-MM-DD HH:mm`.
    pub(crate) fn setup(&self, time: &str) -> Setup {
        let clock = FakeClock::default();
        clock.turn_to(at(time));
        Setup::default().flag(&format!("--content={}", self.0.path().display())).clock(&clock)
    }
}

/// A wall time of Helsinki, `YYYY-MM-DD HH:mm`.
pub(crate) fn at(time: &str) -> Timestamp {
    let civil: DateTime = time.replace(' ', "T").parse().expect("a time");
    let zone = TimeZone::get("Europe/Helsinki").expect("a zone");
    civil.to_zoned(zone).expect("a time of Helsinki").timestamp()
}

/// Hours of a kind, the same every day.
pub(crate) fn daily(kind: u8, start: &str, end: &str) -> Value {
    let day = json!({ "start": start, "end": end });
    json!({ "openingHourtypeID": kind, "mon": day, "tue": day, "wed": day, "thu": day, "fri": day, "sat": day, "sun": day })
}

/// A restaurant that is open from 10 to 22, with some fields more, or others.
pub(crate) fn shop(id: &str, name: &str, fields: &Value) -> Value {
    let mut shop = json!({
        "shopId": id, "restaurantId": id, "externalId": format!("10{id}"), "displayName": name, "streetAddress": "Liisankatu 1",
        "zip": "00170", "city": "Helsinki", "phone": "+358 9 000 0000", "email": "ravintola@ovelle.example",
        "latitude": 60.17, "longitude": 24.95, "hasWebsale": true, "hasDelivery": true, "isActive": true,
        "noDeliveryTracking": false, "shopOpeningHours": [daily(1, "10:00", "22:00")],
    });
    let more = fields.as_object().expect("fields");
    shop.as_object_mut().expect("a restaurant").extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
    shop
}
