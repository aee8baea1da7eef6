//! What files and folders may look like.

use std::collections::BTreeSet;

use house::{SourceFile, files};

/// Names that say nothing of what is inside, so that anything may end up there.
const NAMELESS: [&str; 8] = ["util", "utils", "common", "helper", "helpers", "manager", "managers", "misc"];

fn is_code(file: &SourceFile) -> bool {
    (file.is_below("crates") || file.is_below("web")) && ["rs", "ts", "tsx", "css"].contains(&file.extension())
}

#[test]
fn files_are_named_for_what_is_in_them() {
    let code: Vec<_> = files().into_iter().filter(is_code).collect();
    assert!(!code.is_empty(), "no source was found: nothing would be checked");
    for file in code {
        for name in file.path.split('/').map(|part| part.split('.').next().unwrap_or(part)) {
            assert!(
                !NAMELESS.contains(&name.to_lowercase().as_str()),
                "{}: `{name}` names no concept; call it after what is in it, or put each thing with its capability",
                file.path,
            );
        }
    }
}

#[test]
fn both_databases_have_the_same_migrations() {
    let migrations = |folder: &str| -> BTreeSet<String> {
        let all = files().into_iter().filter(|file| file.is_below(folder) && file.extension() == "sql");
        all.filter_map(|file| file.path.rsplit('/').next().map(str::to_owned)).collect()
    };
    let (sqlite, postgres) = (migrations("migrations/sqlite"), migrations("migrations/postgres"));
    assert!(!sqlite.is_empty(), "no migration was found: nothing would be checked");
    assert_eq!(
        sqlite, postgres,
        "each step is written twice under one name, in migrations/sqlite and migrations/postgres"
    );
}

/// What writes in the store: `Store::write` and `write_one`, and the ways to the writers.
const WRITING: [&str; 5] =
    [".write(move ", ".write_one(move ", ".writer.append(", ".put_batch(put)", ".depart(depart)"];

/// A function of a source file.
struct Function<'t> {
    /// The words before `fn` in its line.
    before: &'t str,
    /// The type of the last `impl` above it.
    owner: &'t str,
    name: &'t str,
    /// The text up to the next function.
    body: &'t str,
}

impl Function<'_> {
    /// Its name in the table of operations: with its type where that is a family's handle.
    fn row(&self) -> String {
        if self.owner == "Store" { self.name.to_owned() } else { format!("{}::{}", self.owner, self.name) }
    }
}

/// The first word of a text.
fn word(text: &str) -> &str {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default()
}

fn functions(text: &str) -> Vec<Function<'_>> {
    let starts: Vec<usize> = text.match_indices("fn ").map(|(at, _)| at).collect();
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    let parts = starts.iter().zip(ends).map(|(start, end)| {
        let above = &text[..*start];
        let body = &text[start + 3..end];
        Function {
            before: above.rsplit('\n').next().unwrap_or_default().trim(),
            owner: above.rsplit_once("\nimpl ").map_or("", |(_, owner)| word(owner)),
            name: word(body),
            body,
        }
    });
    parts.collect()
}

#[test]
fn every_operation_that_writes_is_dropped_at_each_await_by_a_test() {
    let files = files();
    let table = files.iter().find(|file| file.path == "crates/store/tests/dropped/table.rs");
    let table = &table.expect("the table of operations that are dropped").text;
    let (mut count, mut missing) = (0, Vec::new());
    for file in files.iter().filter(|file| file.is_below("crates/store/src") && file.extension() == "rs") {
        let functions = functions(&file.text);
        let mut writing: BTreeSet<&str> = BTreeSet::new();
        for _ in 0..functions.len() {
            let writes = |body: &str| {
                WRITING.iter().any(|way| body.contains(way))
                    || writing.iter().any(|name| body.contains(&format!("self.{name}(")))
            };
            let more: Vec<_> = functions.iter().filter(|one| writes(one.body)).map(|one| one.name).collect();
            let before = writing.len();
            writing.extend(more);
            if writing.len() == before {
                break;
            }
        }
        for one in functions.iter().filter(|one| one.before == "pub async" && writing.contains(one.name)) {
            count += 1;
            if !table.contains(&format!("({}, |", one.row())) {
                missing.push(format!("{}: {}", file.path, one.row()));
            }
        }
    }
    assert!(count > 40, "only {count} operations that write were found: most would not be checked");
    assert!(missing.is_empty(), "each has its row in crates/store/tests/dropped/table.rs: {missing:#?}");
}
