//! Stories of the content folder's files, or of those that are built in.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, PoisonError, RwLock},
};

use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    clean::Hosts,
    fault_log::FaultLog,
    files::{self, BUILT_IN, Stamp, StoryFile},
    slug::StorySlug,
    source::{StoriesAway, StorySource},
    story::{self, Story, StoryVersion},
};

/// The stories of files, as they were read last.
#[derive(Debug)]
pub struct FileStories {
    /// The content folder; none: the stories that are built in.
    folder: Option<PathBuf>,
    hosts: Hosts,
    faults: FaultLog,
    kept: RwLock<HashMap<(StorySlug, StoryVersion), CachedStory>>,
}

#[derive(Debug, Clone)]
struct CachedStory {
    stamp: Stamp,
    /// Its last good form; none where it never had one.
    story: Option<Arc<Story>>,
}

#[async_trait]
impl StorySource for FileStories {
    async fn story(
        &self,
        slug: &StorySlug,
        version: StoryVersion,
    ) -> Result<Option<(StoryVersion, Arc<Story>)>, StoriesAway> {
        Ok(self.find(slug, version))
    }
}

impl FileStories {
    /// Reads them for the first time.
    #[must_use]
    pub fn read(folder: Option<PathBuf>, hosts: Hosts) -> Self {
        let stories = Self { folder, hosts, faults: FaultLog::default(), kept: RwLock::default() };
        stories.refresh();
        stories
    }

    /// A story's form. A draft is its published form where there is no other.
    #[must_use]
    pub fn find(&self, slug: &StorySlug, version: StoryVersion) -> Option<(StoryVersion, Arc<Story>)> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        let form = |version| Some((version, kept.get(&(slug.clone(), version))?.story.clone()?));
        match version {
            StoryVersion::Published => form(StoryVersion::Published),
            StoryVersion::Draft => form(StoryVersion::Draft).or_else(|| form(StoryVersion::Published)),
        }
    }

    /// Reads what has changed since. A file that is broken keeps its last good form, and is logged once. It takes a while:
    /// not for the runtime's threads.
    pub fn refresh(&self) {
        let Some(folder) = &self.folder else {
            if self.kept.read().unwrap_or_else(PoisonError::into_inner).is_empty() {
                self.set(self.built_in());
            }
            return;
        };
        let files = match files::list(folder) {
            Ok(files) => files,
            Err(error) => {
                tracing::error!(%error, "the stories cannot be listed, those in force stay");
                return;
            }
        };
        let before = self.kept.read().unwrap_or_else(PoisonError::into_inner).clone();
        let kept = files.into_iter().map(|file| {
            let name = (file.slug.clone(), file.version);
            let now = self.kept(&file, before.get(&name));
            (name, now)
        });
        self.set(kept.collect());
    }

    fn kept(&self, file: &StoryFile, before: Option<&CachedStory>) -> CachedStory {
        if let Some(before) = before.filter(|before| before.stamp == file.stamp) {
            return before.clone();
        }
        let read = file
            .bytes()
            .and_then(|bytes| story::read(&file.name, &file.slug, &bytes, file.stamp.modified, &self.hosts));
        let story = match read {
            Ok((story, left_out)) => {
                self.faults.say(&left_out);
                Some(Arc::new(story))
            }
            Err(fault) => {
                tracing::error!("{fault}");
                before.and_then(|before| before.story.clone())
            }
        };
        CachedStory { stamp: file.stamp, story }
    }

    fn built_in(&self) -> HashMap<(StorySlug, StoryVersion), CachedStory> {
        let stamp = Stamp { modified: Timestamp::UNIX_EPOCH, length: 0 };
        let read = |(slug, text): (&str, &str)| {
            let slug: StorySlug = slug.parse().ok()?;
            let (story, _) = story::read("", &slug, text.as_bytes(), stamp.modified, &self.hosts).ok()?;
            Some(((slug, StoryVersion::Published), CachedStory { stamp, story: Some(Arc::new(story)) }))
        };
        BUILT_IN.into_iter().filter_map(read).collect()
    }

    fn set(&self, kept: HashMap<(StorySlug, StoryVersion), CachedStory>) {
        *self.kept.write().unwrap_or_else(PoisonError::into_inner) = kept;
    }
}
