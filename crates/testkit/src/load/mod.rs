//! A load: dispatchers who report, cars that drive, people who order and pay, watchers of orders and of the board, over any
//! number of nodes.
//!
//! All keep their side of the contract whatever happens to a node: a dispatcher reports again with the same `eventId`
//! until it is answered, a shopper calls again with the same key, a watcher comes back as "The client's duty" says, with the `since` of what it has. Everything
//! is noted for the [checker]. What is reported, and which watcher knocks at which node first, follows
//! from the seed.

mod comeback;
mod dispatcher;
mod doors;
mod driver;
mod frame;
mod hang_up;
mod line;
mod notes;
mod pulse;
mod shopper;
mod staff;
mod walk;
mod watcher;

use std::{sync::Arc, time::Duration};

use deps::{Clock, SystemClock};
use futures_util::{StreamExt, stream};
use rand::{SeedableRng, rngs::StdRng};
use serde_json::json;
use store::Store;
use tokio::{task::JoinHandle, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    app::CHAIN_KEY,
    checker::{self, BoardTruth, DrivenBatch, Record, StatusAttempts, Truth, Verdict, WantedOrder},
    db,
    kitchen::{Kitchen, Registered},
};
use comeback::Comeback;
use dispatcher::LoadDispatcher;
use driver::Driver;
use shopper::LoadShopper;
use staff::{BoardNotes, LoadStaff};
use watcher::LoadWatcher;

pub use dispatcher::StatusReporter;
pub use doors::NodeAddresses;
pub use notes::Notes;
pub use pulse::{DiskPulse, Pulse};
pub use walk::Walk;
pub use watcher::Pace;

/// How long the watchers may take to reach the database's state when all reports are made. Nothing waits this long in
/// a run that passes.
const PATIENCE: Duration = Duration::from_secs(60);
/// Stops of a car.
const STOPS: usize = 3;
/// Registrations at a time.
const AT_A_TIME: usize = 8;

/// How much of everything.
#[derive(Debug, Clone)]
pub struct Load {
    /// What the plan follows from.
    pub seed: u64,
    /// Orders that are reported and watched.
    pub orders: usize,
    /// Watchers, each with a line of its own, spread over the orders and the nodes.
    pub watchers: usize,
    /// Those of them, the first, that read at another pace than the others.
    pub others: (usize, Pace),
    /// Reports per second, all together.
    pub reports: f64,
    /// Dispatchers who share the reports; each waits for its answers.
    pub dispatchers: usize,
    /// How many of a hundred reports lead an order towards its end.
    pub ends: u32,
    /// How many of a hundred reports, placings and payments are sent first by a caller who hangs up within 50 ms after the
    /// last byte, and then again.
    pub hang_ups: u32,
    /// Orders that are placed in the shop and paid per second, all together.
    pub purchases: f64,
    /// Shoppers who share them; each waits for its answers.
    pub shoppers: usize,
    /// Cars that drive three orders each, the last ones, which nobody else reports.
    pub cars: usize,
    /// Positions that a car reports before one of its stops changes its status.
    pub positions_per_report: u32,
    /// People of the staff who watch the board.
    pub boards: usize,
}

impl Default for Load {
    fn default() -> Self {
        Self {
            seed: 1,
            orders: 60,
            watchers: 180,
            others: (0, Pace::Steady),
            reports: 40.0,
            dispatchers: 10,
            ends: 2,
            hang_ups: 30,
            purchases: 4.0,
            shoppers: 8,
            cars: 0,
            positions_per_report: 3,
            boards: 0,
        }
    }
}

/// A load that runs.
pub struct RunningLoad {
    begun: Instant,
    orders: Vec<Registered>,
    /// How many of them, the last, go by car.
    driven: usize,
    notes: Vec<Arc<Notes>>,
    boards: Vec<Arc<BoardNotes>>,
    watchers: Vec<JoinHandle<()>>,
    dispatchers: Vec<JoinHandle<Vec<StatusAttempts>>>,
    drivers: Vec<JoinHandle<(Vec<StatusAttempts>, DrivenBatch)>>,
    shoppers: Vec<JoinHandle<Vec<WantedOrder>>>,
    reports: Vec<StatusAttempts>,
    purchases: Vec<WantedOrder>,
    drives: Vec<DrivenBatch>,
    reporting: CancellationToken,
    watching: CancellationToken,
    pulse: Pulse,
    disk: DiskPulse,
}

impl Load {
    /// Registers the orders, opens the lines, and begins to report when all of them are subscribed. `lines` are the
    /// addresses that watchers knock at, `calls` those of the dispatchers.
    ///
    /// # Panics
    /// Where an order cannot be registered, or a line does not get its subscription.
    pub async fn start(&self, lines: &NodeAddresses, calls: &NodeAddresses) -> RunningLoad {
        let mut running = self.watch(lines, calls).await;
        self.report(&mut running, calls);
        running
    }

    /// As [`Self::start`], without reporting.
    ///
    /// # Panics
    /// As [`Self::start`].
    pub async fn watch(&self, lines: &NodeAddresses, calls: &NodeAddresses) -> RunningLoad {
        // A line is a descriptor. Where there are not enough, the lines that do not come about say so.
        let _descriptors = rlimit::increase_nofile_limit(u64::MAX);
        let begun = Instant::now();
        let http = dispatcher::client(dispatcher::TIMEOUT);
        let driven = self.cars * STOPS;
        let reported = self.orders.checked_sub(driven).expect("an order for each stop");
        let register = |n: usize| {
            let kitchen = Kitchen::new(calls.url(n % calls.len()), CHAIN_KEY.to_owned(), http.clone());
            let mut fields = if n < reported { json!({}) } else { driver::fields((n - reported) % STOPS) };
            // Due now, and so on the board, whatever the time of day.
            fields["promisedAt"] = json!(SystemClock.now());
            async move { kitchen.register(&fields).await }
        };
        let orders: Vec<Registered> = stream::iter(0..self.orders).map(register).buffered(AT_A_TIME).collect().await;
        let mut running = RunningLoad {
            begun,
            orders,
            driven,
            notes: Vec::new(),
            boards: Vec::new(),
            watchers: Vec::new(),
            dispatchers: Vec::new(),
            drivers: Vec::new(),
            shoppers: Vec::new(),
            reports: Vec::new(),
            purchases: Vec::new(),
            drives: Vec::new(),
            reporting: CancellationToken::new(),
            watching: CancellationToken::new(),
            pulse: Pulse::start(),
            disk: DiskPulse::start(),
        };
        for n in 0..self.watchers {
            let pace = if n < self.others.0 { self.others.1 } else { Pace::Steady };
            running.add_watcher(self.seed, lines, pace);
        }
        for _ in 0..self.boards {
            running.add_board(self.seed, lines);
        }
        running
            .until("all watchers are subscribed", PATIENCE, |running| {
                running.notes.iter().all(|notes| notes.known().is_some())
                    && running.boards.iter().all(|notes| notes.has_begun())
            })
            .await;
        running
    }

    /// Begins to report what is watched.
    pub fn report(&self, running: &mut RunningLoad, calls: &NodeAddresses) {
        let (reported, driven) = running.orders.split_at(running.orders.len() - running.driven);
        let reporter = |n: usize| {
            StatusReporter::new(running.begun, calls.clone(), self.seed ^ (n as u64) << 32).hanging_up(self.hang_ups)
        };
        let dispatchers = self.dispatchers.min(reported.len());
        let pause = Duration::from_secs_f64(dispatchers as f64 / self.reports);
        for n in 0..dispatchers {
            let mine = reported.iter().skip(n).step_by(dispatchers);
            let dispatcher = LoadDispatcher::new(reporter(n), mine, self.ends, pause);
            running.dispatchers.push(tokio::spawn(dispatcher.run(running.reporting.clone())));
        }
        for (n, stops) in driven.chunks(STOPS).enumerate() {
            let (batch, car) = (format!("batch-{}-{n}", self.seed), format!("car-{}-{n}", self.seed));
            let positions_per_report = self.positions_per_report;
            let reporter = reporter(dispatchers + n);
            let driver = Driver { reporter, batch, car, stops: stops.to_vec(), positions_per_report };
            running.drivers.push(tokio::spawn(driver.run(running.reporting.clone())));
        }
        let shoppers = if self.purchases > 0.0 { self.shoppers } else { 0 };
        for n in 0..shoppers {
            let shopper = LoadShopper::new(running.begun, calls.clone(), self.hang_ups, (self.seed, n));
            let pause = Duration::from_secs_f64(shoppers as f64 / self.purchases);
            running.shoppers.push(tokio::spawn(shopper.run(pause, running.reporting.clone())));
        }
    }
}

impl RunningLoad {
    /// How long it has run; the moments of logs and reports are counted so.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    /// When it began.
    #[must_use]
    pub fn begun(&self) -> Instant {
        self.begun
    }

    /// Whether some of its orders go by car.
    #[must_use]
    pub fn has_cars(&self) -> bool {
        self.driven > 0
    }

    /// How late the machine itself has been so far.
    #[must_use]
    pub fn pulse(&self) -> &Pulse {
        &self.pulse
    }

    /// How late the disk was.
    #[must_use]
    pub fn disk(&self) -> &DiskPulse {
        &self.disk
    }

    /// The orders.
    #[must_use]
    pub fn orders(&self) -> &[Registered] {
        &self.orders
    }

    /// What each watcher has seen so far.
    #[must_use]
    pub fn notes(&self) -> &[Arc<Notes>] {
        &self.notes
    }

    /// One more watcher, of the next order.
    pub fn add_watcher(&mut self, seed: u64, lines: &NodeAddresses, pace: Pace) {
        let id = self.notes.len();
        let order = self.orders[id % self.orders.len()].clone();
        let notes = Arc::new(Notes::new(id, &order));
        self.notes.push(Arc::clone(&notes));
        // An order's first watcher and its second knock at different doors.
        let door = (id + id / self.orders.len()) % lines.len();
        let watcher = LoadWatcher { order, notes, pace, begun: self.begun, door };
        let comeback = Comeback { doors: lines.clone(), door, chance: StdRng::seed_from_u64(seed ^ (id as u64) << 20) };
        self.watchers.push(tokio::spawn(comeback.keep(watcher, self.watching.clone())));
    }

    /// One more person before the board.
    pub fn add_board(&mut self, seed: u64, lines: &NodeAddresses) {
        let id = self.boards.len();
        let notes = Arc::new(BoardNotes::new(id));
        self.boards.push(Arc::clone(&notes));
        let door = id % lines.len();
        let staff = LoadStaff { notes, begun: self.begun, door };
        let comeback = Comeback { doors: lines.clone(), door, chance: StdRng::seed_from_u64(seed ^ (id as u64) << 50) };
        self.watchers.push(tokio::spawn(comeback.keep(staff, self.watching.clone())));
    }

    /// Notes reports that were made beside the load's own.
    pub fn add_reports(&mut self, reports: impl IntoIterator<Item = StatusAttempts>) {
        self.reports.extend(reports);
    }

    /// Waits for a condition.
    ///
    /// # Panics
    /// Where it does not come about in time.
    pub async fn until(&self, what: &str, patience: Duration, is_so: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + patience;
        while !is_so(self) {
            assert!(Instant::now() < deadline, "waited in vain: {what}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Lets it run on.
    pub async fn run_for(&self, span: Duration) {
        // It is the load that is waited for: so long it reports.
        tokio::time::sleep(span).await;
    }

    /// Ends the reporting and the shopping; what is under way goes on until it is answered.
    ///
    /// # Panics
    /// Where a dispatcher or a shopper did.
    pub async fn stop_reporting(&mut self) {
        self.reporting.cancel();
        for dispatcher in self.dispatchers.drain(..) {
            self.reports.extend(dispatcher.await.expect("a dispatcher ends"));
        }
        for driver in self.drivers.drain(..) {
            let (reports, drive) = driver.await.expect("a driver ends");
            self.reports.extend(reports);
            self.drives.push(drive);
        }
        for shopper in self.shoppers.drain(..) {
            self.purchases.extend(shopper.await.expect("a shopper ends"));
        }
    }

    /// Ends the reporting, waits until every watcher is where the database is, or for so long, and judges. What was bought is
    /// read over a connection of its own, at the database's URL.
    ///
    /// # Panics
    /// Where the database cannot be read, or a task panicked.
    pub async fn finish(mut self, store: &Store, url: &str) -> Verdict {
        self.stop_reporting().await;
        let deadline = Instant::now() + PATIENCE;
        // Read anew until all is settled: estimates change for a while after the last report, and so does the board. What
        // was noted between two reads that are the same stands in the database, as far as it is true.
        let (truth, board, logs, boards) = loop {
            let (truth, board) = self.read_truth(store).await;
            let is_settled = self.notes.iter().all(|notes| notes.is_settled(&truth))
                && self.boards.iter().all(|notes| notes.is_settled(&board));
            let is_too_late = Instant::now() > deadline;
            if is_settled || is_too_late {
                let logs = self.notes.iter().map(|notes| notes.log()).collect();
                let boards = self.boards.iter().map(|notes| notes.log()).collect();
                let last = self.read_truth(store).await;
                if is_too_late || last == (truth, board) {
                    break (last.0, last.1, logs, boards);
                }
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        self.watching.cancel();
        for watcher in self.watchers {
            watcher.await.expect("a watcher ends");
        }
        let truth = Truth { bought: db::bought(url).await, ..truth };
        checker::check(&truth, &board, &Record { logs, boards, status_calls: self.reports, purchases: self.purchases })
    }

    async fn read_truth(&self, store: &Store) -> (Truth, BoardTruth) {
        let numbers: Vec<i64> = self.orders.iter().map(|order| order.id.parse().expect("a number")).collect();
        let truth = Truth::read(store, numbers).await.expect("the database answers");
        let board = BoardTruth::read(store, SystemClock.now()).await.expect("the database answers");
        (Truth { drives: self.drives.clone(), ..truth }, board)
    }
}
