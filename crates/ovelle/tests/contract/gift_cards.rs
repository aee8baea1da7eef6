//! A gift card on which several draw at once: it pays what is left, and nobody is told that they made a mistake.

use std::sync::Arc;

use serde_json::{Value, json};
use testkit::{app::TestApp, book, kitchen::Answer, store_contract};

use crate::{
    carts::{example, line},
    folder::Folder,
    money::{ORDER, pickup},
    money_under_fire::{keyed, setup},
};

/// A card of a hundred euros, and one without anything.
fn folder() -> Folder {
    let cards = json!([
        { "number": "1111", "pin": "22", "balance": 100 }, { "number": "3333", "pin": "44", "balance": 0 },
    ]);
    example(&json!([]), &[("payment.json", json!({ "giftCards": cards }))])
}

/// Four pizzas, 51.60 €, of somebody else each.
fn order(phone: usize, method: &str, card: (&str, &str), fields: &Value) -> Value {
    let lines = [line("a", "3001", "101", 4, &[])];
    let card = json!({ "giftCard": { "number": card.0, "pin": card.1 } });
    let mut order = pickup(&format!("0430{phone}"), &json!({ "paymentMethod": method, "paymentOption": card }));
    order["orderItems"] = json!(lines);
    order.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    order
}

const CARD: (&str, &str) = ("1111", "22");

/// Six at once; what they were answered, sorted: status, code, and what is left to pay.
async fn six_at_once(app: &Arc<TestApp>, method: &'static str) -> Vec<(u16, String, Value)> {
    let calls = (0..6).map(|number| {
        let (app, order) = (Arc::clone(app), order(number, method, CARD, &json!({})));
        tokio::spawn(async move { keyed(&app, ORDER, &format!("one-of-six-{method}-{number}"), &order).await })
    });
    let mut answers = Vec::new();
    for call in calls.collect::<Vec<_>>() {
        let answer: Answer = call.await.unwrap();
        answers.push((answer.status.as_u16(), answer.code().to_owned(), answer.body["payment"]["amount"].clone()));
    }
    answers.sort_by_key(|(status, code, amount)| (*status, code.clone(), amount.to_string()));
    answers
}

fn refused(code: &str) -> (u16, String, Value) {
    (409, code.to_owned(), Value::Null)
}

store_contract!(of_six_who_pay_by_one_card_alone_the_first_is_paid, |db| async move {
    let folder = folder();
    let app = Arc::new(setup(&folder).start(&db).await);
    let mut wanted = vec![(201, String::new(), json!(0))];
    wanted.extend(vec![refused("payment/complementary-method-missing"); 5]);
    assert_eq!(six_at_once(&app, "giftcard").await, wanted);
    book::settles(db.url(), 10).await;
    assert_eq!(book::orders(db.url()).await, [(5160, "paid".to_owned())]);
});

store_contract!(of_six_who_pay_a_part_by_one_card_two_do_and_the_rest_is_told_that_it_is_empty, |db| async move {
    let folder = folder();
    let app = Arc::new(setup(&folder).start(&db).await);
    let mut wanted = vec![(201, String::new(), json!(0)), (201, String::new(), json!(3.2))];
    wanted.extend(vec![refused("payment/gift-card-empty"); 4]);
    assert_eq!(six_at_once(&app, "scheme").await, wanted);
    book::settles(db.url(), 10).await;
    assert_eq!(book::orders(db.url()).await, [(5160, "paid".to_owned()), (5160, "waiting".to_owned())]);
});

store_contract!(nobody_pays_more_than_their_page_showed_beside_a_gift_card, |db| async move {
    let folder = folder();
    let app = setup(&folder).start(&db).await;
    let send = async |number: usize, order: Value| keyed(&app, ORDER, &format!("of-a-card-{number}"), &order).await;
    let empty = send(0, order(0, "giftcard", ("3333", "44"), &json!({}))).await;
    assert_eq!((empty.status.as_u16(), empty.code()), (409, "payment/gift-card-empty"));
    assert_eq!(empty.body["message"], "Lahjakortilla ei ole saldoa.");
    assert_eq!(send(1, order(1, "scheme", CARD, &json!({ "giftCardHold": 51.6 }))).await.status, 201);
    let less = send(2, order(2, "scheme", CARD, &json!({ "giftCardHold": 51.6, "grandTotal": 51.6 }))).await;
    assert_eq!((less.status.as_u16(), less.code()), (409, "order/price-changed"));
    let metadata = json!({ "grandTotal": 51.6, "giftCardHold": 48.4 });
    assert_eq!(less.body["metadata"], metadata);
    let other = send(3, order(3, "scheme", CARD, &json!({ "giftCardHold": 1, "grandTotal": 50 }))).await;
    assert_eq!((other.code(), &other.body["metadata"]["grandTotal"]), ("order/price-changed", &json!(51.6)));
    for odd in [json!(48.401), json!(-1), json!("48.4")] {
        let misfit = send(4, order(4, "scheme", CARD, &json!({ "giftCardHold": odd }))).await;
        assert_eq!((misfit.status.as_u16(), misfit.field()), (422, "giftCardHold"), "{odd}");
    }
    let seen = send(5, order(5, "scheme", CARD, &json!({ "giftCardHold": 48.4 }))).await;
    assert_eq!((seen.status.as_u16(), &seen.body["payment"]["amount"]), (201, &json!(3.2)), "{}", seen.body);
    book::settles(db.url(), 10).await;
});
