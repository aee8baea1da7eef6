//! The latest orders: those of today, and preorders for today or later.

use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{customer::CustomerPerson, store_contract};

use crate::{
    brief,
    ordering::{Shop, delivery, numbers, pickup, pizza, place},
};

const LATEST: &str = "/api/commerce/v2/customers/orders/latest";

async fn latest(person: &CustomerPerson, query: &str) -> Value {
    let answer = person.get(&format!("{LATEST}{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

// spec: T-75, T-76
store_contract!(a_recent_order_says_where_it_comes_from_and_goes, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let brought = place(&aino, &app, &delivery(&[pizza(1)])).await;
    let brought_at = deps::Clock::now(&app.clock);
    let fetched = place(&aino, &app, &pickup(&[pizza(1)])).await;
    let fetched_at = deps::Clock::now(&app.clock);
    let mut preorder = pickup(&[pizza(1)]);
    preorder["preOrderTime"] = json!("2026-11-23 18:00");
    let later = place(&aino, &app, &preorder).await;
    app.kitchen().report_status(&brought.id, 1).await;
    let restaurant = json!({ "restaurantId": "12", "displayName": "Kaisaniemi" });
    let expected = json!([
        {
            "id": later.id, "key": later.key, "orderType": "pickup", "status": 0, "placedAt": deps::Clock::now(&app.clock),
            "deliveryEstimate": 20, "deliveryContact": null, "restaurant": restaurant,
            "preOrderTime": "2026-11-23T16:00:00Z",
        },
        {
            "id": fetched.id, "key": fetched.key, "orderType": "pickup", "status": 0, "placedAt": fetched_at,
            "deliveryEstimate": 15, "deliveryContact": null, "restaurant": restaurant, "preOrderTime": null,
        },
        {
            "id": brought.id, "key": brought.key, "orderType": "delivery", "status": 1, "placedAt": brought_at,
            "deliveryEstimate": 45,
            "deliveryContact": { "street": "Liisankatu 12", "postalCode": "00170", "city": "Helsinki" },
            "restaurant": restaurant, "preOrderTime": null,
        },
    ]);
    assert_eq!(latest(&aino, "").await, expected);
});

// spec: T-77
store_contract!(the_latest_are_those_of_today_and_of_days_to_come, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let mut ids = Vec::new();
    for when in [None, Some("2026-11-22 18:00"), Some("2026-11-24 18:00"), None] {
        let mut order = pickup(&[pizza(1)]);
        order["preOrderTime"] = json!(when);
        ids.insert(0, place(&aino, &app, &order).await.id);
    }
    let shown = |list: Value| numbers(&list, "id").iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    assert_eq!(shown(latest(&aino, "").await), ids[..3], "three, the newest first");
    assert_eq!(shown(latest(&aino, "?limit=1").await), ids[..1]);
    assert_eq!(shown(latest(&aino, "?limit=10").await), ids);
    app.kitchen().report_status(&ids[0], 4).await;
    assert_eq!(shown(latest(&aino, "?limit=10").await), ids, "also one that is over");
    app.kitchen().report_status(&ids[3], 13).await;
    assert_eq!(shown(latest(&aino, "?limit=10").await), ids[..3], "but none that is cancelled");

    // Midnight in Helsinki is 22:00 UTC.
    app.clock.turn_to("2026-11-21T21:59:59Z".parse().unwrap());
    assert_eq!(shown(latest(&aino, "").await), ids[..3]);
    app.clock.turn(SignedDuration::from_secs(1));
    assert_eq!(shown(latest(&aino, "").await), ids[1..3], "of today, or of a day to come");
    app.clock.turn_to("2026-11-22T22:00:00Z".parse().unwrap());
    assert_eq!(shown(latest(&aino, "").await), ids[1..2]);
    app.clock.turn_to("2026-11-24T22:00:00Z".parse().unwrap());
    assert_eq!(latest(&aino, "").await, json!([]));
    for limit in ["0", "11", "x"] {
        let answer = aino.get(&format!("{LATEST}?limit={limit}")).await;
        assert_eq!((brief(&answer), answer.field()), ((422, "request/invalid"), "limit"), "{limit}");
    }
});
