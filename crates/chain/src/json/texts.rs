//! What texts stand for.

use domain::order::OrderType;
use jiff::{
    Timestamp,
    civil::Date,
    tz::{AmbiguousOffset, TimeZone},
};

use crate::{
    code::PromotionCode,
    ids::{CampaignId, IngredientId, LONGEST_ID, MethodId, ProductCategoryId, ProductId, SizeId},
    json::{JsonNode, ReferenceTarget},
    time::MinuteOfDay,
};

/// The longest text, in characters.
const LONGEST_TEXT: usize = 5_000;
/// The zone of every civil time (docs/spec/ordering.md, "Times").
const TIME_ZONE: &str = "Europe/Helsinki";

impl JsonNode<'_> {
    /// A text; it may be empty.
    pub(crate) fn text(&self) -> String {
        let text = self.as_text().unwrap_or_default();
        if text.chars().nth(LONGEST_TEXT).is_some() {
            self.fault(format_args!("is longer than {LONGEST_TEXT} characters"));
        }
        text.to_owned()
    }

    /// A text that is not empty.
    pub(crate) fn name(&self) -> String {
        let text = self.text();
        if text.trim().is_empty() && self.is_text() {
            self.fault("is empty");
        }
        text
    }

    /// An id: 1 to 64 characters.
    pub(crate) fn id<T: for<'a> From<&'a str>>(&self) -> T {
        self.sound_id().unwrap_or_default().into()
    }

    fn sound_id(&self) -> Option<&str> {
        let text = self.as_text()?;
        if text.is_empty() || text.chars().nth(LONGEST_ID).is_some() {
            self.fault(format_args!("is no id of 1 to {LONGEST_ID} characters"));
            return None;
        }
        Some(text)
    }

    /// The id of something that must exist.
    fn named<T: for<'a> From<&'a str> + Clone>(&self, target: impl FnOnce(T) -> ReferenceTarget) -> T {
        let Some(text) = self.sound_id() else { return "".into() };
        let id = T::from(text);
        self.names(target(id.clone()));
        id
    }

    /// A product that must exist.
    pub(crate) fn product(&self) -> ProductId {
        self.named(ReferenceTarget::Product)
    }

    /// An ingredient that must exist.
    pub(crate) fn ingredient(&self) -> IngredientId {
        self.named(ReferenceTarget::Ingredient)
    }

    /// A category of products that must exist.
    pub(crate) fn category(&self) -> ProductCategoryId {
        self.named(ReferenceTarget::Category)
    }

    /// A size that is listed, or that some product has.
    pub(crate) fn size(&self) -> SizeId {
        self.named(ReferenceTarget::Size)
    }

    /// A payment method that must exist.
    pub(crate) fn method(&self) -> MethodId {
        self.named(ReferenceTarget::Method)
    }

    /// A campaign that must exist.
    pub(crate) fn campaign(&self) -> CampaignId {
        self.named(ReferenceTarget::Campaign)
    }

    /// A tag that must exist.
    pub(crate) fn tag(&self) -> String {
        let name = self.name();
        self.names_tag(&name);
        name
    }

    /// Notes that the value stands under the name of a tag, which must exist.
    pub(crate) fn names_tag(&self, name: &str) {
        self.names(ReferenceTarget::Tag(name.to_owned()));
    }

    /// One of some words; none where it is another, which is a fault.
    pub(crate) fn one_of<T: Copy>(&self, words: &[(&str, T)]) -> Option<T> {
        let text = self.as_text()?;
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        if found.is_none() {
            let words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
            self.fault(format_args!("is {text:?}, which is none of {}", words.join(", ")));
        }
        found
    }

    /// Order types, each once.
    pub(crate) fn order_types(&self) -> Vec<OrderType> {
        let words = [OrderType::Delivery, OrderType::Pickup, OrderType::Eatin].map(|kind| (kind.as_str(), kind));
        self.list(|node| node.one_of(&words)).into_iter().flatten().collect()
    }

    /// A promotion code in its one spelling.
    pub(crate) fn code(&self) -> Option<PromotionCode> {
        PromotionCode::read(self.as_text()?).map_err(|error| self.fault(error)).ok()
    }

    /// `HH:mm` at which something begins.
    pub(crate) fn start_time(&self) -> MinuteOfDay {
        let time = self.end_time();
        if time == MinuteOfDay::END {
            self.fault("is 24:00, which only ends a day");
        }
        time
    }

    /// `HH:mm` at which something ends; `24:00` ends a day.
    pub(crate) fn end_time(&self) -> MinuteOfDay {
        let Some(text) = self.as_text() else { return MinuteOfDay::of_hour(0) };
        MinuteOfDay::parse(text).unwrap_or_else(|| {
            self.fault(format_args!("is {text:?}, which is no time HH:mm"));
            MinuteOfDay::of_hour(0)
        })
    }

    /// Whether it is a time that is not decided yet, such as `xx:xx`.
    pub(crate) fn is_undecided(&self) -> bool {
        self.is_text() && self.as_text().is_some_and(|text| text.contains("xx"))
    }

    /// `YYYY-MM-DD`.
    pub(crate) fn date(&self) -> Date {
        let Some(text) = self.as_text() else { return Date::ZERO };
        let date = (text.len() == "YYYY-MM-DD".len()).then(|| text.parse().ok()).flatten();
        date.unwrap_or_else(|| {
            self.fault(format_args!("is {text:?}, which is no date YYYY-MM-DD"));
            Date::ZERO
        })
    }

    /// An instant of RFC 3339, or `YYYY-MM-DD HH:mm` in Helsinki. A wall time that comes twice is the first; one that the
    /// clock skips is a fault.
    pub(crate) fn instant(&self) -> Option<Timestamp> {
        let text = self.as_text()?;
        let instant = civil_instant(text).or_else(|| text.parse().ok());
        if instant.is_none() {
            self.fault(format_args!("is {text:?}, which is neither RFC 3339 nor a time YYYY-MM-DD HH:mm in Helsinki"));
        }
        instant
    }
}

fn civil_instant(text: &str) -> Option<Timestamp> {
    let (date, time) = text.split_once(' ')?;
    let time = MinuteOfDay::parse(time).filter(|time| *time < MinuteOfDay::END)?;
    let date: Date = (date.len() == "YYYY-MM-DD".len()).then(|| date.parse().ok())??;
    let minutes = i64::from(time.minutes());
    let civil = date.at(0, 0, 0, 0).checked_add(jiff::Span::new().minutes(minutes)).ok()?;
    let zone = TimeZone::get(TIME_ZONE).ok()?;
    let ambiguous = zone.to_ambiguous_timestamp(civil);
    let is_skipped = matches!(ambiguous.offset(), AmbiguousOffset::Gap { .. });
    if is_skipped { None } else { ambiguous.earlier().ok() }
}
