//! Ends a child process when the test's own process ends without having done so, as when it is killed; and undoes what
//! else would stay behind.

use std::process::{Child, Command, Stdio};

/// Watches over a child; let go when dropped.
#[derive(Debug)]
pub(crate) struct Guard(Child);

impl Guard {
    /// Over the process of this number.
    pub(crate) fn over(pid: u32) -> Self {
        Self::at_our_end(&["kill", "-KILL", &pid.to_string()])
    }

    /// Runs a command when the test's process ends while this is held.
    pub(crate) fn at_our_end(command: &[&str]) -> Self {
        // It reads from us until we end.
        let shell = Command::new("sh")
            .args(["-c", "read -r _ended; exec \"$@\"", "sh"])
            .args(command)
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        Self(shell.expect("a shell starts"))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // Before the child that it watches over is waited for: later its number may be somebody else's.
        let _gone = self.0.kill();
        let _ended = self.0.wait();
    }
}
