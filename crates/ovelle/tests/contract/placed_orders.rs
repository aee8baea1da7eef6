//! What who follows an order of the shop sees of its items and its payment.

use serde_json::json;
use testkit::store_contract;

use crate::{
    carts::{example, line},
    get,
    placing::{folder, pickup, placed, registered, started},
    tracking_path,
};

// spec: T-30
store_contract!(who_follows_an_order_sees_each_item_with_its_campaigns, |db| async move {
    let combo = json!({
        "campaignId": "pari", "kind": "combo", "name": "Pizza ja juoma", "campaignSlug": "pari", "promotionCode": "pari", "comboPrice": 13.9,
        "options": [{ "optionId": "1", "products": ["3001"], "sizes": ["101"], "defaultProductId": "3001" },
            { "optionId": "2", "products": ["3020"], "sizes": ["100"], "defaultProductId": "3020" }],
    });
    let tenth =
        json!({ "campaignId": "kymmenes", "kind": "percent", "name": "10 %", "percent": 10, "categories": ["drink"] });
    let folder = example(&json!([combo, tenth]), &[]);
    let app = started(&db, &folder).await;
    let mut lines =
        [line("a", "3001", "101", 1, &["1305"]), line("b", "3020", "100", 1, &[]), line("c", "3020", "100", 3, &[])];
    for line in &mut lines[..2] {
        (line["comboId"], line["comboCampaignCode"]) = (json!("x"), json!("pari"));
    }
    let order = pickup(&json!({ "paymentMethod": "onsite", "promotionCodes": ["pari"], "orderItems": lines }));
    let tracked = get(&app, &tracking_path(&registered(&placed(&app, &order).await))).await.body;
    let items = tracked["orderItems"].as_array().unwrap();
    let dose = |id: &str, name: &str, recipe: u32, category: &str| json!({ "ingredientID": id, "name": name, "quantity": 1, "recipeQuantity": recipe, "displayOrder": 999, "categoryId": category });
    let pizza = json!({
        "uuid": items[0]["uuid"], "name": "Testipizza", "productId": "3001", "sizeId": "101", "sizeName": "Normaali",
        "productCategoryId": "pizza", "categoryName": "Pizzat", "quantity": 1, "itemPrice": 14.3, "discountedPrice": items[0]["discountedPrice"],
        "description": null, "appliedCampaigns": { "pari": 1 },
        "ingredients": [dose("1201", "Pizzapohja", 1, "dough"), dose("1301", "Kinkku", 1, "toppings"), dose("1305", "Pekoni", 0, "toppings")],
    });
    assert_eq!(items[0], pizza);
    assert!(items[0]["discountedPrice"].as_f64() < Some(14.3), "the combo is cheaper");
    let applied: Vec<_> = items.iter().map(|item| &item["appliedCampaigns"]).collect();
    assert_eq!(applied, [&json!({ "pari": 1 }), &json!({ "pari": 1 }), &json!({ "kymmenes": 3 })]);
});

// spec: T-25
store_contract!(who_follows_an_order_sees_how_it_is_paid, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let order = pickup(&json!({ "paymentMethod": "onsite", "promotionCodes": ["ennakko"] }));
    let order = registered(&placed(&app, &order).await);
    let tracked = get(&app, &tracking_path(&order)).await.body;
    let split = json!([{ "campaignId": "kortti", "campaignName": "Ennakko" }]);
    let payment = json!({
        "paymentMethod": "onsite", "discountDetails": { "orderPaymentDetails": { "splitPayments": split } },
    });
    assert_eq!(tracked["payment"], payment);
});
