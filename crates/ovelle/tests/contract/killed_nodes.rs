//! A real process that is killed at each place between an order's submit and its status 0, and started again: the order is
//! there once, it is charged once, and the book agrees with the provider's (promises P4 and P5).

use std::time::Duration;

use jiff::SignedDuration;
use reqwest::{Client, redirect::Policy};
use serde_json::{Value, json};
use testkit::{
    book,
    kitchen::Answer,
    process::{NodeProcess, NodeSetup},
    shifted_clock::ShiftedClock,
    store_contract,
};
use tokio::time::{Instant, sleep, timeout};

use crate::carts::STAFF_TOKEN;

const ORDER: &str = "/api/commerce/v2/shoppingcart/order";
const PAY: &str = "/api/payments/pay";
/// Nothing waits this long in a run that passes.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where a node dies, and what it was doing then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doing {
    Placing,
    PayingAtThePage,
    PayingByWallet,
}

const PLACES: [(&str, Doing); 9] = [
    ("placing", Doing::Placing),
    ("placed", Doing::Placing),
    ("session opened", Doing::Placing),
    ("answer made", Doing::Placing),
    ("notified", Doing::PayingAtThePage),
    ("settled", Doing::PayingAtThePage),
    ("wallet charged", Doing::PayingByWallet),
    ("settled", Doing::PayingByWallet),
    ("answer made", Doing::PayingByWallet),
];

/// Somebody whose browser goes nowhere by itself.
struct Guest<'a> {
    node: &'a NodeProcess,
    http: Client,
}

impl<'a> Guest<'a> {
    fn of(node: &'a NodeProcess) -> Self {
        Self { node, http: Client::builder().redirect(Policy::none()).build().unwrap() }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.node.address())
    }

    /// None where the node dies before it has answered.
    async fn call(&self, path: &str, key: &str, body: &Value) -> Option<Answer> {
        let call = self.http.post(self.url(path)).header("Idempotency-Key", key).json(body);
        Some(Answer::read(call.send().await.ok()?).await)
    }

    /// Chooses to pay at the provider's page; none where the node dies.
    async fn pay_at_the_page(&self, session: &str) -> Option<u16> {
        let call = self.http.post(self.url(&format!("/testimaksu/{session}"))).body("choice=pay");
        Some(call.send().await.ok()?.status().as_u16())
    }

    /// Where somebody is led who comes back from the page.
    async fn come_back(&self, session: &str) -> String {
        let back = self.http.get(self.url(&format!("/api/payments/return/{session}"))).send().await.unwrap();
        back.headers()["location"].to_str().unwrap().to_owned()
    }

    async fn status(&self, placed: &Value) -> Value {
        let (order, key) = (placed["orderId"].as_str().unwrap(), placed["orderKey"].as_str().unwrap());
        let path = self.url(&format!("/api/commerce/v2/order-tracking/{order}/{key}"));
        Answer::read(self.http.get(path).send().await.unwrap()).await.body["orderInfo"]["status"].clone()
    }
}

/// A pizza of the built-in chain, to be fetched at a counter that is always open.
fn pickup(number: usize, method: &str) -> Value {
    json!({
        "shopId": "12", "orderType": "pickup", "paymentMethod": method,
        "deliveryContact": {
            "firstName": "Aino", "phoneNumber": format!("+358 9 000 01 000{number}"), "email": "aino@example.fi",
        },
        "orderItems": [{ "uuid": "a", "productId": "3004", "sizeId": "101", "quantity": 1 }],
    })
}

fn session_of(placed: &Value) -> String {
    placed["payment"]["redirectUrl"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned()
}

fn wallet(placed: &Value) -> Value {
    json!({
        "orderId": placed["orderId"], "orderKey": placed["orderKey"], "grandTotal": placed["payable"],
        "shopExternalId": "1012", "selectedPaymentMethod": "applepay", "applePayToken": "test-ok",
    })
}

/// Kills a node as soon as somebody has reached the place at which it was to die.
async fn killed_at(node: &mut NodeProcess, place: &str) {
    let deadline = Instant::now() + PATIENCE;
    while !node.log().contains("a failpoint is reached") {
        assert!(Instant::now() < deadline, "nobody comes to {place}: {}", node.log());
        sleep(Duration::from_millis(10)).await;
    }
    node.kill();
}

/// What a call came to at a node that died of it: nothing.
fn is_cut<T: std::fmt::Debug>(answer: &Result<Option<T>, tokio::time::error::Elapsed>, place: &str) {
    assert!(matches!(answer, Ok(None)), "{place}: {answer:?}");
}

store_contract!(whatever_a_node_was_doing_when_it_was_killed_is_done_once, |db| async move {
    let Some(clock) = ShiftedClock::make() else { return };
    let setup = clock.of(NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), db.url()).set("OVELLE_CLOCK", "machine"));
    for (number, (place, doing)) in PLACES.into_iter().enumerate() {
        let method = if doing == Doing::PayingByWallet { "applepay" } else { "scheme" };
        let (key, body) = (format!("order-of-a-killed-node-{number}"), pickup(number, method));
        let pay_key = format!("payment-of-a-killed-node-{number}");
        let mut placed = None;
        if doing != Doing::Placing {
            let node = setup.start().await;
            let answer = Guest::of(&node).call(ORDER, &key, &body).await.expect("it lives");
            assert_eq!(answer.status, 201, "{place}: {}", answer.body);
            placed = Some(answer.body);
        }
        let mut dying = setup.clone().set("OVELLE_FAILPOINT", place).start().await;
        let address = dying.address();
        let killed = async {
            let caller = async {
                let http = Client::builder().redirect(Policy::none()).build().unwrap();
                let url = |path: &str| format!("http://{address}{path}");
                let call = match (&placed, doing) {
                    (Some(placed), Doing::PayingAtThePage) => {
                        http.post(url(&format!("/testimaksu/{}", session_of(placed)))).body("choice=pay")
                    }
                    (Some(placed), _) => http.post(url(PAY)).header("Idempotency-Key", &pay_key).json(&wallet(placed)),
                    (None, _) => http.post(url(ORDER)).header("Idempotency-Key", &key).json(&body),
                };
                call.send().await.ok()
            };
            tokio::join!(timeout(PATIENCE, caller), killed_at(&mut dying, place)).0
        };
        is_cut(&killed.await, place);

        // Another one is started, and whoever was not answered asks again when they have waited a while.
        clock.shift(SignedDuration::from_secs(61 * i64::try_from(number + 1).unwrap()));
        let node = setup.start().await;
        let guest = Guest::of(&node);
        let placed = match placed {
            Some(placed) => placed,
            None => {
                let again = guest.call(ORDER, &key, &body).await.expect("it lives");
                assert_eq!(again.status, 201, "{place}: {}", again.body);
                again.body
            }
        };
        if doing == Doing::PayingByWallet {
            let paid = guest.call(PAY, &pay_key, &wallet(&placed)).await.expect("it lives");
            let completed = (200, &json!("completed"));
            assert_eq!((paid.status.as_u16(), &paid.body["action"]), completed, "{place}: {}", paid.body);
        } else {
            let session = session_of(&placed);
            let chosen = guest.pay_at_the_page(&session).await.expect("it lives");
            // Whoever had paid is told so.
            assert_eq!(chosen, if doing == Doing::Placing { 303 } else { 409 }, "{place}");
            let back = guest.come_back(&session).await;
            assert!(back.contains("status=OK"), "{place}: {back}");
        }
        assert_eq!(guest.status(&placed).await, 0, "{place}");
    }
    let _node = setup.start().await;
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await, vec![(1690, "paid".to_owned()); PLACES.len()]);
});

store_contract!(money_that_was_going_back_when_a_node_was_killed_goes_back_once, |db| async move {
    let Some(clock) = ShiftedClock::make() else { return };
    let setup = clock.of(NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), db.url()).set("OVELLE_CLOCK", "machine"));
    let setup = setup.set("OVELLE_STAFF_TOKEN", STAFF_TOKEN);
    let node = setup.start().await;
    let guest = Guest::of(&node);
    let placed = guest.call(ORDER, "to-be-given-back", &pickup(0, "scheme")).await.expect("it lives").body;
    assert_eq!(guest.pay_at_the_page(&session_of(&placed)).await, Some(303));
    drop(node);
    let refund = async |node: &NodeProcess| {
        let url = format!("http://{}/api/staff/orders/{}/refund", node.address(), placed["orderId"].as_str().unwrap());
        let call = Client::new().post(url).bearer_auth(STAFF_TOKEN).header("Idempotency-Key", "given-back-once");
        call.json(&json!({ "amount": 5, "reason": "Pizza oli kylmä." })).send().await
    };
    let mut dying = setup.clone().set("OVELLE_FAILPOINT", "refund sent").start().await;
    // Whether it is answered before the node dies is a matter of moments.
    let _answered = refund(&dying).await;
    killed_at(&mut dying, "refund sent").await;
    clock.shift(SignedDuration::from_secs(61));
    let node = setup.start().await;
    let again = Answer::read(refund(&node).await.unwrap()).await;
    let wanted = json!({ "orderId": placed["orderId"], "refunded": 5, "refundedTotal": 5, "paymentStatus": 2 });
    assert_eq!((again.status.as_u16(), &again.body), (200, &wanted));
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await, [(1690, "paid".to_owned())]);
});
