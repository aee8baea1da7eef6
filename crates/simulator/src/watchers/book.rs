//! Who watches what on which line, and what was heard.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
    sync::Arc,
    time::Duration,
};

use tokio::{sync::Notify, time::Instant};
use tracing::warn;

use super::{
    frame::Seen,
    log::{Log, Push},
    report::{Report, Totals},
};

/// The most orders on one line (docs/spec/hub.md, "Bounds of a line").
const MOST_ON_A_LINE: usize = 32;
/// Who has not heard all of an order so long after it was over has lost it.
const PATIENCE: Duration = Duration::from_secs(30);

/// Everything that is known of the watchers.
#[derive(Debug, Default)]
pub(super) struct Book {
    orders: BTreeMap<String, WatchedOrder>,
    lines: Vec<Seats>,
    orders_counted: u64,
    pushed: u64,
    reconnects: u64,
    paid: u64,
    placed_twice: u64,
    totals: Totals,
}

/// An order and what its watchers were told.
#[derive(Debug)]
struct WatchedOrder {
    key: String,
    pushes: Vec<Push>,
    /// Of each watcher, with its line.
    logs: Vec<(usize, Log)>,
    over_at: Option<Instant>,
}

/// The watchers on one line.
#[derive(Debug, Default)]
struct Seats {
    orders: BTreeSet<String>,
    /// What is to be said on it.
    asks: Vec<Ask>,
    bell: Arc<Notify>,
}

/// Something that is to be said on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ask {
    /// Begin, or go on after what is known.
    Subscribe { order_id: String, order_key: String, since: Option<i64> },
    /// No more.
    Unsubscribe { order_id: String },
}

impl Book {
    /// Seats so many watchers of an order, each on another line. Answers the lines that have to be opened for it.
    pub(super) fn watch(
        &mut self,
        order_id: &str,
        key: &str,
        watchers: usize,
        now: Instant,
    ) -> Vec<(usize, Arc<Notify>)> {
        let opened = self.wait(order_id, key, watchers);
        self.pushed(order_id, 0, Some(0), now);
        opened
    }

    /// The same of an order that waits for its money: nothing is told of it yet.
    pub(super) fn wait(&mut self, order_id: &str, key: &str, watchers: usize) -> Vec<(usize, Arc<Notify>)> {
        if watchers == 0 || self.orders.contains_key(order_id) {
            return Vec::new();
        }
        let mut watched = WatchedOrder { key: key.to_owned(), pushes: Vec::new(), logs: Vec::new(), over_at: None };
        let lines_before = self.lines.len();
        for _ in 0..watchers {
            let has_room = |seats: &Seats| seats.orders.len() < MOST_ON_A_LINE && !seats.orders.contains(order_id);
            let line = self.lines.iter().position(has_room).unwrap_or_else(|| {
                self.lines.push(Seats::default());
                self.lines.len() - 1
            });
            let seats = &mut self.lines[line];
            seats.orders.insert(order_id.to_owned());
            let (order_id, order_key) = (order_id.to_owned(), key.to_owned());
            seats.say(Ask::Subscribe { order_id, order_key, since: None });
            watched.logs.push((line, Log::default()));
        }
        self.orders.insert(order_id.to_owned(), watched);
        (lines_before..self.lines.len()).map(|line| (line, Arc::clone(&self.lines[line].bell))).collect()
    }

    pub(super) fn pushed(&mut self, order_id: &str, status: i16, seq: Option<i64>, answered: Instant) {
        let Some(watched) = self.orders.get_mut(order_id) else { return };
        // The same press again is answered as the first time.
        if seq.is_none() || watched.pushes.iter().all(|push| push.seq != seq) {
            watched.pushes.push(Push { status, seq, answered });
        }
    }

    /// An order is paid, and so received.
    pub(super) fn paid(&mut self, order_id: &str, answered: Instant) {
        self.paid += 1;
        self.pushed(order_id, 0, Some(0), answered);
    }

    /// One intent has made two orders.
    pub(super) fn placed_twice(&mut self, order_id: &str) {
        warn!(order_id, "an order was placed twice");
        self.placed_twice += 1;
    }

    pub(super) fn over(&mut self, order_id: &str, now: Instant) {
        if let Some(watched) = self.orders.get_mut(order_id) {
            watched.over_at = Some(now);
            self.count_if_heard(order_id);
        }
    }

    /// Counts an order as it stands, and lets its watchers go.
    pub(super) fn leave(&mut self, order_id: &str) {
        if let Some(watched) = self.orders.remove(order_id) {
            self.count(order_id, &watched);
        }
    }

    /// What a line has to ask anew from its beginning.
    pub(super) fn begin(&mut self, line: usize) -> Vec<Ask> {
        let seats = &mut self.lines[line];
        seats.asks.clear();
        seats.orders.iter().filter_map(|order_id| subscription(&self.orders, line, order_id)).collect()
    }

    /// What is to be said on a line by now.
    pub(super) fn asks(&mut self, line: usize) -> Vec<Ask> {
        mem::take(&mut self.lines[line].asks)
    }

    /// How to ask for an order again.
    pub(super) fn again(&self, line: usize, order_id: &str) -> Option<Ask> {
        subscription(&self.orders, line, order_id)
    }

    pub(super) fn is_empty(&self, line: usize) -> bool {
        self.lines[line].orders.is_empty()
    }

    pub(super) fn count_reconnect(&mut self) {
        self.reconnects += 1;
    }

    /// Writes down what came on a line. What concerns no order that is watched on it is passed over.
    pub(super) fn see(&mut self, line: usize, order_id: &str, seen: &Seen, now: Instant) {
        let Some(watched) = self.orders.get_mut(order_id) else { return };
        let Some((_, log)) = watched.logs.iter_mut().find(|(on, _)| *on == line) else { return };
        log.see(seen, now);
        if let Seen::Refused(code) = seen {
            warn!(order_id, code, "an order cannot be watched");
        }
        if log.has_ended() {
            self.lines[line].orders.remove(order_id);
            self.count_if_heard(order_id);
        }
    }

    /// Whether there is nothing more to wait for.
    pub(super) fn has_heard_all(&self) -> bool {
        self.orders.values().all(|watched| {
            watched
                .logs
                .iter()
                .all(|(_, log)| log.has_all(&watched.pushes) && (watched.over_at.is_none() || log.has_ended()))
        })
    }

    pub(super) fn count_all(&mut self) {
        for (order_id, watched) in mem::take(&mut self.orders) {
            self.count(&order_id, &watched);
        }
    }

    /// What came of it by now.
    pub(super) fn report(&mut self, now: Instant) -> Report {
        let is_late = |watched: &WatchedOrder| watched.over_at.is_some_and(|over_at| now - over_at > PATIENCE);
        let late: Vec<String> =
            self.orders.iter().filter(|(_, watched)| is_late(watched)).map(|(id, _)| id.clone()).collect();
        late.iter().for_each(|order_id| self.leave(order_id));
        let (mut totals, mut pushed) = (self.totals.clone(), self.pushed);
        for watched in self.orders.values() {
            pushed += count(watched.pushes.len());
            for (_, log) in &watched.logs {
                totals.merge(&log.judge(&watched.pushes, false).so_far());
            }
        }
        Report {
            orders: self.orders_counted,
            open: count(self.orders.len()),
            paid: self.paid,
            pushed,
            expected: totals.expected,
            received: totals.received,
            lost: totals.lost,
            doubled: totals.doubled + self.placed_twice,
            misordered: totals.misordered,
            strays: totals.strays,
            unended: totals.unended,
            positions: totals.positions,
            reconnects: self.reconnects,
            latency_p50: totals.latency.quantile(0.5),
            latency_p99: totals.latency.quantile(0.99),
        }
    }

    fn count_if_heard(&mut self, order_id: &str) {
        let is_heard =
            |watched: &WatchedOrder| watched.over_at.is_some() && watched.logs.iter().all(|(_, log)| log.has_ended());
        if self.orders.get(order_id).is_some_and(is_heard) {
            self.leave(order_id);
        }
    }

    fn count(&mut self, order_id: &str, watched: &WatchedOrder) {
        // Of what nobody paid there was nothing to tell.
        self.orders_counted += u64::from(!watched.pushes.is_empty());
        self.pushed += count(watched.pushes.len());
        for (line, log) in &watched.logs {
            let seats = &mut self.lines[*line];
            if seats.orders.remove(order_id) {
                seats.say(Ask::Unsubscribe { order_id: order_id.to_owned() });
            }
            let totals = log.judge(&watched.pushes, watched.over_at.is_some());
            if !totals.is_clean() {
                let Totals { lost, doubled, misordered, strays, unended, .. } = totals;
                warn!(order_id, lost, doubled, misordered, strays, unended, "a watcher was told wrongly: {log:?}");
            }
            self.totals.merge(&totals);
        }
    }
}

impl Seats {
    fn say(&mut self, ask: Ask) {
        self.asks.push(ask);
        self.bell.notify_one();
    }
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

fn subscription(orders: &BTreeMap<String, WatchedOrder>, line: usize, order_id: &str) -> Option<Ask> {
    let watched = orders.get(order_id)?;
    let (_, log) = watched.logs.iter().find(|(on, _)| *on == line)?;
    let (order_id, order_key) = (order_id.to_owned(), watched.key.clone());
    Some(Ask::Subscribe { order_id, order_key, since: log.known() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watchers::frame::Event;

    fn status(seq: i64, status: i16) -> Seen {
        Seen::Status(Event { seq, status })
    }

    fn greeted() -> Seen {
        Seen::Snapshot { seq: 0, history: vec![Event { seq: 0, status: 0 }], car_at: None }
    }

    fn subscribed(asks: &[Ask]) -> Vec<(&str, Option<i64>)> {
        fn subscription(ask: &Ask) -> Option<(&str, Option<i64>)> {
            match ask {
                Ask::Subscribe { order_id, since, .. } => Some((order_id.as_str(), *since)),
                Ask::Unsubscribe { .. } => None,
            }
        }
        asks.iter().filter_map(subscription).collect()
    }

    #[test]
    fn watchers_of_one_order_sit_on_different_lines_and_a_line_is_filled_first() {
        let mut book = Book::default();
        let now = Instant::now();
        assert_eq!(book.watch("a", "k", 2, now).len(), 2);
        for order in 0..31 {
            assert!(book.watch(&order.to_string(), "k", 2, now).is_empty());
        }
        let opened: Vec<usize> = book.watch("b", "k", 2, now).into_iter().map(|(line, _)| line).collect();
        assert_eq!(opened, [2, 3]);
        assert_eq!((book.asks(0).len(), book.asks(3).len(), book.asks(3).len()), (32, 1, 0));
    }

    #[test]
    fn an_order_counts_when_it_is_over_and_its_watchers_have_heard_so() {
        let mut book = Book::default();
        let now = Instant::now();
        book.watch("a", "k", 2, now);
        let counted = |book: &mut Book| {
            let report = book.report(now);
            (report.orders, report.open, report.pushed, report.received)
        };
        for line in 0..2 {
            book.see(line, "a", &greeted(), now);
            book.see(line, "a", &status(1, 13), now);
        }
        book.pushed("a", 13, Some(1), now);
        book.pushed("a", 13, Some(1), now);
        book.see(0, "a", &Seen::End, now);
        book.over("a", now);
        assert!(!book.has_heard_all());
        assert_eq!(counted(&mut book), (0, 1, 2, 4));
        book.see(1, "a", &Seen::End, now);
        assert!(book.has_heard_all() && book.is_empty(0) && book.is_empty(1));
        assert_eq!(counted(&mut book), (1, 0, 2, 4));
        assert!(book.report(now).is_clean());
    }

    #[test]
    fn whoever_waits_for_the_money_is_owed_nothing_before_it_comes() {
        let mut book = Book::default();
        let now = Instant::now();
        assert_eq!(book.wait("a", "k", 2).len(), 2);
        book.wait("b", "k", 1);
        book.leave("b");
        assert!(book.has_heard_all());
        let report = book.report(now);
        assert_eq!((report.orders, report.open, report.pushed, report.expected, report.paid), (0, 1, 0, 0, 0));
        book.paid("a", now);
        assert!(!book.has_heard_all());
        (0..2).for_each(|line| book.see(line, "a", &greeted(), now));
        let report = book.report(now);
        assert_eq!((report.pushed, report.received, report.paid, report.is_clean()), (1, 2, 1, true));
        book.placed_twice("c");
        let report = book.report(now);
        assert_eq!((report.doubled, report.is_clean()), (1, false));
    }

    #[test]
    fn whoever_was_not_told_in_time_has_lost_it() {
        let mut book = Book::default();
        let now = Instant::now();
        book.watch("a", "k", 1, now);
        book.see(0, "a", &greeted(), now);
        book.pushed("a", 13, Some(1), now);
        book.over("a", now);
        assert_eq!(book.report(now + PATIENCE).lost, 0);
        let report = book.report(now + PATIENCE + Duration::from_secs(1));
        assert_eq!((report.lost, report.unended, report.is_clean()), (1, 1, false));
        assert!(report.to_string().contains("lost 1, doubled 0"), "{report}");
        assert_eq!(book.asks(0).last(), Some(&Ask::Unsubscribe { order_id: "a".to_owned() }));
    }

    #[test]
    fn a_line_that_begins_again_asks_for_what_is_missing() {
        let mut book = Book::default();
        let now = Instant::now();
        book.watch("a", "k", 1, now);
        book.watch("b", "k", 1, now);
        book.see(0, "a", &greeted(), now);
        book.see(0, "a", &status(1, 1), now);
        assert_eq!(subscribed(&book.begin(0)), [("a", Some(1)), ("b", None)]);
        assert!(book.asks(0).is_empty(), "what was to be said is said with it");
        book.see(0, "b", &greeted(), now);
        book.see(0, "b", &Seen::End, now);
        assert_eq!(subscribed(&book.begin(0)), [("a", Some(1))]);
    }
}
