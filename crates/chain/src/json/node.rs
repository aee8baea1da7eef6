//! A value with its place.

use std::{collections::HashSet, fmt::Display, hash::Hash, ops::RangeInclusive};

use domain::{
    ids::RestaurantId,
    money::{Cents, MAX_PRICE},
};
use jsonc_parser::{ast::Value, common::Ranged};

use crate::{
    json::{
        JsonFields, Mark, ReferenceTarget, Tree,
        fields::COMMENT,
        number::{Inexact, scaled},
        tree::join,
    },
    percent::BasisPoints,
};

/// A value with its place. Where it is missing, which was said already, readers are silent and answer with placeholders.
#[derive(Clone)]
pub(crate) struct JsonNode<'t> {
    pub(super) tree: &'t Tree<'t>,
    value: Option<&'t Value<'t>>,
    pub(super) path: String,
}

/// Names of which each may stand once.
pub(crate) struct SeenNames<T>(HashSet<T>);

impl<T> Default for SeenNames<T> {
    fn default() -> Self {
        Self(HashSet::new())
    }
}

impl<T: Eq + Hash + Clone + Display> SeenNames<T> {
    /// Takes a name, and records a fault at the value where it was taken before.
    pub(crate) fn take(&mut self, node: &JsonNode<'_>, what: &str, name: &T) {
        if node.value.is_some() && !self.0.insert(name.clone()) {
            node.fault(format_args!("{what} {name} stands twice"));
        }
    }
}

impl<T: Eq + Hash + Clone> SeenNames<T> {
    /// Takes a name without a word; whether it was taken before.
    pub(crate) fn is_taken(&mut self, name: &T) -> bool {
        !self.0.insert(name.clone())
    }
}

impl<'t> JsonNode<'t> {
    pub(super) fn new(tree: &'t Tree<'t>, value: Option<&'t Value<'t>>, path: String) -> Self {
        Self { tree, value, path }
    }

    pub(crate) fn mark(&self) -> Mark {
        self.tree.mark(self.value.map_or(0, Ranged::start), self.path.clone())
    }

    /// Records what is wrong with the value.
    pub(crate) fn fault(&self, problem: impl Display) {
        if self.value.is_some() {
            self.tree.findings.add(self.mark().fault(problem));
        }
    }

    /// Notes that the value names something that must exist.
    pub(crate) fn names(&self, target: ReferenceTarget) {
        if self.value.is_some() {
            self.tree.findings.name(self.mark(), target);
        }
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self.value, Some(Value::NullKeyword(_)))
    }

    /// Whether it is a text rather than anything else.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.value, Some(Value::StringLit(_)))
    }

    /// A text of which something can be read; none where it is no text, which is a fault.
    pub(super) fn as_text(&self) -> Option<&'t str> {
        match self.value? {
            Value::StringLit(text) => Some(&text.value),
            _ => self.is_not("a text"),
        }
    }

    /// The literal of a number.
    fn as_number(&self) -> Option<&'t str> {
        match self.value? {
            Value::NumberLit(number) => Some(number.value),
            _ => self.is_not("a number"),
        }
    }

    fn is_not<T>(&self, wanted: &str) -> Option<T> {
        let found = match self.value? {
            Value::StringLit(_) => "a text",
            Value::NumberLit(_) => "a number",
            Value::BooleanLit(_) => "true or false",
            Value::Object(_) => "an object",
            Value::Array(_) => "a list",
            Value::NullKeyword(_) => "null",
        };
        self.fault(format_args!("is {found}, not {wanted}"));
        None
    }

    /// The fields of an object.
    pub(crate) fn object<T>(&self, read: impl FnOnce(&JsonFields<'t>) -> T) -> T {
        let object = match self.value {
            None => None,
            Some(Value::Object(object)) => Some(object),
            Some(_) => self.is_not("an object"),
        };
        let fields = JsonFields::new(self.clone(), object);
        let value = read(&fields);
        fields.finish();
        value
    }

    /// The entries of an object whose keys are data.
    pub(crate) fn entries<T>(&self, mut read: impl FnMut(&'t str, &JsonNode<'t>) -> T) -> Vec<T> {
        let object = match self.value {
            None => return Vec::new(),
            Some(Value::Object(object)) => object,
            Some(_) => return self.is_not("an object").unwrap_or_default(),
        };
        let entries = object.properties.iter().filter(|property| property.name.as_str() != COMMENT);
        let read = |property: &'t jsonc_parser::ast::ObjectProp<'t>| {
            let key = property.name.as_str();
            read(key, &JsonNode::new(self.tree, Some(&property.value), join(&self.path, key)))
        };
        entries.map(read).collect()
    }

    /// The values of a list.
    pub(crate) fn list<T>(&self, read: impl FnMut(&JsonNode<'t>) -> T) -> Vec<T> {
        self.elements().iter().flatten().map(read).collect()
    }

    /// The elements of a list; none where it is no list, which is a fault.
    pub(crate) fn elements(&self) -> Option<Vec<Self>> {
        let Value::Array(array) = self.value? else { return self.is_not("a list") };
        let nodes = array.elements.iter().enumerate();
        Some(nodes.map(|(at, value)| JsonNode::new(self.tree, Some(value), format!("{}[{at}]", self.path))).collect())
    }

    /// `true` or `false`.
    pub(crate) fn flag(&self) -> bool {
        match self.value {
            None => false,
            Some(Value::BooleanLit(flag)) => flag.value,
            Some(_) => self.is_not("true or false").unwrap_or_default(),
        }
    }

    /// An amount of euros: not negative, no finer than cents.
    pub(crate) fn cents(&self) -> Cents {
        match self.as_number().map(|literal| scaled(literal, 2)) {
            None => {}
            Some(Ok(cents)) if cents < 0 => self.fault("is negative"),
            Some(Ok(cents)) if cents <= MAX_PRICE.0 => return Cents(cents),
            Some(Err(Inexact::Finer)) => self.fault("is finer than cents"),
            Some(_) => self.fault(format_args!("is over {} euros", MAX_PRICE.0 / 100)),
        }
        Cents(0)
    }

    /// A percentage with at most two decimals, 0…100.
    pub(crate) fn percent(&self) -> BasisPoints {
        let points =
            self.as_number().map(|literal| scaled(literal, 2).ok().and_then(|points| u32::try_from(points).ok()));
        match points {
            None => {}
            Some(Some(points)) if points <= BasisPoints::WHOLE.0 => return BasisPoints(points),
            Some(_) => self.fault("is no percentage between 0 and 100 with at most two decimals"),
        }
        BasisPoints(0)
    }

    /// A whole number within bounds.
    pub(crate) fn count(&self, bounds: RangeInclusive<u32>) -> u32 {
        match self.as_number().map(|literal| scaled(literal, 0).ok().and_then(|count| u32::try_from(count).ok())) {
            None => {}
            Some(Some(count)) if bounds.contains(&count) => return count,
            Some(_) => self.fault(format_args!("is no whole number from {} to {}", bounds.start(), bounds.end())),
        }
        *bounds.start()
    }

    /// A number within bounds.
    pub(crate) fn number(&self, bounds: RangeInclusive<f64>) -> f64 {
        match self.as_number().map(|literal| literal.parse::<f64>()) {
            None => {}
            Some(Ok(number)) if bounds.contains(&number) => return number,
            Some(_) => self.fault(format_args!("is no number from {} to {}", bounds.start(), bounds.end())),
        }
        *bounds.start()
    }

    /// The number of a restaurant: 1 to 9 digits.
    pub(crate) fn shop_id(&self) -> RestaurantId {
        let id = self.as_text().map(|text| (text.len() <= 9).then(|| text.parse().ok()).flatten());
        match id {
            None => RestaurantId(0),
            Some(Some(id)) => id,
            Some(None) => {
                self.fault("is no number of 1 to 9 digits that begins with none of 0");
                RestaurantId(0)
            }
        }
    }

    /// A restaurant that must exist.
    pub(crate) fn shop(&self) -> RestaurantId {
        let id = self.shop_id();
        if id.0 != 0 {
            self.names(ReferenceTarget::Shop(id));
        }
        id
    }

    /// The value itself, for what is handed on unread.
    pub(crate) fn raw_object(&self) -> serde_json::Value {
        match self.value {
            None => {}
            Some(value @ Value::Object(_)) => match serde_json::from_str(value.text(self.tree.text)) {
                Ok(value) => return value,
                Err(error) => self.fault(error),
            },
            Some(_) => drop(self.is_not::<()>("an object")),
        }
        serde_json::Value::Null
    }
}
