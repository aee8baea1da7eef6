//! Saved addresses: what may stand in one, which is primary, which are the same.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{app::TestApp, customer::CustomerPerson, kitchen::Answer, store_contract};

use crate::{
    brief, fault, keyed,
    ordering::{Shop, call_centre},
    sent,
};

pub(crate) const ADDRESSES: &str = "/api/users/me/addresses";

/// An address in a street of its own.
pub(crate) fn address(street: &str) -> Value {
    json!({
        "streetAddress": street, "zipCode": "00170", "city": "Helsinki", "latitude": "60.1741", "longitude": "24.9536",
    })
}

fn with(mut address: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        address[name] = value.clone();
    }
    address
}

pub(crate) fn id_of(answer: &Answer) -> String {
    answer.body["addressId"].as_str().unwrap().to_owned()
}

pub(crate) async fn add(person: &CustomerPerson, address: &Value) -> String {
    let answer = person.post(ADDRESSES, address).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    id_of(&answer)
}

fn path_of(id: &str) -> String {
    format!("{ADDRESSES}/{id}")
}

/// Streets of a list, the primary one with a star.
async fn listed(person: &CustomerPerson) -> Vec<String> {
    let answer = person.get(ADDRESSES).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let me = person.get("/api/users/me").await.body;
    assert_eq!(me["addresses"], answer.body, "the account says the same");
    let primary = answer.body.as_array().unwrap().iter().find(|address| address["primaryAddress"] == true);
    assert_eq!(me["primaryAddress"], primary.cloned().unwrap_or_default());
    let street = |address: &Value| {
        let star = if address["primaryAddress"] == true { "*" } else { "" };
        format!("{}{star}", address["streetAddress"].as_str().unwrap())
    };
    answer.body.as_array().unwrap().iter().map(street).collect()
}

// spec: OS-29, OS-39, AC-21
store_contract!(addresses_are_kept_changed_marked_and_deleted, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    assert_eq!(aino.get(ADDRESSES).await.body, json!([]));
    let all = with(
        address(" Liisankatu  12 "),
        &json!({ "apartmentNumber": "A 3", "extraInfo": "Ovikoodi 2480", "longitude": 24.9536, "addressId": "7" }),
    );
    let answer = aino.post(ADDRESSES, &all).await;
    let home = id_of(&answer);
    let expected = json!({
        "addressId": home, "streetAddress": "Liisankatu 12", "apartmentNumber": "A 3", "zipCode": "00170",
        "city": "Helsinki", "primaryAddress": true, "extraInfo": "Ovikoodi 2480", "latitude": "60.1741",
        "longitude": "24.9536",
    });
    assert_eq!((answer.status, &answer.body), (StatusCode::CREATED, &expected), "the first is primary");
    let too_long = with(all, &json!({ "apartmentNumber": "A".repeat(21) }));
    assert_eq!(fault(&aino.post(ADDRESSES, &too_long).await), (422, "request/invalid", "apartmentNumber"));
    let longest = with(too_long, &json!({ "apartmentNumber": "A".repeat(20) }));
    let answer = aino.call(Method::PUT, &path_of(&home), &longest).await;
    assert_eq!((answer.status, &answer.body["apartmentNumber"]), (StatusCode::OK, &longest["apartmentNumber"]));
    let answer = aino.post(ADDRESSES, &address("Vilhonkatu 4")).await;
    let work = id_of(&answer);
    let texts = (&answer.body["apartmentNumber"], &answer.body["extraInfo"], &answer.body["primaryAddress"]);
    assert_eq!(texts, (&json!(""), &json!(""), &json!(false)));
    add(&aino, &with(address("Unioninkatu 40"), &json!({ "primaryAddress": true }))).await;
    assert_eq!(listed(&aino).await, ["Unioninkatu 40*", "Liisankatu 12", "Vilhonkatu 4"]);

    let changed = with(address("Vilhonkatu 6"), &json!({ "apartmentNumber": "B 1", "latitude": 61 }));
    let answer = aino.call(Method::PUT, &path_of(&work), &changed).await;
    assert_eq!((answer.status, &answer.body["latitude"]), (StatusCode::OK, &json!("61")));
    let emptied = aino.call(Method::PUT, &path_of(&home), &address("Liisankatu 12")).await;
    assert_eq!((&emptied.body["extraInfo"], &emptied.body["apartmentNumber"]), (&json!(""), &json!("")), "all of it");
    let answer = aino.post(&format!("{}/primary", path_of(&work)), &json!({})).await;
    assert_eq!((answer.status, &answer.body["primaryAddress"]), (StatusCode::OK, &json!(true)));
    let same = with(address("Vilhonkatu 6"), &json!({ "apartmentNumber": "B 1", "primaryAddress": false }));
    let answer = aino.call(Method::PUT, &path_of(&work), &same).await;
    assert_eq!((answer.status, &answer.body["primaryAddress"]), (StatusCode::OK, &json!(true)), "it stays so");
    assert_eq!(listed(&aino).await, ["Vilhonkatu 6*", "Liisankatu 12", "Unioninkatu 40"]);

    assert_eq!(aino.call(Method::DELETE, &path_of(&work), &Value::Null).await.status, StatusCode::NO_CONTENT);
    let again = aino.call(Method::DELETE, &path_of(&work), &Value::Null).await;
    assert_eq!(brief(&again), (404, "address/not-found"));
    assert_eq!(listed(&aino).await, ["Liisankatu 12*", "Unioninkatu 40"], "the oldest that is left");
    let rest = aino.get(ADDRESSES).await.body[1]["addressId"].as_str().unwrap().to_owned();
    for id in [home, rest] {
        assert_eq!(aino.call(Method::DELETE, &path_of(&id), &Value::Null).await.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(listed(&aino).await, [""; 0]);
});

store_contract!(the_same_again_is_the_old_one_brought_up_to_date, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let first = with(address("Äyritie 1"), &json!({ "apartmentNumber": "a 3", "extraInfo": "Ovikoodi 2480" }));
    let home = add(&aino, &first).await;
    add(&aino, &with(address("Äyritie 1"), &json!({ "apartmentNumber": "a 4" }))).await;
    let other_case = with(
        address("ÄYRITIE 1"),
        &json!({ "apartmentNumber": "A 3", "city": "HELSINKI", "extraInfo": " ", "latitude": "60.2" }),
    );
    let answer = aino.post(ADDRESSES, &other_case).await;
    let found = (answer.status, id_of(&answer), &answer.body["extraInfo"], &answer.body["latitude"]);
    assert_eq!(found, (StatusCode::OK, home.clone(), &json!("Ovikoodi 2480"), &json!("60.2")));
    let told = aino.post(ADDRESSES, &with(other_case, &json!({ "extraInfo": "Summeri" }))).await;
    assert_eq!((told.status, &told.body["extraInfo"]), (StatusCode::OK, &json!("Summeri")));
    let favourite = with(address("äyritie 1"), &json!({ "apartmentNumber": "a 4", "primaryAddress": true }));
    assert_eq!(aino.post(ADDRESSES, &favourite).await.status, StatusCode::OK);
    assert_eq!(listed(&aino).await, ["äyritie 1*", "ÄYRITIE 1"]);
    let taken = with(address("Äyritie 1"), &json!({ "apartmentNumber": "A 4" }));
    assert_eq!(brief(&aino.call(Method::PUT, &path_of(&home), &taken).await), (409, "address/exists"));
    assert_eq!(listed(&aino).await, ["äyritie 1*", "ÄYRITIE 1"]);

    let keyed = async |body: &Value| keyed(&aino, ADDRESSES, "aino-adds-1", body).await;
    let (made, again) = (keyed(&address("Uusi 1")).await, keyed(&address("Uusi 1")).await);
    assert_eq!((made.status, &made), (StatusCode::CREATED, &again), "the first answer");
    assert_eq!(brief(&keyed(&address("Uusi 2")).await), (422, "request/idempotency-mismatch"));
    assert_eq!(listed(&aino).await.len(), 3);
});

// spec: OS-49
store_contract!(an_address_without_coordinates_is_refused_everywhere, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let (home, work) = (add(&aino, &address("Liisankatu 12")).await, add(&aino, &address("Vilhonkatu 4")).await);
    let missing = |answer: &Answer| {
        assert_eq!(brief(answer), (422, "address/coordinates-missing"));
        assert_eq!(answer.body["message"], "Address latitude or longitude missing");
        answer.field().to_owned()
    };
    for (field, value) in [("latitude", json!("")), ("longitude", Value::Null), ("longitude", json!(" "))] {
        let body = with(address("Uusi 1"), &json!({ field: value }));
        assert_eq!(missing(&aino.post(ADDRESSES, &body).await), field);
        assert_eq!(missing(&aino.call(Method::PUT, &path_of(&home), &body).await), field);
    }
    // As an import of old accounts leaves them.
    db.texts("UPDATE customer_addresses SET lat = NULL WHERE street = 'Vilhonkatu 4' RETURNING street").await;
    missing(&aino.post(&format!("{}/primary", path_of(&work)), &json!({})).await);
    assert_eq!(listed(&aino).await, ["Liisankatu 12*", "Vilhonkatu 4"]);
    assert_eq!(aino.get(ADDRESSES).await.body[1]["latitude"], "");
    let answer = aino.post(ADDRESSES, &address("Vilhonkatu 4")).await;
    assert_eq!((answer.status, id_of(&answer), &answer.body["latitude"]), (StatusCode::OK, work, &json!("60.1741")));
});

store_contract!(each_field_of_an_address_has_its_fault, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let home = add(&aino, &address("Liisankatu 12")).await;
    let long = |length| "1".repeat(length);
    for (field, value, code) in [
        ("streetAddress", json!("Liisankatu"), "address/street-number"),
        ("streetAddress", json!(long(101)), "request/invalid"),
        ("streetAddress", json!(7), "request/invalid"),
        ("apartmentNumber", json!(long(21)), "request/invalid"),
        ("zipCode", json!("0017"), "request/invalid"),
        ("city", json!(" "), "request/invalid"),
        ("extraInfo", json!(long(501)), "request/invalid"),
        ("latitude", json!("58.9"), "request/invalid"),
        ("longitude", json!(32.1), "request/invalid"),
        ("longitude", json!(true), "request/invalid"),
        ("primaryAddress", json!("yes"), "request/invalid"),
    ] {
        let body = with(address("Uusi 1"), &json!({ field: value }));
        for answer in [aino.post(ADDRESSES, &body).await, aino.call(Method::PUT, &path_of(&home), &body).await] {
            assert_eq!((brief(&answer), answer.field()), ((422, code), field), "{}", answer.body);
        }
    }
    assert_eq!(listed(&aino).await, ["Liisankatu 12*"]);
});

store_contract!(addresses_are_for_customers_who_accepted_the_terms, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let home = add(&aino, &address("Liisankatu 12")).await;
    let path = path_of(&home);
    let primary = format!("{path}/primary");
    let changes = [
        (Method::POST, ADDRESSES, address("Uusi 1")),
        (Method::PUT, path.as_str(), address("Uusi 1")),
        (Method::POST, primary.as_str(), json!({})),
        (Method::DELETE, path.as_str(), Value::Null),
    ];
    let (guest, agent) = (aino.with_cookie(None), call_centre(&aino));
    assert_eq!(brief(&guest.get(ADDRESSES).await), (401, "users/unauthorized"));
    assert_eq!((agent.get(ADDRESSES).await.status, agent.get(ADDRESSES).await.body), (StatusCode::OK, json!([])));
    for (method, path, body) in &changes {
        assert_eq!(brief(&guest.call(method.clone(), path, body).await), (401, "users/unauthorized"));
        assert_eq!(brief(&agent.call(method.clone(), path, body).await), (403, "users/forbidden"));
        let foreign = sent(aino.ask(method.clone(), path, body), "origin", "https://evil.example").await;
        assert_eq!(brief(&foreign), (403, "request/foreign-page"));
    }
    // A program needs no proof of where it comes from.
    let program = aino.as_program().await;
    assert_eq!(program.post(ADDRESSES, &address("Vilhonkatu 4")).await.status, StatusCode::CREATED);
    assert_eq!(listed(&program).await, ["Liisankatu 12*", "Vilhonkatu 4"]);

    let terms =
        json!({ "shop": { "version": "2", "mustAccept": true }, "loyalty": { "version": "1", "mustAccept": false } });
    shop.write("settings.json", &json!({ "terms": terms }));
    let later = shop.setup().clock(&app.clock).start(&db).await;
    let aino = aino.at(&later);
    assert_eq!(brief(&aino.get(ADDRESSES).await), (403, "users/terms-required"));
    for (method, path, body) in &changes {
        assert_eq!(brief(&aino.call(method.clone(), path, body).await), (403, "users/terms-required"));
    }
});
