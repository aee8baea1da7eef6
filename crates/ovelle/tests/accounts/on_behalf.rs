//! Orders by telephone that are tied to a customer's account: what the account sees of them, and by which references.

use deps::Clock;
use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    customer::CustomerPerson,
    kitchen::{Answer, Registered},
    shop::PLACING,
    staff::StaffClient,
    store_contract,
};

use crate::{
    addresses::{add, address},
    brief, fault,
    history::DETAILS,
    ordering::{Shop, call_centre, delivery, numbers, pickup, pizza},
    search_customers::{SEARCH, search},
};

const LATEST: &str = "/api/commerce/v2/customers/orders/latest";
const PHONE: &str = "040 123 4567";

/// The reference by which somebody may order for the one customer with the number.
async fn reference(agent: &StaffClient) -> String {
    let answer = search(agent, PHONE).await;
    answer.body["customers"][0]["customerRef"].as_str().expect("one was found").to_owned()
}

/// An order by telephone, for whom the reference says.
fn by_phone(mut order: Value, reference: Option<&str>) -> Value {
    order.as_object_mut().unwrap().remove("paymentMethod");
    order.as_object_mut().unwrap().remove("paymentOption");
    order["deliveryContact"]["phoneNumber"] = PHONE.into();
    order["onBehalf"] = json!({ "phone": PHONE });
    if let Some(reference) = reference {
        order["onBehalf"]["customerRef"] = reference.into();
    }
    order
}

/// The same, brought to a door.
fn to_door(street: &str, apartment: &str, reference: &str) -> Value {
    let mut order = by_phone(delivery(&[pizza(1)]), Some(reference));
    order["deliveryContact"]["street"] = street.into();
    order["deliveryContact"]["apartmentNumber"] = apartment.into();
    order
}

async fn post(agent: &StaffClient, order: &Value) -> Answer {
    agent.call(Method::POST, PLACING, order).await
}

/// Somebody of the call centre places an order, a minute after whatever was ordered before.
async fn place(agent: &StaffClient, app: &TestApp, order: &Value) -> Registered {
    app.clock.turn(SignedDuration::from_mins(1));
    let answer = post(agent, order).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.body);
    let text = |name: &str| answer.body[name].as_str().unwrap().to_owned();
    Registered { id: text("orderId"), key: text("orderKey") }
}

/// An account with an address, and somebody of the call centre.
async fn two_people(app: &TestApp) -> (CustomerPerson, StaffClient) {
    let aino = CustomerPerson::register(app, "aino").await;
    let mut home = address("Liisankatu 12");
    home["apartmentNumber"] = "A 3".into();
    add(&aino, &home).await;
    (aino, StaffClient::signed_in(app, "kaisa@ovelle.example", &[]).await)
}

/// What an account sees of its one order that opens it or says where it went, in its entry and among the latest.
async fn seen(person: &CustomerPerson, id: &str) -> [Value; 4] {
    let entries = person.get(DETAILS).await.body;
    let entry = entries.as_array().unwrap().iter().find(|entry| entry["orderId"] == id).expect("it is theirs").clone();
    let latest = person.get(&format!("{LATEST}?limit=10")).await.body;
    let recent = latest.as_array().unwrap().iter().find(|order| order["id"] == id).expect("it is of today").clone();
    ["orderKey", "contactDetails"]
        .map(|name| entry[name].clone())
        .into_iter()
        .chain(["key", "deliveryContact"].map(|name| recent[name].clone()))
        .collect::<Vec<_>>()
        .try_into()
        .unwrap()
}

// spec: CC-01, CC-04, CC-06
store_contract!(an_order_by_telephone_is_in_its_customers_history, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let (aino, kaisa) = two_people(&app).await;
    assert_eq!(kaisa.get("/api/users/me").await.body["customerSegment"], 2);
    let placed = place(&kaisa, &app, &to_door("LIISANKATU 12", "a 3", &reference(&kaisa).await)).await;
    let entry = aino.get(DETAILS).await.body[0].clone();
    assert_eq!((&entry["orderId"], &entry["phoneOrderFee"]), (&json!(placed.id), &json!(0.99)));
    assert_eq!(entry["orderItems"][0]["productId"], "3001");
    let [key, contact, latest_key, latest_contact] = seen(&aino, &placed.id).await;
    assert_eq!((&key, &latest_key), (&json!(placed.key), &json!(placed.key)), "it goes to a door of theirs");
    assert_eq!(
        (&contact["streetAddress"], &latest_contact["street"]),
        (&json!("LIISANKATU 12"), &json!("LIISANKATU 12"))
    );
    assert_eq!(aino.get("/api/users/me").await.body["activeOrders"], 1);
    let items = aino.get("/api/commerce/v2/customers/me/reorder").await.body;
    assert_eq!(numbers(&items, "productId"), ["3001"]);

    let shown = kaisa.get(&format!("/api/staff/orders/{}", placed.id)).await.body;
    let first = &shown["staffHistory"][0];
    assert_eq!(
        (&first["source"], &first["keyName"]),
        (&json!("staff"), &json!("staff:1")),
        "who took it stays with it"
    );
    assert_eq!(shown["order"]["payment"]["paymentMethod"], "cod", "paid in cash where nothing was said");
    let by = db.texts("SELECT actor_kind || ' ' || actor_name FROM checkouts").await;
    assert_eq!(by, ["staff 1"]);
});

store_contract!(the_account_does_not_see_where_an_order_for_another_door_goes, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let (aino, kaisa) = two_people(&app).await;
    let mut hidden = Vec::new();
    for (street, apartment) in [("Liisankatu 14", "A 3"), ("Liisankatu 12", ""), ("Liisankatu 12", "A 4")] {
        hidden.push(place(&kaisa, &app, &to_door(street, apartment, &reference(&kaisa).await)).await);
    }
    let fetched = by_phone(pickup(&[pizza(2)]), Some(&reference(&kaisa).await));
    hidden.push(place(&kaisa, &app, &fetched).await);
    let nothing = [Value::Null, Value::Null, Value::Null, Value::Null];
    for order in &hidden {
        assert_eq!(seen(&aino, &order.id).await, nothing, "{}", order.id);
    }
    // Whoever learns of the door later opens nothing by it.
    let mut door = address("Liisankatu 14");
    door["apartmentNumber"] = "A 3".into();
    add(&aino, &door).await;
    assert_eq!(seen(&aino, &hidden[0].id).await, nothing, "as the account was when it was placed");
    let own = aino.get(&format!("/api/commerce/v2/customers/orders/{}", hidden[0].id)).await;
    assert_eq!(own.status, StatusCode::OK);
    assert!(!own.body.to_string().contains("Liisankatu"), "{}", own.body);
    let everything = [DETAILS, LATEST].map(|path| aino.get(path));
    for answer in join_all(everything).await {
        assert!(!answer.body.to_string().contains("Liisankatu 1"), "{}", answer.body);
        assert!(hidden.iter().all(|order| !answer.body.to_string().contains(&order.key)), "{}", answer.body);
    }
    // The staff know where it goes, whoever's it is.
    let shown = kaisa.get(&format!("/api/staff/orders/{}", hidden[0].id)).await.body;
    assert_eq!(shown["customer"]["streetAddress"], "Liisankatu 14");
    let last = search(&kaisa, PHONE).await.body["customers"][0]["lastOrders"].clone();
    assert_eq!(last[1]["contactDetails"]["apartmentNumber"], "A 4");
});

store_contract!(without_a_reference_an_order_by_telephone_is_a_guests, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let (aino, kaisa) = two_people(&app).await;
    let placed = place(&kaisa, &app, &by_phone(pickup(&[pizza(1)]), None)).await;
    assert_eq!(aino.get(DETAILS).await.body, json!([]));
    let found = search(&kaisa, PHONE).await.body;
    assert_eq!(numbers(&found["guestOrders"], "orderId"), [placed.id]);
    assert_eq!(found["customers"][0]["lastOrders"], json!([]));
});

store_contract!(a_reference_is_good_for_whoever_was_given_it_and_for_half_an_hour, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let (aino, kaisa) = two_people(&app).await;
    let mut elsewhere = kaisa.with_cookie(None);
    elsewhere.sign_in().await;
    let paavo = StaffClient::signed_in(&app, "paavo@ovelle.example", &[]).await;
    let given = reference(&kaisa).await;
    let refused = (422, "request/invalid", "onBehalf.customerRef");
    let order = |reference: &str| by_phone(pickup(&[pizza(1)]), Some(reference));
    for (who, agent) in [("another session of theirs", &elsewhere), ("a colleague", &paavo)] {
        assert_eq!(fault(&post(agent, &order(&given)).await), refused, "{who}");
    }
    let machine = call_centre(&aino);
    assert_eq!(fault(&machine.post(PLACING, &order(&given)).await), refused, "the token");
    let of_machine = machine.post(SEARCH, &json!({ "phone": PHONE })).await.body;
    let of_machine = of_machine["customers"][0]["customerRef"].as_str().unwrap();
    assert_eq!(fault(&post(&kaisa, &order(of_machine)).await), refused, "what the token was given");
    let mut forged = given.clone();
    forged.replace_range(20..21, if &given[20..21] == "A" { "B" } else { "A" });
    for other in [forged.as_str(), "", "staff-1", "1", &"A".repeat(500)] {
        assert_eq!(fault(&post(&kaisa, &order(other)).await), refused, "{other}");
    }
    assert_eq!(machine.post(PLACING, &order(of_machine)).await.status, StatusCode::CREATED);
    app.clock.turn(SignedDuration::from_mins(29));
    assert_eq!(post(&kaisa, &order(&given)).await.status, StatusCode::CREATED, "for several orders");
    app.clock.turn(SignedDuration::from_mins(1));
    assert_eq!(fault(&post(&kaisa, &order(&given)).await), refused, "half an hour later");
    assert_eq!(aino.get(DETAILS).await.body.as_array().unwrap().len(), 2, "nothing of what was refused stands");
});

store_contract!(the_orders_phone_is_the_one_that_was_looked_for, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let (aino, kaisa) = two_people(&app).await;
    let given = reference(&kaisa).await;
    let refused = (422, "request/invalid", "onBehalf.phone");
    let order = |phone: Value, contact: Value| {
        let mut order = by_phone(pickup(&[pizza(1)]), Some(&given));
        order["onBehalf"]["phone"] = phone;
        order["deliveryContact"]["phoneNumber"] = contact;
        order
    };
    for (phone, contact) in [
        (json!("040 765 4321"), json!("040 765 4321")),
        (json!("040 765 4321"), json!(PHONE)),
        (json!(PHONE), json!("040 765 4321")),
        (json!(""), json!(PHONE)),
        (json!("soitto"), json!(PHONE)),
    ] {
        assert_eq!(fault(&post(&kaisa, &order(phone.clone(), contact.clone())).await), refused, "{phone} {contact}");
    }
    let mut without = order(json!(PHONE), json!(PHONE));
    without["onBehalf"].as_object_mut().unwrap().remove("phone");
    assert_eq!(fault(&post(&kaisa, &without).await), refused);
    let mut of_guest = order(json!(PHONE), json!("040 765 4321"));
    of_guest["onBehalf"].as_object_mut().unwrap().remove("customerRef");
    assert_eq!(fault(&post(&kaisa, &of_guest).await), refused, "also of a guest");
    assert_eq!(aino.get(DETAILS).await.body, json!([]));
    let one = place(&kaisa, &app, &order(json!("+358401234567"), json!("040-1234567"))).await;
    let other = place(&kaisa, &app, &order(json!(PHONE), Value::Null)).await;
    assert_eq!(numbers(&aino.get(DETAILS).await.body, "orderId"), [other.id.clone(), one.id], "in any spelling");
    let shown = kaisa.get(&format!("/api/staff/orders/{}", other.id)).await.body;
    assert_eq!(shown["customer"]["phone"], PHONE);
});

store_contract!(others_say_for_whom_they_order_in_vain, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let (aino, kaisa) = two_people(&app).await;
    let eino = CustomerPerson::register(&app, "eino").await;
    let given = reference(&kaisa).await;
    let mut order = by_phone(pickup(&[pizza(1)]), Some(&given));
    order["paymentMethod"] = "onsite".into();
    let mut cook = StaffClient::let_in_as(
        &app,
        "keittio@ovelle.example",
        &[],
        [domain::staff::Role::Restaurant].into_iter().collect(),
    )
    .await;
    cook.sign_in().await;
    let guest = aino.with_cookie(None);
    for (who, answer) in [
        ("a guest", guest.post(PLACING, &order).await),
        ("a customer", {
            app.clock.turn(SignedDuration::from_mins(1));
            eino.post(PLACING, &order).await
        }),
        ("a kitchen", {
            app.clock.turn(SignedDuration::from_mins(1));
            post(&cook, &order).await
        }),
    ] {
        assert_eq!((answer.status, &answer.body["grandTotal"]), (StatusCode::CREATED, &json!(12.9)), "{who}: no fee");
    }
    assert_eq!(aino.get(DETAILS).await.body, json!([]), "nobody else's order becomes theirs");
    assert_eq!(eino.get(DETAILS).await.body.as_array().unwrap().len(), 1, "it is who calls that counts");
});

store_contract!(nothing_is_tied_to_an_account_that_is_gone_or_has_terms_to_accept, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let (aino, kaisa) = two_people(&app).await;
    let refused = (422, "request/invalid", "onBehalf.customerRef");
    let terms =
        json!({ "shop": { "version": "2", "mustAccept": true }, "loyalty": { "version": "1", "mustAccept": false } });
    shop.write("settings.json", &json!({ "terms": terms }));
    let later = shop.setup().clock(&app.clock).start(&db).await;
    let (aino, kaisa) = (aino.at(&later), kaisa.at(&later));
    let given = reference(&kaisa).await;
    let order = by_phone(pickup(&[pizza(1)]), Some(&given));
    assert_eq!(fault(&post(&kaisa, &order).await), refused, "open terms");
    let accepts = json!({ "acceptedTerms": true, "termsVersion": "2" });
    let accepted = aino.call(Method::PATCH, "/api/users/me", &accepts).await;
    assert_eq!(accepted.status, StatusCode::OK, "{}", accepted.body);
    place(&kaisa, &later, &order).await;

    // Of an erasure and orders that come at once, each order comes before it or is refused.
    later.clock.turn(SignedDuration::from_mins(1));
    let erase = db.texts("UPDATE customers SET erased_at = active_at WHERE erased_at IS NULL RETURNING first_name");
    let orders: Vec<Value> = (1..=8).map(|n| by_phone(pickup(&[pizza(n)]), Some(&given))).collect();
    let (erased, answers) = tokio::join!(erase, join_all(orders.iter().map(|order| post(&kaisa, order))));
    assert_eq!(erased.len(), 1);
    for answer in answers {
        assert!(answer.status == StatusCode::CREATED || fault(&answer) == refused, "{}", answer.body);
    }
    assert_eq!(fault(&post(&kaisa, &by_phone(pickup(&[pizza(9)]), Some(&given))).await), refused, "gone");
    let kept = place(&kaisa, &later, &by_phone(pickup(&[pizza(9)]), None)).await;
    assert!(!kept.id.is_empty(), "the caller's order is a guest's then");
});

store_contract!(the_placeholder_of_the_operator_is_no_address, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let (_, kaisa) = two_people(&app).await;
    let mut order = by_phone(pickup(&[pizza(1)]), None);
    for (n, email) in [json!("asiakaspalvelu@ovelle.example"), json!(" Asiakaspalvelu@Ovelle.example "), Value::Null]
        .into_iter()
        .enumerate()
    {
        order["deliveryContact"]["email"] = email;
        order["orderItems"] = json!([pizza(u32::try_from(n).unwrap() + 1)]);
        place(&kaisa, &app, &order).await;
    }
    order["deliveryContact"]["email"] = "soittaja@ovelle.example".into();
    order["orderItems"] = json!([pizza(4)]);
    place(&kaisa, &app, &order).await;
    let emails = db
        .texts(match db.kind() {
            testkit::db::DatabaseKind::Sqlite => {
                "SELECT coalesce(json_extract(contact, '$.email'), 'none') FROM checkouts ORDER BY id"
            }
            testkit::db::DatabaseKind::Postgres => {
                "SELECT coalesce(contact->>'email', 'none') FROM checkouts ORDER BY id"
            }
        })
        .await;
    assert_eq!(emails, ["none", "none", "none", "soittaja@ovelle.example"]);
});

store_contract!(one_intent_is_one_order_however_often_it_is_sent, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let (aino, kaisa) = two_people(&app).await;
    let order = by_phone(pickup(&[pizza(1)]), Some(&reference(&kaisa).await));
    let call = || async {
        let call = kaisa.ask(Method::POST, PLACING, &order).header("Idempotency-Key", "one-order-by-phone");
        Answer::read(call.send().await.unwrap()).await
    };
    let answers = join_all((0..8).map(|_| call())).await;
    let made: Vec<&Value> = answers.iter().filter(|answer| answer.status == 201).map(|a| &a.body["orderId"]).collect();
    assert!(!made.is_empty() && made.iter().all(|id| *id == made[0]), "{answers:?}");
    assert!(answers.iter().all(|answer| answer.status == 201 || brief(answer).1 == "request/in-progress"));
    assert_eq!(numbers(&aino.get(DETAILS).await.body, "orderId"), [made[0].as_str().unwrap()]);
    let now = app.clock.now();
    assert!(
        aino.get(DETAILS).await.body[0]["orderPlacedAt"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap() <= now
    );
});
