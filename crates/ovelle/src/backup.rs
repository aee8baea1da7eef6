//! `ovelle backup FOLDER`: the database and the secret, which are worth nothing without each other.
//!
//! Embedded: `ovelle.db` and `ovelle.db.secret`, which a node starts from as they stand. PostgreSQL:
//! `ovelle.dump` for `pg_restore`, and `ovelle.secret` for `OVELLE_SECRET`.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    process::Stdio,
};

use store::StoreError;
use tokio::process::Command;

use crate::{
    Config,
    secret::{self, SecretError},
    serve::leave_taking,
};

/// Why there is no backup. What was begun is taken away again.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// Something stands there already.
    #[error("{0} is there already; a backup overwrites nothing")]
    Exists(PathBuf),
    /// A file or the folder could not be written.
    #[error("{path} could not be written")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// There is no secret to keep beside the database.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The database could not be copied.
    #[error("the database could not be copied")]
    Store(#[from] StoreError),
    /// PostgreSQL's own program is not there.
    #[error("pg_dump is missing; install PostgreSQL's client programs, of the server's version or newer")]
    NoPgDump(#[source] io::Error),
    /// PostgreSQL's own program has failed.
    #[error("pg_dump: {0}")]
    PgDump(String),
    /// Somebody asked the process to end.
    #[error("interrupted; nothing was kept")]
    Interrupted,
}

/// Writes it, and says what is to be printed.
///
/// # Errors
/// [`BackupError`].
pub async fn run(config: &Config, folder: &Path) -> Result<String, BackupError> {
    tokio::select! {
        // First, so that a signal is heard before the first file is written.
        biased;
        () = leave_taking() => Err(BackupError::Interrupted),
        written = write(config, folder) => written,
    }
}

async fn write(config: &Config, folder: &Path) -> Result<String, BackupError> {
    let secret = secret::text(config.secret.as_deref(), &config.database_url)?;
    let is_embedded = config.database_url.starts_with("sqlite:");
    let (database, beside) =
        if is_embedded { ("ovelle.db", "ovelle.db.secret") } else { ("ovelle.dump", "ovelle.secret") };
    make_folder(folder)?;
    let mut database = BackupFile::new(folder.join(database))?;
    let mut beside = BackupFile::new(folder.join(beside))?;
    if is_embedded {
        // Into the empty file, so that nobody else may read it from the first byte on.
        store::copy_sqlite(&config.database_url, &database.part).await?;
    } else {
        dump(&config.database_url, &database).await?;
    }
    beside.file.write_all(secret.as_bytes()).map_err(|source| beside.error(source))?;
    let mut both = [&mut database, &mut beside];
    both.iter_mut().try_for_each(|begun| begun.name())?;
    // Before they count as kept, the disk has them and their names.
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|source| not_written(folder, source))?;
    both.iter_mut().for_each(|begun| begun.is_kept = true);
    Ok(format!("{}\n{}", database.path.display(), beside.path.display()))
}

fn not_written(path: &Path, source: io::Error) -> BackupError {
    BackupError::File { path: path.to_owned(), source }
}

/// Makes the folder, where it is absent, for its owner alone.
fn make_folder(folder: &Path) -> Result<(), BackupError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|source| not_written(folder, source))
}

/// A file of the backup, which its owner alone may read. It gets its name when it is whole; whatever stands there of it is
/// taken away again unless it is kept.
struct BackupFile {
    path: PathBuf,
    /// Where it is written.
    part: PathBuf,
    file: File,
    is_named: bool,
    is_kept: bool,
}

impl BackupFile {
    fn new(path: PathBuf) -> Result<Self, BackupError> {
        match fs::symlink_metadata(&path) {
            Ok(_) => return Err(BackupError::Exists(path)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(source) => return Err(not_written(&path, source)),
        }
        let part = PathBuf::from(format!("{}.{}.part", path.display(), std::process::id()));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&part).map_err(|source| not_written(&part, source))?;
        Ok(Self { path, part, file, is_named: false, is_kept: false })
    }

    fn error(&self, source: io::Error) -> BackupError {
        not_written(&self.path, source)
    }

    /// Gives the whole file its name, which nothing else may have taken meanwhile.
    fn name(&mut self) -> Result<(), BackupError> {
        self.file.sync_all().map_err(|source| self.error(source))?;
        match fs::hard_link(&self.part, &self.path) {
            Ok(()) => self.is_named = true,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(BackupError::Exists(self.path.clone()));
            }
            Err(source) => return Err(self.error(source)),
        }
        Ok(())
    }
}

impl Drop for BackupFile {
    fn drop(&mut self) {
        let unnamed = (self.is_named && !self.is_kept).then_some(&self.path);
        for left in [&self.part].into_iter().chain(unnamed) {
            if let Err(error) = fs::remove_file(left) {
                tracing::warn!(%error, file = %left.display(), "a part of a backup is left");
            }
        }
    }
}

/// PostgreSQL's own dump: of one moment, in its own form, which `pg_restore` reads.
async fn dump(url: &str, into: &BackupFile) -> Result<(), BackupError> {
    let (url, password) = without_password(url);
    let stdout = into.file.try_clone().map_err(|source| into.error(source))?;
    let mut command = Command::new("pg_dump");
    command.args(["--format=custom", "--no-owner", "--no-privileges", "--dbname", &url]);
    // What was told of a spin since would be promised again (docs/spec/people.md, "A draw that anyone can verify").
    command.arg("--exclude-table-data=wheel_seeds");
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    command.stdin(Stdio::null()).stdout(stdout).stderr(Stdio::piped()).kill_on_drop(true);
    let started = command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => BackupError::NoPgDump(error),
        _ => BackupError::PgDump(error.to_string()),
    })?;
    let done = started.wait_with_output().await.map_err(|error| BackupError::PgDump(error.to_string()))?;
    if done.status.success() {
        return Ok(());
    }
    Err(BackupError::PgDump(String::from_utf8_lossy(&done.stderr).trim().to_owned()))
}

/// An address without its password, which would stand in the list of processes; and the password.
fn without_password(url: &str) -> (String, Option<String>) {
    let whole = || (url.to_owned(), None);
    let Some((scheme, rest)) = url.split_once("://") else { return whole() };
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let Some((user, host)) = rest[..end].rsplit_once('@') else { return whole() };
    let Some((user, password)) = user.split_once(':') else { return whole() };
    (format!("{scheme}://{user}@{host}{}", &rest[end..]), Some(percent_decoded(password)))
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        match (first, after) {
            (b'%', [high, low, after @ ..]) if hex(*high).is_some() && hex(*low).is_some() => {
                bytes.push(hex(*high).unwrap_or(0) * 16 + hex(*low).unwrap_or(0));
                rest = after;
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_leaves_the_address() {
        let check = |url: &str, without: &str, password: Option<&str>| {
            assert_eq!(without_password(url), (without.to_owned(), password.map(str::to_owned)), "{url}");
        };
        check(
            "postgres://a:b%40c%2f@db:5432/x?sslmode=require",
            "postgres://a@db:5432/x?sslmode=require",
            Some("b@c/"),
        );
        check("postgres://root@127.0.0.1/x", "postgres://root@127.0.0.1/x", None);
        check("postgres:///x?host=/run/p:q@r", "postgres:///x?host=/run/p:q@r", None);
        check("postgres://a:100%@db", "postgres://a@db", Some("100%"));
    }
}
