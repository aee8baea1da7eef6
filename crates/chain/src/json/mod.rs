//! JSON whose values know where they stand, and readers that go on after a fault.
//!
//! A reader of a faulty value records the fault and answers with a placeholder. What was read counts only where no fault was
//! recorded, so no placeholder is ever seen.

mod fields;
mod findings;
mod node;
mod number;
mod texts;
mod tree;

pub(crate) use fields::JsonFields;
pub(crate) use findings::{Findings, Mark, ReferenceTarget};
pub(crate) use node::{JsonNode, SeenNames};
pub(crate) use tree::Tree;
