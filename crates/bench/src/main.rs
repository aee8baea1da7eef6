//! `bench`: see the library.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    bench::main()
}

#[cfg(not(target_os = "linux"))]
#[expect(clippy::print_stderr, reason = "why it ends")]
fn main() -> ExitCode {
    eprintln!("bench: needs Linux");
    ExitCode::FAILURE
}
