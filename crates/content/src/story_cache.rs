//! What a node knows of a CMS's stories, by when it was read (docs/spec/people.md, "Content").

use std::{collections::HashMap, sync::Arc, time::Duration};

use tokio::time::Instant;

use crate::{slug::StorySlug, story::Story};

/// For how long an answer is taken for the newest.
const FRESH: Duration = Duration::from_secs(10 * 60);
/// For how long it stands in for a newer one, while the CMS is away.
const LAST_GOOD: Duration = Duration::from_secs(24 * 60 * 60);
/// For how long a CMS that is away is not asked again.
const RETRY: Duration = Duration::from_secs(5);
/// So many stories are known.
const MOST_STORIES: usize = 2000;
/// So many slugs are known to be no story's: whoever makes slugs up takes no story's place.
const MOST_ABSENT: usize = 1000;

/// Counts what the CMS said of changes: what was asked for before one may be older than it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CacheRound(u64);

/// What is known.
#[derive(Debug, Default)]
pub(crate) struct StoryCache {
    stories: HashMap<StorySlug, StoryRead<Arc<Story>>>,
    absent: HashMap<StorySlug, StoryRead<()>>,
    round: u64,
    away_until: Option<Instant>,
}

/// Something that was read.
#[derive(Debug)]
struct StoryRead<T> {
    value: T,
    at: Instant,
    round: u64,
}

/// What is known of a slug: its story, or that there is none.
pub(crate) type KnownStory = Option<Arc<Story>>;

impl StoryCache {
    /// What is known as the newest.
    pub(crate) fn fresh(&self, slug: &StorySlug, now: Instant) -> Option<KnownStory> {
        self.known(slug, |at, round| round == self.round && now.duration_since(at) < FRESH)
    }

    /// What is known and may stand in while the CMS is away.
    pub(crate) fn last_good(&self, slug: &StorySlug, now: Instant) -> Option<KnownStory> {
        self.known(slug, |at, _| now.duration_since(at) < LAST_GOOD)
    }

    fn known(&self, slug: &StorySlug, is_good: impl Fn(Instant, u64) -> bool) -> Option<KnownStory> {
        let story = self.stories.get(slug).filter(|read| is_good(read.at, read.round));
        let absent = || self.absent.get(slug).filter(|read| is_good(read.at, read.round));
        story.map(|read| Some(Arc::clone(&read.value))).or_else(|| absent().map(|_| None))
    }

    /// In which round a question is asked now.
    pub(crate) fn round(&self) -> CacheRound {
        CacheRound(self.round)
    }

    /// Keeps an answer to what was asked in a round.
    pub(crate) fn keep(&mut self, slug: StorySlug, answer: KnownStory, asked: CacheRound, now: Instant) {
        let CacheRound(round) = asked;
        self.away_until = None;
        match answer {
            Some(value) => {
                self.absent.remove(&slug);
                insert(&mut self.stories, MOST_STORIES, slug, StoryRead { value, at: now, round });
            }
            None => {
                self.stories.remove(&slug);
                insert(&mut self.absent, MOST_ABSENT, slug, StoryRead { value: (), at: now, round });
            }
        }
    }

    /// Nothing that is known is taken for the newest any more.
    pub(crate) fn forget(&mut self) {
        self.round += 1;
        self.away_until = None;
    }

    /// Whether the CMS is asked now.
    pub(crate) fn may_ask(&self, now: Instant) -> bool {
        self.away_until.is_none_or(|until| now >= until)
    }

    /// The CMS gave no answer.
    pub(crate) fn failed(&mut self, now: Instant) {
        self.away_until = Some(now + RETRY);
    }
}

/// Adds a reading; at the bound the oldest one goes.
fn insert<T>(known: &mut HashMap<StorySlug, StoryRead<T>>, most: usize, slug: StorySlug, read: StoryRead<T>) {
    if known.len() >= most && !known.contains_key(&slug) {
        let oldest = known.iter().min_by_key(|(_, read)| read.at).map(|(slug, _)| slug.clone());
        oldest.and_then(|slug| known.remove(&slug));
    }
    known.insert(slug, read);
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use serde_json::Map;

    use super::*;

    fn slug(text: &str) -> StorySlug {
        text.parse().unwrap()
    }

    fn story() -> KnownStory {
        Some(Arc::new(Story { updated_at: Timestamp::UNIX_EPOCH, content: Map::new() }))
    }

    #[tokio::test]
    async fn an_answer_is_the_newest_for_ten_minutes_and_good_for_a_day() {
        let (mut cache, start) = (StoryCache::default(), Instant::now());
        for (name, answer) in [("footer", story()), ("olematon", None)] {
            assert_eq!((cache.fresh(&slug(name), start), cache.last_good(&slug(name), start)), (None, None));
            cache.keep(slug(name), answer.clone(), cache.round(), start);
            for (seconds, is_fresh, is_good) in
                [(0, true, true), (599, true, true), (600, false, true), (86_399, false, true), (86_400, false, false)]
            {
                let now = start + Duration::from_secs(seconds);
                assert_eq!(cache.fresh(&slug(name), now), is_fresh.then(|| answer.clone()), "{name} {seconds}");
                assert_eq!(cache.last_good(&slug(name), now), is_good.then(|| answer.clone()), "{name} {seconds}");
            }
        }
    }

    #[tokio::test]
    async fn what_was_asked_before_a_change_is_not_the_newest_after_it() {
        let (mut cache, now) = (StoryCache::default(), Instant::now());
        let asked = cache.round();
        cache.keep(slug("footer"), story(), asked, now);
        cache.forget();
        assert_eq!((cache.fresh(&slug("footer"), now), cache.last_good(&slug("footer"), now)), (None, Some(story())));
        cache.keep(slug("footer"), story(), asked, now);
        assert_eq!(cache.fresh(&slug("footer"), now), None, "it may be older than the change");
        cache.keep(slug("footer"), None, cache.round(), now);
        assert_eq!(cache.fresh(&slug("footer"), now), Some(None));
    }

    #[tokio::test]
    async fn a_cms_that_is_away_is_asked_every_five_seconds() {
        let (mut cache, now) = (StoryCache::default(), Instant::now());
        assert!(cache.may_ask(now));
        cache.failed(now);
        assert!(!cache.may_ask(now + Duration::from_millis(4999)) && cache.may_ask(now + RETRY));
        cache.forget();
        assert!(cache.may_ask(now), "it has just called");
        cache.failed(now);
        cache.keep(slug("footer"), None, cache.round(), now);
        assert!(cache.may_ask(now));
    }

    #[tokio::test]
    async fn made_up_slugs_take_no_storys_place() {
        let (mut cache, now) = (StoryCache::default(), Instant::now());
        cache.keep(slug("footer"), story(), cache.round(), now);
        for n in 0..2 * MOST_ABSENT {
            cache.keep(slug(&format!("a{n}")), None, cache.round(), now + Duration::from_millis(n as u64));
        }
        assert_eq!((cache.stories.len(), cache.absent.len()), (1, MOST_ABSENT));
        assert_eq!(cache.fresh(&slug("a0"), now), None);
        for n in 0..2 * MOST_STORIES {
            cache.keep(slug(&format!("b{n}")), story(), cache.round(), now + Duration::from_millis(1 + n as u64));
        }
        assert_eq!(cache.stories.len(), MOST_STORIES);
        assert_eq!(cache.last_good(&slug("footer"), now), None, "the oldest has gone");
    }
}
