//! The command line.

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Parser, Subcommand};

use crate::{
    bare, bare_route,
    clock::now,
    machine::Machine,
    report::{BenchReport, ReportRow},
    runs::BenchRun,
    session::BenchSession,
    trouble::Trouble,
    usage::Others,
};

/// Measures Ovelle's release binary.
#[derive(Parser)]
struct BenchCli {
    #[command(subcommand)]
    command: BenchCommand,
}

#[derive(Subcommand)]
enum BenchCommand {
    /// Make the runs, print the table.
    Run(BenchSettings),
    /// Be the bare server that stands beside the product.
    Bare,
    /// Be the bare HTTP server that answers what is in a file.
    BareRoute {
        /// The answer to every call that sends something.
        reply: PathBuf,
    },
}

#[derive(Args)]
struct BenchSettings {
    /// The binary that is measured.
    #[arg(long, default_value = "target/release/ovelle")]
    binary: PathBuf,
    /// Where databases stand meanwhile, and the figures afterwards.
    #[arg(long, default_value = "target/bench")]
    folder: PathBuf,
    /// The commit of the binary, for the table.
    #[arg(long, default_value = "unknown")]
    commit: String,
    /// Only these runs.
    #[arg(long, value_enum)]
    only: Vec<BenchRun>,
    /// Each figure once, in shorter runs.
    #[arg(long)]
    quick: bool,
    /// How often each figure is measured.
    #[arg(long, default_value_t = 3)]
    times: usize,
    /// A PostgreSQL in which databases may be made.
    #[arg(long, env = "TEST_POSTGRES_URL", hide_env_values = true)]
    postgres_url: Option<String>,
    /// A Redis.
    #[arg(long, env = "TEST_REDIS_URL", hide_env_values = true)]
    redis_url: Option<String>,
}

/// Does what the command line says.
#[must_use]
pub fn main() -> ExitCode {
    let done = match BenchCli::parse().command {
        BenchCommand::Run(settings) => run(settings),
        BenchCommand::Bare => bare::serve(),
        BenchCommand::BareRoute { reply } => bare_route::serve(&reply),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => fail(&trouble),
    }
}

fn run(settings: BenchSettings) -> Result<(), Trouble> {
    let mut session = BenchSession::new(Machine::prepare()?, settings.binary, &settings.folder)?;
    (session.postgres, session.redis) = (settings.postgres_url, settings.redis_url);
    session.times = settings.times.max(1);
    if settings.quick {
        (session.times, session.length) = (1, 0.4);
    }
    let all = BenchRun::ALL.into_iter().filter(|run| settings.only.is_empty() || settings.only.contains(run));
    for run in all {
        session.say(&format!("==> {run:?}"));
        let (begun, others) = (now(), Others::watch()?);
        run.make(&mut session)?;
        let cores = others.cores()?;
        session.say(&format!("  took {} s, others used {cores:.2} cores", (now() - begun) / 1_000_000));
        session.rows.push(ReportRow::new(format!("{run:?}: cores that others used"), vec![cores]));
    }
    let details = serde_json::Value::Array(std::mem::take(&mut session.details));
    let report = BenchReport {
        commit: settings.commit,
        machine: session.machine.clone(),
        settings: format!("Each figure {} ×, {} of the usual length.", session.times, session.length),
        rows: std::mem::take(&mut session.rows),
        warnings: std::mem::take(&mut session.warnings),
        details,
    };
    say(&report.table());
    report.write_json(&settings.folder.join("figures.json"))
}

#[expect(clippy::print_stdout, reason = "what was asked for")]
fn say(text: &str) {
    println!("{text}");
}

#[expect(clippy::print_stderr, reason = "the one place that ends the process with a reason")]
fn fail(trouble: &Trouble) -> ExitCode {
    eprintln!("bench: {trouble}");
    ExitCode::FAILURE
}
