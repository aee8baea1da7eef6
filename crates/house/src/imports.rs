//! What the modules of a crate import from each other, read from their sources.

use std::collections::{BTreeMap, BTreeSet};

use crate::source_file::SourceFile;

/// The imports of a crate's modules, each with a file in which it stands.
#[derive(Debug, Clone)]
pub struct ModuleImports {
    /// The modules: the files and folders right below `src/`.
    pub names: BTreeSet<String>,
    /// Who imports whom.
    pub imports: BTreeMap<(String, String), String>,
    /// What modules import from `lib.rs` itself, each with the file.
    pub from_root: BTreeMap<String, String>,
}

/// A file below `src/` with the path of its module.
struct Module<'a> {
    file: &'a SourceFile,
    path: Vec<String>,
    text: String,
}

impl<'a> Module<'a> {
    fn new(file: &'a SourceFile, below: &str) -> Self {
        let mut path: Vec<String> = below.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if path.last().is_some_and(|last| last == "mod") {
            path.pop();
        }
        Self { file, path, text: product_of(&file.text) }
    }

    fn is_root(&self) -> bool {
        matches!(self.path[0].as_str(), "lib" | "main")
    }

    /// Tests may look at everything.
    fn is_test(&self) -> bool {
        let is_declared_so = |name: &String| name == "tests" || name == "model" || name == "schedules";
        self.path.iter().any(is_declared_so) || self.path.iter().any(|name| name.ends_with("_tests"))
    }
}

/// A source without comments and without the tests at its end.
fn product_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The names right behind a path that begins at `from`, such as `crate::`: one, or those of a list.
fn names_behind<'t>(text: &'t str, from: &str) -> Vec<&'t str> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices(from) {
        let is_whole = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        if is_whole {
            names.extend(first_names(&text[at + from.len()..]));
        }
    }
    names
}

/// The first names of a path or of a list of paths.
fn first_names(text: &str) -> Vec<&str> {
    let word = |text: &'_ str| text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let Some(list) = text.strip_prefix('{') else { return vec![&text[..word(text)]] };
    let (mut names, mut depth, mut begins) = (Vec::new(), 0, true);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            c if begins && !c.is_whitespace() => {
                names.push(&list[at..at + word(&list[at..])]);
                begins = false;
            }
            _ => {}
        }
    }
    names
}

impl ModuleImports {
    /// Those of a crate.
    #[must_use]
    pub fn of(name: &str, files: &[SourceFile]) -> Self {
        let below = format!("crates/{name}/src/");
        let modules: Vec<Module> = files
            .iter()
            .filter(|file| file.path.ends_with(".rs"))
            .filter_map(|file| Some(Module::new(file, file.path.strip_prefix(&below)?)))
            .collect();
        let names = modules.iter().filter(|module| !module.is_root()).map(|module| module.path[0].clone()).collect();
        let renamed = named_again(&modules, &names);
        let mut found = Self { names, imports: BTreeMap::new(), from_root: BTreeMap::new() };
        for module in modules.iter().filter(|module| !module.is_root() && !module.is_test()) {
            let supers = "super::".repeat(module.path.len());
            for imported in names_behind(&module.text, "crate::").into_iter().chain(names_behind(&module.text, &supers))
            {
                let is_module = found.names.contains(imported);
                match renamed.get(imported).cloned().or_else(|| is_module.then(|| imported.to_owned())) {
                    Some(other) if other == module.path[0] => {}
                    Some(other) => {
                        drop(found.imports.insert((module.path[0].clone(), other), module.file.path.clone()))
                    }
                    None if imported.is_empty() || imported == "self" => {}
                    None => drop(found.from_root.insert(imported.to_owned(), module.file.path.clone())),
                }
            }
        }
        found
    }
}

/// What the root names again, each with its module.
fn named_again(modules: &[Module], names: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut again = BTreeMap::new();
    for module in modules.iter().filter(|module| module.is_root()) {
        for statement in module.text.split(';').filter_map(|text| text.split("use ").nth(1)) {
            let Some((name, rest)) = statement.split_once("::").filter(|(name, _)| names.contains(*name)) else {
                continue;
            };
            let items = rest.trim().trim_start_matches('{').trim_end_matches('}');
            for item in items.split(',').map(str::trim).filter(|item| !item.is_empty()) {
                let again_as = item.rsplit(" as ").next().unwrap_or(item).rsplit("::").next().unwrap_or(item);
                again.insert(again_as.trim_matches(|c| c == '{' || c == '}').to_owned(), name.to_owned());
            }
        }
    }
    again
}
