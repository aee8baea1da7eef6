//! Combos: products that cost less together, and whether they can be had now.

use chain::{Campaign, Chain, Combo, ComboOption, Conditions, ProductId, SizeId, WeekTimes};
use domain::error::Code;
use jiff::Timestamp;
use pricing::{Buyer, Moment, refusal_at};
use serde::Serialize;
use server::euros::Euros;
use utoipa::ToSchema;

/// A combo (CM-03).
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComboView {
    pub campaign_id: String,
    pub name: String,
    #[schema(required)]
    pub description: Option<String>,
    pub campaign_slug: String,
    #[schema(required)]
    pub campaign_image_url: Option<String>,
    #[schema(required)]
    pub campaign_thumbnail_url: Option<String>,
    #[schema(required)]
    pub promotion_code: Option<String>,
    pub combo_price: Euros,
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub start: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub end: Option<Timestamp>,
    pub is_active_during_lunch: bool,
    pub require_login: bool,
    pub campaign_time_of_day_conditions: Vec<TimeOfDayCondition>,
    pub combo_campaign_options: Vec<ComboOptionView>,
    pub availability: ComboAvailability,
}

/// Times of some days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeOfDayCondition {
    /// A mask: Monday 1, Tuesday 2 … Sunday 64.
    pub days_of_week: u8,
    /// `HH:mm`.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = String)]
    pub start_time: chain::MinuteOfDay,
    /// `HH:mm`.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = String)]
    pub end_time: chain::MinuteOfDay,
}

/// One of the products of a combo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComboOptionView {
    pub uuid: String,
    pub products: Vec<String>,
    pub product_sizes: Vec<String>,
    pub default_product_id: String,
}

/// Whether a combo can be had, and why not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComboAvailability {
    pub result: ComboResult,
    #[schema(value_type = Option<server::error::MessageCode>, required)]
    pub message_code: Option<&'static str>,
    #[schema(required)]
    pub message: Option<&'static str>,
}

/// Whether a combo can be had (CM-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ComboResult {
    Ok,
    NotActive,
    NotValidDuringLunch,
    NotValidAtTheTime,
    NotValidNotLoggedIn,
}

fn as_text<S: serde::Serializer>(minute: &chain::MinuteOfDay, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(minute)
}

/// A combo as it is at a moment for a person.
#[must_use]
pub fn combo_view(chain: &Chain, campaign: &Campaign, combo: &Combo, moment: &Moment, person: Buyer) -> ComboView {
    let conditions: &Conditions = &campaign.conditions;
    let times = |one: &WeekTimes| TimeOfDayCondition {
        days_of_week: one.days.mask(),
        start_time: one.times.from,
        end_time: one.times.until,
    };
    let option = |one: &ComboOption| ComboOptionView {
        uuid: one.id.to_string(),
        products: one.products.iter().map(ProductId::to_string).collect(),
        product_sizes: one.sizes.iter().map(SizeId::to_string).collect(),
        default_product_id: one.default_product.to_string(),
    };
    ComboView {
        campaign_id: campaign.id.to_string(),
        name: campaign.name.clone(),
        description: combo.description.clone(),
        campaign_slug: combo.slug.clone(),
        campaign_image_url: combo.image_url.clone(),
        campaign_thumbnail_url: combo.thumbnail_url.clone(),
        promotion_code: campaign.promotion_code.as_ref().map(ToString::to_string),
        combo_price: Euros(combo.price),
        start: conditions.start,
        end: conditions.end,
        is_active_during_lunch: conditions.is_active_during_lunch,
        require_login: conditions.requires_log_in || campaign.is_loyalty,
        campaign_time_of_day_conditions: conditions.times.iter().map(times).collect(),
        combo_campaign_options: combo.options.iter().map(option).collect(),
        availability: ComboAvailability::of(refusal_at(chain.settings(), campaign, moment, person)),
    }
}

impl ComboAvailability {
    fn of(refusal: Option<Code>) -> Self {
        let result = match refusal {
            None => ComboResult::Ok,
            Some(Code::CampaignLunch) => ComboResult::NotValidDuringLunch,
            Some(Code::CampaignNotValidAtTheTime) => ComboResult::NotValidAtTheTime,
            Some(Code::CampaignLoginRequired) => ComboResult::NotValidNotLoggedIn,
            // Over, not begun, or paused.
            Some(_) => ComboResult::NotActive,
        };
        Self { result, message_code: refusal.map(Code::as_str), message: refusal.map(Code::message) }
    }
}
