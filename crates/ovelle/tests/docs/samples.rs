//! The samples of a page, run one after the other in one shell against a server of their own.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use testkit::process::NodeSetup;

use crate::{
    likeness::Likeness,
    page::{Block, DISPATCH, ORDERING, Page, blocks},
};

/// Where the page's server is.
const ADDRESS_OF_THE_PAGE: &str = "http://127.0.0.1:8080";
/// Programs that a sample may need, besides the shell.
const PROGRAMS: [&str; 3] = ["curl", "python3", "node"];
/// Stands before what a sample prints, with its line.
const MARK: char = '\u{1e}';

/// What a page asks its reader to do.
#[derive(Debug)]
enum Step {
    /// To save a file.
    Save { name: String, text: String },
    /// To run something, and to see this.
    Run { block: Block, answer: Option<Block> },
}

/// The steps of a page: `sh` runs, what follows it in `json` or `text` is its answer, and what begins
/// with the name of a file in a comment is that file. `console` is only shown.
fn steps(page: Page) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for block in blocks(page.text) {
        match block.language.as_str() {
            "sh" => steps.push(Step::Run { block, answer: None }),
            "json" | "text" => match steps.last_mut() {
                Some(Step::Run { answer: answer @ None, .. }) => *answer = Some(block),
                _ => panic!("line {}: an answer to nothing", block.line),
            },
            "python" | "js" => {
                let first = block.text.lines().next().unwrap_or_default();
                let name = first.trim_start_matches(['#', '/', ' ']).to_owned();
                assert!(name.contains('.') && !name.contains(['/', ' ']), "line {}: `{first}` is no file", block.line);
                steps.push(Step::Save { name, text: block.text });
            }
            "console" => {}
            other => panic!("line {}: what is to be done with `{other}`?", block.line),
        }
    }
    steps
}

fn is_there(program: &str) -> bool {
    let asked = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// The programs that are not on this machine, which was said; a failure where everything must be proven.
fn missing(page: Page) -> Vec<&'static str> {
    let missing: Vec<_> = PROGRAMS.into_iter().filter(|program| !is_there(program)).collect();
    let is_required = variable("REQUIRE_SERVICES") == "1";
    assert!(missing.is_empty() || !is_required, "REQUIRE_SERVICES=1, but these are missing: {missing:?}");
    if !missing.is_empty() {
        #[expect(clippy::print_stderr, reason = "what is not tested is said")]
        {
            eprintln!("not tested: the samples of {} that need {missing:?}", page.name);
        }
    }
    missing
}

#[expect(clippy::disallowed_methods, reason = "the tests' surroundings are handed over in the environment")]
fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// One script of all that is run; each sample says where it begins, and ends the script where it fails.
fn script(steps: &[Step], address: &str) -> String {
    let runs = steps.iter().filter_map(|step| match step {
        Step::Run { block, .. } => Some(block),
        Step::Save { .. } => None,
    });
    let runs = runs.map(|block| {
        let (line, text) = (block.line, block.text.replace(ADDRESS_OF_THE_PAGE, address));
        format!("printf '{MARK}{line}\\n'\n{text}status=$?; [ $status = 0 ] || exit $status\n")
    });
    runs.collect()
}

/// What the samples printed, by their lines.
fn run(script: &str, folder: &Path, database: &str) -> Vec<(usize, String)> {
    let binary = Path::new(env!("CARGO_BIN_EXE_ovelle"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), variable("PATH"));
    let mut shell = Command::new("bash");
    // Nobody's proxy stands between this machine and itself.
    shell.args(["-c", script]).current_dir(folder).env("PATH", path).env("NO_PROXY", "*").env("no_proxy", "*");
    shell.env("DATABASE_URL", database).env("RUST_LOG", "warn");
    let output = shell.output().expect("bash starts");
    let (said, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "the last of these failed:\n{said}\n{complained}");
    let parts = said.split(MARK).skip(1).filter_map(|part| part.split_once('\n'));
    parts.map(|(line, printed)| (line.parse().expect("a line"), printed.to_owned())).collect()
}

/// Runs the samples of a page against a server of their own, and holds what they print against what the page shows.
/// More answers than `least` must have been held.
async fn hold(page: Page, least: usize) {
    let missing = missing(page);
    if missing.contains(&"curl") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("ovelle.db").display());
    let node = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), &database).start().await;
    let address = format!("http://{}", node.address());

    let mut steps = steps(page);
    steps.retain(|step| match step {
        Step::Run { block, .. } => !missing.iter().any(|program| block.text.contains(program)),
        Step::Save { .. } => true,
    });
    for step in &steps {
        if let Step::Save { name, text } = step {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
    }
    let (script, place) = (script(&steps, &address), folder.path().to_owned());
    let printed = tokio::task::spawn_blocking(move || run(&script, &place, &database)).await.unwrap();
    let mut likeness = Likeness::default();
    let mut held = 0;
    for step in &steps {
        let Step::Run { block, answer: Some(answer) } = step else { continue };
        let printed = &printed.iter().find(|(line, _)| *line == block.line).expect("every sample ran").1;
        let expected = answer.text.replace(ADDRESS_OF_THE_PAGE, &address);
        let place = format!("{}:{}", page.name, answer.line);
        if answer.language == "text" {
            assert_eq!(printed.trim(), expected.trim(), "{place}");
        } else if let Err(difference) = likeness.check(&expected, printed) {
            panic!("{place}: {difference}\n\n{printed}");
        }
        held += 1;
    }
    assert!(held > least, "{held}");
}

#[tokio::test]
async fn the_samples_for_dispatch_answer_what_the_page_says() {
    hold(DISPATCH, 10).await;
}

#[tokio::test]
async fn the_tour_of_ordering_answers_what_the_page_says() {
    hold(ORDERING, 5).await;
}
