//! The stories that are in force on this node.

use std::{path::PathBuf, sync::Arc};

use providers::CmsClient;

use crate::{
    clean::Hosts,
    cms_stories::CmsStories,
    draw_rules::{DrawFacts, DrawRulesStory},
    file_stories::FileStories,
    slug::StorySlug,
    source::{StoriesAway, StorySource},
    story::{Story, StoryVersion},
};

/// What stories are made of.
#[derive(Debug, Clone, Default)]
pub struct StoriesParts {
    /// The content folder; none: the stories that are built in.
    pub folder: Option<PathBuf>,
    pub hosts: Hosts,
    /// A headless CMS, which goes before the files; none: there is none.
    pub cms: Option<CmsClient>,
}

/// The stories in force, the same for all who hold a clone.
#[derive(Debug, Clone)]
pub struct Stories(Arc<StoriesInner>);

#[derive(Debug)]
struct StoriesInner {
    files: Arc<FileStories>,
    cms: Option<Arc<CmsStories>>,
    draw_rules: DrawRulesStory,
    /// Who is asked, one after the other.
    sources: Vec<Arc<dyn StorySource>>,
}

impl Stories {
    /// Reads those of files for the first time.
    #[must_use]
    pub fn read(parts: StoriesParts) -> Self {
        let StoriesParts { folder, hosts, cms } = parts;
        let cms = cms.map(|client| Arc::new(CmsStories::new(client, hosts.clone())));
        let files = Arc::new(FileStories::read(folder, hosts));
        let first = cms.clone().map(|cms| -> Arc<dyn StorySource> { cms });
        let last: Arc<dyn StorySource> = Arc::<FileStories>::clone(&files);
        let sources = first.into_iter().chain([last]).collect();
        Self(Arc::new(StoriesInner { files, cms, draw_rules: DrawRulesStory::default(), sources }))
    }

    /// A story's form, of the first source that answers; none: there is no such story. A draft is its published form where
    /// there is no other.
    ///
    /// # Errors
    /// Where a source is away and no other has the story.
    pub async fn find(
        &self,
        slug: &StorySlug,
        version: StoryVersion,
    ) -> Result<Option<(StoryVersion, Arc<Story>)>, StoriesAway> {
        // What the wheel's rules say is no editor's to change.
        if let Some(rules) = self.0.draw_rules.find(slug) {
            return Ok(Some((StoryVersion::Published, rules)));
        }
        let mut absent = Ok(None);
        for source in &self.0.sources {
            match source.story(slug, version).await {
                Ok(None) if absent.is_err() => {}
                Err(away) => absent = Err(away),
                answer => return answer,
            }
        }
        absent
    }

    /// Reads the files that have changed since. It takes a while: not for the runtime's threads.
    pub fn refresh(&self) {
        self.0.files.refresh();
    }

    /// Tells the rules of the prize wheel as they are now.
    pub fn set_draw_rules(&self, facts: DrawFacts<'_>) {
        self.0.draw_rules.set(facts);
    }

    /// The CMS has said that something has changed: each of its stories is asked for anew.
    pub fn forget(&self) {
        if let Some(cms) = &self.0.cms {
            cms.forget();
        }
    }
}
