//! What the chain that comes with the server sells, as its menu and its carts say it.

use serde_json::{Value, json};
use testkit::{app::Setup, clock::FakeClock, db::TestDb, store_contract};

use crate::{
    carts::{cart, codes, price_as},
    folder::at,
    menu_chain::{card, get_as},
    people::{Peopled, Somebody},
};

/// What the tags of the chain claim of all that is on a product.
const CLAIMS: [(&str, &str); 4] =
    [("Vegan", "vegan"), ("Kasvis", "vegetarian"), ("Gluteeniton", "glutenFree"), ("Laktoositon", "lactoseFree")];
/// Somebody who may buy everything.
const ADULT: &str = "aino";

async fn started(db: &TestDb) -> Peopled {
    let clock = FakeClock::default();
    clock.turn_to(at("2026-11-24 18:00"));
    let app = Setup::default().clock(&clock).start(db).await;
    Peopled::register(app, &[Somebody { name: ADULT, born: Some("1990-11-24"), joins: false }]).await
}

async fn menu(app: &Peopled) -> Value {
    get_as(app, ADULT, "/api/commerce/v2/shops/12/menu?orderType=eatin").await.body
}

/// The first product of a category that is not put together by whoever orders it.
fn first_of<'m>(menu: &'m Value, category: &str) -> &'m Value {
    let of = menu["categories"].as_array().unwrap().iter().find(|one| one["productCategoryID"] == category);
    let products = of.unwrap_or_else(|| panic!("no category {category}"))["products"].as_array().unwrap();
    products.iter().find(|product| product["custom"] == false).unwrap()
}

/// A line of a product as its page offers it: the recipe, and the first choice where one must be made.
async fn line_of(app: &Peopled, product: &Value) -> Value {
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

store_contract!(no_card_claims_what_is_not_so, |db| async move {
    let app = started(&db).await;
    let menu = menu(&app).await;
    let cards = menu["categories"].as_array().unwrap().iter().flat_map(|one| one["products"].as_array().unwrap());
    let mut by_choice = Vec::new();
    for product in cards {
        let id = product["productId"].as_str().unwrap();
        let has = |list: &str, what: &str| product[list].as_array().unwrap().iter().any(|one| one == what);
        let tags: Vec<_> =
            product["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap()).collect();
        for size in product["productSizes"].as_array().unwrap() {
            let size = size["productSizeID"].as_str().unwrap();
            let path = format!("/api/commerce/v2/shops/12/products/{id}?orderType=eatin&sizeId={size}");
            let view = get_as(&app, ADULT, &path).await.body;
            let rows = view["ingredients"].as_array().unwrap();
            for (_, diet) in CLAIMS.iter().filter(|(tag, _)| tags.contains(tag)) {
                let suits = |row: &Value| row["diets"].as_array().unwrap().iter().any(|one| one == diet);
                assert!(rows.iter().filter(|row| row["quantity"] != 0).all(suits), "{id} in {size} is not {diet}");
                assert!(has("diets", diet), "{id}");
            }
        }
        let choices = product["tagsByChoice"].as_object().unwrap();
        by_choice
            .extend(choices.get("Vegan").map(|chosen| (product["slug"].as_str().unwrap().to_owned(), chosen.clone())));
    }
    let cheese = json!(["2835"]);
    let wanted = [
        ("perfetta", cheese.clone()),
        ("omavalintainen-monster", json!(["2835", "1807"])),
        ("omavalintainen-minimonster", cheese.clone()),
        ("omavalintainen-kotzone", cheese.clone()),
        ("omavalintainen-lankku", cheese),
    ];
    assert_eq!(by_choice, wanted.map(|(slug, chosen)| (slug.to_owned(), chosen)));
    let vegan = get_as(&app, ADULT, "/api/commerce/v2/shops/12/menu?orderType=eatin&rajaus=vegan").await.body;
    assert_eq!(card(&vegan, "3900")["name"], "Perfetta", "kept, because it can be had so");
});

// spec: CA-02, MN-34
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
    let priced = price_as(&app, Some(app.bearer(ADULT)), &cart("eatin", &lines, &json!({}))).await;
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
    assert_eq!(price_as(&app, Some(app.bearer(ADULT)), &cart("eatin", &[line], &json!({}))).await["payable"], 9.9);
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

// spec: MN-19
store_contract!(three_categories_are_hidden_and_the_highlights_are_none, |db| async move {
    let app = started(&db).await;
    let menu = menu(&app).await;
    let categories = menu["categories"].as_array().unwrap();
    let mut hidden: Vec<_> = categories
        .iter()
        .filter(|one| one["hidden"] == true)
        .map(|one| one["productCategoryID"].as_str().unwrap())
        .collect();
    hidden.sort_unstable();
    assert_eq!(hidden, ["alcohol", "etu-pizza", "minimonster"]);
    assert_eq!(menu["highlights"]["categoryId"], "999");
    assert!(categories.iter().all(|one| one["productCategoryID"] != "999"));
});

// spec: CK-23
store_contract!(nine_restaurants_deliver_without_packaging, |db| async move {
    let app = started(&db).await;
    let shops = crate::get(&app, "/api/commerce/v2/shops").await.body;
    assert_eq!(shops.as_array().unwrap().iter().filter(|shop| shop["deliveryWithoutPackaging"] == true).count(), 9);
});

// spec: PD-58
store_contract!(the_products_with_special_ids_are_sold, |db| async move {
    let app = started(&db).await;
    let menu = menu(&app).await;
    for id in ["1313", "1314", "1102"] {
        assert_eq!(card(&menu, id)["productId"], id);
    }
});

/// What the page of allergies calls what is in the kitchens.
const TRACES: [(&str, &str); 13] = [
    ("gluten", "vehnää"),
    ("crustaceans", "äyriäisiä"),
    ("eggs", "kananmunaa"),
    ("fish", "kalaa"),
    ("peanuts", "maapähkinöitä"),
    ("soybeans", "soijaa"),
    ("milk", "maitoa"),
    ("nuts", " pähkinöitä"),
    ("celery", "selleriä"),
    ("mustard", "sinappia"),
    ("sesame", "seesaminsiemeniä"),
    ("sulphites", "sulfiitteja"),
    ("molluscs", "nilviäisiä"),
];

store_contract!(the_page_of_allergies_names_all_that_the_kitchens_handle, |db| async move {
    let app = started(&db).await;
    let story = get_as(&app, ADULT, "/api/cms/stories/sivut/allergiat").await.body.to_string();
    let menu = menu(&app).await;
    let products = menu["categories"].as_array().unwrap().iter().flat_map(|one| one["products"].as_array().unwrap());
    let handled: Vec<_> = products.flat_map(|product| product["allergens"].as_array().unwrap()).collect();
    assert!(!handled.is_empty());
    for allergen in handled {
        let (_, word) = TRACES.iter().find(|(id, _)| allergen == id).unwrap_or_else(|| panic!("{allergen}"));
        assert!(story.contains(word), "{allergen}");
    }
});
