use std::time::Duration;

use jiff::Timestamp;
use proptest::prelude::*;

use super::*;
use crate::mock_socket::{MockSocket, WrittenFrame, taken};

const ORDER: TopicId = TopicId(7);

fn limits() -> LiveLimits {
    LiveLimits { queued_frames: 4, queued_bytes: 100, ..LiveLimits::default() }
}

fn connection() -> ConnectionState {
    let mut connection = ConnectionState::new(&limits(), 0, 0);
    connection.subscribe(ORDER, SentUpTo::without_source(Seq(0), Rev(0)), []);
    connection
}

fn status(seq: i64) -> Frame {
    Frame::encoded(&format!("s{seq}"), FrameKind::Event(ORDER, Seq(seq), Rev(seq), None))
}

fn estimate(rev: i64) -> Frame {
    Frame::encoded(&format!("e{rev}"), FrameKind::State(ORDER, Rev(rev), None))
}

/// A second in which a beat after fifteen and a close after five would be due.
fn tick(connection: &mut ConnectionState, now: u32) {
    let beat = Frame::encoded("b", FrameKind::Beat);
    connection.tick(&Tick { now, beat_seconds: 15, beat: &beat, stuck: Duration::from_secs(5) });
}

#[test]
fn a_status_comes_once_and_in_order() {
    let mut connection = connection();
    for seq in [1, 1, 2, 1, 3] {
        connection.send(&status(seq));
    }
    assert_eq!(taken(&mut connection), "s1 s2 s3");
    connection.send(&status(2));
    assert_eq!(taken(&mut connection), "nothing");
}

#[test]
fn a_gap_is_never_shown() {
    let mut connection = connection();
    connection.send(&status(2));
    assert_eq!(taken(&mut connection), "close 4408");
}

#[test]
fn the_newest_estimate_replaces_one_that_waits() {
    let mut connection = connection();
    connection.send(&estimate(1));
    connection.send(&status(1));
    connection.send(&estimate(3));
    connection.send(&estimate(2));
    assert_eq!(taken(&mut connection), "s1 e3");
    assert_eq!(connection.queued_bytes(), 0);
}

/// A status after which this source may be shown.
fn on_the_road(seq: i64, source: Option<SourceTag>) -> Frame {
    Frame::encoded(&format!("s{seq}"), FrameKind::Event(ORDER, Seq(seq), Rev(seq), source))
}

fn position(source: SourceTag, second: i64) -> Frame {
    let at = Timestamp::from_second(second).unwrap();
    Frame::encoded(&format!("p{second}"), FrameKind::Signal(ORDER, source, at.into()))
}

fn source(name: &str) -> SourceTag {
    SourceTag::of(name)
}

#[test]
fn a_position_is_sent_only_after_a_status_that_shows_its_car() {
    let (mine, other) = (source("auto-1"), source("auto-2"));
    let mut connection = connection();
    connection.send(&position(mine, 1));
    connection.send(&on_the_road(1, Some(mine)));
    connection.send(&position(other, 2));
    connection.send(&position(mine, 3));
    assert_eq!(taken(&mut connection), "s1 p3");
    connection.send(&on_the_road(2, None));
    connection.send(&position(mine, 4));
    assert_eq!(taken(&mut connection), "s2");
}

#[test]
fn an_estimate_without_a_car_takes_it_away() {
    let mine = source("auto-1");
    let mut connection = connection();
    connection.send(&on_the_road(1, Some(mine)));
    connection.send(&estimate(2));
    connection.send(&position(mine, 1));
    assert_eq!(taken(&mut connection), "s1 e2");
}

#[test]
fn the_newest_position_replaces_one_that_waits_and_none_goes_back_in_time() {
    let mine = source("auto-1");
    let mut connection = connection();
    connection.send(&on_the_road(1, Some(mine)));
    for second in [5, 7, 6, 7] {
        connection.send(&position(mine, second));
    }
    assert_eq!(taken(&mut connection), "s1 p7");
    connection.send(&position(mine, 7));
    assert_eq!(taken(&mut connection), "nothing");
    assert_eq!(connection.queued_bytes(), 0);
}

#[test]
fn a_line_that_does_not_drain_is_closed_with_its_own_code() {
    let mut connection = connection();
    for seq in 1..=5 {
        connection.send(&status(seq));
    }
    assert_eq!(taken(&mut connection), "close 4408");
    connection.send(&status(6));
    assert_eq!(taken(&mut connection), "nothing");
}

#[test]
fn bytes_are_bounded_too() {
    let mut connection = connection();
    connection.send(&Frame::encoded(&"x".repeat(99), FrameKind::Event(ORDER, Seq(1), Rev(1), None)));
    connection.send(&status(2));
    assert_eq!(taken(&mut connection), "close 4408");
}

#[test]
fn an_answer_may_be_as_large_as_it_is() {
    let mut connection = connection();
    let snapshot = Frame::encoded(&"x".repeat(1000), FrameKind::Answer);
    connection.subscribe(
        ORDER,
        SentUpTo::without_source(Seq(3), Rev(3)),
        [Frame::encoded("subscribed", FrameKind::Answer), snapshot],
    );
    assert_eq!(connection.queued_bytes(), 1010);
    assert!(taken(&mut connection).starts_with("subscribed x"));
    connection.send(&status(4));
    assert_eq!(taken(&mut connection), "s4");
}

#[test]
fn other_closes_come_after_what_waits() {
    let mut connection = connection();
    connection.send(&status(1));
    connection.close(CloseCode::Policy);
    assert_eq!(taken(&mut connection), "s1 close 1008");
    connection.send(&status(2));
    assert_eq!(taken(&mut connection), "nothing");
}

#[test]
fn after_the_end_nothing_follows() {
    let mut connection = connection();
    connection.send(&Frame::encoded("end", FrameKind::End(ORDER)));
    connection.send(&status(1));
    connection.send(&estimate(9));
    assert_eq!(taken(&mut connection), "end");
}

#[test]
fn a_beat_comes_only_in_silence() {
    let mut connection = connection();
    tick(&mut connection, 14);
    assert_eq!(taken(&mut connection), "nothing");
    tick(&mut connection, 15);
    assert_eq!(taken(&mut connection), "b");
    tick(&mut connection, 20);
    connection.send(&status(1));
    assert_eq!(taken(&mut connection), "s1");
    tick(&mut connection, 34);
    assert_eq!(taken(&mut connection), "nothing");
    tick(&mut connection, 35);
    assert_eq!(taken(&mut connection), "b");
}

#[test]
fn the_greeting_does_not_put_the_first_beat_off() {
    let mut connection = ConnectionState::new(&limits(), 100, 92);
    connection.waive_first_subscription();
    connection.send(&Frame::encoded("hello", FrameKind::Answer));
    assert_eq!(taken(&mut connection), "hello");
    tick(&mut connection, 106);
    assert_eq!(taken(&mut connection), "nothing");
    tick(&mut connection, 107);
    assert_eq!(taken(&mut connection), "b");
    tick(&mut connection, 121);
    assert_eq!(taken(&mut connection), "nothing");
    tick(&mut connection, 122);
    assert_eq!(taken(&mut connection), "b");
}

#[test]
fn a_line_that_subscribes_to_nothing_is_closed_after_ten_seconds() {
    let fresh = || ConnectionState::new(&limits(), 100, 100);
    let mut idle = fresh();
    tick(&mut idle, 109);
    assert_eq!(taken(&mut idle), "nothing");
    tick(&mut idle, 110);
    assert_eq!(taken(&mut idle), "close 1008");
    let (mut subscribed, mut excused) = (fresh(), fresh());
    subscribed.subscribe(ORDER, SentUpTo::without_source(Seq(0), Rev(0)), []);
    excused.waive_first_subscription();
    for connection in [&mut subscribed, &mut excused] {
        tick(connection, 114);
        assert_eq!(taken(connection), "nothing");
    }
}

#[test]
fn a_line_whose_answer_is_late_is_not_closed_for_it() {
    let mut connection = ConnectionState::new(&limits(), 100, 100);
    connection.set_asking(true);
    tick(&mut connection, 111);
    assert_eq!(taken(&mut connection), "nothing");
    connection.set_asking(false);
    tick(&mut connection, 112);
    assert_eq!(taken(&mut connection), "close 1008");
}

#[test]
fn what_has_begun_is_finished_before_anything_else() {
    let mut connection = connection();
    let mock_socket = MockSocket::with_room(3);
    connection.send(&estimate(1));
    connection.write_to(&mock_socket);
    assert!(connection.tend(0).is_blocked);
    connection.send(&estimate(2));
    connection.send(&estimate(3));
    mock_socket.make_room(1);
    connection.write_to(&mock_socket);
    assert_eq!(mock_socket.take(), [], "only the connection's own task writes on, once it hears that there is room");
    let text = |text: &str| WrittenFrame::Text(text.to_owned());
    connection.unblock();
    connection.write_to(&mock_socket);
    assert_eq!(mock_socket.take(), [text("e1")]);
    mock_socket.make_room(100);
    connection.unblock();
    connection.write_to(&mock_socket);
    assert_eq!(mock_socket.take(), [text("e3")]);
}

#[test]
fn a_line_that_is_too_slow_ends_the_frame_that_has_begun() {
    let mut connection = connection();
    let mock_socket = MockSocket::with_room(1);
    connection.send(&status(1));
    connection.write_to(&mock_socket);
    for seq in 2..=9 {
        connection.send(&status(seq));
    }
    assert!(connection.is_too_slow());
    mock_socket.make_room(100);
    connection.unblock();
    connection.write_to(&mock_socket);
    assert_eq!(mock_socket.take(), [WrittenFrame::Text("s1".to_owned()), WrittenFrame::Close(4408)]);
}

#[test]
fn a_socket_that_takes_nothing_is_given_five_seconds_twice() {
    let mut connection = connection();
    let mock_socket = MockSocket::with_room(1);
    connection.send(&status(1));
    connection.write_to(&mock_socket);
    tick(&mut connection, 10);
    for second in 11..=15 {
        assert!(!connection.is_closing());
        tick(&mut connection, second);
    }
    // The byte that was taken came before the first tick.
    tick(&mut connection, 16);
    assert!(connection.is_too_slow() && !connection.tend(0).is_over);
    for second in 17..=20 {
        tick(&mut connection, second);
    }
    assert!(!connection.tend(0).is_over);
    tick(&mut connection, 21);
    assert!(connection.tend(0).is_over);
}

#[test]
fn a_socket_that_takes_a_little_is_not_stuck() {
    let mut connection = connection();
    let mock_socket = MockSocket::with_room(0);
    connection.send(&Frame::encoded(&"x".repeat(60), FrameKind::Answer));
    connection.write_to(&mock_socket);
    for second in 0..30 {
        mock_socket.make_room(1);
        connection.unblock();
        connection.write_to(&mock_socket);
        tick(&mut connection, second);
    }
    assert!(!connection.is_closing());
}

#[test]
fn a_clients_goodbye_is_answered_and_nothing_else() {
    let mut connection = connection();
    connection.send(&status(1));
    connection.part(Some(1000));
    connection.send(&status(2));
    assert!(!connection.tend(0).is_over);
    assert_eq!(taken(&mut connection), "close 1000");
    assert!(connection.tend(0).is_over);
}

#[test]
fn its_goodbye_ends_a_line_that_was_closed() {
    let mut connection = connection();
    connection.close(CloseCode::Policy);
    assert_eq!(taken(&mut connection), "close 1008");
    assert!(!connection.tend(0).is_over);
    connection.part(Some(1008));
    assert!(connection.tend(0).is_over);
    assert_eq!(taken(&mut connection), "nothing");
}

#[test]
fn its_own_task_is_called_where_it_has_to_look() {
    let mut connection = connection();
    connection.send(&status(1));
    assert_eq!((taken(&mut connection).as_str(), connection.take_wake()), ("s1", false));
    connection.send(&status(2));
    connection.write_to(&MockSocket::with_room(0));
    assert_eq!((connection.take_wake(), connection.take_wake()), (true, false));
    connection.close(CloseCode::Policy);
    assert!(connection.take_wake());
}

/// What a test of [`whatever_is_told_a_reader_sees_each_status_once_in_order`] has seen.
#[derive(Default)]
struct Seen {
    seq: i64,
    rev: i64,
}

impl Seen {
    fn check(&mut self, written: &WrittenFrame) {
        let WrittenFrame::Text(text) = written else { return };
        let (kind, number) = text.split_at(1);
        let number: i64 = number.parse().unwrap();
        match kind {
            "s" => assert_eq!(number, self.seq + 1),
            _ => assert!(number > self.rev, "{text} after {}", self.rev),
        }
        *(if kind == "s" { &mut self.seq } else { &mut self.rev }) = number;
    }
}

proptest! {
    #[test]
    fn whatever_is_told_a_reader_sees_each_status_once_in_order(
        sent in prop::collection::vec((0..6i64, 0..12i64, 0..12usize), 0..80),
    ) {
        let (mut connection, mock_socket) = (connection(), MockSocket::with_room(0));
        let (mut topic, mut seen) = (0, Seen::default());
        for (back, rev, room) in sent {
            // A topic tells the next status, and some again.
            if back == 0 { topic += 1; connection.send(&status(topic)); } else { connection.send(&status((topic - back).max(0))); }
            connection.send(&estimate(rev));
            prop_assert!(connection.queued_bytes() <= 100);
            mock_socket.make_room(room);
            connection.unblock();
            connection.write_to(&mock_socket);
            mock_socket.take().iter().for_each(|written| seen.check(written));
        }
        let is_open = !connection.is_closing();
        mock_socket.make_room(10_000);
        connection.unblock();
        connection.write_to(&mock_socket);
        mock_socket.take().iter().for_each(|written| seen.check(written));
        if is_open {
            prop_assert_eq!(seen.seq, topic);
        }
    }
}
