//! The secret that keys are made with: given, or made once and kept beside the SQLite file.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use deps::Chance;
use domain::key::{BadSecrets, Secrets};
use store::{Store, StoreError};

/// Why there is no secret.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// PostgreSQL is shared by nodes, and so must the secret be.
    #[error("OVELLE_SECRET is required with PostgreSQL; it must be the same on all nodes")]
    Required,
    /// Orders without their secret could not be opened by their links.
    #[error("the database has orders, but {0} is missing; restore it or set OVELLE_SECRET")]
    Lost(PathBuf),
    /// The given one has not the right form.
    #[error("OVELLE_SECRET: {0}")]
    Bad(#[from] BadSecrets),
    /// The file could not be read or written.
    #[error("{path} could not be read or written")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The database could not be asked.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The secret as it is given or kept, in its own words; it is not made where there is none.
pub(crate) fn text(given: Option<&str>, database_url: &str) -> Result<String, SecretError> {
    if let Some(given) = given {
        Secrets::parse(given)?;
        return Ok(given.to_owned());
    }
    let path = beside(database_url).ok_or(SecretError::Required)?;
    let text = fs::read_to_string(&path).map_err(|source| SecretError::File { path, source })?;
    Secrets::parse(text.trim())?;
    Ok(text.trim().to_owned())
}

/// Finds the secret, or makes it.
pub(crate) async fn find(
    given: Option<&str>,
    database_url: &str,
    store: &Store,
    chance: &Chance,
) -> Result<Secrets, SecretError> {
    if let Some(given) = given {
        return Ok(Secrets::parse(given)?);
    }
    let path = beside(database_url).ok_or(SecretError::Required)?;
    match fs::read_to_string(&path) {
        Ok(text) => return Ok(Secrets::parse(text.trim())?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(source) => return Err(SecretError::File { path, source }),
    }
    if store.has_orders().await? {
        return Err(SecretError::Lost(path));
    }
    let text = format!("v1:{}", hex(&chance.bytes::<32>()));
    keep(&path, &text).map_err(|source| SecretError::File { path, source })?;
    Ok(Secrets::parse(&text)?)
}

/// `ovelle.db` has its secret in `ovelle.db.secret`.
fn beside(database_url: &str) -> Option<PathBuf> {
    let path = database_url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path).split('?').next()?;
    Some(PathBuf::from(format!("{path}.secret")))
}

/// Keeps it whole or not at all, and before any order is made with it: written beside, then given its
/// name, which another process that starts at the same time may not have taken.
fn keep(path: &Path, text: &str) -> io::Result<()> {
    let beside = PathBuf::from(format!("{}.{}", path.display(), std::process::id()));
    let kept = write(&beside, text).and_then(|()| fs::hard_link(&beside, path));
    fs::remove_file(&beside)?;
    kept?;
    match path.parent().filter(|folder| cfg!(unix) && !folder.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

/// Writes a file that its owner alone may read, in the place of what a process left that was killed here.
fn write(path: &Path, text: &str) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
