//! The app's page as it was built, and where each page's own words stand in it.

use std::{borrow::Cow, fmt::Write as _};

use serde_json::Value;
use server::document::digest;

use super::{
    chunks::Chunks,
    head::Head,
    markup::Escaped,
    page::Page,
    shape::{Shape, needs, title_in},
};

/// What the pages' build has written.
struct Built {
    index: Cow<'static, str>,
    manifest: Cow<'static, str>,
}

/// A debug build reads its pages where they were built, as it does with their files.
#[cfg(debug_assertions)]
fn built() -> Built {
    let read =
        |name: &str| std::fs::read_to_string(format!("{}/{name}", env!("OVELLE_DIST"))).unwrap_or_default().into();
    Built { index: read("index.html"), manifest: read(".vite/manifest.json") }
}

#[cfg(not(debug_assertions))]
fn built() -> Built {
    Built {
        index: include_str!(concat!(env!("OVELLE_DIST"), "/index.html")).into(),
        manifest: include_str!(concat!(env!("OVELLE_DIST"), "/.vite/manifest.json")).into(),
    }
}

/// Where the words of a page stand, and in whose place.
const HEAD: (&str, &str) = ("<!--page-->", "<!--/page-->");
const SHAPE: (&str, &str) = ("class=\"first\" data-shape=\"", "\"");
const NOTICES: &str = "<!--notices-->";
const TITLE: &str = "<!--title-->";

/// The page that all addresses answer: what differs stands between its parts.
#[derive(Debug)]
pub(crate) struct Template {
    /// What stands before the head's words, the shape's name, the notices and the title, and to the end.
    parts: Option<[String; 5]>,
    /// The whole, where it has no such places.
    index: String,
    chunks: Chunks,
    version: String,
}

impl Template {
    /// As it was built into this server.
    pub(crate) fn built() -> Self {
        let Built { index, manifest } = built();
        Self::new(&index, &manifest)
    }

    /// Of a page with places for its head, the shape of its first paint and that one's title. Without them it is the
    /// same for all.
    fn new(index: &str, manifest: &str) -> Self {
        // Names of files hold hashes of their content, so both together tell builds apart.
        let hash = digest(format!("{index}{manifest}").as_bytes());
        let manifest = serde_json::from_str::<Value>(manifest).unwrap_or_default();
        Self {
            parts: parts(index),
            index: index.to_owned(),
            chunks: Chunks::new(&manifest),
            version: format!("{}+{}", env!("CARGO_PKG_VERSION"), &hash[..12]),
        }
    }

    /// Tells this build of the pages from others.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// The page with its head, what it asks for first, and the shape of what comes under notices.
    pub(crate) fn html(&self, page: &Page, head: &Head, notices: &str) -> String {
        let Some([before_head, before_shape, before_notices, before_title, rest]) = &self.parts else {
            return self.index.clone();
        };
        let needs = needs(page);
        let mut html = String::with_capacity(self.index.len() + 4096);
        let (tags, version) = (head.tags(), &self.version);
        let _infallible = write!(html, "{before_head}{tags}<meta name=\"ovelle-version\" content=\"{version}\">");
        self.chunks.write_links(&mut html, needs.modules);
        for path in needs.data {
            let _infallible = write!(html, "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{path}\">");
        }
        let (shape, title) = (Shape::of(page).name(), Escaped(title_in(page, head)));
        let _infallible = write!(html, "{before_shape}{shape}{before_notices}{notices}{before_title}{title}{rest}");
        html
    }
}

/// What stands around the four places; none where one is missing. An attribute keeps its quotes.
fn parts(index: &str) -> Option<[String; 5]> {
    let (before_head, rest) = index.split_once(HEAD.0)?;
    let (_, rest) = rest.split_once(HEAD.1)?;
    let (before_shape, rest) = rest.split_once(SHAPE.0)?;
    let (_, rest) = rest.split_once(SHAPE.1)?;
    let (before_notices, rest) = rest.split_once(NOTICES)?;
    let (before_title, rest) = rest.split_once(TITLE)?;
    let before_shape = format!("{before_shape}{}", SHAPE.0);
    let before_notices = format!("{}{before_notices}", SHAPE.1);
    Some([before_head.to_owned(), before_shape, before_notices, before_title.to_owned(), rest.to_owned()])
}

#[cfg(test)]
mod tests {
    use chain::Chain;
    use serde_json::json;

    use super::*;

    const INDEX: &str = "<head><!--page--><title>Ovelle</title><!--/page--></head>\
        <div class=\"first\" data-shape=\"home\"><!--notices--><h1><!--title--></h1></div>";

    fn html(template: &Template, path: &str) -> String {
        let chain = Chain::built_in();
        let page = Page::of(path, &chain);
        template.html(&page, &Head::of(&page, &chain, "https://ovelle.example", false), "<p>Nyt")
    }

    #[test]
    fn each_page_gets_its_head_its_shape_and_what_it_needs() {
        let manifest = json!({
            "index.html": { "file": "assets/index.js", "isEntry": true, "imports": ["_react.js"] },
            "_react.js": { "file": "assets/react.js" },
            "_price.js": { "file": "assets/price.js", "css": ["assets/price.css"] },
            "src/features/menu/MenuPage.tsx": {
                "file": "assets/MenuPage.js", "imports": ["_react.js", "_price.js"], "css": ["assets/MenuPage.css"]
            },
        });
        let template = Template::new(INDEX, &manifest.to_string());
        let html = html(&template, "/menu");
        let links = "<link rel=\"modulepreload\" crossorigin href=\"/assets/MenuPage.js\">\
            <link rel=\"modulepreload\" crossorigin href=\"/assets/price.js\">\
            <link rel=\"preload\" as=\"style\" crossorigin href=\"/assets/MenuPage.css\">\
            <link rel=\"preload\" as=\"style\" crossorigin href=\"/assets/price.css\">";
        assert!(html.contains(links), "{html}");
        assert!(html.contains("<title>Ruokalista · Ovelle</title>") && !html.contains("<title>Ovelle"), "{html}");
        assert!(html.ends_with("<div class=\"first\" data-shape=\"menu\"><p>Nyt<h1></h1></div>"), "{html}");
        assert!(html.contains(&format!("<meta name=\"ovelle-version\" content=\"{}\">", template.version())));
    }

    #[test]
    fn the_first_paint_names_what_comes() {
        let template = Template::new(INDEX, "{}");
        assert!(
            html(&template, "/menu/hunajapesa")
                .ends_with("<div class=\"first\" data-shape=\"dialog\"><p>Nyt<h1>Hunajapesä</h1></div>")
        );
        assert!(
            html(&template, "/")
                .ends_with("<div class=\"first\" data-shape=\"home\"><p>Nyt<h1>Uunista ovelle</h1></div>")
        );
        assert!(
            html(&template, "/tilaus/1").ends_with("<div class=\"first\" data-shape=\"hero\"><p>Nyt<h1></h1></div>")
        );
        assert_eq!(html(&Template::new("<p>bare", "{}"), "/"), "<p>bare");
    }

    // spec: SH-17
    #[test]
    fn another_build_is_another_version() {
        let version = |index: &str, manifest: &str| Template::new(index, manifest).version().to_owned();
        assert!(version(INDEX, "{}").starts_with(concat!(env!("CARGO_PKG_VERSION"), "+")));
        assert_eq!(version(INDEX, "{}"), version(INDEX, "{}"));
        assert_ne!(version(INDEX, "{}"), version(INDEX, "{\"a\":{\"file\":\"b\"}}"));
        assert_ne!(version(INDEX, "{}"), version("", "{}"));
    }
}
