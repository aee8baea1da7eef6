//! What is sold goes over the wire as the document says.

use serde_json::{Value, json};
use testkit::{app::TestApp, kitchen::Answer, store_contract};

use crate::{
    get,
    menu_chain::odd,
    schema::{assert_fits, validator},
};

async fn ask(app: &TestApp, path: &str) -> Value {
    let answer = get(app, &format!("/api/commerce/v2/{path}")).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.body
}

store_contract!(what_is_sold_fits_the_document, |db| async move {
    let app = odd().setup("2026-11-24 18:00").start(&db).await;
    let document = get(&app, "/api/openapi.json").await.body;
    for (path, schema) in [
        ("shops/12/menu?orderType=pickup", "MenuListing"),
        ("menu?rajaus=vegan&avoid=milk", "MenuListing"),
        ("shops/12/products/3001?orderType=pickup&ingredients=1301;x", "ProductView"),
        ("shops/12/products/3011?orderType=pickup", "ProductView"),
        ("products/3900", "ProductView"),
        ("campaigns/combos/pari-slug", "ComboView"),
    ] {
        assert_fits(&validator(&document, schema), &ask(&app, path).await);
    }
    for (path, schema) in [
        ("shops/12/ingredients", "IngredientRow"),
        ("shops/12/ingredients?sizeId=101", "IngredientRow"),
        ("ingredients", "ListedIngredient"),
        ("tags", "TagRow"),
        ("campaigns/combos?shopId=12&orderType=pickup", "ComboView"),
        ("campaigns/free-delivery", "FreeDeliveryCampaign"),
    ] {
        let rows = ask(&app, path).await;
        let validator = validator(&document, schema);
        for row in rows.as_array().filter(|rows| !rows.is_empty()).unwrap() {
            assert_fits(&validator, row);
        }
    }
    let body =
        json!({ "fromSizeId": "101", "sizeId": "102", "ingredients": [{ "ingredientId": "1305", "quantity": 1 }] });
    let path = app.url("/api/commerce/v2/shops/12/products/3001/resize");
    let resized = Answer::read(app.http.post(path).body(body.to_string()).send().await.unwrap()).await;
    assert_fits(&validator(&document, "Resized"), &resized.body);
});
