//! Two nodes as processes, their database and their Redis.

use std::{ops::Deref, path::Path, sync::Arc, time::Duration};

use store::{Store, StoreConfig};
use tempfile::TempDir;
use testkit::{
    app::{Setup, TestApp},
    checker::{Arrival, Verdict},
    db::{self, DatabaseKind, TestDb},
    disk::SmallDisk,
    load::{NodeAddresses, RunningLoad},
    lossy_redis::LossyRedis,
    postgres::PostgresServer,
    process::{NodeProcess, NodeSetup},
    proxy::Proxy,
    redis::RedisServer,
    shop,
};

use crate::{
    form::seed,
    record::{self, Turn},
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
    pub(crate) store: Store,
    redis: Option<RedisServer>,
    pub(crate) nodes: Vec<NodeProcess>,
    /// Where the nodes are now.
    pub(crate) doors: NodeAddresses,
    setups: Vec<NodeSetup>,
    /// What is sold, at all hours.
    content: TempDir,
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
    let turn = Turn::take(&test);
    let with =
        move |setup: NodeSetup| settings.iter().fold(setup, |setup: NodeSetup, (name, value)| setup.set(name, value));
    run(&turn, move |_, setup| with(setup), test);
}

/// As [`fault`], with nodes that differ from the usual: each is made from its number and the usual one.
pub(crate) fn fault_on<F, T>(nodes: impl Fn(usize, NodeSetup) -> NodeSetup + Send + 'static, test: F)
where
    F: FnOnce(Cluster) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    run(&Turn::take(&test), nodes, test);
}

fn run<F, T>(_turn: &Turn, nodes: impl Fn(usize, NodeSetup) -> NodeSetup + Send + 'static, test: F)
where
    F: FnOnce(Cluster) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    db::run(DatabaseKind::Postgres, move |db| async move {
        let Some(redis) = RedisServer::start().await else { return };
        let usual = usual(db.url()).set("REDIS_URL", &redis.url());
        let setups = (0..2).map(|node| nodes(node, usual.clone())).collect();
        test(Cluster::start(db.url(), db.store(), Some(redis), setups).await).await;
    });
}

/// As [`fault`], with a bell between the nodes and their Redis that a test can keep from ringing.
pub(crate) fn fault_of_the_bell<F, T>(number: u64, test: F)
where
    F: FnOnce(Cluster, LossyRedis) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    let _turn = Turn::take(&test);
    db::run(DatabaseKind::Postgres, move |db| async move {
        let Some(redis) = RedisServer::start().await else { return };
        let bell = LossyRedis::start(&redis, seed(number)).await;
        let usual = usual(db.url()).set("REDIS_URL", &bell.url());
        test(Cluster::start(db.url(), db.store(), Some(redis), vec![usual.clone(), usual]).await, bell).await;
    });
}

/// As [`fault`], with a path between the nodes and their database whose weather the test makes; its own look into it
/// goes another way.
pub(crate) fn fault_of_the_path<F, T>(number: u64, test: F)
where
    F: FnOnce(Cluster, Proxy) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    let _turn = Turn::take(&test);
    db::run(DatabaseKind::Postgres, move |db| async move {
        let Some(redis) = RedisServer::start().await else { return };
        let (path, url) = db.path(seed(number)).await;
        let usual = usual(&url).set("REDIS_URL", &redis.url());
        test(Cluster::start(db.url(), db.store(), Some(redis), vec![usual.clone(), usual]).await, path).await;
    });
}

/// As [`fault`], on a PostgreSQL of its own.
pub(crate) fn fault_of_postgres<F, T>(disk: Option<Arc<SmallDisk>>, test: F)
where
    F: FnOnce(Cluster, PostgresServer) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    let _turn = Turn::take(&test);
    runtime().block_on(async {
        let Some(redis) = RedisServer::start().await else { return };
        let server = match disk {
            Some(disk) => PostgresServer::start_on(disk).await,
            None => PostgresServer::start().await,
        };
        let Some(postgres) = server else { return };
        let store = Store::open(&StoreConfig::new(postgres.url())).await.unwrap();
        let usual = usual(&postgres.url()).set("REDIS_URL", &redis.url());
        let cluster = Cluster::start(&postgres.url(), store, Some(redis), vec![usual.clone(), usual]).await;
        test(cluster, postgres).await;
    });
}

/// As [`fault`], of one node that is alone, with its SQLite in this folder.
pub(crate) fn fault_of_sqlite<F, T>(folder: &Path, test: F)
where
    F: FnOnce(Cluster) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    let _turn = Turn::take(&test);
    runtime().block_on(async {
        let url = format!("sqlite:{}", folder.join("ovelle.db").display());
        let store = Store::open(&StoreConfig::new(url.clone())).await.unwrap();
        let setup = usual(&url);
        test(Cluster::start(&url, store, None, vec![setup]).await).await;
    });
}

/// As [`fault`], of two nodes inside the test, which share a clock and what else they are set up with.
pub(crate) fn fault_inside<F, T>(setup: impl Fn() -> Setup + Send + Sync + 'static, test: F)
where
    F: FnOnce(TestDb, [TestApp; 2]) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    let _turn = Turn::take(&test);
    db::run(DatabaseKind::Postgres, move |db| async move {
        let Some(redis) = RedisServer::start().await else { return };
        let folder = shop::always_open();
        let content = format!("--content={}", folder.path().display());
        let url = redis.url();
        let setup = || setup().flag(&content).redis(&url);
        let first = setup().start(&db).await;
        let second = setup().clock(&first.clock).start(&db).await;
        test(db, [first, second]).await;
    });
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

fn usual(database_url: &str) -> NodeSetup {
    NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), database_url)
}

impl Cluster {
    async fn start(database_url: &str, store: Store, redis: Option<RedisServer>, setups: Vec<NodeSetup>) -> Self {
        let content = shop::always_open();
        let path = content.path().display().to_string();
        let setups: Vec<_> = setups.into_iter().map(|setup| setup.set("OVELLE_CONTENT", &path)).collect();
        let nodes = futures_util::future::join_all(setups.iter().map(NodeSetup::start)).await;
        let doors = NodeAddresses::new(nodes.iter().map(NodeProcess::address).collect());
        let (database_url, logs) = (database_url.to_owned(), Vec::new());
        Self { database_url, store, redis, nodes, doors, setups, content, logs }
    }

    /// The folder of what is sold.
    pub(crate) fn content(&self) -> String {
        self.content.path().display().to_string()
    }

    /// The bus' server.
    pub(crate) fn redis(&mut self) -> &mut RedisServer {
        self.redis.as_mut().unwrap()
    }

    /// Starts a node anew that has ended, perhaps elsewhere.
    pub(crate) async fn restart(&mut self, node: usize) {
        let started = self.setups[node].start().await;
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
    pub(crate) async fn judge(&self, name: &str, mut load: RunningLoad) -> Judged {
        load.stop_reporting().await;
        let (stalled, disk, has_cars) = (load.pulse().longest(), load.disk().longest(), load.has_cars());
        let verdict = load.finish(&self.store, &self.database_url).await;
        record::load(name, &verdict, (stalled, disk));
        let answers = verdict.answers;
        let slack = (stalled + answers.answered.p99).min(MOST_SLACK) + disk.min(MOST_DISK_SLACK);
        eprintln!("{name}: the machine stalled for {stalled:?} at most and its disk for {disk:?}: {slack:?} of slack");
        eprintln!("{name}: {} statuses; reports {}", verdict.committed, answers.answered);
        eprintln!("{name}: {} tries failed ({}), {} were lost", answers.failed.count, answers.failed, answers.lost);
        if let Some(from) = answers.lost_from {
            eprintln!("{name}: the first of those was sent at {from:?}");
        }
        eprintln!("{name}: all arrivals {}", verdict.lateness(Duration::ZERO, |_| true));
        if !verdict.board_arrivals.is_empty() {
            eprintln!("{name}: on boards {}", verdict.board_lateness(Duration::ZERO, |_| true));
        }
        let bought = &verdict.purchases;
        eprintln!("{name}: {} placings and {} payments {}", bought.placings, bought.payments, bought.took);
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
        assert_eq!(answers.given_up + verdict.purchases.given_up, 0, "{name}: every call was answered in the end");
        assert!(verdict.committed > 50, "{name}: the load was none: {} statuses", verdict.committed);
        Judged { verdict, slack, disk: disk.min(MOST_DISK_SLACK) }
    }
}

/// What came of a fault, and how much later than promised things may have come because the machine was busy.
pub(crate) struct Judged {
    verdict: Verdict,
    pub(crate) slack: Duration,
    /// What of that is the disk's.
    pub(crate) disk: Duration,
}

impl Deref for Judged {
    type Target = Verdict;
    fn deref(&self) -> &Verdict {
        &self.verdict
    }
}

/// However busy the machine is, this is enough.
const MOST_SLACK: Duration = Duration::from_secs(2);
/// A commit waits for as long as the disk does, but no promise outlives a disk that is away.
const MOST_DISK_SLACK: Duration = Duration::from_secs(10);

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
    record::promise(what, late, on_boards, within);
    for late in [late, on_boards] {
        assert!(late.p99 <= within + judged.slack, "{what}: {late}");
        assert!(late.max <= within * 3 + judged.slack, "{what}: {late}");
    }
}
