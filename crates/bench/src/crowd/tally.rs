//! What the watchers were told: counted, timed, and checked for what must not be.

use super::watcher::{CrowdWatcher, WatcherStage};
use crate::{
    clock::{Micros, age},
    frame::{field, number},
    histogram::Histogram,
    trouble::Trouble,
};

/// A status that a watcher was told.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StatusSeen {
    /// Which of the run's orders.
    pub(crate) order: u32,
    pub(crate) seq: i64,
    pub(crate) at: Micros,
}

/// What the watchers were told since the last [`Tally::restart`].
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Positions, from the moment of sending that each bears.
    pub(crate) positions: Histogram,
    pub(crate) statuses: Vec<StatusSeen>,
    /// New estimates and whatever else came, signs of life apart.
    pub(crate) others: u64,
    pub(crate) position_bytes: u64,
    /// The same status or position again.
    pub(crate) doubled: u64,
    /// Older than what was told before.
    pub(crate) misordered: u64,
    /// Statuses left out.
    pub(crate) left_out: u64,
    /// A position as it came, to be sent by the bare server.
    pub(crate) sample: Vec<u8>,
}

impl Tally {
    /// All frames but signs of life.
    pub(crate) fn frames(&self) -> u64 {
        self.positions.total() + self.statuses.len() as u64 + self.others
    }

    /// Begins anew, keeping the memory.
    pub(crate) fn restart(&mut self) {
        let (mut statuses, sample) = (std::mem::take(&mut self.statuses), std::mem::take(&mut self.sample));
        statuses.clear();
        *self = Self { statuses, sample, ..Self::default() };
    }

    /// Takes a frame; whether it is the one with which the watcher has joined.
    pub(super) fn hear(&mut self, watcher: &mut CrowdWatcher, text: &[u8], now: Micros) -> Result<bool, Trouble> {
        match field(text, br#""type":""#, b"\"") {
            Some(b"position") => self.hear_position(watcher, text, now)?,
            Some(b"status") => self.hear_status(watcher, text, now)?,
            Some(b"snapshot") => {
                watcher.seq = seq(text)?;
                let before = std::mem::replace(&mut watcher.stage, WatcherStage::Watching);
                // Of whoever waited for its money, this is the order's first status.
                if before == WatcherStage::Waiting {
                    self.statuses.push(StatusSeen { order: watcher.order, seq: watcher.seq, at: now });
                }
                return Ok(before == WatcherStage::Joining);
            }
            Some(b"error") if field(text, br#""code":""#, b"\"") == Some(b"order/not-received".as_slice()) => {
                return Ok(std::mem::replace(&mut watcher.stage, WatcherStage::Waiting) == WatcherStage::Joining);
            }
            Some(b"shop") => return self.hear_shop(watcher, text, now),
            Some(b"error") => {
                return Err(Trouble::new(format!("a watcher is refused: {}", String::from_utf8_lossy(text))));
            }
            Some(b"beat") => {}
            _ => self.others += 1,
        }
        Ok(false)
    }

    fn hear_position(&mut self, watcher: &mut CrowdWatcher, text: &[u8], now: Micros) -> Result<(), Trouble> {
        let age = field(text, br#""at":""#, b"\"").and_then(|at| age(at, now));
        let age = age.ok_or_else(|| Trouble::new("a position without a time"))?;
        self.positions.count(age);
        self.position_bytes += text.len() as u64;
        let sent = now - age;
        self.doubled += u64::from(sent == watcher.shown);
        self.misordered += u64::from(sent < watcher.shown);
        watcher.shown = sent;
        if self.sample.is_empty() {
            self.sample.extend(text);
        }
        Ok(())
    }

    /// What a restaurant says, kept as a status is; the first is the one with which the watcher has joined.
    fn hear_shop(&mut self, watcher: &mut CrowdWatcher, text: &[u8], now: Micros) -> Result<bool, Trouble> {
        let rev = rev(text)?;
        let before = watcher.seq;
        watcher.seq = before.max(rev);
        if std::mem::replace(&mut watcher.stage, WatcherStage::Watching) == WatcherStage::Joining {
            return Ok(true);
        }
        self.statuses.push(StatusSeen { order: watcher.order, seq: rev, at: now });
        self.doubled += u64::from(rev == before);
        self.misordered += u64::from(rev < before);
        Ok(false)
    }

    fn hear_status(&mut self, watcher: &mut CrowdWatcher, text: &[u8], now: Micros) -> Result<(), Trouble> {
        let seq = seq(text)?;
        self.statuses.push(StatusSeen { order: watcher.order, seq, at: now });
        match seq - watcher.seq {
            1 => {}
            2.. => self.left_out += u64::try_from(seq - watcher.seq - 1).unwrap_or(0),
            0 => self.doubled += 1,
            _ => self.misordered += 1,
        }
        watcher.seq = watcher.seq.max(seq);
        Ok(())
    }
}

/// The number of what a restaurant says: it rises by any step.
fn rev(text: &[u8]) -> Result<i64, Trouble> {
    number(text, br#""rev":"#).ok_or_else(|| Trouble::new("a frame without a rev"))
}

fn seq(text: &[u8]) -> Result<i64, Trouble> {
    number(text, br#""seq":"#).ok_or_else(|| Trouble::new("a frame without a seq"))
}
