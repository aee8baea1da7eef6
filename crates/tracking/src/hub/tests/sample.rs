//! An order for the hub's own tests.

use domain::{
    geo::LatLng,
    ids::{OrderId, RestaurantId, Rev, Seq},
    order::{Customer, Order, OrderPayment, OrderType, Status},
    restaurant::Restaurant,
};
use jiff::{SignedDuration, Timestamp};

/// A delivery that stands nowhere in particular.
pub(crate) fn order(id: OrderId) -> Order {
    Order {
        id,
        restaurant: restaurant(),
        order_type: OrderType::Delivery,
        status: Status::Received,
        seq: Seq(0),
        rev: Rev(0),
        placed_at: Timestamp::UNIX_EPOCH,
        promised_at: None,
        pre_order_time: None,
        planned_minutes: 30,
        estimate: None,
        travel: None,
        during_pause: false,
        customer: Customer::default(),
        items: Vec::new(),
        payment: OrderPayment::default(),
        external_id: None,
        key_salt: [0; 16],
        key_version: 1,
        over_at: None,
        expires_at: Timestamp::UNIX_EPOCH + SignedDuration::from_hours(48),
        feedback: None,
        history: Vec::new(),
    }
}

fn restaurant() -> Restaurant {
    Restaurant {
        id: RestaurantId(1),
        external_id: "1".to_owned(),
        display_name: "Ovelle Kallio".to_owned(),
        street_address: "Vaasankatu 1".to_owned(),
        postal_code: "00500".to_owned(),
        city: "Helsinki".to_owned(),
        phone: String::new(),
        email: String::new(),
        location: LatLng::new(60.18, 24.95).expect("a point in Helsinki"),
        has_websale: true,
        has_delivery: true,
        is_active: true,
        no_delivery_tracking: false,
        delivery_minutes: 30,
        pickup_minutes: 15,
        hours: Vec::new(),
    }
}
