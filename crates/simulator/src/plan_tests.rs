//! The plan, read as a whole: it is legal, it ends, it is the same again, and the city is never empty.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use proptest::prelude::*;

use super::*;
use crate::{batch::Act, orders::WARM_UP, way::metres, wire::OrderType};

const HOUR: Seconds = 3600;

static SHOPS: LazyLock<Vec<Shop>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../content/restaurants.json")).unwrap());

fn shops() -> Vec<Shop> {
    SHOPS.clone()
}

fn plan(seed: u64) -> Plan {
    Plan::new(seed, TEN_AT_A_TIME, shops()).unwrap()
}

/// A status that an order takes, by whatever call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    at: Seconds,
    status: i16,
    has_note: bool,
}

/// An order with everything that happens to it.
#[derive(Debug, Clone)]
struct Life {
    order: OrderPlan,
    steps: Vec<Step>,
    /// The stops of its batch.
    stops: usize,
}

impl Life {
    fn step(&mut self, at: Seconds, status: i16) {
        self.steps.push(Step { at, status, has_note: false });
    }

    fn status_at(&self, now: Seconds) -> Option<i16> {
        self.steps.iter().rev().find(|step| step.at <= now).map(|step| step.status)
    }

    fn over_at(&self) -> Seconds {
        let is_over =
            |step: &&Step| matches!(step.status, 10..=13) || (step.status == 4 && self.order.parcel.is_none());
        self.steps.iter().find(is_over).map_or(Seconds::MAX, |step| step.at)
    }

    fn goes(&self, from: i16, to: i16) -> bool {
        self.steps.windows(2).any(|pair| pair[0].status == from && pair[1].status == to)
    }
}

/// What a plan comes to, for orders that are placed before `until`; what follows is read as far as it concerns them.
fn lives(plan: Plan, until: Seconds) -> Vec<Life> {
    let mut lives: BTreeMap<u64, Life> = BTreeMap::new();
    for planned in plan.take_while(|planned| planned.at() < until + WARM_UP) {
        match planned {
            Planned::Order(order) => {
                let step = |press: &crate::course::Press| Step {
                    at: press.at,
                    status: press.status,
                    has_note: press.note.is_some(),
                };
                let steps = order.presses.iter().map(step).collect();
                assert!(
                    lives.insert(order.number, Life { order: *order, steps, stops: 0 }).is_none(),
                    "each order comes once"
                );
            }
            Planned::Batch(batch) => live_through(&batch, &mut lives),
        }
    }
    lives.into_values().filter(|life| life.order.at < until).collect()
}

fn live_through(batch: &BatchPlan, lives: &mut BTreeMap<u64, Life>) {
    let mut aboard: BTreeSet<u64> = BTreeSet::new();
    for act in &batch.acts {
        match act {
            Act::Aboard(at, stops) => {
                assert!(aboard.iter().all(|order| stops.contains(order)), "nobody is taken out: {batch:?}");
                for order in stops.iter().filter(|order| !aboard.contains(order)) {
                    let life = lives.get_mut(order).expect("an order of a batch was placed before it");
                    assert!(life.order.done_at < *at && life.order.restaurant_id == batch.restaurant_id);
                    life.step(*at, 5);
                    life.step(*at, 6);
                }
                aboard.extend(stops);
            }
            Act::Depart(at) => {
                for order in aboard.iter() {
                    let life = lives.get_mut(order).expect("it was placed");
                    if life.steps.last().is_some_and(|step| step.status < 8) {
                        life.step(*at, 8);
                    }
                }
            }
            Act::Press(order, press) => {
                let life = lives.get_mut(order).expect("it was placed");
                life.steps.push(Step { at: press.at, status: press.status, has_note: press.note.is_some() });
            }
        }
    }
    for order in &aboard {
        lives.get_mut(order).expect("it was placed").stops = aboard.len();
    }
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

fn check(life: &Life) -> Result<(), String> {
    let order = &life.order;
    let is_delivery = order.order_type == OrderType::Delivery;
    let (mut status, mut at) = (0, order.at);
    for step in &life.steps {
        if !may_follow(is_delivery, order.parcel.is_some(), status, step.status) {
            return Err(format!("{status} → {} is not allowed", step.status));
        }
        // A batch takes two steps at once.
        if step.at < at || (step.at == at && step.status != 6) {
            return Err(format!("{} comes no later than {status}", step.status));
        }
        if step.status == 13 && !step.has_note {
            return Err("cancelled without a word".to_owned());
        }
        (status, at) = (step.status, step.at);
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
        for life in lives(plan(seed), 3 * HOUR) {
            prop_assert_eq!(check(&life), Ok(()), "{:?}", life);
            prop_assert!(life.order.at > -WARM_UP && life.over_at() - life.order.at < WARM_UP);
            prop_assert!(life.over_at() > 0, "what was over before the city opened is nobody's business: {:?}", life);
        }
    }

    #[test]
    fn the_same_seed_is_the_same_city(seed: u64) {
        prop_assert!(plan(seed).take(90).eq(plan(seed).take(90)));
        prop_assert!(plan(seed).take(3).ne(plan(seed ^ 1).take(3)));
    }

    #[test]
    fn everything_comes_in_the_order_in_which_it_begins(seed: u64, orders_per_minute in 0.1..60.0_f64) {
        let planned: Vec<_> = Plan::new(seed, orders_per_minute, shops()).unwrap().take(300).collect();
        prop_assert!(planned.is_sorted_by_key(Planned::at));
    }

    #[test]
    fn a_batch_is_brought_by_one_car_from_its_counter_to_every_door_and_back(seed: u64) {
        let counter = |id: &str| SHOPS.iter().find(|shop| shop.restaurant_id == id).unwrap().coordinates();
        let (mut places, mut back): (BTreeMap<u64, Coordinates>, BTreeMap<(String, usize), Seconds>) = Default::default();
        for planned in plan(seed).take_while(|planned| planned.at() < 4 * HOUR) {
            let batch = match planned {
                Planned::Order(order) => {
                    places.extend(order.parcel.map(|parcel| (parcel.order, parcel.place)));
                    continue;
                }
                Planned::Batch(batch) => batch,
            };
            let home = counter(&batch.restaurant_id);
            let departs = batch.acts.iter().find_map(|act| match act {
                Act::Depart(at) => Some(*at),
                _ => None,
            });
            prop_assert_eq!(departs, Some(batch.way.start()));
            prop_assert!((1..=3).contains(&batch.orders().len()));
            prop_assert!(batch.acts.is_sorted_by_key(Act::at));
            #[expect(clippy::cast_precision_loss, reason = "a city lives for less than 2^53 seconds")]
            let is_at = |moment: Seconds, place| metres(batch.way.at(moment as f64).place, place) < 1.0;
            prop_assert!(is_at(batch.way.start(), home) && is_at(batch.way.end(), home));
            for act in &batch.acts {
                if let Act::Press(order, press) = act && matches!(press.status, 9 | 11) {
                    prop_assert!(is_at(press.at, places[order]), "{:?} is pressed at its door", press);
                }
            }
            let car = (batch.restaurant_id.clone(), batch.car);
            let before = back.insert(car, batch.way.end());
            prop_assert!(before.is_none_or(|before| before <= batch.at), "one car is not in two places");
        }
    }

    #[test]
    fn a_poor_city_gets_by(seed: u64, restaurant in 0..9_usize) {
        let lone = vec![shops().swap_remove(restaurant)];
        for life in lives(Plan::new(seed, 0.5, lone).unwrap(), HOUR) {
            prop_assert_eq!(check(&life), Ok(()));
        }
    }
}

#[test]
fn from_the_first_moment_somebody_bakes_and_most_often_somebody_drives() {
    let (mut moments, mut without_a_driver) = (0, 0);
    for seed in 0..16 {
        let lives = lives(plan(seed), 8 * HOUR);
        for now in (0..8 * HOUR - 1).step_by(20) {
            let running = lives.iter().filter(|life| life.order.at <= now && now < life.over_at()).count();
            let stands_at = |status| move |life: &&Life| life.status_at(now) == Some(status);
            let (baking, driving) =
                (lives.iter().filter(stands_at(3)).count(), lives.iter().filter(stands_at(8)).count());
            assert!((5..=17).contains(&running), "seed {seed}, second {now}: {running} orders are running");
            assert!(baking >= 1, "seed {seed}, second {now}: nothing is in the oven");
            moments += 1;
            without_a_driver += usize::from(driving == 0);
        }
    }
    assert!(without_a_driver * 20 < moments, "nobody drives in {without_a_driver} of {moments} moments");
}

#[test]
fn a_day_sees_everything_that_can_happen() {
    let lives = lives(plan(7), 24 * HOUR);
    let types: BTreeSet<_> = lives.iter().map(|life| format!("{:?}", life.order.order_type)).collect();
    assert_eq!(types.len(), 3);
    let seen = |from, to| lives.iter().filter(|life| life.goes(from, to)).count();
    assert!(seen(9, 8) > 1, "a second try");
    assert!(seen(9, 10) > 1, "a door that stays shut");
    assert!(seen(1, 13) > 5, "a cancelled order");
    assert!(seen(6, 13) > 3, "one that is cancelled in its car");
    assert!(seen(11, 12) > 100 && seen(10, 12) > 1 && seen(4, 12) > 50);
    assert!(seen(6, 8) > 20 && seen(7, 8) > 100, "a forgotten button now and then");
    let of_stops = |stops| lives.iter().filter(|life| life.stops == stops).count();
    assert!(of_stops(1) > 50 && of_stops(2) > 50 && of_stops(3) > 2, "some travel alone, some together");
    assert!(lives.iter().filter(|life| life.order.preorder_at.is_some()).count() > 5);
    let is_untracked = |life: &Life| life.order.order_type == OrderType::Delivery && life.goes(4, 12);
    assert!(lives.iter().any(is_untracked));
    let orders = || lives.iter().map(|life| &life.order);
    let notes: BTreeSet<_> = orders().flat_map(|order| &order.presses).filter_map(|press| press.note).collect();
    assert!(notes.contains("325 astetta, pari minuuttia.") && notes.len() > 12, "{notes:?}");
    let is_home =
        |order: &&OrderPlan| SHOPS.iter().any(|s| s.restaurant_id == order.restaurant_id && s.city == "Helsinki");
    assert!(orders().filter(is_home).count() * 10 > lives.len() * 7, "the life is where the map is");
    let silent =
        plan(7).take(600).filter(|planned| matches!(planned, Planned::Batch(batch) if batch.silence.is_some()));
    assert!(silent.count() > 5, "cars fall silent");
}

#[test]
fn a_preorder_is_ready_in_time() {
    let mut on_time = 0;
    for life in lives(plan(3), 48 * HOUR) {
        let Some(asked) = life.order.preorder_at else { continue };
        assert!(life.steps[1].at > life.order.at + 20 * 60, "it waits until its time comes");
        on_time += usize::from((asked - 15 * 60..=asked + 10 * 60).contains(&life.over_at()));
    }
    assert!(on_time > 10, "{on_time}");
}

#[test]
fn without_restaurants_there_is_no_city() {
    assert!(Plan::new(1, 0.5, Vec::new()).is_none());
    let closed = shops().into_iter().map(|shop| Shop { is_active: false, ..shop }).collect();
    assert!(Plan::new(1, 0.5, closed).is_none());
}
