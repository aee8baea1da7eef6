//! The web app, served from the binary: its files as they were built, and the first HTML of each page.

mod agents;
mod chunks;
mod crawlers;
mod head;
mod markup;
mod notices;
mod page;
mod page_cache;
mod pictures;
mod reduced;
mod shape;
mod structured;
mod template;
mod texts;

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{any, get},
};
use chain::{Chain, CurrentChain, ProductId};
use content::{ContentState, Stories, Story, StoryVersion};
use deps::SharedClock;
use memory_serve::CacheControl;
use ordering::menu::first_highlight;
use server::{
    ApiError,
    document::{Document, KeptFor},
    layers::{no_route, script_hash},
};

use self::{
    head::PageHead,
    page::{Page, story_slug},
    page_cache::{PageAnswers, PageRequest, Sources},
    template::Template,
};

pub(crate) use self::page::ROUTES;

/// The story that speaks to the whole shop.
const HOMEPAGE: &str = "homepage";

/// The pages of this node.
#[derive(Clone)]
pub(crate) struct Pages {
    chain: CurrentChain,
    stories: Stories,
    /// What links begin with.
    base: Arc<str>,
    template: Arc<Template>,
    clock: SharedClock,
    answers: PageAnswers,
}

impl Pages {
    /// Of a chain and what its editors say, at `base`.
    pub(crate) fn new(told: ContentState, base: Arc<str>, clock: SharedClock) -> Self {
        let ContentState { chain, stories, .. } = told;
        Self { chain, stories, base, template: Arc::new(Template::built()), clock, answers: PageAnswers::default() }
    }

    /// Tells this build of the pages from others (SH-17).
    pub(crate) fn version(&self) -> &str {
        self.template.version()
    }

    /// What a security policy calls the script that stands in every page.
    pub(crate) fn script_hash(&self) -> Option<String> {
        self.template.script().map(script_hash)
    }

    /// The app's files and pages.
    pub(crate) fn router(self) -> Router {
        let files = memory_serve::load!()
            .index_file(None)
            .cache_control(CacheControl::NoCache)
            .into_router()
            // What pages are made of is no page.
            .layer(middleware::from_fn_with_state(self.clone(), without_parts));
        let mut pages = Router::new()
            .route("/robots.txt", get(robots))
            .route("/sitemap.xml", get(sitemap))
            // A missing asset must not be answered with the page: caches would keep it as the asset.
            .route("/assets/{*rest}", any(no_route))
            .route("/map/{*rest}", any(no_route));
        for route in ROUTES {
            pages = pages.route(route, get(page));
        }
        pages.fallback(page).with_state(self).merge(files).layer(middleware::from_fn(cache))
    }

    /// The page of a path and its status: one of the app's own, else what editors wrote for it (CT-02). Where nobody can say
    /// what they wrote, the app asks again.
    async fn page_of(&self, path: &str) -> (Page, StatusCode) {
        let page = Page::of(path, &self.chain.get());
        if page != Page::Missing {
            let status = if page.is_missing() { StatusCode::NOT_FOUND } else { StatusCode::OK };
            return (page, status);
        }
        let Some(slug) = story_slug(path) else { return (Page::Missing, StatusCode::NOT_FOUND) };
        match self.stories.find(&slug, StoryVersion::Published).await {
            Ok(Some((_, story))) => (Page::of_story(&slug, &story), StatusCode::OK),
            Ok(None) => (Page::Missing, StatusCode::NOT_FOUND),
            Err(_away) => (Page::Missing, StatusCode::SERVICE_UNAVAILABLE),
        }
    }

    /// The product whose picture is the largest thing in a page's first view.
    fn food_of(&self, page: &Page) -> Option<ProductId> {
        let chain = self.chain.get();
        match page {
            Page::Product { id, is_alone: false } => {
                chain.menu().product(id.as_str()).filter(|product| !product.is_age_restricted).map(|one| one.id.clone())
            }
            Page::Menu => first_highlight(&chain, self.clock.now()).map(|product| product.id.clone()),
            _ => None,
        }
    }

    async fn answer(&self, wanted: PageRequest, headers: &HeaderMap) -> Result<Response, ApiError> {
        let chain = self.chain.get();
        let sources = Sources { content_version: chain.content_version().to_owned(), homepage: self.homepage().await };
        let (of, pages, told) = (wanted.clone(), self.clone(), sources.homepage.clone());
        let found = self.answers.find(&sources, wanted, move || pages.written(&of, &chain, told.as_deref())).await?;
        Ok(found.answer(headers, KeptFor::Everybody))
    }

    /// What editors say to the whole shop; none too while nobody can say it.
    async fn homepage(&self) -> Option<Arc<Story>> {
        let found = self.stories.find(&HOMEPAGE.parse().ok()?, StoryVersion::Published).await;
        found.ok().flatten().map(|(_, story)| story)
    }

    fn written(&self, wanted: &PageRequest, chain: &Chain, homepage: Option<&Story>) -> Document {
        let head = |page: &Page, is_bot| PageHead::of(page, chain, &self.base, is_bot);
        match wanted {
            PageRequest::App(page, food) => {
                let notices = notices::html(page, homepage);
                let food = food.as_ref().and_then(|id| chain.menu().product(id.as_str()));
                let picture = food.and_then(|food| self.template.picture_of(chain, food));
                Document::html(self.template.html(page, &head(page, false), &notices, picture))
            }
            PageRequest::Reduced(page) => Document::html(reduced::html(page, chain, &head(page, true))),
            PageRequest::Sitemap => Document::xml(crawlers::sitemap(chain, &self.base)),
        }
    }
}

/// A page; one that is none is answered the page too, with 404: the page says so.
async fn page(State(pages): State<Pages>, uri: Uri, mut headers: HeaderMap) -> Result<Response, ApiError> {
    let (page, status) = pages.page_of(uri.path()).await;
    let is_missing = status != StatusCode::OK;
    if is_missing {
        // What the browser kept of a page may not stand for its absence.
        headers.remove(header::IF_NONE_MATCH);
    }
    let is_bot = headers.get(header::USER_AGENT).is_some_and(|agent| agents::is_bot(agent.as_bytes()));
    let wanted = if is_bot {
        PageRequest::Reduced(page)
    } else {
        let food = pages.food_of(&page);
        PageRequest::App(page, food)
    };
    let mut response = pages.answer(wanted, &headers).await?;
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding, user-agent"));
    if is_missing {
        *response.status_mut() = status;
    }
    Ok(response)
}

async fn robots(State(pages): State<Pages>) -> Response {
    let kept = [(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    (kept, crawlers::robots(&pages.base)).into_response()
}

async fn sitemap(State(pages): State<Pages>, headers: HeaderMap) -> Result<Response, ApiError> {
    pages.answer(PageRequest::Sitemap, &headers).await
}

/// The template and the manifest lie among the files; nobody asks for them.
async fn without_parts(State(pages): State<Pages>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if path == "/index.html" || path.starts_with("/.vite/") {
        return page(State(pages), request.uri().clone(), request.headers().clone()).await.into_response();
    }
    next.run(request).await
}

/// Pages that may hold a key or a secret in their address.
const WITH_SECRETS: [&str; 5] = ["/tilaus", "/kysely", "/kirjaudu", "/vaihda-salasana", "/vahvista-sahkoposti"];

/// Assets have their content's hash in their name and never change; pages that may hold a key or a secret in their address
/// are not kept at all.
async fn cache(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_asset = path.starts_with("/assets/");
    let has_secret = WITH_SECRETS.iter().any(|page| path.starts_with(page));
    let mut response = next.run(request).await;
    let value = match () {
        () if is_asset && response.status().is_success() => "public, max-age=31536000, immutable",
        () if has_secret => "no-store",
        () => return response,
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(value));
    response
}
