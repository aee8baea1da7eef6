//! What is cited exists: headings of documents, rows of `docs/spec`, and what documents link to.
//!
//! A citation names a document and its headings, `docs/spec/hub.md, "Statuses", "Staff"`, or a row by its id, `PD-22`.

use std::collections::{BTreeMap, BTreeSet};

use house::{SourceFile, files};

/// Where the rows stand that are cited by their id alone.
const BEHAVIOURS: &str = "docs/spec/behaviours.md";

/// What begins a line of a comment.
const MARKS: [&str; 9] = ["///", "//!", "//", "/**", "/*", "*", "#!", "#", "--"];

/// What can be cited in a document, and linked to.
#[derive(Default)]
struct Document {
    headings: BTreeSet<String>,
    /// Its headings as they stand behind the `#` of a link.
    anchors: BTreeSet<String>,
    /// The first cells of its tables' rows.
    rows: BTreeSet<String>,
}

impl Document {
    fn read(text: &str) -> Self {
        let mut document = Self::default();
        let mut is_code = false;
        for line in text.lines() {
            is_code ^= line.starts_with("```");
            if let Some(heading) = line.strip_prefix('#').filter(|_| !is_code) {
                let heading = heading.trim_start_matches('#').trim();
                document.headings.insert(unnumbered(heading).to_owned());
                document.anchors.insert(anchor(heading));
            } else if let Some((cell, _)) = line.strip_prefix("| ").and_then(|row| row.split_once(" |")) {
                document.rows.insert(cell.to_owned());
            }
        }
        document
    }
}

/// A heading without its number: `3. A status` is cited as "A status".
fn unnumbered(heading: &str) -> &str {
    let number = heading.split_once(". ").filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
    number.map_or(heading, |(_, words)| words)
}

/// A heading as links name it: `The client's duty` is `the-clients-duty`.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.flat_map(char::to_lowercase).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// Where the links of a document lead, but those that leave the project.
fn links(text: &str) -> Vec<&str> {
    let outside_code = text.split("```").step_by(2);
    let targets = outside_code.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target).filter(|target| !target.contains(':')).collect()
}

/// A path below the root that a document names from where it stands; its own for an empty one.
fn resolved(document: &str, target: &str) -> String {
    if target.is_empty() {
        return document.to_owned();
    }
    let mut names: Vec<_> = document.split('/').collect();
    names.pop();
    for name in target.split('/').filter(|name| !name.is_empty() && *name != ".") {
        if name == ".." {
            names.pop();
        } else {
            names.push(name);
        }
    }
    names.join("/")
}

/// The text on one line and without the marks of comments, so that no citation is broken.
fn on_one_line(text: &str) -> String {
    let bare = |line: &str| -> String {
        let line = line.trim();
        MARKS.iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line).trim().to_owned()
    };
    text.lines().map(bare).collect::<Vec<_>>().join(" ")
}

/// Each document that the text cites headings or rows of, with one of those.
fn cited(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("docs/") {
        let rest = &text[at..];
        let Some((name, mut rest)) = rest.split_once(".md") else { continue };
        if name.contains(|letter: char| !(letter.is_ascii_alphanumeric() || "/-_".contains(letter))) {
            continue;
        }
        while let Some((heading, behind)) = rest.strip_prefix(", \"").and_then(|quoted| quoted.split_once('"')) {
            found.push((format!("{name}.md"), heading.to_owned()));
            rest = behind;
        }
        let row =
            rest.strip_prefix(", ").and_then(|row| row.split(|letter: char| !letter.is_ascii_alphanumeric()).next());
        let is_row = |row: &&str| row.strip_prefix('P').is_some_and(|number| number.parse::<u8>().is_ok());
        if let Some(row) = row.filter(is_row) {
            found.push((format!("{name}.md"), row.to_owned()));
        }
    }
    found
}

/// Each id that the text names, such as `PD-22`: an area of these, a hyphen and two digits.
fn ids<'t>(text: &'t str, areas: &BTreeSet<&str>) -> Vec<&'t str> {
    let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'));
    let is_id = |word: &&str| {
        let parts = word.split_once('-');
        parts.is_some_and(|(area, number)| areas.contains(area) && number.len() == 2 && number.parse::<u8>().is_ok())
    };
    words.filter(is_id).collect()
}

fn is_read(file: &SourceFile) -> bool {
    let is_generated = file.path.ends_with("lock.json") || file.extension() == "lock";
    // The index shows how to cite.
    !is_generated && file.path != "docs/spec/README.md" && file.path != "crates/house/tests/citations.rs"
}

fn documents(files: &[SourceFile]) -> BTreeMap<&str, Document> {
    let documents = files.iter().filter(|file| file.extension() == "md");
    documents.map(|file| (file.path.as_str(), Document::read(&file.text))).collect()
}

#[test]
fn what_is_cited_stands_in_its_document() {
    let files = files();
    let documents = documents(&files);
    let mut wrong = Vec::new();
    let mut seen = 0;
    for file in files.iter().filter(|file| is_read(file)) {
        for (name, what) in cited(&on_one_line(&file.text)) {
            seen += 1;
            let document = documents.get(name.as_str());
            if !document.is_some_and(|it| it.headings.contains(&what) || it.rows.contains(&what)) {
                wrong.push(format!("{}: {name}, \"{what}\"", file.path));
            }
        }
    }
    assert!(seen > 100, "citations are found: {seen}");
    assert!(wrong.is_empty(), "cite a heading as it stands, or change its citations with it:\n{}", wrong.join("\n"));
}

#[test]
fn every_id_that_is_named_is_a_row() {
    let files = files();
    let behaviours = documents(&files).remove(BEHAVIOURS).expect("the behaviours stand there");
    let areas: BTreeSet<_> =
        behaviours.rows.iter().filter_map(|row| row.split_once('-')).map(|(area, _)| area).collect();
    assert!(areas.contains("PD") && areas.contains("T"), "areas are found: {areas:?}");
    let unknown = |file: &SourceFile| -> Vec<String> {
        let named = ids(&file.text, &areas).into_iter().filter(|id| !behaviours.rows.contains(*id));
        named.map(|id| format!("{}: {id}", file.path)).collect()
    };
    let wrong: Vec<_> = files.iter().filter(|file| is_read(file)).flat_map(unknown).collect();
    assert!(wrong.is_empty(), "name a row of {BEHAVIOURS}:\n{}", wrong.join("\n"));
}

#[test]
fn every_link_of_a_document_leads_somewhere() {
    let files = files();
    let documents = documents(&files);
    let exists = |path: &str| files.iter().any(|file| file.path == path || file.is_below(path));
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| file.extension() == "md") {
        for link in links(&file.text) {
            let (target, heading) = link.split_once('#').unwrap_or((link, ""));
            let path = resolved(&file.path, target);
            let has_heading =
                || documents.get(path.as_str()).is_some_and(|document| document.anchors.contains(heading));
            if !exists(&path) || !(heading.is_empty() || has_heading()) {
                wrong.push(format!("{}: {link}", file.path));
            }
        }
    }
    assert!(wrong.is_empty(), "a link leads to a file and a heading that are there:\n{}", wrong.join("\n"));
}

#[test]
fn the_check_itself_sees_what_it_must() {
    let broken =
        on_one_line("/// As said (docs/spec/hub.md, \"The\n    /// board\", \"Staff\"), and\n// docs/spec/x.md, P6.\n");
    let at = |name: &str, what: &str| (name.to_owned(), what.to_owned());
    let hub = "docs/spec/hub.md";
    assert_eq!(cited(&broken), [at(hub, "The board"), at(hub, "Staff"), at("docs/spec/x.md", "P6")]);
    assert!(cited("docs/spec/hub.md and docs/*.md").is_empty());

    let document = Document::read("# A\n## 3. B c\n```sh\n# no heading\n```\n| P6 | row |\n|---|---|\n");
    assert_eq!(document.headings.iter().collect::<Vec<_>>(), ["A", "B c"]);
    assert_eq!(document.anchors.iter().collect::<Vec<_>>(), ["3-b-c", "a"]);
    assert_eq!(document.rows.iter().collect::<Vec<_>>(), ["P6"]);

    assert_eq!(
        ids("T-07, T-08; UTF-8, T-1 and (PD-22…PD-24).", &["T", "PD"].into()),
        ["T-07", "T-08", "PD-22", "PD-24"]
    );

    assert_eq!(links("[a](b.md#c), [d](https://e), `f`\n```\n[g](h)\n```\n[i](#j)"), ["b.md#c", "#j"]);
    assert_eq!(resolved("docs/spec/hub.md", "../decisions"), "docs/decisions");
    assert_eq!(resolved("docs/spec/hub.md", ""), "docs/spec/hub.md");
    assert_eq!(anchor("The client's duty"), "the-clients-duty");
}
