//! What waits on a connection to be written, and how far it was.

use std::{
    collections::VecDeque,
    io::{self, IoSlice},
};

use crate::{Frame, FrameKind};

/// Where a connection's bytes go.
pub trait Sink {
    /// Writes as many bytes as are taken now; how many that were.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] where none is taken now; any other where none ever will be.
    fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize>;

    /// Hears of each frame of which the last byte was written.
    fn wrote(&self, frame: &Frame);
}

/// Frames that are written together at most.
const TOGETHER: usize = 16;

/// What waits on a connection. Most connections wait for nothing most of the time, and it takes no more than a word then.
#[derive(Debug, Default)]
pub(crate) struct Backlog(Option<Box<QueuedFrames>>);

/// Frames in order. The first may have been written in part: then it is never dropped, and nothing is sent before its
/// rest.
#[derive(Debug, Default)]
struct QueuedFrames {
    frames: VecDeque<Frame>,
    /// Bytes of the first frame that were written.
    begun: usize,
    /// Bytes of all frames but those of state topics.
    bytes: usize,
}

/// What was written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrote {
    /// Whether a topic's frame was, to its last byte.
    pub(crate) had_step: bool,
    /// Whether any byte was.
    pub(crate) any: bool,
    /// How it has ended.
    pub(crate) end: WroteEnd,
}

/// How a write has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WroteEnd {
    /// Nothing waits any more.
    All,
    /// No more is taken now.
    Blocked,
    /// No more is ever taken.
    Broken,
}

impl Backlog {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |waiting| waiting.frames.len())
    }

    /// Bytes that wait, those of state topics and what is being written apart: neither has a bound of its own here.
    pub(crate) fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |waiting| waiting.unbegun())
    }

    pub(crate) fn push(&mut self, frame: Frame) {
        self.0.get_or_insert_default().push(frame);
    }

    /// Whether a frame waits, or is being written, that is such.
    pub(crate) fn holds(&self, is_such: impl Fn(FrameKind) -> bool) -> bool {
        self.0.as_ref().is_some_and(|waiting| waiting.frames.iter().any(|frame| is_such(frame.kind())))
    }

    /// Drops what is such, unless it has begun to be written.
    pub(crate) fn drop_all(&mut self, is_such: impl Fn(FrameKind) -> bool) {
        if let Some(waiting) = &mut self.0 {
            waiting.drop_all(is_such);
            if waiting.frames.is_empty() {
                self.0 = None;
            }
        }
    }

    /// Writes a frame behind which nothing waits; how many bytes of it were taken. Only where not all were is it kept:
    /// nearly always they are, and it costs a connection nothing then. Why no more were, the next try tells.
    #[inline]
    pub(crate) fn write_alone(&mut self, frame: &Frame, sink: &impl Sink) -> usize {
        let bytes = frame.bytes();
        let count = sink.try_write(&[IoSlice::new(bytes)]).unwrap_or(0);
        if count < bytes.len() {
            let waiting = self.0.get_or_insert_default();
            waiting.push(frame.clone());
            waiting.begun = count;
        }
        count
    }

    /// Writes what waits, in order, as far as it is taken.
    pub(crate) fn write_to(&mut self, sink: &impl Sink) -> Wrote {
        let mut wrote = Wrote { had_step: false, any: false, end: WroteEnd::All };
        if let Some(waiting) = &mut self.0 {
            waiting.write_to(sink, &mut wrote);
            if waiting.frames.is_empty() {
                self.0 = None;
            }
        }
        wrote
    }
}

impl QueuedFrames {
    fn unbegun(&self) -> usize {
        let begun = self.frames.front().filter(|_| self.begun > 0).map_or(0, counted);
        self.bytes - begun
    }

    fn push(&mut self, frame: Frame) {
        self.bytes += counted(&frame);
        self.frames.push_back(frame);
    }

    fn drop_all(&mut self, is_such: impl Fn(FrameKind) -> bool) {
        let mut at_head = self.begun > 0;
        let bytes = &mut self.bytes;
        self.frames.retain(|frame| {
            let stays = std::mem::take(&mut at_head) || !is_such(frame.kind());
            if !stays {
                *bytes -= counted(frame);
            }
            stays
        });
    }

    fn write_to(&mut self, sink: &impl Sink, wrote: &mut Wrote) {
        while !self.frames.is_empty() {
            match self.write_once(sink) {
                Ok(count) => self.advance(count, sink, wrote),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let is_full = error.kind() == io::ErrorKind::WouldBlock;
                    wrote.end = if is_full { WroteEnd::Blocked } else { WroteEnd::Broken };
                    return;
                }
            }
        }
    }

    fn write_once(&self, sink: &impl Sink) -> io::Result<usize> {
        let mut parts = [IoSlice::new(&[]); TOGETHER];
        let mut used = 0;
        for (frame, part) in self.frames.iter().zip(&mut parts) {
            let begun = if used == 0 { self.begun } else { 0 };
            *part = IoSlice::new(&frame.bytes()[begun..]);
            used += 1;
        }
        sink.try_write(&parts[..used])
    }

    fn advance(&mut self, count: usize, sink: &impl Sink, wrote: &mut Wrote) {
        wrote.any = true;
        self.begun += count;
        while let Some(first) = self.frames.front().filter(|first| self.begun >= first.bytes().len()) {
            self.begun -= first.bytes().len();
            self.bytes -= counted(first);
            sink.wrote(first);
            wrote.had_step |= matches!(first.kind(), FrameKind::Step(_));
            self.frames.pop_front();
        }
    }
}

/// What a frame counts against the bound of its connection.
fn counted(frame: &Frame) -> usize {
    if matches!(frame.kind(), FrameKind::Step(_)) { 0 } else { frame.len() }
}
