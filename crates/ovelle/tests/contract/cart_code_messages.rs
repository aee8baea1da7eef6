//! What is said of codes: rows 24 to 36 of the table of messages, and what becomes of who guesses.

use serde_json::{Value, json};
use testkit::{app::TestApp, store_contract};

use crate::{
    carts::{cart, codes, example, line, price},
    folder::{Folder, at},
};

/// Campaigns that codes bring, each of which wants something.
fn folder() -> Folder {
    let campaign = |code: &str, fields: Value| {
        let mut campaign = json!({ "campaignId": code, "kind": "percent", "name": format!("Etu {code}"), "percent": 10, "promotionCode": code });
        let more = fields.as_object().expect("fields");
        campaign
            .as_object_mut()
            .expect("a campaign")
            .extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
        campaign
    };
    example(
        &json!([
            campaign("vanha", json!({ "end": "2026-02-01 00:00" })),
            campaign("ilta", json!({ "isActiveDuringLunch": false })),
            campaign("kuponki", json!({ "isCoupon": true })),
            campaign("lauantai", json!({ "days": [5] })),
            campaign("omille", json!({ "requireLogIn": true })),
            campaign("jasenille", json!({ "isLoyalty": true })),
            campaign("tauolla", json!({ "paused": true })),
            campaign("kotiin", json!({ "orderTypes": ["delivery"] })),
            campaign("yksin", json!({ "exclusive": true })),
            campaign("tavallinen", json!({})),
            campaign("monsterille", json!({ "categories": ["monster"] })),
            campaign("sanoo", json!({ "categories": ["monster"], "notApplicableMessage": "Vain monstereista." })),
            campaign("nyt", json!({ "disablePreordersOnCampaign": true })),
            campaign("kortilla", json!({ "paymentMethods": ["scheme"] })),
            json!({ "campaignId": "rahti", "kind": "freeDelivery", "name": "Etu rahti", "promotionCode": "rahti", "minimumOrderValue": 25 }),
            campaign("iso", json!({ "minimumOrderValue": 100 })),
        ]),
        &[],
    )
}

fn with_codes(codes: &[&str], fields: &Value) -> Value {
    let mut cart = cart("pickup", &[line("a", "3001", "101", 1, &[])], fields);
    cart["promotionCodes"] = json!(codes);
    cart
}

fn message(code: &str, text: &str, display_kind: u8, metadata: &Value) -> Value {
    json!({ "messageCode": code, "message": text, "displayKind": display_kind, "metadata": metadata })
}

/// What a code is told that is dropped: as a message, and, where it is a campaign's, beside the campaign.
async fn assert_dropped(app: &TestApp, code: &str, said: &Value, is_campaigns: bool) {
    let priced = price(app, &with_codes(&[code], &json!({}))).await;
    assert_eq!(priced["validationResult"], json!({ "isValid": false, "messages": [said] }), "{code}");
    assert_eq!(priced["promotionCodes"], json!([]), "{code}");
    let mut listed = said.clone();
    let campaign = json!({ "campaignId": code, "campaignName": format!("Etu {code}"), "promotionCode": code });
    listed.as_object_mut().unwrap().extend(campaign.as_object().unwrap().clone());
    assert_eq!(priced["notApplicableCampaigns"], if is_campaigns { json!([listed]) } else { json!([]) }, "{code}");
    assert_eq!(priced["payable"], 12.9, "{code}");
}

store_contract!(a_code_that_does_not_hold_says_why_and_is_dropped, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let of = |code: &str| json!({ "promotionCode": code });
    let members = |code: &str, only: bool| json!({ "promotionCode": code, "membersOnly": only });
    for (code, said) in [
        ("vanha", message("campaign/not-active", "Tarjous ei ole enää voimassa.", 1, &of("vanha"))),
        (
            "lauantai",
            message(
                "campaign/not-valid-at-the-time",
                "Tarjous ei ole voimassa juuri nyt. Tarkista voimassaolo kampanjan ehdoista.",
                1,
                &of("lauantai"),
            ),
        ),
        (
            "omille",
            message(
                "campaign/login-required",
                "Liity Kotijoukkoihin tai kirjaudu sisään.",
                1,
                &members("omille", false),
            ),
        ),
        (
            "jasenille",
            message(
                "campaign/login-required",
                "Liity Kotijoukkoihin tai kirjaudu sisään.",
                1,
                &members("jasenille", true),
            ),
        ),
        (
            "tauolla",
            message("campaign/temporarily-not-active", "Tarjous ei ole juuri nyt käytössä.", 1, &of("tauolla")),
        ),
        ("kotiin", message("campaign/delivery-only", "Tarjous on voimassa vain kuljetuksille.", 1, &of("kotiin"))),
        ("monsterille", message("campaign/not-applicable", "Tarjous ei sovi tähän tilaukseen.", 1, &of("monsterille"))),
        ("sanoo", message("campaign/dynamic-message", "Vain monstereista.", 1, &of("sanoo"))),
        ("iso", message("campaign/not-applicable", "Tarjous ei sovi tähän tilaukseen.", 1, &of("iso"))),
    ] {
        assert_dropped(&app, code, &said, true).await;
    }
    let unknown = message("campaign/code-not-found", "Kampanjakoodia ei löydy.", 1, &of("eiole"));
    assert_dropped(&app, "eiole", &unknown, false).await;
    let personal =
        message("campaign/personal-code-invalid", "Koodia ei löydy tai se on jo käytetty.", 1, &of("0123456789abc"));
    assert_dropped(&app, "0123456789abc", &personal, false).await;

    let both = price(&app, &with_codes(&["tavallinen", "yksin"], &json!({}))).await;
    assert_eq!(codes(&both), ["campaign/exclusive"]);
    assert_eq!(both["promotionCodes"], json!(["tavallinen"]));
    app.clock.turn_to(at("2026-11-24 12:00"));
    let lunch =
        |code: &str| message("campaign/lunch", "Tarjous on voimassa arkisin vain klo 14 jälkeen.", 1, &of(code));
    for code in ["ilta", "kuponki"] {
        assert_dropped(&app, code, &lunch(code), true).await;
    }
    app.clock.turn_to(at("2026-11-24 14:00"));
    for code in ["ilta", "kuponki"] {
        let priced = price(&app, &with_codes(&[code], &json!({}))).await;
        assert_eq!((codes(&priced), &priced["payable"]), (vec![], &json!(11.61)), "from 14 on it holds");
    }
});

// spec: PR-24
store_contract!(three_kinds_are_no_error_and_keep_their_code, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let metadata = |code: &str, more: Value| {
        let mut metadata = json!({ "promotionCode": code });
        metadata.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        metadata
    };
    for (code, fields, said) in [
        (
            "nyt",
            json!({ "preOrderTime": "2026-11-24 18:00" }),
            message(
                "campaign/preorder-not-allowed",
                "Tarjous ei koske ennakkotilauksia.",
                2,
                &metadata("nyt", json!({})),
            ),
        ),
        (
            "kortilla",
            json!({ "paymentMethod": "onsite" }),
            message(
                "campaign/payment-method",
                "Tarjous ei ole voimassa valitulla maksutavalla.",
                2,
                &metadata("kortilla", json!({ "paymentMethods": ["scheme"] })),
            ),
        ),
        (
            "rahti",
            json!({ "orderType": "delivery" }),
            message(
                "campaign/minimum-order",
                "Ilmaiseen kuljetukseen puuttuu vielä 12,10 €.",
                2,
                &metadata("rahti", json!({ "minimumOrderValue": 25, "missing": 12.1 })),
            ),
        ),
    ] {
        let priced = price(&app, &with_codes(&[code], &fields)).await;
        assert_eq!(priced["validationResult"], json!({ "isValid": true, "messages": [] }), "{code}");
        assert_eq!(priced["promotionCodes"], json!([code]));
        let listed = &priced["notApplicableCampaigns"][0];
        for field in ["messageCode", "message", "displayKind", "metadata"] {
            assert_eq!(listed[field], said[field], "{code} {field}");
        }
    }
    let others =
        message("campaign/not-applicable", "Tarjous ei sovi tähän tilaukseen.", 1, &metadata("iso", json!({})));
    assert_dropped(&app, "iso", &others, true).await;
});

store_contract!(who_guesses_codes_is_not_told_of_any_for_a_while, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").flag("--rate-factor=1").start(&db).await;
    let guess = async |codes: &[&str]| price(&app, &with_codes(codes, &json!({}))).await;
    for _ in 0..12 {
        assert_eq!(codes(&guess(&["sama"]).await), ["campaign/code-not-found"], "the same one counts once");
    }
    guess(&["b1", "b2", "b3", "b4", "b5"]).await;
    let last = guess(&["c1", "c2", "c3", "c4", "c5"]).await;
    let many = "campaign/too-many-attempts";
    assert_eq!(codes(&last)[..4], ["campaign/code-not-found"; 4]);
    assert_eq!(
        last["validationResult"]["messages"][4],
        message(many, "Liian monta yritystä. Odota hetki ja yritä uudelleen.", 1, &json!({ "promotionCode": "c5" }))
    );
    assert_eq!(codes(&guess(&["tavallinen"]).await), [many], "also what there is");
    let setup = folder.setup("2026-11-24 18:00").flag("--rate-factor=1").clock(&app.clock);
    let elsewhere = price(&setup.start(&db).await, &with_codes(&["tavallinen"], &json!({}))).await;
    assert_eq!(codes(&elsewhere), [many], "at another node, and after a restart");
    let without = guess(&[]).await;
    assert_eq!(without["validationResult"], json!({ "isValid": true, "messages": [] }));
});
