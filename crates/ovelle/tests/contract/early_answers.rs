//! An answer that is given before the body was read reaches its reader (docs/spec/hub.md, "Errors").

use serde_json::{Value, json};
use testkit::{
    app::{CHAIN_KEY, Setup, TestApp},
    store_contract,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tracking::Limits;

const USUAL: usize = 200 * 1024;
const TOO_MUCH: usize = 10_000_000;

/// One connection, on which a caller sends the whole of a call before they read the answer, as most do.
struct Caller(TcpStream);

/// What they read.
#[derive(Debug)]
struct Read {
    status: u16,
    head: String,
    body: Value,
}

impl Read {
    fn closes(&self) -> bool {
        self.head.contains("\r\nconnection: close\r\n")
    }

    fn code(&self) -> (u16, &str) {
        (self.status, self.body["messageCode"].as_str().unwrap_or_default())
    }
}

impl Caller {
    async fn connect(app: &TestApp) -> Self {
        Self(TcpStream::connect(app.node().address()).await.unwrap())
    }

    /// A call with a key, or without any where it is empty.
    async fn call(&mut self, call: &str, key: &str, length: usize) -> Read {
        let key = if key.is_empty() { String::new() } else { format!("Authorization: Bearer {key}\r\n") };
        let head = format!("{call} HTTP/1.1\r\nHost: a\r\n{key}Content-Length: {length}\r\n\r\n");
        self.0.write_all(head.as_bytes()).await.unwrap();
        let mut body = if length == 0 { Vec::new() } else { br#"{"rating":4}"#.to_vec() };
        body.resize(length, b' ');
        self.0.write_all(&body).await.unwrap_or_else(|error| panic!("{call}: {error}"));
        self.read().await
    }

    async fn read(&mut self) -> Read {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(self.0.read_u8().await.expect("the head of an answer"));
        }
        let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
        let length = head.split("content-length: ").nth(1).expect("a length").lines().next().unwrap().parse().unwrap();
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).await.expect("the body of an answer");
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Read { status, head, body: serde_json::from_slice(&body).unwrap_or_default() }
    }

    async fn expect_end(mut self) {
        assert_eq!(self.0.read(&mut [0]).await.expect("closed, not reset"), 0);
    }
}

/// Refused without a look at the body.
const REFUSED: [(&str, &str, (u16, &str)); 4] = [
    ("POST /api/dispatch/orders", "a wrong key", (401, "dispatch/unauthorized")),
    ("POST /api/dispatch/nothing-of-ours", CHAIN_KEY, (404, "request/not-found")),
    ("POST /no-page-of-ours", CHAIN_KEY, (404, "")),
    ("DELETE /api/dispatch/orders", CHAIN_KEY, (405, "request/method-not-allowed")),
];

store_contract!(a_body_of_usual_size_is_taken_and_the_connection_goes_on, |db| async move {
    let app = TestApp::start(&db).await;
    let mut caller = Caller::connect(&app).await;
    for (call, key, expected) in REFUSED {
        let refused = caller.call(call, key, USUAL).await;
        assert_eq!((refused.code(), refused.closes()), (expected, false), "{call}");
    }
    assert_eq!(caller.call("POST /api/dispatch/orders", CHAIN_KEY, USUAL).await.code(), (422, "request/invalid"));
    assert_eq!(caller.call("GET /readyz", "", 0).await.body, json!({ "degraded": [] }));
});

store_contract!(after_a_larger_body_the_answer_says_that_the_connection_ends, |db| async move {
    let app = TestApp::start(&db).await;
    let too_large = ("POST /api/dispatch/orders", CHAIN_KEY, (413, "request/too-large"));
    for (call, key, expected) in REFUSED.into_iter().chain([too_large]) {
        let mut caller = Caller::connect(&app).await;
        let refused = caller.call(call, key, TOO_MUCH).await;
        assert_eq!((refused.code(), refused.closes()), (expected, true), "{call}");
        caller.expect_end().await;
    }
});

store_contract!(whoever_guesses_too_much_reads_that_they_do, |db| async move {
    let limits = Limits { wrong_keys_per_minute: 1, ..Limits::default() };
    let app = Setup::default().flag("--rate-factor=1").limits(limits).start(&db).await;
    let mut caller = Caller::connect(&app).await;
    let guess = "POST /api/commerce/v2/order-tracking/1/guess/feedback";
    assert_eq!(caller.call(guess, "", USUAL).await.code(), (404, "order/not-found"));
    let refused = caller.call(guess, "", USUAL).await;
    assert_eq!((refused.code(), refused.closes()), ((429, "request/too-many"), false));
    assert!(refused.head.contains("\r\nretry-after: "), "{}", refused.head);
});
