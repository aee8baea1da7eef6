//! What is said of lines: rows 12 to 23 of the table of messages, and what they are warned of.

use serde_json::{Value, json};
use testkit::{app::TestApp, store_contract};

use crate::{
    carts::{cart, example, line, price},
    folder::{Folder, shop},
};

/// A product in one size with an ingredient, and some fields more.
fn product(id: &str, category: &str, fields: &Value) -> Value {
    let mut product = json!({
        "productId": id, "productCategoryId": category, "name": format!("Tuote {id}"),
        "sizes": [{ "sizeId": "101", "price": 10 }], "ingredients": [],
    });
    let more = fields.as_object().expect("fields");
    product.as_object_mut().expect("a product").extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
    product
}

/// A slot of a product that must be filled.
fn slot(category: &str, option: &str, fields: &Value) -> Value {
    let mut slot = json!({
        "id": "aukko", "categoryId": category, "options": [option], "required": true, "display": "select",
        "header": "Valitse", "label": "Valinta",
    });
    let more = fields.as_object().expect("fields");
    slot.as_object_mut().expect("a slot").extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
    slot
}

/// The contract's example with products that have something each.
fn folder() -> Folder {
    let mut menu: Value =
        serde_json::from_str(include_str!("../../../chain/tests/fixtures/example/menu.json")).expect("JSON");
    let add = |list: &mut Value, more: Value| {
        list.as_array_mut().expect("a list").extend(more.as_array().expect("a list").iter().cloned());
    };
    add(
        &mut menu["categories"],
        json!([{ "id": "alcohol", "name": "Alkoholi" }, { "id": "dipattavat", "name": "Dipattavat" }]),
    );
    add(
        &mut menu["ingredients"],
        json!([
            { "ingredientID": "1901", "name": "Aioli", "categoryId": "dip", "price": 1, "allergens": ["eggs", "mustard"] },
            { "ingredientID": "1902", "name": "Fetajuusto", "categoryId": "toppings", "price": 1, "allergens": ["milk"] },
            { "ingredientID": "1903", "name": "Tryffeli", "categoryId": "toppings", "price": 3, "isRecipeOnlyIngredient": true },
        ]),
    );
    add(
        &mut menu["products"],
        json!([
            product("9001", "pizza", &json!({ "inactive": true })),
            product("9002", "pizza", &json!({ "isInDefaultMenu": false })),
            product("9003", "drink", &json!({})),
            product("9004", "drink", &json!({ "orderTypes": ["eatin"] })),
            product("9005", "alcohol", &json!({})),
            product("9006", "drink", &json!({ "availableForSaleFrom": "10:00", "availableForSaleUntil": "11:00" })),
            product("9007", "drink", &json!({})),
            product("9008", "pizza", &json!({ "ingredients": ["1301"], "slots": [slot("dough", "1201", &json!({}))] })),
            product("9009", "monster", &json!({ "ingredients": ["1301"], "slots": [slot("dip", "1901", &json!({}))] })),
            product("9010", "drink", &json!({ "slots": [slot("dip", "1901", &json!({}))] })),
            product(
                "9011",
                "drink",
                &json!({ "slots": [slot("dip", "1901", &json!({ "errorMessage": "Valitse kastike." }))] })
            ),
            product("9012", "dipattavat", &json!({ "allergens": ["gluten"], "ingredients": ["1902", "1901"] })),
        ]),
    );
    let restaurant = shop("12", "Kaisaniemi", &json!({ "productsNotSold": ["9003"] }));
    let stock = json!([{ "shopId": "12", "products": ["9007"], "ingredients": ["1305"] }]);
    example(&json!([]), &[("restaurants.json", json!([restaurant])), ("menu.json", menu), ("stock.json", stock)])
}

/// A line with exactly this on it: ids with their doses.
fn with(product: &str, size: &str, on: &[(&str, u32)]) -> Value {
    let mut line = line("a", product, size, 2, &[]);
    line["ingredients"] = on.iter().map(|(id, doses)| json!({ "ingredientId": id, "quantity": doses })).collect();
    line
}

/// What a guest's cart of one line is answered: its messages, and whether the line stays.
async fn said(app: &TestApp, order_type: &str, line: &Value) -> (Value, bool) {
    let priced = price(app, &cart(order_type, std::slice::from_ref(line), &json!({}))).await;
    let mut messages = priced["validationResult"]["messages"].as_array().expect("messages").clone();
    let is_kept = priced["orderItems"] != json!([]);
    assert_eq!(messages.first().is_some_and(|first| first["messageCode"] == "cart/empty"), !is_kept);
    messages.retain(|message| message["messageCode"] != "cart/empty");
    (Value::from(messages), is_kept)
}

/// A message about a line in a dialog; `more` stands in its metadata beside the line.
fn about(line: &Value, name: Option<&str>, code: &str, text: &str, more: &Value) -> Value {
    let item =
        json!({ "uuid": "a", "productId": line["productId"], "sizeId": line["sizeId"], "name": name, "quantity": 2 });
    let mut metadata = json!({ "item": item });
    let more = more.as_object().expect("metadata");
    metadata.as_object_mut().expect("metadata").extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
    json!([{ "messageCode": code, "message": text, "displayKind": 0, "metadata": metadata }])
}

// spec: OS-70
store_contract!(a_line_that_cannot_be_is_gone, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let recipe = |product: &str| json!({ "uuid": "a", "productId": product, "sizeId": "101", "quantity": 2 });
    let removed = |id: &str| format!("Virhe: Tuote Tuote {id} poistettu korista");
    for (product, name, code, text) in [
        ("9999", None, "product/not-found", "Tuotetta ei löydy".to_owned()),
        ("9001", Some("Tuote 9001"), "product/not-found", "Tuotetta ei löydy".to_owned()),
        ("9002", Some("Tuote 9002"), "product/not-in-default-menu", removed("9002")),
        ("9003", Some("Tuote 9003"), "product/not-in-shop-menu", removed("9003")),
        ("9004", Some("Tuote 9004"), "product/not-in-shop-menu", removed("9004")),
    ] {
        let line = recipe(product);
        let (messages, is_kept) = said(&app, "pickup", &line).await;
        assert_eq!(messages, about(&line, name, code, &text, &json!({})), "{product}");
        assert!(!is_kept, "{product}");
    }
    let alcohol = recipe("9005");
    let (messages, is_kept) = said(&app, "pickup", &alcohol).await;
    let text = "Alkoholia voi tilata vain kirjautunut 18 vuotta täyttänyt.";
    assert_eq!(messages, about(&alcohol, Some("Tuote 9005"), "alcohol/not-allowed", text, &json!({})));
    assert!(!is_kept);
    let (messages, _) = said(&app, "delivery", &alcohol).await;
    let mut wanted =
        about(&alcohol, Some("Tuote 9005"), "alcohol/no-delivery", "Emme kuljeta alkoholia toistaiseksi.", &json!({}));
    wanted[0]["displayKind"] = json!(1);
    assert_eq!(messages, wanted, "the first fault is said");

    let wrong = "Tapahtui virhe. Tuote \"Testipizza\" poistettu ostoskorista.";
    let no_size = with("3001", "100", &[("1201", 1)]);
    let (messages, is_kept) = said(&app, "pickup", &no_size).await;
    assert_eq!(
        (messages, is_kept),
        (about(&no_size, Some("Testipizza"), "product/incorrect", wrong, &json!({})), false)
    );
    let strange = with("3001", "101", &[("1201", 1), ("gold", 1), ("1301", 1)]);
    let (messages, is_kept) = said(&app, "pickup", &strange).await;
    let more = json!({ "ingredientIds": ["gold"] });
    let wanted = about(&strange, Some("Testipizza"), "product/ingredients-incorrect", wrong, &more);
    assert_eq!((messages, is_kept), (wanted, false));
});

// spec: ER-24, ER-30
store_contract!(a_line_with_a_fault_is_kept_and_priced, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let ids = |ids: &[&str]| json!({ "ingredientIds": ids });
    let nothing = json!({});
    let missing = "Tuotteesta Tuote 9010 puuttuu pakollinen valinta.";
    let slot = json!({ "slotId": "aukko" });
    for (line, name, code, text, more) in [
        (
            with("9006", "101", &[]),
            "Tuote 9006",
            "product/not-sold-at-time",
            "Tuote Tuote 9006 ei ole myynnissä valitsemanasi ajanhetkenä.",
            json!({ "from": "10:00", "until": "11:00" }),
        ),
        (
            with("9007", "101", &[]),
            "Tuote 9007",
            "product/out-of-stock",
            "Tuote Tuote 9007 on loppu valitusta ravintolasta.",
            ids(&[]),
        ),
        (
            with("3001", "101", &[("1201", 1), ("1301", 1), ("1305", 1)]),
            "Testipizza",
            "product/out-of-stock",
            "Tuote Testipizza on loppu valitusta ravintolasta.",
            ids(&["1305"]),
        ),
        (
            with("3020", "100", &[("1301", 1)]),
            "Limsa",
            "product/modification-not-allowed",
            "Tuotetta Limsa ei voi muokata näin.",
            ids(&["1301"]),
        ),
        (
            with("3001", "101", &[("1201", 1), ("1301", 1), ("1903", 1)]),
            "Testipizza",
            "product/modification-not-allowed",
            "Tuotetta Testipizza ei voi muokata näin.",
            ids(&["1903"]),
        ),
        (
            with("3001", "101", &[("1201", 1), ("1301", 1), ("1902", 3)]),
            "Testipizza",
            "product/min-max-invalid-quantity",
            "Tuotteen Testipizza täytteiden määrä ei kelpaa.",
            ids(&["1902"]),
        ),
        (with("9008", "101", &[("1301", 1)]), "Tuote 9008", "product/no-dough", "Valitse pohja.", slot.clone()),
        (
            with("9009", "101", &[("1301", 1)]),
            "Tuote 9009",
            "product/monster-needs-dip",
            "Valitse dippi.",
            slot.clone(),
        ),
        (with("9010", "101", &[]), "Tuote 9010", "product/required-ingredients-missing", missing, slot.clone()),
        (
            with("9011", "101", &[]),
            "Tuote 9011",
            "product/required-ingredients-missing",
            "Valitse kastike.",
            slot.clone(),
        ),
        (
            with("3001", "101", &[("1201", 1)]),
            "Testipizza",
            "product/not-enough-ingredients",
            "Valitse ainakin yksi täyte!",
            nothing.clone(),
        ),
        (
            with("3001", "101", &[("1201", 1), ("1301", 20), ("1306", 1)]),
            "Testipizza",
            "product/too-many-ingredients",
            "Tuotteessa ei voi olla enemmän kuin 20 täytettä",
            nothing.clone(),
        ),
    ] {
        let (messages, is_kept) = said(&app, "pickup", &line).await;
        assert_eq!(messages, about(&line, Some(name), code, text, &more));
        assert!(is_kept, "{code}");
    }
    for (line, code) in [
        (with("3001", "100", &[("1201", 1)]), "product/incorrect"),
        (with("3001", "101", &[("1201", 1), ("gold", 1), ("1301", 1)]), "product/ingredients-incorrect"),
    ] {
        let (messages, is_kept) = said(&app, "pickup", &line).await;
        assert_eq!((&messages[0]["messageCode"], is_kept), (&json!(code), false));
    }
    let out = with("3001", "101", &[("1201", 1), ("1301", 1), ("1305", 1)]);
    let priced = price(&app, &cart("pickup", &[out], &json!({}))).await;
    assert_eq!(
        (&priced["outOfStockProductIds"], &priced["orderItems"][0]["isOutOfStock"]),
        (&json!(["3001"]), &json!(true))
    );
});

store_contract!(who_avoids_an_allergen_is_warned_of_it, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let recipe = json!({ "uuid": "a", "productId": "9012", "sizeId": "101", "quantity": 2 });
    let avoiding = |ids: &[&str]| cart("pickup", std::slice::from_ref(&recipe), &json!({ "avoidAllergens": ids }));
    let priced = price(&app, &avoiding(&["milk", "nuts", "gluten"])).await;
    let more = json!({ "allergens": ["gluten", "milk"] });
    let mut warning = about(
        &recipe,
        Some("Tuote 9012"),
        "product/contains-allergen",
        "Tuotteessa Tuote 9012 on: gluteeni, maito.",
        &more,
    );
    warning[0]["displayKind"] = json!(1);
    assert_eq!(priced["validationResult"], json!({ "isValid": true, "messages": warning }));
    assert_eq!(priced["orderItems"][0]["allergens"], json!(["eggs", "gluten", "milk", "mustard"]));
    assert_eq!(price(&app, &avoiding(&["nuts"])).await["validationResult"]["messages"], json!([]));
});
