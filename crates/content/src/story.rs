//! One story, as its source says it and as it may be shown.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::{
    clean::{self, Hosts},
    fault::{LeftOut, StoryFault},
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
        host: None,
    })?;
    let (story, mut left_out) = shown(file, slug, form.content, form.updated_at.unwrap_or(modified), hosts);
    left_out.extend(form.unknown.into_iter().map(|(name, _)| StoryFault {
        file: file.to_owned(),
        line: 1,
        path: name.escape_debug().to_string(),
        problem: "is no known field".to_owned(),
        host: None,
    }));
    Ok((story, left_out))
}

/// The story of what a source says; what may not be shown is left out of it, and listed under the source's `name` for it.
pub(crate) fn shown(
    name: &str,
    slug: &StorySlug,
    content: Map<String, Value>,
    updated_at: Timestamp,
    hosts: &Hosts,
) -> (Story, Vec<StoryFault>) {
    let (content, left_out) = clean::clean(content, slug, hosts);
    let fault = |LeftOut { path, problem, host }| StoryFault {
        file: name.to_owned(),
        line: 1,
        path: format!("content.{path}"),
        problem,
        host,
    };
    (Story { updated_at, content }, left_out.into_iter().map(fault).collect())
}
