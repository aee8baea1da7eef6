//! What `docs/security-tests.md` names exists: each guard, and each test that fails without it.

use house::{SourceFile, files};

const DOCUMENT: &str = "docs/security-tests.md";

/// What a cell names: paths below `crates`, each with a name in that file.
fn named(cell: &str) -> Vec<(String, &str)> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted.filter_map(|name| name.split_once(": ")).map(|(path, name)| (format!("crates/{path}"), name)).collect()
}

/// Whether a file has a name as a word of its code.
fn has_word(file: &SourceFile, name: &str) -> bool {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    file.text.lines().filter(is_code).any(|line| line.split(|letter| !is_letter(letter)).any(|word| word == name))
}

/// Whether a file has a test of this name.
fn has_test(file: &SourceFile, name: &str) -> bool {
    let begins =
        ["store_contract!({name},", "fn {name}()", "async fn {name}()"].map(|form| form.replace("{name}", name));
    file.text.lines().any(|line| begins.iter().any(|begin| line.trim_start().starts_with(begin)))
}

/// What a page names that is not there.
fn missing(page: &str, files: &[SourceFile]) -> Vec<String> {
    let file = |path: &str| files.iter().find(|file| file.path == path);
    let mut missing = Vec::new();
    // What was measured stands in a table without attacks.
    let page = page.split("\n| | ").next().unwrap_or_default();
    for row in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Attack ")) {
        let cells: Vec<_> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [attack, guard, tests] = cells[..] else {
            missing.push(format!("three cells: {row}"));
            continue;
        };
        for (cell, is_there) in [(guard, has_word as fn(&SourceFile, &str) -> bool), (tests, has_test)] {
            let names = named(cell);
            if names.is_empty() {
                missing.push(format!("{attack}: nothing is named"));
            }
            for (path, name) in names {
                if !file(&path).is_some_and(|file| is_there(file, name)) {
                    missing.push(format!("{attack}: {path}: {name}"));
                }
            }
        }
    }
    missing
}

#[test]
fn each_attack_names_its_guard_and_its_tests() {
    let files = files();
    let page = files.iter().find(|file| file.path == DOCUMENT).expect("the page is there");
    assert!(page.text.lines().filter(|line| line.starts_with("| ")).count() > 30, "its rows are found");
    let missing = missing(&page.text, &files);
    assert!(missing.is_empty(), "what {DOCUMENT} names moves with its name:\n{}", missing.join("\n"));
}

#[test]
fn the_check_itself_sees_what_it_must() {
    let file = |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
    let files = [
        file("crates/a/src/b.rs", "const MOST: u32 = 1;\n// fn said() {}\n"),
        file("crates/a/tests/c.rs", "store_contract!(it_holds, |db| async {});\n"),
    ];
    let page = |guard: &str, test: &str| format!("| Attack | Guard |\n|---|---|\n| x | {guard} | {test} |\n");
    let good = ("`a/src/b.rs: MOST`", "`a/tests/c.rs: it_holds`");
    assert_eq!(missing(&page(good.0, good.1), &files), [""; 0]);
    for guard in ["`a/src/b.rs: MOS`", "`a/src/b.rs: said`", "`a/src/d.rs: MOST`", "none"] {
        assert_eq!(missing(&page(guard, good.1), &files).len(), 1, "{guard}");
    }
    for test in ["`a/tests/c.rs: it`", "`a/src/b.rs: said`", ""] {
        assert_eq!(missing(&page(good.0, test), &files).len(), 1, "{test}");
    }
}
