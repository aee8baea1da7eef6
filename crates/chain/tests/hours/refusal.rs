//! Why a restaurant does not take an order, reason by reason.

use chain::{
    Shop,
    hours::{HoursRefusal, Question, SelectorStatus, ServiceState},
};
use domain::order::OrderType;
use jiff::SignedDuration;
use proptest::prelude::*;

use super::{DELIVERY, EATIN, PICKUP, at, of_itself, shop_with, shown, usual};

/// Why an order is not taken, with its first time of a preorder that is due too soon.
fn refusal(shop: &Shop, order_type: OrderType, now: &str, due: Option<&str>, state: &ServiceState) -> String {
    let settings = chain::Settings::default();
    let question = Question { pre_order_time: due.map(at), ..of_itself(shop, state, &settings, order_type, at(now)) };
    match question.refusal() {
        None => "taken".to_owned(),
        Some(HoursRefusal::TooSoon { first }) => format!("too soon, {}", first.map_or("never".to_owned(), shown)),
        Some(refusal) => format!("{refusal:?}"),
    }
}

#[test]
fn an_order_is_refused_for_the_first_reason_there_is() {
    let (silent, noon) = (ServiceState::default(), "2026-11-24 12:00");
    let now = |shop: &Shop, order_type, now: &str| refusal(shop, order_type, now, None, &silent);
    let due = |order_type, due: &str| refusal(&usual(""), order_type, noon, Some(due), &silent);
    let without = |fields| usual(fields);
    assert_eq!(now(&without(r#""isActive": false, "hasWebsale": false,"#), PICKUP, noon), "Offline");
    assert_eq!(now(&without(r#""hasWebsale": false, "hasDelivery": false,"#), DELIVERY, noon), "NotOnline");
    assert_eq!(now(&without(r#""hasDelivery": false,"#), DELIVERY, "2026-11-24 03:00"), "NotOffered");
    assert_eq!(now(&without(r#""hasEatin": false,"#), EATIN, noon), "NotOffered");
    assert_eq!(now(&without(r#""hidden": true,"#), PICKUP, noon), "taken", "who knows of it may order");
    for (order_type, time, wanted) in [
        (DELIVERY, "10:59", "NoDeliveryAtTheTime"),
        (DELIVERY, "11:00", "taken"),
        (DELIVERY, "20:59", "taken"),
        (DELIVERY, "21:00", "NoDeliveryAtTheTime"),
        (DELIVERY, "21:30", "Closed"),
        (PICKUP, "09:59", "Closed"),
        (PICKUP, "21:29", "taken"),
        (EATIN, "21:30", "Closed"),
    ] {
        assert_eq!(now(&usual(""), order_type, &format!("2026-11-24 {time}")), wanted, "{order_type:?} {time}");
    }
    for (order_type, time, wanted) in [
        (PICKUP, "2026-11-24 13:15", "taken"),
        (PICKUP, "2026-11-24 13:20", "TimeNotValid"),
        (PICKUP, "2026-12-01 13:15", "TimeNotValid"),
        (PICKUP, "2026-11-30 13:15", "taken"),
        (PICKUP, "2026-11-30 09:00", "PreorderNotAvailable"),
        (PICKUP, "2026-11-24 13:00", "too soon, 2026-11-24 13:15"),
        (PICKUP, "2026-11-23 13:00", "too soon, 2026-11-24 13:15"),
        (DELIVERY, "2026-11-24 21:00", "taken"),
        (DELIVERY, "2026-11-24 21:15", "NoDeliveryAtTheTime"),
        (DELIVERY, "2026-11-25 10:45", "NoDeliveryAtTheTime"),
        (DELIVERY, "2026-11-25 11:15", "PreorderNotAvailable"),
        (DELIVERY, "2026-11-24 21:30", "PreorderNotAvailable"),
        (PICKUP, "2026-11-24 21:45", "PreorderNotAvailable"),
    ] {
        assert_eq!(due(order_type, time), wanted, "{order_type:?} {time}");
    }
    let no_preorders = without(r#""acceptsPreorders": false,"#);
    assert_eq!(refusal(&no_preorders, PICKUP, noon, Some("2026-11-24 14:00"), &silent), "PreorderNotAvailable");
    let too_soon = refusal(&no_preorders, PICKUP, noon, Some("2026-11-24 12:00"), &silent);
    assert_eq!(too_soon, "too soon, never");
}

#[test]
fn a_pause_refuses_what_is_due_before_it_ends() {
    let (shop, noon) = (usual(""), "2026-11-24 12:00");
    let paused = ServiceState { pauses: vec![(PICKUP, at("2026-11-24 15:00"))], busy: None };
    let due = |order_type, due| refusal(&shop, order_type, noon, due, &paused);
    assert_eq!(due(PICKUP, None), "NotOnline");
    assert_eq!(due(PICKUP, Some("2026-11-24 14:45")), "NotOnline");
    assert_eq!(due(PICKUP, Some("2026-11-24 15:00")), "taken");
    assert_eq!(due(DELIVERY, None), "taken", "another type is not paused");
    assert_eq!(refusal(&shop, PICKUP, "2026-11-24 15:00", None, &paused), "taken");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// What can be chosen can be ordered, and what cannot be chosen cannot: a page and a cart tell one truth.
    #[test]
    fn a_cart_is_refused_where_a_restaurant_cannot_be_chosen(
        own in any::<[bool; 5]>(), kitchen in any::<[bool; 4]>(), is_redirected: bool, kind in 0..3_usize,
        minute in 0..1440_i64, quarter in proptest::option::of(0..800_i64), pause in proptest::option::of(0..2880_i64),
    ) {
        let named = |names: &[&str], flags: &[bool]| {
            names.iter().zip(flags).map(|(name, flag)| format!("\"{name}\": {flag},")).collect::<String>()
        };
        // Most of them are in business, or nothing else would be looked at.
        let own = [own[0] || own[4], own[1], own[2], own[3]];
        let own = named(&["hasWebsale", "hasDelivery", "hasEatin", "acceptsPreorders"], &own);
        let others = named(&["isActive", "hasWebsale", "hasDelivery", "acceptsPreorders"], &kitchen);
        let (shop, other) = (usual(&own), shop_with(&[(1, "16:00", "23:00")], &others));
        let begins = at("2026-11-24 00:00");
        let after = |minutes| begins + SignedDuration::from_mins(minutes);
        let order_type = [DELIVERY, PICKUP, EATIN][kind];
        let state = ServiceState { pauses: pause.map(|until| (order_type, after(until))).into_iter().collect(), busy: None };
        let settings = chain::Settings::default();
        let question = Question {
            delivery_kitchen: if is_redirected { &other } else { &shop },
            pre_order_time: quarter.map(|quarter| after(15 * quarter)),
            ..of_itself(&shop, &state, &settings, order_type, after(minute))
        };
        let can_be_chosen = question.selector_status() == SelectorStatus::Open;
        prop_assert_eq!(question.refusal().is_none(), can_be_chosen, "{:?}", question.refusal());
    }
}
