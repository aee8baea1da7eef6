//! Stories: texts and blocks of pages that editors change without a release (docs/spec/people.md, "Content").
//!
//! [`Stories`] come of a headless CMS, of files below `stories/`, or of those that the binary carries. What is shown of them
//! is checked here: unknown blocks, foreign hosts and links that run code never leave the server.

mod clean;
mod cms_stories;
mod draw_rules;
mod experiments;
mod faq_searches;
mod fault;
mod fault_log;
mod file_stories;
mod files;
mod links;
mod markdown;
mod menu_page;
mod preview;
pub mod routes;
mod schema;
mod slug;
mod source;
mod stories;
mod story;
mod story_cache;

pub use clean::Hosts;
pub use cms_stories::CmsStories;
pub use draw_rules::DrawFacts;
pub use experiments::{ExperimentSource, RemoteExperiments};
pub use faq_searches::FaqSearches;
pub use fault::StoryFault;
pub use file_stories::FileStories;
pub use files::{StoryCheck, check};
pub use menu_page::MENU_PAGE;
pub use preview::Preview;
pub use routes::{CmsWebhook, ContentState};
pub use slug::{LONGEST_SLUG, NotASlug, StorySlug};
pub use source::{StoriesAway, StorySource};
pub use stories::{Stories, StoriesParts};
pub use story::{Story, StoryVersion};
