//! The files of the loyalty programme: `people/loyalty.json`, `people/wheel.json`, `people/benefits.json`.

use domain::{
    loyalty::{BenefitType, BenefitTypes, FREE_PIZZA, LoyaltyRules, SpinCampaign},
    wheel::{DrawRules, PrizeType, SEGMENTS, WheelEntry, WheelRules, WonCampaign},
};
use jiff::Timestamp;

use crate::json::{JsonFields, JsonNode, ReferenceTarget, SeenNames};

/// The most that a weight, a stock, or a number of spins may be.
const MOST: u32 = 1_000_000;
/// The most slices that are counted to, and that joining may bring.
const MOST_SLICES: u32 = 1_000;
/// The most days for which something is good.
const MOST_DAYS: u32 = 3_650;
/// The most months for which slices are good.
const MOST_MONTHS: u32 = 120;

/// `loyalty.json`.
pub(super) fn loyalty(root: &JsonNode<'_>) -> LoyaltyRules {
    root.names(ReferenceTarget::Benefit(FREE_PIZZA.to_owned()));
    let default = LoyaltyRules::default();
    let mut names = SeenNames::default();
    root.object(|fields| LoyaltyRules {
        free_pizza_at: count_or(fields, "freePizzaAt", default.free_pizza_at, MOST_SLICES),
        marks: fields.maybe("marks").map_or(default.marks, |node| node.list(|mark| mark.count(1..=MOST_SLICES))),
        expiry_months: count_or(fields, "expiryMonths", default.expiry_months, MOST_MONTHS),
        welcome: fields.maybe("welcome").map_or(default.welcome, |node| welcome(&node)),
        spin_campaigns: fields
            .maybe_list("spinCampaigns", |node| node.object(|fields| spin_campaign(fields, &mut names))),
    })
}

fn count_or(fields: &JsonFields<'_>, name: &'static str, default: u32, most: u32) -> u32 {
    fields.maybe(name).map_or(default, |node| node.count(1..=most))
}

/// Slices with their weights.
fn welcome(node: &JsonNode<'_>) -> Vec<(u32, u32)> {
    let weights = node.entries(|key, node| {
        let slices = key.parse().ok().filter(|slices: &u32| *slices <= MOST_SLICES && slices.to_string() == key);
        if slices.is_none() {
            node.fault(format_args!("stands under {key:?}, which is no number of slices from 0 to {MOST_SLICES}"));
        }
        (slices.unwrap_or_default(), node.count(0..=MOST))
    });
    if weights.iter().all(|(_, weight)| *weight == 0) {
        node.fault("has no weight above 0; to give nothing, say {\"0\": 1}");
    }
    weights
}

fn spin_campaign(fields: &JsonFields<'_>, names: &mut SeenNames<String>) -> SpinCampaign {
    let node = fields.must("name");
    let name = node.name();
    names.take(&node, "the campaign", &name);
    let spins = fields.must("spins").count(1..=MOST);
    let start = fields.must("startDateTime").instant();
    let end_node = fields.must("endDateTime");
    let end = end_node.instant();
    if let (Some(start), Some(end)) = (start, end)
        && end <= start
    {
        end_node.fault("is not after startDateTime");
    }
    let (start, end) = (start.unwrap_or(Timestamp::UNIX_EPOCH), end.unwrap_or(Timestamp::UNIX_EPOCH));
    SpinCampaign { name, spins, start, end }
}

/// `wheel.json`.
pub(super) fn wheel(root: &JsonNode<'_>) -> WheelRules {
    root.object(|fields| {
        let node = fields.must("segments");
        let rules = fields.maybe("rules").map(|node| node.object(draw_rules));
        let segments = node.list(|segment| segment.list(|entry| entry.object(wheel_entry)));
        let count = segments.len();
        let is_read = segments.iter().flatten().all(Option::is_some);
        let segments: Vec<Vec<_>> =
            segments.into_iter().map(|entries| entries.into_iter().flatten().collect()).collect();
        let Ok(segments) = <[Vec<WheelEntry>; SEGMENTS]>::try_from(segments) else {
            node.fault(format_args!("has {count} segments, not {SEGMENTS}"));
            return WheelRules::default();
        };
        // An entry whose type is unknown was said already, and may be the one that is missing.
        if !is_read {
            return WheelRules::default();
        }
        WheelRules::new(segments, rules).unwrap_or_else(|error| {
            node.fault(error);
            WheelRules::default()
        })
    })
}

fn wheel_entry(fields: &JsonFields<'_>) -> Option<WheelEntry> {
    let node = fields.must("type");
    let prize = node.one_of(&PrizeType::NAMES);
    if let Some(benefit) = prize.and_then(PrizeType::benefit_type) {
        node.names(ReferenceTarget::Benefit(benefit.to_owned()));
    }
    let weight = fields.must("weight").count(0..=MOST);
    let monthly = fields.maybe("monthly").map(|node| node.count(0..=MOST));
    let campaign = if prize == Some(PrizeType::SpinsCampaign) { won_campaign(fields) } else { None };
    if prize.is_none() {
        fields.forgive();
    }
    Some(WheelEntry { prize: prize?, weight, monthly, campaign })
}

/// What `spinsCampaign` gives: all of it, or nothing is said.
fn won_campaign(fields: &JsonFields<'_>) -> Option<WonCampaign> {
    let says_any = ["name", "spins", "days"].iter().any(|name| fields.maybe(name).is_some());
    says_any.then(|| WonCampaign {
        name: fields.must("name").name(),
        spins: fields.must("spins").count(1..=MOST),
        days: fields.must("days").count(0..=MOST_DAYS),
    })
}

fn draw_rules(fields: &JsonFields<'_>) -> DrawRules {
    let from = fields.maybe("from").map(|node| node.date());
    let until_node = fields.maybe("until");
    let until = until_node.as_ref().map(JsonNode::date);
    if let (Some(node), Some(from), Some(until)) = (until_node, from, until)
        && until < from
    {
        node.fault("is before from");
    }
    DrawRules { organiser: fields.must("organiser").name(), complaints: fields.must("complaints").name(), from, until }
}

/// `benefits.json`.
pub(super) fn benefits(root: &JsonNode<'_>) -> BenefitTypes {
    let mut names = SeenNames::default();
    BenefitTypes(root.list(|node| {
        node.object(|fields| {
            let node = fields.must("type");
            let name = node.name();
            names.take(&node, "the type", &name);
            BenefitType {
                name,
                text: fields.must("text").name(),
                icon: fields.must("icon").name(),
                days: fields.must("days").count(0..=MOST_DAYS),
            }
        })
    }))
}
