//! What is said of faulty files: every fault, each with its file, line, path and problem.

use chain::{Chain, FILES};

const RESTAURANTS: &str = include_str!("fixtures/example/restaurants.json");
const MENU: &str = include_str!("fixtures/example/menu.json");
const AREAS: &str = include_str!("fixtures/example/areas.json");
const CAMPAIGNS: &str = include_str!("fixtures/example/campaigns.json");

/// The faults of the example with some files in the place of its own.
fn faults(files: &[(&'static str, &str)]) -> Vec<String> {
    let example =
        [("restaurants.json", RESTAURANTS), ("menu.json", MENU), ("areas.json", AREAS), ("campaigns.json", CAMPAIGNS)];
    let others = example.into_iter().filter(|(name, _)| files.iter().all(|(other, _)| other != name));
    let all: Vec<_> = others.chain(files.iter().copied()).collect();
    Chain::of_texts(&all).err().map(|faults| faults.0.iter().map(ToString::to_string).collect()).unwrap_or_default()
}

/// A text with a change, which must be one.
fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

/// What is said of one change to a file of the example.
fn said_of(file: &'static str, from: &str, to: &str) -> Vec<String> {
    let text = match file {
        "restaurants.json" => RESTAURANTS,
        "menu.json" => MENU,
        "areas.json" => AREAS,
        _ => CAMPAIGNS,
    };
    let text = changed(text, from, to);
    // Else whoever names what the change took away would be said, too.
    let silent = [("areas.json", "[]"), ("campaigns.json", "[]")].into_iter().filter(|(name, _)| *name != file);
    faults(&silent.chain([(file, text.as_str())]).collect::<Vec<_>>())
}

#[test]
fn each_fault_of_restaurants_is_said() {
    let rows = [
        (r#""shopId":"12""#, r#""shopId":12"#, &["1: [0].shopId: is a number, not a text"][..]),
        (
            r#""shopId":"12","restaurantId":"12""#,
            r#""shopId":"1234567890","restaurantId":"1""#,
            &["1: [0].shopId: is no number of 1 to 9 digits that begins with none of 0"],
        ),
        (r#""restaurantId":"12""#, r#""restaurantId":"14""#, &["1: [0].restaurantId: is not the shopId"]),
        (r#""zip":"00100","#, "", &["1: [0].zip: is missing"]),
        (r#""email""#, r#""mail""#, &["1: [0].email: is missing", "2: [0].mail: is no known field"]),
        (r#""latitude":60.17126"#, r#""latitude":91"#, &["2: [0].latitude: is no number from -90 to 90"]),
        (r#""isActive":true"#, r#""isActive":"yes""#, &["2: [0].isActive: is a text, not true or false"]),
        (r#""isActive":true"#, r#""isActive":true,"isActive":true"#, &["2: [0].isActive: the key stands twice"]),
        (
            r#""hasWebsale":true"#,
            r#""hasWebsale":true,"deliveryRedirectionRestaurant":"14""#,
            &["2: [0].deliveryRedirectionRestaurant: there is no restaurant 14"],
        ),
        (
            r#""hasWebsale":true"#,
            r#""hasWebsale":true,"deliveryRedirectionRestaurant":"12""#,
            &["2: [0].deliveryRedirectionRestaurant: is the restaurant itself"],
        ),
        (
            r#""hasWebsale":true"#,
            r#""hasWebsale":true,"extraProducts":["3001","9"],"paymentMethods":["shells"]"#,
            &[
                "2: [0].extraProducts[1]: there is no product 9",
                "2: [0].paymentMethods[0]: there is no payment method shells",
            ],
        ),
        (
            r#""hasWebsale":true"#,
            r#""hasWebsale":true,"currentPickupEstimate":7.5"#,
            &["2: [0].currentPickupEstimate: is no whole number from 0 to 1440"],
        ),
        (
            r#""openingHourtypeID":1,"mon""#,
            r#""openingHourtypeID":5,"mon""#,
            &["3: [0].shopOpeningHours[0].openingHourtypeID: is no whole number from 1 to 4"],
        ),
        (
            r#""start":"10:30","end":"23:00""#,
            r#""start":"24:00","end":"23.00""#,
            &[
                "3: [0].shopOpeningHours[0].mon.start: is 24:00, which only ends a day",
                "3: [0].shopOpeningHours[0].mon.end: is \"23.00\", which is no time HH:mm",
            ],
        ),
        (
            r#""sun":null}]"#,
            r#""sun":null},{"openingHourtypeID":1}]"#,
            &["3: [0].shopOpeningHours[1].openingHourtypeID: the kind of hours 1 stands twice"],
        ),
        (
            r#""exceptionDate":"2026-12-24","startTime":null"#,
            r#""exceptionDate":"24.12.2026","startTime":"10:00""#,
            &[
                "4: [0].shopOpeningHourExceptions[0].exceptionDate: is \"24.12.2026\", which is no date YYYY-MM-DD",
                "4: [0].shopOpeningHourExceptions[0].startTime: has no other end: startTime and endTime are both null, or both times",
            ],
        ),
    ];
    for (from, to, expected) in rows {
        let expected: Vec<_> = expected.iter().map(|fault| format!("restaurants.json:{fault}")).collect();
        assert_eq!(said_of("restaurants.json", from, to), expected, "{to}");
    }
    let inner = RESTAURANTS.trim().trim_start_matches('[');
    let inner = &inner[..inner.len() - 1];
    let twice = format!("[{inner},\n{inner}]");
    assert_eq!(
        faults(&[("restaurants.json", &twice)]),
        ["restaurants.json:5: [1].shopId: the restaurant 12 stands twice"]
    );
}

#[test]
fn each_fault_of_the_menu_is_said() {
    let pizza =
        r#""sizes":[{"sizeId":"101","price":12.9},{"sizeId":"102","price":19.9}],"ingredients":["1201","1301"]"#;
    let with_slot = |slot: &str| {
        format!(
            r#"{pizza},"slots":[{{"id":"a","categoryId":"dough","display":"base","header":"h","label":"l",{slot}}}]"#
        )
    };
    let rows: Vec<(&str, String, &[&str])> = vec![
        (r#""name":"Kinkku""#, r#""name":7"#.into(), &["4: ingredients[1].name: is a number, not a text"]),
        (
            r#""ingredientID":"1305""#,
            r#""ingredientID":"1301""#.into(),
            &["5: ingredients[2].ingredientID: the ingredient 1301 stands twice"],
        ),
        (
            r#""name":"Pekoni","categoryId":"toppings""#,
            r#""name":"Pekoni","categoryId":"meat""#.into(),
            &[
                "5: ingredients[2].categoryId: is \"meat\", which is none of dough, baseSauce, cheese, sauces, dip, toppings, spices, drinks, iceCream, snacks",
            ],
        ),
        (r#""price":2.9"#, r#""price":-2.9"#.into(), &["6: ingredients[3].price: is negative"]),
        (r#""price":2.9"#, r#""price":2.905"#.into(), &["6: ingredients[3].price: is finer than cents"]),
        (r#""price":2.9"#, r#""price":1000000"#.into(), &["6: ingredients[3].price: is over 100000 euros"]),
        (
            r#""price":2.9"#,
            r#""price":2.9,"dipProductId":"9","allergens":["milk","sun"]"#.into(),
            &[
                "6: ingredients[3].allergens[1]: is \"sun\", which is none of gluten, crustaceans, eggs, fish, peanuts, soybeans, milk, nuts, celery, mustard, sesame, sulphites, lupin, molluscs",
                "6: ingredients[3].dipProductId: there is no product 9",
            ],
        ),
        (
            r#""price":2.9"#,
            r#""price":2.9,"minQuantity":3,"maxQuantity":2"#.into(),
            &["6: ingredients[3].maxQuantity: is below minQuantity"],
        ),
        (
            r#""102":{"price":4}"#,
            r#""102":{"price":4.001}"#.into(),
            &["6: ingredients[3].dosings.102.price: is finer than cents"],
        ),
        (
            r#""productId":"3020""#,
            r#""productId":"3001""#.into(),
            &["10: products[3].productId: the product 3001 stands twice"],
        ),
        (r#""name":"Limsa""#, r#""name":"TESTIPIZZA!""#.into(), &["10: products[3]: the slug testipizza stands twice"]),
        (
            r#""name":"Limsa""#,
            r#""name":"Limsa","slug":"oma-monster""#.into(),
            &["10: products[3].slug: the slug oma-monster stands twice"],
        ),
        (
            r#""productCategoryId":"drink""#,
            r#""productCategoryId":"beer""#.into(),
            &["10: products[3].productCategoryId: there is no category beer"],
        ),
        (r#""sizes":[{"sizeId":"100","price":3.5}]"#, r#""sizes":[]"#.into(), &["10: products[3].sizes: has no size"]),
        (
            r#""sizes":[{"sizeId":"100","price":3.5}]"#,
            r#""sizes":[{"sizeId":"100","price":3.5},{"sizeId":"100","price":8.905}]"#.into(),
            &[
                "10: products[3].sizes[1].sizeId: the size 100 stands twice",
                "10: products[3].sizes[1].price: is finer than cents",
            ],
        ),
        (
            r#""price":3.5}],"ingredients":[]"#,
            r#""price":3.5}],"ingredients":["1305","999",7]"#.into(),
            &[
                "10: products[3].ingredients[0]: the ingredient 1305 has no dosing in the size 100",
                "10: products[3].ingredients[2]: is a number, not an object",
                "10: products[3].ingredients[1]: there is no ingredient 999",
            ],
        ),
        (
            r#""price":3.5}],"ingredients":[]"#,
            r#""price":3.5}],"ingredients":["1201",{"ingredientId":"1201"}]"#.into(),
            &["10: products[3].ingredients[1]: the ingredient 1201 stands twice"],
        ),
        (
            r#""price":3.5}],"ingredients":[]"#,
            r#""price":3.5}],"ingredients":[],"availableForSaleFrom":"10:00","tags":["Vegan"],"orderTypes":["drone"]"#
                .into(),
            &[
                "10: products[3].orderTypes[0]: is \"drone\", which is none of delivery, pickup, eatin",
                "10: products[3].availableForSaleFrom: stands alone: availableForSaleFrom and availableForSaleUntil come together",
                "10: products[3].tags[0]: there is no tag Vegan",
            ],
        ),
        (
            r#"{"doses":2,"special":1}"#,
            r#"{"doses":2,"special":3}"#.into(),
            &["9: products[2].includedToppings.special: is more than doses"],
        ),
        (
            r#"{"102":10,"*":5}"#,
            r#"{"103":10,"*":5}"#.into(),
            &["8: products[1].includedToppings.worth.103: 103 is no size of the product"],
        ),
        (
            pizza,
            with_slot(r#""options":["1201"],"default":"1301""#),
            &["7: products[0].slots[0].default: 1301 is none of the slot's options"],
        ),
        (
            pizza,
            with_slot(
                r#""options":["1201"]},{"id":"a","categoryId":"dough","display":"tap","header":"h","label":"l","options":["1201"]"#,
            ),
            &[
                "7: products[0].slots[1].id: the slot a stands twice",
                "7: products[0].slots[1].options[0]: in the slots of this product the ingredient 1201 stands twice",
                "7: products[0].slots[1].display: is \"tap\", which is none of base, select, select-upsell, ingredient-extra",
            ],
        ),
        (r#""dosings":{"101":{},"102":{"price":2}}}"#, r#""dosings":{"101":{},"102":{"active":false}}}"#.into(), &[]),
        (
            r#""dosings":{"100":{"price":1},"101":{"grams":60},"102":{"price":2}}"#,
            r#""dosings":{"101":{"grams":60},"102":{"active":false}}"#.into(),
            &["7: products[0].ingredients[1]: the ingredient 1301 has no dosing in the size 102"],
        ),
        (
            r#"{"id":"drink","name":"Juomat"}"#,
            r#"{"id":"pizza","name":"Juomat"}"#.into(),
            &[
                "2: categories[3].id: the category pizza stands twice",
                "10: products[3].productCategoryId: there is no category drink",
            ],
        ),
        (
            r#""kind":"large""#,
            r#""kind":"huge""#.into(),
            &["1: sizes[2].kind: is \"huge\", which is none of small, medium, large, special"],
        ),
    ];
    for (from, to, expected) in rows {
        let expected: Vec<_> = expected.iter().map(|fault| format!("menu.json:{fault}")).collect();
        assert_eq!(said_of("menu.json", from, &to), expected, "{to}");
    }
    // A slot's default that its size does not have.
    let slot = with_slot(r#""options":["1306"],"default":"1306""#);
    let menu = changed(&changed(MENU, pizza, &slot), r#""101":{},"102":{"price":4}"#, r#""102":{"price":4}"#);
    let said = "menu.json:7: products[0].slots[0].default: the ingredient 1306 has no dosing in the size 101";
    assert_eq!(faults(&[("menu.json", &menu)]), [said]);
}

#[test]
fn each_fault_of_areas_is_said() {
    let square = "[[24.92,60.16],[24.98,60.16],[24.98,60.19],[24.92,60.19]]";
    let rows = [
        (r#""shopId":"12""#, r#""shopId":"14""#, &["[0].shopId: there is no restaurant 14"][..]),
        (square, "[[24.92,60.16],[24.98,60.16]]", &["[0].polygon: a polygon has at least 3 points"]),
        (
            square,
            "[[24.92,60.16],[24.98,60.19],[24.98,60.16],[24.92,60.19]]",
            &["[0].polygon: the polygon crosses itself between its points 0 and 2"],
        ),
        (
            square,
            "[[24.92,60.16],[24.98],[24.98,99]]",
            &["[0].polygon[1]: is no point [lng, lat]", "[0].polygon[2][1]: is no number from -90 to 90"],
        ),
        (square, r#""round""#, &["[0].polygon: is a text, not a list"]),
        (r#""fee":8.9"#, r#""fee":8.999"#, &["[0].fee: is finer than cents"]),
        (
            r#""fee":8.9"#,
            r#""fee":8.9,"maxKm":-1,"timedFees":[{"days":[7],"from":"8:00","until":"24:00","fee":"1"}]"#,
            &[
                "[0].timedFees[0].days[0]: is no whole number from 0 to 6",
                "[0].timedFees[0].from: is \"8:00\", which is no time HH:mm",
                "[0].timedFees[0].fee: is a text, not a number",
                "[0].maxKm: is no number from 0 to 20100",
            ],
        ),
    ];
    for (from, to, expected) in rows {
        let expected: Vec<_> = expected.iter().map(|fault| format!("areas.json:1: {fault}")).collect();
        assert_eq!(said_of("areas.json", from, to), expected, "{to}");
    }
    let area = AREAS.trim().trim_matches(['[', ']']);
    let area = area.trim_end_matches(']');
    let twice = format!("[{area},\n {area}]");
    assert_eq!(
        faults(&[("areas.json", &twice)]),
        ["areas.json:2: [1].zoneId: the zone 12-1 (V1) of restaurant 12 stands twice"]
    );
}

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
    let rows: [(&'static str, &str, &[&str]); 12] = [
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

#[test]
fn what_is_not_json_is_one_fault_with_its_line() {
    for (text, said) in [
        ("", "restaurants.json:1: $: is not JSON: EOF while parsing a value"),
        ("[\n{\"a\": 1,}]", "restaurants.json:2: $: is not JSON: key must be a string"),
        ("[1,\n]", "restaurants.json:2: $: is not JSON: expected value"),
        ("[ // none\n]", "restaurants.json:1: $: is not JSON: expected value"),
        ("[]\n\n]", "restaurants.json:3: $: is not JSON: trailing characters"),
        ("\u{feff}[]", "restaurants.json:1: $: is not JSON: expected value"),
        ("\n['a']", "restaurants.json:2: $: is not JSON: expected value"),
        ("[\u{a0}]", "restaurants.json:1: $: is not JSON: expected value"),
        ("[01]", "restaurants.json:1: $: is not JSON: invalid number"),
    ] {
        let said_too = Chain::of_texts(&[("restaurants.json", text)]).unwrap_err();
        assert_eq!(said_too.0.iter().map(ToString::to_string).collect::<Vec<_>>(), [said], "{text:?}");
    }
    assert_eq!(faults(&[("menu.json", "{")]), ["menu.json:1: $: is not JSON: EOF while parsing an object"]);
    assert_eq!(faults(&[("menu.json", "[]")]), ["menu.json:1: $: is a list, not an object"]);
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    assert_eq!(faults(&[("stock.json", &deep)]).len(), 1);
}

#[test]
fn a_folder_is_read_as_far_as_it_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let said = |folder: &std::path::Path| {
        Chain::read(folder).unwrap_err().0.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(said(&folder.path().join("none")), ["restaurants.json:1: $: is missing"]);
    std::fs::write(folder.path().join("menu.json"), b"{}\n\xff").unwrap();
    std::fs::create_dir(folder.path().join("areas.json")).unwrap();
    let said = said(folder.path());
    assert_eq!(said[0], "restaurants.json:1: $: is missing");
    assert!(said[1].starts_with("areas.json:1: $: cannot be read: "), "{said:?}");
    assert_eq!(said[2], "menu.json:2: $: is not UTF-8");
}

#[test]
fn all_faults_of_all_files_are_found_in_one_reading() {
    let restaurants = changed(&changed(RESTAURANTS, r#""zip":"00100","#, ""), r#""23:00""#, r#""25:00""#);
    let menu = changed(&changed(MENU, "2.9", "-1"), "3.5", "3.555");
    let areas = changed(AREAS, "8.9", "null");
    let campaigns = changed(&changed(CAMPAIGNS, r#""amount":5"#, r#""amount":"5""#), "3020", "9");
    let found = faults(&[
        ("restaurants.json", &restaurants),
        ("menu.json", &menu),
        ("areas.json", &areas),
        ("campaigns.json", &campaigns),
        ("codes.json", "[{}]"),
        ("stock.json", "7"),
        ("payment.json", "{\"cards\": []}"),
        ("highlights.json", "{"),
        ("settings.json", "{\n\"deliveryFee\": true}"),
    ]);
    assert_eq!(
        found,
        [
            "restaurants.json:1: [0].zip: is missing",
            "restaurants.json:3: [0].shopOpeningHours[0].mon.end: is \"25:00\", which is no time HH:mm",
            "areas.json:1: [0].fee: is null, not a number",
            "menu.json:6: ingredients[3].price: is negative",
            "menu.json:10: products[3].sizes[0].price: is finer than cents",
            "campaigns.json:1: [0].amount: is a text, not a number",
            "campaigns.json:3: [2].options[1].defaultProductId: 3020 is none of the option's products",
            "campaigns.json:3: [2].options[1].products[0]: there is no product 9",
            "codes.json:1: [0].code: is missing",
            "codes.json:1: [0].campaignId: is missing",
            "stock.json:1: $: is a number, not a list",
            "payment.json:1: cards: is no known field",
            "highlights.json:1: $: is not JSON: EOF while parsing an object",
            "settings.json:2: deliveryFee: is true or false, not a number",
        ]
    );
    assert_eq!(FILES[0], "restaurants.json", "faults are listed in the order of the files");
}
