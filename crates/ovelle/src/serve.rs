//! `ovelle serve`: a node until it is told to leave.

use tracking::Limits;

use crate::{App, Config, Environment, app::StartError, content::Hangups};

/// Runs a node until SIGTERM or Ctrl-C, then sends its watchers away. SIGHUP reads the content anew.
///
/// # Errors
/// Where it does not start.
pub async fn serve(config: &Config) -> Result<(), StartError> {
    let hangups = Hangups::listen();
    let app = App::start(config, Environment::of_this_machine(limits(config))).await?;
    let following = tokio::spawn(app.content().clone().follow(hangups));
    tracing::info!(address = %app.address(), public_url = app.public_url(), "listening");
    leave_taking().await;
    tracing::info!("leaving");
    following.abort();
    app.leave().await;
    tracing::info!("gone");
    Ok(())
}

/// The bounds of the configuration, with as many descriptors as the machine allows.
#[must_use]
pub fn limits(config: &Config) -> Limits {
    let descriptors = rlimit::increase_nofile_limit(u64::MAX).unwrap_or_else(|error| {
        tracing::warn!(%error, "the limit of open files could not be raised");
        1024
    });
    config.limits(usize::try_from(descriptors).unwrap_or(usize::MAX))
}

/// Waits until somebody asks the process to end.
pub async fn leave_taking() {
    let interrupted = async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::error!(%error, "Ctrl-C cannot be heard");
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminated) => tokio::select! {
                () = interrupted => {}
                _ = terminated.recv() => {}
            },
            Err(error) => {
                tracing::error!(%error, "SIGTERM cannot be heard");
                interrupted.await;
            }
        }
    }
    #[cfg(not(unix))]
    interrupted.await;
}
