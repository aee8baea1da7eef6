//! The cars of a board: for those who ask, where they truly are, and no others' than their restaurants'.

use std::{collections::BTreeMap, time::Duration};

use bus::LocalBus;
use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    board::{BoardPage, STAFF_FLAG, STAFF_TOKEN},
    db::{DatabaseKind, TestDb},
    staff::StaffClient,
    store_contract,
    watcher::Watcher,
};
use tracking::Limits;

/// Bounds under which cars are told of as soon as they move.
fn quick() -> Limits {
    Limits { board_cars: Duration::from_millis(10), ..Limits::default() }
}

async fn start(db: &TestDb) -> TestApp {
    Setup::default().flag(STAFF_FLAG).limits(quick()).start(db).await
}

/// A page that shows the board's cars, made of the frames that came and nothing else.
struct CarsPage {
    line: Watcher,
    cars: BTreeMap<String, Value>,
    frames: usize,
}

impl CarsPage {
    async fn open(app: &TestApp, token: &str, restaurants: &[&str]) -> Self {
        Self::open_on(Watcher::open(app).await, token, restaurants).await
    }

    async fn open_on(mut line: Watcher, token: &str, restaurants: &[&str]) -> Self {
        ask(&mut line, token, restaurants).await;
        line.expect("board").await;
        let whole = line.expect("cars").await;
        let mut page = Self { line, cars: BTreeMap::new(), frames: 0 };
        page.take(&whole);
        page
    }

    /// Takes the cars of a frame, and says whether it had some.
    fn take(&mut self, frame: &Value) -> bool {
        if frame["type"] != "cars" {
            assert_eq!(frame["type"], "board", "{frame}");
            return false;
        }
        let (cars, removed) = (frame["cars"].as_array().unwrap(), frame["removed"].as_array().unwrap());
        assert!(self.frames == 0 || !(cars.is_empty() && removed.is_empty()), "nothing is not told");
        assert!(self.frames > 0 || removed.is_empty(), "the first frame is the whole");
        for car in cars {
            self.cars.insert(car["carId"].as_str().unwrap().to_owned(), car.clone());
        }
        for car in removed {
            assert!(self.cars.remove(car.as_str().unwrap()).is_some(), "{car} left without having been there");
        }
        self.frames += 1;
        true
    }

    /// The next frame of cars; those of the board are passed over.
    async fn read(&mut self) -> Value {
        loop {
            let frame = self.line.frame().await;
            if self.take(&frame) {
                return frame;
            }
        }
    }

    async fn read_until(&mut self, are_so: impl Fn(&BTreeMap<String, Value>) -> bool) {
        while !are_so(&self.cars) {
            self.read().await;
        }
    }

    /// The refusal that comes next; what the board tells meanwhile goes on beside it.
    async fn refusal(&mut self) -> Value {
        loop {
            let frame = self.line.frame().await;
            if frame["type"] == "error" {
                return frame;
            }
            self.take(&frame);
        }
    }

    fn names(&self) -> Vec<&str> {
        self.cars.keys().map(String::as_str).collect()
    }
}

async fn ask(line: &mut Watcher, token: &str, restaurants: &[&str]) {
    let ask = json!({ "type": "subscribe", "topic": "board", "token": token, "restaurantIds": restaurants,
                      "cars": true });
    line.say(&ask.to_string()).await;
}

/// So many seconds after the beginning of the test's day.
fn second(app: &TestApp, seconds: i64) -> Timestamp {
    deps::Clock::now(&app.clock) + SignedDuration::from_secs(seconds)
}

/// A place on the way, by its number, 33 m from the next; to five decimals, as places are kept.
fn place(step: i32) -> (f64, f64) {
    (f64::from(6_017_000 + 30 * step) / 100_000.0, 24.94)
}

/// An order of a restaurant that this car brings now.
async fn on_the_road(app: &TestApp, restaurant: &str, car: &str) -> String {
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({ "restaurantId": restaurant })).await.id;
    let batch = format!("batch of {order}");
    kitchen.put_batch(&batch, car, &[&order]).await;
    kitchen.depart(&batch).await;
    order
}

store_contract!(who_does_not_ask_is_not_told, |db| async move {
    let app = start(&db).await;
    on_the_road(&app, "12", "auto-1").await;
    let mut asking = CarsPage::open(&app, STAFF_TOKEN, &[]).await;
    let mut line = Watcher::open(&app).await;
    line.say(&json!({ "type": "subscribe", "topic": "board", "token": STAFF_TOKEN, "cars": false }).to_string()).await;
    line.expect("board").await;
    app.kitchen().position("auto-1", place(1), second(&app, 0)).await;
    asking.read_until(|cars| cars.len() == 1).await;
    line.say(r#"{"type":"ping"}"#).await;
    let mut kinds = Vec::new();
    while kinds.last() != Some(&json!("pong")) {
        kinds.push(line.frame().await["type"].clone());
    }
    assert!(!kinds.contains(&json!("cars")), "{kinds:?}");
});

store_contract!(a_row_says_since_when_its_car_is_not_heard, |db| async move {
    let silence = Duration::from_millis(50);
    let limits = Limits { orders: orders::OrderLimits { silence, ..orders::OrderLimits::default() }, ..quick() };
    let app = Setup::default().flag(STAFF_FLAG).limits(limits).start(&db).await;
    let kitchen = app.kitchen();
    let mut page = BoardPage::open(&app, STAFF_TOKEN, &[]).await;
    let departed = json!(second(&app, 0));
    let order = on_the_road(&app, "12", "auto-1").await;
    page.read_until(|rows| rows.get(&order).is_some_and(|row| row["status"] == 8)).await;
    assert_eq!(page.rows[&order]["carUnheardSince"], departed, "nobody has heard it since it left");
    kitchen.position("auto-1", place(1), second(&app, 0)).await;
    page.read_until(|rows| rows[&order]["carUnheardSince"].is_null()).await;
    app.clock.turn(SignedDuration::from_secs(121));
    page.read_until(|rows| !rows[&order]["carUnheardSince"].is_null()).await;
    let since: Timestamp = page.rows[&order]["carUnheardSince"].as_str().unwrap().parse().unwrap();
    let ago = second(&app, 0).duration_since(since).as_secs();
    assert!((119..=130).contains(&ago), "{ago} s ago");
    kitchen.report_status(&order, 9).await;
    page.read_until(|rows| rows[&order]["status"] == 9).await;
    assert_eq!(page.rows[&order]["carUnheardSince"], Value::Null, "on the road alone");
});

store_contract!(cars_come_whole_then_those_that_moved_and_those_that_left, |db| async move {
    let app = start(&db).await;
    let kitchen = app.kitchen();
    let mut early = CarsPage::open(&app, STAFF_TOKEN, &[]).await;
    assert_eq!((early.frames, early.cars.len()), (1, 0), "that there are none is told, too");
    let first = on_the_road(&app, "12", "auto-1").await;
    let second_order = on_the_road(&app, "14", "Åken \"auto\"").await;
    let (lat, lng) = place(1);
    let here = json!({ "lat": lat, "lng": lng, "at": second(&app, -5), "headingDeg": 84, "speedKmh": 31.5 });
    assert_eq!(kitchen.try_position("auto-1", &here).await.status, 202);
    kitchen.position("Åken \"auto\"", place(7), second(&app, -5)).await;
    early.read_until(|cars| cars.len() == 2).await;
    let mut page = CarsPage::open(&app, STAFF_TOKEN, &[]).await;
    assert_eq!(page.cars, early.cars);
    let expected = json!({ "carId": "auto-1", "lat": lat, "lng": lng, "headingDeg": 84.0, "speedKmh": 31.5,
                           "at": second(&app, -5) });
    assert_eq!(page.cars["auto-1"], expected);

    kitchen.position("auto-1", place(2), second(&app, 0)).await;
    let moved = page.read().await;
    assert_eq!((&moved["cars"][0]["lat"], &moved["removed"]), (&json!(place(2).0), &json!([])));
    assert_eq!(moved["cars"].as_array().unwrap().len(), 1, "only what has changed");

    // At the door it is on the road for nobody; on a second try it is again, where it was last seen.
    kitchen.report_status(&first, 9).await;
    assert_eq!(page.read().await["removed"], json!(["auto-1"]));
    kitchen.position("auto-1", place(3), second(&app, 1)).await;
    kitchen.report_status(&first, 8).await;
    page.read_until(|cars| cars.len() == 2).await;
    assert_eq!(page.cars["auto-1"]["lat"], json!(place(3).0));

    // One falls silent, the other goes on.
    app.clock.turn(SignedDuration::from_secs(116));
    kitchen.position("auto-1", place(4), second(&app, 0)).await;
    page.read_until(|cars| !cars.contains_key("Åken \"auto\"")).await;
    page.read_until(|cars| cars["auto-1"]["lat"] == json!(place(4).0)).await;
    kitchen.position("Åken \"auto\"", place(8), second(&app, 0)).await;
    page.read_until(|cars| cars.len() == 2).await;
    kitchen.report_status(&first, 13).await;
    kitchen.report_status(&second_order, 11).await;
    page.read_until(BTreeMap::is_empty).await;
    page.line.say(r#"{"type":"unsubscribe","topic":"board"}"#).await;
    page.line.expect_silence().await;
});

// The staff see where a car is also near the doors of its other stops.
store_contract!(the_staff_see_a_car_at_every_door, |db| async move {
    let app = start(&db).await;
    let kitchen = app.kitchen();
    let door = |metres: f64| {
        json!({ "customer": { "streetAddress": "Katu 1", "city": "Helsinki", "postalCode": "00100",
                              "coordinates": { "lat": 60.17 + metres / 111_300.0, "lng": 24.94 } } })
    };
    let (first, last) = (kitchen.register(&door(0.0)).await, kitchen.register(&door(900.0)).await);
    kitchen.put_batch("b", "auto-1", &[&first.id, &last.id]).await;
    kitchen.depart("b").await;
    kitchen.position("auto-1", (60.17, 24.94), second(&app, 0)).await;
    let page = CarsPage::open(&app, STAFF_TOKEN, &[]).await;
    assert_eq!(page.cars["auto-1"]["lat"], json!(60.17));
});

store_contract!(people_see_the_cars_of_their_restaurants_alone, |db| async move {
    let app = start(&db).await;
    let kitchen = app.kitchen();
    on_the_road(&app, "12", "auto-1").await;
    on_the_road(&app, "14", "auto-2").await;
    kitchen.position("auto-1", place(1), second(&app, 0)).await;
    kitchen.position("auto-2", place(2), second(&app, 0)).await;
    let person = StaffClient::signed_in(&app, "aino@ovelle.example", &[12]).await;
    let mut bound = CarsPage::open(&app, &person.live_token().await, &[]).await;
    assert_eq!(bound.names(), ["auto-1"]);
    let mut chosen = CarsPage::open(&app, STAFF_TOKEN, &["14"]).await;
    assert_eq!(chosen.names(), ["auto-2"]);
    kitchen.position("auto-2", place(3), second(&app, 1)).await;
    chosen.read().await;
    kitchen.position("auto-1", place(2), second(&app, 1)).await;
    let moved = bound.read().await;
    assert_eq!((&moved["cars"][0]["carId"], bound.frames), (&json!("auto-1"), 2));

    ask(&mut bound.line, &person.live_token().await, &["14"]).await;
    assert_eq!(bound.refusal().await["code"], "board/forbidden");
});

store_contract!(a_session_that_ends_takes_its_cars_along, |db| async move {
    let limits = Limits { sweep: Duration::from_secs(3600), ..quick() };
    let app = Setup::default().flag(STAFF_FLAG).limits(limits).start(&db).await;
    on_the_road(&app, "12", "auto-1").await;
    let person = StaffClient::signed_in(&app, "aino@ovelle.example", &[]).await;
    let mut page = CarsPage::open(&app, &person.live_token().await, &[]).await;
    let mut staying = CarsPage::open(&app, STAFF_TOKEN, &[]).await;
    assert_eq!(person.call(Method::POST, "/api/users/staff/sign-out", &Value::Null).await.status, 204);
    app.node().hub().sweep().await;
    assert_eq!(page.refusal().await["code"], "board/session-ended");
    for step in 1..4 {
        app.kitchen().position("auto-1", place(step), second(&app, i64::from(step))).await;
        staying.read_until(|cars| cars.get("auto-1").is_some_and(|car| car["lat"] == json!(place(step).0))).await;
    }
    page.line.expect_silence().await;
});

store_contract!(a_car_that_reports_to_one_node_shows_on_the_others_board, |db| async move {
    let setup = || Setup::default().flag(STAFF_FLAG).limits(quick());
    let [first, second_node] = match db.kind() {
        DatabaseKind::Postgres => [setup(), setup()],
        DatabaseKind::Sqlite => {
            let mut places = LocalBus::nodes(2);
            let second = places.remove(1);
            [setup().bus(places.remove(0)), setup().bus(second)]
        }
    };
    let a = first.start(&db).await;
    let b = second_node.clock(&a.clock).start(&db).await;
    let mut page = CarsPage::open(&b, STAFF_TOKEN, &[]).await;
    let order = on_the_road(&a, "12", "auto-1").await;
    for step in 1..4 {
        a.kitchen().position("auto-1", place(step), second(&a, i64::from(step))).await;
        page.read_until(|cars| cars.get("auto-1").is_some_and(|car| car["lat"] == json!(place(step).0))).await;
    }
    a.kitchen().report_status(&order, 11).await;
    page.read_until(BTreeMap::is_empty).await;
});

store_contract!(a_page_that_reads_slowly_is_told_less_often_and_comes_to_the_same, |db| async move {
    // However busy the machine is, it is not cut off for reading too little.
    let mut patient = quick();
    patient.live.stuck_write = Duration::from_secs(600);
    let app = Setup::default().flag(STAFF_FLAG).limits(patient).start(&db).await;
    let kitchen = app.kitchen();
    // Names so long that few steps fill what the kernels take.
    let names: Vec<String> = (0..8).map(|number| format!("auto {number} {}", "å".repeat(90))).collect();
    for name in &names {
        on_the_road(&app, "12", name).await;
    }
    let mut slow = CarsPage::open_on(Watcher::open_narrow(&app).await, STAFF_TOKEN, &[]).await;
    let mut quick = CarsPage::open(&app, STAFF_TOKEN, &[]).await;
    for step in 1..=40 {
        for name in &names {
            kitchen.position(name, place(step), second(&app, i64::from(step))).await;
        }
        quick.read_until(|cars| cars.len() == 8 && cars.values().all(|car| car["lat"] == json!(place(step).0))).await;
        if step % 5 == 0 {
            slow.read().await;
        }
    }
    slow.read_until(|cars| cars == &quick.cars).await;
    assert!(slow.frames < quick.frames, "{} frames against {}", slow.frames, quick.frames);
});
