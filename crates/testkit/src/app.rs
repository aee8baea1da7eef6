//! The server under test: the real one, on a free port, on a test's own database.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use bus::Bus;
use clap::{Args, Command, FromArgMatches};
use deps::Chance;
use ovelle::{App, Config, Environment, MakeProvider, app::StartError};
use serde_json::Value;
use tempfile::TempDir;
use tracking::Limits;

use crate::{
    clock::FakeClock,
    db::{self, DatabaseKind, TestDb},
    kitchen::Kitchen,
    redis,
};

pub use crate::names::{BOUND_KEY, BOUND_TO, CHAIN_KEY, FOREIGN};

/// A seed for the next node: two of one test draw no name that the other draws too.
static NODES: AtomicU64 = AtomicU64::new(7);

/// A running server with its clock.
pub struct TestApp {
    app: App,
    /// Its time of day.
    pub clock: FakeClock,
    /// For calls that no method stands for.
    pub http: reqwest::Client,
    /// Where its mails go.
    mails: TempDir,
}

/// How a test's server differs from the usual.
#[derive(Default)]
pub struct Setup {
    flags: Vec<String>,
    limits: Limits,
    bus: Option<Arc<dyn Bus>>,
    payment_provider: Option<MakeProvider>,
    clock: FakeClock,
    loses_database: bool,
}

impl Setup {
    /// With a flag of `ovelle serve`, as `--name=value`.
    #[must_use]
    pub fn flag(mut self, flag: &str) -> Self {
        self.flags.push(flag.to_owned());
        self
    }

    /// With other bounds.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// On the bus of this Redis.
    #[must_use]
    pub fn redis(self, url: &str) -> Self {
        self.flag(&format!("--redis-url={url}"))
    }

    /// On this place of a bus.
    #[must_use]
    pub fn bus(mut self, bus: Arc<dyn Bus>) -> Self {
        self.bus = Some(bus);
        self
    }

    /// With this payment provider, made of the embedded one.
    #[must_use]
    pub fn payment_provider(mut self, make: MakeProvider) -> Self {
        self.payment_provider = Some(make);
        self
    }

    /// With this clock.
    #[must_use]
    pub fn clock(mut self, clock: &FakeClock) -> Self {
        self.clock = clock.clone();
        self
    }

    /// With a database that goes away: it is waited for as outside, not as on a machine that tests share.
    #[must_use]
    pub fn database_goes_away(mut self) -> Self {
        self.loses_database = true;
        self
    }

    /// Starts it on a test's database; on PostgreSQL with Redis, as the two go together outside, unless
    /// the test says which bus it is on.
    ///
    /// # Panics
    /// Where it does not start.
    pub async fn start(self, db: &TestDb) -> TestApp {
        self.try_start(db).await.expect("the server starts")
    }

    /// The same, where it may not start.
    ///
    /// # Errors
    /// Why it does not.
    ///
    /// # Panics
    /// Where the flags are none.
    pub async fn try_start(mut self, db: &TestDb) -> Result<TestApp, StartError> {
        let says_which = self.bus.is_some() || self.flags.iter().any(|flag| flag.starts_with("--redis-url"));
        if db.kind() == DatabaseKind::Postgres && !says_which {
            self = match redis::shared() {
                Some(url) => self.redis(&url),
                None => self,
            };
        }
        let keys = format!("--dispatch-keys=chain={CHAIN_KEY},bound={BOUND_KEY}@{BOUND_TO}");
        // A test's people all call from one address; a test of limits says which it wants.
        let usual = [
            "ovelle",
            "--listen=127.0.0.1:0",
            "--secret=v1:the secret of all the tests",
            "--rate-factor=0",
            "--connections-per-address=0",
            &keys,
        ];
        let mails = tempfile::tempdir().expect("a temporary folder");
        let database = format!("--database-url={}", db.url());
        let mail_dir = format!("--mail-dir={}", mails.path().display());
        let flags = usual
            .into_iter()
            .chain([database.as_str(), mail_dir.as_str()])
            .chain(self.flags.iter().map(String::as_str));
        let matches = Config::augment_args(Command::new("ovelle").args_override_self(true)).get_matches_from(flags);
        let config = Config::from_arg_matches(&matches).expect("the flags are those of the configuration");
        let environment = Environment {
            clock: Some(Arc::new(self.clock.clone())),
            chance: Chance::seeded(NODES.fetch_add(1, Ordering::Relaxed)),
            bus: self.bus,
            payment_provider: self.payment_provider,
            limits: self.limits,
            database_patience: (!self.loses_database).then_some(db::PATIENCE),
            demo: None,
        };
        let app = Box::pin(App::start(&config, environment)).await?;
        Ok(TestApp { app, clock: self.clock, http: reqwest::Client::new(), mails })
    }
}

impl TestApp {
    /// The usual server.
    pub async fn start(db: &TestDb) -> Self {
        Setup::default().start(db).await
    }

    /// The running node.
    #[must_use]
    pub fn node(&self) -> &App {
        &self.app
    }

    /// An absolute address on it.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.app.address())
    }

    /// The mails that it sent of a kind, the oldest first.
    ///
    /// # Panics
    /// Where a file cannot be read.
    #[must_use]
    pub fn mails(&self, kind: &str) -> Vec<Value> {
        let mut names: Vec<_> = std::fs::read_dir(self.mails.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.to_string_lossy().ends_with(&format!("-{kind}.json")))
            .filter(|path| path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.')))
            .collect();
        names.sort();
        let read = |path| serde_json::from_slice(&std::fs::read(path).expect("a mail")).expect("a mail is JSON");
        names.iter().map(read).collect()
    }

    /// The folder of its mails.
    #[must_use]
    pub fn mail_folder(&self) -> &std::path::Path {
        self.mails.path()
    }

    /// The mails of a kind, once there are so many.
    ///
    /// # Panics
    /// Where there are not in time, or more.
    pub async fn mails_of(&self, kind: &str, count: usize) -> Vec<Value> {
        for _ in 0..200 {
            if self.mails(kind).len() >= count {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        let mails = self.mails(kind);
        assert_eq!(mails.len(), count, "{kind}: {mails:#?}");
        mails
    }

    /// A chain-wide kitchen.
    #[must_use]
    pub fn kitchen(&self) -> Kitchen {
        self.kitchen_with(CHAIN_KEY)
    }

    /// A kitchen with another key.
    #[must_use]
    pub fn kitchen_with(&self, key: &str) -> Kitchen {
        Kitchen::new(self.url(""), key.to_owned(), self.http.clone())
    }

    /// Leaves as at SIGTERM.
    pub async fn leave(self) {
        self.app.leave().await;
    }
}
