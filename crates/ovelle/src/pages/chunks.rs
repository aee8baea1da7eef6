//! Which files the modules of the app became, as the build's manifest has it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use serde_json::Value;

/// The page's own module, which comes by itself.
const ENTRY: &str = "index.html";

/// The files of each module.
#[derive(Debug, Default)]
pub(crate) struct Chunks(BTreeMap<String, Chunk>);

#[derive(Debug, Default)]
struct Chunk {
    file: String,
    imports: Vec<String>,
    css: Vec<String>,
}

impl Chunks {
    /// As a manifest says it; what it does not say is nothing.
    pub(crate) fn new(manifest: &Value) -> Self {
        let texts = |list: &Value| -> Vec<String> {
            list.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect()
        };
        let chunks = manifest.as_object().into_iter().flatten().map(|(name, chunk)| {
            let file = chunk["file"].as_str().unwrap_or_default().to_owned();
            (name.clone(), Chunk { file, imports: texts(&chunk["imports"]), css: texts(&chunk["css"]) })
        });
        Self(chunks.collect())
    }

    /// Writes links for all that modules need beside the entry, scripts first.
    pub(crate) fn write_links(&self, html: &mut String, modules: &[&str]) {
        let mut known = BTreeSet::new();
        self.collect(ENTRY, &mut known, &mut Vec::new());
        let mut needed = Vec::new();
        for module in modules {
            self.collect(module, &mut known, &mut needed);
        }
        for chunk in &needed {
            let _infallible = write!(html, "<link rel=\"modulepreload\" crossorigin href=\"/{}\">", chunk.file);
        }
        let css: BTreeSet<_> = needed.iter().flat_map(|chunk| &chunk.css).collect();
        for file in css {
            let _infallible = write!(html, "<link rel=\"preload\" as=\"style\" crossorigin href=\"/{file}\">");
        }
    }

    /// A module's chunk and those that it imports, each once, without those that are known.
    fn collect<'c>(&'c self, module: &str, known: &mut BTreeSet<&'c str>, needed: &mut Vec<&'c Chunk>) {
        let Some((name, chunk)) = self.0.get_key_value(module) else { return };
        if !known.insert(name) {
            return;
        }
        needed.push(chunk);
        for import in &chunk.imports {
            self.collect(import, known, needed);
        }
    }
}
