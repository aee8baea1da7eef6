//! The connection's lock under many thread schedules: two publishers, a tick, and the connection's own task, on a socket that takes a
//! few bytes at a time.

use std::{
    collections::HashMap,
    io::IoSlice,
    sync::Arc,
    task::{Wake, Waker},
    time::Duration,
};

use domain::ids::{Rev, Seq};
use jiff::Timestamp;
use shuttle::{
    sync::{Condvar, Mutex},
    thread,
};

use super::*;
use crate::{
    FrameKind, LiveLimits, SentUpTo, SourceTag, Tick, TopicId,
    mock_socket::{MockSocket, WrittenFrame},
};

const ORDER: TopicId = TopicId(7);
const STATUSES: i64 = 6;
const POSITIONS: i64 = 6;

/// The kernel's end of a socket.
#[derive(Debug)]
struct Kernel(Mutex<MockSocket>);

impl Sink for Kernel {
    fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        self.0.lock().unwrap().try_write(parts)
    }

    fn wrote(&self, _: &Frame) {}
}

/// Wakes the thread that plays the connection's own task.
#[derive(Default)]
struct TaskBell {
    state: Mutex<BellState>,
    ring: Condvar,
}

#[derive(Default)]
struct BellState {
    has_rung: bool,
    is_waited_for: bool,
    /// Nobody publishes any more.
    is_over: bool,
}

impl Wake for TaskBell {
    fn wake(self: Arc<Self>) {
        self.state.lock().unwrap().has_rung = true;
        self.ring.notify_one();
    }
}

impl TaskBell {
    /// Waits for a call; false where there will be none.
    fn wait(&self) -> bool {
        let mut state = self.state.lock().unwrap();
        state.is_waited_for = true;
        while !state.has_rung && !state.is_over {
            state = self.ring.wait(state).unwrap();
        }
        state.is_waited_for = false;
        std::mem::take(&mut state.has_rung)
    }
}

/// What the client has read; panics where it reads what it must not.
#[derive(Default)]
struct ReadCounts(HashMap<char, i64>);

impl ReadCounts {
    fn take(&mut self, kernel: &Kernel) {
        for written in kernel.0.lock().unwrap().take() {
            let WrittenFrame::Text(text) = written else { panic!("a connection that is read was closed: {written:?}") };
            let (kind, number) = (text.chars().next().unwrap(), text[1..].parse().unwrap());
            let last = self.0.insert(kind, number).unwrap_or(0);
            match kind {
                's' => assert_eq!(number, last + 1),
                _ => assert!(number > last, "{text} after {last}"),
            }
        }
    }

    fn has_all(&self) -> bool {
        self.0.get(&'s') == Some(&STATUSES) && self.0.get(&'p') == Some(&POSITIONS)
    }
}

fn source() -> SourceTag {
    SourceTag::of("auto-1")
}

fn connection() -> Arc<SocketConnection<Kernel>> {
    let mut state = ConnectionState::new(&LiveLimits::default(), 0, 0);
    let sent = SentUpTo { seq: Seq(0), rev: Rev(0), source: Some(source()), signal_at: None };
    state.subscribe(ORDER, sent, []);
    Arc::new(SocketConnection::new(1, state, Kernel(Mutex::new(MockSocket::with_room(3)))))
}

fn race() {
    let connection = connection();
    let bell = Arc::new(TaskBell::default());
    let publish = |frames: Vec<Frame>| {
        let connection = Arc::clone(&connection);
        thread::spawn(move || {
            for frame in frames.iter() {
                connection.send_now(frame);
            }
        })
    };
    let status = |seq| {
        let kind = FrameKind::Event(ORDER, Seq(seq), Rev(seq), Some(source()));
        Frame::encoded(&format!("s{seq}"), kind)
    };
    let position = |second| {
        let at = Timestamp::from_second(second).unwrap();
        Frame::encoded(&format!("p{second}"), FrameKind::Signal(ORDER, source(), at.into()))
    };
    let statuses = publish((1..=STATUSES).map(status).collect());
    let positions = publish((1..=POSITIONS).map(position).collect());
    let ticked = Arc::clone(&connection);
    let ticks = thread::spawn(move || {
        let beat = Frame::encoded("b1", FrameKind::Beat);
        for now in 1..4 {
            let stuck = Duration::from_secs(60);
            ticked.run(|state| state.tick(&Tick { now, beat_seconds: 60, beat: &beat, stuck }));
        }
    });
    let (own, called) = (Arc::clone(&connection), Arc::clone(&bell));
    let task = thread::spawn(move || {
        let waker = Waker::from(Arc::clone(&called));
        loop {
            own.task.register(&waker);
            if own.run(|state| state.tend(usize::MAX)).is_blocked {
                own.sink.0.lock().unwrap().make_room(5);
                own.run(ConnectionState::unblock);
            } else if !called.wait() {
                return;
            }
        }
    });
    for thread in [statuses, positions, ticks] {
        thread.join().unwrap();
    }
    // Who sleeps now is called by nobody any more.
    let sleeps = {
        let state = bell.state.lock().unwrap();
        state.is_waited_for && !state.has_rung
    };
    let is_blocked = connection.run(|state| state.tend(usize::MAX)).is_blocked;
    assert!(!(sleeps && is_blocked), "something waits, and the connection's own task was not called");
    bell.state.lock().unwrap().is_over = true;
    bell.ring.notify_one();
    task.join().unwrap();
    let mut read = ReadCounts::default();
    read.take(&connection.sink);
    assert!(read.has_all());
}

#[test]
fn no_schedule_loses_doubles_or_turns_anything_round() {
    shuttle::check_random(race, 2_000);
    shuttle::check_pct(race, 1_000, 4);
}
