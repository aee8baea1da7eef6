//! A type's name is defined once, so that whoever reads it anywhere knows what is meant.

use std::collections::{BTreeMap, BTreeSet};

use house::{SourceFile, files};

/// What defines a type.
const KINDS: [&str; 4] = ["struct ", "enum ", "trait ", "type "];

fn is_product(file: &SourceFile) -> bool {
    let is_source = file.path.starts_with("crates/") && file.path.contains("/src/") && file.path.ends_with(".rs");
    is_source && !file.path.contains("/tests") && !file.path.ends_with("_tests.rs")
}

/// The names of a source's types, those of its tests and associated types apart.
fn types(text: &str) -> BTreeSet<&str> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter_map(type_of).collect()
}

/// The name that a line defines.
fn type_of(line: &str) -> Option<&str> {
    let item = line.trim_start();
    let is_associated = item.len() < line.len() && item.starts_with("type ");
    let item = match item.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => item,
    };
    let name = KINDS.iter().find_map(|kind| item.strip_prefix(kind)).filter(|_| !is_associated)?;
    let name = name.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()?;
    name.starts_with(char::is_uppercase).then_some(name)
}

/// Names that more than one of these files defines, each with the files.
fn defined_twice<'f>(sources: impl Iterator<Item = &'f SourceFile>) -> Vec<String> {
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for file in sources {
        for name in types(&file.text) {
            found.entry(name).or_default().push(&file.path);
        }
    }
    let twice = found.into_iter().filter(|(_, files)| files.len() > 1);
    twice.map(|(name, files)| format!("{name}: {}", files.join(", "))).collect()
}

#[test]
fn a_types_name_is_defined_once() {
    let sources: Vec<_> = files().into_iter().filter(is_product).collect();
    assert!(sources.len() > 100, "the sources are looked at");
    let twice = defined_twice(sources.iter());
    assert!(twice.is_empty(), "say of each what it is, so that no two are called the same:\n{}", twice.join("\n"));
}

#[test]
fn the_check_itself_sees_what_it_must() {
    let file = |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
    let one = file("a.rs", "pub struct Step<'a> {\n    x: u8,\n}\npub(crate) type Row = u8;\n");
    let other = file("b.rs", "enum Step {\n    A,\n}\nimpl Iterator for X {\n    type Row = u8;\n}\n");
    assert_eq!(defined_twice([&one, &other].into_iter()), ["Step: a.rs, b.rs"]);
    let tests = file("c.rs", "#[cfg(test)]\nmod tests {\n    struct Step;\n}\n");
    assert_eq!(defined_twice([&one, &tests].into_iter()).len(), 0);
    let inner = file("d.rs", "fn read() {\n    struct Step;\n}\n");
    assert_eq!(defined_twice([&one, &inner].into_iter()).len(), 1);
}
