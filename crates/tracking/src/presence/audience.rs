//! Who is looking through this node, and what the other nodes were told of it.
//!
//! A node with 50,000 watched orders goes through its topics once in a sweep, which takes some
//! milliseconds, and keeps 8 bytes for each order that it has told of (with the set's own room, some
//! 1 MB). To Redis it says each order once when it begins and once when it ends, and all of them every
//! [`REPEAT`]: 100 commands and 0.5 MB. A watcher more costs nothing where an order has one already.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use domain::{ids::OrderId, staff::Email};
use tokio::{
    sync::Notify,
    time::{Instant, MissedTickBehavior, interval},
};

use super::{Looks, Presences, polls::Polls};
use crate::{
    hub::Hub,
    line::{Line, LineId},
};

/// How often all is said again, so that what was lost comes back, and a node that is silent for some
/// such times counts as gone.
const REPEAT: Duration = Duration::from_secs(10);

/// Who is looking through this node.
#[derive(Debug, Default)]
pub(crate) struct Audience {
    polls: Polls,
    /// What has begun and was not told yet.
    begun: Mutex<Looks>,
    bell: Notify,
    /// Held while the others are told, so that they hear all in its order.
    told: tokio::sync::Mutex<Told>,
}

/// What the other nodes were told.
#[derive(Debug, Default)]
struct Told {
    looks: Looks,
    /// When all was said; none where something of it may have been lost since.
    all_at: Option<Instant>,
}

/// The lines before an order.
pub(crate) type Watchers = Arc<[Arc<dyn Line>]>;

/// By order and line: who of the staff has the order open; none for the configured token.
pub(crate) type Openers = HashMap<OrderId, HashMap<LineId, Option<Email>>>;

impl Audience {
    /// A customer begins to look at an order, or, where there is an address, somebody of the staff.
    pub(crate) fn begin(&self, order: OrderId, staff: Option<Email>) {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        match staff {
            Some(email) => drop(begun.opened.insert((order, email))),
            None => drop(begun.watched.insert(order)),
        }
        self.bell.notify_one();
    }

    fn take_begun(&self) -> Looks {
        std::mem::take(&mut *self.begun.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Hub {
    /// A customer polls an order.
    pub(crate) fn polled(&self, order: OrderId) {
        if self.audience().polls.note(order, self.parts().clock.now()) {
            self.audience().begin(order, None);
        }
    }

    /// Who is looking at these orders, on any node; while the bus is away, on this one. Answers within
    /// half a second.
    pub async fn presences(&self, orders: &[OrderId]) -> Presences {
        let asked: HashSet<OrderId> = orders.iter().copied().collect();
        let mut presences = self.parts().bus.looks(orders).await;
        let mut here = self.looks_of(self.watchers_of(orders));
        let now = self.parts().clock.now();
        here.watched.extend(asked.iter().filter(|order| self.audience().polls.has(**order, now)));
        here.tell(&asked, &mut presences);
        presences
    }

    /// Tells the other nodes who looks through this one: what begins at once, what ends with the next
    /// sweep.
    pub(crate) async fn run_audience(self) {
        let mut sweeps = interval(self.limits().sweep);
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = sweeps.tick() => self.tell_audience().await,
                () = self.audience().bell.notified() => {
                    self.tell_begun().await;
                    // What comes together is told together.
                    tokio::time::sleep(self.limits().board_flush).await;
                }
                () = self.stopped() => break,
            }
        }
        // Who leaves says so, rather than be missed.
        self.parts().bus.look_anew(&Looks::default()).await;
    }

    /// Tells the others all: what was said may have been lost.
    pub(crate) async fn tell_anew(&self) {
        self.audience().told.lock().await.all_at = None;
        self.tell_audience().await;
    }

    async fn tell_begun(&self) {
        let mut told = self.audience().told.lock().await;
        let begun = self.audience().take_begun().without(&told.looks);
        if begun.is_empty() || self.parts().bus.is_alone() {
            return;
        }
        if !self.parts().bus.look(&begun, &Looks::default()).await {
            told.all_at = None;
        }
        told.looks.extend(begun);
    }

    /// Tells the others what has begun and ended since they were told, or all, where it is time.
    pub(crate) async fn tell_audience(&self) {
        let mut told = self.audience().told.lock().await;
        drop(self.audience().take_begun());
        let bus = &self.parts().bus;
        if bus.is_alone() {
            return;
        }
        let here = self.looks_here();
        if told.all_at.is_some_and(|at| at.elapsed() < REPEAT) {
            let (begun, ended) = (here.without(&told.looks), told.looks.without(&here));
            let has_news = !begun.is_empty() || !ended.is_empty();
            if has_news && !bus.look(&begun, &ended).await {
                told.all_at = None;
            }
        } else {
            told.all_at = bus.look_anew(&here).await.then(Instant::now);
        }
        told.looks = here;
    }

    /// All that is looked at through this node.
    fn looks_here(&self) -> Looks {
        let mut here = self.looks_of(self.all_watchers());
        here.watched.extend(self.audience().polls.all(self.parts().clock.now()));
        here
    }

    /// Who looks at orders before which these lines are. A line is before its order only once it is
    /// known to be one of the staff's; so the staff's are asked for last.
    fn looks_of(&self, watchers: Vec<(OrderId, Watchers)>) -> Looks {
        let openers = self.seats().openers();
        let mut looks = Looks::default();
        for (order, lines) in watchers {
            let openers = openers.get(&order);
            for line in lines.iter() {
                match openers.and_then(|openers| openers.get(&line.id())) {
                    None => drop(looks.watched.insert(order)),
                    Some(Some(email)) => drop(looks.opened.insert((order, email.clone()))),
                    // The configured token is a machine's: neither a customer nor a colleague.
                    Some(None) => {}
                }
            }
        }
        looks
    }
}
