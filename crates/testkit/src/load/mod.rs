//! A load: dispatchers who press, watchers who watch, over any number of nodes.
//!
//! Both keep their side of the contract whatever happens to a node: a dispatcher presses again with the same `eventId`
//! until it is answered, a watcher comes back as "The client's duty" says, with the `since` of what it has. Everything
//! is noted for the [checker](crate::checker). What is pressed, and which watcher knocks at which node first, follows
//! from the seed.

mod dispatcher;
mod doors;
mod frame;
mod line;
mod notes;
mod pulse;
mod walk;
mod watcher;

use std::{sync::Arc, time::Duration};

use futures_util::{StreamExt, stream};
use rand::{SeedableRng, rngs::StdRng};
use serde_json::json;
use store::Store;
use tokio::{task::JoinHandle, time::Instant};
use tokio_util::sync::CancellationToken;

pub use dispatcher::Presser;
pub use doors::Doors;
pub use notes::Notes;
pub use pulse::Pulse;
pub use walk::Walk;
pub use watcher::Pace;

use crate::{
    app::CHAIN_KEY,
    checker::{self, Press, Truth, Verdict},
    kitchen::{Kitchen, Registered},
};
use dispatcher::Dispatcher;
use watcher::Watcher;

/// How long the watchers may take to reach the database's state when all presses are made. Nothing waits this long in
/// a run that passes.
const PATIENCE: Duration = Duration::from_secs(60);
/// Registrations at a time.
const AT_A_TIME: usize = 8;

/// How much of everything.
#[derive(Debug, Clone)]
pub struct Load {
    /// What the plan follows from.
    pub seed: u64,
    /// Orders that are pressed and watched.
    pub orders: usize,
    /// Watchers, each with a line of its own, spread over the orders and the nodes.
    pub watchers: usize,
    /// Those of them, the first, that read at another pace than the others.
    pub others: (usize, Pace),
    /// Presses per second, all together.
    pub presses: f64,
    /// Dispatchers who share the presses; each waits for its answers.
    pub dispatchers: usize,
    /// How many of a hundred presses lead an order towards its end.
    pub ends: u32,
}

impl Default for Load {
    fn default() -> Self {
        Self { seed: 1, orders: 60, watchers: 180, others: (0, Pace::Steady), presses: 40.0, dispatchers: 10, ends: 1 }
    }
}

/// A load that runs.
pub struct Running {
    begun: Instant,
    orders: Vec<Registered>,
    notes: Vec<Arc<Notes>>,
    watchers: Vec<JoinHandle<()>>,
    dispatchers: Vec<JoinHandle<Vec<Press>>>,
    presses: Vec<Press>,
    pressing: CancellationToken,
    watching: CancellationToken,
    pulse: Pulse,
}

impl Load {
    /// Registers the orders, opens the lines, and begins to press when all of them are subscribed. `lines` are the
    /// addresses that watchers knock at, `calls` those of the dispatchers.
    ///
    /// # Panics
    /// Where an order cannot be registered, or a line does not get its subscription.
    pub async fn start(&self, lines: &Doors, calls: &Doors) -> Running {
        let mut running = self.watch(lines, calls).await;
        self.press(&mut running, calls);
        running
    }

    /// As [`Self::start`], without pressing.
    ///
    /// # Panics
    /// As [`Self::start`].
    pub async fn watch(&self, lines: &Doors, calls: &Doors) -> Running {
        // A line is a descriptor. Where there are not enough, the lines that do not come about say so.
        let _descriptors = rlimit::increase_nofile_limit(u64::MAX);
        let begun = Instant::now();
        let http = dispatcher::client();
        let register = |n: usize| {
            let kitchen = Kitchen::new(calls.url(n % calls.len()), CHAIN_KEY.to_owned(), http.clone());
            async move { kitchen.register(&json!({})).await }
        };
        let orders: Vec<Registered> = stream::iter(0..self.orders).map(register).buffered(AT_A_TIME).collect().await;
        let mut running = Running {
            begun,
            orders,
            notes: Vec::new(),
            watchers: Vec::new(),
            dispatchers: Vec::new(),
            presses: Vec::new(),
            pressing: CancellationToken::new(),
            watching: CancellationToken::new(),
            pulse: Pulse::start(),
        };
        for n in 0..self.watchers {
            let pace = if n < self.others.0 { self.others.1 } else { Pace::Steady };
            running.add_watcher(self.seed, lines, pace);
        }
        running
            .until("all watchers are subscribed", PATIENCE, |running| {
                running.notes.iter().all(|notes| notes.known().is_some())
            })
            .await;
        running
    }

    fn press(&self, running: &mut Running, calls: &Doors) {
        let dispatchers = self.dispatchers.min(running.orders.len());
        let pause = Duration::from_secs_f64(dispatchers as f64 / self.presses);
        for n in 0..dispatchers {
            let mine = running.orders.iter().skip(n).step_by(dispatchers);
            let presser = Presser::new(running.begun, calls.clone(), self.seed ^ (n as u64) << 32);
            let dispatcher = Dispatcher::new(presser, mine, self.ends, pause);
            running.dispatchers.push(tokio::spawn(dispatcher.run(running.pressing.clone())));
        }
    }
}

impl Running {
    /// How long it has run; the moments of logs and presses are counted so.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    /// When it began.
    #[must_use]
    pub fn begun(&self) -> Instant {
        self.begun
    }

    /// How late the machine itself has been so far.
    #[must_use]
    pub fn pulse(&self) -> &Pulse {
        &self.pulse
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
    pub fn add_watcher(&mut self, seed: u64, lines: &Doors, pace: Pace) {
        let id = self.notes.len();
        let order = &self.orders[id % self.orders.len()];
        let notes = Arc::new(Notes::new(id, order));
        let watcher = Watcher {
            order: order.clone(),
            notes: Arc::clone(&notes),
            doors: lines.clone(),
            // An order's first watcher and its second knock at different doors.
            door: (id + id / self.orders.len()) % lines.len(),
            pace,
            chance: StdRng::seed_from_u64(seed ^ (id as u64) << 20),
            begun: self.begun,
        };
        self.notes.push(notes);
        self.watchers.push(tokio::spawn(watcher.run(self.watching.clone())));
    }

    /// Notes presses that were made beside the load's own.
    pub fn add_presses(&mut self, presses: impl IntoIterator<Item = Press>) {
        self.presses.extend(presses);
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
        // It is the load that is waited for: so long it presses.
        tokio::time::sleep(span).await;
    }

    /// Ends the pressing; presses that are under way are pressed on until they are answered.
    ///
    /// # Panics
    /// Where a dispatcher did.
    pub async fn stop_pressing(&mut self) {
        self.pressing.cancel();
        for dispatcher in self.dispatchers.drain(..) {
            self.presses.extend(dispatcher.await.expect("a dispatcher ends"));
        }
    }

    /// Ends the pressing, waits until every watcher is where the database is, or for so long, and judges.
    ///
    /// # Panics
    /// Where the database cannot be read, or a task panicked.
    pub async fn finish(mut self, store: &Store) -> Verdict {
        self.stop_pressing().await;
        let numbers: Vec<i64> = self.orders.iter().map(|order| order.id.parse().expect("a number")).collect();
        let truth = Truth::read(store, numbers).await.expect("the database answers");
        let deadline = Instant::now() + PATIENCE;
        while !self.notes.iter().all(|notes| notes.is_settled(&truth)) && Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // What should not come would come about now.
        tokio::time::sleep(Duration::from_millis(100)).await;
        self.watching.cancel();
        for watcher in self.watchers {
            watcher.await.expect("a watcher ends");
        }
        let logs: Vec<_> = self.notes.iter().map(|notes| notes.log()).collect();
        checker::check(&truth, &logs, &self.presses)
    }
}
