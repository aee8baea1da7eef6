//! First HTML that was written already, packed.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use chain::ProductId;
use content::Story;
use server::{ApiError, document::Document, packed::PackedDocument};
use tokio::sync::{OnceCell, Semaphore};

use super::page::Page;

/// What may be asked for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum PageRequest {
    /// A page, for whoever runs it, with the product whose picture is in its first paint.
    App(Page, Option<ProductId>),
    /// A page, for whoever only reads it.
    Reduced(Page),
    /// The list of pages for search engines.
    Sitemap,
}

/// What answers are made of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sources {
    pub(crate) content_version: String,
    /// What the editors say to the whole shop.
    pub(crate) homepage: Option<Arc<Story>>,
}

impl Sources {
    fn are(&self, other: &Self) -> bool {
        let pointer = |story: &Option<Arc<Story>>| story.as_ref().map(Arc::as_ptr);
        self.content_version == other.content_version && pointer(&self.homepage) == pointer(&other.homepage)
    }
}

/// What all kept answers may take together, in bytes.
const BOUND: usize = 16 * 1024 * 1024;
/// What one takes beside its bytes.
const PLACE: usize = 512;
/// Answers that are written and packed at once.
const WRITERS: usize = 2;

/// The answers from one state of the sources, those that were asked for last.
#[derive(Debug, Clone)]
pub(crate) struct PageAnswers {
    kept: Arc<Mutex<PageCache>>,
    writers: Arc<Semaphore>,
    bound: usize,
}

type PageSlot = Arc<OnceCell<Arc<PackedDocument>>>;

#[derive(Debug, Default)]
struct PageCache {
    /// Held, so that no other story can come to lie where this one does.
    sources: Sources,
    places: HashMap<PageRequest, PageEntry>,
    /// Counts questions: who was asked for last has the highest.
    questions: u64,
    weight: usize,
}

#[derive(Debug, Default)]
struct PageEntry {
    place: PageSlot,
    asked_at: u64,
    weight: usize,
}

impl Default for PageAnswers {
    fn default() -> Self {
        Self { kept: Arc::default(), writers: Arc::new(Semaphore::new(WRITERS)), bound: BOUND }
    }
}

impl PageAnswers {
    /// An answer. The first who asks has it written, off the runtime's threads; it is packed harder behind that.
    ///
    /// # Errors
    /// 500 where writing breaks off.
    pub(crate) async fn find(
        &self,
        sources: &Sources,
        wanted: PageRequest,
        write: impl FnOnce() -> Document + Send + 'static,
    ) -> Result<Arc<PackedDocument>, ApiError> {
        let place = self.place(sources, &wanted);
        if let Some(answer) = place.get() {
            return Ok(Arc::clone(answer));
        }
        let written = place.get_or_try_init(|| async {
            let answer = Arc::new(self.work(move || PackedDocument::new(write())).await?);
            self.weigh(&wanted, &place, &answer);
            let (answers, packed) = (self.clone(), Arc::clone(&answer));
            tokio::spawn(async move { answers.work(move || packed.pack_harder()).await });
            Ok(answer)
        });
        written.await.map(Arc::clone)
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
        let writers = Arc::clone(&self.writers);
        let writer = writers.acquire_owned().await.map_err(|closed| ApiError::internal(&closed))?;
        let working = tokio::task::spawn_blocking(move || {
            // Until the work is done, whether or not somebody still waits for it.
            let _writer = writer;
            work()
        });
        working.await.map_err(|error| ApiError::internal(&error))
    }

    fn place(&self, sources: &Sources, wanted: &PageRequest) -> PageSlot {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if !kept.sources.are(sources) {
            *kept = PageCache { sources: sources.clone(), ..PageCache::default() };
        }
        kept.questions += 1;
        let asked_at = kept.questions;
        if let Some(entry) = kept.places.get_mut(wanted) {
            entry.asked_at = asked_at;
            return Arc::clone(&entry.place);
        }
        let entry = PageEntry { asked_at, weight: PLACE, ..PageEntry::default() };
        let place = Arc::clone(&entry.place);
        kept.weight += entry.weight;
        kept.places.insert(wanted.clone(), entry);
        kept.shrink(self.bound);
        place
    }

    /// Counts what an answer takes, with room for what is packed later; one that has gone meanwhile counts nothing.
    fn weigh(&self, wanted: &PageRequest, place: &PageSlot, answer: &PackedDocument) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (plain, gzip, _) = answer.sizes();
        if let Some(entry) = kept.places.get_mut(wanted).filter(|entry| Arc::ptr_eq(&entry.place, place)) {
            entry.weight += plain + 2 * gzip;
            kept.weight += plain + 2 * gzip;
        }
        kept.shrink(self.bound);
    }
}

impl PageCache {
    fn shrink(&mut self, bound: usize) {
        while self.weight > bound {
            let oldest = self.places.iter().min_by_key(|(_, entry)| entry.asked_at);
            let Some(wanted) = oldest.map(|(wanted, _)| wanted.clone()) else { return };
            let gone = self.places.remove(&wanted);
            self.weight -= gone.map_or(0, |entry| entry.weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(version: &str) -> Sources {
        Sources { content_version: version.to_owned(), homepage: None }
    }

    async fn written(answers: &PageAnswers, version: &str, wanted: PageRequest, text: &'static str) -> String {
        let found =
            answers.find(&of(version), wanted, move || Document::html(text.to_owned())).await.expect("an answer");
        String::from_utf8(found.document().body().to_vec()).expect("text")
    }

    #[tokio::test]
    async fn an_answer_is_written_once_for_a_version() {
        let answers = PageAnswers::default();
        let home = || PageRequest::App(Page::Home, None);
        assert_eq!(written(&answers, "1", home(), "first").await, "first");
        assert_eq!(written(&answers, "1", home(), "again").await, "first");
        assert_eq!(written(&answers, "1", PageRequest::Reduced(Page::Home), "for a bot").await, "for a bot");
        assert_eq!(written(&answers, "2", home(), "second").await, "second");
        let story = Story { updated_at: jiff::Timestamp::UNIX_EPOCH, content: serde_json::Map::default() };
        let told = Sources { homepage: Some(Arc::new(story.clone())), ..of("2") };
        let other = Sources { homepage: Some(Arc::new(story)), ..of("2") };
        assert!(
            told.are(&told.clone()) && !told.are(&other) && !told.are(&of("2")),
            "a story that was read anew is another"
        );
    }

    #[tokio::test]
    async fn kept_answers_stay_within_their_bound() {
        let answers = PageAnswers { bound: 3 * PLACE, ..PageAnswers::default() };
        for page in [Page::Home, Page::Menu, Page::Cart, Page::Board] {
            written(&answers, "1", PageRequest::App(page, None), "short").await;
        }
        let kept = answers.kept.lock().expect("no writer panicked");
        assert!(kept.weight <= 3 * PLACE && kept.places.len() == 2, "{} of {}", kept.weight, kept.places.len());
        assert!(kept.places.contains_key(&PageRequest::App(Page::Board, None)), "the newest stays");
    }
}
