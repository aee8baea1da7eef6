//! Whoever comes back when told to misses nothing that is said of a restaurant in between.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use chain::{
    Chain,
    hours::{KitchenDelay, Question, ServiceState, zone},
};
use domain::order::OrderType;
use jiff::{SignedDuration, Timestamp, civil::DateTime};
use proptest::prelude::*;
use serde_json::{Value, json};

const TYPES: [OrderType; 3] = [OrderType::Delivery, OrderType::Pickup, OrderType::Eatin];
const TICK: SignedDuration = SignedDuration::from_micros(1);

fn at(text: &str) -> Timestamp {
    text.replace(' ', "T").parse::<DateTime>().unwrap().to_zoned(zone()).unwrap().timestamp()
}

fn shop(id: &str, hours: &Value, exceptions: &Value, kitchen: Option<&str>) -> Value {
    json!({
        "shopId": id, "restaurantId": id, "externalId": id, "displayName": "A", "streetAddress": "B", "zip": "1",
        "city": "C", "phone": "1", "email": "e", "latitude": 60, "longitude": 25, "hasWebsale": true,
        "hasDelivery": true, "isActive": true, "noDeliveryTracking": false, "shopOpeningHours": hours,
        "shopOpeningHourExceptions": exceptions, "deliveryRedirectionRestaurant": kitchen,
    })
}

/// The same hours on every day of the week.
fn daily(kind: u8, start: &str, end: &str) -> Value {
    let day = json!({ "start": start, "end": end });
    json!({ "openingHourtypeID": kind, "mon": day, "tue": day, "wed": day, "thu": day, "fri": day, "sat": day, "sun": day })
}

fn chain_of(shops: &[Value]) -> Chain {
    let text = Value::from(shops).to_string();
    Chain::of_texts(&[("restaurants.json", &text)]).unwrap_or_else(|faults| panic!("{:#?}", faults.0))
}

fn question<'q>(
    chain: &'q Chain,
    states: &'q [ServiceState; 2],
    order_type: OrderType,
    now: Timestamp,
) -> Question<'q> {
    let shop = &chain.shops()[0];
    let kitchen = shop.delivery_redirection.and_then(|id| chain.shop(id));
    Question {
        shop,
        state: &states[0],
        delivery_kitchen: kitchen.unwrap_or(shop),
        delivery_state: &states[usize::from(kitchen.is_some())],
        settings: chain.settings(),
        order_type,
        pre_order_time: None,
        now,
    }
}

// spec: RS-20
#[test]
fn a_change_is_told_to_the_minute_or_the_next_five_minutes_are() {
    let hours = json!([daily(1, "10:00", "22:03"), daily(2, "11:02", "20:58"), daily(4, "10:00", "21:31")]);
    let chain = chain_of(&[shop("12", &hours, &json!([]), None)]);
    let busy = Some(KitchenDelay { minutes: 5, until: at("2026-11-24 12:01") });
    let states =
        [ServiceState { pauses: vec![(OrderType::Delivery, at("2026-11-24 13:04"))], busy }, ServiceState::default()];
    let next = |order_type, now: &str| question(&chain, &states, order_type, at(now)).next_change_at();
    let [delivery, pickup, _] = TYPES;
    for (order_type, now, then) in [
        // Nothing happens: the clock's next full five minutes, also where they begin now.
        (delivery, "2026-11-24 15:00", "2026-11-24 15:05"),
        (delivery, "2026-11-24 15:04", "2026-11-24 15:05"),
        // Delivery begins; it would end soon; it ends.
        (delivery, "2026-11-24 11:00", "2026-11-24 11:02"),
        (delivery, "2026-11-24 20:52", "2026-11-24 20:53"),
        (delivery, "2026-11-24 20:56", "2026-11-24 20:58"),
        // The end of pickup is an hour off; pickup ends; the house says that it closes soon, and closes.
        (delivery, "2026-11-24 20:30", "2026-11-24 20:35"),
        (pickup, "2026-11-24 20:52", "2026-11-24 20:53"),
        (pickup, "2026-11-24 21:30", "2026-11-24 21:31"),
        (pickup, "2026-11-24 21:32", "2026-11-24 21:33"),
        (pickup, "2026-11-24 22:01", "2026-11-24 22:03"),
        // A pause ends, and a delay.
        (delivery, "2026-11-24 13:01", "2026-11-24 13:04"),
        (pickup, "2026-11-24 13:01", "2026-11-24 13:05"),
        (pickup, "2026-11-24 12:00", "2026-11-24 12:01"),
        // At midnight a restaurant that is closed until tomorrow opens soon.
        (pickup, "2026-11-24 23:58", "2026-11-25 00:00"),
    ] {
        assert_eq!(next(order_type, now), at(then), "{order_type:?} {now}");
    }
    // "Under five minutes" begins just after the fifth: who asks at it comes back at once.
    assert_eq!(next(delivery, "2026-11-24 20:53"), at("2026-11-24 20:53") + TICK);

    // A delay ends just before deliveries begin: the sooner of the two is told.
    let busy = Some(KitchenDelay { minutes: 5, until: at("2026-11-24 11:01") });
    let soon = [ServiceState { pauses: Vec::new(), busy }, ServiceState::default()];
    let next_of = |now: &str| question(&chain, &soon, delivery, at(now)).next_change_at();
    assert_eq!(next_of("2026-11-24 11:00"), at("2026-11-24 11:01"));
    assert_eq!(next_of("2026-11-24 11:01"), at("2026-11-24 11:02"));

    let due = |now: &str, due: &str| {
        let question = question(&chain, &states, OrderType::Pickup, at(now));
        Question { pre_order_time: Some(at(due)), ..question }.next_change_at()
    };
    assert_eq!(due("2026-11-24 15:58", "2026-11-24 18:00"), at("2026-11-24 16:00"), "two hours before");
    assert_eq!(due("2026-11-24 13:57", "2026-11-24 15:30"), at("2026-11-24 14:00"), "the lead gets longer");
}

#[derive(Debug, Clone)]
struct Scene {
    shops: Vec<Value>,
    states: [ServiceState; 2],
    now: Timestamp,
    due: Option<Timestamp>,
}

fn time() -> impl Strategy<Value = String> {
    (0..24_u8, prop_oneof![Just(0_u8), Just(30), 0..60_u8]).prop_map(|(hour, minute)| format!("{hour:02}:{minute:02}"))
}

fn week() -> impl Strategy<Value = Value> {
    (prop_oneof![Just(1_u8), Just(2), Just(4)], time(), time()).prop_map(|(kind, start, end)| daily(kind, &start, &end))
}

fn weeks() -> impl Strategy<Value = Value> {
    proptest::collection::vec(week(), 1..4).prop_map(|weeks| {
        let mut kinds = Vec::new();
        let once = weeks.into_iter().filter(|week| {
            let kind = week["openingHourtypeID"].clone();
            let is_new = !kinds.contains(&kind);
            kinds.push(kind);
            is_new
        });
        Value::Array(once.collect())
    })
}

fn state(begins: Timestamp) -> impl Strategy<Value = ServiceState> {
    let until = move |minutes: i64| begins + SignedDuration::from_mins(minutes);
    let pause = (0..3_usize, 0..200_i64).prop_map(move |(kind, minutes)| (TYPES[kind], until(minutes)));
    let busy = proptest::option::of((1..60_u32, 0..200_i64));
    (proptest::collection::vec(pause, 0..3), busy).prop_map(move |(pauses, busy)| ServiceState {
        pauses,
        busy: busy.map(|(minutes, until_minutes)| KitchenDelay { minutes, until: until(until_minutes) }),
    })
}

fn scene() -> impl Strategy<Value = Scene> {
    // Both nights on which the clock changes, and an ordinary day.
    let begins = prop_oneof![Just(at("2026-03-28 20:00")), Just(at("2026-10-24 20:00")), Just(at("2026-11-24 00:00"))];
    begins.prop_flat_map(|begins| {
        let exception = proptest::option::of((0..4_usize, time(), time())).prop_map(move |exception| match exception {
            None => json!([]),
            Some((kind, start, end)) => {
                let date = begins.to_zoned(zone()).date().to_string();
                let times = if kind == 3 { (Value::Null, Value::Null) } else { (json!(start), json!(end)) };
                let kind = [1, 2, 4, 1][kind];
                json!([{ "exceptionDate": date, "startTime": times.0, "endTime": times.1, "openingHourtypeID": kind }])
            }
        });
        let shops = (weeks(), weeks(), exception, any::<bool>()).prop_map(|(own, other, exception, is_redirected)| {
            vec![shop("12", &own, &exception, is_redirected.then_some("14")), shop("14", &other, &json!([]), None)]
        });
        let due = proptest::option::of(
            (0..200_i64).prop_map(move |quarter| begins + SignedDuration::from_mins(15 * quarter)),
        );
        (shops, state(begins), state(begins), 0..36 * 3600_i64, due).prop_map(
            move |(shops, one, other, seconds, due)| Scene {
                shops,
                states: [one, other],
                now: begins + SignedDuration::from_secs(seconds),
                due,
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Walks through hours, from one told moment to the next, and looks at each minute in between.
    #[test]
    fn nothing_changes_before_it_was_said(scene in scene()) {
        let chain = chain_of(&scene.shops);
        for order_type in TYPES {
            let mut question = Question { pre_order_time: scene.due, ..question(&chain, &scene.states, order_type, scene.now) };
            for _ in 0..20 {
                let (said, next) = (question.summary(), question.next_change_at());
                prop_assert!(next > question.now);
                let ahead = next.duration_since(question.now);
                prop_assert!(ahead <= SignedDuration::from_mins(5));
                let minute = |minutes| question.now + SignedDuration::from_mins(minutes);
                let whole = Timestamp::from_second(question.now.as_second().div_euclid(60) * 60 + 60).unwrap();
                let looks = [question.now + TICK, next - TICK, whole, minute(1), minute(2), minute(3), minute(4)];
                for look in looks.into_iter().filter(|look| (question.now..next).contains(look)) {
                    prop_assert_eq!(&question.at(look).summary(), &said, "{} of {:?}", look, &question);
                }
                if next.as_second() % 300 != 0 {
                    let changed = [next, next + TICK].iter().any(|then| question.at(*then).summary() != said);
                    prop_assert!(changed, "{} tells of no change", next);
                }
                question = question.at(next);
            }
        }
    }
    /// Walks through hours by uneven steps: whenever something else is said, it is said since later.
    #[test]
    fn what_is_said_otherwise_is_said_since_later(scene in scene(), steps in proptest::collection::vec(1..5_000_i64, 6)) {
        let chain = chain_of(&scene.shops);
        for order_type in TYPES {
            let mut question = question(&chain, &scene.states, order_type, scene.now);
            let mut since = question.said_since(Timestamp::MIN);
            for step in &steps {
                let later = question.at(question.next_change_at().max(question.now + SignedDuration::from_secs(*step)));
                let then = later.said_since(Timestamp::MIN);
                prop_assert!(since <= then && then.is_none_or(|then| then <= later.now), "{since:?} {then:?} {later:?}");
                prop_assert!(since < then || question.summary() == later.summary(), "{since:?} of {question:?} and {later:?}");
                prop_assert_eq!(later.said_since(then.unwrap_or(Timestamp::MIN)), None, "it is the newest");
                (question, since) = (later, then);
            }
        }
    }
}

#[test]
fn it_is_looked_back_a_week_and_no_farther() {
    let weekend = json!([daily(1, "00:00", "24:00")]);
    let always = chain_of(&[shop("12", &weekend, &json!([]), None)]);
    let states = [ServiceState::default(), ServiceState::default()];
    let since =
        |chain: &Chain, now: &str| question(chain, &states, OrderType::Pickup, at(now)).said_since(Timestamp::MIN);
    assert_eq!(since(&always, "2026-11-24 12:00"), None, "nothing ever changes");
    let mut once = daily(1, "10:00", "22:00");
    for day in ["mon", "tue", "wed", "thu", "fri", "sat"] {
        once[day] = Value::Null;
    }
    let sundays = chain_of(&[shop("12", &json!([once]), &json!([]), None)]);
    // On Sunday it closes, on Saturday it is said to open tomorrow.
    assert_eq!(since(&sundays, "2026-11-27 12:00"), Some(at("2026-11-22 22:00")));
    assert_eq!(since(&sundays, "2026-11-28 12:00"), Some(at("2026-11-28 00:00")));
}
