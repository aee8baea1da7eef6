//! A reader that does not read is closed, and costs nobody else anything.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    kitchen::Registered,
    store_contract,
};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest, http::HeaderValue},
};
use tracking::Limits;

use crate::live::watch;

/// Opens a line whose kernel takes next to nothing, and subscribes.
async fn open_narrow(app: &TestApp, order: &Registered) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2048).unwrap();
    let stream = socket.connect(app.node().address()).await.unwrap();
    let mut request = format!("ws://{}/api/tracking/live", app.node().address()).into_client_request().unwrap();
    request.headers_mut().insert("sec-websocket-protocol", HeaderValue::from_static("ovelle.live.v1"));
    let (mut socket, _) = client_async(request, stream).await.unwrap();
    let ask = json!({ "type": "subscribe", "topic": "order", "orderId": order.id, "orderKey": order.key });
    socket.send(Message::text(ask.to_string())).await.unwrap();
    socket
}

store_contract!(who_does_not_read_is_closed_and_the_others_see_all, |db| async move {
    let limits = Limits {
        live: live::LiveLimits { stuck_write: Duration::from_millis(500), ..live::LiveLimits::default() },
        ..Limits::default()
    };
    let app = Setup::default().limits(limits).start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.report_status(&order.id, 5).await;
    let mut healthy = watch(&app, &order).await;
    let mut narrow = open_narrow(&app, &order).await;
    let is_subscribed = async |socket: &mut WebSocketStream<TcpStream>| {
        while let Some(Ok(message)) = socket.next().await {
            if message.to_text().is_ok_and(|text| text.contains("snapshot")) {
                return true;
            }
        }
        false
    };
    assert!(is_subscribed(&mut narrow).await);
    // Frames of 2 KiB, so that the kernel's buffers are full soon.
    let note = "🍕".repeat(500);
    let slow_lines = || app.node().hub().metrics().slow_connections.get();
    let mut reported: i64 = 1;
    while slow_lines() == 0 {
        let status = if reported % 2 == 1 { 6 } else { 5 };
        let answer = kitchen.try_report_status(&order.id, &json!({ "status": status, "note": note })).await;
        reported += 1;
        assert_eq!(answer.body["seq"], json!(reported), "reports are answered all the while");
        assert_eq!(healthy.expect("status").await["seq"], json!(reported), "who reads is told all the while");
        assert!(reported < 2000, "a reader that does not read is closed long before this");
    }
    // What the slow one reads at last is whole and in order, up to where it was cut off.
    let mut seen = 1;
    let code = loop {
        match narrow.next().await {
            Some(Ok(Message::Text(text))) => {
                let frame: Value = serde_json::from_str(&text).unwrap();
                seen += 1;
                assert_eq!((&frame["type"], &frame["seq"]), (&json!("status"), &json!(seen)));
            }
            Some(Ok(Message::Close(Some(close)))) => break Some(u16::from(close.code)),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => break None,
        }
    };
    assert!(matches!(code, Some(4408) | None), "too slow, or cut: {code:?}");
    assert!(seen < reported);
});
