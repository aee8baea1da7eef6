//! Services outside that take what they are sent and never answer: nobody else's money waits for them
//! (docs/spec/ordering.md, "Outside calls").

use std::time::Duration;

use domain::{
    ids::OrderId,
    payment::{PaymentStage, SessionToken},
};
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::json;
use store::{NewCheckout, NewTry, Store};
use testkit::{
    app::{Setup, TestApp},
    checkout,
    kitchen::{Answer, Registered},
    provider::ProviderLine,
    store_contract,
};
use tokio::{
    net::TcpListener,
    time::{Instant, sleep},
};

use crate::{
    carts::STAFF_TOKEN,
    paying::{come_back, page_of, placed, session_of},
};

/// Within this all is done that does not hang on who is silent.
const SOON: Duration = Duration::from_secs(5);
/// Tries to pay at a provider that is silent.
const TRIES: u8 = 100;
/// Mails that wait before the money does.
const MAILS: i64 = 48;

/// Waits for something that is to come soon.
async fn soon<F: Future<Output = bool>>(what: &str, is_there: impl Fn() -> F) {
    let began = Instant::now();
    while !is_there().await {
        assert!(began.elapsed() < SOON, "{what}: not within {SOON:?}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// Sends all money of an order back.
async fn give_back(app: &TestApp, order: &Registered) {
    let path = app.url(&format!("/api/staff/orders/{}/refund", order.id));
    let call = app.http.request(Method::POST, path).bearer_auth(STAFF_TOKEN).header("Idempotency-Key", "given-back");
    let given = Answer::read(call.json(&json!({ "reason": "Pizza oli kylmä." })).send().await.unwrap()).await;
    assert_eq!(given.status, 200, "{}", given.body);
}

/// Whether the provider has sent an order's money back.
async fn is_back(store: &Store, order: &Registered) -> bool {
    store.checkouts().pending_refund(order.id.parse().unwrap(), 1).await.unwrap().is_none()
}

store_contract!(money_goes_back_though_the_mail_server_never_answers, |db| async move {
    let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("--mail-url=smtp://{}", server.local_addr().unwrap());
    let setup = Setup::default().flag(&format!("--staff-token={STAFF_TOKEN}")).flag(&url);
    let app = setup.flag("--mail-from=Ovelle <kuitit@ovelle.example>").start(&db).await;
    // It takes whatever comes, and says nothing.
    let lines = tokio::spawn(async move {
        let mut lines = Vec::new();
        loop {
            lines.push(server.accept().await.unwrap().0);
        }
    });
    for number in 0..MAILS {
        let mail = json!({
            "kind": "order-receipt", "to": "aino@example.fi", "subject": "Kuitti", "text": "Kiitos.", "links": [],
        });
        let now = deps::Clock::now(&app.clock);
        let message = store::NewMessage { kind: "mail", payload: mail, ready_at: now, created_at: now };
        db.outbox().put(message).await.unwrap_or_else(|error| panic!("{number}: {error}"));
    }
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    come_back(&app, &page_of(&app, &order).await, "choice=pay").await;
    give_back(&app, &order).await;
    soon("a refund behind mails", || is_back(&db, &order)).await;
    assert!(db.outbox().state(deps::Clock::now(&app.clock)).await.unwrap().waiting >= MAILS.unsigned_abs());
    lines.abort();
});

/// An order whose first try is open at the provider.
fn waiting(name: u8) -> NewCheckout {
    let first_try = NewTry { method: "scheme".to_owned(), ..checkout::new_try(name) };
    NewCheckout { first_try: Some(first_try), ..checkout::waiting(name) }
}

async fn have_ended(store: &Store, orders: &[OrderId]) -> bool {
    for order in orders {
        if store.checkouts().by_id(*order).await.unwrap().unwrap().payment.stage != PaymentStage::Ended {
            return false;
        }
    }
    true
}

store_contract!(nobody_waits_for_a_provider_that_is_silent_to_others, |db| async move {
    let line = ProviderLine::default();
    let setup = Setup::default().flag(&format!("--staff-token={STAFF_TOKEN}")).payment_provider(line.provider());
    let app = setup.start(&db).await;
    let (paid, _) = placed(&app, checkout::waiting(0)).await;
    let page = page_of(&app, &paid).await;
    let token: SessionToken = session_of(&page).parse().unwrap();
    come_back(&app, &page, "choice=pay").await;
    let mut orders = Vec::new();
    for name in 1..=TRIES {
        orders.push(db.checkouts().place(waiting(name)).await.unwrap().id);
    }
    line.cut_but_for(token.id());
    // The provider is asked about them, and is silent.
    app.clock.turn(SignedDuration::from_mins(2));
    soon("somebody asks", || async { line.unanswered() > 0 }).await;
    // Their time is over while it is; then it is to be told of each.
    app.clock.turn(SignedDuration::from_mins(29));
    soon("they expire", || have_ended(&db, &orders)).await;
    let asked = line.unanswered();
    soon("somebody tells", || async { line.unanswered() > asked }).await;
    give_back(&app, &paid).await;
    soon("another's money goes back", || is_back(&db, &paid)).await;
    assert!((2..=16).contains(&line.most_at_once()), "side by side, with a bound: {}", line.most_at_once());
});
