//! The fields of an object.

use std::{
    cell::{Cell, RefCell},
    collections::HashSet,
};

use jsonc_parser::{
    ast::{Object, ObjectProp},
    common::Ranged,
};

use crate::json::{JsonNode, tree::join};

/// The key that may stand anywhere, for whoever reads the files.
pub(super) const COMMENT: &str = "$comment";

/// The fields of an object. Those that nobody asks for are faults, so a reader asks for all of them before it gives up.
pub(crate) struct JsonFields<'t> {
    node: JsonNode<'t>,
    /// None where there is no object, which was said already.
    object: Option<&'t Object<'t>>,
    asked: RefCell<HashSet<&'static str>>,
    forgiven: Cell<bool>,
}

impl<'t> JsonFields<'t> {
    pub(super) fn new(node: JsonNode<'t>, object: Option<&'t Object<'t>>) -> Self {
        Self { node, object, asked: RefCell::default(), forgiven: Cell::new(false) }
    }

    /// The object itself, for faults that are of no one field.
    pub(crate) fn node(&self) -> &JsonNode<'t> {
        &self.node
    }

    /// A field that must be there.
    pub(crate) fn must(&self, name: &'static str) -> JsonNode<'t> {
        match self.find(name) {
            Some(property) => self.child(name, property),
            None => {
                if let Some(object) = self.object {
                    let mark = self.node.tree.mark(object.start(), join(&self.node.path, name));
                    self.node.tree.findings.add(mark.fault("is missing"));
                }
                JsonNode::new(self.node.tree, None, join(&self.node.path, name))
            }
        }
    }

    /// A field that may be absent or null.
    pub(crate) fn maybe(&self, name: &'static str) -> Option<JsonNode<'t>> {
        self.find(name).map(|property| self.child(name, property)).filter(|node| !node.is_null())
    }

    /// A text that may be absent.
    pub(crate) fn maybe_text(&self, name: &'static str) -> Option<String> {
        self.maybe(name).map(|node| node.text())
    }

    /// A flag with a default.
    pub(crate) fn flag(&self, name: &'static str, default: bool) -> bool {
        self.maybe(name).map_or(default, |node| node.flag())
    }

    /// A list that may be absent, and is empty then.
    pub(crate) fn maybe_list<T>(&self, name: &'static str, read: impl FnMut(&JsonNode<'t>) -> T) -> Vec<T> {
        self.maybe(name).map(|node| node.list(read)).unwrap_or_default()
    }

    /// Takes all other fields for known, where a fault leaves open which there may be.
    pub(crate) fn forgive(&self) {
        self.forgiven.set(true);
    }

    /// Records the fields that nobody asked for.
    pub(super) fn finish(&self) {
        if self.forgiven.get() {
            return;
        }
        let asked = self.asked.borrow();
        for property in self.object.into_iter().flat_map(|object| &object.properties) {
            let name = property.name.as_str();
            if !asked.contains(name) && name != COMMENT {
                let mark = self.node.tree.mark(property.start(), join(&self.node.path, name));
                self.node.tree.findings.add(mark.fault("is no known field"));
            }
        }
    }

    fn find(&self, name: &'static str) -> Option<&'t ObjectProp<'t>> {
        self.asked.borrow_mut().insert(name);
        self.object?.properties.iter().find(|property| property.name.as_str() == name)
    }

    fn child(&self, name: &str, property: &'t ObjectProp<'t>) -> JsonNode<'t> {
        JsonNode::new(self.node.tree, Some(&property.value), join(&self.node.path, name))
    }
}
