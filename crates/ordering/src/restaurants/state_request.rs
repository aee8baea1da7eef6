//! What is said of a restaurant, as callers say it, checked (docs/spec/people.md, "Restaurant").

use chain::{Menu, hours::zone};
use domain::{
    ids::Rev,
    live_state::{Article, ArticleKind, Busy, Pause, StateChange, StockOut},
    order::OrderType,
    words::Lines,
};
use jiff::{SignedDuration, Timestamp, ToSpan, civil::time};
use serde::Deserialize;
use server::{ApiError, words::AuthorKind};
use utoipa::ToSchema;

use crate::wanted::order_type;

/// The longest text, in characters (docs/spec/ordering.md, "Bounds").
const LONGEST_TEXT: usize = 500;
/// A pause or a delay ends so far ahead at the latest.
const LONGEST: SignedDuration = SignedDuration::from_hours(24);
/// A pause ends so far ahead at the soonest.
const SHORTEST_PAUSE: SignedDuration = SignedDuration::from_mins(1);
/// A delay ends so far ahead where nobody says when.
const USUAL_DELAY: SignedDuration = SignedDuration::from_hours(2);
/// The most minutes that orders take longer.
const MOST_MINUTES: i64 = 120;
/// The word for the next morning, and its hour.
const TOMORROW: &str = "tomorrow";
const MORNING: i8 = 5;
const TYPES: [OrderType; 3] = [OrderType::Delivery, OrderType::Pickup, OrderType::Eatin];

/// That a restaurant takes no orders for a while.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PauseRestaurant {
    /// When it takes them again: in a minute at the soonest, in 24 hours at the latest.
    #[schema(value_type = String, format = DateTime)]
    until: Timestamp,
    /// Which are meant: `delivery`, `pickup`, `eatin`; all where none is named.
    order_types: Option<Vec<String>>,
    /// Why; colleagues read it.
    reason: Option<String>,
    /// Apply only where the state has this number.
    if_rev: Option<i64>,
}

/// That a restaurant's orders take longer for a while.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetBusy {
    /// Minutes more, 0 to 120; 0 ends it.
    minutes: i64,
    /// When that ends; in two hours where it is not said, in 24 at the latest.
    #[schema(value_type = Option<String>, format = DateTime)]
    until: Option<Timestamp>,
    /// Apply only where the state has this number.
    if_rev: Option<i64>,
}

/// That something has run out.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MarkOut {
    /// In which size; in all where none is named.
    size_id: Option<String>,
    /// A time, or `tomorrow`: at five in the morning. Without it, until it is taken back.
    until: Option<String>,
    /// Apply only where the state has this number.
    if_rev: Option<i64>,
}

/// What is said, and of which state.
pub(crate) type StateRequest = (StateChange, Option<Rev>);

impl PauseRestaurant {
    /// What it says, by whom and when.
    ///
    /// # Errors
    /// 422 with the field.
    pub(crate) fn check(self, writer: AuthorKind, by: &str, now: Timestamp) -> Result<StateRequest, ApiError> {
        let ahead = self.until.duration_since(now);
        if !(SHORTEST_PAUSE..=LONGEST).contains(&ahead) {
            return Err(ApiError::invalid("until"));
        }
        let order_types = self.order_types.map_or_else(|| Ok(TYPES.to_vec()), |named| types(&named))?;
        if self.reason.as_ref().is_some_and(|reason| reason.chars().count() > LONGEST_TEXT) {
            return Err(ApiError::invalid("reason"));
        }
        let reason = writer.words(self.reason.as_deref(), Lines::One, "reason")?;
        let pause = Pause { until: self.until, order_types, reason, by: by.to_owned(), at: now };
        Ok((StateChange::Pause(pause), rev(self.if_rev)?))
    }
}

impl SetBusy {
    /// What it says, and when.
    ///
    /// # Errors
    /// 422 with the field.
    pub(crate) fn check(self, now: Timestamp) -> Result<StateRequest, ApiError> {
        let minutes = Some(self.minutes).filter(|minutes| (0..=MOST_MINUTES).contains(minutes));
        let minutes = minutes.and_then(|minutes| u32::try_from(minutes).ok());
        let minutes = minutes.ok_or_else(|| ApiError::invalid("minutes"))?;
        let until = self.until.unwrap_or_else(|| now.saturating_add(USUAL_DELAY).unwrap_or(now));
        let ahead = until.duration_since(now);
        if !ahead.is_positive() || ahead > LONGEST {
            return Err(ApiError::invalid("until"));
        }
        let change = if minutes == 0 { StateChange::NotBusy } else { StateChange::Busy(Busy { minutes, until }) };
        Ok((change, rev(self.if_rev)?))
    }
}

impl MarkOut {
    /// What it says of something, by whom and when.
    ///
    /// # Errors
    /// 422 with the field.
    pub(crate) fn check(
        self,
        menu: &Menu,
        article: Article,
        by: &str,
        now: Timestamp,
    ) -> Result<StateRequest, ApiError> {
        if self.size_id.as_ref().is_some_and(|size| !comes_in(menu, &article, size)) {
            return Err(ApiError::invalid("sizeId"));
        }
        let until = self.until.map(|text| if text == TOMORROW { next_morning(now) } else { text.parse().ok() });
        let until = until.map(|at| at.filter(|at| *at > now).ok_or_else(|| ApiError::invalid("until"))).transpose()?;
        let out = StockOut { article, size: self.size_id, until, by: by.to_owned(), at: now };
        Ok((StateChange::Out(out), rev(self.if_rev)?))
    }
}

/// A state's number, as callers name it.
///
/// # Errors
/// 422 `ifRev`.
pub(crate) fn rev(if_rev: Option<i64>) -> Result<Option<Rev>, ApiError> {
    if if_rev.is_some_and(|rev| rev < 0) { Err(ApiError::invalid("ifRev")) } else { Ok(if_rev.map(Rev)) }
}

/// What a path names; none where there is nothing of such a kind.
pub(crate) fn article_of(kind: &str, id: &str) -> Option<Article> {
    ArticleKind::parse(kind).map(|kind| Article { kind, id: id.to_owned() })
}

/// Whether the menu has it.
pub(crate) fn knows_article(menu: &Menu, article: &Article) -> bool {
    match article.kind {
        ArticleKind::Product => menu.product(&article.id).is_some(),
        ArticleKind::Ingredient => menu.ingredient(&article.id).is_some(),
    }
}

/// Whether something comes in a size.
fn comes_in(menu: &Menu, article: &Article, size: &str) -> bool {
    match article.kind {
        ArticleKind::Product => menu.product(&article.id).is_some_and(|product| product.size(size).is_some()),
        ArticleKind::Ingredient => {
            let is_a_size = menu.products().iter().any(|product| product.size(size).is_some());
            is_a_size && menu.ingredient(&article.id).is_some_and(|one| one.is_dosed(&size.into()))
        }
    }
}

/// The order types of a list, in one order and each once.
fn types(named: &[String]) -> Result<Vec<OrderType>, ApiError> {
    if named.is_empty() {
        return Err(ApiError::invalid("orderTypes"));
    }
    let read = |(index, text): (usize, &String)| {
        order_type(text).ok_or_else(|| ApiError::invalid(format!("orderTypes[{index}]")))
    };
    let named = named.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    Ok(TYPES.into_iter().filter(|one| named.contains(one)).collect())
}

/// The next time that it is five in the morning in Helsinki.
fn next_morning(now: Timestamp) -> Option<Timestamp> {
    let today = now.to_zoned(zone()).date();
    let mornings = [Some(today), today.checked_add(1.day()).ok()].into_iter().flatten();
    let instants = mornings
        .filter_map(|day| zone().to_ambiguous_timestamp(day.to_datetime(time(MORNING, 0, 0, 0))).compatible().ok());
    instants.into_iter().find(|morning| *morning > now)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn now() -> Timestamp {
        "2026-11-24T10:00:00Z".parse().unwrap()
    }

    fn after(minutes: i64) -> Timestamp {
        now() + SignedDuration::from_mins(minutes)
    }

    fn field<T: std::fmt::Debug>(checked: Result<T, ApiError>) -> Value {
        checked.unwrap_err().body().metadata["field"].clone()
    }

    fn pause(body: Value) -> Result<StateRequest, ApiError> {
        serde_json::from_value::<PauseRestaurant>(body).unwrap().check(AuthorKind::Program, "kallio", now())
    }

    fn busy(body: Value) -> Result<StateRequest, ApiError> {
        serde_json::from_value::<SetBusy>(body).unwrap().check(now())
    }

    #[test]
    fn a_pause_lasts_from_a_minute_to_a_day() {
        let until = after(1);
        let whole = json!({ "until": until, "orderTypes": ["eatin", "1", "eatin"], "reason": "Uuni.", "ifRev": 7 });
        let said = Pause {
            until,
            order_types: vec![OrderType::Delivery, OrderType::Eatin],
            reason: Some("Uuni.".to_owned()),
            by: "kallio".to_owned(),
            at: now(),
        };
        assert_eq!(pause(whole), Ok((StateChange::Pause(said), Some(Rev(7)))));
        let Ok((StateChange::Pause(bare), None)) = pause(json!({ "until": after(24 * 60), "reason": " " })) else {
            panic!("a pause")
        };
        assert_eq!((bare.order_types.as_slice(), bare.reason), (&TYPES[..], None));
        for (body, wrong) in [
            (json!({ "until": after(1) - SignedDuration::from_secs(1) }), "until"),
            (json!({ "until": after(24 * 60) + SignedDuration::from_secs(1) }), "until"),
            (json!({ "until": after(5), "orderTypes": [] }), "orderTypes"),
            (json!({ "until": after(5), "orderTypes": ["pickup", "drone"] }), "orderTypes[1]"),
            (json!({ "until": after(5), "reason": "ä".repeat(501) }), "reason"),
            (json!({ "until": after(5), "ifRev": -1 }), "ifRev"),
        ] {
            assert_eq!(field(pause(body)), wrong);
        }
    }

    #[test]
    fn a_delay_lasts_two_hours_where_nobody_says() {
        let said = |minutes, until| Ok((StateChange::Busy(Busy { minutes, until }), None));
        assert_eq!(busy(json!({ "minutes": 120 })), said(120, after(120)));
        assert_eq!(busy(json!({ "minutes": 5, "until": after(24 * 60) })), said(5, after(24 * 60)));
        assert_eq!(busy(json!({ "minutes": 0 })), Ok((StateChange::NotBusy, None)));
        for (body, wrong) in [
            (json!({ "minutes": 121 }), "minutes"),
            (json!({ "minutes": -1 }), "minutes"),
            (json!({ "minutes": 5, "until": now() }), "until"),
            (json!({ "minutes": 5, "until": after(24 * 60 + 1) }), "until"),
        ] {
            assert_eq!(field(busy(body)), wrong);
        }
    }

    #[test]
    fn tomorrow_is_the_next_morning_at_five() {
        let morning = |now: &str| next_morning(now.parse().unwrap()).unwrap().to_string();
        assert_eq!(morning("2026-11-24T10:00:00Z"), "2026-11-25T03:00:00Z");
        assert_eq!(morning("2026-11-25T00:30:00Z"), "2026-11-25T03:00:00Z", "the night belongs to the day before");
        assert_eq!(morning("2026-11-25T03:00:00Z"), "2026-11-26T03:00:00Z");
    }
}
