//! What the chain that comes with the server sells, as its menu and its carts say it.

use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    clock::FakeClock,
    db::TestDb,
    store_contract,
};

use crate::{
    carts::{cart, codes, price_as},
    folder::at,
    menu_chain::{card, get_as, with_people},
};

/// Somebody who may buy everything.
const ADULT: &str = "aino";

async fn started(db: &TestDb) -> TestApp {
    let clock = FakeClock::default();
    clock.turn_to(at("2026-11-24 18:00"));
    with_people(Setup::default().clock(&clock)).start(db).await
}

async fn menu(app: &TestApp) -> Value {
    get_as(app, ADULT, "/api/commerce/v2/shops/12/menu?orderType=eatin").await.body
}

/// The first product of a category that is not put together by whoever orders it.
fn first_of<'m>(menu: &'m Value, category: &str) -> &'m Value {
    let of = menu["categories"].as_array().unwrap().iter().find(|one| one["productCategoryID"] == category);
    let products = of.unwrap_or_else(|| panic!("no category {category}"))["products"].as_array().unwrap();
    products.iter().find(|product| product["custom"] == false).unwrap()
}

/// A line of a product as its page offers it: the recipe, and the first choice where one must be made.
async fn line_of(app: &TestApp, product: &Value) -> Value {
    let id = product["productId"].as_str().unwrap();
    let path = format!("/api/commerce/v2/shops/12/products/{id}?orderType=eatin");
    let view = get_as(app, ADULT, &path).await.body;
    let recipe = view["ingredients"].as_array().unwrap().iter().filter(|row| row["quantity"] != 0);
    let mut doses: Vec<_> =
        recipe.map(|row| json!({ "ingredientId": row["id"], "quantity": row["quantity"] })).collect();
    for slot in view["ingredientSlots"].as_array().unwrap() {
        if slot["required"] == true && slot["default"].is_null() {
            doses.push(json!({ "ingredientId": slot["options"][0]["id"], "quantity": 1 }));
        }
    }
    json!({ "uuid": id, "productId": id, "sizeId": view["sizeId"], "quantity": 1, "ingredients": doses })
}

// spec: CA-02
store_contract!(a_cart_takes_something_of_every_category, |db| async move {
    let app = started(&db).await;
    let menu = menu(&app).await;
    let categories = [
        "pizza",
        "monster",
        "minimonster",
        "kotzone",
        "lankku",
        "rulla",
        "dipattavat",
        "hapanjuuri",
        "drink",
        "dip",
        "icecream",
        "snacks",
        "alcohol",
    ];
    let mut lines = Vec::new();
    for category in categories {
        lines.push(line_of(&app, first_of(&menu, category)).await);
    }
    let priced = price_as(&app, Some(ADULT), &cart("eatin", &lines, &json!({}))).await;
    assert_eq!(codes(&priced), Vec::<&str>::new());
    let bought: Vec<_> =
        priced["orderItems"].as_array().unwrap().iter().map(|line| &line["productCategoryId"]).collect();
    assert_eq!(bought, categories);
    assert!(priced["orderItems"].as_array().unwrap().iter().all(|line| line["price"].as_f64() > Some(0.0)));
});

// spec: PR-33
store_contract!(the_pizza_of_the_month_costs_9_90, |db| async move {
    let app = started(&db).await;
    let menu = menu(&app).await;
    let pizza = first_of(&menu, "etu-pizza");
    assert_eq!(pizza["basePrice"], 9.9);
    let line = line_of(&app, pizza).await;
    assert_eq!(price_as(&app, Some(ADULT), &cart("eatin", &[line], &json!({}))).await["payable"], 9.9);
});

// spec: PR-34, PR-41
store_contract!(what_one_puts_together_has_a_price_from, |db| async move {
    let app = started(&db).await;
    let menu = menu(&app).await;
    let that = |field: &'static str| {
        let products =
            menu["categories"].as_array().unwrap().iter().flat_map(|one| one["products"].as_array().unwrap());
        let mut ids: Vec<_> =
            products.filter(|one| one[field] == true).map(|one| one["productId"].as_str().unwrap()).collect();
        ids.sort_unstable();
        ids
    };
    let custom = ["3900", "3910", "3920", "3930", "3940"];
    assert_eq!(that("custom"), custom);
    assert_eq!(that("hasFromPrice"), [&["1102"][..], &custom].concat());
    // The card adds its euro; the answer has what the product costs bare.
    assert_eq!(card(&menu, "3900")["basePrice"], 11.4);
});
