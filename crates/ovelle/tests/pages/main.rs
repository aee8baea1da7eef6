//! The first HTML of each page, through the real server: what it says to people, search engines and previewers of links.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod chain_folder;
mod crawlers;
mod heads;
mod reading;
