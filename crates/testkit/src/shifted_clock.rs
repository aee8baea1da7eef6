//! A time of day that is wrong, for a whole process: what the kernel tells it is shifted by as much as a test says, and
//! may jump at any moment. Clocks that only measure go on as they are.
//!
//! A few lines of C stand before the process' own library (`LD_PRELOAD`). Where there is no compiler, or the machine does
//! not work so, a test says so and passes, or fails where `REQUIRE_SERVICES=1`.

use std::{
    fs::File,
    os::unix::fs::FileExt,
    process::{Command, Stdio},
};

use jiff::SignedDuration;
use tempfile::TempDir;

use crate::process::NodeSetup;

const SOURCE: &str = include_str!("shifted_clock.c");
const REQUIRED_VARIABLE: &str = "REQUIRE_SERVICES";

/// A time of day for one process, right at first.
#[derive(Debug)]
pub struct ShiftedClock {
    folder: TempDir,
    offset: File,
}

impl ShiftedClock {
    /// Makes one; none where the machine cannot, which was said on stderr.
    ///
    /// # Panics
    /// Where `REQUIRE_SERVICES=1` and it cannot be had.
    #[must_use]
    pub fn make() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let offset = File::create(folder.path().join("offset")).expect("a file");
        let clock = Self { folder, offset };
        clock.shift(SignedDuration::ZERO);
        std::fs::write(clock.folder.path().join("shifted.c"), SOURCE).expect("a file");
        let compiled = cfg!(target_os = "linux")
            && Command::new("cc")
                .args(["-shared", "-fPIC", "-O2", "-o", "shifted.so", "shifted.c", "-ldl"])
                .current_dir(clock.folder.path())
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success());
        if compiled {
            return Some(clock);
        }
        lack("a wrong clock needs Linux and a C compiler");
        None
    }

    /// The same node with this time of day.
    #[must_use]
    pub fn of(&self, setup: NodeSetup) -> NodeSetup {
        let path = |name: &str| self.folder.path().join(name).to_str().expect("a plain path").to_owned();
        setup.set("LD_PRELOAD", &path("shifted.so")).set("SHIFTED_CLOCK", &path("offset"))
    }

    /// From now on the time of day is off by this much.
    ///
    /// # Panics
    /// Where that is more than 292 years.
    pub fn shift(&self, by: SignedDuration) {
        let nanos = i64::try_from(by.as_nanos()).expect("a life's time at most");
        self.offset.write_all_at(&nanos.to_ne_bytes(), 0).expect("a file of ours");
    }
}

/// Says what is not tested, or fails where it must be.
fn lack(what: &str) {
    #[expect(clippy::disallowed_methods, reason = "the tests' services are handed over in the environment")]
    let required = std::env::var(REQUIRED_VARIABLE);
    assert!(required.as_deref() != Ok("1"), "{what}, and {REQUIRED_VARIABLE}=1");
    #[expect(clippy::print_stderr, reason = "what is not tested is said")]
    {
        eprintln!("SKIPPED, not tested: {what}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_sees_the_hour_that_a_test_says() {
        let Some(clock) = ShiftedClock::make() else { return };
        let year = || {
            let path = |name: &str| clock.folder.path().join(name);
            let mut date = Command::new("date");
            date.args(["-u", "+%Y"]).env("LD_PRELOAD", path("shifted.so")).env("SHIFTED_CLOCK", path("offset"));
            String::from_utf8(date.output().unwrap().stdout).unwrap().trim().parse::<i32>().unwrap()
        };
        let now = year();
        clock.shift(SignedDuration::from_hours(24 * 366));
        assert!((now + 1..=now + 2).contains(&year()));
        clock.shift(SignedDuration::from_hours(-24 * 366));
        assert!((now - 2..=now - 1).contains(&year()));
    }
}
