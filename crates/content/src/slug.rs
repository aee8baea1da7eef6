//! By what a story is asked for.

use std::str::FromStr;

/// So many characters a slug has at most.
pub const LONGEST_SLUG: usize = 120;

/// The name of a story: parts with `/` between them, such as `menu/menuPage`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StorySlug(String);

/// What is no name of a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no name of a story")]
pub struct NotASlug;

impl StorySlug {
    /// As it stands in addresses.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for StorySlug {
    type Err = NotASlug;

    fn from_str(text: &str) -> Result<Self, NotASlug> {
        let is_part = |part: &str| {
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
        };
        let is_slug = text.len() <= LONGEST_SLUG && text.split('/').all(is_part);
        if is_slug { Ok(Self(text.to_owned())) } else { Err(NotASlug) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_names_a_file_below_its_folder_and_nothing_else() {
        for good in ["homepage", "menu/menuPage", "sivut/yrityksille_2"] {
            assert_eq!(good.parse::<StorySlug>().unwrap().as_str(), good);
        }
        for bad in ["", "/", "a//b", "/a", "a/", "../a", "a/..", "a.draft", "ä", "a b", "a%2f"] {
            assert_eq!(bad.parse::<StorySlug>(), Err(NotASlug), "{bad}");
        }
        assert!("a".repeat(LONGEST_SLUG).parse::<StorySlug>().is_ok());
        assert!("a".repeat(LONGEST_SLUG + 1).parse::<StorySlug>().is_err());
    }
}
