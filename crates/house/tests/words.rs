//! What no source may say. The needles are put together here, so that this file does not contain them.

use house::{SourceFile, files};

fn rust_sources() -> Vec<SourceFile> {
    let sources: Vec<_> = files().into_iter().filter(|file| file.extension() == "rs").collect();
    assert!(!sources.is_empty(), "no Rust source was found: nothing would be checked");
    sources
}

/// Every line of these files that contains one of the needles.
fn lines_with(files: &[SourceFile], needles: &[String]) -> Vec<String> {
    files.iter().flat_map(|file| needles.iter().flat_map(|needle| file.lines_with(needle))).collect()
}

fn is_lock_file(file: &SourceFile) -> bool {
    file.path.ends_with("package-lock.json") || file.path.ends_with("Cargo.lock")
}

/// Tests, examples and build scripts are told by whoever runs them; the testkit is theirs.
fn is_for_tests(file: &SourceFile) -> bool {
    file.is_below("crates/testkit")
        || ["/tests/", "/examples/", "/benches/"].iter().any(|part| file.path.contains(part))
        || file.path.ends_with("/build.rs")
}

fn is_configuration(file: &SourceFile) -> bool {
    file.path == "crates/ovelle/src/config.rs" || file.is_below("crates/ovelle/src/config")
}

#[test]
fn the_environment_is_read_in_one_place() {
    let needles = ["var(", "var_os(", "vars(", "vars_os("].map(|call| format!("env::{call}"));
    let others: Vec<_> =
        rust_sources().into_iter().filter(|file| !is_for_tests(file) && !is_configuration(file)).collect();
    let found = lines_with(&others, &needles);
    assert!(
        found.is_empty(),
        "make it a field of the configuration (crates/ovelle/src/config) and pass it in: {found:#?}"
    );
}

#[test]
fn who_calls_is_found_where_the_security_log_learns_it() {
    let needle = format!("callers{}(", ".caller");
    let others: Vec<_> = rust_sources()
        .into_iter()
        .filter(|file| !is_for_tests(file) && file.path != "crates/server/src/credentials.rs")
        .collect();
    let found = lines_with(&others, &[needle]);
    assert!(found.is_empty(), "call `server::credentials::caller_of`, which tells the call's witness: {found:#?}");
}

#[test]
fn a_lint_is_expected_with_a_reason_and_never_allowed() {
    let needles = ["#[allow", "#![allow", ", allow"].map(|attribute| format!("{attribute}("));
    let found = lines_with(&rust_sources(), &needles);
    assert!(
        found.is_empty(),
        "mend it, or use #[expect(…, reason = \"…\")], which tells when it is not needed: {found:#?}"
    );

    let bare: Vec<_> = rust_sources().iter().filter_map(expectation_without_reason).collect();
    assert!(bare.is_empty(), "an expectation says why: #[expect(…, reason = \"…\")]: {bare:#?}");
}

/// The first `expect` attribute of a file that gives no reason before it closes.
fn expectation_without_reason(file: &SourceFile) -> Option<String> {
    let opening = format!("[{}(", "expect");
    let attributes = file.text.match_indices(&opening).map(|(at, _)| &file.text[at..]);
    let attributes = attributes.map(|rest| rest.split_once(")]").map_or(rest, |(attribute, _)| attribute));
    let bare = attributes.into_iter().find(|attribute| !attribute.contains("reason"));
    bare.map(|attribute| format!("{}: {}", file.path, attribute.lines().next().unwrap_or_default()))
}

#[test]
fn no_test_is_left_out() {
    let rust = lines_with(&rust_sources(), &[format!("#[{}", "ignore")]);
    assert!(rust.is_empty(), "a test runs or goes: {rust:#?}");

    let scripts: Vec<_> =
        files().into_iter().filter(|file| file.is_below("web") && ["ts", "tsx"].contains(&file.extension())).collect();
    let needles: Vec<_> = ["it", "test", "describe"]
        .iter()
        .flat_map(|call| ["only(", "skip("].map(|mark| format!("{call}.{mark}")))
        .collect();
    let web = lines_with(&scripts, &needles);
    assert!(web.is_empty(), "a test runs or goes, and so do its neighbours: {web:#?}");
}

#[test]
fn nothing_is_left_unfinished() {
    let code: Vec<_> =
        files().into_iter().filter(|file| ["rs", "ts", "tsx", "css", "sql"].contains(&file.extension())).collect();
    let needles = [["TO", "DO"], ["FIX", "ME"], ["XX", "X"]].map(|[a, b]| format!("{a}{b}"));
    let found = lines_with(&code, &needles);
    assert!(found.is_empty(), "finish it, or take it out: {found:#?}");
}

#[test]
fn packages_come_from_wherever_the_builder_gets_them() {
    let hosts = [
        ["registry.npm", "js.org"],
        ["index.", "crates.io"],
        ["static.", "crates.io"],
        ["files.python", "hosted.org"],
        ["deb.", "debian.org"],
    ];
    let needles = hosts.map(|[a, b]| format!("{a}{b}"));
    let others: Vec<_> = files().into_iter().filter(|file| !is_lock_file(file)).collect();
    let found = lines_with(&others, &needles);
    assert!(found.is_empty(), "registries are the machine's own settings; leave their hosts out: {found:#?}");
}
