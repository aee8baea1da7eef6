//! Every operation of the document, called by everybody.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    board::STAFF_FLAG,
    db::TestDb,
    kitchen::Registered,
    store_contract,
};
use tracking::Limits;

use crate::{
    calls::{call, prepare},
    cast::{Cast, Who},
    people::PEOPLE,
    table::{OPERATIONS, rows, status_of, word_for},
};

/// What a registered order says of a person, and what nobody but its customer may read.
pub(crate) const PERSONAL: [&str; 6] = ["Aino", "Aalto", "000 0000", "Vilhonkatu 4", "B 12", "Ovikoodi"];

/// A server on which nobody is slowed down: this is about rights, not about guesses.
pub(crate) async fn patient(db: &TestDb) -> TestApp {
    let limits = Limits { wrong_keys_per_minute: u32::MAX, places_per_minute: u32::MAX, ..Limits::default() };
    Setup::default().limits(limits).flag(STAFF_FLAG).flag("--oidc-issuer=embedded").start(db).await
}

/// The names of the document's operations.
async fn documented(app: &TestApp) -> BTreeSet<String> {
    let document = app.http.get(app.url("/api/openapi.json")).send().await.unwrap().text().await.unwrap();
    let document: Value = serde_json::from_str(&document).unwrap();
    let items = document["paths"].as_object().unwrap().values().filter_map(Value::as_object);
    items.flat_map(serde_json::Map::values).map(|one| one["operationId"].as_str().unwrap().to_owned()).collect()
}

/// An order of the bound key's restaurant, under a name by which the chain's key knows it: that of its key.
async fn register(app: &TestApp, nth: usize) -> Registered {
    let name = format!("name-{nth}");
    let order = app.kitchen().register(&json!({ "externalId": name })).await;
    app.kitchen().try_report_status(&order.id, &json!({ "status": 1, "staffNote": "Aino Aalto soitti." })).await;
    order
}

/// An order as a dispatcher reads it: all of its state but the estimate, which cars and the clock move.
async fn state(app: &TestApp, order: &Registered) -> Value {
    let path = format!("/api/dispatch/orders/{}", order.id);
    let mut state = app.kitchen().call(Method::GET, &path, &Value::Null).await.body;
    for moving in ["estimate", "late"] {
        state[moving].take();
    }
    state
}

/// The word for what came: that of the code, or whether a success shows the order.
fn word(status: u16, body: &Value, shows: bool, order: &Registered) -> String {
    // Items of a bulk call stand alone; here there is one.
    let body = body["results"].get(0).unwrap_or(body);
    match body["messageCode"].as_str() {
        Some(code) => word_for(code).map_or_else(|| format!("{status}:{code}"), str::to_owned),
        None if !(200..300).contains(&status) && status != 101 => status.to_string(),
        None if shows && !body.to_string().contains(&format!("\"{}\"", order.id)) => "nothing".to_owned(),
        None => "ok".to_owned(),
    }
}

/// Makes each call of a table by everybody of its columns, and holds what came against its words.
async fn hold(db: &TestDb, table: &'static str, columns: &[Who]) {
    let app = patient(db).await;
    let cast = Cast::gather(&app, db).await;
    let table = rows(table, columns);
    let named: BTreeSet<String> =
        table.iter().map(|(name, _)| name.split(' ').next().unwrap_or_default().to_owned()).collect();
    assert_eq!(named, documented(&app).await, "each operation has its row, and each row its operation");

    let (mut wrong, mut refusals) = (Vec::new(), BTreeMap::new());
    for (nth, (row, expected)) in table.into_iter().enumerate() {
        for (column, (who, expected)) in columns.iter().copied().zip(expected).enumerate() {
            let number = nth * columns.len() + column;
            let mut order = register(&app, number).await;
            prepare(&app, row, &order, &cast).await;
            let before = state(&app, &order).await;
            let pass = cast.pass(&app, who, &order).await;
            if row.ends_with("by name") {
                order.key = format!("name-{number}");
            }
            let call = call(&app, row, &order, &cast, who, &pass);
            let (status, body) = call.make(&app, &pass).await;
            let got = word(status, &body, call.shows, &order);
            if got != expected {
                wrong.push(format!("{row} by {who:?}: {expected} was expected, not {got} ({status} {body})"));
                continue;
            }
            if let Some(status_expected) = status_of(expected) {
                assert!(status == status_expected || row == "setStatuses", "{row} by {who:?}: {status}");
                let error = body["results"].get(0).unwrap_or(&body).clone();
                let text = error.to_string();
                assert!(!PERSONAL.iter().any(|personal| text.contains(personal)), "{row} by {who:?}: {text}");
                let first = refusals.entry(expected).or_insert_with(|| error.clone());
                let mut alike = error.clone();
                // Which of the caller's own stops it is about.
                alike["metadata"].as_object_mut().unwrap().remove("orderId");
                assert_eq!(alike, *first, "{row} by {who:?}: refusals of a kind do not differ by a letter");
                assert_eq!(state(&app, &order).await, before, "{row} by {who:?}: what is refused does nothing");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

// spec: T-01
store_contract!(every_operation_answers_everybody_as_the_table_says, |db| async move {
    hold(&db, OPERATIONS, &Who::ALL).await;
});

store_contract!(every_operation_tells_accounts_and_roles_apart_as_the_table_says, |db| async move {
    hold(&db, PEOPLE, &Who::PEOPLE).await;
});

store_contract!(a_wrong_key_and_an_unknown_order_are_one_answer_in_every_call, |db| async move {
    let app = patient(&db).await;
    let cast = Cast::gather(&app, &db).await;
    let answer = async |row: &str, order: &Registered| {
        let mut call = call(&app, row, order, &cast, Who::Nobody, &crate::cast::Pass::default());
        call.path = call.path.replace("nothing-to-show", &order.key);
        let mut request = app.http.request(call.method.clone(), app.url(&call.path));
        if !call.body.is_null() {
            request = request.body(call.body.to_string());
        }
        let response = request.send().await.unwrap();
        let mut headers: BTreeMap<String, String> = BTreeMap::new();
        for (name, value) in response.headers() {
            headers.insert(name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned());
        }
        // Each call has its own number and moment.
        headers.retain(|name, _| !["x-request-id", "date"].contains(&name.as_str()));
        (response.status().as_u16(), headers, response.text().await.unwrap())
    };
    for (nth, row) in ["trackOrder", "locateCar", "locateCarV1", "giveFeedback"].into_iter().enumerate() {
        let order = register(&app, nth).await;
        prepare(&app, row, &order, &cast).await;
        let other = register(&app, 100 + nth).await;
        let with = |id: &str, key: &str| Registered { id: id.to_owned(), key: key.to_owned() };
        assert_eq!(answer(row, &order).await.0, 200, "{row}");
        let wrong = answer(row, &with(&order.id, &other.key)).await;
        assert_eq!(wrong.0, 404, "{row}");
        let shorter = &order.key[..order.key.len() - 1];
        let unknown = [
            with(&order.id, shorter),
            with(&order.id, &format!("{}x", order.key)),
            with(&order.id, &order.key.to_lowercase()),
            with("424242", &order.key),
            with("99999999999999999999", &order.key),
            with("-1", &order.key),
            with(&format!("0{}", order.id), &order.key),
            with("ext:name-0", &order.key),
            with("%00", &order.key),
        ];
        for case in unknown {
            if case.key != order.key || case.id != order.id {
                assert_eq!(answer(row, &case).await, wrong, "{row}: {case:?}");
            }
        }
    }
});
