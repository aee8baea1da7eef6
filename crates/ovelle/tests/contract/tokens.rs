//! The token of a try to pay, by which somebody is led to their order with its key: it stands in no table, is the same when an
//! answer is written anew, and leads to the key for two hours.

use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{book, checkout, store_contract};

use crate::{
    money::{ORDER, pickup},
    money_under_fire::{choose, folder, keyed, path_of, registered, setup},
    paying::{come_back, page_of, placed, return_by, session_of, started},
};

store_contract!(no_table_holds_a_token, |db| async move {
    let folder = folder();
    let app = setup(&folder).start(&db).await;
    let by_card = keyed(&app, ORDER, "an-order-by-card", &pickup("04400", &json!({}))).await.body;
    let order = registered(&by_card);
    let pay = json!({
        "orderId": order.id, "orderKey": order.key, "grandTotal": 12.9, "shopExternalId": "1012",
        "selectedPaymentMethod": "mobilepay",
    });
    let again = keyed(&app, "/api/payments/pay", "paid-by-another-method", &pay).await.body;
    let pages = [path_of(&by_card), path_of(&json!({ "payment": again }))];
    choose(&app, &pages[1], "choice=pay").await;
    let refund = format!("/api/staff/orders/{}/refund", order.id);
    let given = keyed(&app, &refund, "a-part-of-it-back", &json!({ "amount": 1, "reason": "Pizza oli kylmä." })).await;
    assert_eq!(given.status, 200, "{}", given.body);
    book::settles(db.url(), 20).await;
    let names = book::names_of_tries(db.url()).await;
    assert!(names.len() >= 4, "{names:?}");
    for page in &pages {
        let token = page.rsplit_once('/').unwrap().1;
        assert_eq!(token.len(), 32, "{page}");
        assert!(names.iter().all(|name| !name.contains(token)), "{token} stands among {names:?}");
    }
    assert_ne!(pages[0], pages[1], "each try has its own");
});

store_contract!(an_answer_that_was_lost_is_written_anew_with_the_same_token, |db| async move {
    let folder = folder();
    let app = std::sync::Arc::new(setup(&folder).start(&db).await);
    let order = pickup("04410", &json!({}));
    let (there, sent) = (std::sync::Arc::clone(&app), order.clone());
    let call = async move { keyed(&there, ORDER, "a-lost-answer", &sent).await };
    crate::money_under_fire::dies_at(&app, "answer made", call).await.abort();
    let before = book::names_of_tries(db.url()).await;
    app.clock.turn(SignedDuration::from_secs(11));
    let anew: Value = keyed(&app, ORDER, "a-lost-answer", &order).await.body;
    assert_eq!(book::names_of_tries(db.url()).await, before, "it is the same try");
    choose(&app, &path_of(&anew), "choice=pay").await;
    assert_eq!(crate::money_under_fire::status_of(&app, &registered(&anew)).await, 0);
});

store_contract!(a_token_leads_to_the_key_for_two_hours, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let page = page_of(&app, &order).await;
    let with_key = format!("status=OK&orderid={}&order-key={}", order.id, order.key);
    assert_eq!(come_back(&app, &page, "choice=pay").await, with_key);
    let path = format!("/api/payments/return/{}", session_of(&page));
    app.clock.turn(SignedDuration::from_mins(119));
    assert_eq!(return_by(&app, &path).await, with_key);
    app.clock.turn(SignedDuration::from_mins(1));
    assert_eq!(return_by(&app, &path).await, format!("status=OK&orderid={}", order.id));
});
