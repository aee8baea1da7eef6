//! `GET /api/cms/stories/{slug}`: a story, as everybody or an editor sees it; `POST /api/cms/faq-searches`: what people
//! look for among the questions.

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
    routing::get,
};
use chain::{Chain, CurrentChain};
use domain::error::Code;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use server::{
    ApiError, ErrorBody, Json, Path,
    address::ClientAddress,
    document::{Document, KeptFor},
};
use utoipa::{ToSchema, openapi::OpenApi};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    faq_searches::FaqSearches,
    slug::StorySlug,
    stories::Stories,
    story::{Story, StoryVersion},
};

/// What these routes work on.
#[derive(Debug, Clone)]
pub struct ContentState {
    pub stories: Stories,
    pub chain: CurrentChain,
    pub searches: FaqSearches,
}

/// A story.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StoryAnswer {
    /// Its name.
    slug: String,
    version: StoryVersion,
    /// When it was changed.
    updated_at: String,
    /// What its page is made of; each story has its own form.
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    content: Map<String, Value>,
}

/// What somebody looked for among the questions.
#[derive(Debug, Deserialize, ToSchema)]
struct FaqSearch {
    /// As it was typed; at least three characters.
    term: String,
    /// How many questions were found.
    results: u32,
}

/// What names the editors' token.
const PREVIEW: &str = "x-ovelle-preview";
/// How long everybody keeps a story.
const KEPT: HeaderValue = HeaderValue::from_static("public, max-age=600");
/// A draft is an editor's alone.
const NOT_KEPT: HeaderValue = HeaderValue::from_static("private, no-store");

/// The routes, ready to serve.
pub fn router(content: ContentState) -> Router {
    // A slug's slashes may stand as they are, or as `%2F`.
    documented().split_for_parts().0.route("/api/cms/stories/{slug}/{*rest}", get(get_deeper)).with_state(content)
}

/// Their part of the API's document.
#[must_use]
pub fn document() -> OpenApi {
    documented().into_openapi()
}

fn documented() -> OpenApiRouter<ContentState> {
    OpenApiRouter::new().routes(routes!(get_story)).routes(routes!(log_faq_search))
}

/// A story by its slug, whose slashes are written `%2F` or as they are. With `X-Ovelle-Preview` its draft.
#[utoipa::path(get, path = "/api/cms/stories/{slug}", operation_id = "getStory", tag = "content",
    params(
        ("slug" = String, Path, description = "Its name, such as menu/menuPage"),
        ("X-Ovelle-Preview" = Option<String>, Header, description = "The token that shows drafts")),
    responses(
        (status = 200, description = "The story", body = StoryAnswer),
        (status = 304, description = "As the caller knows it"),
        (status = 403, description = "A token that shows no drafts", body = ErrorBody),
        (status = 404, description = "No such story", body = ErrorBody)))]
async fn get_story(
    State(content): State<ContentState>,
    Path(slug): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    answer(&content, &slug, &headers)
}

async fn get_deeper(
    State(content): State<ContentState>,
    Path((slug, rest)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    answer(&content, &format!("{slug}/{rest}"), &headers)
}

/// Tells the editors what people look for, and whether they find it.
#[utoipa::path(post, path = "/api/cms/faq-searches", operation_id = "logFaqSearch", tag = "content",
    request_body = FaqSearch,
    responses(
        (status = 204, description = "It stands in the log, cut to 100 characters, without e-mails and long numbers"),
        (status = "4XX", description = "A term of less than three characters, or too many searches", body = ErrorBody)))]
async fn log_faq_search(
    State(content): State<ContentState>,
    caller: ClientAddress,
    Json(FaqSearch { term, results }): Json<FaqSearch>,
) -> Result<StatusCode, ApiError> {
    content.searches.log(&term, results, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn answer(content: &ContentState, slug: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let (version, kept) = match headers.get(PREVIEW) {
        None => (StoryVersion::Published, KEPT),
        Some(token) if content.stories.shows_drafts(token.as_bytes()) => (StoryVersion::Draft, NOT_KEPT),
        Some(_) => return Err(ApiError::new(Code::PreviewForbidden)),
    };
    let not_found = || ApiError::new(Code::StoryNotFound);
    let slug: StorySlug = slug.parse().map_err(|_no_slug| not_found())?;
    let (version, story) = content.stories.find(&slug, version).ok_or_else(not_found)?;
    let Story { updated_at, content: fields } = &*story;
    let shown = StoryAnswer {
        slug: slug.as_str().to_owned(),
        version,
        updated_at: updated_at.to_string(),
        content: with_known_products(fields.clone(), &content.chain.get()),
    };
    let mut response = Document::new(&shown)?.answer(headers, KeptFor::Everybody);
    response.headers_mut().insert(header::CACHE_CONTROL, kept);
    Ok(response)
}

/// Blocks without products that the chain does not have.
fn with_known_products(mut content: Map<String, Value>, chain: &Chain) -> Map<String, Value> {
    let is_known = |id: &Value| {
        let product = id.as_str().and_then(|id| chain.menu().product(id));
        product.is_some_and(|product| !product.is_inactive)
    };
    for list in ["blocks", "endBlocks"] {
        let Some(Value::Array(blocks)) = content.get_mut(list) else { continue };
        for block in blocks.iter_mut() {
            if let Some(Value::Array(ids)) = block.get_mut("productIds") {
                ids.retain(is_known);
            }
        }
        blocks.retain(|block| block.get("productId").is_none_or(is_known));
    }
    content
}
