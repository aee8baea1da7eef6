//! Telling the other nodes who is looking through this one, and asking who looks through them.
//!
//! A node with 50,000 watched orders goes through its topics once in a sweep, which takes some milliseconds, and keeps 8 bytes
//! for each order that it has announced (some 1 MB). It tells Redis each order once when it begins and once when it ends, and
//! all of them every [`REPEAT`]: 100 commands and 0.5 MB. One more watcher of an order costs nothing.

use std::{collections::HashSet, time::Duration};

use async_trait::async_trait;
use bus::{PresenceReader, Presences, Viewers};
use domain::ids::OrderId;
use live::Recipients;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::Hub;

/// How often all is said again, so that what was lost comes back, and a node that is silent for some such times counts as
/// gone.
const REPEAT: Duration = Duration::from_secs(10);

#[async_trait]
impl PresenceReader for Hub {
    async fn presences(&self, orders: &[OrderId]) -> Presences {
        let asked: HashSet<OrderId> = orders.iter().copied().collect();
        let mut presences = self.bus().presences(orders).await;
        let mut here = self.viewers_of(self.watchers_of(orders));
        let now = self.deps().clock.now();
        here.watched.extend(asked.iter().filter(|order| self.viewers().polls.has(**order, now)));
        here.add_to(&asked, &mut presences);
        presences
    }
}

impl Hub {
    /// A customer polls an order.
    pub(crate) fn polled(&self, order: OrderId) {
        if self.viewers().polls.note(order, self.deps().clock.now()) {
            self.viewers().begin(order, None);
        }
    }

    /// Tells the other nodes who looks through this one: what begins at once, what ends with the next
    /// sweep.
    pub(crate) async fn run_viewers(self) {
        let mut sweeps = interval(self.limits().sweep);
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = sweeps.tick() => self.announce_viewers().await,
                () = self.viewers().notify.notified() => {
                    self.announce_begun().await;
                    // What comes together is told together.
                    tokio::time::sleep(self.limits().board_flush).await;
                }
                () = self.stopped() => break,
            }
        }
        // Who leaves says so, rather than be missed.
        self.bus().replace_viewers(&Viewers::default()).await;
    }

    /// Tells the others all: what was said may have been lost.
    pub(crate) async fn announce_all_viewers(&self) {
        self.viewers().announced.lock().await.all_at = None;
        self.announce_viewers().await;
    }

    async fn announce_begun(&self) {
        let mut announced = self.viewers().announced.lock().await;
        let begun = self.viewers().take_begun().without(&announced.viewers);
        if begun.is_empty() || self.bus().is_alone() {
            return;
        }
        if !self.bus().change_viewers(&begun, &Viewers::default()).await {
            announced.all_at = None;
        }
        announced.viewers.extend(begun);
    }

    /// Tells the others what has begun and ended since they were told, or all, where it is time.
    pub(crate) async fn announce_viewers(&self) {
        let mut announced = self.viewers().announced.lock().await;
        drop(self.viewers().take_begun());
        let bus = self.bus();
        if bus.is_alone() {
            return;
        }
        let here = self.viewers_here();
        if announced.all_at.is_some_and(|at| at.elapsed() < REPEAT) {
            let (begun, ended) = (here.without(&announced.viewers), announced.viewers.without(&here));
            let has_news = !begun.is_empty() || !ended.is_empty();
            if has_news && !bus.change_viewers(&begun, &ended).await {
                announced.all_at = None;
            }
        } else {
            announced.all_at = bus.replace_viewers(&here).await.then(Instant::now);
        }
        announced.viewers = here;
    }

    /// All that is looked at through this node.
    fn viewers_here(&self) -> Viewers {
        let mut here = self.viewers_of(self.all_watchers());
        here.watched.extend(self.viewers().polls.all(self.deps().clock.now()));
        here
    }

    /// Who looks at orders before which these connections are. A connection is before its order only once it is
    /// known to be one of the staff's; so the staff's are asked for last.
    fn viewers_of(&self, watchers: Vec<(OrderId, Recipients)>) -> Viewers {
        let openers = self.staff_subscriptions().openers();
        let mut viewers = Viewers::default();
        for (order, connections) in watchers {
            let openers = openers.get(&order);
            for connection in connections.iter() {
                match openers.and_then(|openers| openers.get(&connection.id())) {
                    None => drop(viewers.watched.insert(order)),
                    Some(Some(email)) => drop(viewers.opened.insert((order, email.clone()))),
                    // The configured token is a machine's: neither a customer nor a colleague.
                    Some(None) => {}
                }
            }
        }
        viewers
    }
}
