//! A second try after a payment that was cancelled or refused, with the same cart and with a changed one: it charges once, and
//! nothing of the first is held, neither uses of codes nor gift cards.

use domain::{key::fingerprint, money::Cents};
use serde_json::{Value, json};
use testkit::{app::TestApp, book, db::TestDb, store_contract};

use crate::{
    carts::{example, line, post},
    folder::Folder,
    money::{ORDER, pickup},
    money_under_fire::{PAY, choose, path_of, registered, setup, status_of},
};

const CANCEL: &str = "/api/commerce/v2/order/cancel";
/// How a payment ends in vain at the provider's page.
const ENDS: [&str; 2] = ["choice=cancel", "choice=refuse&code=1041107"];

/// A code that holds once, and a gift card of five euros.
fn folder() -> Folder {
    let campaigns = json!([{ "campaignId": "kesa", "kind": "amount", "name": "Kesäetu", "amount": 5 }]);
    let codes = json!([{ "code": "kerran", "campaignId": "kesa", "limit": 1 }]);
    let payment = json!({ "giftCards": [{ "number": "3333", "pin": "44", "balance": 5 }] });
    example(&campaigns, &[("codes.json", codes), ("payment.json", payment)])
}

/// A pizza in a size, with the code and the gift card.
fn with_all(phone: &str, size: &str) -> Value {
    let card = json!({ "giftCard": { "number": "3333", "pin": "44" } });
    let lines = [line("a", "3001", size, 1, &[])];
    pickup(phone, &json!({ "promotionCodes": ["kerran"], "paymentOption": card, "orderItems": lines }))
}

async fn placed(app: &TestApp, order: &Value, due: f64) -> Value {
    let answer = post(app, ORDER, order).await;
    assert_eq!((answer.status.as_u16(), &answer.body["payment"]["amount"]), (201, &json!(due)), "{}", answer.body);
    answer.body
}

fn whose(placed: &Value) -> Value {
    json!({ "orderId": placed["orderId"], "orderKey": placed["orderKey"] })
}

/// Nobody else can use the code, and nothing is left on the gift card.
async fn all_is_held(app: &TestApp, phone: &str) {
    let code = post(app, ORDER, &pickup(phone, &json!({ "promotionCodes": ["kerran"] }))).await;
    assert_eq!((code.status.as_u16(), code.code()), (409, "campaign/limit-reached"));
    assert_eq!(app.node().store().checkouts().gift_card_gone(fingerprint("3333")).await.unwrap(), Cents(500));
}

/// What each order costs and how its payment ended, once all has come to rest.
async fn at_rest(db: &TestDb) -> Vec<(i64, String)> {
    book::settles(db.url(), 20).await;
    book::orders(db.url()).await
}

store_contract!(the_same_cart_pays_its_own_order_once, |db| async move {
    let folder = folder();
    let app = setup(&folder).start(&db).await;
    let first = placed(&app, &with_all("04200", "101"), 2.9).await;
    choose(&app, &path_of(&first), ENDS[0]).await;
    let mut pay = whose(&first);
    pay["grandTotal"] = first["payable"].clone();
    pay["shopExternalId"] = json!("1012");
    pay["selectedPaymentMethod"] = json!("scheme");
    let mut page = String::new();
    for end in [ENDS[1], "choice=pay"] {
        let tried = post(&app, PAY, &pay).await;
        assert_eq!((tried.status.as_u16(), &tried.body["action"]), (200, &json!("redirect")), "{}", tried.body);
        page = path_of(&json!({ "payment": tried.body }));
        all_is_held(&app, "04201").await;
        choose(&app, &page, end).await;
    }
    assert_eq!(status_of(&app, &registered(&first)).await, 0);
    // Neither the first page nor the last takes anything more.
    for used in [path_of(&first), page] {
        choose(&app, &used, "choice=pay").await;
    }
    all_is_held(&app, "04202").await;
    assert_eq!(at_rest(&db).await, [(790, "paid".to_owned())]);
});

store_contract!(a_changed_cart_is_another_order_and_the_first_holds_nothing, |db| async move {
    let folder = folder();
    let app = setup(&folder).start(&db).await;
    for (number, end) in ENDS.into_iter().enumerate() {
        let first = placed(&app, &with_all(&format!("0421{number}"), "101"), 2.9).await;
        choose(&app, &path_of(&first), end).await;
        all_is_held(&app, "04219").await;
        let given_up = post(&app, CANCEL, &whose(&first)).await;
        assert_eq!((given_up.status.as_u16(), &given_up.body["paymentStatus"]), (200, &json!(3)));
    }
    // Of a third one the page stays open, and they pay there after all.
    let third = placed(&app, &with_all("04213", "101"), 2.9).await;
    assert_eq!(post(&app, CANCEL, &whose(&third)).await.status, 200);
    let changed = placed(&app, &with_all("04214", "102"), 9.9).await;
    choose(&app, &path_of(&third), "choice=pay").await;
    choose(&app, &path_of(&changed), "choice=pay").await;
    assert_eq!(status_of(&app, &registered(&changed)).await, 0);
    all_is_held(&app, "04215").await;
    let ended = (790, "ended".to_owned());
    assert_eq!(at_rest(&db).await, [ended.clone(), ended.clone(), ended, (1490, "paid".to_owned())]);
});
