//! An account's orders: what stands in them, whose they are, and what becomes of their contact data.

use jiff::SignedDuration;
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{app::TestApp, customer::CustomerPerson, shop::PLACING, store_contract};

use crate::{
    brief,
    ordering::{Shop, call_centre, delivery, line, numbers, pickup, pizza, place},
};

pub(crate) const DETAILS: &str = "/api/commerce/v2/customers/me/orders/details";
const CART: &str = "/api/pricing/pricing/customer/cart";

/// One order with its items, as a page opens it.
fn order_path(id: &str) -> String {
    format!("/api/commerce/v2/customers/orders/{id}")
}

/// The entries of the history.
async fn details(person: &CustomerPerson, query: &str) -> Value {
    let answer = person.get(&format!("{DETAILS}{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

fn with_pictures(shop: &Shop) {
    shop.change_menu(|menu| {
        menu["products"][0]["imagepath"] = "/pictures/3001.svg".into();
        menu["products"][0]["menuimagepathmobile"] = "/pictures/3001-small.svg".into();
    });
}

// spec: RO-10, RO-11, RO-12, RO-13
store_contract!(an_entry_is_the_order_as_it_was_sold, |db| async move {
    let shop = Shop::new();
    with_pictures(&shop);
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    assert_eq!(details(&aino, "").await, json!([]));
    let mut order = delivery(&[line("3001", "101", 2, &[("1201", 1), ("1305", 1)]), line("3020", "100", 1, &[])]);
    order["promotionCodes"] = json!(["kesa5"]);
    order["avoidAllergens"] = json!(["nuts", "milk"]);
    let placed = place(&aino, &app, &order).await;
    let priced = aino.post(CART, &order).await.body["pricingDetails"].clone();
    let placed_at = json!(deps::Clock::now(&app.clock));
    let pizza = json!({
        "uuid": "3001-101", "productId": "3001", "sizeId": "101", "sizeName": "Normaali", "productCategoryId": "pizza",
        "name": "Testipizza", "quantity": 2, "price": 28.6, "discountedPrice": 24.15,
        "ingredients": [
            { "ingredientID": "1201", "name": "Pizzapohja", "quantity": 1, "recipeQuantity": 1, "displayOrder": 999, "categoryId": "dough" },
            { "ingredientID": "1305", "name": "Pekoni", "quantity": 1, "recipeQuantity": 0, "displayOrder": 999, "categoryId": "toppings" },
            { "ingredientID": "1301", "name": "Kinkku", "quantity": 0, "recipeQuantity": 1, "displayOrder": 999, "categoryId": "toppings" },
        ],
        "images": { "menuimagepath": "/pictures/3001.svg", "menuimagepathmobile": "/pictures/3001-small.svg" },
        "inactive": false, "includesInactiveIngredients": false, "recipeOutdated": false,
    });
    let drink = json!({
        "uuid": "3020-100", "productId": "3020", "sizeId": "100", "sizeName": "Yksi koko", "productCategoryId": "drink",
        "name": "Limsa", "quantity": 1, "price": 3.5, "discountedPrice": 2.95, "ingredients": [], "images": null,
        "inactive": false, "includesInactiveIngredients": false, "recipeOutdated": false,
    });
    let expected = json!([{
        "orderId": placed.id, "orderKey": placed.key, "orderPlacedAt": placed_at, "preOrderTime": null,
        "orderType": "delivery", "status": 0, "isActive": true, "restaurantId": "12", "restaurantName": "Kaisaniemi",
        "contactDetails": {
            "streetAddress": "Liisankatu 12", "apartmentNumber": "A 3", "postalCode": "00170", "city": "Helsinki",
            "extraInfo": "Ovikoodi 2480",
        },
        "orderItems": [pizza, drink], "grandTotal": 36, "grandTotalWithoutShippingAndDiscounts": 32.1,
        "discountsSum": 5, "shippingCharges": 8.9, "phoneOrderFee": 0, "deliveryServiceFee": 0,
        "vat14": priced["vatTotal"], "pricingDetails": priced, "slicesAdded": 0, "isFavourite": false,
        "canBeFavourite": true, "avoidAllergens": ["milk", "nuts"],
    }]);
    assert_eq!(details(&aino, "").await, expected);
    let items = &expected[0]["orderItems"];
    let one =
        json!([{ "orderId": placed.id, "orderPlacedAt": placed_at, "shoppingCartPrice": { "orderItems": items } }]);
    assert_eq!(aino.get(&order_path(&placed.id)).await.body, one);

    let mut preorder = pickup(&[self::pizza(1)]);
    preorder["preOrderTime"] = json!("2026-11-22 18:00");
    let preordered = place(&aino, &app, &preorder).await;
    let entries = details(&aino, "").await;
    assert_eq!(numbers(&entries, "orderId"), [preordered.id.as_str(), placed.id.as_str()], "the newest first");
    let entry = &entries[0];
    let found = (&entry["preOrderTime"], &entry["orderType"], &entry["contactDetails"]["streetAddress"]);
    assert_eq!(found, (&json!("2026-11-22 18:00"), &json!("pickup"), &json!("")));
    app.kitchen().report_status(&placed.id, 11).await;
    let over = &details(&aino, "").await[1];
    assert_eq!((&over["status"], &over["isActive"]), (&json!(11), &json!(false)));
});

store_contract!(fees_add_up_to_the_total, |db| async move {
    let shop = Shop::new();
    shop.write("settings.json", &json!({ "deliveryServiceFee": { "shops": ["12"], "amount": 0.99 } }));
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let mut order = delivery(&[pizza(1)]);
    order["hasDeliveryServiceFee"] = json!(true);
    order["promotionCodes"] = json!(["kesa5"]);
    place(&aino, &app, &order).await;
    let entry = &details(&aino, "").await[0];
    let cents = |name: &str| (entry[name].as_f64().unwrap() * 100.0).round();
    assert_eq!([cents("deliveryServiceFee"), cents("shippingCharges"), cents("discountsSum")], [99.0, 791.0, 500.0]);
    let parts = ["grandTotalWithoutShippingAndDiscounts", "shippingCharges", "deliveryServiceFee", "phoneOrderFee"];
    let sum: f64 = parts.iter().map(|name| cents(name)).sum();
    assert_eq!(sum - cents("discountsSum"), cents("grandTotal"), "{entry}");
});

// spec: RO-14
store_contract!(the_history_is_read_in_parts, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let mut placed = Vec::new();
    for _ in 0..21 {
        placed.insert(0, place(&aino, &app, &pickup(&[pizza(1)])).await.id);
    }
    let ids = |entries: &Value| numbers(entries, "orderId").iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    assert_eq!(ids(&details(&aino, "").await), placed[..10], "ten, where nothing is said");
    assert_eq!(ids(&details(&aino, "?limit=20").await), placed[..20]);
    assert_eq!(ids(&details(&aino, &format!("?limit=5&before={}", placed[3])).await), placed[4..9]);
    assert_eq!(ids(&details(&aino, &format!("?before={}", placed[19])).await), placed[20..]);
    assert_eq!(ids(&details(&aino, &format!("?before={}", placed[20])).await), [""; 0]);
    for limit in ["0", "21", "-1", "x", ""] {
        let answer = aino.get(&format!("{DETAILS}?limit={limit}")).await;
        assert_eq!((brief(&answer), answer.field()), ((422, "request/invalid"), "limit"), "{limit}");
    }
    for before in ["1", "x", "0", "99999999999999999999"] {
        assert_eq!(brief(&aino.get(&format!("{DETAILS}?before={before}")).await), (404, "order/not-found"));
    }
});

/// An order of somebody that waits for its money.
async fn unpaid(person: &CustomerPerson, app: &TestApp, quantity: u32) -> (String, String) {
    let mut order = pickup(&[pizza(quantity)]);
    order["paymentMethod"] = "applepay".into();
    let placed = place(person, app, &order).await;
    (placed.id, placed.key)
}

store_contract!(what_is_unpaid_or_a_guests_is_in_no_history, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let (waiting, _) = unpaid(&aino, &app, 1).await;
    let (ended, key) = unpaid(&aino, &app, 2).await;
    let cancel = json!({ "orderId": ended, "orderKey": key });
    assert_eq!(aino.post("/api/commerce/v2/order/cancel", &cancel).await.status, StatusCode::OK);
    let guest = aino.with_cookie(None);
    let theirs = place(&guest, &app, &pickup(&[pizza(3)])).await;
    let by_phone = pickup(&[pizza(4)]);
    let agents = place(&call_centre(&aino), &app, &by_phone).await;
    for id in [&waiting, &ended, &theirs.id, &agents.id] {
        assert_eq!(brief(&aino.get(&order_path(id)).await), (404, "order/not-found"));
        let favourite = aino.post("/api/commerce/v2/favourites/order", &json!(id)).await;
        assert_eq!(brief(&favourite), (404, "order/not-found"));
    }
    let reads = [DETAILS, "/api/commerce/v2/customers/orders/latest", "/api/commerce/v2/customers/me/reorder"];
    for path in reads {
        assert_eq!(aino.get(path).await.body, json!([]), "{path}");
    }
    assert_eq!(aino.get("/api/users/me").await.body["activeOrders"], 0);
    app.clock.turn(SignedDuration::from_hours(1));
    assert_eq!(aino.get(DETAILS).await.body, json!([]), "nor once it has expired");
});

store_contract!(active_is_what_is_neither_over_nor_left_for_two_days, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let over = place(&aino, &app, &pickup(&[pizza(1)])).await;
    let left = place(&aino, &app, &pickup(&[pizza(1)])).await;
    let active = async || {
        let listed = details(&aino, "").await;
        let marked = listed.as_array().unwrap().iter().filter(|entry| entry["isActive"] == true).count();
        assert_eq!(aino.get("/api/users/me").await.body["activeOrders"], marked, "one rule");
        marked
    };
    assert_eq!(active().await, 2);
    app.kitchen().report_status(&over.id, 4).await;
    assert_eq!(active().await, 1);
    app.clock.turn(SignedDuration::from_hours(49));
    assert_eq!(active().await, 0, "its restaurant left {}", left.id);
});

store_contract!(contact_data_that_was_taken_away_is_null, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let mut order = delivery(&[pizza(1)]);
    order["avoidAllergens"] = json!(["milk"]);
    let placed = place(&aino, &app, &order).await;
    let before = details(&aino, "").await;
    app.kitchen().report_status(&placed.id, 11).await;
    app.clock.turn(SignedDuration::from_hours(72));
    let now = deps::Clock::now(&app.clock);
    assert_eq!(app.node().store().forget_people(now, now).await.unwrap(), 1);
    let after = details(&aino, "").await;
    let (entry, was) = (&after[0], &before[0]);
    assert_eq!((&entry["contactDetails"], &entry["avoidAllergens"]), (&Value::Null, &json!([])));
    assert_eq!(
        (&entry["orderItems"], &entry["grandTotal"]),
        (&was["orderItems"], &was["grandTotal"]),
        "the rest stays"
    );
});

store_contract!(the_history_is_for_whoever_is_signed_in, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let placed = place(&aino, &app, &pickup(&[pizza(1)])).await;
    let (guest, agent) = (aino.with_cookie(None), call_centre(&aino));
    let lists = [DETAILS, "/api/commerce/v2/customers/orders/latest", "/api/commerce/v2/customers/me/reorder"];
    for path in lists {
        assert_eq!(brief(&guest.get(path).await), (401, "users/unauthorized"), "{path}");
        let answer = agent.get(path).await;
        assert_eq!((answer.status, answer.body), (StatusCode::OK, json!([])), "{path}");
        let response = aino.ask(reqwest::Method::GET, path, &Value::Null).send().await.unwrap();
        assert_eq!(response.headers()["cache-control"], "no-store", "{path}");
    }
    assert_eq!(brief(&guest.get(&order_path(&placed.id)).await), (401, "users/unauthorized"));
    assert_eq!(brief(&agent.get(&order_path(&placed.id)).await), (403, "users/forbidden"));

    let terms =
        json!({ "shop": { "version": "2", "mustAccept": true }, "loyalty": { "version": "1", "mustAccept": false } });
    shop.write("settings.json", &json!({ "terms": terms }));
    let later = shop.setup().clock(&app.clock).start(&db).await;
    let aino = aino.at(&later);
    assert_eq!(brief(&aino.post(PLACING, &pickup(&[pizza(1)])).await), (403, "users/terms-required"));
    for path in &lists[..2] {
        assert_eq!(aino.get(path).await.body.as_array().unwrap().len(), 1, "{path} needs no terms");
    }
    for path in [lists[2], &order_path(&placed.id)] {
        assert_eq!(brief(&aino.get(path).await), (403, "users/terms-required"), "{path}");
    }
});
