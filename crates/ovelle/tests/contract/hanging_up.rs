//! Whoever hangs up on a call with a key, a moment after its last byte, has its answer when they come again: whatever
//! was begun runs to its end (docs/spec/ordering.md, "Idempotency-Key"), also on a node that leaves.

use std::{pin::pin, time::Duration};

use bus::{Bus, BusEvent, LocalBus, Topic};
use serde_json::{Value, json};
use testkit::{app::TestApp, book, kitchen::Answer, store_contract};
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    time::{Instant, sleep},
};

use crate::{
    carts::STAFF_TOKEN,
    money::{ORDER, pickup},
    money_under_fire::{PAY, choose, dies_at, folder, path_of, registered, setup},
};

const CANCEL: &str = "/api/commerce/v2/order/cancel";
/// Milliseconds after the last byte at which somebody hangs up.
const MOMENTS: [u64; 18] = [0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 26, 35, 50];
/// Within this whoever comes again is answered.
const SOON: Duration = Duration::from_secs(2);

/// A call with a key.
struct Call {
    path: String,
    key: String,
    body: Value,
}

impl Call {
    fn new(path: &str, key: String, body: Value) -> Self {
        Self { path: path.to_owned(), key, body }
    }

    fn is_staffs(&self) -> bool {
        self.path.starts_with("/api/staff/")
    }

    /// Sends it over a line of its own, and breaks that after so many milliseconds.
    async fn hang_up(&self, app: &TestApp, after: u64) {
        let mut line = TcpStream::connect(app.node().address()).await.unwrap();
        line.set_nodelay(true).unwrap();
        let (Self { path, key, .. }, body) = (self, self.body.to_string());
        let staff = if self.is_staffs() { format!("Authorization: Bearer {STAFF_TOKEN}\r\n") } else { String::new() };
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: a\r\n{staff}Idempotency-Key: {key}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        line.write_all((head + &body).as_bytes()).await.unwrap();
        sleep(Duration::from_millis(after)).await;
        // No lingering: the server meets a reset.
        socket2::SockRef::from(&line).set_linger(Some(Duration::ZERO)).unwrap();
    }

    /// Sends it again, to its end; whether the answer is one that was kept.
    async fn come_again(&self, app: &TestApp) -> (Answer, bool) {
        let came = Instant::now();
        let call = app.http.post(app.url(&self.path)).header("Idempotency-Key", &self.key);
        let call = if self.is_staffs() { call.bearer_auth(STAFF_TOKEN) } else { call };
        let answer = call.body(self.body.to_string()).send().await.unwrap();
        let is_kept = answer.headers().contains_key("idempotent-replayed");
        let answer = Answer::read(answer).await;
        assert!(came.elapsed() < SOON, "{}: {:?} {}", self.path, came.elapsed(), answer.body);
        (answer, is_kept)
    }

    /// Hangs up at a moment and comes again; the answer, and whether it was kept.
    async fn cut(&self, app: &TestApp, after: u64) -> (Answer, bool) {
        self.hang_up(app, after).await;
        self.come_again(app).await
    }
}

/// Cuts a call at each moment, each time another; some of them must have gone on by themselves.
async fn cut_all(app: &TestApp, status: u16, calls: Vec<Call>) -> Vec<Answer> {
    let (mut answers, mut kept) = (Vec::new(), 0);
    for (call, after) in calls.into_iter().zip(MOMENTS) {
        let (answer, is_kept) = call.cut(app, after).await;
        assert_eq!(answer.status.as_u16(), status, "{} cut after {after} ms: {}", call.path, answer.body);
        kept += usize::from(is_kept);
        answers.push(answer);
    }
    assert!(kept > 0, "no call went on after its caller had gone");
    answers
}

/// An order of somebody else each, by card.
fn order(number: usize) -> Value {
    pickup(&format!("0409{number:03}"), &json!({}))
}

store_contract!(whoever_hangs_up_on_their_order_has_it_when_they_come_again, |db| async move {
    let folder = folder();
    let app = setup(&folder).start(&db).await;
    let calls =
        (0..MOMENTS.len()).map(|number| Call::new(ORDER, format!("an-order-that-is-cut-{number}"), order(number)));
    let placed = cut_all(&app, 201, calls.collect()).await;
    let mut numbers: Vec<_> = placed.iter().map(|placed| placed.body["orderId"].as_str().unwrap()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), MOMENTS.len());
    assert_eq!(book::orders(db.url()).await.len(), MOMENTS.len(), "each was placed once");
});

/// An order for each moment.
async fn placed(app: &TestApp, kind: &str) -> Vec<Value> {
    let mut placed = Vec::new();
    for number in 0..MOMENTS.len() {
        let (answer, _) = Call::new(ORDER, format!("{kind}-order-{number}"), order(number)).come_again(app).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        placed.push(answer.body);
    }
    placed
}

store_contract!(whoever_hangs_up_on_their_payment_has_its_answer_when_they_come_again, |db| async move {
    let folder = folder();
    let app = setup(&folder).start(&db).await;
    let placed = placed(&app, "paid").await;
    let pay = |(number, placed): (usize, &Value)| {
        let body = json!({
            "orderId": placed["orderId"], "orderKey": placed["orderKey"], "grandTotal": placed["payable"],
            "shopExternalId": "1012", "selectedPaymentMethod": "applepay", "applePayToken": "test-ok",
        });
        Call::new(PAY, format!("a-payment-that-is-cut-{number}"), body)
    };
    for answer in cut_all(&app, 200, placed.iter().enumerate().map(pay).collect()).await {
        assert_eq!(answer.body["action"], "completed");
    }
    book::settles(db.url(), 20).await;
});

store_contract!(whoever_hangs_up_on_giving_up_has_its_answer_when_they_come_again, |db| async move {
    let folder = folder();
    let app = setup(&folder).start(&db).await;
    let placed = placed(&app, "cancelled").await;
    let cancel = |(number, placed): (usize, &Value)| {
        let body = json!({ "orderId": placed["orderId"], "orderKey": placed["orderKey"] });
        Call::new(CANCEL, format!("giving-up-that-is-cut-{number}"), body)
    };
    for answer in cut_all(&app, 200, placed.iter().enumerate().map(cancel).collect()).await {
        assert_eq!(answer.body["paymentStatus"], 3);
    }
});

store_contract!(money_goes_back_once_though_whoever_sends_it_hangs_up, |db| async move {
    let folder = folder();
    let app = setup(&folder).start(&db).await;
    let (placed, _) = Call::new(ORDER, "an-order-to-refund".to_owned(), order(0)).come_again(&app).await;
    choose(&app, &path_of(&placed.body), "choice=pay").await;
    let path = format!("/api/staff/orders/{}/refund", registered(&placed.body).id);
    let refund = |number| {
        Call::new(
            &path,
            format!("a-refund-that-is-cut-{number}"),
            json!({ "amount": 0.5, "reason": "Pizza oli kylmä." }),
        )
    };
    let answers = cut_all(&app, 200, (0..MOMENTS.len()).map(refund).collect()).await;
    let totals: Vec<_> = answers.iter().map(|answer| answer.body["refundedTotal"].as_f64().unwrap()).collect();
    let expected: Vec<_> = (1..=MOMENTS.len()).map(|times| f64::from(u8::try_from(times).unwrap()) / 2.0).collect();
    assert_eq!(totals, expected);
    book::settles(db.url(), 20).await;
});

store_contract!(a_node_leaves_when_what_it_committed_is_announced, |db| async move {
    let folder = folder();
    let (place, ear) = {
        let mut places = LocalBus::nodes(2);
        (places.remove(0), places.remove(0))
    };
    let app = setup(&folder).bus(place).start(&db).await;
    let (store, commits) = (app.node().store().clone(), app.node().commits().clone());
    for known in store.restaurants().all().await.unwrap() {
        ear.listen(&Topic::Restaurant(known.id)).await;
    }
    let mut heard = ear.events().unwrap();
    let order = pickup("0409500", &json!({ "paymentMethod": "onsite" }));
    let call = app.http.post(app.url(ORDER)).body(order.to_string()).send();
    // Its caller hangs up between the commit and the announcement.
    dies_at(&app, "placed", call).await.abort();
    let mut leaving = pin!(app.leave());
    while !commits.is_finishing() {
        tokio::select! {
            biased;
            () = &mut leaving => panic!("it left with an order that nobody was told of"),
            () = tokio::task::yield_now() => {}
        }
    }
    assert!(heard.try_recv().is_err(), "nothing is announced yet");
    store.failpoints().release();
    leaving.await;
    assert!(matches!(heard.try_recv(), Ok(BusEvent::Message(_))), "it left before its announcement");
});
