//! The bare HTTP server: the least that an axum route must do. It reads what is sent to it and answers what it was given;
//! who has the answer already is told so. Beside it stands what a call of the product costs.

use std::path::Path;

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

use crate::trouble::{Trouble, Trying};

/// The version of the answer, as [`crate::call::CallLines::ask`] names it.
pub(crate) const VERSION: &str = "W/\"bare\"";

/// Serves until the process is ended.
pub(crate) fn serve(reply: &Path) -> Result<(), Trouble> {
    let reply = Bytes::from(std::fs::read(reply).trying("the reply")?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().trying("a runtime")?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.trying("a listener")?;
        say(&format!("listening address={}", listener.local_addr().trying("the listener's address")?));
        let router = Router::new().route("/", get(unchanged).post(answer)).with_state(reply);
        axum::serve(listener, router).await.trying("the bare route")
    })
}

async fn answer(State(reply): State<Bytes>, _sent: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], reply).into_response()
}

async fn unchanged(headers: HeaderMap) -> Response {
    let has_it = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == VERSION);
    let status = if has_it { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    (status, [(header::ETAG, VERSION), (header::CACHE_CONTROL, "no-cache")]).into_response()
}

#[expect(clippy::print_stderr, reason = "who started it waits for this line")]
fn say(text: &str) {
    eprintln!("{text}");
}
