//! Mails as files: for a node without a mail server, and for whoever tries it out.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use async_trait::async_trait;
use deps::SharedClock;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    message::{Mail, MailKind},
    post::{MailError, MailsAbout, Post},
};

/// For so long mails stay in a folder (docs/spec/people.md, "Retention").
pub const MAILS_KEPT: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A folder that mails are written to, each to a file `{unixMs}-{kind}.json`.
#[derive(Clone)]
pub struct MailFolder {
    folder: PathBuf,
    clock: SharedClock,
}

/// What stands in a file.
#[derive(Serialize)]
struct MailFile<'a> {
    kind: MailKind,
    to: &'a str,
    subject: &'a str,
    text: &'a str,
    links: &'a [String],
}

/// What is read of a file.
#[derive(Deserialize)]
struct WrittenMail {
    kind: MailKind,
    to: String,
    text: String,
}

impl WrittenMail {
    fn is_about(&self, about: &MailsAbout) -> bool {
        let is_to = about.emails.iter().any(|email| email.eq_ignore_ascii_case(&self.to));
        let names = |order: domain::ids::OrderId| self.text.contains(&order.to_string());
        is_to && self.kind != MailKind::AccountErased && about.order.is_none_or(names)
    }
}

impl MailFolder {
    /// Writes to this folder, which is made with the first mail where it is not there.
    #[must_use]
    pub fn new(folder: PathBuf, clock: SharedClock) -> Self {
        Self { folder, clock }
    }
}

#[async_trait]
impl Post for MailFolder {
    async fn send(&self, mail: &Mail, _: i64) -> Result<(), MailError> {
        let Mail { kind, to, subject, text, links, .. } = mail;
        let written = MailFile { kind: *kind, to, subject, text, links };
        let json = serde_json::to_vec_pretty(&written).map_err(|error| MailError::Never(error.into()))?;
        let (folder, at, kind) = (self.folder.clone(), self.clock.now().as_millisecond(), *kind);
        let writing = tokio::task::spawn_blocking(move || write(&folder, at, kind, &json));
        let written = writing.await.map_err(|error| MailError::Later(error.into()))?;
        written.map_err(|error| MailError::Later(error.into()))
    }

    async fn forget(&self, about: &MailsAbout) -> io::Result<()> {
        let about = about.clone();
        self.take_away(move |path, _| {
            let read = fs::read(path).ok().and_then(|json| serde_json::from_slice::<WrittenMail>(&json).ok());
            read.is_some_and(|mail| mail.is_about(&about))
        })
        .await
    }

    async fn sweep(&self) -> io::Result<()> {
        let before = self.clock.now().checked_sub(MAILS_KEPT).unwrap_or(Timestamp::MIN).as_millisecond();
        self.take_away(move |_, written_at| written_at < before).await
    }
}

impl MailFolder {
    /// Takes those of its mails away of which the path and the millisecond at which they were written are such.
    async fn take_away(&self, is_such: impl Fn(&Path, i64) -> bool + Send + 'static) -> io::Result<()> {
        let folder = self.folder.clone();
        let work = move || match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            entries => entries?.try_for_each(|entry| {
                let path = entry?.path();
                // Anything else that lies there is somebody else's.
                let Some(written_at) = written_at(&path) else { return Ok(()) };
                match is_such(&path, written_at).then(|| fs::remove_file(&path)) {
                    Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => Err(error),
                    _ => Ok(()),
                }
            }),
        };
        tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
    }
}

/// When a mail of ours was written, by its name; what was left half written counts too.
fn written_at(path: &Path) -> Option<i64> {
    let name = path.file_name()?.to_str()?.strip_suffix(".json")?;
    let (at, kind) = name.trim_start_matches('.').split_once('-')?;
    serde_json::from_value::<MailKind>(kind.into()).ok().and(at.parse().ok())
}

/// Writes a file whole or not at all: written beside, then given its name, or the next one where that is taken.
fn write(folder: &Path, at: i64, kind: MailKind, json: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for millisecond in at.. {
        let name = format!("{millisecond}-{}.json", kind.as_str());
        let (path, beside) = (folder.join(&name), folder.join(format!(".{name}")));
        let mut file = match make(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            made => made?,
        };
        let named = file.write_all(json).and_then(|()| file.sync_all()).and_then(|()| fs::hard_link(&beside, &path));
        fs::remove_file(&beside)?;
        match named {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            named => return named,
        }
    }
    Ok(())
}

/// A new file that its owner alone may read: mails hold links that open something.
fn make(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
