//! The coupons that run, as their page lists them (docs/spec/people.md, "Coupon campaigns").

use serde_json::{Value, json};
use testkit::{app::TestApp, store_contract};

use crate::{
    carts::{cart, codes, example, line, price, price_as},
    fetch,
    folder::{Folder, at},
    get, header,
    people::{Peopled, Somebody},
    schema::{assert_fits, validator},
};

const COUPONS: &str = "/api/commerce/v2/coupons";

/// Coupons of a pizza, for who is signed in, for members, of a combo, of nothing; one that is over and one that is paused.
fn folder() -> Folder {
    let coupon = |id: &str, fields: Value| {
        let mut coupon = json!({
            "campaignId": id, "name": format!("Etu {id}"), "promotionCode": format!("{id} koodi"), "isCoupon": true,
            "start": "2026-11-01 00:00", "end": "2026-12-01 00:00",
        });
        if fields["kind"].is_null() {
            (coupon["kind"], coupon["amount"]) = (json!("amount"), json!(1));
        }
        let fields = fields.as_object().expect("fields").clone();
        coupon.as_object_mut().expect("a coupon").extend(fields);
        coupon
    };
    let options = json!([{ "optionId": "1", "products": ["3001"], "sizes": ["101"], "defaultProductId": "3001" }]);
    example(
        &json!([
            coupon(
                "pizza",
                json!({ "products": ["3020", "3001"], "sizes": ["101", "100"], "start": "2026-10-15 00:00",
                "image": { "filename": "/kuvat/pizza.jpg", "alt": "Pizza pöydällä" }, "days": [5], "times": [{ "from": "20:00", "until": "22:00" }] })
            ),
            coupon("omat", json!({ "products": ["3001"], "requireLogIn": true })),
            coupon("joukot", json!({ "products": ["3001"], "isLoyalty": true, "end": "2026-12-24 00:00" })),
            coupon(
                "pari",
                json!({ "kind": "combo", "campaignSlug": "pari-slug", "comboPrice": 9, "options": options,
                "campaignImageUrl": "/kuvat/pari.jpg" })
            ),
            coupon("kaikki", json!({})),
            coupon("ohi", json!({ "end": "2026-11-24 18:00" })),
            coupon("tauolla", json!({ "paused": true })),
            { "campaignId": "koodi", "kind": "amount", "name": "Ei kuponki", "amount": 1, "promotionCode": "koodi" },
        ]),
        &[],
    )
}

fn ids(summary: &Value) -> Vec<&str> {
    let coupons = summary["coupons"].as_array().unwrap().iter();
    coupons.map(|coupon| coupon["promotionCode"].as_str().unwrap()).collect()
}

// spec: CP-11, CP-12, CP-13
store_contract!(the_coupons_that_run_are_listed_with_what_their_cards_need, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let summary = get(&app, COUPONS).await.body;
    assert_eq!(ids(&summary), ["pizzakoodi", "omatkoodi", "joukotkoodi", "parikoodi", "kaikkikoodi"]);
    assert_eq!(
        json!([summary["isLoyaltyOnly"], summary["start"], summary["end"]]),
        json!([true, "2026-10-14T21:00:00Z", "2026-12-23T22:00:00Z"]),
        "one is for members; from the first to the last"
    );
    let wanted = json!({
        "promotionCode": "pizzakoodi", "code": "pizzakoodi", "id": "3020", "product_size": "101",
        "restrictedProducts": ["3020", "3001"], "restrictedSizes": ["101", "100"], "requireLogIn": false, "requireLogin": false,
        "is_loyalty": false, "usable": true, "isCombo": false, "comboSlug": null,
        "image": { "filename": "/kuvat/pizza.jpg", "alt": "Pizza pöydällä" },
        "start": "2026-10-14T21:00:00Z", "end": "2026-11-30T22:00:00Z", "active": true,
    });
    assert_eq!(summary["coupons"][0], wanted, "whatever the day and the hour are");
    let of = |code: &str, fields: &[&str]| {
        let coupon = summary["coupons"].as_array().unwrap().iter().find(|coupon| coupon["code"] == code).unwrap();
        fields.iter().map(|field| coupon[*field].clone()).collect::<Value>()
    };
    let who = ["requireLogIn", "requireLogin", "is_loyalty"];
    assert_eq!(of("omatkoodi", &who), json!([true, true, false]));
    assert_eq!(of("joukotkoodi", &who), json!([true, true, true]), "a member is signed in");
    let what = ["id", "product_size", "restrictedProducts", "usable", "isCombo", "comboSlug", "image"];
    let picture = json!({ "filename": "/kuvat/pari.jpg", "alt": "Etu pari" });
    assert_eq!(of("parikoodi", &what), json!([null, null, [], true, true, "pari-slug", picture]));
    assert_eq!(of("kaikkikoodi", &what), json!([null, null, [], false, false, null, null]), "its code is copied");
    let document = get(&app, "/api/openapi.json").await.body;
    assert_fits(&validator(&document, "CouponSummary"), &summary);
});

store_contract!(all_coupons_are_listed_where_that_is_asked_for_and_no_price_is_another, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    for query in ["?forceActive", "?forceActive=", "?forceActive=true", "?forceActive=1"] {
        let summary = get(&app, &format!("{COUPONS}{query}")).await.body;
        let active = |code: &str| {
            let coupons = summary["coupons"].as_array().unwrap().iter();
            let mut of = coupons.filter(|coupon| coupon["code"] == code);
            of.next().map(|coupon| coupon["active"] == true)
        };
        let found = ["kaikkikoodi", "ohikoodi", "tauollakoodi", "koodi"].map(active);
        assert_eq!(found, [Some(true), Some(false), Some(false), None], "{query}");
    }
    for query in ["", "?forceActive=false", "?forceActive=0"] {
        assert_eq!(ids(&get(&app, &format!("{COUPONS}{query}")).await.body).len(), 5, "{query}");
    }
    let unknown = get(&app, &format!("{COUPONS}?forceActive=ehka")).await;
    assert_eq!((unknown.status.as_u16(), unknown.field()), (422, "forceActive"));
    let cart = json!({
        "shopId": "12", "orderType": "pickup", "forceActive": true, "promotionCodes": ["ohi koodi"],
        "orderItems": [line("a", "3001", "101", 1, &[])],
    });
    let priced = price(&app, &cart).await;
    assert_eq!((codes(&priced), &priced["payable"]), (vec!["campaign/not-active"], &json!(12.9)));
});

// spec: CP-16, CP-19
store_contract!(a_coupon_is_used_and_removed_by_its_code_and_says_why_it_is_refused, |db| async move {
    let folder = folder();
    let people = [("aino", false), ("member", true)].map(|(name, joins)| Somebody { name, born: None, joins });
    let app = Peopled::register(folder.setup("2026-11-24 18:00").start(&db).await, &people).await;
    let with = async |who: Option<&str>, tried: &[&str]| {
        let cart = cart("pickup", &[line("a", "3001", "101", 1, &[])], &json!({ "promotionCodes": tried }));
        let priced = price_as(&app, who.map(|name| app.bearer(name)), &cart).await;
        let messages = priced["validationResult"]["messages"].as_array().unwrap().iter();
        let said: Vec<Value> = messages.map(|one| json!([one["messageCode"], one["message"]])).collect();
        json!([priced["payable"], priced["promotionCodes"], said])
    };
    let none = json!([12.9, [], []]);
    assert_eq!(with(None, &["KAIKKI-koodi"]).await, json!([11.9, ["kaikkikoodi"], []]), "used");
    assert_eq!(with(None, &[]).await, none, "removed");
    let refused = |code: &str, text: &str| json!([12.9, [], [[code, text]]]);
    let log_in = refused("campaign/login-required", "Liity Kotijoukkoihin tai kirjaudu sisään.");
    assert_eq!(with(None, &["omatkoodi"]).await, log_in, "who is signed in");
    assert_eq!(with(Some("aino"), &["omatkoodi"]).await[0], 11.9);
    assert_eq!(with(None, &["joukotkoodi"]).await, log_in, "members alone");
    assert_eq!(with(Some("aino"), &["joukotkoodi"]).await, log_in);
    assert_eq!(with(Some("member"), &["joukotkoodi"]).await[0], 11.9);
    let over = refused("campaign/not-active", "Tarjous ei ole enää voimassa.");
    assert_eq!(with(None, &["ohikoodi"]).await, over);
});

store_contract!(the_list_of_coupons_is_kept_until_it_changes, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let first = fetch(&app, COUPONS).await;
    let etag = header(&first, "etag").to_owned();
    assert!(etag.starts_with("W/\""), "{etag}");
    assert_eq!(header(&first, "cache-control"), "no-cache");
    assert!(header(&first, "vary").contains("accept-encoding"));
    let again = async || app.http.get(app.url(COUPONS)).header("if-none-match", &etag).send().await.unwrap().status();
    assert_eq!(again().await, 304);
    app.clock.turn_to(at("2026-12-01 00:00"));
    assert_eq!(again().await, 200, "all but one are over");
    let left = get(&app, COUPONS).await.body;
    assert_eq!(ids(&left), ["joukotkoodi"]);
});

/// The list without any coupon, which the page says in its own words.
async fn nothing(app: &TestApp) {
    let summary = get(app, COUPONS).await.body;
    assert_eq!(summary, json!({ "isLoyaltyOnly": false, "start": null, "end": null, "coupons": [] }));
}

store_contract!(without_coupons_the_list_is_empty_and_says_no_dates, |db| async move {
    let none = example(&json!([]), &[]);
    nothing(&none.setup("2026-11-24 18:00").start(&db).await).await;
    let folder = folder();
    nothing(&folder.setup("2027-01-01 00:00").start(&db).await).await;
    let forever = json!({ "campaignId": "a", "kind": "amount", "name": "A", "amount": 1, "promotionCode": "a", "isCoupon": true, "end": "2026-12-01 00:00" });
    let ends = json!({ "campaignId": "b", "kind": "amount", "name": "B", "amount": 1, "promotionCode": "b", "isCoupon": true, "start": "2026-11-01 00:00" });
    let folder = example(&json!([forever, ends]), &[]);
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let summary = get(&app, COUPONS).await.body;
    assert_eq!(json!([summary["start"], summary["end"]]), json!([null, null]), "one has no beginning, one no end");
});
