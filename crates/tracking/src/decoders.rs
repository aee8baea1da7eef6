//! Everything that reads what strangers and other nodes send, as functions of the bytes alone: for the
//! fuzz targets in `fuzz/`, and for the tests that run the same over their seeds. Each says whether the
//! bytes fit, and panics where a promise is broken that holds for all bytes. The product calls none of
//! them; it calls what they call.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};
use bus::BusMessage;
use live::wire::{self, MessageReader, WireError};
use protocol::frames::ClientFrame;
use server::{
    address::{ClientAddress, TrustedProxies, origin_of},
    credentials::bearer,
    csrf,
    decoders::is_answered,
    origin::AllowedOrigins,
    session::SessionCookie,
};

use crate::{hub::frames_of, routes};

/// A decoder: whether the bytes are what it reads.
pub type TrackingDecoder = fn(&[u8]) -> bool;

/// All of them, by the names of the fuzz targets.
pub const ALL: [(&str, TrackingDecoder); 5] = [
    ("line_bytes", line_bytes),
    ("client_frame", client_frame),
    ("feedback_body", feedback_body),
    ("bus_message", bus_message),
    ("request_headers", request_headers),
];

/// The longest message that [`line_bytes`] takes, in bytes.
const LONGEST_MESSAGE: usize = 4096;

/// What comes on a connection after the upgrade: the first byte says in how large pieces the others come. It
/// makes no difference to what is read.
#[must_use]
pub fn line_bytes(bytes: &[u8]) -> bool {
    let Some((size, bytes)) = bytes.split_first() else { return false };
    let whole = read_line(bytes, bytes.len().max(1), false);
    let in_pieces = read_line(bytes, 1 + usize::from(size % 32), true);
    assert_eq!(whole, in_pieces, "how bytes are cut does not matter, nor whether texts are heard where they stand");
    !whole.0.is_empty()
}

/// The messages of a connection's bytes, and why it was not read on.
fn read_line(bytes: &[u8], at_a_time: usize, where_it_stands: bool) -> (Vec<wire::ClientMessage>, Option<WireError>) {
    let (mut reader, mut messages) = (MessageReader::new(LONGEST_MESSAGE, &[]), Vec::new());
    for piece in bytes.chunks(at_a_time) {
        let filled = reader.fill(piece.len(), |buffer| {
            buffer.extend_from_slice(piece);
            Ok(piece.len())
        });
        assert_eq!(filled.ok(), Some(piece.len()));
        loop {
            let hear = |text: &str| messages.push(wire::ClientMessage::Text(text.into()));
            if where_it_stands && reader.receive_text(hear) {
                continue;
            }
            match reader.message() {
                Ok(Some(message)) => messages.push(message),
                Ok(None) => break,
                Err(error) => return (messages, Some(error)),
            }
        }
    }
    let is_within = |message: &wire::ClientMessage| match message {
        wire::ClientMessage::Text(text) => text.len() <= LONGEST_MESSAGE,
        wire::ClientMessage::Binary(bytes) => bytes.len() <= LONGEST_MESSAGE,
        wire::ClientMessage::Ping(payload) => payload.len() <= 125,
        wire::ClientMessage::Pong | wire::ClientMessage::Close(_) => true,
    };
    assert!(messages.iter().all(is_within), "no message is longer than allowed");
    (messages, None)
}

/// A text frame of the live connection. What is read can be written, and is read again as the same.
#[must_use]
pub fn client_frame(bytes: &[u8]) -> bool {
    let Ok(Ok(Some(frame))) = std::str::from_utf8(bytes).map(ClientFrame::parse) else { return false };
    let written = serde_json::to_string(&frame).expect("a frame is plain data");
    assert_eq!(ClientFrame::parse(&written), Ok(Some(frame)), "{written}");
    true
}

/// The body of a customer's feedback.
#[must_use]
pub fn feedback_body(bytes: &[u8]) -> bool {
    is_answered(bytes, routes::feedback::fits(bytes))
}

/// A message of another node. What is read can be written, and is read again as the same.
#[must_use]
pub fn bus_message(bytes: &[u8]) -> bool {
    let Ok(message) = serde_json::from_slice::<BusMessage>(bytes) else { return false };
    let written = serde_json::to_vec(&message).expect("a message is plain data");
    assert!(serde_json::from_slice::<BusMessage>(&written).is_ok_and(|again| again == message));
    if let BusMessage::Order(announcement) = &message {
        assert!(frames_of(announcement).count() <= 2, "a status and an end at most");
    }
    true
}

/// The headers of a request, one per line: who calls, for whom, from which page, and with
/// which key or session. Whether any of them says something.
#[must_use]
pub fn request_headers(bytes: &[u8]) -> bool {
    let headers: HeaderMap = bytes.split(|byte| *byte == b'\n').filter_map(header).collect();
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let session = SessionCookie::new("https://ovelle.example").read(&headers);
    let key = bearer(&headers).and_then(Result::ok);
    assert!(session.is_none_or(|token| !token.is_empty() && !token.contains(';')));
    let peer = IpAddr::from([10, 0, 0, 1]);
    let trusting: TrustedProxies = "10.0.0.0/8,2001:db8::/32".parse().expect("networks");
    let uri = Uri::from_static("/");
    assert_eq!(
        ClientAddress::of(&TrustedProxies::default(), peer, &headers, &uri).address,
        peer,
        "nobody speaks for another"
    );
    let caller = ClientAddress::of(&trusting, peer, &headers, &uri);
    if let Some(origin) = origin_of(text("origin")) {
        assert_eq!(origin_of(&origin).as_deref(), Some(origin.as_str()), "an origin is its own");
    }
    let origins = AllowedOrigins::new("https://ovelle.example", []);
    let is_own = csrf::is_from_own_page(&headers, &caller, &origins);
    // A list of proxies is read from the configuration, by the same rules.
    let _read: Result<TrustedProxies, _> = text("x-forwarded-for").parse();
    session.is_some() || key.is_some() || caller.address != peer || !is_own || routes::knows_etag(&headers)
}

fn header(connection: &[u8]) -> Option<(HeaderName, HeaderValue)> {
    let at = connection.iter().position(|byte| *byte == b':')?;
    let name = HeaderName::from_bytes(&connection[..at]).ok()?;
    let value = HeaderValue::from_bytes(connection[at + 1..].trim_ascii()).ok()?;
    Some((name, value))
}
