//! A session: the machine, the binary and the services that all runs share, and what they have found.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::{
    child::Served,
    crowd::Crowd,
    drive::Driven,
    machine::Machine,
    report::ReportRow,
    trouble::{Trouble, Trying},
};

/// Above this share of its core the generator may be what is measured.
const AT_ITS_LIMIT: f64 = 0.9;

/// What all runs share.
pub(crate) struct BenchSession {
    pub(crate) machine: Machine,
    pub(crate) binary: PathBuf,
    pub(crate) postgres: Option<String>,
    pub(crate) redis: Option<String>,
    /// How often each figure is measured.
    pub(crate) times: usize,
    /// What the length of each run is multiplied by.
    pub(crate) length: f64,
    folder: TempDir,
    databases: usize,
    pub(crate) rows: Vec<ReportRow>,
    pub(crate) warnings: Vec<String>,
    /// Ready for the JSON beside the table.
    pub(crate) details: Vec<serde_json::Value>,
}

impl BenchSession {
    /// Databases stand in a folder of their own below `folder`, gone with the session.
    pub(crate) fn new(machine: Machine, binary: PathBuf, folder: &Path) -> Result<Self, Trouble> {
        std::fs::create_dir_all(folder).trying("the folder of the results")?;
        let folder = tempfile::Builder::new().prefix("databases-").tempdir_in(folder).trying("a folder")?;
        Ok(Self {
            machine,
            binary,
            postgres: None,
            redis: None,
            times: 3,
            length: 1.0,
            folder,
            databases: 0,
            rows: Vec::new(),
            warnings: Vec::new(),
            details: Vec::new(),
        })
    }

    /// The address of an embedded database that is not there yet.
    pub(crate) fn new_database(&mut self) -> String {
        self.databases += 1;
        format!("sqlite:{}", self.folder.path().join(format!("{}.db", self.databases)).display())
    }

    /// Where a file of this session stands.
    pub(crate) fn path_of(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts a node that is alone, on a new embedded database.
    pub(crate) fn node(&mut self) -> Result<Served, Trouble> {
        let database = self.new_database();
        self.node_on(&database)
    }

    /// Starts a node that is alone, on this database.
    pub(crate) fn node_on(&self, database: &str) -> Result<Served, Trouble> {
        self.node_among(database, None)
    }

    /// Starts a node on this database, with others where there is a Redis.
    pub(crate) fn node_among(&self, database: &str, redis: Option<&str>) -> Result<Served, Trouble> {
        Served::node(&self.machine, &self.binary, &self.path_of("mails"), database, redis)
    }

    /// So many seconds, or less where the session is a quick one.
    pub(crate) fn seconds(&self, seconds: f64) -> f64 {
        seconds * self.length
    }

    /// Keeps a crowd awake where the generator has a core of its own.
    pub(crate) fn keep_awake(&self, crowd: &mut Crowd) {
        if self.machine.pinned.is_some() {
            crowd.poll.keep_awake();
        }
    }

    /// Says on the way what is done.
    #[expect(clippy::print_stderr, reason = "a person waits")]
    pub(crate) fn say(&self, what: &str) {
        eprintln!("{what}");
    }

    /// Keeps what a drive came to, and warns where it says more of the generator than of the server.
    pub(crate) fn keep(&mut self, name: &str, driven: &Driven, is_saturated: bool) {
        self.say(&format!(
            "  {name}: {:.0} deliveries/s, {:.1} µs CPU each, p50 {:.0} µs, p99 {:.0} µs; load server {:.2}, generator {:.2}, \
             others {:.2}",
            driven.per_second,
            driven.cpu,
            driven.p50,
            driven.p99,
            driven.server_load,
            driven.generator_load,
            driven.other_cores
        ));
        if driven.generator_load > AT_ITS_LIMIT || (is_saturated && driven.server_load < AT_ITS_LIMIT) {
            self.warn(format!(
                "{name}: the server used {:.0} % of its core, the generator {:.0} % of its own: throughput and latency of \
                 this run are not the server's bounds.",
                driven.server_load * 100.0,
                driven.generator_load * 100.0
            ));
        }
        if driven.refused > 0.0 {
            self.warn(format!("{name}: the server had no time for {:.0} positions.", driven.refused));
        }
        self.details.push(serde_json::json!({ "run": name, "driven": driven }));
    }

    /// Says loudly what a reader must know.
    pub(crate) fn warn(&mut self, warning: impl Into<String>) {
        let warning = warning.into();
        self.say(&format!("  !!! {warning}"));
        self.warnings.push(warning);
    }
}
