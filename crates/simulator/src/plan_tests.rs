//! The plan, read as a whole: it is legal, it ends, it is the same again, and the city is never empty.

use std::{collections::BTreeSet, sync::LazyLock};

use proptest::prelude::*;

use super::*;

const HOUR: Seconds = 3600;

static SHOPS: LazyLock<Vec<Shop>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../content/restaurants.json")).unwrap());

fn shops() -> Vec<Shop> {
    SHOPS.clone()
}

fn shop_of(order: &OrderPlan) -> &'static Shop {
    SHOPS.iter().find(|shop| shop.restaurant_id == order.restaurant_id).unwrap()
}

fn plan(seed: u64) -> Plan {
    Plan::new(seed, TEN_AT_A_TIME, shops()).unwrap()
}

/// The orders that are placed in the first hours.
fn orders(seed: u64, hours: Seconds) -> Vec<OrderPlan> {
    plan(seed).take_while(|order| order.at < hours * HOUR).collect()
}

fn is_tracked(order: &OrderPlan) -> bool {
    order.order_type == OrderType::Delivery && !shop_of(order).no_delivery_tracking
}

/// The table of the contract, "Statuses", written out once more from outside.
fn may_follow(is_delivery: bool, is_tracked: bool, from: i16, to: i16) -> bool {
    match (from, to) {
        (12 | 13, _) => false,
        (_, 13) => from < 9,
        (_, 12) => from == 10 || from == 11 || (from == 4 && !is_tracked),
        (6, 5) | (7, 6) | (8, 7) | (9, 8) => is_delivery,
        (10, 11) => false,
        (_, 5..=11) => is_delivery && to > from,
        _ => to > from,
    }
}

fn check(order: &OrderPlan) -> Result<(), String> {
    let is_delivery = order.order_type == OrderType::Delivery;
    let (mut status, mut at) = (0, order.at);
    for press in &order.presses {
        if !may_follow(is_delivery, is_tracked(order), status, press.status) {
            return Err(format!("{status} → {} is not allowed", press.status));
        }
        if press.at <= at {
            return Err(format!("{} is pressed no later than {status}", press.status));
        }
        if press.status == 13 && press.note.is_none() {
            return Err("cancelled without a word".to_owned());
        }
        (status, at) = (press.status, press.at);
    }
    if is_delivery != order.customer.door.is_some() {
        return Err("a delivery has a door, and nothing else has".to_owned());
    }
    if status == 12 || status == 13 { Ok(()) } else { Err(format!("ends at {status}")) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_order_is_legal_and_ends(seed: u64) {
        for order in plan(seed).take(120) {
            prop_assert_eq!(check(&order), Ok(()), "{:?}", order);
            prop_assert!(order.at > -WARM_UP && order.over_at - order.at < WARM_UP);
        }
    }

    #[test]
    fn the_same_seed_is_the_same_city(seed: u64) {
        prop_assert!(plan(seed).take(60).eq(plan(seed).take(60)));
        prop_assert!(plan(seed).take(3).ne(plan(seed ^ 1).take(3)));
    }

    #[test]
    fn orders_come_in_the_order_of_their_placing(seed: u64, orders_per_minute in 0.1..60.0_f64) {
        let orders: Vec<_> = Plan::new(seed, orders_per_minute, shops()).unwrap().take(200).collect();
        prop_assert!(orders.is_sorted_by_key(|order| order.at));
        prop_assert!(orders.is_sorted_by_key(|order| order.number));
    }

    #[test]
    fn a_poor_city_gets_by(seed: u64, restaurant in 0..9_usize) {
        let lone = vec![shops().swap_remove(restaurant)];
        for order in Plan::new(seed, 0.5, lone).unwrap().take(40) {
            prop_assert_eq!(check(&order), Ok(()));
        }
    }
}

#[test]
fn from_the_first_moment_somebody_bakes_and_somebody_drives() {
    for seed in 0..16 {
        let orders = orders(seed, 8);
        for now in (0..8 * HOUR - 1).step_by(20) {
            let running = orders.iter().filter(|order| order.at <= now && now < order.over_at).count();
            let stands_at = |status| move |order: &&OrderPlan| status_at(order, now) == Some(status);
            let (baking, driving) =
                (orders.iter().filter(stands_at(3)).count(), orders.iter().filter(stands_at(8)).count());
            assert!((6..=15).contains(&running), "seed {seed}, second {now}: {running} orders are running");
            assert!(baking >= 1, "seed {seed}, second {now}: nothing is in the oven");
            assert!(driving >= 1, "seed {seed}, second {now}: nobody is on the way");
        }
    }
}

fn status_at(order: &OrderPlan, now: Seconds) -> Option<i16> {
    order.presses.iter().rev().find(|press| press.at <= now).map(|press| press.status)
}

#[test]
fn a_day_sees_everything_that_can_happen() {
    let orders = orders(7, 24);
    let types: BTreeSet<_> = orders.iter().map(|order| format!("{:?}", order.order_type)).collect();
    assert_eq!(types.len(), 3);
    let seen = |from, to| {
        let follows =
            |order: &&OrderPlan| order.presses.windows(2).any(|pair| pair[0].status == from && pair[1].status == to);
        orders.iter().filter(follows).count()
    };
    assert!(seen(9, 8) > 1, "a second try");
    assert!(seen(9, 10) > 1, "a door that stays shut");
    assert!(seen(1, 13) > 5, "a cancelled order");
    assert!(seen(11, 12) > 100 && seen(10, 12) > 1 && seen(4, 12) > 50);
    assert!(seen(6, 8) > 20 && seen(7, 8) > 100, "a forgotten button now and then");
    assert!(orders.iter().filter(|order| order.preorder_at.is_some()).count() > 5);
    assert!(orders.iter().any(|order| order.order_type == OrderType::Delivery && !is_tracked(order)));
    let notes: BTreeSet<_> = orders.iter().flat_map(|order| &order.presses).filter_map(|press| press.note).collect();
    assert!(notes.contains("325 astetta, pari minuuttia.") && notes.len() > 15, "{notes:?}");
    let home = orders.iter().filter(|order| shop_of(order).city == "Helsinki");
    assert!(home.count() * 10 > orders.len() * 7, "the life is where the map is");
}

#[test]
fn a_preorder_is_ready_in_time() {
    let orders = orders(3, 48);
    let mut on_time = 0;
    for order in orders.iter().filter(|order| order.presses.last().is_some_and(|press| press.status == 12)) {
        let Some(asked) = order.preorder_at else { continue };
        assert!(order.presses[1].at > order.at + 20 * 60, "it waits until its time comes");
        on_time += usize::from((asked - 15 * 60..=asked + 10 * 60).contains(&order.over_at));
    }
    assert!(on_time > 10, "{on_time}");
}

#[test]
fn without_restaurants_there_is_no_city() {
    assert!(Plan::new(1, 0.5, Vec::new()).is_none());
    let closed = shops().into_iter().map(|shop| Shop { is_active: false, ..shop }).collect();
    assert!(Plan::new(1, 0.5, closed).is_none());
}
