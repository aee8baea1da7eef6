//! Drives cars before watchers, at a fixed rate or as fast as they are taken in.

use serde::Serialize;

use crate::{
    child::Served,
    clock::{Micros, now},
    crowd::Crowd,
    publisher::PositionPublisher,
    town,
    trouble::Trouble,
    usage::{Others, processor_micros},
};

/// Dispatch lines; each takes so many calls at a time that together they keep a server busy.
const LINES: usize = 4;
/// Frames that each watcher gets before what follows is measured, where a server is to be saturated. After a pause the kernel
/// acknowledges the first 16 of a connection at once, and on the core of whoever sends: that is the watcher's work, and would
/// be charged to the slower server in more of its deliveries.
const FRAMES_BEFORE: usize = 20;
/// How long they report before it is looked whether that was enough.
const A_WHILE: Micros = 100_000;
/// How long answers may take before the run is given up.
const PATIENCE: Micros = 60_000_000;

/// How fast.
#[derive(Debug, Clone, Copy)]
pub(crate) enum DrivePace {
    /// So many deliveries in a second, evenly.
    Deliveries(f64),
    /// As fast as the server takes them in.
    Saturated,
}

/// What came of it.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(crate) struct Driven {
    /// Deliveries that were due: of each position one to each watcher of its order.
    pub(crate) due: f64,
    pub(crate) received: f64,
    pub(crate) per_second: f64,
    pub(crate) doubled: f64,
    pub(crate) misordered: f64,
    /// Other frames that came meanwhile.
    pub(crate) others: f64,
    /// Processor time of the server for each delivery, µs.
    pub(crate) cpu: f64,
    /// Share of one core that the server used, and the generator.
    pub(crate) server_load: f64,
    pub(crate) generator_load: f64,
    /// Cores that the rest of the machine used meanwhile.
    pub(crate) other_cores: f64,
    /// From the moment of sending to the frame at the watcher, µs.
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) p999: f64,
    /// From the moment of sending to the answer, µs.
    pub(crate) answer_p50: f64,
    pub(crate) answer_p99: f64,
    /// Positions that the server had no time for.
    pub(crate) refused: f64,
    /// Bytes of one frame's text.
    pub(crate) bytes: f64,
}

/// The cars of a run and the lines on which they report.
pub(crate) struct BenchFleet {
    lines: Vec<PositionPublisher>,
    /// When each order's car has reported last.
    last: Vec<Micros>,
    next: usize,
    /// Positions in each frame.
    at_once: usize,
    moments: Vec<Micros>,
}

impl BenchFleet {
    /// Opens the lines to a server; the crowd waits for them, too.
    pub(crate) fn open(crowd: &Crowd, server: &Served, orders: usize) -> Result<Self, Trouble> {
        let open = |line: usize| {
            let number = u64::MAX / 2 + line as u64;
            PositionPublisher::open(&crowd.poll, server.address(), crowd.dialect(), number)
        };
        let lines = (0..LINES).map(open).collect::<Result<_, _>>()?;
        Ok(Self { lines, last: vec![0; orders], next: 0, at_once: 1, moments: Vec::new() })
    }

    /// Lets each car report once, and waits until all that follows from it has come.
    pub(crate) fn warm_up(&mut self, crowd: &mut Crowd) -> Result<(), Trouble> {
        let gives_up = now() + PATIENCE;
        for _ in 0..self.last.len() {
            while !self.say_next()? {
                self.turn_until(crowd, gives_up)?;
            }
        }
        self.settle(crowd, 500_000, 10_000_000)
    }

    /// Reads all answers, then on until nothing came for a while. An answer that is not read when it is told of is told
    /// of no second time, and its line would have no room.
    fn settle(&mut self, crowd: &mut Crowd, quiet: Micros, most: Micros) -> Result<(), Trouble> {
        let gives_up = now() + PATIENCE;
        while self.lines.iter().any(|line| line.busy() > 0) {
            self.turn_until(crowd, gives_up)?;
        }
        crowd.settle(quiet, most)
    }

    /// Drives for so many seconds; where the server is to be saturated, these begin when it is.
    pub(crate) fn drive(
        &mut self,
        crowd: &mut Crowd,
        server: &Served,
        pace: DrivePace,
        seconds: f64,
    ) -> Result<Driven, Trouble> {
        let fan = crowd.len() as f64 / self.last.len() as f64;
        let pause = match pace {
            DrivePace::Deliveries(rate) => 1_000_000.0 * fan / rate,
            DrivePace::Saturated => 0.0,
        };
        self.restart(crowd);
        // What must not be is counted from the beginning.
        let (mut doubled, mut misordered, mut refused) = (0, 0, 0);
        if pause == 0.0 {
            let (enough, gives_up) = ((FRAMES_BEFORE * crowd.len()) as u64, now() + PATIENCE);
            while crowd.tally.positions.total() < enough {
                self.say_until(crowd, pause, (now() + A_WHILE).min(gives_up))?;
                if now() >= gives_up {
                    return Err(Trouble::new("the watchers are not told where their cars are"));
                }
            }
            (doubled, misordered, refused) = (crowd.tally.doubled, crowd.tally.misordered, self.refused());
            self.restart(crowd);
        }
        // What the generator spends on asking in vain is not work.
        let used = |crowd: &Crowd| {
            let own = processor_micros(std::process::id())? - crowd.poll.idle() as f64;
            Ok::<_, Trouble>((processor_micros(server.pid())?, own))
        };
        let elsewhere = Others::watch()?;
        let (before, began) = (used(crowd)?, now());
        let due_deliveries = self.say_until(crowd, pause, began + (seconds * 1_000_000.0) as Micros)?;
        let driving = (now() - began) as f64;
        let (driven_load, other_cores) = (used(crowd)?, elsewhere.cores()?);
        self.settle(crowd, 50_000, 5_000_000)?;
        let after = used(crowd)?;
        let tally = &crowd.tally;
        let received = tally.positions.total() as f64;
        let mut answers = self.lines[0].answers.clone();
        self.lines[1..].iter().for_each(|line| answers.add(&line.answers));
        Ok(Driven {
            due: due_deliveries as f64,
            received,
            per_second: received / driving * 1_000_000.0,
            doubled: (doubled + tally.doubled) as f64,
            misordered: (misordered + tally.misordered) as f64,
            others: tally.others as f64,
            cpu: (after.0 - before.0) / received.max(1.0),
            server_load: (driven_load.0 - before.0) / driving,
            generator_load: (driven_load.1 - before.1) / driving,
            other_cores,
            p50: tally.positions.quantile(0.5),
            p99: tally.positions.quantile(0.99),
            p999: tally.positions.quantile(0.999),
            answer_p50: answers.quantile(0.5),
            answer_p99: answers.quantile(0.99),
            refused: (refused + self.refused()) as f64,
            bytes: tally.position_bytes as f64 / received.max(1.0),
        })
    }

    /// Counts from here on.
    fn restart(&mut self, crowd: &mut Crowd) {
        crowd.tally.restart();
        self.lines.iter_mut().for_each(|line| (line.answers, line.refused, line.accepted) = Default::default());
    }

    /// Positions that the server had no time for.
    fn refused(&self) -> u64 {
        self.lines.iter().map(|line| line.refused).sum()
    }

    /// Lets cars report until a moment, at this pause; how many deliveries are due for it.
    fn say_until(&mut self, crowd: &mut Crowd, pause: f64, ends: Micros) -> Result<usize, Trouble> {
        let began = now();
        let (mut said, mut due, mut due_deliveries) = (0_u64, began, 0);
        while now() < ends {
            let mut is_full = false;
            while !is_full && (pause == 0.0 || now() >= due) {
                let watchers = self.watchers_of_next(crowd);
                is_full = !self.say_next()?;
                if !is_full {
                    (said, due_deliveries) = (said + 1, due_deliveries + watchers);
                    due = began + (said as f64 * pause) as Micros;
                }
            }
            self.flush()?;
            self.turn(crowd, if is_full { ends } else { due.min(ends) })?;
        }
        Ok(due_deliveries)
    }

    /// Lets cars report so many positions in each frame as fast as they are taken in. Deliveries are then what the server
    /// took in, whether anybody watches or not.
    pub(crate) fn report(
        &mut self,
        crowd: &mut Crowd,
        server: &Served,
        at_once: usize,
        seconds: f64,
    ) -> Result<Driven, Trouble> {
        self.at_once = at_once;
        let driven = self.drive(crowd, server, DrivePace::Saturated, seconds)?;
        self.at_once = 1;
        let accepted = self.lines.iter().map(|line| line.accepted).sum::<u64>() as f64;
        let used = driven.cpu * driven.received.max(1.0);
        Ok(Driven { received: accepted, per_second: accepted / seconds, cpu: used / accepted.max(1.0), ..driven })
    }

    /// Watchers stand in turn, one of each order.
    fn watchers_of_next(&self, crowd: &Crowd) -> usize {
        let (orders, order) = (self.last.len(), self.next % self.last.len());
        crowd.len() / orders + usize::from(order < crowd.len() % orders)
    }

    /// Lets the next car report; false where its line has no room.
    fn say_next(&mut self) -> Result<bool, Trouble> {
        let order = self.next % self.last.len();
        let lines = self.lines.len();
        let line = &mut self.lines[self.next % lines];
        if !line.has_room() {
            return Ok(false);
        }
        // Odd, so that its last digit is never left out, and later than the one before.
        let first = (now() | 1).max(self.last[order] + 2);
        self.moments.clear();
        self.moments.extend((0..self.at_once as Micros).map(|later| first + 2 * later));
        line.position(order, town::car(order, first), &self.moments)?;
        self.last[order] = first + 2 * (self.at_once as Micros - 1);
        self.next += 1;
        Ok(true)
    }

    fn flush(&mut self) -> Result<(), Trouble> {
        self.lines.iter_mut().try_for_each(PositionPublisher::flush)
    }

    /// Waits for answers that must come before a moment.
    fn turn_until(&mut self, crowd: &mut Crowd, gives_up: Micros) -> Result<(), Trouble> {
        if now() >= gives_up {
            let busy: Vec<_> = self.lines.iter().map(PositionPublisher::busy).collect();
            return Err(Trouble::new(format!("calls were not answered: {busy:?} on the dispatch lines")));
        }
        self.turn(crowd, gives_up)
    }

    fn turn(&mut self, crowd: &mut Crowd, until: Micros) -> Result<(), Trouble> {
        self.flush()?;
        for number in crowd.turn(until)? {
            let line = number.checked_sub(u64::MAX / 2).and_then(|line| usize::try_from(line).ok());
            if let Some(line) = line.and_then(|line| self.lines.get_mut(line)) {
                line.read()?;
            }
        }
        Ok(())
    }
}
