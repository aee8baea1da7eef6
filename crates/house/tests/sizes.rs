//! How long a file and a function may be. A file over the bound has more than one idea, a function over it more than one step.

use house::{SourceFile, files};

/// The most lines of a file.
const LONGEST_FILE: usize = 400;

/// Files that are longer, each because it is one table that a reader looks things up in.
const LONG_FILES: [(&str, &str); 1] =
    [("crates/house/tests/modules/order.rs", "the modules of each crate, a line for each")];

/// The most lines of code of a function, without its signature, blank lines and comments.
const LONGEST_FUNCTION: usize = 60;

/// Functions that are longer.
const LONG_FUNCTIONS: [(&str, &str, &str); 2] = [
    ("crates/mail/src/account.rs", "told", "what each mail of an account says: one exhaustive table"),
    ("crates/server/src/error.rs", "status_of", "the status of each message code: one exhaustive table"),
];

fn is_code(file: &SourceFile) -> bool {
    (file.is_below("crates") || file.is_below("web")) && ["rs", "ts", "tsx", "css"].contains(&file.extension())
}

/// Written by a generator, so nobody reads it from top to bottom.
fn is_generated(file: &SourceFile) -> bool {
    file.path.ends_with(".d.ts") || file.path.contains("/generated/") || file.path.contains(".gen.")
}

#[test]
fn a_file_tells_one_story() {
    let code: Vec<_> = files().into_iter().filter(|file| is_code(file) && !is_generated(file)).collect();
    assert!(code.len() > 1_000, "only {} sources were found: most would not be checked", code.len());
    let long: Vec<_> = code.iter().filter(|file| file.text.lines().count() > LONGEST_FILE).collect();
    let too_long: Vec<_> = long.iter().map(|file| &file.path).filter(|path| !is_excepted(path)).collect();
    assert!(
        too_long.is_empty(),
        "over {LONGEST_FILE} lines, so more than one idea; give each its own file: {too_long:#?}"
    );
    for (path, _) in LONG_FILES {
        assert!(long.iter().any(|file| file.path == path), "{path} is no longer long: take it out of LONG_FILES");
    }
}

fn is_excepted(path: &str) -> bool {
    LONG_FILES.iter().any(|(excepted, _)| *excepted == path)
}

/// A function of a formatted source, and how many lines of code its body has.
struct Function<'t> {
    name: &'t str,
    lines: usize,
}

/// The functions of a source as rustfmt writes it: each ends with a brace that stands as far in as its first line.
fn functions(text: &str) -> Vec<Function<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut functions = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let indent = &line[..line.len() - line.trim_start().len()];
        let Some(name) = named_function(line.trim_start()) else { continue };
        let rest = &lines[at..];
        let end = format!("{indent}}}");
        let Some(last) = rest.iter().position(|line| *line == end) else { continue };
        let Some(opening) = rest[..last].iter().position(|line| line.ends_with('{')) else { continue };
        let is_code = |line: &&&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
        functions.push(Function { name, lines: rest[opening + 1..last].iter().filter(is_code).count() });
    }
    functions
}

/// The name of the function that a line begins; none where it begins none, or ends it too.
fn named_function(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("fn ")?;
    let is_declaration = before
        .split_whitespace()
        .all(|word| ["pub", "const", "async", "unsafe", "extern", "\"C\""].contains(&word) || word.starts_with("pub("));
    let is_open = !line.ends_with('}') && !line.ends_with(';');
    (is_declaration && is_open).then(|| after.split(['(', '<']).next().unwrap_or(after))
}

/// The part of a source that is compiled into a binary.
fn product_of(file: &SourceFile) -> &str {
    file.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
}

fn is_product(file: &SourceFile) -> bool {
    let is_test = |name: &str| name == "tests" || name == "tests.rs" || name.ends_with("_tests.rs");
    file.is_below("crates")
        && file.path.contains("/src/")
        && file.extension() == "rs"
        && !file.path.split('/').any(is_test)
}

#[test]
fn a_function_fits_on_a_screen() {
    let (mut count, mut long) = (0, Vec::new());
    for file in files().iter().filter(|file| is_product(file)) {
        for Function { name, lines } in functions(product_of(file)) {
            count += 1;
            if lines > LONGEST_FUNCTION {
                long.push((file.path.clone(), name.to_owned(), lines));
            }
        }
    }
    assert!(count > 3_000, "only {count} functions were found: most would not be checked");
    let is_excepted = |(path, name, _): &&(String, String, usize)| {
        LONG_FUNCTIONS.iter().any(|(excepted, function, _)| excepted == path && function == name)
    };
    let too_long: Vec<_> = long.iter().filter(|found| !is_excepted(found)).collect();
    assert!(too_long.is_empty(), "over {LONGEST_FUNCTION} lines of code; give each step its function: {too_long:#?}");
    for (path, name, _) in LONG_FUNCTIONS {
        let is_long = long.iter().any(|(found, function, _)| found == path && function == name);
        assert!(is_long, "{name} of {path} is no longer long: take it out of LONG_FUNCTIONS");
    }
}

#[test]
fn the_lines_of_a_function_are_those_of_its_body() {
    let text = "impl One {\n    pub(crate) async fn long(\n        &self,\n    ) -> u8 {\n        // Why.\n        1\n    }\n\n    \
                fn short() {}\n}\n\nfn last<T>(_: T) {\n    a();\n\n    b();\n}\n";
    let found: Vec<_> = functions(text).iter().map(|function| (function.name, function.lines)).collect();
    assert_eq!(found, [("long", 1), ("last", 2)]);
}
