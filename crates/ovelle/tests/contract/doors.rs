//! No door of another's is ever shown: on each road on which a customer is told where their car is.

use bus::LocalBus;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    kitchen::Registered,
    store_contract,
    watcher::Watcher,
};

use crate::{
    cars::{car_location, north, order_at, rounded, second, shown_lat},
    live::watch,
};

/// The nodes at which a car reports, kitchens report and customers watch: three, or one for all.
#[derive(Clone, Copy)]
pub(crate) struct Nodes<'a> {
    pub(crate) cars: &'a TestApp,
    pub(crate) reports: &'a TestApp,
    pub(crate) customers: &'a TestApp,
    pub(crate) car: &'static str,
}

impl<'a> Nodes<'a> {
    pub(crate) fn one(app: &'a TestApp) -> Self {
        Self { cars: app, reports: app, customers: app, car: "auto-1" }
    }

    /// Orders at doors so many metres north, on their way in this order.
    pub(crate) async fn depart(self, doors: &[f64]) -> Vec<Registered> {
        let mut orders = Vec::new();
        for metres in doors {
            orders.push(order_at(self.reports, *metres).await);
        }
        let stops: Vec<&str> = orders.iter().map(|order| order.id.as_str()).collect();
        self.reports.kitchen().put_batch("b", self.car, &stops).await;
        self.reports.kitchen().depart("b").await;
        orders
    }

    /// The car reports at these seconds.
    pub(crate) async fn drive(self, places: &[(i64, f64)]) {
        for (seconds, metres) in places {
            self.cars.kitchen().position(self.car, north(*metres), second(self.cars, *seconds)).await;
        }
    }

    /// Where each road but the push shows the order's car: who polls, comes, and comes back.
    pub(crate) async fn asked(self, order: &Registered) -> Vec<Option<f64>> {
        let place = |car: &Value| (!car.is_null()).then(|| shown_lat(car));
        let polled = car_location(self.customers, order).await;
        let mut shown = vec![(polled.status == 200).then(|| shown_lat(&polled.body))];
        let mut line = Watcher::open(self.customers).await;
        line.subscribe(order, None).await;
        line.expect("subscribed").await;
        let snapshot = line.expect("snapshot").await;
        shown.push(place(&snapshot["car"]));
        let mut back = Watcher::open(self.customers).await;
        back.subscribe(order, snapshot["seq"].as_i64()).await;
        shown.push(pushed(&mut back).await.pop());
        shown
    }

    /// Checks that each road shows the car in this place, or nowhere.
    pub(crate) async fn shows(self, order: &Registered, metres: impl Into<Option<f64>>) {
        let metres = metres.into();
        assert_eq!(self.asked(order).await, [metres.map(rounded); 3], "polled, at first, and coming back");
    }
}

/// The places that a watcher was sent by now.
pub(crate) async fn pushed(watcher: &mut Watcher) -> Vec<f64> {
    watcher.say(r#"{"type":"ping"}"#).await;
    let mut seen = Vec::new();
    loop {
        let frame = watcher.frame().await;
        match frame["type"].as_str().unwrap() {
            "pong" => return seen,
            "position" => seen.push(shown_lat(&frame)),
            _ => {}
        }
    }
}

/// Waits until a watcher is sent a place, and checks that no other came before.
pub(crate) async fn sent(watcher: &mut Watcher, metres: f64) {
    loop {
        let frame = watcher.frame().await;
        if frame["type"] == "position" {
            assert_eq!(shown_lat(&frame), rounded(metres));
            return;
        }
    }
}

/// Waits until a watcher is told how many stops come before.
async fn stops_before(watcher: &mut Watcher, many: u32) {
    loop {
        let frame = watcher.frame().await;
        assert_ne!(frame["type"], "position", "{frame}");
        if frame["stopsBefore"] == many {
            return;
        }
    }
}

/// The door before the customer's own, on all roads: on the way, at the door, after the report, and when it was left.
pub(crate) async fn the_door_before(nodes: Nodes<'_>) {
    let orders = nodes.depart(&[0.0, 1_000.0]).await;
    let (first, mine) = (&orders[0], &orders[1]);
    let mut watcher = watch(nodes.customers, mine).await;
    nodes.drive(&[(1, 400.0), (6, 160.0)]).await;
    sent(&mut watcher, 400.0).await;
    sent(&mut watcher, 160.0).await;
    nodes.drive(&[(10, 5.0)]).await;
    nodes.shows(mine, 160.0).await;
    nodes.reports.kitchen().report_status(&first.id, 11).await;
    stops_before(&mut watcher, 0).await;
    nodes.shows(mine, 160.0).await;
    nodes.drive(&[(20, 8.0), (30, 120.0)]).await;
    nodes.shows(mine, 160.0).await;
    // One position outside is not leaving.
    nodes.drive(&[(40, 200.0)]).await;
    sent(&mut watcher, 200.0).await;
    nodes.drive(&[(45, 8.0)]).await;
    nodes.shows(mine, 200.0).await;
    nodes.drive(&[(50, 210.0)]).await;
    sent(&mut watcher, 210.0).await;
    nodes.shows(mine, 210.0).await;
}

store_contract!(the_door_before_is_hidden_until_the_car_has_left_it, |db| async move {
    let app = TestApp::start(&db).await;
    let nodes = Nodes::one(&app);
    the_door_before(nodes).await;
});

store_contract!(it_is_so_whichever_nodes_are_told, |db| async move {
    let [cars, reports, customers] = <[_; 3]>::try_from(LocalBus::nodes(3)).unwrap();
    let cars = Setup::default().bus(cars).start(&db).await;
    let reports = Setup::default().bus(reports).clock(&cars.clock).start(&db).await;
    let customers = Setup::default().bus(customers).clock(&cars.clock).start(&db).await;
    the_door_before(Nodes { cars: &cars, reports: &reports, customers: &customers, car: "auto-1" }).await;
});

store_contract!(a_door_that_was_left_may_be_passed_until_it_is_to_come_again, |db| async move {
    let app = TestApp::start(&db).await;
    let (nodes, kitchen) = (Nodes::one(&app), app.kitchen());
    let orders = nodes.depart(&[0.0, 1_000.0]).await;
    let (first, mine) = (&orders[0], &orders[1]);
    nodes.drive(&[(1, 5.0)]).await;
    kitchen.report_status(&first.id, 9).await;
    nodes.shows(mine, None).await;
    let mut watcher = watch(&app, mine).await;
    nodes.drive(&[(11, 200.0), (16, 210.0), (21, 20.0)]).await;
    for metres in [200.0, 210.0, 20.0] {
        sent(&mut watcher, metres).await;
    }
    nodes.shows(mine, 20.0).await;
    // Who is there keeps what was sent; who comes is shown the last place outside.
    kitchen.report_status(&first.id, 8).await;
    stops_before(&mut watcher, 1).await;
    nodes.shows(mine, 210.0).await;
    nodes.drive(&[(31, 10.0)]).await;
    kitchen.report_status(&first.id, 9).await;
    stops_before(&mut watcher, 0).await;
    nodes.shows(mine, 210.0).await;
    nodes.drive(&[(41, 300.0), (46, 310.0), (56, 10.0)]).await;
    for metres in [300.0, 310.0, 10.0] {
        sent(&mut watcher, metres).await;
    }
});

store_contract!(a_door_that_was_reached_is_hidden_when_the_rest_is_planned_anew, |db| async move {
    let app = TestApp::start(&db).await;
    let (nodes, kitchen) = (Nodes::one(&app), app.kitchen());
    let orders = nodes.depart(&[0.0, 2_000.0, 1_000.0]).await;
    nodes.drive(&[(1, 300.0), (11, 5.0)]).await;
    kitchen.report_status(&orders[0].id, 11).await;
    kitchen.put_batch("b", "auto-1", &[&orders[2].id, &orders[1].id]).await;
    for order in &orders[1..] {
        nodes.shows(order, 300.0).await;
    }
    nodes.drive(&[(21, 200.0)]).await;
    nodes.shows(&orders[2], 200.0).await;
});

store_contract!(a_door_that_comes_later_is_hidden_too, |db| async move {
    let app = TestApp::start(&db).await;
    let (nodes, kitchen) = (Nodes::one(&app), app.kitchen());
    let orders = nodes.depart(&[1_000.0, 0.0]).await;
    let (mine, later) = (&orders[0], &orders[1]);
    let mut watcher = watch(&app, mine).await;
    nodes.drive(&[(1, 200.0), (11, 20.0)]).await;
    sent(&mut watcher, 200.0).await;
    nodes.shows(mine, 200.0).await;
    // Out of turn: it is done, left, passed again, and put back.
    kitchen.report_status(&later.id, 9).await;
    nodes.drive(&[(21, 100.0)]).await;
    nodes.shows(mine, 200.0).await;
    nodes.drive(&[(31, 300.0), (36, 310.0), (46, 20.0)]).await;
    for metres in [300.0, 310.0, 20.0] {
        sent(&mut watcher, metres).await;
    }
    kitchen.report_status(&later.id, 8).await;
    nodes.drive(&[(51, 25.0)]).await;
    nodes.shows(mine, 310.0).await;
});

store_contract!(between_near_doors_the_own_counts_in_its_turn, |db| async move {
    let app = TestApp::start(&db).await;
    let (nodes, kitchen) = (Nodes::one(&app), app.kitchen());
    let orders = nodes.depart(&[0.0, 120.0, 60.0]).await;
    let (first, mine) = (&orders[0], &orders[1]);
    nodes.drive(&[(1, 300.0), (11, 110.0)]).await;
    nodes.shows(mine, 300.0).await;
    kitchen.report_status(&first.id, 11).await;
    nodes.drive(&[(21, 115.0)]).await;
    nodes.shows(mine, 300.0).await;
    nodes.drive(&[(31, 160.0)]).await;
    nodes.shows(mine, 300.0).await;
    nodes.drive(&[(36, 165.0)]).await;
    // The third is to come, and their own door counts.
    nodes.shows(mine, 165.0).await;
    nodes.drive(&[(41, 120.0)]).await;
    nodes.shows(mine, 120.0).await;
    nodes.shows(&orders[2], 300.0).await;
});

store_contract!(the_last_known_position_is_hidden_at_a_door_too, |db| async move {
    let app = TestApp::start(&db).await;
    let (nodes, kitchen) = (Nodes::one(&app), app.kitchen());
    let (mine, other) = (order_at(&app, 1_000.0).await, order_at(&app, 0.0).await);
    // Before the batch is known, and after it.
    nodes.drive(&[(1, 20.0)]).await;
    kitchen.put_batch("b", "auto-1", &[&mine.id, &other.id]).await;
    let mut watcher = watch(&app, &mine).await;
    kitchen.depart("b").await;
    while watcher.expect("status").await["status"] != 8 {}
    assert_eq!(pushed(&mut watcher).await, Vec::<f64>::new());
    nodes.shows(&mine, None).await;
    nodes.drive(&[(11, 30.0)]).await;
    nodes.shows(&mine, None).await;
    nodes.drive(&[(21, 200.0)]).await;
    sent(&mut watcher, 200.0).await;
});

store_contract!(bad_positions_move_neither_car_nor_estimate, |db| async move {
    let app = TestApp::start(&db).await;
    let (nodes, kitchen) = (Nodes::one(&app), app.kitchen());
    let orders = nodes.depart(&[0.0]).await;
    nodes.drive(&[(1, 2_000.0)]).await;
    let mut watcher = watch(&app, &orders[0]).await;
    while crate::track(&app, &orders[0]).await["estimate"]["basis"] != "car" {}
    let estimate = crate::track(&app, &orders[0]).await["estimate"].clone();
    let bad = |seconds, metres: f64, accuracy: f64| {
        let (lat, lng) = north(metres);
        json!({ "lat": lat, "lng": lng, "at": second(&app, seconds), "accuracyM": accuracy })
    };
    for position in [bad(5, 1_990.0, 101.0), bad(6, 300.0, 10.0), bad(7, 310.0, 500.0), bad(8, 290.0, 10.0)] {
        let taken = kitchen.try_position("auto-1", &position).await;
        assert_eq!((taken.status.as_u16(), &taken.body), (202, &json!({ "accepted": 1, "stale": 0 })));
        nodes.shows(&orders[0], 2_000.0).await;
    }
    assert_eq!(pushed(&mut watcher).await, Vec::<f64>::new());
    assert_eq!(crate::track(&app, &orders[0]).await["estimate"], estimate);
    // The third that agrees is believed; so is what the car says from there on.
    let rest = kitchen.try_position("auto-1", &json!([bad(9, 280.0, 10.0), bad(10, 270.0, 10.0)])).await;
    assert_eq!(rest.body, json!({ "accepted": 2, "stale": 0 }));
    sent(&mut watcher, 270.0).await;
    nodes.shows(&orders[0], 270.0).await;
});
