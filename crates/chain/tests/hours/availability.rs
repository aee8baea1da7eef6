//! What a page says of a restaurant: each status at its boundary.

use chain::{
    Shop,
    hours::{Question, ServiceState},
};
use domain::order::OrderType;

use crate::{DELIVERY, EATIN, PICKUP, at, availability, of_itself, paused, shop_with, usual};

const NOON: &str = "2026-11-24 12:00";

/// Status and text at times of a Tuesday, where nobody has said anything.
fn assert_said(shop: &Shop, order_type: OrderType, rows: &[(&str, &str, &str)]) {
    for (time, status, text) in rows {
        let now = format!("2026-11-24 {time}");
        let said = availability(shop, order_type, &now, &ServiceState::default());
        assert_eq!(said, (*status, *text), "{order_type:?} {time}");
    }
}

// spec: RS-15
#[test]
fn under_five_minutes_before_the_end_of_deliveries_it_closes_soon() {
    let soon = ("closingSoon", "Suljemme pian");
    for order_type in [DELIVERY, PICKUP, EATIN] {
        let at = |time, said: (&'static str, &'static str)| (time, said.0, said.1);
        assert_said(&usual(""), order_type, &[at("20:55", ("open", "")), at("20:56", soon), at("20:59", soon)]);
    }
    assert_said(&usual(""), PICKUP, &[("21:00", "open", ""), ("21:29", "open", "")]);
    // Without delivery the end of the type's own hours counts.
    let counter = usual(r#""hasDelivery": false,"#);
    assert_said(&counter, PICKUP, &[("20:56", "open", ""), ("21:25", "open", ""), ("21:26", soon.0, soon.1)]);
}

// spec: RS-16
#[test]
fn where_pickup_goes_on_for_an_hour_at_most_deliveries_alone_have_ended() {
    let ended = |time| (time, "deliveryClosed", "Väliaikaisesti ei kuljetusta");
    assert_said(&usual(""), DELIVERY, &[ended("21:00"), ended("21:29")]);
    let early = shop_with(&[(1, "10:00", "22:00"), (2, "11:00", "18:00")], "");
    assert_said(&early, DELIVERY, &[("20:59", "closed", "Ravintola on suljettu"), ended("21:00")]);
}

// spec: RS-17
#[test]
fn while_the_house_is_open_for_an_hour_at_most_there_are_no_orders_from_the_web() {
    let none = |time| (time, "physicallyOpenWithoutOnlineOrders", "Väliaikaisesti ei verkkokauppatilauksia");
    for order_type in [DELIVERY, PICKUP, EATIN] {
        assert_said(
            &usual(""),
            order_type,
            &[none("21:30"), none("21:59"), ("22:00", "closed", "Ravintola on suljettu")],
        );
    }
    let late = shop_with(&[(1, "10:00", "23:00"), (4, "10:00", "21:30")], "");
    assert_said(&late, PICKUP, &[("21:59", "closed", "Ravintola on suljettu"), none("22:00")]);
}

// spec: RS-18
#[test]
fn a_restaurant_opens_soon_until_its_last_hours_of_the_day_have_begun() {
    let closed = |time, status| (time, status, "Ravintola on suljettu");
    assert_said(&usual(""), DELIVERY, &[closed("10:30", "openingSoon"), ("11:00", "open", "")]);
    assert_said(&usual(""), PICKUP, &[closed("00:00", "openingSoon"), closed("09:59", "openingSoon")]);
    assert_said(&usual(""), PICKUP, &[closed("22:00", "closed"), closed("23:59", "closed")]);
    let hidden = usual(r#""hidden": true,"#);
    assert_said(&hidden, PICKUP, &[closed("12:00", "closed")]);
}

// spec: RS-19, RS-22
#[test]
fn what_is_not_taken_for_a_while_is_deliveries_where_pickup_goes_on_and_else_everything() {
    let shop = usual("");
    let no_delivery = ("temporarilyNotDelivering", "Väliaikaisesti ei kuljetusta");
    let no_online = ("temporarilyNotOnline", "Väliaikaisesti ei verkkokauppatilauksia");
    for (order_type, pauses, said) in [
        (DELIVERY, &[DELIVERY][..], no_delivery),
        (DELIVERY, &[DELIVERY, PICKUP], no_online),
        (PICKUP, &[PICKUP], no_online),
        (EATIN, &[EATIN], no_online),
    ] {
        assert_eq!(availability(&shop, order_type, NOON, &paused(pauses)), said, "{order_type:?} {pauses:?}");
    }
    let none = ServiceState::default();
    assert_eq!(availability(&usual(r#""hasDelivery": false,"#), DELIVERY, NOON, &none), no_delivery);
    for order_type in [DELIVERY, PICKUP] {
        assert_eq!(availability(&usual(r#""hasWebsale": false,"#), order_type, NOON, &none), no_online);
    }
    assert_eq!(availability(&shop, PICKUP, "2026-11-24 22:00", &none).1, "Ravintola on suljettu");
}

// spec: RS-14
#[test]
fn for_later_a_restaurant_counts_as_open() {
    let (shop, settings) = (usual(""), chain::Settings::default());
    let states = [ServiceState::default(), paused(&[DELIVERY, PICKUP])];
    for (state, now) in states.iter().zip(["2026-11-24 03:00", NOON]) {
        for order_type in [DELIVERY, PICKUP, EATIN] {
            let question = of_itself(&shop, state, &settings, order_type, at(now));
            let later = Question { pre_order_time: Some(at("2026-11-25 12:00")), ..question };
            let said = later.availability_status();
            assert_eq!((said.as_str(), said.text()), ("open", ""), "{order_type:?} {now}");
        }
    }
}

// spec: RS-13
#[test]
fn each_availability_has_its_name() {
    let shop = usual("");
    let states = [ServiceState::default(), paused(&[DELIVERY]), paused(&[DELIVERY, PICKUP])];
    for (time, state, wanted) in [
        ("12:00", 0, "open"),
        ("20:56", 0, "closingSoon"),
        ("21:00", 0, "deliveryClosed"),
        ("21:30", 0, "physicallyOpenWithoutOnlineOrders"),
        ("22:00", 0, "closed"),
        ("10:59", 0, "openingSoon"),
        ("12:00", 1, "temporarilyNotDelivering"),
        ("12:00", 2, "temporarilyNotOnline"),
    ] {
        assert_eq!(availability(&shop, DELIVERY, &format!("2026-11-24 {time}"), &states[state]).0, wanted, "{time}");
    }
}
