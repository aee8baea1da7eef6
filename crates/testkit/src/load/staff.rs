//! Who watches the board.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde_json::json;
use tokio::time::{Instant, sleep};

use super::{
    comeback::ReturningWatcher,
    frame::ReceivedFrame,
    line::{LineEvent, LiveLine},
    watcher::{ASKS_AGAIN, Pace, UNGREETED, USUAL_BEAT},
};
use crate::{
    checker::{BoardEntry, BoardLog, BoardSeen, BoardTruth, PageRows},
    process::STAFF_TOKEN,
};

/// What somebody before the board notes, readable while it is written.
#[derive(Debug)]
pub(super) struct BoardNotes(Mutex<(BoardLog, PageRows)>);

impl BoardNotes {
    pub(super) fn new(watcher: usize) -> Self {
        Self(Mutex::new((BoardLog { watcher, entries: Vec::new() }, PageRows::default())))
    }

    fn lock(&self) -> MutexGuard<'_, (BoardLog, PageRows)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, at: Duration, node: usize, seen: BoardSeen) {
        let mut notes = self.lock();
        // What is wrong with it, the checker finds again.
        let _flaws = notes.1.take(&seen);
        notes.0.entries.push(BoardEntry { at, node, seen });
    }

    /// Whether a board has been shown.
    pub(super) fn has_begun(&self) -> bool {
        self.lock().0.entries.iter().any(|entry| matches!(entry.seen, BoardSeen::Board { .. }))
    }

    /// Whether it shows what it should.
    pub(super) fn is_settled(&self, truth: &BoardTruth) -> bool {
        self.lock().1.rows == truth.0
    }

    pub(super) fn log(&self) -> BoardLog {
        self.lock().0.clone()
    }
}

/// Somebody before the board.
pub(super) struct LoadStaff {
    pub(super) notes: Arc<BoardNotes>,
    pub(super) begun: Instant,
    /// The door that the present line leads through.
    pub(super) door: usize,
}

impl ReturningWatcher for LoadStaff {
    async fn watch(&mut self, address: SocketAddr, door: usize) -> Option<u16> {
        self.door = door;
        let mut line = LiveLine::open(address, Pace::Steady).await?;
        let close = if self.subscribe(&mut line).await { self.read(&mut line).await } else { None };
        self.note(BoardSeen::Lost { close });
        close
    }

    fn is_over(&self) -> bool {
        false
    }
}

impl LoadStaff {
    fn note(&self, seen: BoardSeen) {
        self.notes.write(self.begun.elapsed(), self.door, seen);
    }

    async fn subscribe(&self, line: &mut LiveLine) -> bool {
        self.note(BoardSeen::Asked);
        line.say(&json!({ "type": "subscribe", "topic": "board", "token": STAFF_TOKEN })).await
    }

    async fn read(&self, line: &mut LiveLine) -> Option<u16> {
        let mut silence = UNGREETED;
        loop {
            let text = match line.next(silence).await {
                LineEvent::Text(text) => text,
                LineEvent::End(close) => return close,
            };
            let frame =
                ReceivedFrame::read(&text).unwrap_or_else(|error| panic!("no frame of the contract: {error}: {text}"));
            assert!(!frame.has_negative_minutes(), "no frame of the contract: {text}");
            if frame.is_hello() {
                silence = Duration::from_secs(2 * frame.beat_seconds.unwrap_or(USUAL_BEAT));
            }
            let Some(seen) = frame.seen_on_board() else { continue };
            let is_passing = matches!(&seen, BoardSeen::Error { code } if code == "service/unavailable");
            self.note(seen);
            if is_passing {
                sleep(ASKS_AGAIN).await;
                if !self.subscribe(line).await {
                    return None;
                }
            }
        }
    }
}
