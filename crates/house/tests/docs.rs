//! What is public says what it is. Fields and variants do so by their names.

use house::{SourceFile, files};

/// What begins a public item.
const ITEMS: [&str; 8] = ["async fn ", "const ", "enum ", "fn ", "static ", "struct ", "trait ", "type "];

/// Whether a line begins an item that others may name. What a macro names is explained where that is called.
fn is_public_item(line: &str) -> bool {
    let item = line.trim_start().strip_prefix("pub ");
    item.is_some_and(|item| ITEMS.iter().any(|kind| item.starts_with(kind)) && !item.contains('$'))
}

/// Whether the lines before this one, attributes apart, end in a comment for readers.
fn is_explained(before: &[&str]) -> bool {
    let mut depth = 0_i32;
    for line in before.iter().rev().map(|line| line.trim()) {
        let closes = line.matches([')', ']']).count();
        let opens = line.matches(['(', '[']).count();
        if depth > 0 || line.starts_with("#[") || (line.ends_with(']') && closes > opens) {
            // An attribute, which may take several lines.
            depth += i32::try_from(closes).unwrap_or(0) - i32::try_from(opens).unwrap_or(0);
            continue;
        }
        return line.starts_with("///");
    }
    false
}

fn unexplained(file: &SourceFile) -> Vec<String> {
    let code = file.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines: Vec<&str> = code.lines().collect();
    let wrong = lines.iter().enumerate().filter(|(at, line)| is_public_item(line) && !is_explained(&lines[..*at]));
    wrong.map(|(at, line)| format!("{}:{}: {}", file.path, at + 1, line.trim())).collect()
}

#[test]
fn public_items_say_what_they_are() {
    let sources: Vec<_> = files()
        .into_iter()
        .filter(|file| file.path.starts_with("crates/") && file.path.contains("/src/") && file.path.ends_with(".rs"))
        .collect();
    assert!(sources.len() > 100, "the sources are looked at");
    let wrong: Vec<_> = sources.iter().flat_map(unexplained).collect();
    assert!(wrong.is_empty(), "a public item says what it is, in a `///` comment before it:\n{}", wrong.join("\n"));
}

#[test]
fn every_module_says_what_it_is_about() {
    let is_module = |file: &SourceFile| file.path.contains("/src/") && file.path.ends_with(".rs");
    let sources = files().into_iter().filter(|file| file.path.starts_with("crates/") && is_module(file));
    let is_silent = |file: &SourceFile| !file.text.trim_start().starts_with("//!") && !file.path.contains("/tests");
    let wrong: Vec<_> = sources.filter(is_silent).map(|file| file.path).collect();
    assert!(wrong.is_empty(), "a file begins with `//!` and says what it is about:\n{}", wrong.join("\n"));
}

#[test]
fn the_check_itself_sees_what_it_must() {
    let file = |text: &str| SourceFile { path: "crates/x/src/x.rs".to_owned(), text: text.to_owned() };
    assert_eq!(unexplained(&file("pub fn bare() {}\n")).len(), 1);
    assert_eq!(unexplained(&file("/// Said.\n#[must_use]\npub fn said() {}\n")).len(), 0);
    assert_eq!(unexplained(&file("/// Said.\n#[openapi(get,\n    path = \"x\")]\npub async fn said() {}\n")).len(), 0);
    assert_eq!(unexplained(&file("/// Of another.\n\npub struct Bare;\n")).len(), 1);
    assert_eq!(unexplained(&file("pub(crate) fn inside() {}\n")).len(), 0);
}
