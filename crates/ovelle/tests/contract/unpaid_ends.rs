//! Orders of the shop that are given up, expire or are rejected, and the money that goes back.

use std::time::Duration;

use domain::payment::SessionToken;
use jiff::SignedDuration;
use serde_json::json;
use testkit::{checkout, store_contract};

use crate::{
    get,
    notifications::{notify, signed, word},
    paying::{becomes, come_back, page_of, pay_body, payment_state, placed, post, session_of, started},
    tracking_path,
};

store_contract!(whoever_is_answered_that_an_order_is_rejected_reads_it_so, |db| async move {
    let app = started(&db).await;
    for name in 1..=6 {
        let (order, _) = placed(&app, checkout::waiting(name)).await;
        come_back(&app, &page_of(&app, &order).await, "choice=pay").await;
        assert_eq!(payment_state(&app, &order).await, (0, 2));
        if name % 2 == 0 {
            app.kitchen().try_report_status(&order.id, &json!({ "status": 13, "note": "Uuni hajosi." })).await;
        } else {
            let reject = json!({ "reason": "closed", "note": "Uuni hajosi." });
            let path = format!("/api/dispatch/orders/{}/reject", order.id);
            let answer = app.kitchen().call(reqwest::Method::POST, &path, &reject).await;
            assert_eq!(answer.status, 200, "{}", answer.body);
        }
        assert_eq!(payment_state(&app, &order).await, (13, 3), "order {name}");
    }
});

store_contract!(an_order_is_given_up_while_nobody_knows_it, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let page = page_of(&app, &order).await;
    let cancel = json!({ "orderId": order.id, "orderKey": order.key });
    for _ in 0..2 {
        let answer = post(&app, "/api/commerce/v2/order/cancel", &cancel).await;
        assert_eq!((answer.status.as_u16(), answer.body), (200, json!({ "orderId": order.id, "paymentStatus": 3 })));
    }
    assert_eq!(payment_state(&app, &order).await, (-1, 3));
    let ended = get(&app, &tracking_path(&order)).await;
    assert_eq!((ended.status.as_u16(), ended.code()), (409, "order/expired-unpaid"));
    let pay = post(&app, "/api/payments/pay", &pay_body(&order, "scheme")).await;
    assert_eq!((pay.status.as_u16(), pay.code()), (409, "order/expired-unpaid"));
    assert_eq!(pay.body["metadata"]["errorCode"], 1_040_001);
    // Money that comes all the same goes back.
    let late = word(&order, session_of(&page), "late", "Captured");
    assert_eq!(notify(&app, &signed(&app, &late)).await.body, json!({ "accepted": true }));
    assert_eq!(payment_state(&app, &order).await, (-1, 3));
    let (paid, _) = placed(&app, checkout::waiting(2)).await;
    come_back(&app, &page_of(&app, &paid).await, "choice=pay").await;
    let cancel = json!({ "orderId": paid.id, "orderKey": paid.key });
    let refused = post(&app, "/api/commerce/v2/order/cancel", &cancel).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, "order/cannot-cancel"));
});

store_contract!(an_unpaid_order_expires_by_itself, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    app.clock.turn(SignedDuration::from_mins(30));
    becomes(&app, &order, (-1, 3)).await;
    app.clock.turn(SignedDuration::from_hours(24));
    let body = json!({ "orderId": order.id, "orderKey": order.key });
    let gone = post(&app, "/api/commerce/v2/order/DetailsByKey", &body).await;
    assert_eq!((gone.status.as_u16(), gone.code()), (410, "order/expired"));
    assert_eq!(get(&app, &tracking_path(&order)).await.status, 410);
});

store_contract!(a_rejected_orders_money_goes_back_by_itself, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let page = page_of(&app, &order).await;
    come_back(&app, &page, "choice=pay").await;
    app.kitchen().try_report_status(&order.id, &json!({ "status": 13, "note": "Uuni hajosi." })).await;
    becomes(&app, &order, (13, 3)).await;
    let session = session_of(&page).parse::<SessionToken>().unwrap().id();
    for _ in 0..200 {
        let payment = app.node().store().test_payments().by_session(session).await.unwrap().unwrap();
        if payment.status == domain::payment::ProviderStatus::Refunded {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the money stays");
});
