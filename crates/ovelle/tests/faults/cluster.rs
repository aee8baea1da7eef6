//! Two nodes as processes, their database and their Redis.

use std::{
    ops::Deref,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use store::{Store, StoreConfig};
use testkit::{
    checker::{Arrival, Verdict},
    db::{self, Kind},
    load::{Doors, Running},
    postgres::PostgresServer,
    process::{NodeProcess, NodeSetup},
    redis::RedisServer,
};

/// P3 with nothing amiss.
pub(crate) const CALM: Duration = Duration::from_secs(1);
/// P3 with the bus down or deaf.
pub(crate) const DEAF: Duration = Duration::from_secs(3);
/// P3 after a node has died.
pub(crate) const MOVED: Duration = Duration::from_secs(5);

/// The installation under test.
pub(crate) struct Cluster {
    pub(crate) database_url: String,
    /// The tests' own look into it.
    store: Store,
    pub(crate) redis: RedisServer,
    pub(crate) nodes: Vec<NodeProcess>,
    /// Where the nodes are now.
    pub(crate) doors: Doors,
    setup: NodeSetup,
    /// What nodes logged that are no more.
    logs: Vec<String>,
}

/// Runs a fault's test, one at a time, on a cluster of its own; where there is no PostgreSQL or no Redis to be had, that
/// is said instead.
pub(crate) fn fault<F, T>(settings: &'static [(&'static str, &'static str)], test: F)
where
    F: FnOnce(Cluster) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    // A test that failed has had its turn, too.
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    db::run(Kind::Postgres, move |db| async move {
        let Some(redis) = RedisServer::start().await else { return };
        test(Cluster::start(db.url(), db.store(), redis, settings).await).await;
    });
}

/// As [`fault`], on a PostgreSQL of its own.
pub(crate) fn fault_of_postgres<F, T>(test: F)
where
    F: FnOnce(Cluster, PostgresServer) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.unwrap().block_on(async {
        let Some(redis) = RedisServer::start().await else { return };
        let Some(postgres) = PostgresServer::start().await else { return };
        let store = Store::open(&StoreConfig::new(postgres.url())).await.unwrap();
        let cluster = Cluster::start(&postgres.url(), store, redis, &[]).await;
        test(cluster, postgres).await;
    });
}

/// A load needs the machine for itself.
static TURN: Mutex<()> = Mutex::new(());

impl Cluster {
    async fn start(database_url: &str, store: Store, redis: RedisServer, settings: &[(&str, &str)]) -> Self {
        let setup = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), database_url).set("REDIS_URL", &redis.url());
        let setup = settings.iter().fold(setup, |setup, (name, value)| setup.set(name, value));
        let (first, second) = tokio::join!(setup.start(), setup.start());
        let nodes = vec![first, second];
        let doors = Doors::new(nodes.iter().map(NodeProcess::address).collect());
        Self { database_url: database_url.to_owned(), store, redis, nodes, doors, setup, logs: Vec::new() }
    }

    /// Starts a node anew that has ended, perhaps elsewhere.
    pub(crate) async fn restart(&mut self, node: usize) {
        let started = self.setup.start().await;
        self.doors.set(node, started.address());
        let old = std::mem::replace(&mut self.nodes[node], started);
        self.logs.push(old.log());
    }

    /// A figure, over all nodes.
    pub(crate) async fn figure(&self, name: &str) -> f64 {
        let mut sum = 0.0;
        for node in &self.nodes {
            sum += node.figure(name).await;
        }
        sum
    }

    /// Ends the load and judges: no promise was broken, and no node has panicked.
    pub(crate) async fn judge(&self, name: &str, mut load: Running) -> Judged {
        load.stop_pressing().await;
        let (stalled, has_cars) = (load.pulse().longest(), load.has_cars());
        let verdict = load.finish(&self.store).await;
        let answers = verdict.answers;
        let slack = (stalled + answers.answered.p99).min(MOST_SLACK);
        eprintln!("{name}: the machine stalled for {stalled:?} at most, which gives promises {slack:?} of slack");
        eprintln!("{name}: {} statuses; presses {}", verdict.committed, answers.answered);
        eprintln!("{name}: {} tries failed ({}), {} were lost", answers.failed.count, answers.failed, answers.lost);
        eprintln!("{name}: all arrivals {}", verdict.lateness(Duration::ZERO, |_| true));
        if !verdict.board_arrivals.is_empty() {
            eprintln!("{name}: on boards {}", verdict.board_lateness(Duration::ZERO, |_| true));
        }
        if has_cars {
            eprintln!("{name}: {} positions were shown", verdict.positions);
            assert!(verdict.positions > 0, "{name}: no car was shown");
        }
        let logs = self.logs.iter().cloned().chain(self.nodes.iter().map(NodeProcess::log));
        for log in logs {
            let bad = log.lines().find(|line| line.contains("panicked") || line.contains("ahead of its own"));
            assert!(bad.is_none(), "{name}: a node said {bad:?}\n{log}");
        }
        assert!(verdict.findings.is_empty(), "{name}: {}", verdict.report());
        assert_eq!(answers.given_up, 0, "{name}: every press was answered in the end");
        assert!(verdict.committed > 50, "{name}: the load was none: {} statuses", verdict.committed);
        Judged { verdict, slack }
    }
}

/// What came of a fault, and how much later than promised things may have come because the machine was busy.
pub(crate) struct Judged {
    verdict: Verdict,
    slack: Duration,
}

impl Deref for Judged {
    type Target = Verdict;
    fn deref(&self) -> &Verdict {
        &self.verdict
    }
}

/// However busy the machine is, this is enough.
const MOST_SLACK: Duration = Duration::from_secs(2);

impl Drop for Cluster {
    fn drop(&mut self) {
        if std::thread::panicking() {
            for (n, node) in self.nodes.iter().enumerate() {
                let log = node.log();
                let lines: Vec<_> = log.lines().collect();
                eprintln!("the last words of node {n}:\n{}", lines[lines.len().saturating_sub(30)..].join("\n"));
            }
        }
    }
}

/// Prints how late the picked statuses came to watchers and to boards, and holds that against a promise, of which one in
/// a hundred may fall short, but not by far.
pub(crate) fn promise(what: &str, judged: &Judged, from: Duration, within: Duration, which: impl Fn(&Arrival) -> bool) {
    let late = judged.lateness(from, &which);
    eprintln!("{what}: {late}");
    assert!(late.count > 0, "{what}: nothing arrived at all");
    let on_boards = judged.board_lateness(from, &which);
    if on_boards.count > 0 {
        eprintln!("{what}: on boards {on_boards}");
    }
    for late in [late, on_boards] {
        assert!(late.p99 <= within + judged.slack, "{what}: {late}");
        assert!(late.max <= within * 3 + judged.slack, "{what}: {late}");
    }
}
