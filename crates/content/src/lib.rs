//! Stories: texts and blocks of pages that editors change without a release (people §7).
//!
//! [`Stories`] are files below `stories/`, or those that the binary carries. What is shown of them is checked here: unknown
//! blocks, foreign hosts and links that run code never leave the server.

mod blocks;
mod faq_searches;
mod fault;
mod files;
mod known_fields;
mod links;
mod menu_page;
pub mod routes;
mod slug;
mod stories;
mod story;

pub use blocks::Hosts;
pub use faq_searches::FaqSearches;
pub use fault::StoryFault;
pub use files::{StoryCheck, check};
pub use menu_page::MENU_PAGE;
pub use routes::ContentState;
pub use slug::{LONGEST_SLUG, NotASlug, StorySlug};
pub use stories::{Stories, StoriesParts};
pub use story::{Story, StoryVersion};
