//! Stories of a headless CMS, kept for a while (docs/spec/people.md, "Content").

use std::{
    hash::{BuildHasher, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use jiff::Timestamp;
use providers::{CmsClient, CmsStory, CmsVersion};
use server::turns::Turns;
use tokio::time::Instant;

use crate::{
    clean::Hosts,
    fault_log::FaultLog,
    slug::StorySlug,
    source::{StoriesAway, StorySource},
    story::{self, Story, StoryVersion},
    story_cache::{CacheRound, KnownStory, StoryCache},
};

/// The stories of a CMS as this node knows them.
#[derive(Debug)]
pub struct CmsStories {
    client: CmsClient,
    hosts: Hosts,
    faults: FaultLog,
    cache: Mutex<StoryCache>,
    /// Of those who want the same story, one asks.
    turns: Turns<u64>,
    hasher: RandomState,
}

#[async_trait]
impl StorySource for CmsStories {
    async fn story(
        &self,
        slug: &StorySlug,
        version: StoryVersion,
    ) -> Result<Option<(StoryVersion, Arc<Story>)>, StoriesAway> {
        match version {
            StoryVersion::Published => Ok(self.published(slug).await?.map(|story| (StoryVersion::Published, story))),
            StoryVersion::Draft => self.draft(slug).await,
        }
    }
}

impl CmsStories {
    /// Of this CMS, with what these hosts may show.
    #[must_use]
    pub fn new(client: CmsClient, hosts: Hosts) -> Self {
        Self {
            client,
            hosts,
            faults: FaultLog::default(),
            cache: Mutex::default(),
            turns: Turns::default(),
            hasher: RandomState::new(),
        }
    }

    /// Something has changed: each story is asked for anew.
    pub fn forget(&self) {
        self.lock().forget();
    }

    async fn published(&self, slug: &StorySlug) -> Result<KnownStory, StoriesAway> {
        if let Some(known) = self.fresh(slug) {
            return Ok(known);
        }
        let _turn = self.turns.take(self.hasher.hash_one(slug)).await;
        // Whoever had the turn before may have brought it.
        if let Some(known) = self.fresh(slug) {
            return Ok(known);
        }
        if let Some(asked) = self.begin() {
            match self.client.story(slug.as_str(), CmsVersion::Published).await {
                Ok(found) => return Ok(self.keep(slug, found, asked)),
                Err(_logged) => self.lock().failed(Instant::now()),
            }
        }
        self.lock().last_good(slug, Instant::now()).ok_or(StoriesAway)
    }

    /// What an editor sees is asked for each time.
    async fn draft(&self, slug: &StorySlug) -> Result<Option<(StoryVersion, Arc<Story>)>, StoriesAway> {
        match self.client.story(slug.as_str(), CmsVersion::Draft).await {
            Ok(found) => Ok(found.map(|found| (StoryVersion::Draft, self.judged(slug, found, None)))),
            Err(_logged) => {
                let known = self.lock().last_good(slug, Instant::now()).ok_or(StoriesAway)?;
                Ok(known.map(|story| (StoryVersion::Published, story)))
            }
        }
    }

    fn fresh(&self, slug: &StorySlug) -> Option<KnownStory> {
        self.lock().fresh(slug, Instant::now())
    }

    /// In which round a question is asked, if one may be.
    fn begin(&self) -> Option<CacheRound> {
        let cache = self.lock();
        cache.may_ask(Instant::now()).then(|| cache.round())
    }

    fn keep(&self, slug: &StorySlug, found: Option<CmsStory>, asked: CacheRound) -> KnownStory {
        let before = self.lock().last_good(slug, Instant::now()).flatten();
        let answer = found.map(|found| self.judged(slug, found, before));
        self.lock().keep(slug.clone(), answer.clone(), asked, Instant::now());
        answer
    }

    /// A story as it may be shown: the one of before, where it is the same.
    fn judged(&self, slug: &StorySlug, found: CmsStory, before: KnownStory) -> Arc<Story> {
        let updated_at = found.updated_at.unwrap_or(Timestamp::UNIX_EPOCH);
        let name = format!("cms/{}", slug.as_str());
        let (story, left_out) = story::shown(&name, slug, found.content, updated_at, &self.hosts);
        if let Some(before) = before.filter(|before| **before == story) {
            return before;
        }
        self.faults.say(&left_out);
        Arc::new(story)
    }

    fn lock(&self) -> MutexGuard<'_, StoryCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
