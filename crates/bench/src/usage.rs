//! What a process has used: processor time and memory, as the kernel counts them.

use crate::trouble::{Trouble, Trying};

/// Processor time of all threads of a process, microseconds. The kernel says it in hundredths of a second.
pub(crate) fn processor_micros(pid: u32) -> Result<f64, Trouble> {
    let stat = read(pid, "stat")?;
    // The second field may hold blanks and brackets; what follows the last one does not.
    let fields: Vec<&str> =
        stat.rsplit_once(')').map(|(_, rest)| rest.split_whitespace().collect()).unwrap_or_default();
    let ticks = |index: usize| fields.get(index).and_then(|ticks| ticks.parse::<f64>().ok());
    let used = ticks(11).zip(ticks(12)).ok_or_else(|| Trouble::new("/proc/…/stat has no times"))?;
    Ok((used.0 + used.1) * 10_000.0)
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
}
