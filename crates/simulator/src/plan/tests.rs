//! The plan, read as a whole: it is legal, it ends, it is the same again, and the city is never empty.

mod lives;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, LazyLock},
};

use proptest::prelude::*;

use self::lives::{Life, check, lives};
use super::*;
use crate::{
    batch::BatchStep,
    demand::WeekTime,
    geometry::metres,
    menu::CityMenu,
    opening::EventLog,
    orders::{OrderStream, WARM_UP},
    roads::kerb,
    wire::{CityPoint, WireOrderType},
};

const HOUR: Seconds = 3600;

static SHOPS: LazyLock<Vec<ShopRow>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../../content/restaurants.json")).unwrap());

fn shops() -> Vec<ShopRow> {
    SHOPS.clone()
}

fn plan(seed: u64) -> CityPlan {
    CityPlan::new(CityParameters::usual(seed), shops(), CityMenu::built_in()).unwrap()
}

/// An hour of the week, so that each seed has another.
fn any_hour(seed: u64) -> CityParameters {
    let wall = WeekTime::of("2026-11-16T00:00:00Z".parse().unwrap());
    CityParameters { wall: wall.after(Seconds::try_from(seed % 168).unwrap() * HOUR), ..CityParameters::usual(seed) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn every_order_is_legal_and_ends(seed: u64) {
        let plan = CityPlan::new(any_hour(seed), shops(), CityMenu::built_in()).unwrap();
        let opens_at = plan.opens_at();
        for life in lives(plan, opens_at + HOUR) {
            prop_assert_eq!(check(&life), Ok(()), "{:?}", life);
            let is_in_time = life.over_at() - life.order.at < WARM_UP || life.order.preorder_at.is_some();
            prop_assert!(life.order.at >= -WARM_UP && is_in_time, "{:?}", life);
            prop_assert!(life.steps.last().is_some_and(|step| step.at > opens_at), "what ended before is nobody's business: {:?}", life);
        }
    }

    #[test]
    fn the_same_seed_is_the_same_city(seed: u64) {
        prop_assert!(plan(seed).take(90).eq(plan(seed).take(90)));
        prop_assert!(plan(seed).take(3).ne(plan(seed ^ 1).take(3)));
    }

    #[test]
    fn everything_comes_in_the_order_in_which_it_begins(seed: u64, orders_per_minute in 0.1..10.0_f64) {
        let parameters = CityParameters { orders_per_minute, ..any_hour(seed) };
        let planned: Vec<_> = CityPlan::new(parameters, shops(), CityMenu::built_in()).unwrap().take(300).collect();
        prop_assert!(planned.is_sorted_by_key(PlannedEvent::at));
    }

    #[test]
    fn a_batch_is_brought_by_one_car_from_its_counter_to_every_door_and_back(seed: u64) {
        let counter = |id: &str| SHOPS.iter().find(|shop| shop.restaurant_id == id).unwrap().coordinates();
        let (mut places, mut back): (BTreeMap<u64, CityPoint>, BTreeMap<(String, usize), Seconds>) = Default::default();
        let plan = plan(seed);
        let until = plan.opens_at() + 3 * HOUR;
        for planned in plan.take_while(|planned| planned.at() < until) {
            let batch = match planned {
                PlannedEvent::Order(order) => {
                    places.extend(order.parcel.map(|parcel| (parcel.order, kerb(parcel.place))));
                    continue;
                }
                PlannedEvent::Batch(batch) => batch,
            };
            let home = kerb(counter(&batch.restaurant_id));
            let departs = batch.steps.iter().find_map(|act| match act {
                BatchStep::Depart(at) => Some(*at),
                _ => None,
            });
            prop_assert_eq!(departs, Some(batch.trajectory.start()));
            prop_assert!((1..=3).contains(&batch.orders().len()));
            prop_assert!(batch.steps.is_sorted_by_key(BatchStep::at));
            #[expect(clippy::cast_precision_loss, reason = "a city lives for less than 2^53 seconds")]
            let is_at = |moment: Seconds, place| metres(batch.trajectory.at(moment as f64).place, place) < 1.0;
            prop_assert!(is_at(batch.trajectory.start(), home) && is_at(batch.trajectory.end(), home));
            for act in &batch.steps {
                if let BatchStep::Update(order, update) = act && matches!(update.status, 9 | 11) {
                    prop_assert!(is_at(update.at, places[order]), "{:?} is pressed at its door", update);
                }
            }
            let car = (batch.restaurant_id.clone(), batch.car);
            let before = back.insert(car, batch.trajectory.end());
            prop_assert!(before.is_none_or(|before| before <= batch.at), "one car is not in two places");
        }
    }

    #[test]
    fn a_poor_city_gets_by(seed: u64, restaurant in 0..9_usize) {
        let lone = vec![shops().swap_remove(restaurant)];
        let plan = CityPlan::new(any_hour(seed), lone, CityMenu::built_in()).unwrap();
        let until = plan.opens_at() + HOUR;
        for life in lives(plan, until) {
            prop_assert_eq!(check(&life), Ok(()));
        }
    }
}

#[test]
fn from_the_first_moment_on_it_is_a_real_evening() {
    let (mut rows, mut hasty, mut moments, mut driven) = (0, 0, 0, 0);
    for seed in 0..8 {
        let plan = CityPlan::new(any_hour(seed * 21), shops(), CityMenu::built_in()).unwrap();
        let opens_at = plan.opens_at();
        let lives = lives(plan, opens_at + 3 * HOUR);
        for now in (opens_at..opens_at + 2 * HOUR).step_by(60) {
            let running: Vec<&Life> =
                lives.iter().filter(|life| life.order.at <= now && now < life.over_at()).collect();
            let stands_at = |status| running.iter().any(|life| life.status_at(now) == Some(status));
            assert!((9..=40).contains(&running.len()), "seed {seed}, second {now}: {} orders", running.len());
            (moments, driven) = (moments + 1, driven + usize::from(stands_at(3) && stands_at(8)));
            rows += running.len();
            hasty += running.iter().filter(|life| life.order.is_hasty).count();
        }
    }
    assert!(driven * 100 >= moments * 80, "something is in the oven, and something on its way: {driven} of {moments}");
    let percent = hasty * 100 / rows;
    assert!((3..=15).contains(&percent), "{percent} % were promised too early");
}

#[test]
fn a_newcomer_sees_a_car_come_to_the_door_and_one_of_everything() {
    for parameters in
        (1..=20).map(CityParameters::usual).chain((0..14).map(|day| CityParameters { seed: 7, ..any_hour(day * 12) }))
    {
        let plan = CityPlan::new(parameters, shops(), CityMenu::built_in()).unwrap();
        let opens_at = plan.opens_at();
        let featured = plan.featured_order().cloned().unwrap_or_else(|| panic!("{parameters:?} has nothing to follow"));
        assert!(
            (100..=150).contains(&(featured.delivered_at - opens_at)),
            "{parameters:?}: {featured:?} from {opens_at}"
        );
        let mut log = EventLog::default();
        plan.take_while(|planned| planned.at() <= opens_at).for_each(|planned| log.record(planned));
        assert_eq!(log.status_at(featured.order, opens_at).map(|(_, status)| status), Some(8), "{parameters:?}");
        let highlights = log.highlights(opens_at);
        // The demo's own seed shows everything at each hour, others nearly so.
        assert!(
            highlights.len() >= if parameters.seed == 7 { 9 } else { 7 },
            "{parameters:?} shows only {highlights:?}"
        );
    }
}

/// `--seed 7`, at whatever hour it is started.
#[test]
fn a_few_hours_see_what_goes_wrong() {
    for hour in [0, 9, 12, 19, 66, 114, 140] {
        let parameters = CityParameters { seed: 7, ..any_hour(hour) };
        let plan = CityPlan::new(parameters, shops(), CityMenu::built_in()).unwrap();
        let (opens_at, ends_at) = (plan.opens_at(), plan.opens_at() + 4 * HOUR);
        let (mut seen, mut silent, mut of_three) = (BTreeMap::<i16, usize>::new(), 0, 0);
        let mut preorders = 0;
        let mut see = |update: &crate::lifecycle::StatusUpdate| {
            *seen.entry(update.status).or_default() += usize::from((opens_at..ends_at).contains(&update.at));
        };
        for planned in plan.take_while(|planned| planned.at() < ends_at) {
            match planned {
                PlannedEvent::Order(order) => {
                    order.updates.iter().for_each(&mut see);
                    preorders += usize::from(order.preorder_at.is_some());
                }
                PlannedEvent::Batch(batch) => {
                    batch
                        .steps
                        .iter()
                        .filter_map(|act| if let BatchStep::Update(_, update) = act { Some(update) } else { None })
                        .for_each(&mut see);
                    of_three += usize::from(batch.orders().len() == 3);
                    let last_door = batch.orders().iter().filter_map(|order| batch.over_at(*order)).max();
                    let unheard = batch
                        .silence
                        .as_ref()
                        .zip(last_door)
                        .map(|(silence, last_door)| silence.end().min(&last_door).min(&ends_at) - silence.start());
                    silent += usize::from(unheard.is_some_and(|unheard| unheard >= parameters.in_the_city(30)));
                }
            }
        }
        let of = |status: i16| seen.get(&status).copied().unwrap_or_default();
        assert!(of(13) >= 3, "hour {hour}: {} cancelled", of(13));
        assert!(of(9) + of(10) >= 2, "hour {hour}: {} failed", of(9) + of(10));
        assert!(silent >= 1 && of_three >= 1 && preorders >= 1, "hour {hour}: {silent}, {of_three}, {preorders}");
    }
}

#[test]
fn neighbours_differ() {
    let orders: Vec<OrderPlan> =
        OrderStream::new(CityParameters::usual(7), shops(), Arc::new(CityMenu::built_in()), BTreeMap::new())
            .unwrap()
            .take(400)
            .collect();
    for pair in orders.windows(20) {
        let names: BTreeSet<&str> = pair.iter().map(|order| order.customer.name.as_str()).collect();
        assert_eq!(names.len(), pair.len(), "{names:?}");
    }
    assert!(orders.windows(2).all(|pair| pair[0].items[0].name != pair[1].items[0].name));
    let words: BTreeSet<_> = orders.iter().flat_map(|order| &order.updates).filter_map(|update| update.note).collect();
    assert!(words.len() > 16, "{words:?}");
}

#[test]
fn a_day_sees_everything_that_can_happen() {
    let plan = plan(7);
    let until = plan.opens_at() + 24 * HOUR;
    let lives = lives(plan, until);
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
    let is_untracked = |life: &Life| life.order.order_type == WireOrderType::Delivery && life.goes(4, 12);
    assert!(lives.iter().any(is_untracked));
    let orders = || lives.iter().map(|life| &life.order);
    let notes: BTreeSet<_> = orders().flat_map(|order| &order.updates).filter_map(|update| update.note).collect();
    assert!(notes.contains("325 astetta, pari minuuttia.") && notes.len() > 12, "{notes:?}");
    let is_home =
        |order: &&OrderPlan| SHOPS.iter().any(|s| s.restaurant_id == order.restaurant_id && s.city == "Helsinki");
    assert!(orders().filter(is_home).count() * 10 > lives.len() * 7, "the life is where the map is");
    let silent = self::plan(7)
        .take(1200)
        .filter(|planned| matches!(planned, PlannedEvent::Batch(batch) if batch.silence.is_some()));
    assert!(silent.count() > 5, "cars fall silent");
}

#[test]
fn a_preorder_is_ready_in_time() {
    let parameters = CityParameters { speed: 1.0, ..CityParameters::usual(3) };
    let plan = CityPlan::new(parameters, shops(), CityMenu::built_in()).unwrap();
    let until = plan.opens_at() + 12 * HOUR;
    let lives = lives(plan, until);
    let preorders = lives.iter().filter(|life| life.order.preorder_at.is_some());
    // What nobody tracks is over before its road.
    let is_seen = |life: &&Life| life.order.parcel.is_some() || life.order.order_type != WireOrderType::Delivery;
    for life in preorders.clone().filter(is_seen) {
        let asked = life.order.preorder_at.expect("it is a preorder");
        assert!(life.steps[1].at > life.order.at + 20 * 60, "it waits until its time comes");
        assert!((asked - 10 * 60..=asked).contains(&life.over_at()), "{} {life:?}", asked - life.over_at());
    }
    assert!(preorders.count() > 5);
}

#[test]
fn without_restaurants_there_is_no_city() {
    assert!(CityPlan::new(CityParameters::usual(1), Vec::new(), CityMenu::built_in()).is_none());
    let closed = shops().into_iter().map(|shop| ShopRow { is_active: false, ..shop }).collect();
    assert!(CityPlan::new(CityParameters::usual(1), closed, CityMenu::built_in()).is_none());
}

#[test]
fn a_city_lives_around_the_houses_that_it_knows() {
    let lived: Vec<String> =
        restaurants_with_houses(SHOPS.clone()).into_iter().map(|shop| shop.restaurant_id).collect();
    assert_eq!(lived, ["12", "14", "17", "21", "23", "26", "31", "42", "53"]);
    let elsewhere: Vec<ShopRow> = SHOPS.iter().filter(|shop| !lived.contains(&shop.restaurant_id)).cloned().collect();
    assert_eq!(
        restaurants_with_houses(elsewhere.clone()).len(),
        elsewhere.len(),
        "a chain of other towns lives all the same"
    );
}
