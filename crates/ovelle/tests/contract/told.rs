//! What a customer says of an order is read by everybody who is to know it: kitchens, staff, the customer again.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{BOUND_KEY, TestApp},
    board::BoardPage,
    dispatcher::DispatchClient,
    kitchen::Registered,
    store_contract,
};

use crate::{
    carts::STAFF_TOKEN,
    folder::{Folder, shop},
    live::watch_with_snapshot,
    money::{folder, paid, pickup, placed, started},
    track,
};

/// Where an order is read, each whole.
const KITCHEN: [&str; 3] = ["dispatch order", "dispatch list", "dispatch line"];
const ROWS: [&str; 2] = ["board row", "found row"];
const TRACKERS: [&str; 3] = ["tracker", "snapshot", "staff order/order"];
const STAFF: [&str; 1] = ["staff order"];

/// What is said, and by whom it is read: the places with the path in each, and what stands there.
struct Said {
    field: &'static str,
    value: Value,
    read: Vec<(&'static [&'static str], &'static str, Value)>,
}

fn said(field: &'static str, value: Value, read: Vec<(&'static [&'static str], &'static str, Value)>) -> Said {
    Said { field, value, read }
}

fn of_contact(field: &'static str, text: &str, path: &'static str, places: &[&'static [&'static str]]) -> Said {
    said(field, json!(text), places.iter().map(|places| (*places, path, json!(text))).collect())
}

/// Each field of a cart that is more than money: a new one gets its row.
fn table() -> Vec<Said> {
    let avoided = json!(["milk", "nuts"]);
    let (kitchen, rows, trackers, staff): (&[_], &[_], &[_], &[_]) = (&KITCHEN, &ROWS, &TRACKERS, &STAFF);
    let everywhere = [kitchen, rows, trackers, staff];
    let items = |path: &'static str, value: &Value| {
        [kitchen, trackers].into_iter().map(|places| (places, path, value.clone())).collect::<Vec<_>>()
    };
    let left_out = json!({ "ingredientID": "1301", "name": "Kinkku", "quantity": 0, "recipeQuantity": 1,
        "displayOrder": 999, "categoryId": "toppings" });
    let added = json!({ "ingredientID": "1305", "name": "Pekoni", "quantity": 2, "recipeQuantity": 0,
        "displayOrder": 999, "categoryId": "toppings" });
    vec![
        said(
            "avoidAllergens",
            json!(["nuts", "milk", "nuts"]),
            everywhere.into_iter().map(|places| (places, "/avoidAllergens", avoided.clone())).collect(),
        ),
        of_contact(
            "shippingInstruction",
            "Ovikoodi 2480",
            "/customer/shippingInstruction",
            &[kitchen, trackers, staff],
        ),
        of_contact("deliveryContact/phoneNumber", "040 555", "/customer/phone", &[kitchen, rows, staff]),
        of_contact("deliveryContact/street", "Liisankatu 12", "/customer/streetAddress", &everywhere),
        of_contact("deliveryContact/apartmentNumber", "B 7", "/customer/apartmentNumber", &[kitchen, trackers, staff]),
        of_contact("deliveryContact/postalCode", "00170", "/customer/postalCode", &[kitchen, trackers, staff]),
        of_contact("deliveryContact/city", "Helsinki", "/customer/city", &everywhere),
        said(
            "deliveryContact/lastName",
            json!("Virtanen"),
            [kitchen, rows, staff].map(|places| (places, "/customer/name", json!("Aino Virtanen"))).to_vec(),
        ),
        said(
            "deliveryContact/coordinates",
            json!({ "lat": 60.1741, "lng": 24.9536 }),
            [kitchen, trackers, staff]
                .map(|places| (places, "/customer/coordinates", json!({ "lat": 60.1741, "lng": 24.9536 })))
                .to_vec(),
        ),
        said(
            "preOrderTime",
            json!("2026-11-24 20:30"),
            [kitchen, rows, trackers].map(|places| (places, "/preOrderTime", json!("2026-11-24T18:30:00Z"))).to_vec(),
        ),
        said(
            "orderType",
            json!("delivery"),
            [kitchen, rows].map(|places| (places, "/orderType", json!("delivery"))).to_vec(),
        ),
        said("orderItems/0/quantity", json!(3), items("/orderItems/0/quantity", &json!(3))),
        said("orderItems/0/sizeId", json!("102"), items("/orderItems/0/sizeName", &json!("Perhe"))),
        said(
            "orderItems/0/ingredients",
            json!([{ "ingredientId": "1201", "quantity": 1 }, { "ingredientId": "1305", "quantity": 2 }]),
            [items("/orderItems/0/ingredients/1", &added), items("/orderItems/0/ingredients/2", &left_out)].concat(),
        ),
    ]
}

/// All that is read of an order, by where.
async fn read(app: &TestApp, order: &Registered) -> BTreeMap<&'static str, Value> {
    let asked = async |path: &str, bearer: &str| -> Value {
        app.http.get(app.url(path)).bearer_auth(bearer).send().await.unwrap().json().await.unwrap()
    };
    let of_list = |list: Value| {
        let rows = list["orders"].as_array().unwrap();
        rows.iter().find(|row| row["orderId"] == order.id).unwrap().clone()
    };
    let mut line = DispatchClient::open(app, BOUND_KEY).await;
    line.call("watch", &json!({ "restaurantId": "12" })).await;
    line.read_until(|orders| orders.contains_key(&order.id)).await;
    let board = BoardPage::open(app, STAFF_TOKEN, &[]).await;
    let staff = asked(&format!("/api/staff/orders/{}", order.id), STAFF_TOKEN).await;
    BTreeMap::from([
        ("dispatch order", asked(&format!("/api/dispatch/orders/{}", order.id), BOUND_KEY).await),
        ("dispatch list", of_list(asked("/api/dispatch/orders?restaurantId=12&open=1", BOUND_KEY).await)),
        ("dispatch line", line.orders[&order.id].clone()),
        ("board row", board.rows[&order.id].clone()),
        ("found row", of_list(asked(&format!("/api/staff/orders?q={}", order.id), STAFF_TOKEN).await)),
        ("tracker", track(app, order).await),
        ("snapshot", watch_with_snapshot(app, order).await.1["order"].clone()),
        ("staff order/order", staff["order"].clone()),
        ("staff order", staff),
    ])
}

store_contract!(what_a_customer_says_is_read_by_everybody_who_is_to_know_it, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let mut cart = pickup("040 555", &json!({}));
    for Said { field, value, .. } in table() {
        let (parent, name) = field.rsplit_once('/').map_or(("", field), |(parent, name)| (parent, name));
        let parent = if parent.is_empty() { String::new() } else { format!("/{parent}") };
        cart.pointer_mut(&parent).unwrap()[name] = value;
    }
    let order = paid(&app, &cart).await;
    let places = read(&app, &order).await;
    for Said { field, read, .. } in table() {
        for (places_of_it, path, wanted) in read {
            for place in places_of_it {
                assert_eq!(places[place].pointer(path), Some(&wanted), "{field} at {place}{path}");
            }
        }
    }
    let first = |text: &str| text.starts_with("{\"avoidAllergens\":");
    let raw = app.http.get(app.url(&format!("/api/dispatch/orders/{}", order.id))).bearer_auth(BOUND_KEY);
    assert!(first(&raw.send().await.unwrap().text().await.unwrap()), "it stands first in what a kitchen reads");
    let mails = app.mails_of("order-receipt", 1).await;
    let receipt = mails[0]["text"].as_str().unwrap().replace('\u{a0}', " ");
    for wanted in
        ["VÄLTETTÄVÄ: MAITO, PÄHKINÄT", "3 × Testipizza, Perhe", "− Kinkku", "+ 2 × Pekoni", "Liisankatu 12 B 7"]
    {
        assert!(receipt.contains(wanted), "{wanted}\n{receipt}");
    }
});

store_contract!(who_avoids_nothing_and_who_was_taken_elsewhere_have_an_empty_list, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let ours = paid(&app, &pickup("04011", &json!({}))).await;
    let elsewhere = app.kitchen().register(&json!({ "avoidAllergens": ["milk"] })).await;
    for order in [ours, elsewhere] {
        for (place, read) in read(&app, &order).await {
            assert_eq!(read["avoidAllergens"], json!([]), "{place}");
        }
    }
});

/// What a cart says besides: by what it is sold and paid, and who is written to.
const OF_THE_SALE: [&str; 16] = [
    "additionalInfo", // Stands in the place of an instruction that is absent.
    "deliveryContact",
    "deliveryPriceToken",
    "email",
    "emailMarketingPermission",
    "firstName",
    "hasDeliveryServiceFee",
    "hasPhoneOrderFee",
    "orderItems",
    "paymentMethod",
    "promotionCodes",
    "smsMarketingPermission",
    "shopId",
    "uuid",
    "comboId",
    "comboCampaignCode",
];
/// What has a test of its own below, or is said by the product of a line.
const TOLD_APART: [&str; 4] = ["deliveryWithoutPackaging", "addedFrom", "productId", "ingredientId"];

store_contract!(each_field_of_a_cart_is_in_the_table, |db| async move {
    let app = TestApp::start(&db).await;
    let document: Value = app.http.get(app.url("/api/openapi.json")).send().await.unwrap().json().await.unwrap();
    let told: Vec<&str> = table().iter().map(|said| said.field.rsplit('/').next().unwrap()).collect();
    for schema in ["CartBody", "ContactBody", "ItemBody", "IngredientBody"] {
        let properties = document["components"]["schemas"][schema]["properties"].as_object().unwrap();
        for field in properties.keys().map(String::as_str) {
            let is_known = told.contains(&field) || OF_THE_SALE.contains(&field) || TOLD_APART.contains(&field);
            assert!(is_known, "{schema}.{field}: who reads it?");
        }
    }
});

/// A restaurant that delivers without packaging.
fn without_boxes() -> Folder {
    let folder = folder();
    folder.write("restaurants.json", &json!([shop("12", "Kaisaniemi", &json!({ "deliveryWithoutPackaging": true }))]));
    folder.write("settings.json", &json!({ "withoutPackaging": { "enabled": true, "discount": 0.5 } }));
    folder
}

store_contract!(who_wants_no_packaging_is_told_to_everybody_who_packs_and_brings, |db| async move {
    let folder = without_boxes();
    let app = started(&db, &folder).await;
    let delivery = |wanted: bool, phone: &str| {
        let mut order = pickup(phone, &json!({ "orderType": "delivery", "deliveryWithoutPackaging": wanted }));
        let door = json!({ "street": "Liisankatu 12", "postalCode": "00170", "city": "Helsinki",
            "coordinates": { "lat": 60.1741, "lng": 24.9536 } });
        order["deliveryContact"].as_object_mut().unwrap().extend(door.as_object().unwrap().clone());
        order
    };
    for (wanted, phone, shown) in [(true, "04021", Some(&json!(true))), (false, "04022", None)] {
        let order = paid(&app, &delivery(wanted, phone)).await;
        for (place, read) in read(&app, &order).await {
            assert_eq!(read.get("withoutPackaging"), shown, "{place}: {read}");
        }
        let mails = app.mails_of("order-receipt", usize::from(!wanted) + 1).await;
        let receipt = mails.iter().find(|mail| mail["subject"].as_str().unwrap().ends_with(&order.id)).unwrap();
        assert_eq!(receipt["text"].as_str().unwrap().contains(", ilman pakkausta\n"), wanted, "{receipt}");
    }
});

store_contract!(who_cooks_reads_that_an_order_was_paid_in_a_pause, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let (order, body) = placed(&app, &pickup("04031", &json!({}))).await;
    let pause = json!({ "until": "2026-11-24T17:00:00Z", "orderTypes": ["pickup"] });
    let paused = app.kitchen().call(Method::PUT, "/api/dispatch/restaurants/12/pause", &pause).await;
    assert_eq!(paused.status, 200, "{}", paused.body);
    app.http.post(body["payment"]["redirectUrl"].as_str().unwrap()).body("choice=pay").send().await.unwrap();
    let places = read(&app, &order).await;
    for place in KITCHEN.iter().chain(&ROWS).chain(&STAFF) {
        assert_eq!(places[place].get("duringPause"), Some(&json!(true)), "{place}");
    }
    for place in TRACKERS {
        assert_eq!(places[place].get("duringPause"), None, "{place}");
    }
});
