use std::time::Duration;

use jiff::Timestamp;
use proptest::prelude::*;

use super::*;
use crate::line::paper::{Paper, Written, taken};

const ORDER: OrderId = OrderId(7);

fn limits() -> Limits {
    Limits { queued_frames: 4, queued_bytes: 100, ..Limits::default() }
}

fn line() -> LineState {
    let mut line = LineState::new(&limits(), 0, 0);
    line.subscribe(ORDER, Told::without_car(Seq(0), Rev(0)), []);
    line
}

fn status(seq: i64) -> Frame {
    Frame::encoded(&format!("s{seq}"), FrameKind::Status(ORDER, Seq(seq), Rev(seq), None))
}

fn estimate(rev: i64) -> Frame {
    Frame::encoded(&format!("e{rev}"), FrameKind::Estimate(ORDER, Rev(rev), None))
}

/// A second in which a beat after fifteen and a close after five would be due.
fn tick(line: &mut LineState, now: u32) {
    let beat = Frame::encoded("b", FrameKind::Beat);
    line.tick(&Tick { now, beat_seconds: 15, beat: &beat, stuck: Duration::from_secs(5) });
}

#[test]
fn a_status_comes_once_and_in_order() {
    let mut line = line();
    for seq in [1, 1, 2, 1, 3] {
        line.tell(&status(seq));
    }
    assert_eq!(taken(&mut line), "s1 s2 s3");
    line.tell(&status(2));
    assert_eq!(taken(&mut line), "nothing");
}

#[test]
fn a_gap_is_never_shown() {
    let mut line = line();
    line.tell(&status(2));
    assert_eq!(taken(&mut line), "close 4408");
}

#[test]
fn the_newest_estimate_replaces_one_that_waits() {
    let mut line = line();
    line.tell(&estimate(1));
    line.tell(&status(1));
    line.tell(&estimate(3));
    line.tell(&estimate(2));
    assert_eq!(taken(&mut line), "s1 e3");
    assert_eq!(line.queued_bytes(), 0);
}

/// A status after which this car may be shown.
fn on_the_road(seq: i64, car: Option<CarTag>) -> Frame {
    Frame::encoded(&format!("s{seq}"), FrameKind::Status(ORDER, Seq(seq), Rev(seq), car))
}

fn position(car: CarTag, second: i64) -> Frame {
    let at = Timestamp::from_second(second).unwrap();
    Frame::encoded(&format!("p{second}"), FrameKind::Position(ORDER, car, at.into()))
}

fn car(name: &str) -> CarTag {
    CarTag::from(&name.parse().unwrap())
}

#[test]
fn a_position_is_sent_only_after_a_status_that_shows_its_car() {
    let (mine, other) = (car("auto-1"), car("auto-2"));
    let mut line = line();
    line.tell(&position(mine, 1));
    line.tell(&on_the_road(1, Some(mine)));
    line.tell(&position(other, 2));
    line.tell(&position(mine, 3));
    assert_eq!(taken(&mut line), "s1 p3");
    line.tell(&on_the_road(2, None));
    line.tell(&position(mine, 4));
    assert_eq!(taken(&mut line), "s2");
}

#[test]
fn an_estimate_without_a_car_takes_it_away() {
    let mine = car("auto-1");
    let mut line = line();
    line.tell(&on_the_road(1, Some(mine)));
    line.tell(&estimate(2));
    line.tell(&position(mine, 1));
    assert_eq!(taken(&mut line), "s1 e2");
}

#[test]
fn the_newest_position_replaces_one_that_waits_and_none_goes_back_in_time() {
    let mine = car("auto-1");
    let mut line = line();
    line.tell(&on_the_road(1, Some(mine)));
    for second in [5, 7, 6, 7] {
        line.tell(&position(mine, second));
    }
    assert_eq!(taken(&mut line), "s1 p7");
    line.tell(&position(mine, 7));
    assert_eq!(taken(&mut line), "nothing");
    assert_eq!(line.queued_bytes(), 0);
}

#[test]
fn a_line_that_does_not_drain_is_closed_with_its_own_code() {
    let mut line = line();
    for seq in 1..=5 {
        line.tell(&status(seq));
    }
    assert_eq!(taken(&mut line), "close 4408");
    line.tell(&status(6));
    assert_eq!(taken(&mut line), "nothing");
}

#[test]
fn bytes_are_bounded_too() {
    let mut line = line();
    line.tell(&Frame::encoded(&"x".repeat(99), FrameKind::Status(ORDER, Seq(1), Rev(1), None)));
    line.tell(&status(2));
    assert_eq!(taken(&mut line), "close 4408");
}

#[test]
fn an_answer_may_be_as_large_as_it_is() {
    let mut line = line();
    let snapshot = Frame::encoded(&"x".repeat(1000), FrameKind::Answer);
    line.subscribe(
        ORDER,
        Told::without_car(Seq(3), Rev(3)),
        [Frame::encoded("subscribed", FrameKind::Answer), snapshot],
    );
    assert_eq!(line.queued_bytes(), 1010);
    assert!(taken(&mut line).starts_with("subscribed x"));
    line.tell(&status(4));
    assert_eq!(taken(&mut line), "s4");
}

#[test]
fn other_closes_come_after_what_waits() {
    let mut line = line();
    line.tell(&status(1));
    line.close(CloseCode::Policy);
    assert_eq!(taken(&mut line), "s1 close 1008");
    line.tell(&status(2));
    assert_eq!(taken(&mut line), "nothing");
}

#[test]
fn after_the_end_nothing_follows() {
    let mut line = line();
    line.tell(&Frame::encoded("end", FrameKind::End(ORDER)));
    line.tell(&status(1));
    line.tell(&estimate(9));
    assert_eq!(taken(&mut line), "end");
}

#[test]
fn a_beat_comes_only_in_silence() {
    let mut line = line();
    tick(&mut line, 14);
    assert_eq!(taken(&mut line), "nothing");
    tick(&mut line, 15);
    assert_eq!(taken(&mut line), "b");
    tick(&mut line, 20);
    line.tell(&status(1));
    assert_eq!(taken(&mut line), "s1");
    tick(&mut line, 34);
    assert_eq!(taken(&mut line), "nothing");
    tick(&mut line, 35);
    assert_eq!(taken(&mut line), "b");
}

#[test]
fn the_greeting_does_not_put_the_first_beat_off() {
    let mut line = LineState::new(&limits(), 100, 92);
    line.excuse();
    line.tell(&Frame::encoded("hello", FrameKind::Answer));
    assert_eq!(taken(&mut line), "hello");
    tick(&mut line, 106);
    assert_eq!(taken(&mut line), "nothing");
    tick(&mut line, 107);
    assert_eq!(taken(&mut line), "b");
    tick(&mut line, 121);
    assert_eq!(taken(&mut line), "nothing");
    tick(&mut line, 122);
    assert_eq!(taken(&mut line), "b");
}

#[test]
fn a_line_that_subscribes_to_nothing_is_closed_after_ten_seconds() {
    let fresh = || LineState::new(&limits(), 100, 100);
    let mut idle = fresh();
    tick(&mut idle, 109);
    assert_eq!(taken(&mut idle), "nothing");
    tick(&mut idle, 110);
    assert_eq!(taken(&mut idle), "close 1008");
    let (mut subscribed, mut excused) = (fresh(), fresh());
    subscribed.subscribe(ORDER, Told::without_car(Seq(0), Rev(0)), []);
    excused.excuse();
    for line in [&mut subscribed, &mut excused] {
        tick(line, 114);
        assert_eq!(taken(line), "nothing");
    }
}

#[test]
fn a_line_whose_answer_is_late_is_not_closed_for_it() {
    let mut line = LineState::new(&limits(), 100, 100);
    line.set_asking(true);
    tick(&mut line, 111);
    assert_eq!(taken(&mut line), "nothing");
    line.set_asking(false);
    tick(&mut line, 112);
    assert_eq!(taken(&mut line), "close 1008");
}

#[test]
fn what_has_begun_is_finished_before_anything_else() {
    let mut line = line();
    let paper = Paper::with_room(3);
    line.tell(&estimate(1));
    line.write_to(&paper);
    assert!(line.tend(0).is_blocked);
    line.tell(&estimate(2));
    line.tell(&estimate(3));
    paper.make_room(1);
    line.write_to(&paper);
    assert_eq!(paper.take(), [], "only the line's own task writes on, when it was told that there is room");
    let text = |text: &str| Written::Text(text.to_owned());
    line.unblock();
    line.write_to(&paper);
    assert_eq!(paper.take(), [text("e1")]);
    paper.make_room(100);
    line.unblock();
    line.write_to(&paper);
    assert_eq!(paper.take(), [text("e3")]);
}

#[test]
fn a_line_that_is_too_slow_ends_the_frame_that_has_begun() {
    let mut line = line();
    let paper = Paper::with_room(1);
    line.tell(&status(1));
    line.write_to(&paper);
    for seq in 2..=9 {
        line.tell(&status(seq));
    }
    assert!(line.is_too_slow());
    paper.make_room(100);
    line.unblock();
    line.write_to(&paper);
    assert_eq!(paper.take(), [Written::Text("s1".to_owned()), Written::Close(4408)]);
}

#[test]
fn a_socket_that_takes_nothing_is_given_five_seconds_twice() {
    let mut line = line();
    let paper = Paper::with_room(1);
    line.tell(&status(1));
    line.write_to(&paper);
    tick(&mut line, 10);
    for second in 11..=15 {
        assert!(!line.is_closing());
        tick(&mut line, second);
    }
    // The byte that was taken came before the first tick.
    tick(&mut line, 16);
    assert!(line.is_too_slow() && !line.tend(0).is_over);
    for second in 17..=20 {
        tick(&mut line, second);
    }
    assert!(!line.tend(0).is_over);
    tick(&mut line, 21);
    assert!(line.tend(0).is_over);
}

#[test]
fn a_socket_that_takes_a_little_is_not_stuck() {
    let mut line = line();
    let paper = Paper::with_room(0);
    line.tell(&Frame::encoded(&"x".repeat(60), FrameKind::Answer));
    line.write_to(&paper);
    for second in 0..30 {
        paper.make_room(1);
        line.unblock();
        line.write_to(&paper);
        tick(&mut line, second);
    }
    assert!(!line.is_closing());
}

#[test]
fn a_clients_goodbye_is_answered_and_nothing_else() {
    let mut line = line();
    line.tell(&status(1));
    line.part(Some(1000));
    line.tell(&status(2));
    assert!(!line.tend(0).is_over);
    assert_eq!(taken(&mut line), "close 1000");
    assert!(line.tend(0).is_over);
}

#[test]
fn its_goodbye_ends_a_line_that_was_closed() {
    let mut line = line();
    line.close(CloseCode::Policy);
    assert_eq!(taken(&mut line), "close 1008");
    assert!(!line.tend(0).is_over);
    line.part(Some(1008));
    assert!(line.tend(0).is_over);
    assert_eq!(taken(&mut line), "nothing");
}

#[test]
fn its_own_task_is_called_where_it_has_to_look() {
    let mut line = line();
    line.tell(&status(1));
    assert_eq!((taken(&mut line).as_str(), line.take_call()), ("s1", false));
    line.tell(&status(2));
    line.write_to(&Paper::with_room(0));
    assert_eq!((line.take_call(), line.take_call()), (true, false));
    line.close(CloseCode::Policy);
    assert!(line.take_call());
}

/// What a test of [`whatever_is_told_a_reader_sees_each_status_once_in_order`] has seen.
#[derive(Default)]
struct Seen {
    seq: i64,
    rev: i64,
}

impl Seen {
    fn check(&mut self, written: &Written) {
        let Written::Text(text) = written else { return };
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
        told in prop::collection::vec((0..6i64, 0..12i64, 0..12usize), 0..80),
    ) {
        let (mut line, paper) = (line(), Paper::with_room(0));
        let (mut topic, mut seen) = (0, Seen::default());
        for (back, rev, room) in told {
            // A topic tells the next status, and some again.
            if back == 0 { topic += 1; line.tell(&status(topic)); } else { line.tell(&status((topic - back).max(0))); }
            line.tell(&estimate(rev));
            prop_assert!(line.queued_bytes() <= 100);
            paper.make_room(room);
            line.unblock();
            line.write_to(&paper);
            paper.take().iter().for_each(|written| seen.check(written));
        }
        let is_open = !line.is_closing();
        paper.make_room(10_000);
        line.unblock();
        line.write_to(&paper);
        paper.take().iter().for_each(|written| seen.check(written));
        if is_open {
            prop_assert_eq!(seen.seq, topic);
        }
    }
}
