//! Waiting for sockets: one epoll instance, and a timer, since epoll's own waits are whole milliseconds.

use std::os::fd::{AsFd, OwnedFd};

use rustix::{
    buffer::spare_capacity,
    event::epoll::{self, CreateFlags, Event, EventData, EventFlags},
    io::Errno,
    time::{Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create, timerfd_settime},
};

use crate::{
    clock::{Micros, now},
    trouble::{Trouble, Trying},
};

/// Events of one wait.
const EVENTS: usize = 1024;
/// The timer's own number.
const TIMER: u64 = u64::MAX;

/// Sockets that are waited for, by number.
pub(crate) struct Poll {
    epoll: OwnedFd,
    timer: OwnedFd,
    events: Vec<Event>,
    is_awake: bool,
    idle: Micros,
}

impl Poll {
    /// Waits for nothing yet.
    pub(crate) fn new() -> Result<Self, Trouble> {
        let epoll = epoll::create(CreateFlags::CLOEXEC).trying("epoll")?;
        let flags = TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC;
        let timer = timerfd_create(TimerfdClockId::Monotonic, flags).trying("a timer")?;
        let poll = Self { epoll, timer, events: Vec::with_capacity(EVENTS), is_awake: false, idle: 0 };
        epoll::add(&poll.epoll, &poll.timer, EventData::new_u64(TIMER), EventFlags::IN | EventFlags::ET)
            .trying("a timer in epoll")?;
        Ok(poll)
    }

    /// Tells from now on when there is something to read. Told once: it has to be read until nothing is left.
    pub(crate) fn add(&self, socket: impl AsFd, number: u64) -> Result<(), Trouble> {
        let wanted = EventFlags::IN | EventFlags::RDHUP | EventFlags::ET;
        epoll::add(&self.epoll, socket, EventData::new_u64(number), wanted).trying("a socket in epoll")
    }

    /// Never sleeps from now on, but asks again and again: whoever writes to a socket on which somebody sleeps also pays for
    /// waking them, and what is measured is not to pay for a watcher who on a network would be elsewhere.
    pub(crate) fn keep_awake(&mut self) {
        self.is_awake = true;
    }

    /// How long it has asked in vain, µs.
    pub(crate) fn idle(&self) -> Micros {
        self.idle
    }

    /// Waits until something can be read, at most until a moment; puts the numbers of what can into `ready`.
    pub(crate) fn wait(&mut self, until: Option<Micros>, ready: &mut Vec<u64>) -> Result<(), Trouble> {
        ready.clear();
        if self.is_awake {
            return self.ask(until, ready);
        }
        let timeout = match until.map(|until| until - now()) {
            None => None,
            Some(micros) if micros <= 0 => Some(timespec(0)),
            Some(micros) => {
                let setting = Itimerspec { it_interval: timespec(0), it_value: timespec(micros) };
                timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &setting).trying("a timer's time")?;
                None
            }
        };
        self.take(timeout.as_ref(), ready)
    }

    /// Asks until something can be read, at most until a moment.
    fn ask(&mut self, until: Option<Micros>, ready: &mut Vec<u64>) -> Result<(), Trouble> {
        let began = now();
        let mut asked = began;
        loop {
            self.take(Some(&timespec(0)), ready)?;
            if !ready.is_empty() {
                break;
            }
            asked = now();
            if until.is_some_and(|until| asked >= until) {
                break;
            }
        }
        self.idle += asked - began;
        Ok(())
    }

    fn take(&mut self, timeout: Option<&Timespec>, ready: &mut Vec<u64>) -> Result<(), Trouble> {
        self.events.clear();
        match epoll::wait(&self.epoll, spare_capacity(&mut self.events), timeout) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(Trouble::new(format!("epoll_wait: {error}"))),
        }
        // Without a copy the packed data cannot be looked into.
        ready.extend(self.events.iter().map(|event| { event.data }.u64()).filter(|number| *number != TIMER));
        Ok(())
    }
}

fn timespec(micros: Micros) -> Timespec {
    Timespec { tv_sec: micros / 1_000_000, tv_nsec: micros % 1_000_000 * 1_000 }
}
