//! The app's page as it was built, and where each page's own words stand in it.

use std::{borrow::Cow, fmt::Write as _};

use chain::{Chain, Product};
use serde_json::Value;
use server::document::digest;

use super::{
    chunks::Chunks,
    head::PageHead,
    markup::Escaped,
    page::Page,
    pictures::Pictures,
    shape::{Shape, needs, title_in},
};

/// What the pages' build has written.
struct Built {
    index: Cow<'static, str>,
    manifest: Cow<'static, str>,
    pictures: Cow<'static, str>,
}

/// A debug build reads its pages where they were built, as it does with their files.
#[cfg(debug_assertions)]
fn built() -> Built {
    let read =
        |name: &str| std::fs::read_to_string(format!("{}/{name}", env!("OVELLE_DIST"))).unwrap_or_default().into();
    Built { index: read("index.html"), manifest: read(".vite/manifest.json"), pictures: read(".vite/pictures.json") }
}

#[cfg(not(debug_assertions))]
fn built() -> Built {
    Built {
        index: include_str!(concat!(env!("OVELLE_DIST"), "/index.html")).into(),
        manifest: include_str!(concat!(env!("OVELLE_DIST"), "/.vite/manifest.json")).into(),
        pictures: include_str!(concat!(env!("OVELLE_DIST"), "/.vite/pictures.json")).into(),
    }
}

/// Where the words of a page stand, and in whose place.
const HEAD: (&str, &str) = ("<!--page-->", "<!--/page-->");
const SHAPE: (&str, &str) = ("class=\"first\" data-shape=\"", "\"");
const NOTICES: &str = "<!--notices-->";
const TITLE: &str = "<!--title-->";
const PICTURE: &str = "<!--picture-->";
const FILES: &str = "<!--files-->";
/// Around the script that asks for the app once the first paint stands.
const SCRIPT: (&str, &str) = ("</template><script>", "</script>");

/// The page that all addresses answer: what differs stands between its parts.
#[derive(Debug)]
pub(crate) struct Template {
    /// What stands before the head's words, the shape's name, the notices, the title, the picture and the files, and to the
    /// end.
    parts: Option<[String; 7]>,
    /// The whole, where it has no such places.
    index: String,
    chunks: Chunks,
    pictures: Pictures,
    version: String,
}

impl Template {
    /// As it was built into this server.
    pub(crate) fn built() -> Self {
        let Built { index, manifest, pictures } = built();
        Self { pictures: Pictures::new(&pictures), ..Self::new(&index, &manifest) }
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
            pictures: Pictures::default(),
            version: format!("{}+{}", env!("CARGO_PKG_VERSION"), &hash[..12]),
        }
    }

    /// Tells this build of the pages from others.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// The script that stands in every page; none where the pages were not built.
    pub(crate) fn script(&self) -> Option<&str> {
        let [.., rest] = self.parts.as_ref()?;
        let (_, script) = rest.split_once(SCRIPT.0)?;
        Some(script.split_once(SCRIPT.1)?.0)
    }

    /// The path of a product's picture; none where the page has to draw it.
    pub(crate) fn picture_of<'p>(&'p self, chain: &Chain, product: &'p Product) -> Option<&'p str> {
        self.pictures.path_of(chain, product)
    }

    /// The page with its head, what it asks for first, and the shape of what comes under notices, with a picture of food.
    pub(crate) fn html(&self, page: &Page, head: &PageHead, notices: &str, picture: Option<&str>) -> String {
        let Some([before_head, before_shape, before_notices, before_title, before_picture, before_files, rest]) =
            &self.parts
        else {
            return self.index.clone();
        };
        let needs = needs(page);
        let mut html = String::with_capacity(self.index.len() + 4096);
        let (tags, version) = (head.tags(), &self.version);
        let _infallible = write!(html, "{before_head}{tags}<meta name=\"ovelle-version\" content=\"{version}\">");
        let (shape, title) = (Shape::of(page).name(), Escaped(title_in(page, head)));
        let _infallible =
            write!(html, "{before_shape}{shape}{before_notices}{notices}{before_title}{title}{before_picture}");
        if let Some(path) = picture {
            let source = Escaped(path);
            let _infallible = write!(html, "<img src=\"{source}\" alt=\"\" fetchpriority=\"high\">");
        }
        html.push_str(before_files);
        self.chunks.write_links(&mut html, needs.modules);
        for path in needs.data {
            let _infallible = write!(html, "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{path}\">");
        }
        html.push_str(rest);
        html
    }
}

/// What stands around the six places; none where one is missing. An attribute keeps its quotes.
fn parts(index: &str) -> Option<[String; 7]> {
    let (before_head, rest) = index.split_once(HEAD.0)?;
    let (_, rest) = rest.split_once(HEAD.1)?;
    let (before_shape, rest) = rest.split_once(SHAPE.0)?;
    let (_, rest) = rest.split_once(SHAPE.1)?;
    let (before_notices, rest) = rest.split_once(NOTICES)?;
    let (before_title, rest) = rest.split_once(TITLE)?;
    let (before_picture, rest) = rest.split_once(PICTURE)?;
    let (before_files, rest) = rest.split_once(FILES)?;
    let before_shape = format!("{before_shape}{}", SHAPE.0);
    let before_notices = format!("{}{before_notices}", SHAPE.1);
    let owned = [before_head, before_title, before_picture, before_files, rest].map(str::to_owned);
    let [before_head, before_title, before_picture, before_files, rest] = owned;
    Some([before_head, before_shape, before_notices, before_title, before_picture, before_files, rest])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const INDEX: &str = "<head><!--page--><title>Ovelle</title><!--/page--></head>\
        <div class=\"first\" data-shape=\"home\"><!--notices--><h1><!--title--></h1><!--picture--></div>\
        <template><!--files--></template><script>start()</script>";
    const END: &str = "</template><script>start()</script>";

    fn html(template: &Template, path: &str) -> String {
        let chain = Chain::built_in();
        let page = Page::of(path, &chain);
        template.html(&page, &PageHead::of(&page, &chain, "https://ovelle.example", false), "<p>Nyt", None)
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
        let shape = "<div class=\"first\" data-shape=\"menu\"><p>Nyt<h1></h1></div><template>";
        assert!(html.find(shape).is_some_and(|shape| html.find(links) > Some(shape)) && html.ends_with(END), "{html}");
        assert_eq!(template.script(), Some("start()"));
        assert!(html.contains(&format!("<meta name=\"ovelle-version\" content=\"{}\">", template.version())));
    }

    #[test]
    fn the_first_paint_names_what_comes() {
        let template = Template::new(INDEX, "{}");
        let check = |path: &str, shape: &str, title: &str| {
            let html = html(&template, path);
            let first = format!("<div class=\"first\" data-shape=\"{shape}\"><p>Nyt<h1>{title}</h1></div>");
            assert!(html.contains(&first), "{html}");
        };
        check("/menu/hunajapesa", "dialog", "Hunajapesä");
        check("/", "home", "Uunista ovelle");
        check("/tilaus/1", "hero", "Avataan tilauksesi seurantaa");
        check("/tilaus", "hero", "");
        let bare = Template::new("<p>bare", "{}");
        assert_eq!((html(&bare, "/").as_str(), bare.script()), ("<p>bare", None));
    }

    #[test]
    fn the_first_paint_shows_the_food_where_it_was_drawn() {
        let chain = Chain::built_in();
        let page = Page::of("/menu/hunajapesa", &chain);
        let Page::Product { id, .. } = &page else { panic!("{page:?} is a product") };
        let product = chain.menu().product(id.as_str()).unwrap();
        let doses: Vec<_> =
            pricing::recipe(&chain, product).map(|dose| format!("{}:{}", dose.ingredient.id, dose.quantity)).collect();
        let pictured = format!("{id} Hunajapesä {}", doses.join(" "));
        let pictures = Pictures::new(&json!({ pictured: "/assets/a.svg" }).to_string());
        let template = Template { pictures, ..Template::new(INDEX, "{}") };
        let picture = template.picture_of(&chain, product);
        let html = template.html(&page, &PageHead::of(&page, &chain, "https://ovelle.example", false), "", picture);
        assert!(html.contains("</h1><img src=\"/assets/a.svg\" alt=\"\" fetchpriority=\"high\"></div>"), "{html}");
        assert_eq!(Template::new(INDEX, "{}").picture_of(&chain, product), None);
    }

    #[test]
    fn another_build_is_another_version() {
        let version = |index: &str, manifest: &str| Template::new(index, manifest).version().to_owned();
        assert!(version(INDEX, "{}").starts_with(concat!(env!("CARGO_PKG_VERSION"), "+")));
        assert_eq!(version(INDEX, "{}"), version(INDEX, "{}"));
        assert_ne!(version(INDEX, "{}"), version(INDEX, "{\"a\":{\"file\":\"b\"}}"));
        assert_ne!(version(INDEX, "{}"), version("", "{}"));
    }
}
