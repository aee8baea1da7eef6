//! What carts cost: the worked examples of the contract, and the whole of an answer.

use serde_json::{Value, json};
use testkit::store_contract;

use crate::{
    carts::{CART, STAFF_TOKEN, cart, codes, example, line, post_as, price, price_as},
    header,
};

const PEKONI: &str = "1305";
const PORO: &str = "1306";
const KINKKU: &str = "1301";

/// What an example comes to: the fields of the answer, by their paths.
fn assert_priced(priced: &Value, wanted: &[(&str, Value)]) {
    for (path, value) in wanted {
        let found = priced.pointer(path).unwrap_or_else(|| panic!("{path} in {priced}"));
        assert_eq!(found, value, "{path}");
    }
}

const GRAND: &str = "/pricingDetails/grandTotal";
const VAT: &str = "/pricingDetails/vatTotal";
const LINES: &str = "/pricingDetails/lineItemsTotal";
const UNIT: &str = "/orderItems/0/itemPrice";

store_contract!(lines_cost_what_is_on_them, |db| async move {
    let folder = example(&json!([]), &[]);
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let pickup = |lines: &[Value]| cart("pickup", lines, &json!({}));
    let of = async |cart: Value| price(&app, &cart).await;

    let extras = of(pickup(&[line("a", "3001", "101", 2, &[PEKONI])])).await;
    assert_priced(
        &extras,
        &[(UNIT, json!(14.3)), ("/orderItems/0/price", json!(28.6)), (GRAND, json!(28.6)), (VAT, json!(3.51))],
    );
    let two = [line("a", "3001", "102", 1, &[]), line("b", "3020", "100", 1, &[])];
    let delivered = of(cart("delivery", &two, &json!({}))).await;
    assert_priced(&delivered, &[(LINES, json!(23.4)), (GRAND, json!(32.3)), (VAT, json!(3.97))]);
    let worth = of(pickup(&[line("a", "3010", "102", 1, &[KINKKU; 7])])).await;
    assert_priced(&worth, &[(UNIT, json!(20.9)), (VAT, json!(2.57))]);
    let budget = of(pickup(&[line("a", "3011", "100", 1, &[PORO, KINKKU])])).await;
    assert_priced(&budget, &[(UNIT, json!(8.9)), (VAT, json!(1.09))]);
});

// spec: ER-09
store_contract!(delivery_is_free_for_what_costs_more, |db| async move {
    let free = json!([{ "campaignId": "ovelle25", "kind": "freeDelivery", "name": "Ilmainen kuljetus", "minimumOrderValue": 25, "shops": ["12"] }]);
    let folder = example(&free, &[]);
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let delivered = |drinks| {
        let lines = [line("a", "3001", "102", 1, &[]), line("b", "3020", "100", drinks, &[])];
        cart("delivery", &lines, &json!({}))
    };
    let small = price(&app, &delivered(1)).await;
    assert_priced(
        &small,
        &[
            (GRAND, json!(32.3)),
            ("/validationResult", json!({ "isValid": true, "messages": [] })),
            (
                "/notApplicableCampaigns",
                json!([{
                    "campaignId": "ovelle25", "campaignName": "Ilmainen kuljetus", "promotionCode": null,
                    "messageCode": "campaign/minimum-order", "message": "Ilmaiseen kuljetukseen puuttuu vielä 1,60 €.",
                    "displayKind": 2, "metadata": { "minimumOrderValue": 25, "missing": 1.6 },
                }]),
            ),
        ],
    );
    let large = price(&app, &delivered(2)).await;
    let discount = json!([{ "campaignId": "ovelle25", "campaignName": "Ilmainen kuljetus", "promotionCode": null, "discount": 8.9 }]);
    assert_priced(
        &large,
        &[
            (LINES, json!(26.9)),
            ("/pricingDetails/shippingChargesDiscountTotal", json!(8.9)),
            (GRAND, json!(26.9)),
            (VAT, json!(3.3)),
            ("/notApplicableCampaigns", json!([])),
            ("/discountDetails/campaigns", discount),
        ],
    );
});

store_contract!(an_amount_and_a_combo_are_spread, |db| async move {
    let campaigns = json!([
        { "campaignId": "kesa", "kind": "amount", "name": "Kesäetu", "amount": 5, "promotionCode": "kesa5" },
        { "campaignId": "pari", "kind": "combo", "name": "Pizza ja juoma", "campaignSlug": "pizza-ja-juoma", "promotionCode": "pari", "comboPrice": 13.9, "options": [
            { "optionId": "1", "products": ["3001"], "sizes": ["101"], "defaultProductId": "3001" },
            { "optionId": "2", "products": ["3020"], "sizes": ["100"], "defaultProductId": "3020" }] },
    ]);
    let folder = example(&campaigns, &[]);
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let lines = |units| [line("a", "3001", "101", units, &[PEKONI]), line("b", "3020", "100", 1, &[])];
    let amount = price(&app, &cart("pickup", &lines(2), &json!({ "promotionCodes": ["KESÄ 5", "kesa5"] }))).await;
    assert_eq!(codes(&amount), ["campaign/code-not-found"], "ä is no a");
    assert_priced(
        &amount,
        &[
            ("/orderItems/0/discount", json!(4.45)),
            ("/orderItems/1/discount", json!(0.55)),
            ("/orderItems/0/appliedCampaigns", json!({ "kesa": 2 })),
            ("/promotionCodes", json!(["kesa5"])),
            (GRAND, json!(27.1)),
            (VAT, json!(3.33)),
        ],
    );
    let mut together = lines(1);
    for line in &mut together {
        (line["comboId"], line["comboCampaignCode"]) = (json!("x"), json!("pari"));
    }
    let combo = price(&app, &cart("pickup", &together, &json!({ "promotionCodes": ["pari"] }))).await;
    assert_priced(
        &combo,
        &[
            ("/orderItems/0/discount", json!(1.97)),
            ("/orderItems/1/discount", json!(0.53)),
            ("/orderItems/0/comboId", json!("x")),
            ("/orderItems/1/comboCampaignCode", json!("pari")),
            ("/orderItems/1/discountedProductQuantity", json!(1)),
            (GRAND, json!(15.3)),
            (VAT, json!(1.88)),
        ],
    );
    let singly = price(&app, &cart("pickup", &together, &json!({}))).await;
    assert_priced(&singly, &[("/orderItems/0/comboId", json!(null)), (GRAND, json!(17.8))]);
    assert!(codes(&singly).is_empty(), "without its code they are no combo");
});

store_contract!(campaigns_take_off_units, |db| async move {
    let lines = [line("a", "3001", "101", 1, &[PEKONI])];
    for (campaign, lines, unit, grand, vat, warnings) in [
        (
            json!({ "campaignId": "t", "kind": "toppingOffer", "name": "Täytteet 0,50", "toppingPrice": 0.5 }),
            vec![line("a", "3001", "101", 1, &[PEKONI, PORO, KINKKU])],
            18.6,
            16.6,
            2.04,
            vec!["campaign/offer-toppings-limit"],
        ),
        (
            json!({ "campaignId": "p", "kind": "percent", "name": "15 %", "percent": 15 }),
            lines.to_vec(),
            14.3,
            12.15,
            1.49,
            vec![],
        ),
        (
            json!({ "campaignId": "b", "kind": "buyPay", "name": "2 yhden hinnalla", "buy": 2, "pay": 1 }),
            vec![line("a", "3001", "101", 1, &[]), line("b", "3001", "102", 1, &[])],
            12.9,
            19.9,
            2.44,
            vec![],
        ),
    ] {
        let folder = example(&json!([campaign]), &[]);
        let app = folder.setup("2026-11-24 18:00").start(&db).await;
        let priced = price(&app, &cart("pickup", &lines, &json!({}))).await;
        assert_priced(&priced, &[(UNIT, json!(unit)), (GRAND, json!(grand)), (VAT, json!(vat))]);
        assert_eq!(codes(&priced), warnings);
        assert_eq!(priced["validationResult"]["isValid"], true, "a warning hinders nothing");
    }
});

store_contract!(what_is_prepaid_comes_off_the_sum, |db| async move {
    let prepaid = |amount| json!([{ "campaignId": "p", "kind": "prepaid", "name": "Lahja", "amount": amount, "source": "campaign" }]);
    let folder = example(&prepaid(10), &[]);
    let app = folder.setup("2026-11-24 18:00").flag(&format!("--staff-token={STAFF_TOKEN}")).start(&db).await;
    let picked_up = cart("pickup", &[line("a", "3001", "101", 1, &[])], &json!({}));
    let by_phone = price_as(&app, Some(STAFF_TOKEN), &picked_up).await;
    assert_priced(
        &by_phone,
        &[
            ("/phoneOrderFee", json!(0.99)),
            ("/pricingDetails/servicesSubTotal", json!(0.99)),
            ("/pricingDetails/campaignPrepaidTotal", json!(10)),
            (
                "/discountDetails/orderPaymentDetails/splitPayments",
                json!([{ "campaignId": "p", "campaignName": "Lahja", "amount": 10 }]),
            ),
            (GRAND, json!(13.89)),
            (VAT, json!(1.71)),
            ("/payable", json!(3.89)),
        ],
    );
    let folder = example(&prepaid(25), &[]);
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let delivered = cart("delivery", &[line("a", "3001", "102", 1, &[])], &json!({}));
    assert_priced(
        &price(&app, &delivered).await,
        &[
            (GRAND, json!(28.8)),
            (VAT, json!(3.54)),
            ("/pricingDetails/shippingChargesPrepaidTotal", json!(5.1)),
            ("/payable", json!(3.8)),
        ],
    );
});

// spec: PR-30, CC-04
store_contract!(who_orders_for_a_caller_pays_for_the_telephone_once_and_nobody_else_does, |db| async move {
    let folder = example(&json!([]), &[]);
    let app = folder.setup("2026-11-24 18:00").flag(&format!("--staff-token={STAFF_TOKEN}")).start(&db).await;
    let lines = [line("a", "3001", "101", 2, &[]), line("b", "3020", "100", 1, &[])];
    for (who, flag, fee, payable) in [
        (Some(STAFF_TOKEN), json!(true), 0.99, 30.29),
        (Some(STAFF_TOKEN), json!(null), 0.99, 30.29),
        (Some(STAFF_TOKEN), json!(false), 0.0, 29.3),
        (None, json!(true), 0.0, 29.3),
        (None, json!(null), 0.0, 29.3),
    ] {
        for order_type in ["pickup", "eatin"] {
            let priced = price_as(&app, who, &cart(order_type, &lines, &json!({ "hasPhoneOrderFee": flag }))).await;
            let found = [&priced["phoneOrderFee"], &priced["pricingDetails"]["servicesSubTotal"], &priced["payable"]];
            assert_eq!(found.map(Value::as_f64), [Some(fee), Some(fee), Some(payable)], "{who:?} {flag}");
        }
    }
});

// spec: PR-02
store_contract!(a_part_of_the_fee_is_called_a_service_fee, |db| async move {
    let settings = json!({ "deliveryServiceFee": { "shops": ["12"], "amount": 0.99 } });
    let folder = example(&json!([]), &[("settings.json", settings)]);
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let delivered = cart("delivery", &[line("a", "3001", "101", 1, &[])], &json!({ "hasDeliveryServiceFee": true }));
    let priced = async |query: &str| -> Value {
        let response = post_as(&app, &format!("{CART}{query}"), None, &delivered).await;
        assert_eq!(header(&response, "cache-control"), "no-store");
        response.json().await.unwrap()
    };
    assert_priced(
        &priced("?sf=true").await,
        &[
            ("/pricingDetails/shippingChargesTotal", json!(7.91)),
            ("/deliveryServiceFee", json!(0.99)),
            (GRAND, json!(21.8)),
            (VAT, json!(2.68)),
        ],
    );
    let without = [
        ("/pricingDetails/shippingChargesTotal", json!(8.9)),
        ("/deliveryServiceFee", json!(0)),
        (GRAND, json!(21.8)),
        ("/validationResult", json!({ "isValid": true, "messages": [] })),
    ];
    assert_priced(&priced("?sf=false").await, &without);
    assert_priced(&priced("").await, &without);
    let empty = price(&app, &cart("delivery", &[], &json!({}))).await;
    assert_eq!((codes(&empty), &empty["validationResult"]["isValid"]), (vec!["cart/empty"], &json!(false)));
});
