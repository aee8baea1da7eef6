//! What a process has used, and what all the others have: processor time and memory, as the kernel counts them.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    clock::{Micros, now},
    trouble::{Trouble, Trying},
};

/// The kernel counts processor time in hundredths of a second.
const TICK_MICROS: f64 = 10_000.0;

/// What the machine does beside the measurement: all but this program, who started it, and what either has started.
pub(crate) struct Others {
    since: Micros,
    busy: f64,
    own: f64,
}

impl Others {
    /// Counts from here on.
    pub(crate) fn watch() -> Result<Self, Trouble> {
        Ok(Self { since: now(), busy: busy_micros(&stat_of_all()?), own: own_micros()? })
    }

    /// How many cores they have used since, on average.
    pub(crate) fn cores(&self) -> Result<f64, Trouble> {
        let (busy, own) = (busy_micros(&stat_of_all()?) - self.busy, own_micros()? - self.own);
        Ok(((busy - own) / (now() - self.since).max(1) as f64).max(0.0))
    }
}

fn stat_of_all() -> Result<String, Trouble> {
    std::fs::read_to_string("/proc/stat").trying("/proc/stat")
}

/// What all cores have done, other machines on the same hardware included: all but being idle and waiting for a disk.
fn busy_micros(stat: &str) -> f64 {
    let fields = stat.lines().next().unwrap_or_default().split_whitespace().skip(1);
    // user, nice, system, idle, iowait, irq, softirq, steal; guests are counted in user.
    let busy = fields.take(8).enumerate().filter(|(field, _)| !matches!(field, 3 | 4));
    busy.filter_map(|(_, ticks)| ticks.parse::<f64>().ok()).sum::<f64>() * TICK_MICROS
}

/// What this program's parent and all that came from it have used, those included that have ended and were waited for.
fn own_micros() -> Result<f64, Trouble> {
    let mut processes: BTreeMap<u32, (u32, f64)> = BTreeMap::new();
    for entry in std::fs::read_dir("/proc").trying("/proc")? {
        let name = entry.trying("/proc")?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse().ok()) else { continue };
        // It may have ended meanwhile.
        let Ok(stat) = read(pid, "stat") else { continue };
        let fields = fields(&stat);
        let number = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).unwrap_or_default();
        let parent = fields.get(1).and_then(|parent| parent.parse().ok()).unwrap_or_default();
        processes.insert(pid, (parent, (11..=14).map(number).sum::<f64>() * TICK_MICROS));
    }
    let root = processes.get(&std::process::id()).map_or(std::process::id(), |(parent, _)| *parent);
    let mut own = BTreeSet::from([root, std::process::id()]);
    let mut known = 0;
    while known < own.len() {
        known = own.len();
        own.extend(
            processes.iter().filter(|(_, (parent, _))| own.contains(parent)).map(|(pid, _)| *pid).collect::<Vec<_>>(),
        );
    }
    Ok(own.iter().filter_map(|pid| processes.get(pid)).map(|(_, used)| used).sum())
}

/// What follows the name of a process, which may hold blanks and brackets.
fn fields(stat: &str) -> Vec<&str> {
    stat.rsplit_once(')').map(|(_, rest)| rest.split_whitespace().collect()).unwrap_or_default()
}

/// Processor time of all threads of a process, microseconds.
pub(crate) fn processor_micros(pid: u32) -> Result<f64, Trouble> {
    let stat = read(pid, "stat")?;
    let fields = fields(&stat);
    let ticks = |index: usize| fields.get(index).and_then(|ticks| ticks.parse::<f64>().ok());
    let used = ticks(11).zip(ticks(12)).ok_or_else(|| Trouble::new("/proc/…/stat has no times"))?;
    Ok((used.0 + used.1) * TICK_MICROS)
}

/// Memory that a process alone has, KiB.
pub(crate) fn private_kib(pid: u32) -> Result<f64, Trouble> {
    let rollup = read(pid, "smaps_rollup")?;
    let kib = |name: &str| {
        let line = rollup.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok()
    };
    let private = kib("Private_Clean:").zip(kib("Private_Dirty:"));
    private.map(|(clean, dirty)| clean + dirty).ok_or_else(|| Trouble::new("/proc/…/smaps_rollup has no figures"))
}

fn read(pid: u32, file: &str) -> Result<String, Trouble> {
    std::fs::read_to_string(format!("/proc/{pid}/{file}")).trying(&format!("/proc/{pid}/{file}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_used_something() {
        let before = processor_micros(std::process::id()).unwrap();
        let mut turns = 0_u64;
        while processor_micros(std::process::id()).unwrap() < before + 50_000.0 {
            turns += 1;
        }
        assert!(turns > 0 && private_kib(std::process::id()).unwrap() > 100.0);
    }

    #[test]
    fn idling_and_waiting_for_a_disk_is_no_work() {
        assert_eq!(busy_micros("cpu  1 2 4 800 900 8 16 32 64 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n"), 63.0 * TICK_MICROS);
    }

    #[test]
    fn what_this_process_does_is_not_what_others_do() {
        let others = Others::watch().unwrap();
        let before = (own_micros().unwrap(), processor_micros(std::process::id()).unwrap());
        let mut turns = 0_u64;
        while processor_micros(std::process::id()).unwrap() < before.1 + 300_000.0 {
            turns += 1;
        }
        let own = own_micros().unwrap() - before.0;
        assert!(turns > 0 && own >= 290_000.0, "{own}");
        assert!(others.cores().unwrap() >= 0.0);
    }
}
