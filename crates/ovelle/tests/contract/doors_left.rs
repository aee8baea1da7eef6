//! When a door of another's is left, whichever batch it is in and whatever became of it; and doors that nobody knows.

use bus::LocalBus;
use deps::Clock;
use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    kitchen::Registered,
    store_contract,
};

use crate::{
    cars::order_at,
    doors::{Nodes, pushed, sent},
    live::watch,
    track,
};

/// The car goes away from the door at 0 m, comes by once more, and is shown there; only where the node to which it reports
/// knows at once what is reported.
async fn leaves(nodes: Nodes<'_>, mine: &Registered) {
    let mut watcher = watch(nodes.customers, mine).await;
    nodes.cars.clock.turn(SignedDuration::from_secs(30));
    nodes.drive(&[(30, 200.0), (35, 6.0)]).await;
    sent(&mut watcher, 200.0).await;
    nodes.shows(mine, 200.0).await;
    nodes.drive(&[(40, 220.0), (45, 230.0)]).await;
    for metres in [220.0, 230.0] {
        sent(&mut watcher, metres).await;
    }
    if std::ptr::eq(nodes.cars, nodes.reports) {
        nodes.drive(&[(50, 6.0)]).await;
        nodes.shows(mine, 6.0).await;
    }
}

/// Each order in a batch of its own: the next customer does not see the first one's door.
pub(crate) async fn the_other_batch(nodes: Nodes<'_>) {
    let (kitchen, first) = (nodes.reports.kitchen(), order_at(nodes.reports, 0.0).await);
    let mine = order_at(nodes.reports, 1_000.0).await;
    for (name, order) in [("a", &first), ("b", &mine)] {
        kitchen.put_batch(name, nodes.car, &[&order.id]).await;
        kitchen.depart(name).await;
    }
    nodes.drive(&[(1, 400.0), (10, 5.0)]).await;
    nodes.shows(&mine, 400.0).await;
    let before = track(nodes.customers, &mine).await["rev"].as_i64().unwrap();
    kitchen.report_status(&first.id, 11).await;
    let after = track(nodes.customers, &mine).await["rev"].as_i64().unwrap();
    assert!(after > before, "so that no node goes on with what it knew");
    nodes.drive(&[(20, 6.0)]).await;
    nodes.shows(&mine, 400.0).await;
    leaves(nodes, &mine).await;
}

/// The next customer's batch departs while the car stands at the first one's door.
pub(crate) async fn a_batch_that_departs_at_a_door(nodes: Nodes<'_>) {
    let (kitchen, first) = (nodes.reports.kitchen(), order_at(nodes.reports, 0.0).await);
    let mine = order_at(nodes.reports, 1_000.0).await;
    kitchen.put_batch("a", nodes.car, &[&first.id]).await;
    kitchen.depart("a").await;
    nodes.drive(&[(1, 400.0), (10, 5.0)]).await;
    kitchen.report_status(&first.id, 11).await;
    let mut watcher = watch(nodes.customers, &mine).await;
    kitchen.put_batch("b", nodes.car, &[&mine.id]).await;
    kitchen.depart("b").await;
    sent(&mut watcher, 400.0).await;
    nodes.shows(&mine, 400.0).await;
    nodes.drive(&[(20, 6.0)]).await;
    nodes.shows(&mine, 400.0).await;
    leaves(nodes, &mine).await;
}

/// Reported 200 m before the door.
pub(crate) async fn an_early_report(nodes: Nodes<'_>) {
    let orders = nodes.depart(&[0.0, 1_000.0]).await;
    let (first, mine) = (&orders[0], &orders[1]);
    nodes.drive(&[(1, 400.0), (5, 200.0)]).await;
    nodes.reports.kitchen().report_status(&first.id, 11).await;
    nodes.drive(&[(10, 180.0), (15, 160.0), (20, 5.0)]).await;
    nodes.shows(mine, 160.0).await;
    nodes.drive(&[(30, 5.0), (40, 6.0)]).await;
    nodes.shows(mine, 160.0).await;
    leaves(nodes, mine).await;
}

/// Reported 200 m before the door by a device whose clock is behind: a report counts from when it came.
pub(crate) async fn an_early_report_of_a_late_clock(nodes: Nodes<'_>) {
    let orders = nodes.depart(&[0.0, 1_000.0]).await;
    nodes.drive(&[(1, 400.0), (5, 200.0)]).await;
    let occurred_at = nodes.reports.clock.now() - SignedDuration::from_mins(20);
    let report = json!({ "status": 11, "occurredAt": occurred_at.to_string() });
    assert_eq!(nodes.reports.kitchen().try_report_status(&orders[0].id, &report).await.status, 200);
    nodes.drive(&[(10, 180.0), (15, 160.0), (20, 5.0), (30, 6.0)]).await;
    nodes.shows(&orders[1], 160.0).await;
    leaves(nodes, &orders[1]).await;
}

/// Cancelled while the car stands at its door.
pub(crate) async fn cancelled_at_its_door(nodes: Nodes<'_>) {
    let orders = nodes.depart(&[0.0, 1_000.0]).await;
    nodes.drive(&[(1, 400.0), (10, 5.0)]).await;
    nodes.reports.kitchen().report_status(&orders[0].id, 13).await;
    nodes.shows(&orders[1], 400.0).await;
    nodes.drive(&[(20, 6.0)]).await;
    nodes.shows(&orders[1], 400.0).await;
    leaves(nodes, &orders[1]).await;
}

/// Taken out while the car stands at its door; what becomes of it in another car is nothing to this one.
pub(crate) async fn taken_out_at_its_door(nodes: Nodes<'_>) {
    let orders = nodes.depart(&[0.0, 1_000.0]).await;
    let (kitchen, first, mine) = (nodes.reports.kitchen(), &orders[0], &orders[1]);
    nodes.drive(&[(1, 400.0), (10, 5.0)]).await;
    kitchen.put_batch("b", nodes.car, &[&mine.id]).await;
    nodes.shows(mine, 400.0).await;
    kitchen.report_status(&first.id, 7).await;
    kitchen.put_batch("c", "auto-2", &[&first.id]).await;
    nodes.drive(&[(20, 6.0)]).await;
    nodes.shows(mine, 400.0).await;
    leaves(nodes, mine).await;
}

macro_rules! on_one_node_and_on_three {
    ($($name:ident: $walk:ident;)*) => { $(
        store_contract!($name, |db| async move {
            $walk(Nodes::one(&TestApp::start(&db).await)).await;
            let [cars, reports, customers] = <[_; 3]>::try_from(LocalBus::nodes(3)).unwrap();
            let cars = Setup::default().bus(cars).start(&db).await;
            // On a day of its own: the orders and batches of the walk before are over.
            cars.clock.turn(SignedDuration::from_hours(72));
            let reports = Setup::default().bus(reports).clock(&cars.clock).start(&db).await;
            let customers = Setup::default().bus(customers).clock(&cars.clock).start(&db).await;
            $walk(Nodes { cars: &cars, reports: &reports, customers: &customers, car: "auto-1" }).await;
        });
    )* };
}

on_one_node_and_on_three! {
    the_doors_of_the_cars_other_batches_are_hidden: the_other_batch;
    a_batch_that_departs_at_a_door_does_not_show_it: a_batch_that_departs_at_a_door;
    a_report_before_the_car_was_there_leaves_nothing: an_early_report;
    a_reporters_late_clock_leaves_nothing: an_early_report_of_a_late_clock;
    a_stop_that_is_cancelled_at_its_door_is_hidden_until_it_is_left: cancelled_at_its_door;
    a_stop_that_is_taken_out_at_its_door_is_hidden_until_it_is_left: taken_out_at_its_door;
}

store_contract!(a_door_that_the_car_never_came_to_counts_for_a_quarter_of_an_hour, |db| async move {
    for (turns, shown) in [(8, 500.0), (9, 20.0)] {
        let app = TestApp::start(&db).await;
        let nodes = Nodes::one(&app);
        app.clock.turn(SignedDuration::from_hours(72 * turns));
        let orders = nodes.depart(&[0.0, 1_000.0]).await;
        nodes.drive(&[(0, 500.0)]).await;
        app.kitchen().report_status(&orders[0].id, 13).await;
        for _ in 1..turns {
            app.clock.turn(SignedDuration::from_secs(100));
            nodes.drive(&[(0, 500.0)]).await;
        }
        app.clock.turn(SignedDuration::from_secs(100));
        nodes.drive(&[(0, 20.0)]).await;
        nodes.shows(&orders[1], shown).await;
    }
});

store_contract!(the_own_door_excuses_nothing_while_another_batch_is_under_way, |db| async move {
    let app = TestApp::start(&db).await;
    let (nodes, kitchen) = (Nodes::one(&app), app.kitchen());
    let (first, mine) = (order_at(&app, 0.0).await, order_at(&app, 100.0).await);
    kitchen.put_batch("a", "auto-1", &[&first.id]).await;
    kitchen.put_batch("b", "auto-1", &[&mine.id]).await;
    kitchen.depart("b").await;
    nodes.drive(&[(1, 400.0), (10, 60.0)]).await;
    nodes.shows(&mine, 60.0).await;
    kitchen.depart("a").await;
    nodes.drive(&[(20, 400.0), (30, 60.0)]).await;
    nodes.shows(&mine, 400.0).await;
    nodes.shows(&first, 400.0).await;
    kitchen.report_status(&first.id, 11).await;
    nodes.shows(&mine, 400.0).await;
    nodes.drive(&[(40, 300.0), (45, 310.0), (52, 60.0)]).await;
    nodes.shows(&mine, 60.0).await;
});

/// A customer whose street is on no map.
fn nowhere() -> Value {
    json!({ "customer": { "streetAddress": "Eiolekatu 999", "city": "Eiole", "postalCode": "99999" } })
}

store_contract!(a_stop_without_a_door_hides_the_car_in_its_turn, |db| async move {
    let app = TestApp::start(&db).await;
    let (nodes, kitchen) = (Nodes::one(&app), app.kitchen());
    let (other, mine) = (kitchen.register(&nowhere()).await, order_at(&app, 1_000.0).await);
    let in_another_batch = order_at(&app, 2_000.0).await;
    kitchen.put_batch("b", "auto-1", &[&other.id, &mine.id]).await;
    kitchen.put_batch("c", "auto-1", &[&in_another_batch.id]).await;
    kitchen.depart("c").await;
    nodes.drive(&[(-5, 500.0)]).await;
    nodes.shows(&in_another_batch, 500.0).await;
    let mut watcher = watch(&app, &mine).await;
    kitchen.depart("b").await;
    nodes.drive(&[(1, 510.0)]).await;
    nodes.shows(&mine, None).await;
    nodes.shows(&in_another_batch, None).await;
    nodes.shows(&other, 510.0).await;
    kitchen.report_status(&other.id, 11).await;
    app.clock.turn(SignedDuration::from_secs(119));
    nodes.drive(&[(0, 520.0)]).await;
    nodes.shows(&mine, None).await;
    assert_eq!(pushed(&mut watcher).await, Vec::<f64>::new());
    app.clock.turn(SignedDuration::from_secs(1));
    nodes.shows(&mine, None).await;
    nodes.drive(&[(0, 530.0)]).await;
    sent(&mut watcher, 530.0).await;
    nodes.shows(&mine, 530.0).await;
    nodes.shows(&in_another_batch, 530.0).await;
});

store_contract!(a_stop_without_a_door_is_the_next_once_the_one_before_is_done, |db| async move {
    let app = TestApp::start(&db).await;
    let (nodes, kitchen) = (Nodes::one(&app), app.kitchen());
    let (first, other) = (order_at(&app, 0.0).await, kitchen.register(&nowhere()).await);
    let mine = order_at(&app, 1_000.0).await;
    kitchen.put_batch("b", "auto-1", &[&first.id, &other.id, &mine.id]).await;
    kitchen.depart("b").await;
    nodes.drive(&[(1, 400.0)]).await;
    nodes.shows(&mine, 400.0).await;
    kitchen.report_status(&first.id, 9).await;
    nodes.shows(&mine, None).await;
    // Put back it is to come, and so is what is behind it.
    kitchen.report_status(&first.id, 8).await;
    nodes.shows(&mine, 400.0).await;
    kitchen.report_status(&first.id, 11).await;
    kitchen.report_status(&other.id, 13).await;
    nodes.drive(&[(60, 500.0)]).await;
    nodes.shows(&mine, None).await;
    app.clock.turn(SignedDuration::from_secs(121));
    nodes.drive(&[(0, 510.0)]).await;
    nodes.shows(&mine, 510.0).await;
});
