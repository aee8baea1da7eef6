//! The door decides area and fee, whatever a client sends beside its address.

use std::{
    fmt::Write as _,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use axum::{Router, http::StatusCode};
use domain::geo::LatLng;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    clock::FakeClock,
    kitchen::Answer,
    store_contract,
};

use crate::{
    carts::{CART, STAFF_TOKEN, cart, example, line, post, post_as},
    folder::{Folder, at},
    get,
};

const ORDER: &str = "/api/commerce/v2/shoppingcart/order";
const TOKEN: &str = "/api/pricing/delivery-price-token";
/// Streets of a property's own book, and one that nobody knows.
const STREETS: [&str; 9] =
    ["Akatu", "Bekatu", "Cekatu", "Dekatu", "Eekatu", "Efkatu", "Gekatu", "Hookatu", "Olematon katu"];
/// Chains of a property, and carts of each.
const CHAINS: u64 = 6;
const CARTS: usize = 25;

/// A delivery to an address, with other fields in the place of the usual ones.
fn delivery(contact: &Value, fields: &Value) -> Value {
    let mut order = cart("delivery", &[line("a", "3001", "101", 1, &[])], &json!({ "paymentMethod": "scheme" }));
    order["deliveryContact"] = json!({
        "firstName": "Aino", "phoneNumber": "040 123 4567", "email": "aino@example.fi", "street": "Liisankatu 12",
        "postalCode": "00170", "city": "Helsinki",
    });
    extend(&mut order["deliveryContact"], contact);
    extend(&mut order, fields);
    order
}

fn extend(object: &mut Value, more: &Value) {
    let more = more.as_object().expect("fields").iter().map(|(name, value)| (name.clone(), value.clone()));
    object.as_object_mut().expect("an object").extend(more);
}

/// The code with which an order is refused; none where it is placed.
async fn refusal(app: &TestApp, order: &Value) -> (u16, String) {
    let answer = post(app, ORDER, order).await;
    (answer.status.as_u16(), answer.code().to_owned())
}

/// What delivery costs a cart, and the code of its first message.
async fn priced(app: &TestApp, cart: &Value) -> (f64, Option<String>) {
    let answer = post(app, CART, cart).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let code = answer.body["validationResult"]["messages"][0]["messageCode"].as_str().map(str::to_owned);
    (answer.body["pricingDetails"]["shippingChargesTotal"].as_f64().expect("a fee"), code)
}

store_contract!(an_address_that_is_elsewhere_is_elsewhere_without_coordinates_too, |db| async move {
    let clock = FakeClock::default();
    clock.turn_to(at("2026-11-24 18:00"));
    let app = Setup::default().clock(&clock).start(&db).await;
    // Kajaani is 560 km from there.
    let to_helsinki = |more: &Value| {
        let mut contact = json!({ "street": "Aleksanterinkatu 5", "postalCode": "00100", "city": "Helsinki" });
        extend(&mut contact, more);
        let lines = json!([{ "uuid": "a", "productId": "3002", "sizeId": "101", "quantity": 1 }]);
        delivery(&contact, &json!({ "shopId": "114", "orderItems": lines }))
    };
    let coordinates = json!({ "coordinates": { "lat": 60.16906, "lng": 24.9482 } });
    for order in [to_helsinki(&json!({})), to_helsinki(&coordinates)] {
        assert_eq!(refusal(&app, &order).await, (409, "shop/delivery/outside-of-range".to_owned()));
        assert_eq!(priced(&app, &order).await.1.as_deref(), Some("shop/delivery/outside-of-range"));
    }
});

/// Two areas that overlap: what is in both is the first one's.
fn overlapping() -> Folder {
    let square = |west: f64, east: f64| json!([[west, 60.16], [east, 60.16], [east, 60.19], [west, 60.19]]);
    let areas = json!([
        { "shopId": "12", "zoneId": "12-1", "polygon": square(24.94, 24.98), "fee": 10.9 },
        { "shopId": "12", "zoneId": "12-2", "polygon": square(24.90, 24.96), "fee": 6.9 },
        { "shopId": "12", "zoneId": "12-2", "version": "V2", "polygon": square(24.98, 24.99), "fee": 4.9 },
    ]);
    let folder = example(&json!([]), &[("areas.json", areas)]);
    let book = "street,number,postcode,city,lat,lng\nLiisankatu,12,00170,Helsinki,60.175,24.95\n";
    std::fs::write(folder.path().join("addresses.csv"), book).expect("a file");
    folder
}

store_contract!(a_token_is_of_the_zone_of_its_point, |db| async move {
    let folder = overlapping();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let ask = async |lng: f64, zone: &str, version: &str| {
        let coordinates = json!({ "lat": 60.175, "lng": lng });
        let body =
            json!({ "shopId": "12", "zoneId": zone, "deliveryZoneVersion": version, "coordinates": coordinates });
        post(&app, TOKEN, &body).await
    };
    for (lng, zone, version, fee) in
        [(24.95, "12-1", "V1", 10.9), (24.93, "12-2", "V1", 6.9), (24.985, "12-2", "V2", 4.9)]
    {
        let answer = ask(lng, zone, version).await;
        assert_eq!((answer.status.as_u16(), &answer.body["deliveryFee"]), (200, &json!(fee)), "{zone} {version}");
    }
    for (lng, zone, version) in
        [(24.95, "12-2", "V1"), (24.95, "12-2", "V2"), (24.95, "12-1", "V2"), (24.93, "12-2", "V9")]
    {
        let answer = ask(lng, zone, version).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code()),
            (409, "shop/delivery/outside-of-range"),
            "{zone} {version}"
        );
    }
    assert_eq!(ask(24.95, "12-9", "V1").await.field(), "zoneId");

    // A token of a cheaper zone next door is none at this door.
    let next_door = json!({ "lat": 60.175, "lng": 24.938 });
    let held = ask(24.938, "12-2", "V1").await.body["token"].clone();
    let cheap = json!({ "deliveryPriceToken": held });
    for contact in [json!({ "coordinates": next_door }), json!({})] {
        let order = delivery(&contact, &cheap);
        assert_eq!(priced(&app, &order).await, (10.9, Some("delivery/price-token-invalid".to_owned())), "{contact}");
        assert_eq!(refusal(&app, &order).await, (409, "delivery/price-token-invalid".to_owned()), "{contact}");
    }
    let seen = delivery(&json!({ "coordinates": next_door }), &json!({ "grandTotal": 19.8 }));
    assert_eq!(refusal(&app, &seen).await, (409, "order/price-changed".to_owned()));
});

/// A Pelias that answers its first question, and is away from then on; what it was asked is counted.
async fn forgetful(asked: Arc<AtomicU32>) -> String {
    let app = Router::new().fallback(move || {
        let is_first = asked.fetch_add(1, Ordering::SeqCst) == 0;
        let house = json!({
            "type": "Feature", "geometry": { "type": "Point", "coordinates": [24.95, 60.175] },
            "properties": { "gid": "openstreetmap:address:node/7", "layer": "address", "confidence": 1 },
        });
        let status = if is_first { StatusCode::OK } else { StatusCode::BAD_GATEWAY };
        async move { (status, json!({ "type": "FeatureCollection", "features": [house] }).to_string()) }
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, app).await });
    url
}

store_contract!(a_door_is_asked_for_once_and_a_silent_geocoder_refuses_nobody_with_a_place, |db| async move {
    let (folder, asked) = (overlapping(), Arc::new(AtomicU32::default()));
    let url = forgetful(Arc::clone(&asked)).await;
    let app = folder.setup("2026-11-24 18:00").flag(&format!("--geocoder-url={url}")).start(&db).await;
    let known = delivery(&json!({}), &json!({}));
    for _ in 0..3 {
        assert_eq!(priced(&app, &known).await, (10.9, None));
    }
    assert_eq!(refusal(&app, &delivery(&json!({}), &json!({ "grandTotal": 23.8 }))).await, (201, String::new()));
    assert_eq!(asked.load(Ordering::SeqCst), 1, "one address, one question");

    let other =
        |coordinates: Value| delivery(&json!({ "street": "Kaivokatu 1", "coordinates": coordinates }), &json!({}));
    let silent = post_as(&app, ORDER, None, &other(json!(null))).await;
    assert_eq!((silent.status().as_u16(), silent.headers().contains_key("retry-after")), (503, true));
    assert_eq!(Answer::read(silent).await.code(), "service/unavailable");
    let near = other(json!({ "lat": 60.175, "lng": 24.92 }));
    assert_eq!((priced(&app, &near).await, refusal(&app, &near).await.0), ((6.9, None), 201));
    let far = other(json!({ "lat": 60.5, "lng": 24.92 }));
    assert_eq!(refusal(&app, &far).await, (409, "shop/delivery/outside-of-range".to_owned()));
});

/// A chain of areas that overlap as they like, with a book of some houses, and where those are.
fn any_chain(chance: &mut StdRng) -> (Folder, Vec<LatLng>) {
    let mut areas = Vec::new();
    for (zone, version) in [("12-1", "V1"), ("12-1", "V2"), ("12-2", "V1"), ("12-3", "V1")] {
        let (south, west) = (chance.random_range(60.14..60.18), chance.random_range(24.88..24.96));
        let (north, east) = (south + chance.random_range(0.005..0.04), west + chance.random_range(0.01..0.08));
        let fee = f64::from(chance.random_range(100..1_500)) / 100.0;
        areas.push(json!({
            "shopId": "12", "zoneId": zone, "version": version, "fee": fee,
            "polygon": [[west, south], [east, south], [east, north], [west, north]],
        }));
    }
    let houses: Vec<_> = STREETS[..8].iter().map(|_| any_place(chance)).collect();
    let mut book = "street,number,postcode,city,lat,lng\n".to_owned();
    for (street, house) in STREETS.iter().zip(&houses) {
        writeln!(book, "{street},1,00100,Helsinki,{:.5},{:.5}", house.lat(), house.lng()).expect("a text");
    }
    let folder = example(&json!([]), &[("areas.json", json!(areas))]);
    std::fs::write(folder.path().join("addresses.csv"), book).expect("a file");
    (folder, houses)
}

/// Somewhere around the restaurant, to five decimals, as the book has them.
fn any_place(chance: &mut StdRng) -> LatLng {
    let (lat, lng) = (chance.random_range(6_013_000..6_021_000), chance.random_range(2_486_000..2_506_000));
    LatLng::new(f64::from(lat) / 100_000.0, f64::from(lng) / 100_000.0).expect("a place")
}

/// What delivery to a place costs, and its zone with the edition; none outside.
async fn fee_at(app: &TestApp, place: LatLng) -> Option<(f64, Value)> {
    let path = format!("/api/pricing/delivery-price?shopId=12&lat={}&lng={}", place.lat(), place.lng());
    let answer = get(app, &path).await;
    let fee = answer.body["deliveryFee"].as_f64()?;
    Some((fee, answer.body))
}

/// A token for a place, of whatever zone it is in; null outside.
async fn token_at(app: &TestApp, place: LatLng) -> Value {
    let Some((_, area)) = fee_at(app, place).await else { return Value::Null };
    let mut body = json!({ "shopId": "12", "coordinates": { "lat": place.lat(), "lng": place.lng() } });
    extend(&mut body, &json!({ "zoneId": area["zoneId"], "deliveryZoneVersion": area["deliveryZoneVersion"] }));
    let answer = post(app, TOKEN, &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body["token"].clone()
}

/// An order with whatever a client may say of its place, and the door that counts; none where nobody knows it.
async fn any_order(app: &TestApp, chance: &mut StdRng, houses: &[LatLng]) -> (Value, Option<LatLng>) {
    let at = chance.random_range(0..STREETS.len());
    let house = houses.get(at).copied();
    let near = |from: LatLng| LatLng::new(from.lat() + 0.004, from.lng() - 0.008).expect("a place");
    let sent = match chance.random_range(0..4) {
        0 => None,
        1 => house,
        2 => house.map(near),
        _ => Some(any_place(chance)),
    };
    let held_at = match chance.random_range(0..4) {
        0 => sent,
        1 => house.map(near),
        2 => Some(any_place(chance)),
        _ => None,
    };
    let token = match held_at {
        Some(place) => token_at(app, place).await,
        None => Value::Null,
    };
    let phone = format!("040 {}", chance.random_range(1_000_000..9_999_999));
    let mut contact = json!({ "street": format!("{} 1", STREETS[at]), "phoneNumber": phone });
    if let Some(sent) = sent {
        extend(&mut contact, &json!({ "coordinates": { "lat": sent.lat(), "lng": sent.lng() } }));
    }
    let of_the_token = held_at.filter(|_| token.is_string());
    let order = delivery(&contact, &json!({ "deliveryPriceToken": token, "paymentMethod": "cod" }));
    (order, house.or(sent).or(of_the_token))
}

store_contract!(a_cart_and_its_order_cost_what_their_door_says, |db| async move {
    for seed in 0..CHAINS {
        let mut chance = StdRng::seed_from_u64(seed);
        let (folder, houses) = any_chain(&mut chance);
        let setup = folder.setup("2026-11-24 18:00").flag("--orders-per-address=0");
        let app = setup.flag(&format!("--staff-token={STAFF_TOKEN}")).start(&db).await;
        for number in 0..CARTS {
            let (mut order, door) = any_order(&app, &mut chance, &houses).await;
            let cart = Answer::read(post_as(&app, CART, Some(STAFF_TOKEN), &order).await).await.body;
            order["grandTotal"] = cart["pricingDetails"]["grandTotal"].clone();
            let placed = Answer::read(post_as(&app, ORDER, Some(STAFF_TOKEN), &order).await).await;
            let said = format!("seed {seed}, cart {number}: {order} at {door:?} costs {cart}, placed {}", placed.body);
            let fee = match door {
                Some(door) => fee_at(&app, door).await.map(|(fee, _)| fee),
                None => None,
            };
            if cart["validationResult"]["isValid"] == true && door.is_some() {
                assert_eq!(cart["pricingDetails"]["shippingChargesTotal"].as_f64(), fee, "{said}");
            }
            let is_far = placed.code() == "delivery/address-unknown";
            match &cart["validationResult"]["messages"][0]["messageCode"] {
                Value::String(code) => assert!(is_far || placed.code() == code, "{said}"),
                _ if is_far => {}
                _ => assert_eq!(
                    (placed.status.as_u16(), &placed.body["grandTotal"]),
                    (201, &order["grandTotal"]),
                    "{said}"
                ),
            }
        }
        app.leave().await;
    }
});
