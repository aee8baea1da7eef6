//! When a restaurant takes orders, minute by minute around each boundary.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod availability;
mod preorders;
mod refusal;

use chain::{
    Chain, Shop,
    hours::{Hours, HoursRefusal, KitchenDelay, Question, ServiceState, by_day, intervals, opening_hours_text},
};
use domain::{hours::HoursKind, order::OrderType};
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

fn helsinki() -> TimeZone {
    TimeZone::get("Europe/Helsinki").unwrap()
}

/// `YYYY-MM-DD HH:mm` in Helsinki.
fn at(text: &str) -> Timestamp {
    let civil: DateTime = text.replace(' ', "T").parse().unwrap();
    civil.to_zoned(helsinki()).unwrap().timestamp()
}

fn shown(time: Timestamp) -> String {
    time.to_zoned(helsinki()).strftime("%Y-%m-%d %H:%M").to_string()
}

/// A restaurant with some fields more, and hours as `(kind, every day's start and end)`.
fn shop_with(hours: &[(u8, &str, &str)], fields: &str) -> Shop {
    let weeks = hours.iter().map(|(kind, start, end)| {
        let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
        let days = days.map(|day| format!(r#""{day}": {{"start": "{start}", "end": "{end}"}}"#)).join(", ");
        format!(r#"{{"openingHourtypeID": {kind}, {days}}}"#)
    });
    let weeks = weeks.collect::<Vec<_>>().join(", ");
    let has = |field: &str, usual: &str| {
        if fields.contains(field) { String::new() } else { format!("\"{field}\": {usual},") }
    };
    let text = format!(
        r#"[{{"shopId": "12", "restaurantId": "12", "externalId": "1", "displayName": "A", "streetAddress": "B", "zip": "1", "city": "C", "phone": "1",
            "email": "e", "latitude": 60, "longitude": 25, {} {} {} "noDeliveryTracking": false, {fields} "shopOpeningHours": [{weeks}]}}]"#,
        has("hasWebsale", "true"),
        has("hasDelivery", "true"),
        has("isActive", "true"),
    );
    let chain = Chain::of_texts(&[("restaurants.json", &text)]).unwrap_or_else(|faults| panic!("{:#?}", faults.0));
    chain.shops()[0].clone()
}

/// The house 10–22, delivery 11–21, lunch 10–14, web shop 10–21:30.
fn usual(fields: &str) -> Shop {
    shop_with(&[(1, "10:00", "22:00"), (2, "11:00", "21:00"), (3, "10:00", "14:00"), (4, "10:00", "21:30")], fields)
}

/// A question about a restaurant that bakes its own deliveries.
fn of_itself<'q>(
    shop: &'q Shop,
    state: &'q ServiceState,
    settings: &'q chain::Settings,
    order_type: OrderType,
    now: Timestamp,
) -> Question<'q> {
    let pre_order_time = None;
    Question { shop, state, delivery_kitchen: shop, delivery_state: state, settings, order_type, pre_order_time, now }
}

fn ask<T>(shop: &Shop, order_type: OrderType, now: &str, state: &ServiceState, ask: impl Fn(&Question<'_>) -> T) -> T {
    let settings = chain::Settings::default();
    ask(&of_itself(shop, state, &settings, order_type, at(now)))
}

fn selector(shop: &Shop, order_type: OrderType, now: &str) -> (&'static str, String) {
    ask(shop, order_type, now, &ServiceState::default(), |question| {
        (question.selector_status().as_str(), question.selector_text())
    })
}

fn availability(shop: &Shop, order_type: OrderType, now: &str, state: &ServiceState) -> (&'static str, &'static str) {
    let status = ask(shop, order_type, now, state, |question| question.availability_status());
    (status.as_str(), status.text())
}

const DELIVERY: OrderType = OrderType::Delivery;
const PICKUP: OrderType = OrderType::Pickup;
const EATIN: OrderType = OrderType::Eatin;

/// Pauses of some order types until 13 o'clock.
fn paused(types: &[OrderType]) -> ServiceState {
    ServiceState { pauses: types.iter().map(|kind| (*kind, at("2026-11-24 13:00"))).collect(), busy: None }
}

// spec: RS-08, RS-10
#[test]
fn each_status_of_the_selector_has_its_name_and_words() {
    let noon = "2026-11-24 12:00";
    let of = |shop: &Shop, order_type, state: &ServiceState| {
        ask(shop, order_type, noon, state, |question| (question.selector_status().as_str(), question.selector_text()))
    };
    let none = ServiceState::default();
    let (no_delivery, no_online) = ("Väliaikaisesti ei kuljetusta.", "Väliaikaisesti ei verkkokauppatilauksia");
    let (shop, nothing) = (usual(""), usual(r#""hasDelivery": false, "hasWebsale": false,"#));
    for (shop, order_type, state, status, text) in [
        (&shop, DELIVERY, &none, "Open", "n. 30 min"),
        (&shop, DELIVERY, &paused(&[DELIVERY]), "TemporarilyUnavailable", no_delivery),
        (&shop, PICKUP, &paused(&[PICKUP]), "TemporarilyUnavailable", no_online),
        (&shop, EATIN, &paused(&[EATIN]), "TemporarilyUnavailable", no_online),
        (&nothing, DELIVERY, &none, "DeliveryMethodUnavailable", no_delivery),
        (&nothing, PICKUP, &none, "DeliveryMethodUnavailable", no_online),
        (&nothing, EATIN, &none, "DeliveryMethodUnavailable", no_online),
        (&shop_with(&[], ""), PICKUP, &none, "Closed", "Ravintola on tällä hetkellä kiinni."),
        (&usual(r#""hidden": true,"#), PICKUP, &none, "Hidden", ""),
    ] {
        assert_eq!(of(shop, order_type, state), (status, text.to_owned()), "{order_type:?}");
    }
}

// spec: RS-09
#[test]
fn a_restaurant_is_open_from_the_first_minute_to_the_last() {
    let shop = usual("");
    let closed = "Ravintola on tällä hetkellä kiinni.";
    for (order_type, time, status, text) in [
        (DELIVERY, "10:59", "Closed", closed),
        (DELIVERY, "11:00", "Open", "n. 30 min"),
        (DELIVERY, "20:59", "Open", "n. 30 min"),
        (DELIVERY, "21:00", "Closed", closed),
        (PICKUP, "09:59", "Closed", closed),
        (PICKUP, "10:00", "Open", "n. 30 min"),
        (PICKUP, "21:29", "Open", "n. 30 min"),
        (PICKUP, "21:30", "Closed", closed),
        (EATIN, "21:29", "Open", "n. 30 min"),
        (EATIN, "21:30", "Closed", closed),
    ] {
        let now = format!("2026-11-24 {time}");
        assert_eq!(selector(&shop, order_type, &now), (status, text.to_owned()), "{order_type:?} {time}");
    }
}

#[test]
fn rows_of_the_selector_come_in_their_order() {
    let now = "2026-11-24 12:00";
    for fields in [r#""hidden": true,"#, r#""excludedFromSelector": true,"#, r#""isActive": false,"#] {
        assert_eq!(selector(&usual(fields), PICKUP, "2026-11-24 03:00"), ("Hidden", String::new()), "{fields}");
    }
    let mut never_listed = usual("");
    never_listed.restaurant.external_id = chain::NEVER_LISTED.to_owned();
    assert_eq!(selector(&never_listed, PICKUP, now).0, "Hidden");

    let no_websale = usual(r#""hasWebsale": false,"#);
    assert_eq!(selector(&no_websale, PICKUP, "2026-11-24 03:00").0, "DeliveryMethodUnavailable");
    let no_delivery = usual(r#""hasDelivery": false,"#);
    let unavailable = ("DeliveryMethodUnavailable", "Väliaikaisesti ei kuljetusta.".to_owned());
    assert_eq!(selector(&no_delivery, DELIVERY, now), unavailable);
    assert_eq!(selector(&no_delivery, PICKUP, now).0, "Open");
    let no_tables = usual(r#""hasEatin": false,"#);
    let unavailable = ("DeliveryMethodUnavailable", "Väliaikaisesti ei verkkokauppatilauksia".to_owned());
    assert_eq!(selector(&no_tables, EATIN, now), unavailable);
}

#[test]
fn a_pause_ends_by_itself_and_a_busy_kitchen_takes_longer() {
    let shop = usual(r#""currentDeliveryEstimate": 40,"#);
    let busy = Some(KitchenDelay { minutes: 15, until: at("2026-11-24 13:00") });
    let state = ServiceState { pauses: vec![(DELIVERY, at("2026-11-24 12:30"))], busy };
    let selector = |order_type, now| {
        ask(&shop, order_type, now, &state, |question| (question.selector_status().as_str(), question.selector_text()))
    };
    let paused = ("TemporarilyUnavailable", "Väliaikaisesti ei kuljetusta.".to_owned());
    assert_eq!(selector(DELIVERY, "2026-11-24 12:29"), paused);
    assert_eq!(selector(DELIVERY, "2026-11-24 12:30"), ("Open", "n. 55 min".to_owned()));
    assert_eq!(selector(PICKUP, "2026-11-24 12:29"), ("Open", "n. 45 min".to_owned()));
    assert_eq!(selector(PICKUP, "2026-11-24 12:59"), ("Open", "n. 45 min".to_owned()));
    assert_eq!(selector(PICKUP, "2026-11-24 13:00"), ("Open", "n. 30 min".to_owned()));
    assert_eq!(selector(DELIVERY, "2026-11-24 10:59").0, "Closed", "closed comes before paused");
}

// spec: RS-12
#[test]
fn a_redirected_delivery_goes_by_the_kitchen() {
    let shop = usual("");
    let kitchen = shop_with(&[(1, "16:00", "23:00")], r#""currentDeliveryEstimate": 50,"#);
    let (state, settings) = (ServiceState::default(), chain::Settings::default());
    let status = |now| {
        let question =
            Question { delivery_kitchen: &kitchen, ..of_itself(&shop, &state, &settings, DELIVERY, at(now)) };
        (question.selector_status().as_str(), question.estimate_minutes())
    };
    assert_eq!(status("2026-11-24 15:59"), ("Closed", 50));
    assert_eq!(status("2026-11-24 22:59"), ("Open", 50));
}

// spec: RS-12
#[test]
fn a_kitchen_out_of_business_bakes_for_nobody_else_either() {
    let shop = usual("");
    let kitchen = usual(r#""isActive": false,"#);
    let (state, settings) = (ServiceState::default(), chain::Settings::default());
    let ask = |order_type| Question {
        delivery_kitchen: &kitchen,
        ..of_itself(&shop, &state, &settings, order_type, at("2026-11-24 12:00"))
    };
    let delivery = ask(DELIVERY);
    let said = (delivery.selector_status().as_str(), delivery.selector_text());
    assert_eq!(said, ("DeliveryMethodUnavailable", "Väliaikaisesti ei kuljetusta.".to_owned()));
    assert_eq!(delivery.availability_status().as_str(), "temporarilyNotDelivering", "its own pickup goes on");
    assert_eq!(delivery.refusal(), Some(HoursRefusal::NotOffered), "a cart hears the same");
    assert_eq!(delivery.preorder_times(), []);
    assert_eq!((ask(PICKUP).selector_status().as_str(), ask(PICKUP).refusal()), ("Open", None));
}

// spec: RS-21
#[test]
fn the_text_of_the_hours_follows_the_house() {
    let shop = shop_with(&[(1, "10:00", "22:00")], "");
    for (time, text) in [
        ("09:59", "Suljettu"),
        ("10:00", "Avoinna"),
        ("21:29", "Avoinna"),
        ("21:30", "Suljemme pian"),
        ("21:59", "Suljemme pian"),
        ("22:00", "Avoinna huomenna"),
    ] {
        assert_eq!(opening_hours_text(&shop, at(&format!("2026-11-24 {time}"))), text, "{time}");
    }
    let feast = shop_with(
        &[(1, "10:00", "22:00")],
        r#""shopOpeningHourExceptions": [
            {"exceptionDate": "2026-12-06", "startTime": "12:00", "endTime": "18:00", "openingHourtypeID": 1},
            {"exceptionDate": "2026-12-24", "startTime": null, "endTime": null, "openingHourtypeID": 1},
            {"exceptionDate": "2026-12-25", "startTime": null, "endTime": "xx", "openingHourtypeID": 1}],"#,
    );
    assert_eq!(opening_hours_text(&feast, at("2026-12-06 08:00")), "Tänään poikkeuksellisesti 12:00–18:00");
    assert_eq!(opening_hours_text(&feast, at("2026-12-24 12:00")), "Suljettu");
    assert_eq!(opening_hours_text(&feast, at("2026-12-23 22:00")), "Suljettu", "nor is it open tomorrow");
    assert_eq!(opening_hours_text(&feast, at("2026-12-25 12:00")), "Avoinna");
    assert_eq!(selector(&feast, PICKUP, "2026-12-06 11:59").0, "Closed");
    assert_eq!(selector(&feast, PICKUP, "2026-12-06 12:00").0, "Open");
    assert_eq!(selector(&feast, DELIVERY, "2026-12-06 18:00").0, "Closed");
    assert_eq!(selector(&feast, PICKUP, "2026-12-07 10:00").0, "Open");
}

#[test]
fn hours_over_midnight_belong_to_the_day_they_began() {
    let shop = shop_with(
        &[(1, "18:00", "02:00")],
        r#""shopOpeningHourExceptions": [{"exceptionDate": "2026-11-25", "startTime": null, "endTime": null, "openingHourtypeID": 1}],"#,
    );
    for (now, status) in [
        ("2026-11-24 17:59", "Closed"),
        ("2026-11-24 18:00", "Open"),
        ("2026-11-25 00:00", "Open"),
        ("2026-11-25 01:59", "Open"),
        ("2026-11-25 02:00", "Closed"),
        ("2026-11-25 18:00", "Closed"),
        ("2026-11-26 01:00", "Closed"),
        ("2026-11-26 18:00", "Open"),
    ] {
        assert_eq!(selector(&shop, PICKUP, now).0, status, "{now}");
    }
    assert_eq!(availability(&shop, PICKUP, "2026-11-25 02:00", &ServiceState::default()).0, "closed");
    assert_eq!(availability(&shop, PICKUP, "2026-11-24 02:00", &ServiceState::default()).0, "openingSoon");
}

#[test]
fn hours_that_touch_never_end() {
    let shop = shop_with(&[(1, "00:00", "24:00")], "");
    let all = intervals(&shop, Hours::Kind(HoursKind::General), at("2026-11-24 12:00"), 2);
    assert_eq!(all.len(), 1);
    for time in ["00:00", "23:56", "23:59"] {
        let now = format!("2026-11-24 {time}");
        assert_eq!(availability(&shop, DELIVERY, &now, &ServiceState::default()).0, "open", "{time}");
        assert_eq!(opening_hours_text(&shop, at(&now)), "Avoinna", "{time}");
    }
}

#[test]
fn until_the_next_boundary_a_restaurant_is_as_it_is() {
    let shop = usual("");
    for (now, next) in [
        ("2026-11-24 10:30", "2026-11-24 11:00"),
        ("2026-11-24 11:00", "2026-11-24 14:00"),
        ("2026-11-24 14:00", "2026-11-24 20:00"),
        ("2026-11-24 20:59", "2026-11-24 21:00"),
    ] {
        let found = ask(&shop, DELIVERY, now, &ServiceState::default(), |question| question.next_boundary());
        assert_eq!(found.map(shown).as_deref(), Some(next), "{now}");
    }
}

#[test]
fn hours_that_the_clock_skips_are_none() {
    let shop = shop_with(&[(1, "03:00", "04:00")], "");
    let all = intervals(&shop, Hours::Kind(HoursKind::General), at("2026-03-29 12:00"), 1);
    let begins = |time| all.iter().any(|interval| interval.start == at(time));
    assert!(begins("2026-03-28 03:00") && begins("2026-03-30 03:00"));
    assert!(all.iter().all(|interval| interval.start < interval.end) && !begins("2026-03-29 04:00"));
}

#[test]
fn both_nights_on_which_the_clock_changes_have_their_own_length() {
    let shop = shop_with(&[(1, "22:00", "05:00")], "");
    let hours = |now: &str| {
        let all = intervals(&shop, Hours::Of(PICKUP), at(now), 1);
        let open = all.into_iter().find(|interval| interval.holds(at(now))).unwrap();
        open.end.duration_since(open.start).as_hours()
    };
    assert_eq!(hours("2026-03-28 23:00"), 6, "the clock skips an hour");
    assert_eq!(hours("2026-10-24 23:00"), 8, "an hour comes twice");
    assert_eq!(hours("2026-11-24 23:00"), 7);
}

fn times(shop: &Shop, order_type: OrderType, now: &str) -> Vec<String> {
    let (settings, state) = (chain::Settings::default(), ServiceState::default());
    of_itself(shop, &state, &settings, order_type, at(now)).preorder_times().into_iter().map(shown).collect()
}

// spec: OS-40, OS-41, OS-42, OS-43
#[test]
fn preorders_are_due_on_quarters_behind_their_lead() {
    let shop = usual("");
    for (now, first) in [
        // Tuesday before 14: an hour, which must be over.
        ("2026-11-24 08:00", "2026-11-24 10:30"),
        ("2026-11-24 09:29", "2026-11-24 10:30"),
        ("2026-11-24 09:30", "2026-11-24 10:45"),
        ("2026-11-24 13:59", "2026-11-24 15:00"),
        // From 14 on two hours.
        ("2026-11-24 14:00", "2026-11-24 16:15"),
        ("2026-11-24 19:29", "2026-11-24 21:30"),
        ("2026-11-24 19:30", "2026-11-25 10:30"),
        // Friday: two hours all day.
        ("2026-11-27 08:29", "2026-11-27 10:30"),
        ("2026-11-27 08:30", "2026-11-27 10:45"),
    ] {
        assert_eq!(times(&shop, PICKUP, now).first().map(String::as_str), Some(first), "{now}");
    }
    let all = times(&shop, PICKUP, "2026-11-24 08:00");
    assert_eq!(all.last().map(String::as_str), Some("2026-11-30 21:30"), "today and six days more, the end among them");
    assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "ascending, none twice");
    assert_eq!(times(&shop, DELIVERY, "2026-11-24 08:00")[0], "2026-11-24 11:30");
}

// spec: OS-36
#[test]
fn preorders_are_offered_only_where_they_are_taken() {
    for fields in [r#""acceptsPreorders": false,"#, r#""hidden": true,"#, r#""hasWebsale": false,"#] {
        assert!(times(&usual(fields), PICKUP, "2026-11-24 08:00").is_empty(), "{fields}");
    }
    let shop = usual(r#""preOrderPickupEstimate": 50,"#);
    assert_eq!(times(&shop, PICKUP, "2026-11-24 08:00")[0], "2026-11-24 11:00", "the next quarter behind 10:50");

    let settings = chain::Settings::default();
    let paused = ServiceState { pauses: vec![(PICKUP, at("2026-11-25 12:00"))], busy: None };
    let after = of_itself(&shop, &paused, &settings, PICKUP, at("2026-11-24 08:00")).preorder_times();
    assert_eq!(shown(after[0]), "2026-11-25 12:00");
    let days: Vec<_> = by_day(&after).into_iter().map(|(date, times)| (date.to_string(), times.len())).collect();
    assert_eq!(days[0], ("2026-11-25".to_owned(), 39));
    assert_eq!(days.len(), 6);

    let ask = |time: &str| {
        let question = of_itself(&shop, &paused, &settings, PICKUP, at("2026-11-24 08:00"));
        Question { pre_order_time: Some(at(time)), ..question }.selector_status().as_str()
    };
    let asked = ["2026-11-25 11:45", "2026-11-25 12:00", "2026-11-25 12:10", "2026-12-01 12:00"].map(ask);
    assert_eq!(asked, ["Closed", "Open", "Closed", "Closed"]);
}

#[test]
fn a_preorder_in_the_hour_that_comes_twice_is_offered_by_instant() {
    let shop = shop_with(&[(1, "00:00", "24:00")], "");
    let night = times(&shop, PICKUP, "2026-10-24 20:00");
    let twice = night.iter().filter(|time| *time == "2026-10-25 03:00").count();
    assert_eq!(twice, 1, "a wall time is one time, the first");
    let spring = times(&shop, PICKUP, "2026-03-28 20:00");
    assert!(!spring.iter().any(|time| time.starts_with("2026-03-29 03:")), "the clock skips that hour");
}
