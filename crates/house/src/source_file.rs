//! The files of the project, and what stands in them.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold no source of ours: history, and what `.gitignore` names: what was built, what was fetched, a demo's
/// data, what a fuzzer has found and logged.
const NOT_OURS: [&str; 12] = [
    ".git",
    "target",
    "__pycache__",
    "node_modules",
    "dist",
    "test-results",
    ".demo",
    "ovelle-data",
    ".idea",
    ".vscode",
    "corpus",
    "artifacts",
];

/// The folder that the workspace stands in.
#[must_use]
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("this crate stands two folders below the root").to_path_buf()
}

/// A file of the project.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Its path below the root, with `/` between the names.
    pub path: String,
    /// What stands in it; empty where that is not UTF-8.
    pub text: String,
}

impl SourceFile {
    /// The part of the name behind the last dot.
    #[must_use]
    pub fn extension(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    /// Whether it stands below a folder of the root, such as `crates/domain`.
    #[must_use]
    pub fn is_below(&self, folder: &str) -> bool {
        self.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    }

    /// Each line that contains `needle`, as `path:number: line`.
    #[must_use]
    pub fn lines_with(&self, needle: &str) -> Vec<String> {
        let hits = self.text.lines().enumerate().filter(|(_, line)| line.contains(needle));
        hits.map(|(number, line)| format!("{}:{}: {}", self.path, number + 1, line.trim())).collect()
    }
}

/// Every file of the project, sorted by path.
///
/// # Panics
///
/// Where a folder cannot be read: then no rule can be checked.
#[must_use]
pub fn files() -> Vec<SourceFile> {
    let root = root();
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the project's folders can be read") {
            let entry = entry.expect("the project's folders can be read");
            let name = entry.file_name();
            let kind = entry.file_type().expect("a file has a kind");
            if kind.is_dir() && !NOT_OURS.iter().any(|not_ours| name == *not_ours) {
                folders.push(entry.path());
            } else if kind.is_file() {
                files.push(read(&root, &entry.path()));
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn read(root: &Path, path: &Path) -> SourceFile {
    let below = path.strip_prefix(root).expect("the walk begins at the root");
    let names: Vec<_> = below.iter().map(|name| name.to_string_lossy()).collect();
    // A file may go while the walk is under way, as editors' and compilers' own do.
    let text = fs::read(path).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    SourceFile { path: names.join("/"), text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_ignores_is_not_ours() {
        let ignored = fs::read_to_string(root().join(".gitignore")).expect("it stands at the root");
        let folders = ignored.lines().filter_map(|line| line.strip_suffix('/'));
        let ours: Vec<_> = folders
            .map(|folder| folder.rsplit_once('/').map_or(folder, |(_, name)| name))
            .filter(|name| !NOT_OURS.contains(name))
            .collect();
        assert!(ours.is_empty(), "what is there one day and not the next is no source: {ours:?}");
    }
}
