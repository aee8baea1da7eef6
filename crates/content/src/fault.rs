//! What is wrong with a story's file.

use std::fmt;

/// What was left out of a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LeftOut {
    /// The way to it, such as `blocks[2]`.
    pub(crate) path: String,
    pub(crate) problem: String,
    /// The host that is not allowed, where that is the reason.
    pub(crate) host: Option<String>,
}

/// One fault, in the form of the chain's: `FILE:LINE: PATH: PROBLEM` (docs/spec/ordering.md, "The chain as data").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryFault {
    /// Below the content folder.
    pub file: String,
    /// From 1; that of the file's beginning where only the path is known.
    pub line: usize,
    pub path: String,
    pub problem: String,
    /// The host that is not allowed, where that is the reason: logged once (docs/spec/people.md, "Blocks").
    pub host: Option<String>,
}

impl fmt::Display for StoryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "$" } else { &self.path };
        write!(f, "{}:{}: {path}: {}", self.file, self.line, self.problem)
    }
}
