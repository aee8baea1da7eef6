//! `areas.json`.

use domain::geo::LatLng;

use crate::{
    area::{Area, TimedFee},
    ids::ZoneId,
    json::{JsonFields, JsonNode, SeenNames},
    polygon::Polygon,
};

use super::times::week_times;

/// The edition of fees that names none.
const FIRST_VERSION: &str = "V1";
/// No point of the earth is further from another, in kilometres.
const FURTHEST: f64 = 20_100.0;

pub(super) fn areas(root: &JsonNode<'_>) -> Vec<Area> {
    let mut seen = SeenNames::default();
    root.list(|node| node.object(|fields| area(fields, &mut seen))).into_iter().flatten().collect()
}

fn area(fields: &JsonFields<'_>, seen: &mut SeenNames<String>) -> Option<Area> {
    let shop = fields.must("shopId").shop();
    let zone_node = fields.must("zoneId");
    let zone: ZoneId = zone_node.id();
    let version = fields.maybe("version").map_or(FIRST_VERSION.to_owned(), |node| node.name());
    seen.take(&zone_node, "the zone", &format!("{zone} ({version}) of restaurant {shop}"));
    let polygon = polygon(&fields.must("polygon"));
    let fee = fields.must("fee").cents();
    let preorder_fee = fields.maybe("preorderFee").map_or(fee, |node| node.cents());
    let timed_fees = fields.maybe_list("timedFees", |node| {
        node.object(|fields| TimedFee { times: week_times(fields), fee: fields.must("fee").cents() })
    });
    let most_kilometres = fields.maybe("maxKm").map(|node| node.number(0.0..=FURTHEST));
    Some(Area { shop, zone, version, polygon: polygon?, fee, preorder_fee, timed_fees, most_kilometres })
}

fn polygon(node: &JsonNode<'_>) -> Option<Polygon> {
    let corners: Vec<_> = node.elements()?.iter().map(corner).collect();
    // A bad corner was said already, and the shape without it is another.
    let corners = corners.into_iter().collect::<Option<_>>()?;
    Polygon::new(corners).map_err(|problem| node.fault(problem)).ok()
}

/// `[lng, lat]`.
fn corner(node: &JsonNode<'_>) -> Option<LatLng> {
    let parts = node.elements()?;
    let [lng, lat] = parts.as_slice() else {
        node.fault("is no point [lng, lat]");
        return None;
    };
    LatLng::new(lat.number(-90.0..=90.0), lng.number(-180.0..=180.0)).ok()
}
