//! What only root may do to a machine: networks, disks.
//!
//! Without the right a test says so and passes, or fails where `REQUIRE_PRIVILEGED=1`.

use std::process::{Command, Stdio};

const REQUIRED_VARIABLE: &str = "REQUIRE_PRIVILEGED";

/// Whether the test runs as root.
///
/// # Panics
/// Where the machine does not know who we are.
#[must_use]
pub fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("a machine that knows who we are");
    id.stdout.trim_ascii() == b"0"
}

/// Says what is not tested, or fails where it must be.
///
/// # Panics
/// Where `REQUIRE_PRIVILEGED=1`.
pub fn lack(what: &str) {
    #[expect(clippy::disallowed_methods, reason = "what a run must have is handed over in the environment")]
    let required = std::env::var(REQUIRED_VARIABLE);
    assert!(required.as_deref() != Ok("1"), "{what}, and {REQUIRED_VARIABLE}=1");
    #[expect(clippy::print_stderr, reason = "what is not tested is said")]
    {
        eprintln!("SKIPPED, not tested: {what}");
    }
}

/// Runs a command of the machine's; whether it succeeded.
pub(crate) fn run(program: &str, arguments: &[&str]) -> bool {
    let status = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
