//! What is public says what it is. Fields and variants do so by their names.

use std::collections::BTreeSet;

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

/// Words that say nothing by themselves.
const SMALL: [&str; 31] = [
    "a", "an", "the", "it", "its", "his", "her", "their", "our", "this", "that", "these", "those", "of", "in", "on",
    "at", "to", "for", "by", "with", "from", "as", "is", "are", "was", "were", "be", "and", "or", "when",
];
/// Longer comments are read as saying more.
const MOST_WORDS: usize = 4;

/// A word in small letters, without what makes a plural or a genitive of it.
fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    let word = word.strip_suffix("'s").unwrap_or(&word);
    match word.strip_suffix("ies") {
        Some(rest) if rest.len() > 1 => format!("{rest}y"),
        _ if word.len() > 3 && !word.ends_with("ss") => word.trim_end_matches('s').to_owned(),
        _ => word.to_owned(),
    }
}

/// The words of a name or of a type, in whichever case it is written.
fn words_in(name: &str) -> BTreeSet<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() || (was_small && letter.is_uppercase()) {
            words.push(String::new());
        }
        was_small = letter.is_lowercase() || letter.is_numeric();
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphanumeric()) {
            word.push(letter);
        }
    }
    words.iter().filter(|word| !word.is_empty()).map(|word| stem(word)).collect()
}

/// A field with its type.
fn field_of(line: &str) -> Option<(&str, &str)> {
    let item = line.strip_prefix("    ")?.trim_start();
    let item = match item.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) if rest.starts_with(' ') => rest.trim_start(),
        _ => item,
    };
    let (name, of) = item.split_once(": ")?;
    let is_name = name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_');
    (is_name && !name.is_empty()).then_some((name, of))
}

/// Whether a comment only repeats the name of a field, or that of its type.
fn repeats(comment: &str, field: &str, of: &str) -> bool {
    if comment.split_whitespace().count() > MOST_WORDS {
        return false;
    }
    let names: BTreeSet<_> = words_in(field).into_iter().chain(words_in(of)).collect();
    let words =
        comment.split(|letter: char| !letter.is_alphanumeric() && letter != '\'').filter(|word| !word.is_empty());
    let telling: Vec<_> = words.map(stem).filter(|word| !SMALL.contains(&word.as_str())).collect();
    !telling.is_empty() && telling.iter().all(|word| names.contains(word))
}

/// Comments of one line that only repeat the name of the field behind them.
fn echoes(file: &SourceFile) -> Vec<String> {
    let lines: Vec<&str> = file.text.lines().collect();
    let comment_at = |at: usize| lines.get(at).and_then(|line| line.trim_start().strip_prefix("/// "));
    let mut wrong = Vec::new();
    for at in (0..lines.len()).filter(|at| *at == 0 || comment_at(at - 1).is_none()) {
        let Some(comment) = comment_at(at) else { continue };
        let field = lines[at + 1..].iter().find(|line| !line.trim_start().starts_with("#["));
        if field.and_then(|line| field_of(line)).is_some_and(|(field, of)| repeats(comment, field, of)) {
            wrong.push(format!("{}:{}: {comment}", file.path, at + 1));
        }
    }
    wrong
}

/// What stands in a command's help is read without the code.
fn is_help(file: &SourceFile) -> bool {
    file.text.contains("use clap::")
}

#[test]
fn no_comment_only_repeats_the_name_of_its_field() {
    let is_source = |file: &SourceFile| file.path.starts_with("crates/") && file.extension() == "rs";
    let wrong: Vec<_> = files().iter().filter(|file| is_source(file) && !is_help(file)).flat_map(echoes).collect();
    assert!(
        wrong.is_empty(),
        "say what the name does not, such as a unit or a bound, or nothing:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn the_check_itself_sees_what_it_must() {
    let file = |text: &str| SourceFile { path: "crates/x/src/x.rs".to_owned(), text: text.to_owned() };
    assert_eq!(unexplained(&file("pub fn bare() {}\n")).len(), 1);
    assert_eq!(unexplained(&file("/// Said.\n#[must_use]\npub fn said() {}\n")).len(), 0);
    assert_eq!(unexplained(&file("/// Said.\n#[openapi(get,\n    path = \"x\")]\npub async fn said() {}\n")).len(), 0);
    assert_eq!(unexplained(&file("/// Of another.\n\npub struct Bare;\n")).len(), 1);
    assert_eq!(unexplained(&file("pub(crate) fn inside() {}\n")).len(), 0);
    let echoing = |text: &str| echoes(&file(&format!("struct X {{\n{text}\n}}\n"))).len();
    assert_eq!(echoing("    /// The batch.\n    pub batch: BatchId,"), 1);
    assert_eq!(echoing("    /// When it was placed.\n    #[serde(default)]\n    pub placed_at: Timestamp,"), 1);
    assert_eq!(echoing("    /// The order's restaurants.\n    of: Vec<OrderRestaurant>,"), 1);
    assert_eq!(echoing("    /// The batch, when it left.\n    pub batch: BatchId,"), 0);
    assert_eq!(echoing("    /// Its weight, grams.\n    weight: u32,"), 0);
    assert_eq!(echoing("    /// Of the batch\n    /// that goes first.\n    batch: BatchId,"), 0);
}
