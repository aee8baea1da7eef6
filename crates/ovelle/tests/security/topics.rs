//! Every topic of the live line and every call of the dispatch line, asked for by everybody.

use std::collections::{BTreeMap, BTreeSet};

use deps::Clock;
use serde_json::{Value, json};
use testkit::{
    app::{BOUND_TO, FOREIGN, TestApp},
    db::TestDb,
    dispatcher::DispatchClient,
    kitchen::Registered,
    store_contract,
    watcher::{SocketEvent, Watcher},
};

use crate::{
    cast::{Cast, Who},
    operations::{PERSONAL, patient},
    people::TOPICS_OF_PEOPLE,
    table::{TOPICS, rows, word_for},
};

/// What a row asks for in the document's words: a topic of the live line, or a call of the dispatch line.
fn asked(row: &str) -> &str {
    row.split(' ').next().unwrap_or_default()
}

/// The values that one field may have in the forms of a frame.
fn values(document: &Value, frame: &str, field: &str) -> BTreeSet<String> {
    let forms = document["components"]["schemas"][frame]["oneOf"].as_array().unwrap();
    let parts = |form: &Value| form["allOf"].as_array().cloned().unwrap_or_else(|| vec![form.clone()]);
    let values = forms
        .iter()
        .flat_map(parts)
        .filter_map(|part| part["properties"][field]["enum"][0].as_str().map(str::to_owned));
    values.collect()
}

/// What came of asking: the word, and the frame that it was read from.
async fn ask(app: &TestApp, cast: &Cast, row: &str, who: Who, order: &Registered, waits: bool) -> (String, Value) {
    let topic = asked(row);
    if ["status", "position", "watch"].contains(&topic) {
        return ask_dispatch(app, cast, topic, who, order).await;
    }
    let pass = cast.pass(app, who, order).await;
    let mut frame = json!({ "type": "subscribe", "topic": topic });
    match row {
        "order by key" => {
            frame["orderId"] = json!(order.id);
            frame["orderKey"] = json!(pass.secret());
        }
        "order by token" => {
            frame["orderId"] = json!(order.id);
            frame["token"] = json!(cast.live_token(app, who, order).await);
        }
        "shop" => {
            frame["restaurantId"] = json!(BOUND_TO);
            frame["orderType"] = json!("pickup");
        }
        _ => {
            frame["token"] = json!(cast.live_token(app, who, order).await);
            if row != "board" {
                frame["restaurantIds"] = json!([BOUND_TO]);
            }
        }
    }
    let mut line = Watcher::open(app).await;
    line.say(&frame.to_string()).await;
    let came = line.frame().await;
    match came["type"].as_str() {
        Some("error") => (word_of(&came), came),
        Some("subscribed") => ("ok".to_owned(), line.expect(if row == "shop" { "shop" } else { "snapshot" }).await),
        _ => read_board(line, came, who, order, waits).await,
    }
}

/// Whether a board shows the order, by then where it `waits` for it: a board that was watched before knows of
/// a new order a moment later.
async fn read_board(mut line: Watcher, first: Value, who: Who, order: &Registered, waits: bool) -> (String, Value) {
    if !waits {
        line.say(r#"{"type":"ping"}"#).await;
    }
    let mut came = first;
    loop {
        let Some(rows) = came["orders"].as_array() else { return ("nothing".to_owned(), came) };
        let bound_to = match who {
            Who::Here | Who::Kitchen | Who::Dispatcher => Some(BOUND_TO),
            Who::Elsewhere => Some(FOREIGN),
            _ => None,
        };
        let is_theirs = |row: &Value| bound_to.is_none_or(|bound| row["restaurantId"] == bound);
        assert!(rows.iter().all(is_theirs), "{who:?} sees their own alone: {came}");
        if rows.iter().any(|row| row["orderId"] == order.id.as_str()) {
            return ("ok".to_owned(), came);
        }
        came = line.frame().await;
    }
}

async fn ask_dispatch(app: &TestApp, cast: &Cast, topic: &str, who: Who, order: &Registered) -> (String, Value) {
    let mut dispatcher = DispatchClient::open_strange(app).await;
    let pass = cast.pass(app, who, order).await;
    dispatcher.auth(pass.secret()).await;
    let position = json!({ "lat": 60.17, "lng": 24.94, "at": app.clock.now() });
    let fields = match topic {
        "status" => json!({ "orderId": order.id, "status": 7 }),
        "position" => json!({ "carId": format!("car-{}", order.id), "positions": [position] }),
        _ => json!({ "restaurantId": BOUND_TO }),
    };
    let call = json!({ "type": topic, "id": 1 });
    let mut frame = call.as_object().unwrap().clone();
    frame.extend(fields.as_object().unwrap().clone());
    dispatcher.line.say(&Value::Object(frame).to_string()).await;
    let came = dispatcher.line.frame().await;
    let word = if came["type"] == "error" { word_of(&came) } else { "ok".to_owned() };
    if word == "no-key" {
        assert_eq!(came.get("id"), None, "whoever does not say who they are is told nothing else");
        assert_eq!(dispatcher.line.next().await, SocketEvent::Close(1008));
    }
    (word, came)
}

fn word_of(error: &Value) -> String {
    let code = error["code"].as_str().unwrap_or_default();
    word_for(code).map_or_else(|| code.to_owned(), str::to_owned)
}

/// Asks for each row of a table by everybody of its columns, and holds what came against its words.
async fn hold(db: &TestDb, table: &'static str, columns: &[Who]) {
    let app = patient(db).await;
    let cast = Cast::gather(&app, db).await;
    let table = rows(table, columns);
    let document = app.http.get(app.url("/api/openapi.json")).send().await.unwrap().text().await.unwrap();
    let document: Value = serde_json::from_str(&document).unwrap();
    let mut documented = values(&document, "SubscribeFrame", "topic");
    documented.extend(values(&document, "DispatchClientFrame", "type"));
    // It is how all others begin.
    assert!(documented.remove("auth"));
    assert_eq!(table.iter().map(|(row, _)| asked(row).to_owned()).collect::<BTreeSet<_>>(), documented);

    let (mut wrong, mut refusals) = (Vec::new(), BTreeMap::new());
    for (row, expected) in table {
        for (who, expected) in columns.iter().copied().zip(expected) {
            let order = app.kitchen().register(&json!({})).await;
            app.kitchen().register(&json!({ "restaurantId": FOREIGN })).await;
            app.kitchen().put_batch(&format!("batch-{}", order.id), &format!("car-{}", order.id), &[&order.id]).await;
            let (got, came) = ask(&app, &cast, row, who, &order, expected == "ok").await;
            if got != expected {
                wrong.push(format!("{row} by {who:?}: {expected} was expected, not {got} ({came})"));
                continue;
            }
            if came["type"] == "error" {
                let text = came.to_string();
                assert!(!PERSONAL.iter().any(|personal| text.contains(personal)), "{row} by {who:?}: {text}");
                let alike = came["message"].clone();
                let first = refusals.entry(expected).or_insert_with(|| alike.clone());
                assert_eq!(alike, *first, "{row} by {who:?}");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

store_contract!(every_topic_answers_everybody_as_the_table_says, |db| async move {
    Box::pin(hold(&db, TOPICS, &Who::ALL)).await;
});

store_contract!(every_topic_tells_accounts_and_roles_apart_as_the_table_says, |db| async move {
    Box::pin(hold(&db, TOPICS_OF_PEOPLE, &Who::PEOPLE)).await;
});

store_contract!(a_line_says_the_same_of_a_wrong_key_and_an_unknown_order, |db| async move {
    let app = patient(&db).await;
    let (order, other) = (app.kitchen().register(&json!({})).await, app.kitchen().register(&json!({})).await);
    let mut watched = Watcher::open(&app).await;
    watched.subscribe(&order, None).await;
    watched.expect("subscribed").await;
    let mut line = Watcher::open(&app).await;
    let mut said = BTreeSet::new();
    // One of the wrong keys is for an order that is being watched, and so in memory.
    for (id, key) in [
        (&order.id, &other.key),
        (&other.id, &order.key),
        (&"424242".to_owned(), &order.key),
        (&"x".to_owned(), &order.key),
    ] {
        line.subscribe(&Registered { id: id.clone(), key: key.clone() }, None).await;
        let mut error = line.expect("error").await;
        assert_eq!(error["orderId"].take(), json!(id), "it is named as it was asked for");
        said.insert(error.to_string());
    }
    assert_eq!(said.len(), 1, "{said:?}");
});
