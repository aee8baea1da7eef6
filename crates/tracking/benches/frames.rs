//! How long it takes to read what a client says, to encode what it is told, and to tell a connection.

use std::{hint::black_box, io};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use domain::{
    car::Position,
    geo::LatLng,
    ids::{OrderId, Rev, Seq},
};
use jiff::Timestamp;
use live::{ConnectionState, Frame, FrameKind, LiveLimits, SentUpTo, Sink, SourceTag, TopicId, wire::MessageReader};
use protocol::frames::{CarPosition, PositionFrame, ServerFrame};
use tracking::session::ClientSession;

const ORDER: OrderId = OrderId(10_042);
const TOPIC: TopicId = TopicId(10_042);

/// A socket that takes all.
struct Drain;

impl Sink for Drain {
    fn try_write(&self, parts: &[io::IoSlice<'_>]) -> io::Result<usize> {
        Ok(parts.iter().map(|part| part.len()).sum())
    }

    fn wrote(&self, _: &Frame) {}
}

fn car() -> SourceTag {
    SourceTag::of("auto-1")
}

fn position(second: i64) -> Frame {
    let at = Timestamp::from_second(second).expect("a moment");
    let place = LatLng::new(60.16981, 24.94565).expect("a place on the earth");
    let position = Position { place, at, heading_deg: Some(84.0), speed_kmh: Some(31.0), accuracy_m: None };
    let frame = PositionFrame { order_id: ORDER.to_string(), car: CarPosition::new(&position, Some(0)) };
    Frame::new(&ServerFrame::Position(frame), FrameKind::Signal(TOPIC, car(), at.into()))
}

/// A client's text frame; the mask is what any other would be.
fn masked(text: &str) -> Vec<u8> {
    const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
    let length = u16::try_from(text.len()).expect("a short text").to_be_bytes();
    let payload = text.bytes().zip(MASK.iter().cycle()).map(|(byte, key)| byte ^ key);
    [&[0x81, 0x80 | 126][..], &length, &MASK].concat().into_iter().chain(payload).collect()
}

fn frames(criterion: &mut Criterion) {
    let subscribe =
        r#"{"type":"subscribe","topic":"order","orderId":"10042","orderKey":"a1b2c3d4e5f60718293a4b5c6d7e8f90"}"#;
    criterion.bench_function("what a client asks", |bench| {
        let mut session = ClientSession::new(&LiveLimits::default());
        bench.iter(|| session.on_text(black_box(subscribe)));
    });
    let padded = format!("{subscribe:>200}");
    let bytes = masked(&padded);
    criterion.bench_function("a frame of 200 bytes from the wire", |bench| {
        bench.iter_batched(|| MessageReader::new(4_096, &bytes), |mut reader| reader.message(), BatchSize::SmallInput);
    });
    criterion.bench_function("a position encoded", |bench| bench.iter(|| position(black_box(1_700_000_000))));
    criterion.bench_function("a position told to a connection", |bench| {
        let mut connection = ConnectionState::new(&LiveLimits::default(), 0, 0);
        connection.subscribe(TOPIC, SentUpTo { seq: Seq(9), rev: Rev(9), source: Some(car()), signal_at: None }, []);
        let mut second = 0;
        bench.iter_batched_ref(
            || {
                second += 1;
                position(second)
            },
            |frame| connection.send_to(frame, &Drain),
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(benches, frames);
criterion_main!(benches);
