//! The card's worked examples, through the calls of the shop, the kitchen and the member (docs/spec/people.md, "The card").

use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    customer::CustomerPerson,
    db::TestDb,
    kitchen::Registered,
    loyalty::{earn, give},
    store_contract,
};

use crate::ordering::{Shop, line, pickup, place};

pub(crate) const MEMBER: &str = "/api/loyalty/member";
/// A code that a test gives.
pub(crate) const CODE: &str = "7q2m9x4t8w300";

/// A shop where joining brings so many slices, and a free pizza stands for one.
pub(crate) fn shop(welcome: u32) -> Shop {
    let shop = Shop::new();
    shop.write("people/loyalty.json", &json!({ "welcome": { (welcome.to_string()): 1 } }));
    let mut campaigns = shop.read("campaigns.json");
    campaigns.as_array_mut().unwrap().push(json!({
        "campaignId": "etu-pizza", "kind": "freeProduct", "name": "Ilmainen pizza", "benefitType": "freePizza",
        "categories": ["pizza"], "sizes": ["101"],
    }));
    shop.write("campaigns.json", &campaigns);
    shop
}

/// Somebody who joined.
pub(crate) async fn joined(app: &TestApp, name: &str) -> CustomerPerson {
    let person = CustomerPerson::register(app, name).await;
    person.is_born("1990-05-17").await;
    person.join().await;
    person
}

/// What is fetched, and paid already.
pub(crate) fn paid(lines: &[Value]) -> Value {
    let mut order = pickup(lines);
    order["paymentMethod"] = "giftcard".into();
    order["paymentOption"] = json!({ "giftCard": { "number": "1111", "pin": "22" } });
    order
}

pub(crate) fn medium(quantity: u32) -> Value {
    line("3001", "101", quantity, &[("1201", 1), ("1301", 1)])
}

pub(crate) fn large(quantity: u32) -> Value {
    line("3001", "102", quantity, &[("1201", 1), ("1301", 1)])
}

/// Orders, and lets the kitchen accept; the order's number.
pub(crate) async fn orders(person: &CustomerPerson, app: &TestApp, order: &Value) -> String {
    let placed = place(person, app, order).await;
    app.kitchen().report_all(&placed.id, &[1]).await;
    placed.id
}

/// Slices, spins and codes that can be used, as the member's page shows them.
pub(crate) async fn shown(person: &CustomerPerson) -> (u64, u64, usize) {
    let member = person.get(MEMBER).await;
    assert_eq!(member.status, 200, "{}", member.body);
    let body = member.body;
    let unused = body["benefits"].as_array().unwrap().iter().filter(|benefit| benefit["used"] == false).count();
    assert_eq!(body["remaining"].as_u64(), Some(9 - body["slices"].as_u64().unwrap()));
    (body["slices"].as_u64().unwrap(), body["spins"].as_u64().unwrap(), unused)
}

async fn started(db: &TestDb, welcome: u32) -> (Shop, TestApp) {
    let shop = shop(welcome);
    let app = shop.start(db).await;
    (shop, app)
}

// spec: LO-01, LO-03, LO-06, LO-28, WH-02, WH-10
store_contract!(slices_become_a_pizza_and_spins_come_with_marks, |db| async move {
    let (_shop, app) = started(&db, 1).await;
    let aino = joined(&app, "aino").await;
    assert_eq!(shown(&aino).await, (1, 0, 0));
    assert_eq!(aino.get(MEMBER).await.body["pizzaWheelLocked"], true);
    let first = place(&aino, &app, &paid(&[large(2)])).await;
    assert_eq!(shown(&aino).await, (1, 0, 0), "the kitchen has not accepted it");
    app.kitchen().report_all(&first.id, &[1]).await;
    assert_eq!(shown(&aino).await, (5, 1, 0));
    assert_eq!(aino.get(MEMBER).await.body["pizzaWheelLocked"], false);
    orders(&aino, &app, &paid(&[medium(3)])).await;
    assert_eq!(shown(&aino).await, (8, 2, 0));
    let last = orders(&aino, &app, &paid(&[large(1)])).await;
    assert_eq!(shown(&aino).await, (1, 3, 1));
    app.kitchen().report_status(&last, 13).await;
    assert_eq!(shown(&aino).await, (8, 2, 0), "its code is void");
    let rows = aino.get(MEMBER).await.body["ledger"].clone();
    let newest: Vec<_> =
        rows.as_array().unwrap().iter().take(3).map(|row| (&row["type"], &row["slices_added"])).collect();
    assert_eq!(
        newest,
        [
            (&json!("benefit_deprecated"), &json!(9)),
            (&json!("slices_add"), &json!(-2)),
            (&json!("benefit_add"), &json!(0))
        ]
    );
    let sum: i64 = rows.as_array().unwrap().iter().map(|row| row["slices_added"].as_i64().unwrap()).sum();
    assert_eq!(sum, 8, "all rows sum to the card");
});

store_contract!(joining_with_two_slices_brings_a_spin_that_is_locked, |db| async move {
    let (_shop, app) = started(&db, 2).await;
    let aino = joined(&app, "aino").await;
    assert_eq!(shown(&aino).await, (2, 1, 0));
    let body = aino.get(MEMBER).await.body;
    assert_eq!(body["wheel"]["reason"], "locked");
    assert_eq!((&body["showWelcomeModal"], &body["showPrizeModal"]), (&json!(true), &json!(false)));
});

store_contract!(ten_large_pizzas_at_once_are_two_codes_and_seven_spins, |db| async move {
    let (_shop, app) = started(&db, 0).await;
    let aino = joined(&app, "aino").await;
    orders(&aino, &app, &paid(&[large(10)])).await;
    assert_eq!(shown(&aino).await, (2, 7, 2));
    let me = aino.get("/api/users/me").await.body;
    assert_eq!((&me["unusedBenefits"], &me["loyalty"]["slices"]), (&json!(2), &json!(2)));
});

store_contract!(a_code_that_was_used_leaves_a_debt_which_the_next_slices_pay, |db| async move {
    let (_shop, app) = started(&db, 0).await;
    let aino = joined(&app, "aino").await;
    earn(db.url(), aino.id.parse().unwrap(), 1, 8, 0).await;
    let brought = orders(&aino, &app, &paid(&[large(1)])).await;
    assert_eq!(shown(&aino).await, (1, 1, 1));
    let benefits = aino.get("/api/loyalty/benefits").await.body;
    let code = benefits[0]["code"].as_str().unwrap();
    let mut with_code = paid(&[medium(1), line("3020", "100", 1, &[])]);
    with_code["promotionCodes"] = json!([code]);
    let used = place(&aino, &app, &with_code).await;
    let benefits = aino.get("/api/loyalty/benefits").await.body;
    assert_eq!((&benefits[0]["used"], &benefits[0]["usedOrderId"]), (&json!(true), &json!(used.id)));
    app.kitchen().report_status(&brought, 13).await;
    assert_eq!(shown(&aino).await, (0, 0, 0), "the pizza is eaten, the slice is owed");
    orders(&aino, &app, &paid(&[medium(1)])).await;
    assert_eq!(shown(&aino).await, (0, 0, 0), "T is 9, and a pizza was given for it");
    orders(&aino, &app, &paid(&[medium(2)])).await;
    assert_eq!(shown(&aino).await.0, 2);
});

store_contract!(what_a_code_pays_for_brings_no_slice, |db| async move {
    let (_shop, app) = started(&db, 0).await;
    let aino = joined(&app, "aino").await;
    let id = aino.id.parse().unwrap();
    earn(db.url(), id, 1, 8, 0).await;
    give(db.url(), CODE, Some(id), "freePizza").await;
    let mut order = paid(&[medium(2)]);
    order["promotionCodes"] = json!([CODE]);
    orders(&aino, &app, &order).await;
    assert_eq!(shown(&aino).await, (0, 0, 1), "one of two brings the ninth");
});

// spec: LO-05, LO-26
store_contract!(slices_end_half_a_year_after_the_newest_order_and_spins_stay, |db| async move {
    let (_shop, app) = started(&db, 0).await;
    let mut aino = joined(&app, "aino").await;
    orders(&aino, &app, &paid(&[medium(7)])).await;
    assert_eq!(shown(&aino).await, (7, 2, 0));
    // From the 21st of November to the end of the 21st of May.
    assert_eq!(aino.get(MEMBER).await.body["expiresAt"], "2027-05-21T20:59:59Z");
    app.clock.turn(SignedDuration::from_hours(24 * 182));
    assert_eq!(aino.sign_in().await.status, 200);
    assert_eq!(shown(&aino).await, (0, 2, 0));
    assert_eq!(aino.get(MEMBER).await.body["ledger"][0]["reason"], "expired");
});

store_contract!(an_order_that_is_paid_at_the_counter_counts_once_it_is_fetched, |db| async move {
    let (_shop, app) = started(&db, 0).await;
    let aino = joined(&app, "aino").await;
    let order = orders(&aino, &app, &pickup(&[medium(2)])).await;
    assert_eq!(shown(&aino).await, (0, 0, 0));
    app.kitchen().report_all(&order, &[3, 4]).await;
    assert_eq!(shown(&aino).await, (0, 0, 0), "it is ready, and nobody has paid for it");
    app.kitchen().report_status(&order, 12).await;
    assert_eq!(shown(&aino).await, (2, 1, 0));
});

store_contract!(orders_are_booked_though_nobody_looks, |db| async move {
    let (_shop, app) = started(&db, 0).await;
    let aino = joined(&app, "aino").await;
    orders(&aino, &app, &paid(&[medium(2)])).await;
    loyalty::sweep::round(app.node().loyalty()).await.unwrap();
    let counted = "SELECT CAST(slices_added AS TEXT) FROM loyalty_rows WHERE kind = 'orderCounted'";
    assert_eq!(db.texts(counted).await, ["2"]);
});

store_contract!(past_orders_say_what_stands_of_them_on_the_card, |db| async move {
    let (_shop, app) = started(&db, 0).await;
    let aino = joined(&app, "aino").await;
    let brought = async || {
        let orders = aino.get("/api/commerce/v2/customers/me/orders/details?limit=1").await;
        orders.body[0]["slicesAdded"].clone()
    };
    let order = orders(&aino, &app, &paid(&[large(1)])).await;
    assert_eq!(shown(&aino).await.0, 2);
    assert_eq!(brought().await, 2);
    app.kitchen().report_status(&order, 13).await;
    assert_eq!(shown(&aino).await.0, 0);
    assert_eq!(brought().await, 0);
});

store_contract!(an_orders_page_says_what_it_brings_its_member, |db| async move {
    let (_shop, app) = started(&db, 0).await;
    let (aino, guest) = (joined(&app, "aino").await, CustomerPerson::stranger(&app, "eino"));
    let page = async |order: &Registered| {
        let path = format!("/api/commerce/v2/order-tracking/{}/{}", order.id, order.key);
        let loyalty = guest.get(&path).await.body["loyalty"].clone();
        (loyalty["loyaltyDetailsStatus"].as_str().unwrap().to_owned(), loyalty["slicesAdded"].as_u64().unwrap())
    };
    let strangers = place(&guest, &app, &paid(&[large(1)])).await;
    assert_eq!(page(&strangers).await, ("NotMember".to_owned(), 0));
    let drink = place(&aino, &app, &paid(&[line("3020", "100", 1, &[])])).await;
    assert_eq!(page(&drink).await, ("NoSlices".to_owned(), 0));
    let pizzas = place(&aino, &app, &paid(&[large(2)])).await;
    assert_eq!(page(&pizzas).await, ("Ready".to_owned(), 4), "though nothing is booked");
    app.kitchen().report_status(&pizzas.id, 13).await;
    assert_eq!(page(&pizzas).await, ("NoSlices".to_owned(), 0));
});
