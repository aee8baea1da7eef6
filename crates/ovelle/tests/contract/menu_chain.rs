//! Chains for the tests of the menu: that of the contract's examples, and one that has every odd thing.

use serde_json::{Value, json};
use testkit::kitchen::Answer;

use crate::{
    folder::{Folder, daily, shop},
    people::Peopled,
};

/// The menu of the contract's worked examples.
const EXAMPLE: &str = include_str!("../../../chain/tests/fixtures/example/menu.json");

/// The chain of the contract's examples, with a restaurant, and one file more.
pub(crate) fn example(more: &[(&str, Value)]) -> Folder {
    let menu: Value = serde_json::from_str(EXAMPLE).expect("the contract's menu");
    let restaurants = json!([shop("12", "Kaisaniemi", &json!({}))]);
    let files: Vec<_> =
        [("restaurants.json", restaurants), ("menu.json", menu)].into_iter().chain(more.iter().cloned()).collect();
    Folder::new(&files)
}

/// Everything that a menu can have. Restaurant 12 has lunch from 10 to 13, does not sell 3002 and sells 3003 besides; its
/// deliveries bakes 15, which is out of 3001 in the family size; 16 has what nobody has chosen.
pub(crate) fn odd() -> Folder {
    let hours = json!([daily(1, "08:00", "22:00"), daily(3, "10:00", "13:00")]);
    let lunch = json!({ "shopOpeningHours": hours, "productsNotSold": ["3002"], "extraProducts": ["3003"] });
    Folder::new(&[
        (
            "restaurants.json",
            json!([
                shop("12", "Kaisaniemi", &lunch),
                shop("14", "Uudelleen", &json!({ "deliveryRedirectionRestaurant": "12" })),
                shop("15", "Loppu", &json!({})),
            ]),
        ),
        ("menu.json", menu()),
        ("stock.json", json!([{ "shopId": "15", "products": ["3001"], "ingredients": ["1305"] }])),
        ("highlights.json", highlights()),
        ("campaigns.json", campaigns()),
    ])
}

fn menu() -> Value {
    json!({
        "sizes": [
            { "sizeId": "100", "name": "Yksi koko", "kind": "small" },
            { "sizeId": "101", "name": "Normaali", "kind": "medium" },
            { "sizeId": "102", "name": "Perhe", "kind": "large" },
        ],
        "categories": [
            { "id": "drink", "name": "Juomat ja jäätelöt", "displayOrder": 20 },
            { "id": "pizza", "name": "Pizzat", "displayOrder": 10, "description": "Kivellä.", "showDescription": true,
              "image": "/kuvat/pizza.jpg" },
            { "id": "dipattavat", "name": "Dipattavat", "displayOrder": 30 },
            { "id": "minimonster", "name": "Minimonsterit", "displayOrder": 40 },
            { "id": "alcohol", "name": "Oluet" },
            { "id": "snacks", "name": "Naposteltavat" },
        ],
        "tags": [{ "name": "Vegan", "imageUrl": "/tags/vegan.svg", "diet": "vegan" }, { "name": "Tulinen", "imageUrl": "/tags/tulinen.svg" }],
        "ingredients": ingredients(),
        "products": products(),
    })
}

fn ingredients() -> Value {
    json!([
        { "ingredientID": "1201", "name": "Pizzapohja", "categoryId": "dough", "price": 0, "allergens": ["gluten"], "diets": ["vegan"],
          "isListedOnIngredientPage": true, "summaryDescription": "Oma taikina.", "description": "Kolme päivää." },
        { "ingredientID": "1101", "name": "Juusto", "categoryId": "cheese", "price": 1.2, "allergens": ["milk"], "minQuantity": 0 },
        { "ingredientID": "2835", "name": "Vegaaninen juusto", "categoryId": "cheese", "price": 1.5,
          "dosings": { "101": {}, "102": { "active": false } } },
        { "ingredientID": "1301", "name": "Kinkku", "categoryId": "toppings", "subcategoryId": "1", "price": 1.4, "displayOrder": 5,
          "dosings": { "100": { "price": 1 }, "101": { "grams": 60 }, "102": { "price": 2, "grams": 95.5 } },
          "nutrition": { "energy": 251, "totalFat": 9.5, "saturatedFat": 3, "carbohydrate": 1, "sugars": 0.5, "protein": 18, "salt": 2.1 },
          "carbonFootprint": 0.4 },
        { "ingredientID": "1305", "name": "Pekoni", "categoryId": "toppings", "price": 1.6, "dosings": { "101": { "grams": 40 } },
          "isListedOnIngredientPage": true },
        { "ingredientID": "1801", "name": "Aioli", "categoryId": "dip", "price": 0.9, "allergens": ["eggs", "mustard"],
          "isListedOnIngredientPage": true, "dipProductId": "3010" },
    ])
}

fn products() -> Value {
    let one = json!([{ "sizeId": "100", "price": 5 }]);
    json!([
        { "productId": "3020", "productCategoryId": "drink", "name": "Limsa", "sizes": [{ "sizeId": "100", "price": 3.5 }],
          "ingredients": [], "allergens": ["sulphites"] },
        { "productId": "3001", "productCategoryId": "pizza", "name": "Testipizza", "description": "Kinkkua.", "slug": "testi",
          "sizes": [{ "sizeId": "102", "price": 19.9 }, { "sizeId": "101", "price": 12.9, "lunchPrice": 9.9 }],
          "ingredients": ["1201", { "ingredientId": "1301", "quantity": 2, "maxQuantity": 4 }], "tags": ["Tulinen"],
          "allergens": ["milk"],
          "slots": [{ "id": "cheese", "categoryId": "cheese", "options": ["1101", "2835"], "default": "1101", "display": "base",
            "header": "Pohja", "label": "Juusto", "showPrice": true, "giveDiscountForChange": true },
            { "id": "dip", "categoryId": "dip", "options": ["1801"], "required": true, "free": { "102": 2, "*": 1 },
              "display": "select-upsell", "header": "Viimeistele", "label": "Dippi", "errorMessage": "Ota dippi.", "mustBeSeen": true }],
          "recommendedIngredients": [{ "ingredientId": "1305", "productSizeId": "101" }],
          "productRecommendation": { "recommendedProductId": "3020", "recommendationText": "Limsa sammuttaa." },
          "imagepath": "/kuvat/3001.jpg", "backgroundColor": "#fed" },
        { "productId": "3002", "productCategoryId": "pizza", "name": "Muualla", "sizes": one, "ingredients": ["1201"] },
        { "productId": "3003", "productCategoryId": "pizza", "name": "Vain täällä", "sizes": one, "ingredients": ["1201"],
          "isInDefaultMenu": false, "tags": ["Vegan"] },
        { "productId": "3004", "productCategoryId": "pizza", "name": "Piilossa", "sizes": one, "ingredients": ["1201"], "isHiddenFromMenu": true },
        { "productId": "3005", "productCategoryId": "pizza", "name": "Poissa", "sizes": one, "ingredients": ["1201"], "inactive": true },
        { "productId": "3006", "productCategoryId": "pizza", "name": "Noutopizza", "sizes": one, "ingredients": ["1201", "1101"],
          "orderTypes": ["pickup"],
          "slots": [{ "id": "lisa", "categoryId": "toppings", "options": ["1301"], "display": "ingredient-extra",
            "header": "Täytä", "label": "Täyte" },
            { "id": "dippi", "categoryId": "dip", "options": ["1801"], "display": "select", "header": "Täytä", "label": "Dippi" }] },
        { "productId": "3007", "productCategoryId": "pizza", "name": "Iltapizza", "sizes": one, "ingredients": ["1201"],
          "availableForSaleFrom": "16:00", "availableForSaleUntil": "01:00" },
        { "productId": "1102", "productCategoryId": "pizza", "name": "Puolikkaat", "sizes": one, "ingredients": ["1201"], "editable": false },
        { "productId": "3900", "productCategoryId": "pizza", "name": "Perfetta", "custom": true, "ingredients": ["1201"],
          "sizes": [{ "sizeId": "101", "price": 9.9, "minimumPrice": 11.4 }, { "sizeId": "102", "price": 16.9 }],
          "includedToppings": { "worth": { "102": 10, "*": 5 } }, "tags": ["Vegan"] },
        { "productId": "3011", "productCategoryId": "minimonster", "name": "Oma Minimonster", "custom": true,
          "includedToppings": { "doses": 2, "special": 1 }, "sizes": [{ "sizeId": "100", "price": 7.9 }], "ingredients": ["1201"] },
        { "productId": "3010", "productCategoryId": "dipattavat", "name": "Leipätikut", "sizes": one, "ingredients": [],
          "restrictedModification": true, "tags": ["Vegan"] },
        { "productId": "3008", "productCategoryId": "alcohol", "name": "Olut", "sizes": one, "ingredients": [] },
    ])
}

fn highlights() -> Value {
    let item = |product: &str, text: &str| json!({ "productId": product, "menuCardText": text });
    json!({
        "lunchTimeHighlights": [item("3001", "Lounaaksi"), item("3008", "Ei kaikille")],
        "afterLunchHighlights": [item("3900", "Illaksi")],
        "campaignHighlights": [item("3002", "Tarjous"), item("3900", "Tarjous"), item("3020", "Janoon")],
        "lunchTimeTitle": "Lounas", "lunchTimeDescription": "Kahteen asti.", "afterLunchTitle": "Ilta",
        "afterLunchDescription": "Kymmeneen asti.",
        "lightDelicatesCategoryTitle": "Pientä", "lightDelicatesCategoryDescription": "Kahdelle.",
    })
}

fn campaigns() -> Value {
    let combo = |id: &str, fields: Value| {
        let mut combo = json!({
            "campaignId": id, "kind": "combo", "name": "Pizza ja juoma", "campaignSlug": format!("{id}-slug"), "comboPrice": 13.9,
            "promotionCode": format!("{id} koodi"),
            "options": [{ "optionId": "1", "products": ["3001"], "sizes": ["101", "102"], "defaultProductId": "3001" },
                { "optionId": "2", "products": ["3020"], "sizes": ["100"], "defaultProductId": "3020" }],
        });
        let fields = fields.as_object().expect("fields").clone();
        combo.as_object_mut().expect("a combo").extend(fields);
        combo
    };
    let free = |id: &str, fields: Value| {
        let mut free = json!({ "campaignId": id, "kind": "freeDelivery", "name": "Ilmainen kuljetus" });
        free.as_object_mut().expect("a campaign").extend(fields.as_object().expect("fields").clone());
        free
    };
    json!([
        combo(
            "pari",
            json!({ "start": "2026-11-01 00:00", "end": "2026-11-30 20:00", "description": "Yhdessä halvemmalla.",
            "campaignImageUrl": "/kuvat/pari.jpg", "requireLogIn": true, "isActiveDuringLunch": false,
            "times": [{ "days": [0, 1, 6], "from": "10:00", "until": "19:00" }] })
        ),
        combo("jasen", json!({ "isLoyalty": true, "orderTypes": ["pickup"] })),
        combo("tauko", json!({ "paused": true, "shops": ["12"] })),
        free("kaikki", json!({ "minimumOrderValue": 25, "requireLogIn": true, "disablePreordersOnCampaign": true })),
        free("oma", json!({ "shops": ["12"], "days": [1, 2], "end": "2026-11-30 20:00" })),
        free("ohi", json!({ "end": "2026-11-24 11:59" })),
        free("koodilla", json!({ "promotionCode": "kotiin" })),
    ])
}

/// Asks as somebody by this name.
pub(crate) async fn get_as(app: &Peopled, name: &str, path: &str) -> Answer {
    Answer::read(app.http.get(app.url(path)).bearer_auth(app.bearer(name)).send().await.expect("the server answers"))
        .await
}

/// The ids of what a menu holds, in its order.
pub(crate) fn ids(menu: &Value) -> Vec<String> {
    let categories = menu["categories"].as_array().expect("categories").iter();
    let products = categories.flat_map(|category| category["products"].as_array().expect("products"));
    products.map(|product| product["productId"].as_str().expect("an id").to_owned()).collect()
}

/// A product of a menu.
pub(crate) fn card<'m>(menu: &'m Value, id: &str) -> &'m Value {
    let categories = menu["categories"].as_array().expect("categories").iter();
    let mut products = categories.flat_map(|category| category["products"].as_array().expect("products"));
    products.find(|product| product["productId"] == id).unwrap_or_else(|| panic!("no {id}"))
}
