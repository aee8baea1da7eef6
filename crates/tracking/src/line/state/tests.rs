use proptest::prelude::*;

use super::*;

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
    Frame::encoded(format!("s{seq}"), FrameKind::Status(ORDER, Seq(seq), Rev(seq), None))
}

fn estimate(rev: i64) -> Frame {
    Frame::encoded(format!("e{rev}"), FrameKind::Estimate(ORDER, Rev(rev), None))
}

fn taken(line: &mut LineState) -> String {
    match line.take() {
        Outgoing::Frames(frames) => frames.iter().map(|f| f.text().to_string()).collect::<Vec<_>>().join(" "),
        Outgoing::Close(code) => format!("close {}", code.row().code),
        Outgoing::Nothing => "nothing".to_owned(),
    }
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
    Frame::encoded(format!("s{seq}"), FrameKind::Status(ORDER, Seq(seq), Rev(seq), car))
}

fn position(car: CarTag, second: i64) -> Frame {
    let at = Timestamp::from_second(second).unwrap();
    Frame::encoded(format!("p{second}"), FrameKind::Position(ORDER, car, at))
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
    assert_eq!(taken(&mut line), "close 4408");
}

#[test]
fn bytes_are_bounded_too() {
    let mut line = line();
    line.tell(&Frame::encoded("x".repeat(99), FrameKind::Status(ORDER, Seq(1), Rev(1), None)));
    line.tell(&status(2));
    assert_eq!(taken(&mut line), "close 4408");
}

#[test]
fn an_answer_may_be_as_large_as_it_is() {
    let mut line = line();
    let snapshot = Frame::encoded("x".repeat(1000), FrameKind::Answer);
    line.subscribe(
        ORDER,
        Told::without_car(Seq(3), Rev(3)),
        [Frame::encoded("subscribed".to_owned(), FrameKind::Answer), snapshot],
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
    assert_eq!(taken(&mut line), "s1");
    assert_eq!(taken(&mut line), "close 1008");
}

#[test]
fn after_the_end_nothing_follows() {
    let mut line = line();
    line.tell(&Frame::encoded("end".to_owned(), FrameKind::End(ORDER)));
    line.tell(&status(1));
    line.tell(&estimate(9));
    assert_eq!(taken(&mut line), "end");
}

#[test]
fn a_beat_comes_only_in_silence() {
    let beat = Frame::encoded("b".to_owned(), FrameKind::Beat);
    let mut line = line();
    line.tick(14, 15, &beat);
    assert_eq!(taken(&mut line), "nothing");
    line.tick(15, 15, &beat);
    assert_eq!(taken(&mut line), "b");
    line.wrote(20);
    line.tick(34, 15, &beat);
    assert_eq!(taken(&mut line), "nothing");
}

#[test]
fn the_greeting_does_not_put_the_first_beat_off() {
    let beat = Frame::encoded("b".to_owned(), FrameKind::Beat);
    let mut line = LineState::new(&limits(), 100, 92);
    line.excuse();
    line.wrote(100);
    line.tick(106, 15, &beat);
    assert_eq!(taken(&mut line), "nothing");
    line.tick(107, 15, &beat);
    assert_eq!(taken(&mut line), "b");
    line.tick(121, 15, &beat);
    assert_eq!(taken(&mut line), "nothing");
    line.tick(122, 15, &beat);
    assert_eq!(taken(&mut line), "b");
}

#[test]
fn a_line_that_subscribes_to_nothing_is_closed_after_ten_seconds() {
    let beat = Frame::encoded("b".to_owned(), FrameKind::Beat);
    let fresh = || LineState::new(&limits(), 100, 100);
    let mut idle = fresh();
    idle.tick(109, 15, &beat);
    assert_eq!(taken(&mut idle), "nothing");
    idle.tick(110, 15, &beat);
    assert_eq!(taken(&mut idle), "close 1008");
    let (mut subscribed, mut excused) = (fresh(), fresh());
    subscribed.subscribe(ORDER, Told::without_car(Seq(0), Rev(0)), []);
    excused.excuse();
    for line in [&mut subscribed, &mut excused] {
        line.tick(114, 15, &beat);
        assert_eq!(taken(line), "nothing");
    }
}

#[test]
fn a_line_whose_answer_is_late_is_not_closed_for_it() {
    let beat = Frame::encoded("b".to_owned(), FrameKind::Beat);
    let mut line = LineState::new(&limits(), 100, 100);
    line.set_asking(true);
    line.tick(111, 15, &beat);
    assert_eq!(taken(&mut line), "nothing");
    line.set_asking(false);
    line.tick(112, 15, &beat);
    assert_eq!(taken(&mut line), "close 1008");
}

proptest! {
    #[test]
    fn whatever_is_told_a_reader_sees_each_status_once_in_order(
        told in prop::collection::vec((0..6i64, 0..12i64, any::<bool>()), 0..80),
    ) {
        let mut line = line();
        let (mut topic, mut seen, mut rev_seen) = (0, 0, 0);
        for (back, rev, read) in told {
            // A topic tells the next status, and some again.
            if back == 0 { topic += 1; line.tell(&status(topic)); } else { line.tell(&status((topic - back).max(0))); }
            line.tell(&estimate(rev));
            prop_assert!(line.queued_bytes() <= 100);
            if !read { continue; }
            if let Outgoing::Frames(frames) = line.take() {
                for frame in frames {
                    match frame.kind() {
                        FrameKind::Status(_, seq, ..) => { prop_assert_eq!(seq.0, seen + 1); seen = seq.0; }
                        FrameKind::Estimate(_, rev, _) => { prop_assert!(rev.0 > rev_seen); rev_seen = rev.0; }
                        _ => prop_assert!(false),
                    }
                }
            }
        }
        if !line.is_closing() {
            if let Outgoing::Frames(frames) = line.take() {
                seen += i64::try_from(frames.iter().filter(|f| matches!(f.kind(), FrameKind::Status(..))).count()).unwrap();
            }
            prop_assert_eq!(seen, topic);
        }
    }
}
