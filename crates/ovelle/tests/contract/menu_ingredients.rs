//! Ingredients, tags, and what is on a product in another of its sizes.

use serde_json::{Value, json};
use testkit::{app::TestApp, kitchen::Answer, store_contract};

use crate::{get, menu_chain::odd};

const EVENING: &str = "2026-11-24 18:00";

async fn rows(app: &TestApp, path: &str, fields: &[&str]) -> Vec<Value> {
    let answer = get(app, &format!("/api/commerce/v2/{path}")).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    let rows = answer.body.as_array().expect("rows").clone();
    rows.iter().map(|row| fields.iter().map(|field| row[field].clone()).collect()).collect()
}

// spec: PD-16, PD-51
store_contract!(a_restaurant_lists_its_ingredients, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let family =
        rows(&app, "shops/12/ingredients?sizeId=102", &["id", "price", "dosingInGrams", "productSizeId"]).await;
    let wanted = [
        json!(["1201", 0, null, "102"]),
        json!(["1101", 1.2, null, "102"]),
        json!(["1301", 2, 95.5, "102"]),
        json!(["1801", 0.9, null, "102"]),
    ];
    assert_eq!(family, wanted, "only what is dosed in the size");
    let all = rows(&app, "shops/12/ingredients", &["id", "price", "dosingInGrams", "energyKj", "dosings"]).await;
    let ham = json!({
        "100": { "grams": null, "price": 1, "active": true }, "101": { "grams": 60.0, "price": 1.4, "active": true },
        "102": { "grams": 95.5, "price": 2, "active": true },
    });
    assert_eq!(all[3], json!(["1301", 1.4, null, 1050.2, ham]));
    assert_eq!((all.len(), &all[0]), (6, &json!(["1201", 0, null, null, null])));
    assert_eq!(all[2][4]["102"], json!({ "grams": null, "price": 1.5, "active": false }));
    let has_dosings =
        get(&app, "/api/commerce/v2/shops/12/ingredients?sizeId=101").await.body[3].get("dosings").is_some();
    assert!(!has_dosings, "with a size there are none");
});

store_contract!(ingredients_that_a_kitchen_is_out_of_are_marked, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let out = |path: &'static str| {
        let app = &app;
        async move {
            let mut rows = rows(app, path, &["id", "isOutOfStock"]).await;
            rows.retain(|row| row[1] == true);
            rows
        }
    };
    assert_eq!(out("shops/15/ingredients").await, [json!(["1305", true])]);
    assert_eq!(out("shops/15/ingredients?sizeId=101").await, [json!(["1305", true])]);
    assert!(out("shops/12/ingredients").await.is_empty());
    assert_eq!(get(&app, "/api/commerce/v2/shops/99/ingredients").await.code(), "shop/not-found");
});

// spec: MN-15, MN-40, MN-41
store_contract!(the_page_of_ingredients_has_its_own_by_name, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let listed = get(&app, "/api/commerce/v2/ingredients").await.body;
    let names: Vec<_> = listed.as_array().unwrap().iter().map(|row| row["name"].clone()).collect();
    assert_eq!(names, ["Aioli", "Pekoni", "Pizzapohja"]);
    let dough = json!({ "id": "1201", "name": "Pizzapohja", "categoryId": "dough", "isListedOnIngredientPage": true,
        "diets": ["vegan", "vegetarian"], "summaryDescription": "Oma taikina.", "description": "Kolme päivää." });
    assert_eq!(listed[2], dough);
    let tags = get(&app, "/api/commerce/v2/tags").await.body;
    assert_eq!(
        tags,
        json!([{ "name": "Vegan", "imageUrl": "/tags/vegan.svg" }, { "name": "Tulinen", "imageUrl": "/tags/tulinen.svg" }])
    );
});

async fn resize(app: &TestApp, path: &str, body: &Value) -> Answer {
    let path = app.url(&format!("/api/commerce/v2/shops/{path}/resize"));
    Answer::read(app.http.post(path).body(body.to_string()).send().await.expect("the server answers")).await
}

// spec: PD-21
store_contract!(a_new_size_drops_what_it_does_not_have, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let on = |all: &[(&str, u32)]| -> Value {
        all.iter().map(|(id, doses)| json!({ "ingredientId": id, "quantity": doses })).collect()
    };
    let to =
        |size: &str, ingredients: Value| json!({ "fromSizeId": "101", "sizeId": size, "ingredients": ingredients });
    let family = resize(
        &app,
        "12/products/3001",
        &to("102", on(&[("1201", 1), ("1305", 2), ("1301", 3), ("2835", 1), ("999", 1)])),
    )
    .await;
    let dropped = |id: &str, name: &str| json!({ "ingredientId": id, "name": name });
    let wanted = json!({
        "ingredients": on(&[("1201", 1), ("1301", 3)]),
        "dropped": [dropped("1305", "Pekoni"), dropped("2835", "Vegaaninen juusto"), dropped("999", "Tuntematon täyte")],
        "message": "Ei saatavissa Perhe-koossa: Pekoni, Vegaaninen juusto, Tuntematon täyte",
    });
    assert_eq!((family.status.as_u16(), family.body), (200, wanted));
    let recipe = resize(&app, "12/products/3001", &to("101", Value::Null)).await.body;
    assert_eq!(
        recipe,
        json!({ "ingredients": on(&[("1201", 1), ("1301", 2), ("1101", 1)]), "dropped": [], "message": null })
    );

    for (path, body, status, said) in [
        ("12/products/3001", to("100", on(&[])), 422, "sizeId"),
        ("12/products/3001", json!({ "fromSizeId": "1", "sizeId": "101", "ingredients": [] }), 422, "fromSizeId"),
        ("12/products/3001", json!({ "fromSizeId": "101", "ingredients": [] }), 422, "sizeId"),
        ("12/products/3001", to("102", on(&[("1201", 1), ("1301", 21)])), 422, "ingredients[1].quantity"),
        ("12/products/3001", to("102", json!([{ "ingredientId": "1201" }])), 422, "ingredients[0].quantity"),
        ("12/products/3001", to("102", on(&[("1201", 1); 41])), 422, "ingredients"),
        ("12/products/3002", to("102", on(&[])), 404, "product/not-found"),
        ("99/products/3001", to("102", on(&[])), 404, "shop/not-found"),
    ] {
        let answer = resize(&app, path, &body).await;
        let found = if status == 422 { answer.field() } else { answer.code() };
        assert_eq!((answer.status.as_u16(), found), (status, said), "{body}");
    }
});

// spec: MN-33
store_contract!(the_catalogue_has_its_calls, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let ids = async |order_type: &str| -> Vec<Value> {
        let menu = get(&app, &format!("/api/commerce/v2/shops/12/menu?orderType={order_type}")).await.body;
        let categories = menu["categories"].as_array().unwrap().clone();
        categories
            .into_iter()
            .map(|one| json!([one["productCategoryID"], one["products"].as_array().unwrap().len()]))
            .collect()
    };
    let others = [json!(["drink", 1]), json!(["dipattavat", 1]), json!(["minimonster", 1])];
    assert_eq!(ids("pickup").await, [&[json!(["pizza", 6])][..], &others].concat());
    assert_eq!(ids("delivery").await, [&[json!(["pizza", 5])][..], &others].concat());
    let counted = async |path: &str| get(&app, &format!("/api/commerce/v2/{path}")).await.body.as_array().map(Vec::len);
    assert_eq!([counted("shops/12/ingredients").await, counted("tags").await], [Some(6), Some(2)]);
});
