//! Whether a restaurant takes orders, as the shop's pages ask.

use serde_json::{Value, json};
use testkit::{app::TestApp, store_contract};

use crate::{
    fetch,
    folder::{Folder, at, daily, shop},
    get, header,
};

/// The house 10–22, delivery 11–21, the web shop 10–21:30; one that is hidden, and one whose deliveries the first bakes.
fn folder() -> Folder {
    let hours = json!([daily(1, "10:00", "22:00"), daily(2, "11:00", "21:00"), daily(4, "10:00", "21:30")]);
    let estimates = json!({ "shopOpeningHours": hours, "currentDeliveryEstimate": 40, "preOrderPickupEstimate": 20 });
    Folder::new(&[(
        "restaurants.json",
        json!([
            shop("12", "Kaisaniemi", &estimates),
            shop("13", "Piilossa", &json!({ "hidden": true })),
            shop("14", "Uudelleen", &json!({ "deliveryRedirectionRestaurant": "12" })),
        ]),
    )])
}

async fn availability(app: &TestApp, shop: &str, query: &str) -> Value {
    let answer = get(app, &format!("/api/commerce/v2/shops/{shop}/availability?{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

// spec: RS-12
store_contract!(a_restaurant_says_whether_it_takes_orders, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:02").start(&db).await;
    let open = availability(&app, "12", "orderType=delivery").await;
    let wanted = json!({
        "selectorStatus": "Open", "selectorText": "n. 40 min", "status": "open", "statusText": "",
        "openingHoursText": "Avoinna", "estimateMinutes": 40, "nextChangeAt": "2026-11-24T10:05:00Z",
        "rev": at("2026-11-24 12:02").as_millisecond(),
    });
    assert_eq!(open, wanted);
    assert_eq!(availability(&app, "12", "deliveryMethod=1&preOrderTime=").await, open, "in its other spelling");

    let turn = |time: &str| app.clock.turn_to(at(time));
    turn("2026-11-24 20:57");
    let closing = availability(&app, "12", "orderType=delivery").await;
    assert_eq!((&closing["status"], &closing["statusText"]), (&json!("closingSoon"), &json!("Suljemme pian")));
    turn("2026-11-24 21:00");
    let closed = availability(&app, "12", "orderType=delivery").await;
    let wanted = json!({
        "selectorStatus": "Closed", "selectorText": "Ravintola on tällä hetkellä kiinni.", "status": "deliveryClosed",
        "statusText": "Väliaikaisesti ei kuljetusta", "openingHoursText": "Avoinna", "estimateMinutes": 40,
        "nextChangeAt": "2026-11-24T19:05:00Z", "rev": at("2026-11-24 21:00").as_millisecond(),
    });
    assert_eq!(closed, wanted);
    let redirected = availability(&app, "14", "orderType=delivery").await;
    assert_eq!((&redirected["selectorStatus"], &redirected["estimateMinutes"]), (&json!("Closed"), &json!(40)));
    assert_eq!(availability(&app, "14", "orderType=pickup").await["selectorText"], "n. 30 min", "its own counter");
    turn("2026-11-24 21:29");
    assert_eq!(availability(&app, "12", "orderType=pickup").await["nextChangeAt"], "2026-11-24T19:30:00Z");
    turn("2026-11-24 21:30");
    assert_eq!(availability(&app, "12", "orderType=pickup").await["status"], "physicallyOpenWithoutOnlineOrders");
    assert_eq!(availability(&app, "12", "orderType=pickup").await["openingHoursText"], "Suljemme pian");
});

// spec: RS-14
store_contract!(a_preorder_is_judged_for_its_time, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 08:00").start(&db).await;
    let offered = availability(&app, "12", "orderType=0&preOrderTime=2026-11-24%2012:15").await;
    let found =
        ["selectorStatus", "selectorText", "status", "statusText", "estimateMinutes"].map(|field| &offered[field]);
    assert_eq!(found, [&json!("Open"), &json!("n. 20 min"), &json!("open"), &json!(""), &json!(20)]);
    for time in ["2026-11-24%2012:10", "2026-11-24%2010:00", "2026-12-24%2012:00"] {
        let not_offered = availability(&app, "12", &format!("orderType=pickup&preorderDateTime={time}")).await;
        assert_eq!(
            (&not_offered["selectorStatus"], &not_offered["status"]),
            (&json!("Closed"), &json!("open")),
            "{time}"
        );
    }
    let hidden = availability(&app, "13", "orderType=pickup").await;
    assert_eq!((&hidden["selectorStatus"], &hidden["selectorText"]), (&json!("Hidden"), &json!("")));
});

store_contract!(who_asks_for_what_is_not_is_told, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let unknown = get(&app, "/api/commerce/v2/shops/99/availability?orderType=pickup").await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "shop/not-found"));
    for (query, field) in [
        ("", "orderType"),
        ("orderType=drone", "orderType"),
        ("orderType=pickup&preOrderTime=2026-11-24", "preOrderTime"),
        ("orderType=pickup&preOrderTime=2027-03-28%2003:30", "preOrderTime"),
    ] {
        let answer = get(&app, &format!("/api/commerce/v2/shops/12/availability?{query}")).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{query}");
    }
});

store_contract!(an_availability_that_is_known_has_no_body, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let path = "/api/commerce/v2/shops/12/availability?orderType=pickup";
    let first = fetch(&app, path).await;
    let etag = header(&first, "etag").to_owned();
    assert!(etag.starts_with("W/\""), "{etag}");
    assert_eq!(header(&first, "cache-control"), "no-cache");
    let again = || app.http.get(app.url(path)).header("if-none-match", &etag).send();
    assert_eq!(again().await.unwrap().status(), 304);
    app.clock.turn_to(at("2026-11-24 12:06"));
    assert_eq!(again().await.unwrap().status(), 200, "it says another moment");
});
