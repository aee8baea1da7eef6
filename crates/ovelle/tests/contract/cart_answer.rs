//! The whole of an answer, and the steps that its amounts are made of.

use serde_json::{Value, json};
use testkit::store_contract;

use crate::{
    carts::{CART, STAFF_TOKEN, cart, example, line, post_as, price},
    folder::{Folder, at, daily, shop},
};

/// A chain in which much happens at once: lunch, campaigns of each step, a fee with a service fee in it.
fn folder() -> Folder {
    let campaigns = json!([
        { "campaignId": "kesa", "kind": "amount", "name": "Kesäetu", "amount": 5, "promotionCode": "kesa5" },
        { "campaignId": "kolmesta", "kind": "buyPay", "name": "Kolme kahden hinnalla", "buy": 3, "pay": 2, "categories": ["drink"] },
        { "campaignId": "pari", "kind": "combo", "name": "Pizza ja juoma", "campaignSlug": "pari", "promotionCode": "pari", "comboPrice": 13.9, "options": [
            { "optionId": "1", "products": ["3001"], "sizes": ["101"], "defaultProductId": "3001" },
            { "optionId": "2", "products": ["3020"], "sizes": ["100"], "defaultProductId": "3020" }] },
        { "campaignId": "kiitos", "kind": "postPurchase", "name": "Kiitos", "action": { "type": "banner" } },
        { "campaignId": "lahja", "kind": "prepaid", "name": "Lahja", "amount": 3, "source": "loyalty" },
        { "campaignId": "rahti", "kind": "freeDelivery", "name": "Ilmainen kuljetus", "minimumOrderValue": 60 },
    ]);
    let mut menu: Value =
        serde_json::from_str(include_str!("../../../chain/tests/fixtures/example/menu.json")).expect("JSON");
    menu["products"][0]["sizes"][0]["lunchPrice"] = json!(9.9);
    menu["products"][0]["sizes"][0]["minimumPrice"] = json!(11);
    let hours = json!({ "shopOpeningHours": [daily(1, "10:00", "22:00"), daily(3, "10:30", "13:30")] });
    let settings = json!({
        "deliveryServiceFee": { "shops": ["12"], "amount": 0.99 },
        "vat": [{ "percent": 13.5, "categories": { "drink": 25.5 } }],
    });
    let files = [
        ("restaurants.json", json!([shop("12", "Kaisaniemi", &hours)])),
        ("menu.json", menu),
        ("settings.json", settings),
    ];
    example(&campaigns, &files)
}

fn lines() -> Vec<Value> {
    let mut pair = [line("a", "3001", "101", 1, &["1305"]), line("b", "3020", "100", 1, &[])];
    for line in &mut pair {
        (line["comboId"], line["comboCampaignCode"]) = (json!("x"), json!("PARI"));
    }
    let [a, b] = pair;
    vec![
        a,
        b,
        line("c", "3020", "100", 4, &[]),
        line("d", "3011", "100", 2, &["1306", "1301", "1301"]),
        line("e", "3001", "101", 1, &[]),
    ]
}

// spec: PR-01, PR-06
store_contract!(an_answer_says_all_there_is_to_say, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let codes = json!({ "promotionCodes": [" PARI ", "kesä 5"], "deliveryWithoutPackaging": true });
    let body = cart("delivery", &lines()[..2], &codes);
    let priced = price(&app, &body).await;
    // At lunch the pizza costs 9.90, its least price is 11, and a pekoni makes it 11.30.
    let ingredient = |id: &str, name: &str, category: &str, recipe: u32, price: f64| {
        json!({ "ingredientId": id, "name": name, "categoryId": category, "quantity": 1, "recipeQuantity": recipe,
            "price": if price == 0.0 { json!(0) } else { json!(price) }, "displayOrder": 999, "addedFrom": null })
    };
    let pizza = json!({
        "uuid": "a", "productId": "3001", "sizeId": "101", "sizeName": "Normaali", "productCategoryId": "pizza",
        "productCategoryName": "Pizzat", "name": "Testipizza", "quantity": 1, "basePrice": 9.9, "itemPrice": 11.3,
        "minimumPrice": 11, "hasMinimumPrice": true, "hasFixedMinimumPrice": false, "priceCorrection": 0, "price": 11.3,
        "discount": 0, "discountedPrice": 11.3, "discountedProductQuantity": 1, "appliedCampaigns": { "pari": 1 },
        "rewardsLoyaltySlices": 1, "comboId": "x", "comboCampaignCode": "pari", "isOutOfStock": false, "allergens": [],
        "ingredients": [
            ingredient("1201", "Pizzapohja", "dough", 1, 0.0), ingredient("1301", "Kinkku", "toppings", 1, 1.4),
            ingredient("1305", "Pekoni", "toppings", 0, 1.4),
        ],
    });
    assert_eq!(priced["orderItems"][0], pizza);
    assert_eq!(priced["orderItems"][1]["minimumPrice"], json!(null));
    let details = json!({
        "lineItemsSubTotal": 14.8, "lineItemDiscountsTotal": 0, "lineItemsTotal": 14.8, "shippingChargesSubTotal": 8.9,
        "shippingChargesDiscountTotal": 0, "shippingChargesTotal": 8.9, "servicesSubTotal": 0, "grandTotal": 23.7, "vatTotal": 3.11,
        "vat": [{ "percent": 13.5, "gross": 20.2, "vat": 2.4 }, { "percent": 25.5, "gross": 3.5, "vat": 0.71 }],
        "campaignPrepaidTotal": 0, "loyaltyPrepaidTotal": 3, "b2BPrepaidTotal": 0, "prepaidAmountTotal": 3, "shippingChargesPrepaidTotal": 0,
    });
    assert_eq!(priced["pricingDetails"], details);
    assert!(priced["validationResult"]["messages"].is_array());
    let mut rest = priced.clone();
    for field in ["orderItems", "pricingDetails", "validationResult", "notApplicableCampaigns"] {
        assert!(rest.as_object_mut().unwrap().remove(field).is_some(), "{field}");
    }
    let wanted = json!({
        "payable": 20.7,
        "discountDetails": {
            "campaigns": [{ "campaignId": "pari", "campaignName": "Pizza ja juoma", "promotionCode": "pari", "discount": 0 }],
            "orderPaymentDetails": { "splitPayments": [{ "campaignId": "lahja", "campaignName": "Lahja", "amount": 3 }] },
        },
        "promotionCodes": ["pari"],
        "globalCampaignsWithPostPurchaseActions": [{ "campaignId": "kiitos", "campaignName": "Kiitos", "action": { "type": "banner" } }],
        "lunchOptionDetails": { "until": "13:30", "products": [{ "productId": "3001", "sizeId": "101", "price": 9.9 }] },
        "crossSellOptionDetails": [], "isLunchTime": true, "deliveryServiceFee": 0, "phoneOrderFee": 0,
        "deliveryWithoutPackaging": false, "deliveryWithoutPackagingAvailable": false, "outOfStockProductIds": [],
        "vatPercent": 13.5, "estimateMinutes": 30,
    });
    assert_eq!(rest, wanted);
    app.clock.turn_to(at("2026-11-24 13:30"));
    let after = price(&app, &body).await;
    assert_eq!(
        (&after["lunchOptionDetails"], &after["isLunchTime"]),
        (&json!(null), &json!(true)),
        "its own lunch is over"
    );
    assert_eq!(after["orderItems"][0]["basePrice"], 12.9);
});

/// The sum of steps, in cents.
fn sum(steps: &Value) -> i64 {
    steps.as_array().expect("steps").iter().map(|step| cents(&step["amount"])).sum()
}

fn cents(amount: &Value) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "a few euros")]
    let cents = (amount.as_f64().expect("an amount") * 100.0).round() as i64;
    cents
}

store_contract!(steps_sum_to_what_is_paid, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").flag(&format!("--staff-token={STAFF_TOKEN}")).start(&db).await;
    let mut kinds = std::collections::BTreeSet::new();
    for time in ["2026-11-24 12:00", "2026-11-24 18:00"] {
        app.clock.turn_to(at(time));
        for (who, order_type, query) in
            [(None, "delivery", "sf=true"), (None, "pickup", ""), (Some(STAFF_TOKEN), "delivery", "sf=true")]
        {
            for codes in [json!([]), json!(["pari", "kesa5"])] {
                let order = cart(order_type, &lines(), &json!({ "promotionCodes": codes }));
                let ask = async |query: String| -> Value {
                    post_as(&app, &format!("{CART}?{query}"), who, &order).await.json().await.unwrap()
                };
                let mut explained = ask(format!("{query}&explain=1")).await;
                let mut paid = sum(&explained["explanation"]);
                for line in explained["orderItems"].as_array().unwrap() {
                    let steps = &line["explanation"];
                    assert_eq!(sum(steps), cents(&line["discountedPrice"]), "{line}");
                    paid += sum(steps);
                    kinds
                        .extend(steps.as_array().unwrap().iter().map(|step| step["step"].as_str().unwrap().to_owned()));
                }
                assert_eq!(paid, cents(&explained["payable"]), "{time} {order_type} {codes}");
                let beside = explained["explanation"].as_array().unwrap().iter();
                kinds.extend(beside.map(|step| step["step"].as_str().unwrap().to_owned()));
                explained.as_object_mut().unwrap().remove("explanation");
                for line in explained["orderItems"].as_array_mut().unwrap() {
                    line.as_object_mut().unwrap().remove("explanation");
                }
                assert_eq!(explained, ask(format!("{query}&explain=0")).await, "it changes nothing else");
            }
        }
    }
    let wanted = [
        "base",
        "campaign",
        "combo",
        "delivery",
        "extra",
        "free-delivery",
        "included",
        "lunch",
        "minimum",
        "phone-fee",
        "prepaid",
        "service-fee",
        "spread",
    ];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), wanted);
});
