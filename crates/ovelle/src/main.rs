//! `ovelle`: the one binary.

use std::{io::IsTerminal, path::PathBuf, process::ExitCode, time::Duration};

use chain::Faults;
use clap::{Parser, Subcommand};
use ovelle::{
    Config, backup, city, content, content::Unsound, demo, keys, ledger, openapi, person, price, refund, serve, staff,
    wheel,
};
use tracing_subscriber::EnvFilter;

/// Ovelle, a pizza chain's ordering system with live order tracking.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a node.
    Serve {
        #[command(flatten)]
        config: Config,
    },
    /// Run a node on embedded defaults, with a simulated city.
    Demo {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        city: city::CityFlags,
    },
    /// Drive any running server through the public contract.
    Simulate {
        /// The server.
        #[arg(long, default_value = "http://127.0.0.1:8080")]
        url: String,
        /// A chain-wide dispatch key of that server.
        #[arg(long, env = "OVELLE_SIMULATE_KEY", hide_env_values = true)]
        dispatch_key: String,
        #[command(flatten)]
        city: city::CityFlags,
        /// What is logged.
        #[arg(long, env = "RUST_LOG", default_value = "info,memory_serve=warn")]
        log: String,
    },
    /// Dispatch keys in the database.
    Key {
        #[command(flatten)]
        config: Config,
        #[command(subcommand)]
        action: keys::KeyAction,
    },
    /// The people who may sign in.
    Staff {
        #[command(flatten)]
        config: Config,
        #[command(subcommand)]
        action: staff::StaffAction,
    },
    /// What is kept of a person: read, taken away, put right.
    Person {
        #[command(flatten)]
        config: Config,
        #[command(subcommand)]
        action: person::PersonAction,
    },
    /// Erase again whoever was erased since a backup was made that was restored.
    Erase {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        flags: person::EraseFlags,
    },
    /// Give money of a paid order back, wholly or in part; a running node tells the provider and the customer.
    Refund {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        flags: refund::RefundFlags,
    },
    /// What the restaurants came to, by day.
    Ledger {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        flags: ledger::LedgerFlags,
    },
    /// Write the database and the secret into a folder; a running node is not disturbed.
    Backup {
        #[command(flatten)]
        config: Config,
        /// The folder; made if absent. What stands in it is never overwritten.
        folder: PathBuf,
    },
    /// Folders with a chain's data.
    Content {
        #[command(subcommand)]
        action: content::ContentAction,
    },
    /// Price a cart, given as JSON, and say why it costs so.
    Price {
        #[command(flatten)]
        flags: price::PriceFlags,
    },
    /// The prize wheel.
    Wheel {
        #[command(subcommand)]
        action: wheel::WheelAction,
    },
    /// Print the API's OpenAPI document.
    Openapi,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    log(&cli.command);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error),
    };
    let result: Result<(), Box<dyn std::error::Error>> = runtime.block_on(async {
        match cli.command {
            Command::Serve { config } => serve::serve(&config).await?,
            Command::Demo { config, city } => Box::pin(demo::demo(config, &city)).await?,
            Command::Simulate { url, dispatch_key, city, .. } => city::simulate(url, dispatch_key, &city).await?,
            Command::Key { config, action } => say(&keys::run(&config, action).await?),
            Command::Staff { config, action } => say(&staff::run(&config, action).await?),
            Command::Person { config, action } => say(&person::run(&config, action).await?),
            Command::Erase { config, flags } => say(&person::replay(&config, flags).await?),
            Command::Refund { config, flags } => say(&refund::run(&config, flags).await?),
            Command::Ledger { config, flags } => say(&ledger::run(&config, &flags).await?),
            Command::Backup { config, folder } => say(&backup::run(&config, &folder).await?),
            Command::Content { action } => say(&content::run(&action)?),
            Command::Price { flags } => say(&price::run(&flags)?),
            Command::Wheel { action } => say(&wheel::run(&action)?),
            Command::Openapi => say(openapi::text()?.trim_end()),
        }
        Ok(())
    });
    // Blocking work that nobody waits for any more must not hold up the end.
    runtime.shutdown_timeout(Duration::from_secs(2));
    result.map_or_else(|error| fail(error.as_ref()), |()| ExitCode::SUCCESS)
}

fn log(command: &Command) {
    let filter = match command {
        Command::Serve { config }
        | Command::Demo { config, .. }
        | Command::Key { config, .. }
        | Command::Staff { config, .. }
        | Command::Person { config, .. }
        | Command::Erase { config, .. }
        | Command::Refund { config, .. }
        | Command::Ledger { config, .. }
        | Command::Backup { config, .. } => &config.log,
        Command::Simulate { log, .. } => log,
        Command::Content { .. } | Command::Price { .. } | Command::Wheel { .. } | Command::Openapi => "warn",
    };
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let logs = std::io::stderr();
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_ansi(logs.is_terminal()).with_writer(std::io::stderr);
    // Where the log's disk is full, complaining of that on the same disk would panic.
    log.log_internal_errors(false).init();
}

#[expect(clippy::print_stdout, reason = "what the command was asked for")]
fn say(text: &str) {
    println!("{text}");
}

#[expect(clippy::print_stderr, reason = "the one place that ends the process with a reason")]
fn fail(error: &(dyn std::error::Error + 'static)) -> ExitCode {
    let mut sources = std::iter::successors(Some(error), |error| error.source());
    if let Some(Unsound(faults)) = error.downcast_ref() {
        faults.iter().for_each(|fault| eprintln!("{fault}"));
    }
    if let Some(faults) = sources.find_map(|error| error.downcast_ref::<Faults>()) {
        faults.0.iter().for_each(|fault| eprintln!("{fault}"));
    }
    eprintln!("ovelle: {}", domain::error::chain(error));
    ExitCode::FAILURE
}
