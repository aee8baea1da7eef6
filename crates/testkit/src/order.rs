//! Builders of restaurants, orders and reports: believable values, of which a test names those that
//! it is about.

use std::collections::BTreeSet;

use domain::{
    Actor, Allergen, Reach,
    geo::LatLng,
    hours::{DayHours, HoursKind, WeekHours},
    ids::{OrderId, RestaurantId},
    key::KeySeed,
    money::Cents,
    order::{
        Customer, Item, ItemIngredient, OrderPayment, OrderType, Origin, Schedule, Source, Status, StatusReport,
        expires_at,
    },
    restaurant::Restaurant,
};
use jiff::{SignedDuration, Timestamp};
use store::{Append, NewOrder};

/// How long after its end a test's order can be tracked.
pub const TTL: SignedDuration = SignedDuration::from_hours(24);

/// The moment at which tests begin: a Saturday afternoon in November.
#[must_use]
pub fn noon() -> Timestamp {
    Timestamp::constant(1_795_262_400, 0)
}

/// A restaurant that delivers and reports its deliveries.
///
/// # Panics
/// Never: its place is on the earth.
#[must_use]
pub fn restaurant(id: i64) -> Restaurant {
    let open = Some(DayHours { start: "10:00".to_owned(), end: "22:00".to_owned() });
    let week = WeekHours { mon: open.clone(), tue: open, ..WeekHours::default() };
    Restaurant {
        id: RestaurantId(id),
        external_id: format!("R{id}"),
        display_name: format!("Ovelle Kaisaniemi {id}"),
        street_address: "Vilhonkatu 7".to_owned(),
        postal_code: "00100".to_owned(),
        city: "Helsinki".to_owned(),
        phone: "+358 9 000 0000".to_owned(),
        email: "kaisaniemi@ovelle.example".to_owned(),
        location: LatLng::new(60.1711, 24.9462).expect("a place on the earth"),
        has_websale: true,
        has_delivery: true,
        is_active: true,
        no_delivery_tracking: false,
        delivery_minutes: 30,
        pickup_minutes: 15,
        hours: vec![(HoursKind::General, week)],
    }
}

/// A pizza with one ingredient more and one less than its recipe.
#[must_use]
pub fn pizza() -> Item {
    let ingredient = |name: &str, quantity, recipe_quantity| ItemIngredient {
        ingredient_id: Some(name.to_lowercase()),
        name: name.to_owned(),
        quantity,
        recipe_quantity,
        display_order: 999,
        category_id: None,
    };
    Item {
        uuid: "0b6f6b7e-7f2a-4c53-9a1e-0d3c1f2b9a10".to_owned(),
        name: "Kellarin kuningas".to_owned(),
        product_id: Some("101".to_owned()),
        size_id: Some("2".to_owned()),
        size_name: Some("Iso".to_owned()),
        product_category_id: Some("1".to_owned()),
        category_name: Some("pizza".to_owned()),
        quantity: 2,
        item_price: Cents(1490),
        discounted_price: Some(Cents(1290)),
        description: None,
        applied_campaigns: std::iter::once(("77".to_owned(), 1)).collect(),
        ingredients: vec![ingredient("Herkkusieni", 2, 1), ingredient("Oliivi", 0, 1)],
    }
}

/// An order for delivery, placed at [`noon`].
#[must_use]
pub fn delivery(restaurant: i64) -> NewOrder {
    NewOrder {
        restaurant_id: RestaurantId(restaurant),
        order_type: OrderType::Delivery,
        origin: Origin { actor: Actor::key("shop"), source: Source::Shop, external_id: None },
        schedule: schedule(Some(noon() + SignedDuration::from_mins(40))),
        customer: customer(),
        items: vec![pizza()],
        payment: OrderPayment { method: Some("card".to_owned()), ..OrderPayment::default() },
        key: KeySeed { salt: [7; 16], version: 1 },
    }
}

/// The same, taken in elsewhere under a name.
#[must_use]
pub fn named(restaurant: i64, external_id: &str) -> NewOrder {
    let order = delivery(restaurant);
    let origin = Origin { external_id: Some(external_id.to_owned()), ..order.origin };
    NewOrder { origin, ..order }
}

/// Of an order that was placed at [`noon`] for a time that is promised.
#[must_use]
pub fn schedule(promised_at: Option<Timestamp>) -> Schedule {
    Schedule {
        placed_at: noon(),
        pre_order_time: None,
        promised_at,
        planned_minutes: 30,
        estimate: None,
        expires_at: expires_at(noon(), promised_at, None, TTL),
        during_pause: false,
    }
}

/// Somebody in Kaisaniemi.
#[must_use]
pub fn customer() -> Customer {
    Customer {
        name: Some("Aino Esimerkki".to_owned()),
        phone: Some("+358 40 000 0000".to_owned()),
        street_address: Some("Unioninkatu 40".to_owned()),
        apartment_number: Some("B 12".to_owned()),
        city: Some("Helsinki".to_owned()),
        postal_code: Some("00170".to_owned()),
        shipping_instruction: Some("Ovikoodi 1234, kolmas kerros.".to_owned()),
        coordinates: LatLng::new(60.1732, 24.9503).ok(),
        avoid_allergens: BTreeSet::from([Allergen::Nuts, Allergen::Milk]),
        without_packaging: true,
    }
}

/// A report of the kitchen at [`noon`], that reaches every restaurant.
#[must_use]
pub fn report(order: OrderId, status: Status) -> Append {
    Append {
        order,
        report: StatusReport::of(status),
        event_id: None,
        occurred_at: None,
        note: None,
        staff_note: None,
        source: Source::Kitchen,
        actor: Actor::key("kitchen"),
        reach: Reach::all(),
        now: noon(),
        ttl: TTL,
    }
}
