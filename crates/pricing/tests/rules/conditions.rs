//! Each condition of a campaign in its order, with its code, text and metadata (docs/spec/ordering.md, "Conditions").

use pricing::PersonKind;
use serde_json::{Value, json};

use crate::order::{Order, example, example_with, of_combo, order, plain};

/// An automatic campaign of 1 € with these fields.
fn one_euro(fields: &str) -> String {
    format!(r#"{{"campaignId":"c","kind":"amount","name":"Euro","amount":1{fields}}}"#)
}

/// The same, brought by the code `etu`.
fn by_code(fields: &str) -> String {
    one_euro(&format!(r#","promotionCode":"etu"{fields}"#))
}

/// A guest's pizza for pickup, on a Tuesday at 16:00.
fn pizza() -> Order {
    order(vec![plain("a", "3001", "101", 1)])
}

/// What is said of the code `etu` with these fields, with the text and the metadata beside the code; none where it holds.
fn said(fields: &str, order: Order) -> Option<(&'static str, String, Value)> {
    order.codes(&["etu"]).priced(&example(&by_code(fields)), |priced| {
        assert_eq!(priced.messages.is_empty(), priced.promotion_codes.len() == 1, "dropped and said, or neither");
        let message = priced.messages.first()?;
        assert_eq!(priced.not_applicable.len(), 1);
        assert_eq!(priced.not_applicable[0].message, *message);
        let mut metadata = message.metadata.clone();
        assert_eq!(metadata.remove("promotionCode"), Some(json!("etu")));
        Some((message.code.as_str(), message.text.to_string(), Value::Object(metadata)))
    })
}

fn code(fields: &str, order: Order) -> &'static str {
    said(fields, order).map_or("holds", |(code, ..)| code)
}

#[test]
fn each_condition_that_fails_has_its_code_and_text() {
    let delivered = || pizza().delivered();
    for (fields, order, code, text) in [
        (r#","paused":true"#, pizza(), "campaign/temporarily-not-active", "Tarjous ei ole juuri nyt käytössä."),
        (r#","end":"2026-11-24 16:00""#, pizza(), "campaign/not-active", "Tarjous ei ole enää voimassa."),
        (
            r#","isActiveDuringLunch":false"#,
            pizza().at("2026-11-24T12:00"),
            "campaign/lunch",
            "Tarjous on voimassa arkisin vain klo 14 jälkeen.",
        ),
        (
            r#","days":[0,2,3,4,5,6]"#,
            pizza(),
            "campaign/not-valid-at-the-time",
            "Tarjous ei ole voimassa juuri nyt. Tarkista voimassaolo kampanjan ehdoista.",
        ),
        (r#","requireLogIn":true"#, pizza(), "campaign/login-required", "Liity Kotijoukkoihin tai kirjaudu sisään."),
        (r#","orderTypes":["delivery"]"#, pizza(), "campaign/delivery-only", "Tarjous on voimassa vain kuljetuksille."),
        (r#","minimumOrderValue":12.9"#, pizza(), "campaign/not-applicable", "Tarjous ei sovi tähän tilaukseen."),
        (
            r#","shops":["12"],"orderTypes":["pickup"]"#,
            delivered(),
            "campaign/not-applicable",
            "Tarjous ei sovi tähän tilaukseen.",
        ),
        (r#","categories":["drink"]"#, pizza(), "campaign/not-applicable", "Tarjous ei sovi tähän tilaukseen."),
        (
            r#","orderTypes":["delivery"],"notApplicableMessage":"Kotiin vain.""#,
            pizza(),
            "campaign/dynamic-message",
            "Kotiin vain.",
        ),
        (
            r#","minimumOrderValue":20,"notApplicableMessage":"Yli 20 €.""#,
            pizza(),
            "campaign/dynamic-message",
            "Yli 20 €.",
        ),
    ] {
        let expected = (code, text.to_owned());
        let found = said(fields, order).map(|(code, text, _)| (code, text));
        assert_eq!(found, Some(expected), "{fields}");
    }
    assert_eq!(said("", pizza()), None);
}

/// What fails first in the table is what is said, whatever else fails.
#[test]
fn the_first_condition_that_fails_is_said() {
    let table = [
        (r#","paused":true"#, "campaign/temporarily-not-active"),
        (r#","start":"2027-01-01 00:00""#, "campaign/not-active"),
        (r#","isActiveDuringLunch":false"#, "campaign/lunch"),
        (r#","days":[6]"#, "campaign/not-valid-at-the-time"),
        (r#","requireLogIn":true"#, "campaign/login-required"),
        (r#","orderTypes":["delivery"]"#, "campaign/delivery-only"),
        (r#","disablePreordersOnCampaign":true"#, "campaign/preorder-not-allowed"),
        (r#","paymentMethods":["mobilepay"]"#, "campaign/payment-method"),
        (r#","minimumOrderValue":100"#, "campaign/not-applicable"),
    ];
    for first in 0..table.len() {
        let fields: String = table[first..].iter().map(|(fields, _)| *fields).collect();
        let order = pizza().at("2026-11-23T12:00").preordered("2026-11-24T12:00").paid_by("scheme");
        let listed = order.codes(&["etu"]).listed(&example(&by_code(&fields)));
        assert_eq!(listed, [("c".to_owned(), table[first].1)], "{fields}");
    }
}

/// The start is judged now and is inside, the end at the moment of the order and is not.
#[test]
fn a_campaign_runs_from_its_start_to_its_end() {
    let fields = r#","start":"2026-11-24 16:00","end":"2026-11-25 16:00""#;
    assert_eq!(code(fields, pizza()), "holds");
    assert_eq!(code(fields, pizza().at("2026-11-24T15:59:59")), "campaign/not-active");
    assert_eq!(code(fields, pizza().preordered("2026-11-25T15:45")), "holds");
    assert_eq!(code(fields, pizza().preordered("2026-11-25T16:00")), "campaign/not-active");
    let early = pizza().at("2026-11-24T15:00").preordered("2026-11-24T18:00");
    assert_eq!(code(fields, early), "campaign/not-active", "it has not begun now");
}

#[test]
fn coupons_hold_on_workdays_from_14_to_22_and_on_weekends_all_day() {
    for (time, expected) in [
        ("2026-11-24T13:59", "campaign/lunch"),
        ("2026-11-24T14:00", "holds"),
        ("2026-11-24T21:59", "holds"),
        ("2026-11-24T22:00", "campaign/lunch"),
        ("2026-11-28T08:00", "holds"),
        ("2026-11-29T23:59", "holds"),
    ] {
        assert_eq!(code(r#","isCoupon":true"#, pizza().at(time)), expected, "{time}");
    }
    assert_eq!(code(r#","isActiveDuringLunch":false"#, pizza().at("2026-11-24T07:59")), "holds");
}

// spec: MN-31
#[test]
fn combos_and_coupons_begin_when_lunch_is_over_on_workdays() {
    let pair = r#"{"campaignId":"c","kind":"combo","name":"Pari","campaignSlug":"pari","promotionCode":"pari","comboPrice":13.9,
        "isActiveDuringLunch":false,"options":[{"optionId":"1","products":["3001"],"sizes":["101"],"defaultProductId":"3001"},
        {"optionId":"2","products":["3020"],"sizes":["100"],"defaultProductId":"3020"}]}"#;
    let combos = example(pair);
    for day in ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"] {
        for (time, begun) in [("08:00", false), ("13:59:59", false), ("14:00", true)] {
            let at = format!("{day}T{time}");
            let coupon = code(r#","isCoupon":true"#, pizza().at(&at));
            assert_eq!(coupon, if begun { "holds" } else { "campaign/lunch" }, "{at}");
            let lines = vec![plain("a", "3001", "101", 1), plain("b", "3020", "100", 1)];
            let lines = lines.into_iter().map(|line| of_combo(line, "x", "pari")).collect();
            let combo = order(lines).codes(&["pari"]).at(&at).payable(&combos);
            assert_eq!(combo, if begun { 1390 } else { 1640 }, "{at}");
        }
    }
}

/// Neither the first nor the last instant of a window is inside, and what is after midnight is of the day before.
#[test]
fn times_hold_strictly_between_their_ends() {
    let evening =
        r#","times":[{"days":[1],"from":"16:00","until":"20:00"},{"days":[4],"from":"21:00","until":"02:00"}]"#;
    for (time, holds) in [
        ("2026-11-24T16:00", false),
        ("2026-11-24T16:00:00.001", true),
        ("2026-11-24T19:59:59.999", true),
        ("2026-11-24T20:00", false),
        ("2026-11-25T17:00", false),
        ("2026-11-27T21:00:01", true),
        ("2026-11-28T00:00", true),
        ("2026-11-28T02:00", false),
        ("2026-11-27T01:00", false),
    ] {
        let expected = if holds { "holds" } else { "campaign/not-valid-at-the-time" };
        assert_eq!(code(evening, pizza().at(time)), expected, "{time}");
    }
}

#[test]
fn who_is_signed_in_is_enough_unless_it_is_for_members() {
    let members_only = |fields: &str| said(fields, pizza()).map(|(.., metadata)| metadata["membersOnly"].clone());
    assert_eq!(members_only(r#","requireLogIn":true"#), Some(json!(false)));
    assert_eq!(members_only(r#","isLoyalty":true"#), Some(json!(true)));
    for (kind, signed_in, loyalty) in [
        (PersonKind::Guest, "campaign/login-required", "campaign/login-required"),
        (PersonKind::Customer, "holds", "campaign/login-required"),
        (PersonKind::CallCentre, "holds", "campaign/login-required"),
        (PersonKind::Member, "holds", "holds"),
    ] {
        assert_eq!(code(r#","requireLogIn":true"#, pizza().by(kind)), signed_in, "{kind:?}");
        assert_eq!(code(r#","isLoyalty":true"#, pizza().by(kind)), loyalty, "{kind:?}");
    }
}

/// Three kinds are no error: they are listed, the code is kept, and the cart is valid.
// spec: PR-24
#[test]
fn three_kinds_of_failing_keep_the_code() {
    let free =
        r#"{"campaignId":"c","kind":"freeDelivery","name":"Kuljetus","promotionCode":"etu","minimumOrderValue":25}"#;
    let preorder = pizza().preordered("2026-11-24T20:00");
    let cases = [
        (
            by_code(r#","disablePreordersOnCampaign":true"#),
            preorder,
            "campaign/preorder-not-allowed",
            json!({"promotionCode": "etu"}),
        ),
        (
            by_code(r#","paymentMethods":["mobilepay","applepay"]"#),
            pizza().paid_by("scheme"),
            "campaign/payment-method",
            json!({"paymentMethods": ["mobilepay", "applepay"], "promotionCode": "etu"}),
        ),
        (
            free.to_owned(),
            pizza().delivered(),
            "campaign/minimum-order",
            json!({"minimumOrderValue": 25, "missing": 12.1, "promotionCode": "etu"}),
        ),
    ];
    for (campaign, order, code, metadata) in cases {
        order.codes(&["etu"]).priced(&example(&campaign), |priced| {
            assert!(priced.is_valid() && priced.messages.is_empty(), "{:?}", priced.messages);
            assert_eq!(priced.promotion_codes.len(), 1);
            let [listed] = priced.not_applicable.as_slice() else { panic!("{:?}", priced.not_applicable) };
            assert_eq!(
                (listed.message.code.as_str(), Value::Object(listed.message.metadata.clone())),
                (code, metadata)
            );
        });
    }
    assert_eq!(code(r#","paymentMethods":["mobilepay"]"#, pizza()), "holds", "no method is sent");
    assert_eq!(code(r#","paymentMethods":["mobilepay"]"#, pizza().paid_by("mobilepay")), "holds");
}

/// What comes by itself is silent, but for free delivery of which one thing alone fails.
// spec: CM-09, CM-11
#[test]
fn of_what_comes_by_itself_only_free_delivery_is_listed() {
    let order = || pizza().delivered().at("2026-11-23T12:00").preordered("2026-11-24T20:00").paid_by("scheme");
    let failing = [
        (r#","requireLogIn":true"#, "campaign/login-required"),
        (r#","disablePreordersOnCampaign":true"#, "campaign/preorder-not-allowed"),
        (r#","paymentMethods":["mobilepay"]"#, "campaign/payment-method"),
        (r#","minimumOrderValue":25"#, "campaign/minimum-order"),
    ];
    let free = |fields: &str| format!(r#"{{"campaignId":"c","kind":"freeDelivery","name":"Kuljetus"{fields}}}"#);
    for (fields, code) in failing {
        let chain = example(&free(fields));
        assert_eq!(order().listed(&chain), [("c".to_owned(), code)]);
        assert_eq!(order().messages(&chain), Vec::<&str>::new());
        assert_eq!(order().listed(&example(&one_euro(fields))), []);
        let mut pickup = order();
        pickup.cart.order_type = domain::order::OrderType::Pickup;
        assert_eq!(pickup.listed(&chain), [], "there is no fee");
    }
    let both: String = failing[..2].iter().map(|(fields, _)| *fields).collect();
    assert_eq!(order().listed(&example(&free(&both))), [], "two fail");
    assert_eq!(order().listed(&example(&free(r#","paused":true"#))), []);
    assert_eq!(order().payable(&example(&free(""))), 1290);
}

/// Its window, its weekdays and its restaurants.
// spec: CM-05, CM-06, CM-07
#[test]
fn free_delivery_is_of_its_window_days_and_restaurants() {
    let free =
        |fields: &str| example(&format!(r#"{{"campaignId":"c","kind":"freeDelivery","name":"Kuljetus"{fields}}}"#));
    let fee =
        |fields: &str| pizza().delivered().priced(&free(fields), |priced| priced.details.shipping_charges_total.0);
    assert_eq!(fee(""), 0, "all of them");
    assert_eq!(fee(r#","start":"2026-11-24 16:00","end":"2026-11-24 16:01""#), 0);
    assert_eq!(fee(r#","start":"2026-11-24 16:01""#), 890);
    assert_eq!(fee(r#","end":"2026-11-24 16:00""#), 890);
    assert_eq!(fee(r#","days":[1]"#), 0);
    assert_eq!(fee(r#","days":[0,2,3,4,5,6]"#), 890);
    assert_eq!(fee(r#","shops":["12"]"#), 0);
    assert_eq!(fee(r#","shops":[]"#), 890);
}

#[test]
fn an_exclusive_campaign_goes_with_no_other() {
    let two = |first: &str, second: &str| {
        format!(
            r#"{{"campaignId":"c1","kind":"percent","name":"Yksi","percent":10,"promotionCode":"yksi"{first}}},
            {{"campaignId":"c2","kind":"amount","name":"Kaksi","amount":1,"promotionCode":"kaksi"{second}}},
            {{"campaignId":"c3","kind":"prepaid","name":"Kolme","amount":2,"source":"b2b","exclusive":true}}"#
        )
    };
    let exclusive = r#","exclusive":true"#;
    for (first, second) in [(exclusive, ""), ("", exclusive), (exclusive, exclusive)] {
        let order = pizza().codes(&["yksi", "kaksi"]);
        let chain = example(&two(first, second));
        assert_eq!(order.listed(&chain), [("c2".to_owned(), "campaign/exclusive")]);
        assert_eq!(order.payable(&chain), 1290 - 129 - 200, "what is prepaid stands aside");
    }
    assert_eq!(pizza().codes(&["yksi", "kaksi"]).payable(&example(&two("", ""))), 1290 - 129 - 100 - 200);
}

/// All campaigns of one step see the same sum: that of the beginning of the step.
#[test]
fn a_minimum_is_held_against_the_sum_when_the_step_begins() {
    let campaigns = r#"{"campaignId":"c1","kind":"amount","name":"Yksi","amount":5,"minimumOrderValue":11.6},
        {"campaignId":"c2","kind":"amount","name":"Kaksi","amount":1,"minimumOrderValue":11.6},
        {"campaignId":"c3","kind":"percent","name":"Kolme","percent":10,"minimumOrderValue":12.89},
        {"campaignId":"c4","kind":"prepaid","name":"Neljä","amount":1,"source":"b2b","minimumOrderValue":5.61}"#;
    // 12.90 - 1.29 = 11.61, which is over 11.60; then 5.61, which is not over 5.61.
    assert_eq!(pizza().payable(&example(campaigns)), 561);
}

#[test]
fn a_code_that_brings_nothing_says_why() {
    let codes =
        r#"[{"code":"loppu","campaignId":"c","limit":2},{"code":"7q2m9x4t8w3kd","campaignId":"c","personal":true}]"#;
    let chain = example_with(&one_euro(""), codes);
    let try_code = |code: &str, uses: u32| {
        let mut order = pizza().codes(&[code]);
        order.known.uses.extend([("loppu", uses), ("7q2m9x4t8w3kd", uses)]);
        order.known.benefits.insert("0000000000001", "eiole");
        order.priced(&chain, |priced| priced.messages.first().map(|one| (one.code.as_str(), one.text.to_string())))
    };
    let said = |code, text: &str| Some((code, text.to_owned()));
    assert_eq!(try_code("eimitään", 0), said("campaign/code-not-found", "Kampanjakoodia ei löydy."));
    assert_eq!(try_code("LOP-PU", 1), None);
    assert_eq!(try_code("loppu", 2), said("campaign/limit-reached", "Kampanjakoodi on käytetty loppuun."));
    let used = "Koodia ei löydy tai se on jo käytetty.";
    assert_eq!(try_code("7q2m9x4t8w3kd", 0), None);
    assert_eq!(try_code("7q2m9x4t8w3kd", 1), said("campaign/personal-code-invalid", used));
    assert_eq!(try_code("0000000000002", 0), said("campaign/personal-code-invalid", used));
    assert_eq!(try_code("0000000000001", 0), said("campaign/generic", "Tarjousta ei voitu käyttää."));
    let mut blocked = pizza().codes(&["loppu"]);
    blocked.known.is_blocked = true;
    assert_eq!(blocked.messages(&chain), ["campaign/too-many-attempts"]);
}

/// A combo of which a condition fails is priced singly, and its code is said.
#[test]
fn a_combo_whose_condition_fails_is_priced_singly() {
    let combo = r#"{"campaignId":"c","kind":"combo","name":"Pari","campaignSlug":"pari","promotionCode":"pari","comboPrice":10,"requireLogIn":true,
        "options":[{"optionId":"1","products":["3001"],"sizes":["101"],"defaultProductId":"3001"},{"optionId":"2","products":["3020"],"sizes":["100"],"defaultProductId":"3020"}]}"#;
    let lines = [plain("a", "3001", "101", 1), plain("b", "3020", "100", 1)];
    let lines = lines.map(|line| of_combo(line, "x", "pari"));
    let chain = example(combo);
    let order = || order(lines.to_vec()).codes(&["pari"]);
    assert_eq!(order().messages(&chain), ["campaign/login-required"]);
    assert_eq!(order().payable(&chain), 1640);
    assert!(order().priced(&chain, |priced| priced.lines.iter().all(|line| line.combo.is_none())));
    assert_eq!(order().by(PersonKind::Customer).payable(&chain), 1000);
}
