//! `GET /api/cms/stories/{slug}`: a story, as everybody or an editor sees it; `POST /api/cms/faq-searches`: what people
//! look for among the questions; `POST /api/cms/webhook`: the CMS says that something has changed; `GET /api/experiments`.

use std::{fmt, sync::Arc};

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
    routing::get,
};
use chain::{Chain, CurrentChain};
use domain::error::Code;
use providers::signs_webhook;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use server::{
    ApiError, ErrorBody, Json, Path,
    address::ClientAddress,
    document::{Document, KeptFor},
    documented::DocumentedRoutes,
    extract::RawBody,
};
use utoipa::{ToSchema, openapi::OpenApi};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    experiments::{ExperimentSource, ExperimentsForm},
    faq_searches::FaqSearches,
    preview::Preview,
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
    pub experiments: ExperimentSource,
    pub preview: Preview,
    pub webhook: CmsWebhook,
}

/// What a CMS signs with what it says by itself; none: nobody is believed.
#[derive(Clone, Default)]
pub struct CmsWebhook(Option<Arc<[u8]>>);

impl CmsWebhook {
    /// With this secret; an empty one is none.
    #[must_use]
    pub fn new(secret: Option<&str>) -> Self {
        Self(secret.filter(|secret| !secret.is_empty()).map(|secret| secret.as_bytes().into()))
    }

    fn is_signed(&self, body: &[u8], signature: &str) -> bool {
        self.0.as_ref().is_some_and(|secret| signs_webhook(secret, body, signature))
    }
}

impl fmt::Debug for CmsWebhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CmsWebhook(…)")
    }
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
/// What signs what the CMS says by itself.
const WEBHOOK_SIGNATURE: &str = "webhook-signature";
/// For how long everybody keeps experiments.
const EXPERIMENTS_KEPT: HeaderValue = HeaderValue::from_static("max-age=300");
/// A draft is an editor's alone.
const NOT_KEPT: HeaderValue = HeaderValue::from_static("private, no-store");

static ROUTES: DocumentedRoutes<ContentState> = DocumentedRoutes::new(documented);

/// The routes, ready to serve.
pub fn router(content: ContentState) -> Router {
    // A slug's slashes may stand as they are, or as `%2F`.
    ROUTES.router().route("/api/cms/stories/{slug}/{*rest}", get(get_deeper)).with_state(content)
}

/// Their part of the API's document.
#[must_use]
pub fn document() -> OpenApi {
    documented().into_openapi()
}

fn documented() -> OpenApiRouter<ContentState> {
    OpenApiRouter::new()
        .routes(routes!(get_story))
        .routes(routes!(log_faq_search))
        .routes(routes!(take_cms_webhook))
        .routes(routes!(list_experiments))
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
        (status = 404, description = "No such story", body = ErrorBody),
        (status = 429, description = "Too many wrong tokens", body = ErrorBody),
        (status = 503, description = "The CMS is away, and nothing else has the story", body = ErrorBody)))]
async fn get_story(
    State(content): State<ContentState>,
    caller: ClientAddress,
    Path(slug): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    answer(&content, &caller, &slug, &headers).await
}

async fn get_deeper(
    State(content): State<ContentState>,
    caller: ClientAddress,
    Path((slug, rest)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    answer(&content, &caller, &format!("{slug}/{rest}"), &headers).await
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

/// What is tried with which part of the people.
#[utoipa::path(get, path = "/api/experiments", operation_id = "listExperiments", tag = "content",
    responses(
        (status = 200, description = "Each experiment's weights", body = ExperimentsForm),
        (status = 304, description = "As the caller knows them")))]
async fn list_experiments(State(content): State<ContentState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let shown = ExperimentsForm::from(content.experiments.now());
    let mut response = Document::new(&shown)?.answer(&headers, KeptFor::Everybody);
    response.headers_mut().insert(header::CACHE_CONTROL, EXPERIMENTS_KEPT);
    Ok(response)
}

/// Takes the word of the CMS that something has changed: from now on each story is asked for anew.
#[utoipa::path(post, path = "/api/cms/webhook", operation_id = "takeCmsWebhook", tag = "content",
    params(("webhook-signature" = String, Header, description = "Hexadecimal HMAC-SHA-1(secret, raw body)")),
    request_body(content = std::collections::HashMap<String, Value>,
        description = "What has changed; whatever it is, all stories are asked for anew"),
    responses(
        (status = 204, description = "It was heard"),
        (status = 401, description = "No signature, or a wrong one", body = ErrorBody),
        (status = "4XX", description = "Too large", body = ErrorBody)))]
async fn take_cms_webhook(
    State(content): State<ContentState>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> Result<StatusCode, ApiError> {
    let signature = headers.get(WEBHOOK_SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !content.webhook.is_signed(&body, signature) {
        return Err(ApiError::new(Code::StorySignature));
    }
    content.stories.forget();
    tracing::info!("the CMS has changed, its stories are asked for anew");
    Ok(StatusCode::NO_CONTENT)
}

async fn answer(
    content: &ContentState,
    caller: &ClientAddress,
    slug: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let wanted = match headers.get(PREVIEW) {
        None => StoryVersion::Published,
        Some(token) => {
            content.preview.admit(token.as_bytes(), caller).await?;
            StoryVersion::Draft
        }
    };
    let not_found = || ApiError::new(Code::StoryNotFound);
    let slug: StorySlug = slug.parse().map_err(|_no_slug| not_found())?;
    let found = content.stories.find(&slug, wanted).await.map_err(|_away| ApiError::unavailable())?;
    let (version, story) = found.ok_or_else(not_found)?;
    let Story { updated_at, content: fields } = &*story;
    let shown = StoryAnswer {
        slug: slug.as_str().to_owned(),
        version,
        updated_at: updated_at.to_string(),
        content: with_known_products(fields.clone(), &content.chain.get()),
    };
    let mut response = Document::new(&shown)?.answer(headers, KeptFor::Everybody);
    if wanted == StoryVersion::Draft {
        response.headers_mut().insert(header::CACHE_CONTROL, NOT_KEPT);
    }
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
