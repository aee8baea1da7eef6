//! Mails as files: for a node without a mail server, and for whoever tries it out.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use async_trait::async_trait;
use deps::SharedClock;
use serde::Serialize;

use crate::{
    message::{Mail, MailKind},
    post::{MailError, Post},
};

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
