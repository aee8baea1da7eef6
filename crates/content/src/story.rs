//! One story, as its file says it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::{
    blocks::{self, Hosts, LeftOut},
    fault::StoryFault,
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
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Form {
    #[serde(default, rename = "$comment")]
    _comment: Option<Value>,
    /// When it was changed; the file's own time where it is not said.
    #[serde(default)]
    updated_at: Option<Timestamp>,
    content: Map<String, Value>,
}

/// Reads a file's bytes; what may not be shown is left out of the story, and listed.
pub(crate) fn read(
    file: &str,
    bytes: &[u8],
    modified: Timestamp,
    hosts: &Hosts,
) -> Result<(Story, Vec<StoryFault>), StoryFault> {
    let form: Form = serde_json::from_slice(bytes).map_err(|error| StoryFault {
        file: file.to_owned(),
        line: error.line().max(1),
        path: String::new(),
        problem: error.to_string(),
    })?;
    let mut content = form.content;
    let left_out = blocks::clean(&mut content, hosts).into_iter().map(|LeftOut { path, problem }| {
        let path = format!("content.{path}");
        StoryFault { file: file.to_owned(), line: 1, path, problem }
    });
    let faults = left_out.collect();
    Ok((Story { updated_at: form.updated_at.unwrap_or(modified), content }, faults))
}
