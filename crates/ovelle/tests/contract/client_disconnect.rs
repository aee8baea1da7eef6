//! A caller may hang up at any moment: what it asked for is then wholly there, or not at all.

use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;
use testkit::{app::TestApp, kitchen::Registered, store_contract};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::{live::read_to_end, live::watch, seqs, track};

/// Calls that are broken off.
const CALLS: i64 = 120;

store_contract!(a_report_is_there_and_told_or_not_at_all, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.report_status(&order.id, 5).await;
    let mut watcher = watch(&app, &order).await;
    let mut chance = StdRng::seed_from_u64(5);
    let (mut came_through, mut expected) = (0, vec![5]);
    for n in 0..CALLS {
        let status = if n % 2 == 0 { 6 } else { 5 };
        let report = json!({ "status": status, "eventId": format!("e{n}") });
        hang_up(&app, &order, &report.to_string(), &mut chance).await;
        // The same event again, to its end: whatever became of the first call, it stands once.
        let answer = kitchen.try_report_status(&order.id, &report).await;
        assert_eq!((answer.status.as_u16(), &answer.body["seq"]), (200, &json!(n + 2)), "{}", answer.body);
        came_through += i64::from(answer.body["applied"] == false);
        expected.push(status);
    }
    assert!((1..CALLS).contains(&came_through), "some came through and some did not: {came_through} of {CALLS}");
    kitchen.report_all(&order.id, &[11, 12]).await;
    expected.extend([11, 12]);
    assert_eq!(read_to_end(&mut watcher, 1).await, expected[1..]);
    let history = track(&app, &order).await["statusHistory"].clone();
    assert_eq!(seqs(&history), (0..=CALLS + 3).collect::<Vec<_>>());
});

/// Sends a report, or a part of it, and breaks the connection after a moment of chance.
async fn hang_up(app: &TestApp, order: &Registered, body: &str, chance: &mut StdRng) {
    let mut stream = TcpStream::connect(app.node().address()).await.unwrap();
    let head = format!(
        "POST /api/dispatch/orders/{}/status HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {}\r\nContent-Length: {}\r\n\r\n",
        order.id,
        testkit::app::CHAIN_KEY,
        body.len()
    );
    let call = head + body;
    let sent = if chance.random_bool(0.2) { chance.random_range(0..call.len()) } else { call.len() };
    stream.write_all(&call.as_bytes()[..sent]).await.unwrap();
    if sent == call.len() && chance.random_bool(0.2) {
        // The answer comes, and nobody reads all of it.
        let _first = stream.read_u8().await;
    }
    for _ in 0..chance.random_range(0..200) {
        tokio::task::yield_now().await;
    }
    // No lingering: the server meets a reset.
    socket2::SockRef::from(&stream).set_linger(Some(std::time::Duration::ZERO)).unwrap();
}
