//! When a campaign holds: the conditions in the order in which they are looked at (docs/spec/ordering.md,
//! "Conditions").

use chain::{Campaign, CampaignEffect, Settings, UnitEffect};
use domain::{error::Code, ids::RestaurantId, money::Cents, order::OrderType};
use smallvec::SmallVec;

use crate::{
    message::{PriceMessage, amount_in_words},
    moment::Moment,
    person::Buyer,
    request::PriceRequest,
};

/// What conditions are held against.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Circumstances<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) shop: RestaurantId,
    pub(crate) order_type: OrderType,
    pub(crate) payment_method: Option<&'a str>,
    pub(crate) person: Buyer,
    pub(crate) moment: &'a Moment,
    pub(crate) is_lunch_time: bool,
}

impl<'a> Circumstances<'a> {
    /// Those of a cart.
    pub(crate) fn of(request: PriceRequest<'a>) -> Self {
        let PriceRequest { chain, cart, person, moment, shop, .. } = request;
        let settings = chain.settings();
        Self {
            settings,
            shop: shop.id(),
            order_type: cart.order_type,
            payment_method: cart.payment_method.as_deref(),
            person,
            moment,
            is_lunch_time: moment.is_within(settings.lunch),
        }
    }
}

/// A condition that fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailedCondition {
    Paused,
    NotActive,
    Lunch,
    NotValidAtTheTime,
    LoginRequired {
        members_only: bool,
    },
    DeliveryOnly,
    PreorderNotAllowed,
    PaymentMethod,
    Exclusive,
    /// What the lines lack, and what they must cost more than.
    Minimum {
        missing: Cents,
        value: Cents,
    },
    NotApplicable,
}

impl FailedCondition {
    /// Whether a code is held all the same, and the cart stays valid.
    pub(crate) fn is_no_error(self, campaign: &Campaign) -> bool {
        match self {
            Self::PreorderNotAllowed | Self::PaymentMethod => true,
            Self::Minimum { .. } => campaign.effect == CampaignEffect::FreeDelivery,
            _ => false,
        }
    }

    /// What people read.
    pub(crate) fn message(self, campaign: &Campaign) -> PriceMessage {
        let own = |code| match &campaign.not_applicable_message {
            Some(text) => PriceMessage::new(Code::CampaignDynamicMessage).worded(text.clone()),
            None => PriceMessage::new(code),
        };
        match self {
            Self::Paused => PriceMessage::new(Code::CampaignPaused),
            Self::NotActive => PriceMessage::new(Code::CampaignNotActive),
            Self::Lunch => PriceMessage::new(Code::CampaignLunch),
            Self::NotValidAtTheTime => PriceMessage::new(Code::CampaignNotValidAtTheTime),
            Self::LoginRequired { members_only } => {
                PriceMessage::new(Code::CampaignLoginRequired).with("membersOnly", members_only)
            }
            Self::DeliveryOnly => own(Code::CampaignDeliveryOnly),
            Self::PreorderNotAllowed => PriceMessage::new(Code::PreorderNotAllowed),
            Self::PaymentMethod => {
                let methods = campaign.conditions.payment_methods.iter().flatten();
                let methods: Vec<&str> = methods.map(|method| method.as_str()).collect();
                PriceMessage::new(Code::PaymentMethodNotAllowed).with("paymentMethods", methods)
            }
            Self::Exclusive => PriceMessage::new(Code::CampaignExclusive),
            Self::Minimum { missing, value } if campaign.effect == CampaignEffect::FreeDelivery => {
                let message = PriceMessage::new(Code::MinimumOrder).saying("missing", &amount_in_words(missing));
                message.with_amount("minimumOrderValue", value).with_amount("missing", missing)
            }
            Self::Minimum { .. } | Self::NotApplicable => own(Code::CampaignNotApplicable),
        }
    }
}

/// Whether a campaign that asks for signing in asks for a member then.
fn is_for_members(effect: &CampaignEffect) -> bool {
    match effect {
        CampaignEffect::FreeDelivery | CampaignEffect::Units(UnitEffect::CrossSell(_)) => true,
        CampaignEffect::Units(_) | CampaignEffect::Combo(_) | CampaignEffect::Amount(_) => false,
        CampaignEffect::Prepaid { .. } | CampaignEffect::PostPurchase { .. } => false,
    }
}

/// The conditions that fail, in their order; at most `most` of them. `cost`: what the lines cost when the campaign's step
/// begins; `is_excluded`: something else took effect that it does not go with.
pub(crate) fn failures(
    campaign: &Campaign,
    around: Circumstances<'_>,
    cost: Cents,
    is_excluded: bool,
    most: usize,
) -> SmallVec<[FailedCondition; 2]> {
    let conditions = &campaign.conditions;
    let members_only = campaign.is_loyalty || is_for_members(&campaign.effect);
    let person = around.person;
    let is_known = if members_only { person.is_member() } else { person.is_signed_in() };
    let minimum = conditions.minimum_order_value.filter(|minimum| cost <= *minimum);
    let table: [(bool, FailedCondition); 11] = [
        (conditions.is_paused, FailedCondition::Paused),
        (!is_running(campaign, around.moment), FailedCondition::NotActive),
        (is_refused_for_lunch(campaign, around), FailedCondition::Lunch),
        (!is_its_time(campaign, around.moment), FailedCondition::NotValidAtTheTime),
        (
            (conditions.requires_log_in || campaign.is_loyalty) && !is_known,
            FailedCondition::LoginRequired { members_only },
        ),
        (
            around.order_type != OrderType::Delivery && conditions.order_types == [OrderType::Delivery],
            FailedCondition::DeliveryOnly,
        ),
        (conditions.is_disabled_for_preorders && around.moment.is_preorder(), FailedCondition::PreorderNotAllowed),
        (!takes_method(campaign, around.payment_method), FailedCondition::PaymentMethod),
        (is_excluded, FailedCondition::Exclusive),
        (
            minimum.is_some(),
            minimum.map_or(FailedCondition::NotApplicable, |value| FailedCondition::Minimum {
                missing: Cents(value.0 - cost.0),
                value,
            }),
        ),
        (
            conditions.shops.as_ref().is_some_and(|shops| !shops.contains(&around.shop))
                || !conditions.order_types.contains(&around.order_type),
            FailedCondition::NotApplicable,
        ),
    ];
    table.into_iter().filter(|(fails, _)| *fails).map(|(_, failure)| failure).take(most).collect()
}

/// Why a campaign cannot be had at a moment, whatever is in the cart: paused, over or not begun, lunch, the time of the
/// week, and who asks, in this order (docs/spec/ordering.md, "Combos").
#[must_use]
pub fn refusal_at(settings: &Settings, campaign: &Campaign, moment: &Moment, person: Buyer) -> Option<Code> {
    let around = Circumstances {
        settings,
        // Where and how it is ordered is asked after all that counts here.
        shop: RestaurantId(0),
        order_type: OrderType::Delivery,
        payment_method: None,
        person,
        moment,
        is_lunch_time: moment.is_within(settings.lunch),
    };
    match failures(campaign, around, Cents(0), false, 1).first()? {
        FailedCondition::Paused => Some(Code::CampaignPaused),
        FailedCondition::NotActive => Some(Code::CampaignNotActive),
        FailedCondition::Lunch => Some(Code::CampaignLunch),
        FailedCondition::NotValidAtTheTime => Some(Code::CampaignNotValidAtTheTime),
        FailedCondition::LoginRequired { .. } => Some(Code::CampaignLoginRequired),
        FailedCondition::DeliveryOnly
        | FailedCondition::PreorderNotAllowed
        | FailedCondition::PaymentMethod
        | FailedCondition::Exclusive
        | FailedCondition::Minimum { .. }
        | FailedCondition::NotApplicable => None,
    }
}

fn is_running(campaign: &Campaign, moment: &Moment) -> bool {
    let conditions = &campaign.conditions;
    conditions.start.is_none_or(|start| moment.now >= start) && conditions.end.is_none_or(|end| moment.at() < end)
}

fn is_refused_for_lunch(campaign: &Campaign, around: Circumstances<'_>) -> bool {
    let hours = around.settings.coupon_hours;
    let is_outside = || hours.days.has(around.moment.weekday()) && !around.moment.is_within(hours);
    (around.is_lunch_time && !campaign.conditions.is_active_during_lunch) || (campaign.coupon.is_some() && is_outside())
}

fn is_its_time(campaign: &Campaign, moment: &Moment) -> bool {
    let conditions = &campaign.conditions;
    let is_in_times =
        conditions.times.is_empty() || conditions.times.iter().any(|times| moment.is_strictly_within(*times));
    conditions.days.has(moment.weekday()) && is_in_times
}

fn takes_method(campaign: &Campaign, method: Option<&str>) -> bool {
    let (Some(methods), Some(method)) = (&campaign.conditions.payment_methods, method) else { return true };
    methods.iter().any(|own| own.as_str() == method)
}
