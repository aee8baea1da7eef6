//! Faults of campaigns, and of the smaller files.

use super::{faults, said_of};

#[test]
fn each_fault_of_campaigns_is_said() {
    let rows = [
        (
            r#""campaignId":"ovelle25""#,
            r#""campaignId":"kesa""#,
            &["2: [1].campaignId: the campaign kesa stands twice"][..],
        ),
        (
            r#""kind":"amount""#,
            r#""kind":"lottery""#,
            &[
                "1: [0].kind: is \"lottery\", which is none of percent, productPrice, freeProduct, buyPay, toppingOffer, crossSell, combo, amount, freeDelivery, prepaid, postPurchase",
            ],
        ),
        (
            r#""kind":"amount""#,
            r#""kind":"percent""#,
            &["1: [0].percent: is missing", "1: [0].amount: is no known field"],
        ),
        (
            r#""amount":5"#,
            r#""amount":5,"start":"2026-06-01 10:00","end":"2026-06-01T07:00:00Z""#,
            &["1: [0].end: is not after start"],
        ),
        (
            r#""amount":5"#,
            r#""amount":5,"start":"2026-03-29 03:30","end":"soon""#,
            &[
                "1: [0].start: is \"2026-03-29 03:30\", which is neither RFC 3339 nor a time YYYY-MM-DD HH:mm in Helsinki",
                "1: [0].end: is \"soon\", which is neither RFC 3339 nor a time YYYY-MM-DD HH:mm in Helsinki",
            ],
        ),
        (
            r#""amount":5"#,
            r#""amount":5,"products":["9"],"categories":["beer"],"sizes":["9"],"shops":["14"],"paymentMethods":["shells"]"#,
            &[
                "1: [0].shops[0]: there is no restaurant 14",
                "1: [0].paymentMethods[0]: there is no payment method shells",
                "1: [0].products[0]: there is no product 9",
                "1: [0].categories[0]: there is no category beer",
                "1: [0].sizes[0]: there is no size 9",
            ],
        ),
        (
            r#""promotionCode":"pari""#,
            r#""promotionCode":"KESA-5""#,
            &["3: [2].promotionCode: the code kesa5 stands twice"],
        ),
        (
            r#""promotionCode":"pari""#,
            r#""promotionCode":" - ""#,
            &["3: [2].promotionCode: a code has 1 to 64 characters beside spaces and hyphens"],
        ),
        (
            r#""campaignId":"ovelle25""#,
            r#""campaignId":"ovelle25","isCoupon":true"#,
            &["2: [1].promotionCode: is missing"],
        ),
        (
            r#""promotionCode":"kesa5""#,
            r#""promotionCode":null,"isCoupon":true"#,
            &["1: [0].promotionCode: is null, not a text"],
        ),
        (r#""products":["3020"]"#, r#""products":[]"#, &["3: [2].options[1].products: has no product"]),
        (
            r#""sizes":["100"],"defaultProductId":"3020""#,
            r#""sizes":["100"],"defaultProductId":"3001""#,
            &["3: [2].options[1].defaultProductId: 3001 is none of the option's products"],
        ),
        (r#""optionId":"2""#, r#""optionId":"1""#, &["3: [2].options[1].optionId: the option 1 stands twice"]),
        (r#""comboPrice":13.9"#, r#""comboPrice":"13,90""#, &["3: [2].comboPrice: is a text, not a number"]),
    ];
    for (from, to, expected) in rows {
        let expected: Vec<_> = expected.iter().map(|fault| format!("campaigns.json:{fault}")).collect();
        assert_eq!(said_of("campaigns.json", from, to), expected, "{to}");
    }
    let slugs = r#"[{"campaignId":"a","kind":"combo","name":"a","campaignSlug":"s","comboPrice":1,"options":[]},
        {"campaignId":"b","kind":"combo","name":"b","campaignSlug":"s","comboPrice":1,"options":[{"optionId":"1","products":["3001"],"sizes":["101"],"defaultProductId":"3001"}]},
        {"campaignId":"c","kind":"buyPay","name":"c","buy":2,"pay":2},
        {"campaignId":"d","kind":"percent","name":"d","percent":100.5},
        {"campaignId":"e","kind":"prepaid","name":"e","amount":1,"source":"bank"},
        {"campaignId":"f","kind":"postPurchase","name":"f","action":"open"},
        {"campaignId":"g","kind":"postPurchase","name":"g","action":{"a":1,"a":2}}]"#;
    assert_eq!(
        faults(&[("campaigns.json", slugs)]),
        [
            "campaigns.json:1: [0].options: has no option",
            "campaigns.json:2: [1].campaignSlug: the slug s stands twice",
            "campaigns.json:3: [2].pay: is not below buy",
            "campaigns.json:4: [3].percent: is no percentage between 0 and 100 with at most two decimals",
            "campaigns.json:5: [4].source: is \"bank\", which is none of campaign, loyalty, b2b",
            "campaigns.json:6: [5].action: is a text, not an object",
            "campaigns.json:7: [6].action.a: the key stands twice",
        ]
    );
}

#[test]
fn each_fault_of_the_smaller_files_is_said() {
    let rows: [(&'static str, &str, &[&str]); 14] = [
        ("codes.json", r#"[{"code": "a", "campaignId": "none"}]"#, &["1: [0].campaignId: there is no campaign none"]),
        (
            "codes.json",
            r#"[{"code": "abc", "campaignId": "kesa", "personal": true}]"#,
            &["1: [0].code: is no personal code: 13 characters of 0-9 and a-z but for i, l, o, u"],
        ),
        (
            "codes.json",
            "[{\"code\": \"kesa 5\", \"campaignId\": \"kesa\", \"limit\": 0},\n 7]",
            &[
                "1: [0].limit: is no whole number from 1 to 1000000000",
                "1: [0].code: the code kesa5 stands twice",
                "2: [1]: is a number, not an object",
            ],
        ),
        (
            "stock.json",
            "[{\"shopId\": \"12\", \"products\": [\"9\"]},\n {\"shopId\": \"12\", \"ingredients\": [\"9\"]}]",
            &[
                "1: [0].products[0]: there is no product 9",
                "2: [1].shopId: the restaurant 12 stands twice",
                "2: [1].ingredients[0]: there is no ingredient 9",
            ],
        ),
        ("stock.json", r#"[{"shopId": "14"}]"#, &["1: [0].shopId: there is no restaurant 14"]),
        ("stock.json", r#"[{"shopId": "1"}]"#, &["1: [0].shopId: there is no restaurant 1"]),
        (
            "stock.json",
            r#"[{"shopId": "012"}]"#,
            &["1: [0].shopId: is no number of 1 to 9 digits that begins with none of 0"],
        ),
        (
            "payment.json",
            r#"{"methods": [{"id": "a", "name": "", "group": "cash"}, {"id": "a", "name": "A", "group": "mobile"}]}"#,
            &[
                "1: methods[0].name: is empty",
                "1: methods[0].group: is \"cash\", which is none of creditCard, mobile, bank, payLater, lunchBenefit, giftCard, others",
                "1: methods[1].id: the method a stands twice",
            ],
        ),
        (
            "payment.json",
            r#"{"giftCards": [{"number": "1", "pin": "2", "balance": 1.001}, {"number": "1", "pin": "2", "balance": 1}]}"#,
            &[
                "1: giftCards[0].balance: is finer than cents",
                "1: giftCards[1].number: the number of the gift card stands twice",
            ],
        ),
        (
            "highlights.json",
            r#"{"campaignHighlights": [{"productId": "9", "menuCardText": "x"}], "lunchtimeTitle": "x"}"#,
            &["1: lunchtimeTitle: is no known field", "1: campaignHighlights[0].productId: there is no product 9"],
        ),
        ("settings.json", r#"{"vat": []}"#, &["1: vat: has no rate"]),
        (
            "settings.json",
            r#"{"vat": [{"from": "2026", "percent": 13.555, "categories": {"beer": 25.5}}], "maxToppings": -1}"#,
            &[
                "1: vat[0].from: is \"2026\", which is no date YYYY-MM-DD",
                "1: vat[0].percent: is no percentage between 0 and 100 with at most two decimals",
                "1: maxToppings: is no whole number from 0 to 100000",
                "1: vat[0].categories.beer: there is no category beer",
            ],
        ),
        (
            "settings.json",
            r#"{"lunch": {"from": "noon"}, "deliveryServiceFee": {"shops": ["9"]}, "withoutPackaging": {"endWeekday": 7}}"#,
            &[
                "1: lunch.from: is \"noon\", which is no time HH:mm",
                "1: withoutPackaging.endWeekday: is no whole number from 0 to 6",
                "1: deliveryServiceFee.shops[0]: there is no restaurant 9",
            ],
        ),
        ("settings.json", "[]", &["1: $: is a list, not an object"]),
    ];
    for (file, text, expected) in rows {
        let expected: Vec<_> = expected.iter().map(|fault| format!("{file}:{fault}")).collect();
        assert_eq!(faults(&[(file, text)]), expected, "{text}");
    }
}
