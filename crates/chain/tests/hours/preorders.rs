//! Who takes preorders, and from when on (docs/spec/ordering.md, "Preorder times").

use chain::hours::{Question, ServiceState};

use crate::{DELIVERY, PICKUP, at, of_itself, shown, times, usual};

// spec: OS-41, OS-42
#[test]
fn until_thursday_afternoon_an_hour_is_enough() {
    let shop = usual("");
    for (now, first) in [
        ("2026-11-26 09:29", "2026-11-26 10:30"),
        ("2026-11-26 13:59", "2026-11-26 15:00"),
        ("2026-11-26 14:00", "2026-11-26 16:15"),
        ("2026-11-27 09:29", "2026-11-27 11:30"),
    ] {
        assert_eq!(times(&shop, PICKUP, now)[0], first, "{now}");
    }
}

/// A delivery that another restaurant bakes needs both: who takes the order, and who bakes it.
#[test]
fn both_restaurants_of_a_delivery_must_take_preorders() {
    let (taking, refusing) = (usual(""), usual(r#""acceptsPreorders": false,"#));
    let (settings, state) = (chain::Settings::default(), ServiceState::default());
    for (shop, kitchen, is_offered) in
        [(&taking, &taking, true), (&taking, &refusing, false), (&refusing, &taking, false)]
    {
        let question = of_itself(shop, &state, &settings, DELIVERY, at("2026-11-24 08:00"));
        let times = Question { delivery_kitchen: kitchen, ..question }.preorder_times();
        assert_eq!(!times.is_empty(), is_offered);
    }
}

#[test]
fn of_two_pauses_the_longer_counts() {
    let (shop, settings) = (usual(""), chain::Settings::default());
    let mut pauses = vec![(PICKUP, at("2026-11-24 15:00")), (PICKUP, at("2026-11-24 17:00"))];
    for _ in 0..2 {
        let state = ServiceState { pauses: pauses.clone(), busy: None };
        let question = of_itself(&shop, &state, &settings, PICKUP, at("2026-11-24 12:00"));
        assert_eq!(shown(question.preorder_times()[0]), "2026-11-24 17:00");
        assert_eq!(question.at(at("2026-11-24 16:00")).selector_status().as_str(), "TemporarilyUnavailable");
        pauses.reverse();
    }
}
