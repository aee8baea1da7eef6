//! One story, as its file says it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::{
    blocks::{self, Hosts},
    fault::{LeftOut, StoryFault},
    known_fields::keep_known,
    slug::StorySlug,
};

/// A story that was read and checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Story {
    pub updated_at: Timestamp,
    pub content: Map<String, Value>,
}

/// Which of a story's two forms it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StoryVersion {
    /// What everybody sees.
    Published,
    /// What editors look at before.
    Draft,
}

/// The form of a file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoryForm {
    #[serde(default, rename = "$comment")]
    _comment: Option<Value>,
    /// When it was changed; the file's own time where it is not said.
    #[serde(default)]
    updated_at: Option<Timestamp>,
    content: Map<String, Value>,
    #[serde(flatten)]
    unknown: Map<String, Value>,
}

/// Reads a file's bytes; what may not be shown is left out of the story, and listed.
pub(crate) fn read(
    file: &str,
    slug: &StorySlug,
    bytes: &[u8],
    modified: Timestamp,
    hosts: &Hosts,
) -> Result<(Story, Vec<StoryFault>), StoryFault> {
    let form: StoryForm = serde_json::from_slice(bytes).map_err(|error| StoryFault {
        file: file.to_owned(),
        line: error.line().max(1),
        path: String::new(),
        problem: error.to_string(),
    })?;
    let mut content = form.content;
    let mut left_out = blocks::clean(&mut content, hosts);
    keep_known(&mut content, slug, &mut left_out);
    let fault = |path: String, problem: String| StoryFault { file: file.to_owned(), line: 1, path, problem };
    let inside = left_out.into_iter().map(|LeftOut { path, problem }| fault(format!("content.{path}"), problem));
    let beside = form.unknown.into_iter().map(|(name, _)| fault(name, "is no known field".to_owned()));
    let left_out = inside.chain(beside).collect();
    Ok((Story { updated_at: form.updated_at.unwrap_or(modified), content }, left_out))
}
