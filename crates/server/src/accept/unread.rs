//! What a call leaves unread of its body. Whoever is still sending reads no answer, so a body of usual size is taken
//! all the same before the answer goes out; after a larger one the connection is closed (docs/spec/hub.md, "Errors").

use std::{
    future::poll_fn,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::header,
};
use hyper::body::{Frame, Incoming, SizeHint};

use crate::extract::MAX_BODY;

/// How long the rest of a body may take to come.
const TAKEN_WITHIN: Duration = Duration::from_secs(2);

/// What the present call of a connection has left unread.
#[derive(Clone, Default)]
pub(super) struct Unread(Arc<Mutex<Option<Rest>>>);

/// A body, and how much of it was read.
struct Rest {
    body: Incoming,
    read: u64,
    /// Whether the peer waits to be asked for it (`Expect: 100-continue`).
    is_unasked: bool,
}

/// A call's body, which leaves what was not read of it to its connection.
struct WatchedBody {
    /// None after its end.
    rest: Option<Rest>,
    unread: Unread,
}

impl Unread {
    /// Watches what is read of a call's body.
    pub(super) fn watch(&self, request: hyper::Request<Incoming>) -> Request {
        let is_unasked = request.headers().contains_key(header::EXPECT);
        request.map(|body| {
            if body.is_end_stream() {
                return Body::new(body);
            }
            Body::new(WatchedBody { rest: Some(Rest { body, read: 0, is_unasked }), unread: self.clone() })
        })
    }

    /// Takes in what was left of the body; whether the connection can go on after it.
    pub(super) async fn take_in(&self) -> bool {
        let Some(rest) = self.lock().take() else { return true };
        // It was never asked for, and may never come.
        if rest.is_unasked {
            return false;
        }
        tokio::time::timeout(TAKEN_WITHIN, rest.take_in()).await.unwrap_or(false)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Rest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rest {
    /// Reads to the end; false where that is too far away.
    async fn take_in(mut self) -> bool {
        while self.is_near_its_end() {
            match poll_fn(|cx| self.poll_frame(cx)).await {
                Some(Ok(_)) => {}
                Some(Err(_)) => return false,
                None => return true,
            }
        }
        false
    }

    /// Whether the whole body is no larger than any that is read, as far as that is known.
    fn is_near_its_end(&self) -> bool {
        self.read.saturating_add(self.body.size_hint().lower()) <= MAX_BODY as u64
    }

    fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        self.is_unasked = false;
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        if let Poll::Ready(Some(frame)) = &polled {
            // Nothing can be read after an error.
            let length = frame.as_ref().map_or(u64::MAX, |frame| frame.data_ref().map_or(0, |data| data.len() as u64));
            self.read = self.read.saturating_add(length);
        }
        polled
    }
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(rest) = &mut self.rest else { return Poll::Ready(None) };
        let polled = rest.poll_frame(cx);
        if matches!(polled, Poll::Ready(None)) {
            self.rest = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.rest.as_ref().is_none_or(|rest| rest.body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        self.rest.as_ref().map_or_else(|| SizeHint::with_exact(0), |rest| rest.body.size_hint())
    }
}

impl Drop for WatchedBody {
    fn drop(&mut self) {
        if let Some(rest) = self.rest.take() {
            *self.unread.lock() = Some(rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::{Router, http::StatusCode, routing::post};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::{TcpListener, TcpStream},
        time::Instant,
    };
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::{
        Json,
        accept::{AcceptLimits, serve},
    };

    const TEN_MB: usize = 10_000_000;

    /// A connection to a server that refuses at `/no` without a look at the body, and reads it at `/`.
    async fn connect() -> TcpStream {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new()
            .route("/no", post(|| async { (StatusCode::UNAUTHORIZED, "no") }))
            .route("/", post(|Json(_): Json<serde_json::Value>| async { "yes" }));
        tokio::spawn(serve(listener, router, AcceptLimits::default(), CancellationToken::new()));
        TcpStream::connect(address).await.unwrap()
    }

    fn head(path: &str, headers: &str) -> String {
        format!("POST {path} HTTP/1.1\r\nHost: a\r\n{headers}\r\n\r\n")
    }

    /// The next answer's head and body.
    async fn answer(stream: &mut TcpStream) -> (String, String) {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.expect("the head of an answer"));
        }
        let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
        let length =
            head.split("content-length: ").nth(1).map_or(0, |rest| rest.lines().next().unwrap().parse().unwrap());
        let mut body = vec![0; length];
        stream.read_exact(&mut body).await.expect("the body of an answer");
        (head, String::from_utf8(body).unwrap())
    }

    fn closes(head: &str) -> bool {
        head.contains("\r\nconnection: close\r\n")
    }

    async fn goes_on(stream: &mut TcpStream) {
        stream.write_all(format!("{}7", head("/", "Content-Length: 1")).as_bytes()).await.unwrap();
        assert_eq!(answer(stream).await.1, "yes");
    }

    async fn is_at_its_end(stream: &mut TcpStream) {
        assert_eq!(stream.read(&mut [0]).await.unwrap(), 0, "closed, not reset");
    }

    #[tokio::test]
    async fn a_body_of_usual_size_is_taken_and_the_connection_goes_on() {
        let mut stream = connect().await;
        for length in [1, 200 * 1024, MAX_BODY] {
            stream.write_all(head("/no", &format!("Content-Length: {length}")).as_bytes()).await.unwrap();
            stream.write_all(&vec![b' '; length]).await.unwrap();
            let (head, body) = answer(&mut stream).await;
            assert_eq!((closes(&head), &*body), (false, "no"), "{head}");
            goes_on(&mut stream).await;
        }
        stream.write_all(head("/no", "Transfer-Encoding: chunked").as_bytes()).await.unwrap();
        for _ in 0..16 {
            let chunk = format!("4000\r\n{}\r\n", " ".repeat(0x4000));
            stream.write_all(chunk.as_bytes()).await.unwrap();
        }
        stream.write_all(b"0\r\n\r\n").await.unwrap();
        assert!(!closes(&answer(&mut stream).await.0));
        goes_on(&mut stream).await;
    }

    #[tokio::test]
    async fn whoever_sends_too_much_reads_the_answer_all_the_same() {
        for path in ["/no", "/"] {
            let mut stream = connect().await;
            stream.write_all(head(path, &format!("Content-Length: {TEN_MB}")).as_bytes()).await.unwrap();
            stream.write_all(&vec![b' '; TEN_MB]).await.expect("nobody hangs up on who still sends");
            let (head, body) = answer(&mut stream).await;
            assert!(closes(&head), "{head}");
            assert!(body == "no" || body.contains("request/too-large"), "{body}");
            is_at_its_end(&mut stream).await;
        }
    }

    #[tokio::test]
    async fn an_answer_is_there_while_its_reader_still_sends() {
        let mut stream = connect().await;
        stream.write_all(head("/no", "Transfer-Encoding: chunked").as_bytes()).await.unwrap();
        let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
        for _ in 0..5 {
            stream.write_all(chunk.as_bytes()).await.unwrap();
        }
        let (head, body) = answer(&mut stream).await;
        assert_eq!((closes(&head), &*body), (true, "no"), "{head}");
        for _ in 0..100 {
            stream.write_all(chunk.as_bytes()).await.expect("it is passed over");
        }
        stream.shutdown().await.unwrap();
        is_at_its_end(&mut stream).await;
    }

    #[tokio::test]
    async fn a_body_that_nobody_asked_for_is_not_waited_for() {
        let expecting = "Content-Length: 1000\r\nExpect: 100-continue";
        let mut stream = connect().await;
        stream.write_all(head("/no", expecting).as_bytes()).await.unwrap();
        let (first, body) = answer(&mut stream).await;
        assert_eq!((closes(&first), &*body), (true, "no"), "{first}");

        let mut stream = connect().await;
        stream.write_all(head("/", expecting).as_bytes()).await.unwrap();
        assert!(answer(&mut stream).await.0.starts_with("http/1.1 100 "));
        stream.write_all(format!("{:1000}", 7).as_bytes()).await.unwrap();
        let (second, body) = answer(&mut stream).await;
        assert_eq!((closes(&second), &*body), (false, "yes"), "{second}");
    }

    #[tokio::test]
    async fn a_body_that_does_not_come_holds_no_answer_up_for_long() {
        let mut stream = connect().await;
        let began = Instant::now();
        stream.write_all(format!("{}7", head("/no", "Content-Length: 1000")).as_bytes()).await.unwrap();
        let (head, body) = answer(&mut stream).await;
        assert_eq!((closes(&head), &*body), (true, "no"), "{head}");
        assert!(began.elapsed() < TAKEN_WITHIN * 2);
        drop(stream);
    }
}
