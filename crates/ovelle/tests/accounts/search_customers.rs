//! Looking customers up by telephone: who is found, by whom, how often, and what is noted of it.

use bus::LocalBus;
use deps::Clock;
use domain::staff::Role;
use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    customer::CustomerPerson,
    db::DatabaseKind,
    kitchen::{Answer, Registered},
    shop::PLACING,
    staff::StaffClient,
    store_contract,
};

use crate::{
    addresses::{ADDRESSES, add, address},
    brief, fault,
    ordering::{Shop, delivery, numbers, pickup, pizza, place},
    sent,
};

pub(crate) const SEARCH: &str = "/api/staff/customers/search";
/// What everybody has who registers here.
const PHONE: &str = "040 123 4567";

/// What somebody finds by a number.
pub(crate) async fn search(agent: &StaffClient, phone: &str) -> Answer {
    agent.call(Method::POST, SEARCH, &json!({ "phone": phone })).await
}

/// Names of the customers in an answer.
fn names(answer: &Answer) -> Vec<&str> {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["customers"].as_array().unwrap().iter().map(|found| found["name"].as_str().unwrap()).collect()
}

/// Gives somebody a name and a number.
async fn is_called(person: &CustomerPerson, first_name: &str, phone: &str) {
    let body = json!({ "firstName": first_name, "phone": phone });
    let answer = person.call(Method::PATCH, "/api/users/me", &body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
}

/// The shop with a second restaurant, 14.
pub(crate) fn of_two_restaurants() -> Shop {
    let shop = Shop::new();
    let mut restaurants = shop.read("restaurants.json");
    let mut other = restaurants[0].clone();
    for (field, value) in [("shopId", "14"), ("restaurantId", "14"), ("externalId", "1014"), ("displayName", "Pasila")]
    {
        other[field] = value.into();
    }
    restaurants.as_array_mut().unwrap().push(other);
    shop.write("restaurants.json", &restaurants);
    shop
}

/// What is fetched from the second restaurant.
async fn place_there(person: &CustomerPerson, app: &TestApp, phone: &str) -> Registered {
    let mut order = pickup(&[pizza(1)]);
    order["shopId"] = "14".into();
    order["deliveryContact"]["phoneNumber"] = phone.into();
    place(person, app, &order).await
}

store_contract!(whoever_has_the_whole_number_is_found_in_any_spelling, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let eino = CustomerPerson::register(&app, "eino").await;
    is_called(&eino, "Eino", "040 765 4321").await;
    for street in ["Koti 1", "Työ 2"] {
        add(&aino, &address(street)).await;
    }
    let mut ids = Vec::new();
    for quantity in 1..=4 {
        ids.insert(0, place(&aino, &app, &delivery(&[pizza(quantity)])).await.id);
    }
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    for spelling in ["0401234567", "+358 40-123 4567", "00358401234567", " (040) 123/4567 "] {
        assert_eq!(names(&search(&kaisa, spelling).await), ["Aino Aalto"], "{spelling}");
    }
    for other in ["040123456", "04012345678", "0401234568", "123 4567", "+46 40 123 4567"] {
        let answer = search(&kaisa, other).await;
        assert_eq!(answer.body, json!({ "customers": [], "guestOrders": [] }), "{other}: a beginning finds nobody");
    }
    for no_number in ["040123", "+358 40 12", "", "%", "040_1234567", "Aino Aalto", "aino@ovelle.example"] {
        assert_eq!(fault(&search(&kaisa, no_number).await), (422, "request/invalid", "phone"), "{no_number}");
    }
    let nothing = kaisa.call(Method::POST, SEARCH, &json!({})).await;
    assert_eq!(fault(&nothing), (422, "request/invalid", "phone"));

    let response = kaisa.ask(Method::POST, SEARCH, &json!({ "phone": PHONE })).send().await.unwrap();
    assert_eq!(response.headers()["cache-control"], "no-store");
    let body = Answer::read(response).await.body;
    let found = &body["customers"][0];
    let fields: Vec<_> = found.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["addresses", "customerRef", "lastOrders", "name", "subscribedToLoyalty"]);
    assert_eq!(found["addresses"], aino.get(ADDRESSES).await.body);
    assert_eq!((&found["subscribedToLoyalty"], &body["guestOrders"]), (&json!(false), &json!([])));
    assert_eq!(numbers(&found["lastOrders"], "orderId"), ids[..3], "the last three, the newest first");
    let last = &found["lastOrders"][0];
    assert_eq!((&last["orderKey"], &last["contactDetails"]["streetAddress"]), (&Value::Null, &json!("Liisankatu 12")));
    assert_eq!(last["orderItems"][0]["quantity"], 4);
    let text = body.to_string();
    assert!(!text.contains("ovelle.example") && !text.contains("birth"), "{text}");
});

store_contract!(who_changes_their_number_is_found_by_the_new_one, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    aino.join().await;
    is_called(&aino, "Aino", "+358 50 111 2222").await;
    assert_eq!(names(&search(&kaisa, PHONE).await), [""; 0]);
    let found = search(&kaisa, "0501112222").await;
    assert_eq!((names(&found), &found.body["customers"][0]["subscribedToLoyalty"]), (vec!["Aino Aalto"], &json!(true)));
    let erased = db.texts("UPDATE customers SET erased_at = active_at RETURNING first_name").await;
    assert_eq!(erased.len(), 1);
    assert_eq!(names(&search(&kaisa, "0501112222").await), [""; 0], "nobody finds an account that is gone");
});

store_contract!(guests_orders_with_the_number_are_shown_apart, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let guest = aino.with_cookie(None);
    let of_guest = |phone: &str| {
        let mut order = pickup(&[pizza(1)]);
        order["deliveryContact"]["phoneNumber"] = phone.into();
        order
    };
    let mut ids = Vec::new();
    for spelling in ["0401234567", "+358 40 123 4567", "040-1234567", "040 1234567"] {
        ids.insert(0, place(&guest, &app, &of_guest(spelling)).await.id);
    }
    place(&guest, &app, &of_guest("0407654321")).await;
    let own = place(&aino, &app, &of_guest("0401234567")).await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    let found = search(&kaisa, PHONE).await.body;
    assert_eq!(numbers(&found["guestOrders"], "orderId"), ids[..3]);
    assert!(found["guestOrders"].as_array().unwrap().iter().all(|order| order["orderKey"].is_null()), "{found}");
    assert_eq!(numbers(&found["customers"][0]["lastOrders"], "orderId"), [own.id]);
});

store_contract!(who_is_bound_to_restaurants_finds_those_who_ordered_there, |db| async move {
    let shop = of_two_restaurants();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let eino = CustomerPerson::register(&app, "eino").await;
    is_called(&eino, "Eino", PHONE).await;
    let here = place(&aino, &app, &pickup(&[pizza(1)])).await;
    let there = place_there(&aino, &app, "0401234567").await;
    let guests = place_there(&aino.with_cookie(None), &app, "0401234567").await;
    let kaisaniemi = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[12]).await;
    let pasila = StaffClient::signed_in(&app, "paavo@ovelle.example", &[14]).await;
    let chain = StaffClient::signed_in(&app, "ketju@ovelle.example", &[]).await;
    let elsewhere = StaffClient::signed_in(&app, "muu@ovelle.example", &[16]).await;
    let seen = async |agent: &StaffClient| {
        let answer = search(agent, PHONE).await;
        let orders: Vec<Vec<String>> = answer.body["customers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| numbers(&found["lastOrders"], "orderId").into_iter().map(str::to_owned).collect())
            .collect();
        let of_guests: Vec<String> =
            numbers(&answer.body["guestOrders"], "orderId").into_iter().map(str::to_owned).collect();
        (names(&answer).into_iter().map(str::to_owned).collect::<Vec<_>>(), orders, of_guests)
    };
    let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    assert_eq!(seen(&kaisaniemi).await, (own(&["Aino Aalto"]), vec![vec![here.id.clone()]], vec![]));
    assert_eq!(seen(&pasila).await, (own(&["Aino Aalto"]), vec![vec![there.id.clone()]], vec![guests.id.clone()]));
    assert_eq!(
        seen(&chain).await,
        (own(&["Eino Aalto", "Aino Aalto"]), vec![vec![], vec![there.id, here.id]], vec![guests.id])
    );
    assert_eq!(seen(&elsewhere).await, (vec![], vec![], vec![]));
});

store_contract!(of_more_than_five_customers_nobody_is_shown, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    for n in 0..5 {
        CustomerPerson::register(&app, &format!("henkilo{n}")).await;
    }
    let first = CustomerPerson::register(&app, "aino").await;
    is_called(&first, "Aino", "0501112222").await;
    for n in 0..7 {
        add(&first, &address(&format!("Katu {n}"))).await;
    }
    place(&first.with_cookie(None), &app, &pickup(&[pizza(1)])).await;
    let five = search(&kaisa, PHONE).await;
    assert_eq!((names(&five).len(), five.body.get("tooMany")), (5, None));
    let found = search(&kaisa, "0501112222").await.body;
    let streets = numbers(&found["customers"][0]["addresses"], "streetAddress");
    assert_eq!(streets, ["Katu 0", "Katu 1", "Katu 2", "Katu 3", "Katu 4"], "the primary one first");
    CustomerPerson::register(&app, "kuudes").await;
    let none = search(&kaisa, PHONE).await;
    assert_eq!(none.body, json!({ "customers": [], "guestOrders": [], "tooMany": true }));
});

store_contract!(each_search_is_noted_before_it_is_answered, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    search(&kaisa, PHONE).await;
    search(&kaisa, "+358401234567").await;
    search(&kaisa, "0407654321").await;
    search(&kaisa, "0401").await;
    let rows = db
        .texts("SELECT actor_kind || ' ' || actor_name || ' ' || CAST(customer_ids AS TEXT) FROM customer_searches ORDER BY id")
        .await;
    let who = |ids: &str| format!("staff 1 [{ids}]");
    assert_eq!(rows, [who(&aino.id), who(&aino.id), who("")], "one that was refused is none");
    let hashes = db.texts(match db.kind() {
        DatabaseKind::Sqlite => "SELECT DISTINCT hex(phone_hash) FROM customer_searches",
        DatabaseKind::Postgres => "SELECT DISTINCT encode(phone_hash, 'hex') FROM customer_searches",
    });
    let hashes = hashes.await;
    assert_eq!(hashes.len(), 2, "one number has one digest");
    assert!(hashes.iter().all(|hash| hash.len() == 64), "{hashes:?}");
    let store = app.node().store().customers();
    let now = app.clock.now();
    assert_eq!(store.sweep_searches(now - SignedDuration::from_mins(1)).await.unwrap(), 0);
    assert_eq!(store.sweep_searches(now + SignedDuration::from_mins(1)).await.unwrap(), 3);
});

store_contract!(the_call_centre_alone_searches_and_from_our_own_page, |db| async move {
    let app = Setup::default().flag(testkit::board::STAFF_FLAG).start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let body = json!({ "phone": PHONE });
    assert_eq!(brief(&aino.post(SEARCH, &body).await), (401, "staff/unauthorized"));
    assert_eq!(brief(&aino.with_cookie(None).post(SEARCH, &body).await), (401, "staff/unauthorized"));
    let kitchen = app.http.post(app.url(SEARCH)).bearer_auth(testkit::app::CHAIN_KEY).json(&body).send().await.unwrap();
    assert_eq!(brief(&Answer::read(kitchen).await), (401, "staff/unauthorized"));
    for role in [Role::Restaurant, Role::Dispatch] {
        let email = format!("{}@ovelle.example", role.as_str());
        let mut other = StaffClient::let_in_as(&app, &email, &[12], [role].into_iter().collect()).await;
        other.sign_in().await;
        assert_eq!(brief(&search(&other, PHONE).await), (403, "staff/role-forbidden"), "{email}");
    }
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    let foreign = sent(kaisa.ask(Method::POST, SEARCH, &body), "origin", "https://evil.example").await;
    assert_eq!(brief(&foreign), (403, "request/foreign-page"));
    let form = sent(kaisa.ask(Method::POST, SEARCH, &body), header::CONTENT_TYPE.as_str(), "text/plain").await;
    assert_eq!(form.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(names(&search(&kaisa, PHONE).await), ["Aino Aalto"]);
    let token = crate::ordering::call_centre(&aino).post(SEARCH, &body).await;
    assert_eq!(names(&token), ["Aino Aalto"]);
    assert_eq!(db.texts("SELECT actor_name FROM customer_searches ORDER BY id").await, ["3", "token"]);
});

store_contract!(one_person_searches_thirty_times_a_minute_and_three_hundred_a_day, |db| async move {
    let mut places = LocalBus::nodes(2);
    let setup = |bus| Setup::default().flag("--rate-factor=1").bus(bus);
    let one = setup(places.remove(1)).start(&db).await;
    let other = setup(places.remove(0)).clock(&one.clock).start(&db).await;
    let kaisa = StaffClient::signed_in(&one, "kaisa@ovelle.example", &[]).await;
    let paavo = StaffClient::signed_in(&one, "paavo@ovelle.example", &[]).await;
    let at = [kaisa.clone(), kaisa.at(&other)];
    let mut all = 0;
    for round in 0..10 {
        let answers = join_all((0..36).map(|n| search(&at[n % 2], PHONE))).await;
        let taken = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
        let refused = answers.iter().find(|answer| answer.status != StatusCode::OK).unwrap();
        assert_eq!((taken, brief(refused)), (30, (429, "request/too-many")), "round {round}");
        all += taken;
        one.clock.turn(SignedDuration::from_mins(1));
    }
    assert_eq!(all, 300);
    assert_eq!(brief(&search(&at[1], PHONE).await), (429, "request/too-many"), "of this day");
    assert_eq!(search(&paavo, PHONE).await.status, StatusCode::OK, "each has limits of their own");
    one.clock.turn(SignedDuration::from_hours(24));
    let mut again = at[0].clone();
    again.sign_in().await;
    assert_eq!(search(&again, PHONE).await.status, StatusCode::OK);
});

store_contract!(nobody_is_found_through_the_calls_of_the_shop, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    // A customer who claims to be the call centre stays who they are.
    let mut order = pickup(&[pizza(1)]);
    order["onBehalf"] = json!({ "phone": PHONE, "customerRef": "x" });
    order["customerSegment"] = json!(2);
    assert_eq!(aino.post(PLACING, &order).await.status, StatusCode::CREATED);
    assert_eq!(brief(&aino.post(SEARCH, &json!({ "phone": PHONE, "roles": ["callcentre"] })).await).0, 401);
});
