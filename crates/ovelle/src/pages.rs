//! The web app, served from the binary.

use axum::{
    Router,
    extract::Request,
    http::{HeaderValue, header},
    middleware::{self, Next},
    response::Response,
    routing::any,
};
use memory_serve::CacheControl;
use server::layers::no_route;

/// Routes of the app that are no file: each answers the one page with 200. What is neither answers
/// the page with 404, and the page says so too.
const PAGES: [&str; 4] = ["/tilaus", "/tilaus/{orderId}", "/kirjaudu", "/seuranta"];

/// The app's files and pages.
pub(crate) fn router() -> Router {
    let mut files = memory_serve::load!()
        .index_file(Some("/index.html"))
        .fallback(Some("/index.html"))
        .html_cache_control(CacheControl::NoCache)
        .cache_control(CacheControl::NoCache);
    for page in PAGES {
        files = files.add_alias(page, "/index.html");
    }
    files
        .into_router()
        // A missing asset must not be answered with the page: caches would keep it as the asset.
        .route("/assets/{*rest}", any(no_route))
        .route("/map/{*rest}", any(no_route))
        .layer(middleware::from_fn(cache))
}

/// Assets have their content's hash in their name and never change; pages that may hold a key in
/// their address are not kept at all.
async fn cache(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let (is_asset, is_order) = (path.starts_with("/assets/"), path.starts_with("/tilaus"));
    let mut response = next.run(request).await;
    let value = match () {
        () if is_asset && response.status().is_success() => "public, max-age=31536000, immutable",
        () if is_order => "no-store",
        () => return response,
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(value));
    response
}
