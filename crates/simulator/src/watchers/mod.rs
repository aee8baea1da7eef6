//! Customers who watch their orders, and hold what they are told against what the city was answered.
//!
//! The tests have a checker of their own, which also reads the database. This one knows the public contract alone, so
//! that any server can be held to it: each status once, in order, without a gap; a car only while the order is on its
//! way, never back in time; and an end. Whatever is lost, doubled or out of order shows in the [`Report`].

mod book;
mod frame;
mod line;
mod log;
mod report;
mod spread;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use reqwest::Url;
use tokio::{
    sync::Notify,
    time::{Instant, timeout},
};
use tokio_util::sync::{CancellationToken, DropGuard};

use book::Book;
pub use report::Report;

/// How long watchers may take to hear the last of it, once a city has stopped.
const SETTLES_WITHIN: Duration = Duration::from_secs(10);

/// The watchers of a city. A clone is the same ones.
#[derive(Debug, Clone)]
pub struct Watchers(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    live: Url,
    seed: u64,
    per_order: f64,
    book: Mutex<Book>,
    /// Rings whenever something was heard.
    heard: Notify,
    stop: CancellationToken,
    /// Lines end with the last of those who know this.
    _ends_lines: DropGuard,
}

impl Watchers {
    /// Nobody yet, for a server at this base address. So many watch each order; a broken number of them watch some
    /// orders and not others.
    pub(crate) fn new(base: &Url, seed: u64, per_order: f64) -> Self {
        let mut live = base.clone();
        let path = format!("{}/api/tracking/live", base.path().trim_end_matches('/'));
        live.set_path(&path);
        let scheme = if base.scheme() == "https" { "wss" } else { "ws" };
        live.set_scheme(scheme).expect("both are schemes of the web");
        let stop = CancellationToken::new();
        let _ends_lines = stop.clone().drop_guard();
        Self(Arc::new(Shared {
            live,
            seed,
            per_order,
            book: Mutex::default(),
            heard: Notify::new(),
            stop,
            _ends_lines,
        }))
    }

    /// What came of it so far.
    #[must_use]
    pub fn report(&self) -> Report {
        self.book().report(Instant::now())
    }

    /// Watches an order, the city's `number`th, that was registered just now.
    pub(crate) fn watch(&self, number: u64, order_id: &str, order_key: &str) {
        let opened = self.book().watch(order_id, order_key, share(number, self.0.per_order), Instant::now());
        for (place, bell) in opened {
            line::keep(&self.0, place, bell);
        }
    }

    /// Watches an order that was placed just now and waits for its money.
    pub(crate) fn wait(&self, number: u64, order_id: &str, order_key: &str) {
        let opened = self.book().wait(order_id, order_key, share(number, self.0.per_order));
        for (place, bell) in opened {
            line::keep(&self.0, place, bell);
        }
    }

    /// An order was paid.
    pub(crate) fn paid(&self, order_id: &str) {
        self.book().paid(order_id, Instant::now());
    }

    /// One intent has made another order.
    pub(crate) fn placed_twice(&self, order_id: &str) {
        self.book().placed_twice(order_id);
    }

    /// An order was given a status, and this number.
    pub(crate) fn pushed(&self, order_id: &str, status: i16, seq: i64) {
        self.book().pushed(order_id, status, Some(seq), Instant::now());
    }

    /// An order was given a status by what became of its batch.
    pub(crate) fn pushed_along(&self, order_id: &str, status: i16) {
        self.book().pushed(order_id, status, None, Instant::now());
    }

    /// Nothing more is pushed: the order is over.
    pub(crate) fn over(&self, order_id: &str) {
        self.book().over(order_id, Instant::now());
        self.0.heard.notify_waiters();
    }

    /// The city has given an order up. What was pushed until now counts.
    pub(crate) fn leave(&self, order_id: &str) {
        self.book().leave(order_id);
    }

    /// The city has stopped: lets the watchers hear the last of it, counts, and sends them home.
    pub(crate) async fn settle(&self) {
        let all_heard = async {
            loop {
                let heard = self.0.heard.notified();
                if self.book().has_heard_all() {
                    return;
                }
                heard.await;
            }
        };
        let _in_time = timeout(SETTLES_WITHIN, all_heard).await;
        self.book().count_all();
        self.0.stop.cancel();
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.book()
    }
}

impl Shared {
    /// No holder of the lock leaves the book half written where it could matter to the others.
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many watch the `number`th order, so that it comes to `per_order` on average, evenly.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few watchers of orders far fewer than 2^53"
)]
fn share(number: u64, per_order: f64) -> usize {
    let until = |number: f64| (number * per_order).floor();
    (until(number as f64 + 1.0) - until(number as f64)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_number_watches_some_orders() {
        let shares = |per_order| (0..6).map(|number| share(number, per_order)).collect::<Vec<_>>();
        assert_eq!(shares(0.0), [0; 6]);
        assert_eq!(shares(2.0), [2; 6]);
        assert_eq!(shares(0.5), [0, 1, 0, 1, 0, 1]);
    }

    #[tokio::test]
    async fn they_come_by_the_door_of_the_live_line() {
        let live = |base: &str| Watchers::new(&base.parse().unwrap(), 1, 1.0).0.live.to_string();
        assert_eq!(live("http://127.0.0.1:8080"), "ws://127.0.0.1:8080/api/tracking/live");
        assert_eq!(live("https://shop.example/below/"), "wss://shop.example/below/api/tracking/live");
    }
}
