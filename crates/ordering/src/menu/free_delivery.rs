//! Campaigns that deliver for nothing, as the pages announce them.

use chain::{Campaign, CampaignEffect, Chain, DayTimes, Days, MinuteOfDay};
use domain::ids::RestaurantId;
use jiff::{Timestamp, civil::Weekday};
use pricing::Moment;
use serde::Serialize;
use server::euros::Euros;
use utoipa::ToSchema;

/// A campaign that delivers for nothing (CM-02).
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FreeDeliveryCampaign {
    pub campaign_id: String,
    pub name: String,
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub start: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub end: Option<Timestamp>,
    /// Monday 0 … Sunday 6.
    pub days: Vec<i8>,
    /// Numbers of restaurants; none: all.
    pub assigned_shops: Vec<String>,
    pub require_log_in: bool,
    /// What the lines must cost more than.
    #[schema(required)]
    pub minimum_order_value: Option<Euros>,
    pub disable_preorders_on_campaign: bool,
    /// Whether it is announced at this time of day.
    pub is_displayed: bool,
}

/// When a campaign of one restaurant and some days is announced (CM-10).
const ANNOUNCED: DayTimes = DayTimes { from: MinuteOfDay::of_hour(16), until: MinuteOfDay::of_hour(20) };

/// The campaigns that run now and need no code: all, or those of a restaurant.
#[must_use]
pub fn free_deliveries(chain: &Chain, shop: Option<RestaurantId>, now: &Moment) -> Vec<FreeDeliveryCampaign> {
    let is_of = |one: &&Campaign| {
        let shops = one.conditions.shops.as_deref();
        one.effect == CampaignEffect::FreeDelivery
            && shop.is_none_or(|shop| shops.is_none_or(|shops| shops.contains(&shop)))
    };
    chain.automatic_campaigns().filter(is_of).filter(|one| one.runs_at(now.now)).map(|one| view(one, now)).collect()
}

fn view(campaign: &Campaign, now: &Moment) -> FreeDeliveryCampaign {
    let conditions = &campaign.conditions;
    let shops = conditions.shops.as_deref().unwrap_or_default();
    let is_local = shops.len() == 1 && conditions.days != Days::ALL;
    FreeDeliveryCampaign {
        campaign_id: campaign.id.to_string(),
        name: campaign.name.clone(),
        start: conditions.start,
        end: conditions.end,
        days: (0..7)
            .filter(|day| Weekday::from_monday_zero_offset(*day).is_ok_and(|day| conditions.days.has(day)))
            .collect(),
        assigned_shops: shops.iter().map(RestaurantId::to_string).collect(),
        require_log_in: conditions.requires_log_in || campaign.is_loyalty,
        minimum_order_value: conditions.minimum_order_value.map(Euros),
        disable_preorders_on_campaign: conditions.is_disabled_for_preorders,
        is_displayed: !is_local || ANNOUNCED.holds(now.minute()),
    }
}
