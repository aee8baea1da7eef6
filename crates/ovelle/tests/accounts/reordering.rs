//! Ordering again: what can be had as it was, what somebody orders most, and their favourite.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{app::TestApp, customer::CustomerPerson, db::TestDb, store_contract};

use crate::{
    brief,
    history::DETAILS,
    keyed,
    ordering::{Shop, call_centre, line, pickup, pizza, place},
};

const REORDER: &str = "/api/commerce/v2/customers/me/reorder";
pub(crate) const FAVOURITE: &str = "/api/commerce/v2/favourites/order";

fn drink() -> Value {
    line("3020", "100", 1, &[])
}

/// A node with the menu as it is now, for somebody of another one.
async fn later(shop: &Shop, db: &TestDb, app: &TestApp, person: &CustomerPerson) -> (TestApp, CustomerPerson) {
    let node = shop.setup().clock(&app.clock).start(db).await;
    let person = person.at(&node);
    (node, person)
}

async fn items_of(person: &CustomerPerson, order: &str) -> Value {
    let answer = person.get(&format!("/api/commerce/v2/customers/orders/{order}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body[0]["shoppingCartPrice"]["orderItems"].clone()
}

fn flags(item: &Value) -> [bool; 3] {
    ["inactive", "includesInactiveIngredients", "recipeOutdated"].map(|flag| item[flag] == true)
}

// spec: RO-06, RO-07, RO-09
store_contract!(what_was_ordered_is_held_against_the_menu_of_now, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let bacon = line("3001", "102", 1, &[("1201", 1), ("1301", 1), ("1305", 1)]);
    let placed = place(&aino, &app, &pickup(&[pizza(1), bacon, drink()])).await;
    let placed_at = json!(deps::Clock::now(&app.clock));
    for item in items_of(&aino, &placed.id).await.as_array().unwrap() {
        assert_eq!(flags(item), [false; 3]);
    }

    shop.change_menu(|menu| {
        let ingredients = menu["ingredients"].as_array_mut().unwrap();
        ingredients.retain(|ingredient| ingredient["ingredientID"] != "1305");
        menu["products"].as_array_mut().unwrap().retain(|product| product["productId"] != "3020");
    });
    let (node, there) = later(&shop, &db, &app, &aino).await;
    let items = items_of(&there, &placed.id).await;
    assert_eq!(
        items.as_array().unwrap().iter().map(flags).collect::<Vec<_>>(),
        [[false; 3], [false, true, false], [true, false, false]]
    );
    let names = [&items[1]["ingredients"][2]["name"], &items[1]["name"], &items[2]["name"], &items[2]["images"]];
    let gone = json!("Limsa (poistunut valikoimasta)");
    assert_eq!(names, [&json!("Tuntematon täyte"), &json!("Testipizza"), &gone, &Value::Null]);
    let entry = &there.get(DETAILS).await.body[0];
    assert_eq!((&entry["orderItems"], &entry["canBeFavourite"]), (&items, &json!(false)));
    assert_eq!((&entry["orderId"], &entry["orderPlacedAt"]), (&json!(placed.id), &placed_at));
    drop(node);

    // The large one is gone, and the recipe is another one.
    shop.change_menu(|menu| {
        menu["products"][0]["sizes"].as_array_mut().unwrap().remove(1);
        menu["products"][0]["ingredients"] = json!(["1201"]);
    });
    let (_node, there) = later(&shop, &db, &app, &aino).await;
    let items = items_of(&there, &placed.id).await;
    assert_eq!([flags(&items[0]), flags(&items[1])], [[false, false, true], [true, true, false]]);
});

store_contract!(what_somebody_orders_most_comes_first, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let bacon = |quantity| line("3001", "101", quantity, &[("1305", 1), ("1201", 1), ("1301", 1)]);
    let large = line("3001", "102", 1, &[("1201", 1), ("1301", 1)]);
    let mut first = pickup(&[pizza(1), drink()]);
    first["avoidAllergens"] = json!(["milk"]);
    let mut last = pickup(&[bacon(2)]);
    last["avoidAllergens"] = json!(["nuts"]);
    for order in [&pickup(&[large]), &first, &pickup(&[drink(), bacon(1)]), &last] {
        place(&aino, &app, order).await;
    }
    let offered = async |person: &CustomerPerson, query: &str| {
        let answer = person.get(&format!("{REORDER}{query}")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body.as_array().unwrap().clone()
    };
    let all = offered(&aino, "").await;
    let brief_of = |item: &Value| {
        json!([
            item["name"],
            item["sizeId"],
            item["ingredients"].as_array().unwrap().len(),
            item["quantity"],
            item["avoidAllergens"]
        ])
    };
    let expected = [
        json!(["Testipizza", "101", 3, 2, ["nuts"]]),
        json!(["Limsa", "100", 0, 1, []]),
        json!(["Testipizza", "101", 2, 1, ["milk"]]),
        json!(["Testipizza", "102", 2, 1, []]),
    ];
    assert_eq!(all.iter().map(brief_of).collect::<Vec<_>>(), expected, "twice, twice, once, once");
    assert_eq!(offered(&aino, "?limit=2").await, all[..2]);
    for limit in ["0", "5", "x"] {
        let answer = aino.get(&format!("{REORDER}?limit={limit}")).await;
        assert_eq!((brief(&answer), answer.field()), ((422, "request/invalid"), "limit"), "{limit}");
    }
    shop.change_menu(|menu| {
        menu["ingredients"].as_array_mut().unwrap().retain(|ingredient| ingredient["ingredientID"] != "1305");
        menu["products"][0]["sizes"].as_array_mut().unwrap().remove(1);
    });
    let (_node, there) = later(&shop, &db, &app, &aino).await;
    assert_eq!(offered(&there, "").await, [all[1].clone(), all[2].clone()], "what has changed is left out");
});

// spec: CC-12
store_contract!(the_call_centre_is_offered_nothing_to_reorder, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    place(&aino, &app, &pickup(&[pizza(1)])).await;
    place(&call_centre(&aino), &app, &pickup(&[pizza(2)])).await;
    assert_eq!(aino.get(REORDER).await.body.as_array().unwrap().len(), 1);
    assert_eq!(call_centre(&aino).get(REORDER).await.body, json!([]));
});

// spec: RO-18, RO-20, RO-21, RO-22
store_contract!(one_order_is_the_favourite, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let (plain, with_drink) =
        (place(&aino, &app, &pickup(&[pizza(1)])).await, place(&aino, &app, &pickup(&[pizza(2), drink()])).await);
    let favourite = async |person: &CustomerPerson| {
        let id = person.get("/api/users/me").await.body["favouriteOrderId"].clone();
        let entries = person.get(DETAILS).await.body;
        let marked = entries.as_array().unwrap().iter().filter(|entry| entry["isFavourite"] == true);
        assert_eq!(marked.map(|entry| entry["orderId"].clone()).next().unwrap_or_default(), id, "one word");
        id
    };
    assert_eq!(favourite(&aino).await, Value::Null);
    assert_eq!(aino.post(FAVOURITE, &json!(plain.id)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(favourite(&aino).await, json!(plain.id));
    let replaced = aino.post(FAVOURITE, &json!({ "orderId": with_drink.id })).await;
    assert_eq!((replaced.status, favourite(&aino).await), (StatusCode::NO_CONTENT, json!(with_drink.id)));
    // As a program asks: by its token alone.
    let items = items_of(&aino.as_program().await, &with_drink.id).await;
    let item = |at: usize, name: &str| items[at][name].clone();
    let read = ["productId", "sizeId", "name", "quantity"].map(|name| item(0, name));
    assert_eq!(read, [json!("3001"), json!("101"), json!("Testipizza"), json!(2)]);
    let doses = |ingredient: &Value| json!([ingredient["ingredientID"], ingredient["quantity"]]);
    let on: Vec<Value> = item(0, "ingredients").as_array().unwrap().iter().map(doses).collect();
    assert_eq!(on, [json!(["1201", 1]), json!(["1301", 1])]);

    for body in [json!(7), json!({}), json!({ "orderId": 7 }), json!([plain.id]), Value::Bool(true)] {
        let answer = aino.post(FAVOURITE, &body).await;
        assert_eq!((brief(&answer), answer.field()), ((422, "request/invalid"), "orderId"), "{body}");
    }
    for unknown in ["1", "x", "", "99999999999999999999"] {
        assert_eq!(brief(&aino.post(FAVOURITE, &json!(unknown)).await), (404, "order/not-found"), "{unknown}");
    }
    let keyed = async |body: &Value| keyed(&aino, FAVOURITE, "aino-likes-1", body).await;
    assert_eq!(keyed(&json!(plain.id)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(brief(&keyed(&json!(with_drink.id)).await), (422, "request/idempotency-mismatch"));
    assert_eq!(favourite(&aino).await, json!(plain.id));

    shop.change_menu(|menu| {
        menu["products"].as_array_mut().unwrap().retain(|product| product["productId"] != "3020");
    });
    let (_node, there) = later(&shop, &db, &app, &aino).await;
    let can_be = |entry: &Value| entry["canBeFavourite"].clone();
    let entries: Vec<_> = there.get(DETAILS).await.body.as_array().unwrap().iter().map(can_be).collect();
    assert_eq!(entries, [json!(false), json!(true)], "what is gone keeps an order from being saved");
    assert_eq!(brief(&there.post(FAVOURITE, &json!(with_drink.id)).await), (409, "favourite/inactive"));
    assert_eq!(favourite(&there).await, json!(plain.id));
    for _ in 0..2 {
        assert_eq!(there.call(Method::DELETE, FAVOURITE, &Value::Null).await.status, StatusCode::NO_CONTENT);
        assert_eq!(favourite(&there).await, Value::Null);
    }
});

store_contract!(favourites_are_for_customers_who_accepted_the_terms, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let placed = place(&aino, &app, &pickup(&[pizza(1)])).await;
    let changes = [(Method::POST, json!(placed.id)), (Method::DELETE, Value::Null)];
    for (method, body) in &changes {
        let by = async |person: CustomerPerson| person.call(method.clone(), FAVOURITE, body).await;
        assert_eq!(brief(&by(aino.with_cookie(None)).await), (401, "users/unauthorized"));
        assert_eq!(brief(&by(call_centre(&aino)).await), (403, "users/forbidden"));
    }
    let terms =
        json!({ "shop": { "version": "2", "mustAccept": true }, "loyalty": { "version": "1", "mustAccept": false } });
    shop.write("settings.json", &json!({ "terms": terms }));
    let (_node, there) = later(&shop, &db, &app, &aino).await;
    for (method, body) in &changes {
        assert_eq!(brief(&there.call(method.clone(), FAVOURITE, body).await), (403, "users/terms-required"));
    }
});
