//! `restaurants.json`.

use domain::{geo::LatLng, ids::RestaurantId, money::Cents, restaurant::Restaurant};

use crate::{
    json::{JsonFields, JsonNode, SeenNames},
    shop::Shop,
};

use super::hours::{exception, hours};

/// The longest estimate, in minutes: a day.
const LONGEST_ESTIMATE: u32 = 24 * 60;
/// An estimate that nobody states, in minutes.
const USUAL_ESTIMATE: u32 = 30;

pub(super) fn shops(root: &JsonNode<'_>, usual_fee: Cents) -> Vec<Shop> {
    let mut seen = SeenNames::default();
    root.list(|node| node.object(|fields| shop(fields, usual_fee, &mut seen)))
}

fn shop(fields: &JsonFields<'_>, usual_fee: Cents, seen: &mut SeenNames<RestaurantId>) -> Shop {
    let estimate = |name| fields.maybe(name).map_or(USUAL_ESTIMATE, |node| node.count(0..=LONGEST_ESTIMATE));
    let restaurant = restaurant(fields, seen);
    let redirection = fields.maybe("deliveryRedirectionRestaurant");
    let delivery_redirection = redirection.as_ref().map(JsonNode::shop);
    if let (Some(node), Some(id)) = (redirection, delivery_redirection)
        && id == restaurant.id
    {
        node.fault("is the restaurant itself");
    }
    let (weeks, typed) = hours(&fields.must("shopOpeningHours"));
    Shop {
        shop_external_id: fields.maybe("shopExternalId").map_or(restaurant.external_id.clone(), |node| node.name()),
        has_eatin: fields.flag("hasEatin", restaurant.has_websale),
        hidden: fields.flag("hidden", false),
        excluded_from_selector: fields.flag("excludedFromSelector", false),
        delivery_without_packaging: fields.flag("deliveryWithoutPackaging", false),
        accepts_preorders: fields.flag("acceptsPreorders", true),
        delivery_fee: fields.maybe("deliveryFee").map_or(usual_fee, |node| node.cents()),
        preorder_delivery_minutes: estimate("preOrderDeliveryEstimate"),
        preorder_pickup_minutes: estimate("preOrderPickupEstimate"),
        delivery_redirection,
        notice: fields.maybe_text("notice"),
        products_not_sold: fields.maybe_list("productsNotSold", JsonNode::product).into_iter().collect(),
        extra_products: fields.maybe_list("extraProducts", JsonNode::product).into_iter().collect(),
        payment_methods: fields.maybe("paymentMethods").map(|node| node.list(JsonNode::method)),
        hours: typed,
        exceptions: fields.maybe_list("shopOpeningHourExceptions", exception).into_iter().flatten().collect(),
        restaurant: Restaurant {
            delivery_minutes: estimate("currentDeliveryEstimate"),
            pickup_minutes: estimate("currentPickupEstimate"),
            hours: weeks,
            ..restaurant
        },
    }
}

/// What must be said of each restaurant, but for its hours.
fn restaurant(fields: &JsonFields<'_>, seen: &mut SeenNames<RestaurantId>) -> Restaurant {
    let shop_id = fields.must("shopId");
    let restaurant_id = fields.must("restaurantId");
    let id = shop_id.shop_id();
    if id.0 != 0 {
        seen.take(&shop_id, "the restaurant", &id);
    }
    let again = restaurant_id.shop_id();
    if id.0 != 0 && again.0 != 0 && id != again {
        restaurant_id.fault("is not the shopId");
    }
    Restaurant {
        id,
        external_id: fields.must("externalId").name(),
        display_name: fields.must("displayName").name(),
        street_address: fields.must("streetAddress").text(),
        postal_code: fields.must("zip").text(),
        city: fields.must("city").text(),
        phone: fields.must("phone").text(),
        email: fields.must("email").text(),
        location: place(&fields.must("latitude"), &fields.must("longitude")),
        has_websale: fields.must("hasWebsale").flag(),
        has_delivery: fields.must("hasDelivery").flag(),
        is_active: fields.must("isActive").flag(),
        no_delivery_tracking: fields.must("noDeliveryTracking").flag(),
        delivery_minutes: USUAL_ESTIMATE,
        pickup_minutes: USUAL_ESTIMATE,
        hours: Vec::new(),
    }
}

/// A point of latitude and longitude.
pub(super) fn place(lat: &JsonNode<'_>, lng: &JsonNode<'_>) -> LatLng {
    let (lat, lng) = (lat.number(-90.0..=90.0), lng.number(-180.0..=180.0));
    LatLng::new(lat, lng).expect("both are within the bounds they were read with")
}
