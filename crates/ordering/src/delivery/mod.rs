//! Who delivers to a point, and for what fee (docs/spec/ordering.md, "Restaurants").

mod range_log;

pub use range_log::RangeLog;

use chain::{Area, MinuteOfDay, Shop, hours::zone};
use domain::{geo::LatLng, money::Cents, order::OrderType};
use jiff::Zoned;
use serde::Serialize;
use server::euros::Euros;
use utoipa::ToSchema;

use crate::{chain_view::ChainView, distance::kilometres, shops::SelectorStatusPayload};

/// A restaurant that delivers to a point.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveringShop {
    pub restaurant_id: String,
    pub display_name: String,
    pub zone_id: String,
    pub delivery_zone_version: String,
    /// Now.
    pub delivery_fee: Euros,
    /// At the time that was asked for; null where none was.
    #[schema(required)]
    pub preorder_delivery_fee: Option<Euros>,
    pub preorder_minimum_delivery_fee: Euros,
    pub preorder_maximum_delivery_fee: Euros,
    pub distance_km: f64,
    pub selector_status: SelectorStatusPayload,
    pub selector_text: String,
    pub estimate_minutes: u32,
}

/// The restaurants that deliver to a point, those that are open first, then the nearest.
#[must_use]
pub fn delivering(view: &ChainView, point: LatLng, due: Option<&Zoned>) -> Vec<DeliveringShop> {
    let taking = view.chain().areas_at(point).into_iter();
    let shown = taking.filter(|(shop, _)| !shop.is_hidden() && shop.restaurant.has_delivery);
    let mut rows: Vec<(f64, DeliveringShop)> = shown
        .map(|(shop, area)| {
            let far = shop.restaurant.location.metres_to(point) / 1000.0;
            (far, row(view, shop, area, far, due))
        })
        .collect();
    let is_shut = |row: &DeliveringShop| row.selector_status != SelectorStatusPayload::Open;
    // The list comes in the order of the files, which decides between those that are equally far.
    rows.sort_by(|(a_far, a), (b_far, b)| is_shut(a).cmp(&is_shut(b)).then(a_far.total_cmp(b_far)));
    rows.into_iter().map(|(_, row)| row).collect()
}

fn row(view: &ChainView, shop: &Shop, area: &Area, far: f64, due: Option<&Zoned>) -> DeliveringShop {
    let question = view.question(shop, OrderType::Delivery, due.map(Zoned::timestamp));
    let (least, greatest) = area.preorder_fees();
    DeliveringShop {
        restaurant_id: shop.id().to_string(),
        display_name: shop.restaurant.display_name.clone(),
        zone_id: area.zone.to_string(),
        delivery_zone_version: area.version.clone(),
        delivery_fee: fee(area, &view.now().to_zoned(zone()), false).into(),
        preorder_delivery_fee: due.map(|due| fee(area, due, true).into()),
        preorder_minimum_delivery_fee: least.into(),
        preorder_maximum_delivery_fee: greatest.into(),
        distance_km: kilometres(far),
        selector_status: question.selector_status().into(),
        selector_text: question.selector_text(),
        estimate_minutes: question.estimate_minutes(),
    }
}

fn fee(area: &Area, at: &Zoned, is_preorder: bool) -> Cents {
    area.fee_at(at.weekday(), MinuteOfDay::of(at.time()), is_preorder)
}
