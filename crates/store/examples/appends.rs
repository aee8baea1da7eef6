//! How many statuses a database commits: `appends URL…`, each with 1 and with 64 callers at once,
//! every caller on an order of its own, for five seconds. SQLite files are measured at both settings
//! of `synchronous`.

use std::time::{Duration, Instant};

use domain::order::Status;
use store::{Append, Store, StoreConfig, Synchronous};
use testkit::order::{self, report};

const LENGTH: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    for url in std::env::args().skip(1) {
        let settings: &[_] = match url.starts_with("sqlite:") {
            true => &[Synchronous::Full, Synchronous::Normal],
            false => &[Synchronous::Full],
        };
        for synchronous in settings {
            let store = Store::open(&StoreConfig { synchronous: *synchronous, ..StoreConfig::new(&url) }).await?;
            store.restaurants().save(&[order::restaurant(12)]).await?;
            for callers in [1, 64] {
                measure(&store, callers, *synchronous).await?;
            }
            store.close().await;
        }
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "figures for whoever runs it")]
async fn measure(store: &Store, callers: usize, synchronous: Synchronous) -> Result<(), Box<dyn std::error::Error>> {
    let begin = Instant::now();
    let tasks: Vec<_> = (0..callers).map(|_| tokio::spawn(append_for(store.clone(), begin + LENGTH))).collect();
    let mut taken = Vec::new();
    for task in tasks {
        taken.extend(task.await??);
    }
    let seconds = begin.elapsed().as_secs_f64();
    taken.sort_unstable();
    let share = |percent: usize| taken.get(taken.len() * percent / 100).copied().unwrap_or_default();
    println!(
        "{store:?} {synchronous:?}, {callers} callers: {:.0}/s, p50 {:?}, p99 {:?}",
        taken.len() as f64 / seconds,
        share(50),
        share(99)
    );
    Ok(())
}

/// Moves one order to and fro; gives how long each call took.
async fn append_for(store: Store, end: Instant) -> Result<Vec<Duration>, store::AppendError> {
    let id = store.orders().register(order::delivery(12)).await?.order_id;
    let mut taken = Vec::new();
    while Instant::now() < end {
        let n = taken.len();
        let status = if n.is_multiple_of(2) { Status::InCar } else { Status::WaitingForDelivery };
        let begin = Instant::now();
        store.orders().append(Append { event_id: Some(n.to_string()), ..report(id, status) }).await?;
        taken.push(begin.elapsed());
    }
    Ok(taken)
}
