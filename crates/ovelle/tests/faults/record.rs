//! What came of each fault, as one line of a log, for whoever runs them one by one (`scripts/faults`).

use std::{
    fs::File,
    io::Write,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use deps::{Clock, SystemClock};
use serde_json::{Value, json};
use testkit::checker::{Breach, Spread, Verdict};

use crate::form::{is_long, setting};

/// A load needs the machine for itself.
static TURN: Mutex<()> = Mutex::new(());

/// What the fault whose turn it is has come to so far.
static TALLY: Mutex<Tally> = Mutex::new(Tally::new());

#[derive(Debug)]
struct Tally {
    seeds: Vec<u64>,
    verdicts: Vec<Value>,
    /// Statuses that the database holds, frames that were checked, positions that were shown.
    committed: usize,
    frames: usize,
    positions: usize,
    /// Placings and payments that were answered.
    placings: usize,
    payments: usize,
    /// Reports that were answered with success or refused.
    answered: usize,
    breaches: [usize; BREACHES.len()],
    promises: Vec<Value>,
    notes: Vec<(String, Value)>,
}

const BREACHES: [Breach; 4] = [Breach::Lost, Breach::Doubled, Breach::OutOfOrder, Breach::Other];

impl Tally {
    const fn new() -> Self {
        Self {
            seeds: Vec::new(),
            verdicts: Vec::new(),
            committed: 0,
            frames: 0,
            positions: 0,
            placings: 0,
            payments: 0,
            answered: 0,
            breaches: [0; BREACHES.len()],
            promises: Vec::new(),
            notes: Vec::new(),
        }
    }
}

fn tally() -> MutexGuard<'static, Tally> {
    TALLY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The turn of one fault. When it ends, the log is written.
pub(crate) struct Turn {
    _turn: MutexGuard<'static, ()>,
    fault: String,
    begun: Instant,
}

impl Turn {
    /// Waits for the turn of the fault whose test this is.
    pub(crate) fn take<F>(_test: &F) -> Self {
        // A test that failed has had its turn, too.
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        *tally() = Tally::new();
        // `faults::redis::flushed::{{closure}}`, as the test is called.
        let test = std::any::type_name::<F>();
        let fault = test.trim_start_matches("faults::").trim_end_matches("::{{closure}}").to_owned();
        Self { _turn: turn, fault, begun: Instant::now() }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let tally = tally();
        let Some(file) = setting("FAULTS_LOG") else { return };
        let passed = !std::thread::panicking();
        // What could not be tested has said so.
        if passed && tally.verdicts.is_empty() && tally.notes.is_empty() {
            return;
        }
        let [lost, doubled, out_of_order, other] = tally.breaches;
        let line = json!({
            "fault": self.fault,
            "passed": passed,
            "form": if is_long() { "long" } else { "short" },
            "build": if cfg!(debug_assertions) { "debug" } else { "release" },
            "commit": setting("FAULTS_COMMIT"),
            "at": SystemClock.now().to_string(),
            "seconds": self.begun.elapsed().as_secs(),
            "seeds": tally.seeds,
            "events": tally.committed,
            "frames": tally.frames,
            "positions": tally.positions,
            "answered": tally.answered,
            "placings": tally.placings,
            "payments": tally.payments,
            "lost": lost,
            "doubled": doubled,
            "outOfOrder": out_of_order,
            "otherFindings": other,
            "loads": tally.verdicts,
            "promises": tally.promises,
            "notes": tally.notes.iter().cloned().collect::<serde_json::Map<_, _>>(),
        });
        let written = File::options().append(true).create(true).open(&file);
        if let Err(error) = written.and_then(|mut file| writeln!(file, "{line}")) {
            eprintln!("{file} cannot be written: {error}");
        }
    }
}

/// A seed that the fault's plan follows from.
pub(crate) fn seed(seed: u64) {
    tally().seeds.push(seed);
}

/// What came of a load, and for how long the machine and its disk stalled meanwhile.
pub(crate) fn load(name: &str, verdict: &Verdict, (machine, disk): (Duration, Duration)) {
    let mut tally = tally();
    tally.committed += verdict.committed;
    tally.frames += verdict.frames;
    tally.positions += verdict.positions;
    tally.answered += verdict.answers.answered.count;
    tally.placings += verdict.purchases.placings;
    tally.payments += verdict.purchases.payments;
    for (count, breach) in tally.breaches.iter_mut().zip(BREACHES) {
        *count += verdict.count(breach);
    }
    let all = verdict.lateness(Duration::ZERO, |_| true);
    let on_boards = verdict.board_lateness(Duration::ZERO, |_| true);
    tally.verdicts.push(json!({
        "load": name,
        "reports": spread(verdict.answers.answered),
        "failed": spread(verdict.answers.failed),
        "lostCalls": verdict.answers.lost,
        "purchases": spread(verdict.purchases.took),
        "arrivals": spread(all),
        "onBoards": spread(on_boards),
        "machineStalledMs": millis(machine),
        "diskStalledMs": millis(disk),
    }));
}

/// How a promise was kept.
pub(crate) fn promise(what: &str, late: Spread, on_boards: Spread, within: Duration) {
    let promise = json!({
        "what": what, "arrivals": spread(late), "onBoards": spread(on_boards), "withinMs": millis(within),
    });
    tally().promises.push(promise);
}

/// Any other figure of the fault.
pub(crate) fn note(name: &str, value: impl Into<Value>) {
    let value = value.into();
    eprintln!("{name}: {value}");
    tally().notes.push((name.to_owned(), value));
}

fn spread(spread: Spread) -> Value {
    json!({ "count": spread.count, "p50Ms": millis(spread.p50), "p99Ms": millis(spread.p99), "maxMs": millis(spread.max) })
}

/// Milliseconds, to the tenth.
fn millis(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 10_000.0).round() / 10.0
}
