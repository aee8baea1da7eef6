//! One watcher.

use std::{
    io::{ErrorKind, Read, Write},
    net::TcpStream,
};

use super::{tally::Tally, upgraded};
use crate::{
    clock::now,
    frame::{Frames, WireFrameKind},
    trouble::{Trouble, Trying},
};

/// How far a watcher has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WatcherStage {
    /// It has asked for a line.
    Asking,
    /// It has one and waits for the first frame.
    Greeting,
    /// It waits for its snapshot.
    Joining,
    /// It waits for somebody to pay its order.
    Waiting,
    /// It is told what happens.
    Watching,
}

/// One watcher's connection, and what it was told last.
pub(super) struct CrowdWatcher {
    stream: TcpStream,
    pub(super) stage: WatcherStage,
    /// Which of the run's orders it watches.
    pub(super) order: u32,
    /// The last status' number.
    pub(super) seq: i64,
    /// When its order's car was last shown: microseconds, as moment of sending.
    pub(super) shown: i64,
    /// The beginning of a frame whose end has not come.
    rest: Vec<u8>,
}

impl CrowdWatcher {
    pub(super) fn new(stream: TcpStream, order: u32) -> Self {
        Self { stream, stage: WatcherStage::Asking, order, seq: -1, shown: 0, rest: Vec::new() }
    }

    /// Writes what fits any socket's buffer.
    pub(super) fn say(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        self.stream.write_all(bytes).trying("a watcher's word")
    }

    /// Reads all that is there. Whether it has come to where the crowd waits for it: it was greeted, or has joined.
    pub(super) fn read(&mut self, piece: &mut [u8], tally: &mut Tally) -> Result<bool, Trouble> {
        let mut has_arrived = false;
        loop {
            let length = match self.stream.read(piece) {
                Ok(0) => return Err(Trouble::new("the server closed a watcher's line")),
                Ok(length) => length,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(has_arrived),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Trouble::new(format!("a watcher's line: {error}"))),
            };
            has_arrived |= self.take(&piece[..length], tally)?;
            // What does not fill the buffer was all there was.
            if length < piece.len() {
                return Ok(has_arrived);
            }
        }
    }

    fn take(&mut self, came: &[u8], tally: &mut Tally) -> Result<bool, Trouble> {
        if self.rest.is_empty() && self.stage != WatcherStage::Asking {
            let mut frames = Frames::of(came);
            let has_arrived = self.hear(&mut frames, tally)?;
            self.rest.extend(frames.rest());
            return Ok(has_arrived);
        }
        let mut whole = std::mem::take(&mut self.rest);
        whole.extend(came);
        let mut begins = 0;
        if self.stage == WatcherStage::Asking {
            match upgraded(&whole)? {
                Some(length) => begins = length,
                None => {
                    self.rest = whole;
                    return Ok(false);
                }
            }
            self.stage = WatcherStage::Greeting;
        }
        let mut frames = Frames::of(&whole[begins..]);
        let has_arrived = self.hear(&mut frames, tally)?;
        // Nothing is kept where nothing is left: the memory of a long snapshot would stay with each watcher.
        self.rest = frames.rest().to_vec();
        Ok(has_arrived)
    }

    fn hear(&mut self, frames: &mut Frames, tally: &mut Tally) -> Result<bool, Trouble> {
        let (now, mut has_arrived) = (now(), false);
        for (kind, text) in frames {
            match kind {
                WireFrameKind::Text => {}
                WireFrameKind::Control => continue,
                WireFrameKind::Close => {
                    return Err(Trouble::new(format!("the server closed a line: {}", closing(text))));
                }
                WireFrameKind::Other => {
                    return Err(Trouble::new("the server sent a frame that the contract does not have"));
                }
            }
            match self.stage {
                WatcherStage::Asking => {}
                WatcherStage::Greeting => {
                    self.stage = WatcherStage::Joining;
                    has_arrived = true;
                }
                WatcherStage::Joining | WatcherStage::Waiting | WatcherStage::Watching => {
                    has_arrived |= tally.hear(self, text, now)?
                }
            }
        }
        Ok(has_arrived)
    }
}

fn closing(payload: &[u8]) -> String {
    let code = payload.get(..2).map_or(1005, |code| u16::from_be_bytes([code[0], code[1]]));
    format!("{code} {}", String::from_utf8_lossy(payload.get(2..).unwrap_or_default()))
}
