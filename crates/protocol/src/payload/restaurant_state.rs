//! What a restaurant says of itself (docs/spec/people.md, "Restaurant").

use domain::{
    ids::RestaurantId,
    live_state::{self, LiveState},
};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::OrderTypePayload;

/// What a restaurant says of itself. What has ended is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RestaurantState {
    pub restaurant_id: String,
    /// Number of this state, which rises with each change.
    pub rev: i64,
    /// The order types that it does not take now.
    #[schema(required)]
    pub pause: Option<PausePayload>,
    /// Minutes that its orders take longer.
    pub busy_minutes: u32,
    /// Until when they do.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub busy_until: Option<Timestamp>,
    /// What has run out by its own word.
    pub out: Vec<OutPayload>,
}

/// Order types that are not taken for a while.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Pause)]
pub struct PausePayload {
    /// When it ends.
    #[schema(value_type = String, format = DateTime)]
    pub until: Timestamp,
    pub order_types: Vec<OrderTypePayload>,
    /// What colleagues read.
    #[schema(required)]
    pub reason: Option<String>,
    /// Who said it: the name of a key, or a person's e-mail address.
    pub by: String,
    /// When it was said.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
}

/// Something that has run out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Out)]
pub struct OutPayload {
    pub kind: ArticleKindPayload,
    /// The product or ingredient.
    pub id: String,
    /// In which size; null: in all.
    #[schema(required)]
    pub size_id: Option<String>,
    /// When it is there again; null: when somebody says so.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub until: Option<Timestamp>,
    /// Who said it.
    pub by: String,
    /// When it was said.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
}

/// What kind of thing has run out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ArticleKind)]
pub enum ArticleKindPayload {
    Product,
    Ingredient,
}

impl RestaurantState {
    /// What a restaurant says at a moment.
    #[must_use]
    pub fn of(restaurant: RestaurantId, kept: &LiveState, now: Timestamp) -> Self {
        let LiveState { rev, pause, busy, out, .. } = kept.at(now);
        Self {
            restaurant_id: restaurant.to_string(),
            rev: rev.0,
            pause: pause.map(PausePayload::from),
            busy_minutes: busy.map_or(0, |busy| busy.minutes),
            busy_until: busy.map(|busy| busy.until),
            out: out.into_iter().map(OutPayload::from).collect(),
        }
    }
}

impl From<live_state::Pause> for PausePayload {
    fn from(pause: live_state::Pause) -> Self {
        let live_state::Pause { until, order_types, reason, by, at } = pause;
        Self { until, order_types: order_types.into_iter().map(OrderTypePayload::from).collect(), reason, by, at }
    }
}

impl From<live_state::StockOut> for OutPayload {
    fn from(out: live_state::StockOut) -> Self {
        let live_state::StockOut { article, size, until, by, at } = out;
        Self { kind: article.kind.into(), id: article.id, size_id: size, until, by, at }
    }
}

impl From<live_state::ArticleKind> for ArticleKindPayload {
    fn from(kind: live_state::ArticleKind) -> Self {
        match kind {
            live_state::ArticleKind::Product => Self::Product,
            live_state::ArticleKind::Ingredient => Self::Ingredient,
        }
    }
}
