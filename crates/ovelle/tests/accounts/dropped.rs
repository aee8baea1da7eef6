//! Every call of accounts that writes, given up by its caller at each of its awaits: what it does is done whole or not at
//! all, and the same call again is answered (docs/decisions/036-what-may-be-dropped.md).

use std::{
    collections::{BTreeMap, BTreeSet},
    future::poll_fn,
    pin::pin,
    task::Poll,
};

use axum::{body::Body, extract::Request, response::Response};
use deps::Clock;
use serde_json::Value;
use testkit::{
    app::TestApp,
    db::{DatabaseKind, TestDb},
    store_contract,
};
use tower::ServiceExt;

use crate::dropped_calls::{GivenUp, ROWS, Row, Scene};

/// Changes that other tables hold: `store::dropped` each operation of the store, `hanging_up` and `client_disconnect` of
/// the contract what kitchens, dispatchers and payers call.
const ELSEWHERE: &str = "
    registerOrder setStatus setStatuses acceptOrder prepareOrder rejectOrder pauseRestaurant resumeRestaurant
    setRestaurantBusy markOut takeBack putBatch departBatch addPositions acceptStaffOrder prepareStaffOrder rejectStaffOrder
    pauseStaffRestaurant resumeStaffRestaurant setStaffRestaurantBusy markStaffOut takeStaffBack refundOrder giveFeedback
    payOrder cancelOrder notifyTestPayment
";
/// Calls that change nothing, though they are no `GET`.
const READS: &str = "
    getOrderByKey exportOrder makePriceToken priceCart findBestPrice priceCartItem priceCombo resizeProduct
    makeCaptchaChallenge reportPageErrors reportPageVitals logFaqSearch getCartSlices getTrackingSlices takeCmsWebhook
";
/// Polls after which every call has ended.
const MOST: usize = 400;
/// Times that a call is made whose answer says that it may come again in a second, as a busy node's does.
const TRIES: usize = 20;

/// What the database has of accounts: how many rows of each kind, so that a difference is the same whosever it is.
const COUNTS: &str = "
    SELECT 'accounts ' || count(*) FROM customers
    UNION ALL SELECT 'addresses to sign in by ' || count(*) FROM sign_in_emails
    UNION ALL SELECT 'called Eino ' || count(*) FROM customers WHERE first_name = 'Eino'
    UNION ALL SELECT 'members ' || count(*) FROM customers WHERE joined_at IS NOT NULL
    UNION ALL SELECT 'rows of cards ' || count(*) FROM loyalty_rows WHERE kind IN ('joined', 'welcomed', 'spinUsed', 'left')
    UNION ALL SELECT 'shown a welcome ' || count(*) FROM loyalty_members WHERE CAST(show_welcome AS INTEGER) = 1
    UNION ALL SELECT 'shown a prize ' || count(*) FROM loyalty_members WHERE CAST(show_prize AS INTEGER) = 1
    UNION ALL SELECT 'seeds ' || count(*) FROM wheel_seeds
    UNION ALL SELECT 'spins ' || count(*) FROM wheel_spins
    UNION ALL SELECT 'favourites ' || count(*) FROM customers WHERE favourite_order_id IS NOT NULL
    UNION ALL SELECT 'erased ' || count(*) FROM customers WHERE erased_at IS NOT NULL
    UNION ALL SELECT 'changes of what signs in ' || coalesce(sum(security_changes), 0) FROM customers
    UNION ALL SELECT 'sessions ' || count(*) FROM customer_sessions
    UNION ALL SELECT 'links ' || count(*) FROM customer_tokens
    UNION ALL SELECT 'consents ' || count(*) FROM customer_consents
    UNION ALL SELECT 'addresses ' || count(*) FROM customer_addresses
    UNION ALL SELECT 'primary addresses ' || count(*) FROM customer_addresses WHERE CAST(is_primary AS INTEGER) = 1
    UNION ALL SELECT 'in the new street ' || count(*) FROM customer_addresses WHERE street = 'Uusikatu 1'
    UNION ALL SELECT 'identities ' || count(*) FROM customer_identities
    UNION ALL SELECT 'tokens of providers ' || count(*) FROM provider_tokens
    UNION ALL SELECT 'searches ' || count(*) FROM customer_searches
    UNION ALL SELECT 'orders ' || count(*) FROM orders
    UNION ALL SELECT 'checkouts ' || count(*) FROM checkouts
    UNION ALL SELECT 'phones of orders ' || count(*) FROM order_search WHERE phone IS NOT NULL
    UNION ALL SELECT 'sessions of the staff ' || count(*) FROM staff_sessions
    UNION ALL SELECT 'live tokens ' || count(*) FROM live_tokens
    UNION ALL SELECT 'second factors ' || count(*) FROM staff WHERE totp_secret IS NOT NULL
    UNION ALL SELECT 'second factors to confirm ' || count(*) FROM staff WHERE totp_pending IS NOT NULL
    UNION ALL SELECT 'recovery codes ' || count(*) FROM staff_recovery_codes
";
/// Connections of PostgreSQL that others have in a transaction.
const UNDER_WAY: &str = "SELECT CAST(pid AS TEXT) FROM pg_stat_activity WHERE datname = current_database() \
    AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND xact_start IS NOT NULL";

/// How many of each there are more, or fewer.
type Difference = BTreeMap<String, i64>;

async fn counted(db: &TestDb) -> Difference {
    let lines = db.texts(COUNTS).await;
    lines
        .iter()
        .map(|line| {
            let (name, count) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), count.parse().unwrap())
        })
        .collect()
}

async fn since(before: &Difference, db: &TestDb) -> Difference {
    let mut now = counted(db).await;
    now.iter_mut().for_each(|(name, count)| *count -= before[name]);
    now.retain(|_, count| *count != 0);
    now
}

/// Waits until what was begun is written.
async fn settled(app: &TestApp, db: &TestDb, n: usize) {
    app.node().store().prove_writes(u8::try_from(n % 250).unwrap(), app.clock.now()).await.unwrap();
    let is_idle = async || db.kind() == DatabaseKind::Sqlite || db.texts(UNDER_WAY).await.is_empty();
    while !app.node().commits().is_idle() || !is_idle().await {
        tokio::task::yield_now().await;
    }
}

/// Makes a call within this process, until it has been polled so often; its answer, where it came to one.
async fn until(app: &TestApp, call: &GivenUp, polls: usize) -> Option<Response> {
    let mut request =
        Request::builder().method(call.method.clone()).uri(&call.path).header("host", app.node().address().to_string());
    request = request.header("origin", app.url("")).header("content-type", "application/json");
    request = call.cookie.iter().fold(request, |request, cookie| request.header("cookie", cookie));
    request = call.key.iter().fold(request, |request, key| request.header("idempotency-key", key));
    request =
        call.bearer.iter().fold(request, |request, token| request.header("authorization", format!("Bearer {token}")));
    let body = if call.body.is_null() { Body::empty() } else { Body::from(call.body.to_string()) };
    let (mut answer, mut left) = (pin!(app.node().router().oneshot(request.body(body).unwrap())), polls);
    poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        match answer.as_mut().poll(context) {
            Poll::Ready(answer) => Poll::Ready(Some(answer.unwrap())),
            Poll::Pending if left == 0 => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

/// Makes a call that nobody gives up, again for as long as the node is busy; its status.
async fn answered(app: &TestApp, db: &TestDb, call: &GivenUp) -> u16 {
    for _ in 0..TRIES {
        let answer = until(app, call, usize::MAX).await.unwrap();
        let is_busy = answer.headers().get("retry-after").is_some_and(|after| after == "1");
        if !is_busy {
            return answer.status().as_u16();
        }
        settled(app, db, 0).await;
    }
    panic!("{} {} is never answered", call.method, call.path);
}

/// What a call does that nobody gives up: once, and once more.
async fn whole(scene: &Scene, db: &TestDb, row: &Row) -> [Difference; 2] {
    let call = (row.made)(scene, MOST).await;
    settled(&scene.app, db, 0).await;
    let before = counted(db).await;
    let mut done = Vec::new();
    for answers in [&row.answers[..1], row.answers] {
        let status = answered(&scene.app, db, &call).await;
        assert!(answers.contains(&status), "{}: {status}", row.operation);
        settled(&scene.app, db, 0).await;
        done.push(since(&before, db).await);
    }
    done.try_into().unwrap()
}

async fn given_up_everywhere(scene: &Scene, db: &TestDb, row: &Row) {
    let Row { operation, made, answers } = row;
    let [mut once, mut twice] = whole(scene, db, row).await;
    if *operation == "finishIdentity" && once.is_empty() {
        // A provider that was too slow sends its browser on as well, to a page that says so.
        [once, twice] = whole(scene, db, row).await;
    }
    let mut polls = 0;
    loop {
        let call = made(scene, polls).await;
        settled(&scene.app, db, polls).await;
        let before = counted(db).await;
        let ended = until(&scene.app, &call, polls).await;
        settled(&scene.app, db, polls).await;
        let first = since(&before, db).await;
        if call.key.is_none() {
            let is_whole = first.is_empty() || first == once;
            assert!(is_whole, "{operation} given up at its await number {polls}: {first:?} of {once:?}");
        }
        let again = answered(&scene.app, db, &call).await;
        let expected = if call.key.is_some() { &answers[..1] } else { answers };
        assert!(expected.contains(&again), "{operation} again after await number {polls}: {again}");
        settled(&scene.app, db, polls).await;
        let all = since(&before, db).await;
        // A provider's code is good once: whoever gives up in between begins anew.
        let is_one = all == once || all == twice || (*operation == "finishIdentity" && all.is_empty());
        assert!(is_one, "{operation} again after await number {polls}: {all:?}, not {once:?} nor {twice:?}");
        if ended.is_some() {
            break;
        }
        polls += 1;
        assert!(polls < MOST, "{operation} does not end");
    }
    assert!(polls > 0, "{operation} waits for nothing, so that it was never given up");
}

store_contract!(what_its_caller_gives_up_is_done_whole_or_not_at_all, |db| async move {
    let scene = Scene::set(&db).await;
    for row in ROWS {
        given_up_everywhere(&scene, &db, row).await;
    }
});

#[test]
fn every_call_that_writes_is_given_up_by_a_test() {
    let document: Value = serde_json::from_str(include_str!("../../../../web/src/api/openapi.json")).unwrap();
    let items = document["paths"].as_object().unwrap().values().filter_map(Value::as_object);
    let writes = items.flatten().filter(|(method, _)| *method != "get");
    let mut all: BTreeSet<&str> = writes.map(|(_, one)| one["operationId"].as_str().unwrap()).collect();
    // A browser is led to the one, a program calls the other, and both write.
    all.extend(["finishIdentity", "spinWheelByBearer"]);
    let apart: Vec<_> = ELSEWHERE.split_whitespace().chain(READS.split_whitespace()).collect();
    let here: Vec<_> = ROWS.iter().map(|row| row.operation).collect();
    let named: BTreeSet<&str> = apart.iter().chain(&here).copied().collect();
    assert_eq!(named, all, "each call that writes has its row, and each row its call");
    assert_eq!(named.len(), apart.len() + here.len(), "each stands once");
}
