//! Combos and free deliveries, as the shop's pages announce them.

use serde_json::{Value, json};
use testkit::{app::TestApp, store_contract};

use crate::{
    carts::{cart, codes, line, price},
    fetch,
    folder::{Folder, at},
    get, header,
    menu_chain::{example, get_as, odd},
    people::Peopled,
};

const COMBO: &str = "/api/commerce/v2/campaigns/combos/pari-slug";
const FREE: &str = "/api/commerce/v2/campaigns/free-delivery";

fn availability(result: &str, code: Option<&str>, message: Option<&str>) -> Value {
    json!({ "result": result, "messageCode": code, "message": message })
}

store_contract!(a_combo_is_found_by_its_slug, |db| async move {
    let app = Peopled::of_all_ages(odd().setup("2026-11-24 18:00").start(&db).await).await;
    let wanted = json!({
        "campaignId": "pari", "name": "Pizza ja juoma", "description": "Yhdessä halvemmalla.", "campaignSlug": "pari-slug",
        "campaignImageUrl": "/kuvat/pari.jpg", "campaignThumbnailUrl": null, "promotionCode": "parikoodi", "comboPrice": 13.9,
        "start": "2026-10-31T22:00:00Z", "end": "2026-11-30T18:00:00Z", "isActiveDuringLunch": false, "requireLogin": true,
        "campaignTimeOfDayConditions": [{ "daysOfWeek": 67, "startTime": "10:00", "endTime": "19:00" }],
        "comboCampaignOptions": [
            { "uuid": "1", "products": ["3001"], "productSizes": ["101", "102"], "defaultProductId": "3001" },
            { "uuid": "2", "products": ["3020"], "productSizes": ["100"], "defaultProductId": "3020" }],
        "availability": availability("OK", None, None),
    });
    assert_eq!(get_as(&app, "aino", COMBO).await.body, wanted);
    let unknown = get(&app, "/api/commerce/v2/campaigns/combos/kaikki").await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "campaign/not-found"));
    assert_eq!(unknown.body["message"], "Tarjousta ei löydy.");
    assert!(header(&fetch(&app, COMBO).await, "etag").starts_with("W/\""));
});

/// Two combos of a pizza and a drink with the same hours: one for everybody, one for who is signed in.
fn for_everybody_and_not() -> Folder {
    let combo = |id: &str, require_log_in: bool| {
        json!({
            "campaignId": id, "kind": "combo", "name": "Pizza ja juoma", "campaignSlug": format!("{id}-slug"), "comboPrice": 13.9,
            "promotionCode": id, "start": "2026-11-01 00:00", "end": "2026-11-30 20:00", "isActiveDuringLunch": false,
            "requireLogIn": require_log_in, "times": [{ "days": [0, 1, 6], "from": "10:00", "until": "19:00" }],
            "options": [{ "optionId": "1", "products": ["3001"], "sizes": ["101"], "defaultProductId": "3001" },
                { "optionId": "2", "products": ["3020"], "sizes": ["100"], "defaultProductId": "3020" }],
        })
    };
    example(&[("campaigns.json", json!([combo("pari", false), combo("oma", true)]))])
}

/// Whether a guest can have a combo for pickup at a time.
async fn for_a_guest(app: &TestApp, combo: &str, time: &str) -> Value {
    let time = time.replace(' ', "%20");
    let path = format!("/api/commerce/v2/campaigns/combos/{combo}-slug?orderType=pickup&preOrderTime={time}");
    get(app, &path).await.body["availability"].clone()
}

/// A cart with a combo in it, for a time.
fn combo_of(code: &str, time: &Value) -> Value {
    let mut lines = [line("a", "3001", "101", 1, &[]), line("b", "3020", "100", 1, &[])];
    for line in &mut lines {
        (line["comboId"], line["comboCampaignCode"]) = (json!("x"), json!(code));
    }
    cart("pickup", &lines, &json!({ "promotionCodes": [code], "preOrderTime": time }))
}

fn not_for_guests() -> Value {
    let text = "Liity Kotijoukkoihin tai kirjaudu sisään.";
    availability("NOT_VALID_NOT_LOGGED_IN", Some("campaign/login-required"), Some(text))
}

// spec: CM-12, CM-13, CM-14, CM-15, CM-17
store_contract!(a_combo_says_why_it_cannot_be_had, |db| async move {
    let folder = for_everybody_and_not();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let at_time = async |time: &str| for_a_guest(&app, "pari", time).await;
    let not_active = availability("NOT_ACTIVE", Some("campaign/not-active"), Some("Tarjous ei ole enää voimassa."));
    let text = "Tarjous ei ole voimassa juuri nyt. Tarkista voimassaolo kampanjan ehdoista.";
    let wrong_time = availability("NOT_VALID_AT_THE_TIME", Some("campaign/not-valid-at-the-time"), Some(text));
    let text = "Tarjous on voimassa arkisin vain klo 14 jälkeen.";
    let lunch = availability("NOT_VALID_DURING_LUNCH", Some("campaign/lunch"), Some(text));
    let ok = availability("OK", None, None);
    assert_eq!(at_time("2026-11-30 20:00").await, not_active, "its end is no more");
    assert_eq!(at_time("2026-11-30 13:59").await, lunch, "a Monday");
    assert_eq!(at_time("2026-11-30 14:00").await, ok);
    assert_eq!(at_time("2026-11-29 10:00").await, wrong_time, "strictly after its start");
    assert_eq!(at_time("2026-11-29 10:01").await, ok, "a Sunday has no lunch");
    assert_eq!(at_time("2026-11-29 19:00").await, wrong_time);
    assert_eq!(at_time("2026-11-25 18:00").await, wrong_time, "a Wednesday");
    assert_eq!(for_a_guest(&app, "oma", "2026-11-30 14:00").await, not_for_guests());
    for (time, code) in [
        ("2026-11-30 20:00", Some("campaign/not-active")),
        ("2026-11-30 13:45", Some("campaign/lunch")),
        ("2026-11-29 19:00", Some("campaign/not-valid-at-the-time")),
        ("2026-11-30 14:00", None),
    ] {
        let priced = price(&app, &combo_of("pari", &json!(time))).await;
        assert_eq!(codes(&priced), Vec::from_iter(code), "{time}");
        assert_eq!(priced["promotionCodes"].as_array().unwrap().is_empty(), code.is_some(), "{time}");
    }
    app.clock.turn_to(at("2026-11-30 12:00"));
    assert_eq!(get(&app, COMBO).await.body["availability"], lunch, "now is lunch");
    app.clock.turn_to(at("2026-10-31 23:59"));
    assert_eq!(at_time("2026-11-30 18:00").await, not_active, "now is before its start");
});

// spec: CM-16, CM-25
store_contract!(a_combo_for_who_is_signed_in_gives_a_guest_nothing, |db| async move {
    let folder = for_everybody_and_not();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    assert_eq!(for_a_guest(&app, "oma", "2026-11-29 12:00").await, not_for_guests());
    let for_all = price(&app, &combo_of("pari", &Value::Null)).await;
    assert_eq!((codes(&for_all), &for_all["payable"]), (vec![], &json!(13.9)));
    let refused = price(&app, &combo_of("oma", &Value::Null)).await;
    assert_eq!((codes(&refused), &refused["payable"]), (vec!["campaign/login-required"], &json!(16.4)));
    assert_eq!((&refused["validationResult"]["isValid"], &refused["promotionCodes"]), (&json!(false), &json!([])));
});

store_contract!(the_combos_of_a_restaurant_are_listed, |db| async move {
    let app = Peopled::of_all_ages(odd().setup("2026-11-24 18:00").start(&db).await).await;
    let list = |who: &'static str, query: &'static str| {
        let app = &app;
        async move {
            let body = get_as(app, who, &format!("/api/commerce/v2/campaigns/combos?{query}")).await.body;
            let rows = body.as_array().unwrap_or_else(|| panic!("{body}")).clone();
            rows.iter().map(|row| json!([row["campaignId"], row["availability"]["result"]])).collect::<Vec<_>>()
        }
    };
    let logged_out = "NOT_VALID_NOT_LOGGED_IN";
    assert_eq!(
        list("aino", "shopId=12&orderType=pickup").await,
        [json!(["pari", "OK"]), json!(["jasen", logged_out]), json!(["tauko", "NOT_ACTIVE"])]
    );
    assert_eq!(list("member", "shopId=14&orderType=pickup").await, [json!(["pari", "OK"]), json!(["jasen", "OK"])]);
    assert_eq!(list("member", "shopId=14&orderType=delivery").await, [json!(["pari", "OK"])]);
    for (query, field) in
        [("orderType=pickup", "shopId"), ("shopId=99&orderType=pickup", "shopId"), ("shopId=12", "orderType")]
    {
        let answer = get(&app, &format!("/api/commerce/v2/campaigns/combos?{query}")).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{query}");
    }
});

// spec: CM-02, CM-10
store_contract!(free_deliveries_that_run_are_listed, |db| async move {
    let app = odd().setup("2026-11-24 18:00").start(&db).await;
    let everywhere = json!({
        "campaignId": "kaikki", "name": "Ilmainen kuljetus", "start": null, "end": null, "days": [0, 1, 2, 3, 4, 5, 6],
        "assignedShops": [], "requireLogIn": true, "minimumOrderValue": 25, "disablePreordersOnCampaign": true, "isDisplayed": true,
    });
    let own = |is_displayed: bool| {
        json!({
            "campaignId": "oma", "name": "Ilmainen kuljetus", "start": null, "end": "2026-11-30T18:00:00Z", "days": [1, 2],
            "assignedShops": ["12"], "requireLogIn": false, "minimumOrderValue": null, "disablePreordersOnCampaign": false,
            "isDisplayed": is_displayed,
        })
    };
    let list = |app: &TestApp, query: &str| {
        let path = format!("{FREE}{query}");
        let app = app.http.get(app.url(&path));
        async move { app.send().await.unwrap().json::<Value>().await.unwrap() }
    };
    assert_eq!(list(&app, "").await, json!([everywhere, own(true)]));
    assert_eq!(list(&app, "?shopId=14").await, json!([everywhere]));
    for (time, is_displayed) in [("15:59", false), ("16:00", true), ("19:59", true), ("20:00", false)] {
        app.clock.turn_to(at(&format!("2026-11-24 {time}")));
        assert_eq!(list(&app, "?shopId=12").await, json!([everywhere, own(is_displayed)]), "{time}");
    }
    assert_eq!(header(&fetch(&app, FREE).await, "cache-control"), "no-store");
    let unknown = get(&app, &format!("{FREE}?shopId=99")).await;
    assert_eq!((unknown.status.as_u16(), unknown.field()), (422, "shopId"));
});
