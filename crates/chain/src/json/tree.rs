//! A file's text as a tree of values with their places.

use std::collections::HashSet;

use jsonc_parser::{CollectOptions, ParseOptions, ast::Value, common::Ranged, parse_to_ast};
use serde::de::IgnoredAny;

use crate::json::{Findings, JsonNode, Mark};

/// The values of a file. Its text outlives it, as do the findings.
pub(crate) struct Tree<'t> {
    pub(crate) findings: &'t Findings,
    pub(crate) text: &'t str,
    file: &'static str,
    /// Where each line but the first begins.
    lines: Vec<usize>,
    root: Option<Value<'t>>,
}

/// JSON and nothing beside it.
const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

impl<'t> Tree<'t> {
    /// Reads a text. One that is not JSON is one fault; keys that stand twice are one each.
    pub(crate) fn read(file: &'static str, text: &'t str, findings: &'t Findings) -> Self {
        let lines = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        let mut tree = Self { findings, text, file, lines, root: None };
        // The strict judge comes first: the parser with places lets some white space and control characters pass.
        if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
            let problem = error.to_string();
            let problem = problem.rsplit_once(" at line ").map_or(problem.as_str(), |(problem, _)| problem);
            tree.not_json(error.line().max(1), problem);
            return tree;
        }
        match parse_to_ast(text, &CollectOptions::default(), &STRICT) {
            Ok(parsed) => tree.root = parsed.value,
            Err(error) => tree.not_json(tree.line_of(error.range().start), &error.kind().to_string().to_lowercase()),
        }
        if let Some(root) = &tree.root {
            tree.find_double_keys(root, "");
        }
        tree
    }

    fn not_json(&self, line: usize, problem: &str) {
        let mark = Mark { file: self.file, line, path: String::new() };
        self.findings.add(mark.fault(format_args!("is not JSON: {problem}")));
    }

    /// The value of the whole file.
    pub(crate) fn root(&self) -> JsonNode<'_> {
        JsonNode::new(self, self.root.as_ref(), String::new())
    }

    /// A place of the file.
    pub(crate) fn mark(&self, at: usize, path: String) -> Mark {
        Mark { file: self.file, line: self.line_of(at), path }
    }

    fn line_of(&self, at: usize) -> usize {
        self.lines.partition_point(|begins| *begins <= at) + 1
    }

    fn find_double_keys(&self, value: &Value<'_>, path: &str) {
        match value {
            Value::Array(array) => {
                for (at, element) in array.elements.iter().enumerate() {
                    self.find_double_keys(element, &format!("{path}[{at}]"));
                }
            }
            Value::Object(object) => {
                let mut seen = HashSet::new();
                for property in &object.properties {
                    let path = join(path, property.name.as_str());
                    if !seen.insert(property.name.as_str()) {
                        self.findings.add(self.mark(property.start(), path.clone()).fault("the key stands twice"));
                    }
                    self.find_double_keys(&property.value, &path);
                }
            }
            _ => {}
        }
    }
}

/// The path of an object's field.
pub(super) fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
