//! The stories that are in force on this node.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, PoisonError, RwLock},
};

use jiff::Timestamp;
use subtle::ConstantTimeEq;

use crate::{
    blocks::Hosts,
    files::{self, BUILT_IN, Stamp, StoryFile},
    slug::StorySlug,
    story::{self, Story, StoryVersion},
};

/// What stories are made of.
#[derive(Debug, Clone, Default)]
pub struct StoriesParts {
    /// The content folder; none: the stories that are built in.
    pub folder: Option<PathBuf>,
    pub hosts: Hosts,
    /// What shows drafts; none: nobody sees them.
    pub preview_token: Option<String>,
}

/// The stories in force, the same for all who hold a clone.
#[derive(Debug, Clone)]
pub struct Stories(Arc<StoriesInner>);

#[derive(Debug)]
struct StoriesInner {
    parts: StoriesParts,
    kept: RwLock<HashMap<(StorySlug, StoryVersion), CachedStory>>,
}

#[derive(Debug, Clone)]
struct CachedStory {
    stamp: Stamp,
    /// Its last good form; none where it never had one.
    story: Option<Arc<Story>>,
}

impl Stories {
    /// Reads them for the first time.
    #[must_use]
    pub fn read(parts: StoriesParts) -> Self {
        let stories = Self(Arc::new(StoriesInner { parts, kept: RwLock::default() }));
        stories.refresh();
        stories
    }

    /// A story's form. A draft is its published form where there is no other.
    #[must_use]
    pub fn find(&self, slug: &StorySlug, version: StoryVersion) -> Option<(StoryVersion, Arc<Story>)> {
        let kept = self.0.kept.read().unwrap_or_else(PoisonError::into_inner);
        let form = |version| Some((version, kept.get(&(slug.clone(), version))?.story.clone()?));
        match version {
            StoryVersion::Published => form(StoryVersion::Published),
            StoryVersion::Draft => form(StoryVersion::Draft).or_else(|| form(StoryVersion::Published)),
        }
    }

    /// Whether a token shows drafts.
    #[must_use]
    pub fn shows_drafts(&self, token: &[u8]) -> bool {
        let expected = self.0.parts.preview_token.as_deref().filter(|token| !token.is_empty());
        expected.is_some_and(|expected| bool::from(expected.as_bytes().ct_eq(token)))
    }

    /// Reads what has changed since. A file that is broken keeps its last good form, and is logged once. It takes a while:
    /// not for the runtime's threads.
    pub fn refresh(&self) {
        let Some(folder) = &self.0.parts.folder else {
            if self.0.kept.read().unwrap_or_else(PoisonError::into_inner).is_empty() {
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
        let before = self.0.kept.read().unwrap_or_else(PoisonError::into_inner).clone();
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
            .and_then(|bytes| story::read(&file.name, &file.slug, &bytes, file.stamp.modified, &self.0.parts.hosts));
        let story = match read {
            Ok((story, left_out)) => {
                left_out.iter().for_each(|fault| tracing::warn!("{fault}"));
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
            let (story, _) = story::read("", &slug, text.as_bytes(), stamp.modified, &self.0.parts.hosts).ok()?;
            Some(((slug, StoryVersion::Published), CachedStory { stamp, story: Some(Arc::new(story)) }))
        };
        BUILT_IN.into_iter().filter_map(read).collect()
    }

    fn set(&self, kept: HashMap<(StorySlug, StoryVersion), CachedStory>) {
        *self.0.kept.write().unwrap_or_else(PoisonError::into_inner) = kept;
    }
}
