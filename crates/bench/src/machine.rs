//! The machine: what it is, which cores are whose, how many files may be open.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use serde::Serialize;

use crate::trouble::{Trouble, Trying};

/// Descriptors that the largest run needs, with some to spare.
const DESCRIPTORS: u64 = 24_000;

/// What a table must name beside its figures.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Machine {
    pub(crate) processor: String,
    pub(crate) cores: usize,
    pub(crate) memory_gib: f64,
    pub(crate) kernel: String,
    /// The core of the server, and that of the generator, where there are two.
    pub(crate) pinned: Option<(usize, usize)>,
    /// Files that a process may have open.
    pub(crate) descriptors: u64,
}

impl Machine {
    /// Looks, raises the limit of open files as far as that is allowed, and keeps this process to its core.
    pub(crate) fn prepare() -> Result<Self, Trouble> {
        let descriptors = raise_descriptors().trying("the limit of open files")?;
        let allowed = sched_getaffinity(None).trying("the cores of this process")?;
        let mut cores = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core));
        let pinned = cores.next().zip(cores.next());
        if let Some((_, own)) = pinned {
            pin(own)?;
        }
        let file = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let of = |text: &str, name: &str| {
            text.lines().find_map(|line| Some(line.strip_prefix(name)?.split_once(':')?.1.trim().to_owned()))
        };
        let memory = of(&file("/proc/meminfo"), "MemTotal").unwrap_or_default();
        let memory_kib: f64 = memory.trim_end_matches(" kB").parse().unwrap_or(0.0);
        Ok(Self {
            processor: of(&file("/proc/cpuinfo"), "model name").unwrap_or_else(|| "unknown".to_owned()),
            cores: usize::try_from(allowed.count()).unwrap_or(0),
            memory_gib: (memory_kib / 1024.0 / 1024.0).round(),
            kernel: file("/proc/sys/kernel/osrelease").trim().to_owned(),
            pinned,
            descriptors,
        })
    }

    /// Runs `work` on the server's core, so that the processes which it starts stay there.
    pub(crate) fn on_server_core<T>(&self, work: impl FnOnce() -> T) -> Result<T, Trouble> {
        let Some((server, own)) = self.pinned else { return Ok(work()) };
        pin(server)?;
        let done = work();
        pin(own)?;
        Ok(done)
    }

    /// The most of these watchers that the open files allow, the server keeping some for itself.
    pub(crate) fn most(&self, watchers: usize) -> usize {
        watchers.min(usize::try_from(self.descriptors.saturating_sub(600)).unwrap_or(usize::MAX))
    }
}

fn pin(core: usize) -> Result<(), Trouble> {
    let mut one = CpuSet::new();
    one.set(core);
    sched_setaffinity(None, &one).trying("a core of its own")
}

fn raise_descriptors() -> std::io::Result<u64> {
    let (_, hard) = rlimit::Resource::NOFILE.get()?;
    // Above the hard limit only who is privileged.
    if hard < DESCRIPTORS && rlimit::setrlimit(rlimit::Resource::NOFILE, DESCRIPTORS, DESCRIPTORS).is_ok() {
        return Ok(DESCRIPTORS);
    }
    let wanted = hard.min(DESCRIPTORS.max(65_536));
    rlimit::setrlimit(rlimit::Resource::NOFILE, wanted, hard)?;
    Ok(wanted)
}
