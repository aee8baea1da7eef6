//! What is priced apart from a cart: one item, and the lines of a combo.

use serde_json::{Value, json};
use testkit::store_contract;

use crate::{
    carts::{example, line, post},
    folder::Folder,
    get,
};

const ITEM: &str = "/api/pricing/pricing/cart-item";
const COMBO: &str = "/api/pricing/pricing/combo";

fn folder() -> Folder {
    example(
        &json!([
            { "campaignId": "kesa", "kind": "amount", "name": "Kesäetu", "amount": 5, "promotionCode": "kesa5" },
            { "campaignId": "p", "kind": "percent", "name": "15 %", "percent": 15, "promotionCode": "viisitoista" },
            { "campaignId": "limsat", "kind": "crossSell", "name": "Limsa kylkeen", "amount": 1, "triggerProducts": ["3001"], "products": ["3020"], "defaultProductId": "3020", "requireLogIn": true },
            { "campaignId": "rahti", "kind": "freeDelivery", "name": "Ilmainen kuljetus", "minimumOrderValue": 100 },
            { "campaignId": "pari", "kind": "combo", "name": "Pizza ja juoma", "campaignSlug": "pizza-ja-juoma", "promotionCode": "pari", "comboPrice": 13.9, "isActiveDuringLunch": false, "options": [
                { "optionId": "1", "products": ["3001"], "sizes": ["101"], "defaultProductId": "3001" },
                { "optionId": "2", "products": ["3020"], "sizes": ["100"], "defaultProductId": "3020" }] },
        ]),
        &[],
    )
}

// spec: PR-07, PR-08, CA-26
store_contract!(one_item_is_priced_by_the_rules_of_lines_alone, |db| async move {
    let folder = folder();
    // The restaurant is closed: it has no say in this.
    let app = folder.setup("2026-11-24 23:00").start(&db).await;
    let priced = async |item: Value, codes: &[&str]| {
        let body = json!({ "shopId": "12", "deliveryType": 1, "promotionCodes": codes, "item": item });
        let answer = post(&app, ITEM, &body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    };
    let pizza = line("a", "3001", "101", 7, &["1305"]);
    let offer = json!([{
        "campaignId": "limsat", "campaignName": "Limsa kylkeen", "amount": 1, "applicableToSizes": ["100", "101", "102"],
        "applicableProducts": ["3020"], "defaultProductId": "3020", "requiresRegisteredUser": true, "remaining": 1,
    }]);
    let sound = json!({ "isValid": true, "messages": [] });
    let wanted = |price, discounted| json!({ "price": price, "discountedPrice": discounted, "crossSellOptionDetails": offer, "validationResult": sound });
    assert_eq!(priced(pizza.clone(), &[]).await, wanted(14.3, 14.3), "one unit, whatever the quantity");
    assert_eq!(priced(pizza.clone(), &["viisitoista"]).await, wanted(14.3, 12.15));
    assert_eq!(priced(pizza, &["kesa5", "eiole"]).await, wanted(14.3, 14.3), "an amount is off the order");
    let recipe = priced(json!({ "productId": "3001", "sizeId": "102" }), &[]).await;
    assert_eq!(recipe["price"], 19.9);
    let bare = priced(
        json!({ "productId": "3001", "sizeId": "101", "ingredients": [{ "ingredientId": "1201", "quantity": 1 }] }),
        &[],
    )
    .await;
    assert_eq!((&bare["price"], &bare["validationResult"]["isValid"]), (&json!(12.9), &json!(false)));
    assert_eq!(bare["validationResult"]["messages"][0]["messageCode"], "product/not-enough-ingredients");
    let gone = priced(json!({ "productId": "3001", "sizeId": "100" }), &[]).await;
    assert_eq!((&gone["price"], &gone["discountedPrice"]), (&json!(null), &json!(null)));
    assert_eq!(gone["validationResult"]["messages"][0]["messageCode"], "product/incorrect");

    let at = |item: Value| json!({ "shopId": "12", "deliveryType": 1, "item": item });
    for (body, field) in [
        (at(json!({ "productId": "3001" })), "item.sizeId"),
        (at(json!({ "productId": "3001", "sizeId": "101", "quantity": 100 })), "item.quantity"),
        (json!({ "shopId": "12", "deliveryType": 1 }), "item"),
        (json!({ "shopId": "12", "item": { "productId": "1", "sizeId": "1" } }), "deliveryType"),
        (json!({ "shopId": "99", "deliveryType": 1, "item": { "productId": "1", "sizeId": "1" } }), "shopId"),
    ] {
        let answer = post(&app, ITEM, &body).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{body}");
    }
});

store_contract!(codes_tried_on_items_count_as_those_of_carts, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").flag("--rate-factor=1").start(&db).await;
    let discounted = async |code: String| {
        let item = json!({ "productId": "3001", "sizeId": "101" });
        let body = json!({ "shopId": "12", "orderType": "pickup", "promotionCodes": [code], "item": item });
        post(&app, ITEM, &body).await.body["discountedPrice"].clone()
    };
    assert_eq!(discounted("viisitoista".to_owned()).await, 10.96);
    for guess in 0..10 {
        assert_eq!(discounted(format!("arvaus{guess}")).await, 12.9);
    }
    assert_eq!(discounted("viisitoista".to_owned()).await, 12.9, "it is not looked up any more");
});

store_contract!(the_lines_of_a_combo_are_priced_together, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let of = |lines: Vec<Value>, fields: &Value| {
        let mut body =
            json!({ "shopId": "12", "orderType": "delivery", "campaignSlug": "pizza-ja-juoma", "orderItems": lines });
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        body
    };
    let pair = || vec![line("a", "3001", "101", 1, &["1305"]), line("b", "3020", "100", 1, &[])];
    let whole = post(&app, COMBO, &of(pair(), &json!({}))).await;
    assert_eq!(whole.status, 200);
    let sound = json!({ "isValid": true, "messages": [] });
    assert_eq!(
        whole.body,
        json!({ "lineItemsTotal": 15.3, "grandTotal": 15.3, "validationResult": sound }),
        "without delivery"
    );

    let half = post(&app, COMBO, &of(pair().into_iter().take(1).collect(), &json!({}))).await.body;
    assert_eq!((&half["grandTotal"], &half["validationResult"]["isValid"]), (&json!(14.3), &json!(false)));
    assert_eq!(half["validationResult"]["messages"][0]["messageCode"], "campaign/not-applicable");
    let at_lunch = post(&app, COMBO, &of(pair(), &json!({ "preOrderTime": "2026-11-25 12:00" }))).await.body;
    assert_eq!(at_lunch["validationResult"]["messages"][0]["messageCode"], "campaign/lunch");
    assert_eq!(at_lunch["validationResult"]["messages"][0]["metadata"], json!({ "promotionCode": "pari" }));

    let unknown = post(&app, COMBO, &of(pair(), &json!({ "campaignSlug": "ei-ole" }))).await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "campaign/not-found"));
    assert_eq!(unknown.body["message"], "Tarjousta ei löydy.");
    for (fields, field) in [
        (json!({ "orderType": null }), "orderType"),
        (json!({ "campaignSlug": 7 }), "campaignSlug"),
        (json!({ "shopId": "99" }), "shopId"),
        (
            json!({ "orderItems": [{ "uuid": "a", "productId": "1", "sizeId": "1", "quantity": 0 }] }),
            "orderItems[0].quantity",
        ),
    ] {
        let answer = post(&app, COMBO, &of(pair(), &fields)).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{fields}");
    }
});

// spec: CM-20
store_contract!(campaigns_have_a_list_of_each_kind_and_combos_a_page_and_a_price, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let campaigns = async |path: &str| get(&app, &format!("/api/commerce/v2/campaigns/{path}")).await.body;
    let free = campaigns("free-delivery?shopId=12").await;
    assert_eq!((free[0]["campaignId"].as_str(), free.as_array().map(Vec::len)), (Some("rahti"), Some(1)));
    let combos = campaigns("combos?shopId=12&orderType=pickup").await;
    assert_eq!((combos[0]["campaignId"].as_str(), combos.as_array().map(Vec::len)), (Some("pari"), Some(1)));
    assert_eq!(campaigns("combos/pizza-ja-juoma").await["comboPrice"], 13.9);
    let lines = [line("a", "3001", "101", 1, &[]), line("b", "3020", "100", 1, &[])];
    let body = json!({ "shopId": "12", "orderType": "pickup", "campaignSlug": "pizza-ja-juoma", "orderItems": lines });
    let priced = post(&app, COMBO, &body).await.body;
    assert_eq!((&priced["lineItemsTotal"], &priced["grandTotal"]), (&json!(13.9), &json!(13.9)));
});
