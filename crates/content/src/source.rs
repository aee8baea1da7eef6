//! Where stories come from.

use std::{fmt, sync::Arc};

use async_trait::async_trait;

use crate::{
    slug::StorySlug,
    story::{Story, StoryVersion},
};

/// Nobody can say now whether there is such a story, and what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the stories cannot be read now")]
pub struct StoriesAway;

/// Has stories: files, or a headless CMS (docs/spec/people.md, "Content").
#[async_trait]
pub trait StorySource: fmt::Debug + Send + Sync {
    /// A story's form, and which it is: a draft is the published one where there is no other. None: there is no such
    /// story.
    ///
    /// # Errors
    /// Where the source does not answer and nothing is known that is young enough.
    async fn story(
        &self,
        slug: &StorySlug,
        version: StoryVersion,
    ) -> Result<Option<(StoryVersion, Arc<Story>)>, StoriesAway>;
}
