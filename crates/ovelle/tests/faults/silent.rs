//! Services outside that take what they are sent and never answer: others' money and time do not wait for them.

use std::time::Duration;

use deps::{Clock, SystemClock};
use domain::{ids::OrderId, payment::SessionId};
use jiff::{SignedDuration, Timestamp};
use reqwest::Client;
use serde_json::{Value, json};
use store::{NewCheckout, NewMessage, NewTry, Store};
use testkit::{
    app::Setup,
    checkout,
    clock::FakeClock,
    load::{Load, NodeAddresses, RunningLoad},
    process::{NodeSetup, STAFF_TOKEN},
    provider::ProviderLine,
    shop::{self, PAYING, PLACING},
};
use tokio::{
    net::TcpListener,
    time::{Instant, sleep},
};

use crate::{
    cluster::{DEAF, fault_inside, fault_on, promise},
    form::{either, load, span},
    record,
};

/// Within this money goes back, and others' orders expire (docs/spec/promises.md, "Faults to inject").
const SOON: Duration = Duration::from_secs(5);
/// Within this orders expire whose own provider is silent (docs/spec/ordering.md, "Outside calls").
const OWN: Duration = Duration::from_secs(10);
/// However busy the machine is, this is enough.
const SLACK: Duration = Duration::from_secs(2);
/// Mails before the money.
const MAILS: u64 = 1_000;

/// Places an order at a node and pays it; its number.
async fn paid(door: &str, number: u32) -> OrderId {
    let client = Client::new();
    let call = async |path: &str, body: &Value| {
        let answer = client.post(format!("{door}{path}")).json(body).send().await.unwrap();
        let (status, body) = (answer.status(), answer.json::<Value>().await.unwrap());
        assert!(status.is_success(), "{path}: {status} {body}");
        body
    };
    let placed = call(PLACING, &shop::order(8_000_000 + number, &format!("eino{number}@ovelle.example"))).await;
    let paid = call(PAYING, &shop::payment(&placed)).await;
    assert_eq!(paid["action"], "completed", "{paid}");
    placed["orderId"].as_str().unwrap().parse().unwrap()
}

/// Sends all money of an order back; how long it takes until the provider has sent it.
async fn give_back(store: &Store, door: &str, order: OrderId) -> Duration {
    let call = Client::new().post(format!("{door}/api/staff/orders/{order}/refund")).bearer_auth(STAFF_TOKEN);
    let call = call.header("Idempotency-Key", format!("given-back-{order}"));
    let asked = Instant::now();
    let given = call.json(&json!({ "reason": "Pizza oli kylmä." })).send().await.unwrap();
    assert!(given.status().is_success(), "{}", given.text().await.unwrap());
    while store.checkouts().pending_refund(order, 1).await.unwrap().is_some() {
        assert!(asked.elapsed() < SOON * 4, "the money of {order} does not go back");
        sleep(Duration::from_millis(20)).await;
    }
    asked.elapsed()
}

/// Gives money of one order after another back for so long; how long the slowest took.
async fn give_back_for(store: &Store, doors: &NodeAddresses, running: &RunningLoad, span: Duration) -> Duration {
    let (begun, mut latest, mut number) = (Instant::now(), Duration::ZERO, 0);
    while begun.elapsed() < span {
        let door = doors.url(number as usize % doors.len());
        let order = paid(&door, number).await;
        latest = latest.max(give_back(store, &door, order).await);
        number += 1;
        running.run_for(Duration::from_millis(500)).await;
    }
    let name = "money was back at the latest after, ms";
    record::note(name, u64::try_from(latest.as_millis()).unwrap());
    latest
}

#[test]
fn mails_that_nobody_takes() {
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("smtp://{}", server.local_addr().unwrap());
    let nodes = move |_, setup: NodeSetup| {
        setup.set("OVELLE_MAIL_URL", &url).set("OVELLE_MAIL_FROM", "Ovelle <kuitit@ovelle.example>")
    };
    fault_on(nodes, |cluster| async move {
        server.set_nonblocking(true).unwrap();
        let server = TcpListener::from_std(server).unwrap();
        // It takes whatever comes, and says nothing.
        let lines = tokio::spawn(async move {
            let mut lines = Vec::new();
            while let Ok((line, _)) = server.accept().await {
                lines.push(line);
            }
        });
        for _ in 0..MAILS {
            let payload = json!({
                "kind": "order-receipt", "to": "aino@ovelle.example", "subject": "Kuitti", "text": "Kiitos.", "links": [],
            });
            let now = SystemClock.now();
            let message = NewMessage { kind: "mail", payload, ready_at: now, created_at: now };
            cluster.store.outbox().put(message).await.unwrap();
        }
        let running = load(1301).start(&cluster.doors, &cluster.doors).await;
        let latest = give_back_for(&cluster.store, &cluster.doors, &running, span(6.0, 60.0)).await;
        let slack = running.pulse().longest().min(SLACK);
        assert!(latest <= SOON + slack, "money waited for {latest:?}");
        assert!(cluster.store.outbox().state(SystemClock.now()).await.unwrap().waiting >= MAILS);
        lines.abort();
        let name = "beside a mail server that never answers";
        let verdict = cluster.judge(name, running).await;
        promise(name, &verdict, Duration::ZERO, DEAF, |_| true);
    });
}

/// An order that waits for its money until then; its number in the test tells it from others.
fn waiting(number: u32, pays_until: Timestamp) -> NewCheckout {
    let mut content = [0; 32];
    content[..4].copy_from_slice(&number.to_be_bytes());
    NewCheckout { placed_at: SystemClock.now(), pays_until, content, ..checkout::waiting(0) }
}

/// The same with a try that is open at a provider, which is asked about it from now on.
fn with_a_try(number: u32, pays_until: Timestamp) -> (NewCheckout, SessionId) {
    let mut name = [1; 16];
    name[..4].copy_from_slice(&number.to_be_bytes());
    let (session, now) = (SessionId::new(name), SystemClock.now());
    let usual = checkout::new_try(0);
    let sessions = vec![session; usual.sessions.len()];
    let first_try = Some(NewTry { sessions, method: "scheme".to_owned(), opened_at: now, look_at: now, ..usual });
    (NewCheckout { first_try, ..waiting(number, pays_until) }, session)
}

/// Waits until orders are over whose time to pay was until then; how late the last one was.
async fn expired(store: &Store, orders: &[(OrderId, Timestamp)], within: Duration) -> Duration {
    let mut latest = Duration::ZERO;
    for (order, pays_until) in orders {
        let until = *pays_until + SignedDuration::try_from(within * 4).unwrap();
        let ended = loop {
            if let Some(ended) = store.checkouts().by_id(*order).await.unwrap().unwrap().payment.ended_at {
                break ended;
            }
            assert!(SystemClock.now() < until, "order {order} does not expire");
            sleep(Duration::from_millis(50)).await;
        };
        latest = latest.max(Duration::try_from(ended.duration_since(*pays_until)).unwrap_or_default());
    }
    latest
}

/// Lets the nodes' clock go as the machine's does.
async fn tick(clock: FakeClock) {
    loop {
        clock.turn_to(SystemClock.now());
        sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn a_provider_that_never_answers() {
    let (line, clock) = (ProviderLine::default(), FakeClock::default());
    clock.turn_to(SystemClock.now());
    let (at_nodes, of_nodes) = (line.clone(), clock.clone());
    let setup = move || {
        let setup = Setup::default().flag(&format!("--staff-token={STAFF_TOKEN}")).clock(&of_nodes);
        setup.payment_provider(at_nodes.provider())
    };
    fault_inside(setup, |db, nodes| async move {
        let ticking = tokio::spawn(tick(clock));
        let doors = NodeAddresses::new(nodes.iter().map(|node| node.node().address()).collect());
        let store = db.store();
        let running = Load { cars: 0, boards: 0, ..load(1302) }.start(&doors, &doors).await;
        // One after the other is over during the silence, and then the provider is to be told of it.
        let (tries, mut own, mut sessions) = (either(100, 500), Vec::new(), Vec::new());
        let first = SystemClock.now() + SignedDuration::try_from(span(6.0, 20.0)).unwrap();
        let apart = SignedDuration::try_from(span(8.0, 60.0)).unwrap() / i32::try_from(tries).unwrap();
        for number in 0..tries {
            let over = first + apart * i32::try_from(number).unwrap();
            let (new, session) = with_a_try(number, over);
            own.push((store.checkouts().place(new).await.unwrap().id, over));
            sessions.push(session);
        }
        line.cut_for(sessions);
        let begun = Instant::now();
        let mut others = Vec::new();
        let giving_back = give_back_for(&store, &doors, &running, span(16.0, 90.0));
        let expiring = async {
            for number in tries.. {
                if begun.elapsed() >= span(16.0, 90.0) {
                    return;
                }
                let over = SystemClock.now() + SignedDuration::from_secs(1);
                others.push((store.checkouts().place(waiting(number, over)).await.unwrap().id, over));
                sleep(Duration::from_millis(500)).await;
            }
        };
        let (latest, ()) = tokio::join!(giving_back, expiring);
        let (expired_own, expired_others) = (expired(&store, &own, OWN).await, expired(&store, &others, SOON).await);
        for (name, late) in [("others expired", expired_others), ("orders of the silent provider expired", expired_own)]
        {
            record::note(&format!("{name} at the latest after, ms"), u64::try_from(late.as_millis()).unwrap());
        }
        let slack = running.pulse().longest().min(SLACK);
        assert!(latest <= SOON + slack, "money waited for {latest:?}");
        assert!(expired_others <= SOON + slack && expired_own <= OWN + slack, "{expired_others:?}, {expired_own:?}");
        assert!(line.unanswered() > 0, "the provider was asked");
        assert!(line.most_at_once() <= 2 * 16, "{} calls at once at two nodes", line.most_at_once());
        let name = "beside a provider that never answers";
        let (machine, disk) = (running.pulse().longest(), running.disk().longest());
        let verdict = running.finish(&store, db.url()).await;
        record::load(name, &verdict, (machine, disk));
        assert!(verdict.findings.is_empty(), "{name}: {}", verdict.report());
        ticking.abort();
    });
}
