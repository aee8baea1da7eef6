//! What surrounds every call: its id, its span, its time limit, the headers of every answer.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use axum::{
    extract::{MatchedPath, Request},
    http::{HeaderName, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use deps::Callers;
use domain::error::Code;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;
use tracing::Instrument;

use crate::{ApiError, address::origin_of, credentials::admit};

/// How long a caller waits at most. What their call began goes on where it is a task of its own.
const TIME_LIMIT: Duration = Duration::from_secs(10);

static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
static NEXT_ID: AtomicU64 = AtomicU64::new(1);

/// Gives the call an id and a span, ends it at the time limit, and logs how it went. The path is
/// logged as its route, never as it was written: it may hold an order key. What the API answers is kept by
/// nobody unless it says otherwise: most of it is somebody's own.
pub async fn observe(request: Request, next: Next) -> Response {
    observe_for(TIME_LIMIT, request, next).await
}

/// The same with another time limit.
pub async fn observe_for(limit: Duration, request: Request, next: Next) -> Response {
    observe_with(limit, request, |request| next.run(request)).await
}

/// The same, of calls whose `Authorization` is somebody's.
pub async fn observe_admitted(callers: &dyn Callers, request: Request, next: Next) -> Response {
    let answer = |mut request: Request| async move {
        match admit(callers, &mut request).await {
            Ok(()) => next.run(request).await,
            Err(refused) => refused.into_response(),
        }
    };
    observe_with(TIME_LIMIT, request, answer).await
}

async fn observe_with<F>(limit: Duration, request: Request, answer: impl FnOnce(Request) -> F) -> Response
where
    F: Future<Output = Response>,
{
    let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("-", MatchedPath::as_str);
    let method = request.method().clone();
    let is_api = request.uri().path().starts_with("/api");
    let span = tracing::info_span!("call", id, %method, route);
    async {
        let started = Instant::now();
        let answered = tokio::time::timeout(limit, answer(request)).await;
        let mut response = answered
            .unwrap_or_else(|_| ApiError::new(Code::Timeout).retry_after(Duration::from_secs(1)).into_response());
        let status = response.status().as_u16();
        let took_ms = started.elapsed().as_secs_f64() * 1000.0;
        tracing::debug!(status, took_ms, "answered");
        response.headers_mut().insert(&REQUEST_ID, HeaderValue::from(id));
        if is_api {
            response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        }
        response
    }
    .instrument(span)
    .await
}

/// What pages may load from elsewhere: tiles of the map, and what stories show.
#[derive(Debug, Clone, Default)]
pub struct Elsewhere {
    /// Scheme and host of the map's tiles.
    pub tiles: Option<String>,
    pub scripts: Vec<String>,
    pub frames: Vec<String>,
    /// Of pictures and films.
    pub pictures: Vec<String>,
    /// Where the forms of accounts may lead: the identity provider's origin.
    pub forms: Option<String>,
    /// Origins of the captcha of the sign-in pages, where it is not the embedded one.
    pub captcha: Vec<String>,
}

/// What a policy calls a script that stands in a page itself: the hash of its text.
#[must_use]
pub fn script_hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(Sha256::digest(text)))
}

/// The headers that every answer carries.
#[derive(Debug, Clone)]
pub struct SecurityHeaders {
    policies: PagePolicies,
    is_https: bool,
}

/// The policies of pages, by what editors may put into them.
#[derive(Debug, Clone)]
struct PagePolicies {
    /// Of pages that are theirs: frames and scripts.
    scripts: HeaderValue,
    /// Of pages that show what they write: frames.
    frames: HeaderValue,
    /// Of pages on which nothing of theirs runs.
    own: HeaderValue,
    /// Of the pages on which the captcha's script runs besides.
    sign_in: HeaderValue,
}

/// What the paths begin with on which editors' scripts stand (docs/spec/people.md, "Scripts and frames").
const WITH_SCRIPTS: [&str; 2] = ["/sivut/", "/franchise/"];

/// What the paths of carts, orders, accounts and the ways to them begin with: nothing of editors runs there
/// (docs/spec/people.md, "Scripts and frames").
const WITHOUT_EDITORS: [&str; 11] = [
    "/tilaus",
    "/ostoskori",
    "/kirjaudu",
    "/rekisteroidy",
    "/unohditko-salasanasi",
    "/vaihda-salasana",
    "/vahvista-sahkoposti",
    "/hyvaksy-kayttoehdot",
    "/asiakastili",
    "/minun-kotijoukot",
    "/kysely",
];

/// What the paths of pages begin with on which a captcha may be asked for (docs/spec/people.md, "Captcha").
const WITH_CAPTCHA: [&str; 2] = ["/kirjaudu", "/rekisteroidy"];

impl SecurityHeaders {
    /// For pages at `public_url` that load nothing from elsewhere but from what is allowed. The live socket is named, since
    /// not every browser counts it to `'self'`; the pages' own script by its [`script_hash`].
    #[must_use]
    pub fn new(public_url: &str, elsewhere: &Elsewhere, own_script: Option<&str>) -> Self {
        let sign_in = Elsewhere { scripts: Vec::new(), frames: Vec::new(), ..elsewhere.clone() };
        let own = Elsewhere { captcha: Vec::new(), ..sign_in.clone() };
        let scripts = Elsewhere { forms: None, captcha: Vec::new(), ..elsewhere.clone() };
        let frames = Elsewhere { scripts: Vec::new(), ..scripts.clone() };
        let [scripts, frames, own, sign_in] =
            [scripts, frames, own, sign_in].map(|may| policy(public_url, &may, own_script));
        let policies = PagePolicies { scripts, frames, own, sign_in };
        Self { policies, is_https: public_url.starts_with("https://") }
    }

    /// Adds them to the answer at a path; what a handler set itself stays.
    pub fn add_to(&self, path: &str, response: &mut Response) {
        let headers = response.headers_mut();
        let fixed = [
            (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
            (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
            (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
            (header::CONTENT_SECURITY_POLICY, self.policies.of(path).clone()),
        ];
        for (name, value) in fixed {
            headers.entry(name).or_insert(value);
        }
        if self.is_https {
            let a_year = HeaderValue::from_static("max-age=31536000; includeSubDomains");
            headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert(a_year);
        }
    }
}

impl PagePolicies {
    /// That of a path.
    fn of(&self, path: &str) -> &HeaderValue {
        // A page's path is compared as pages do it: small letters, and what is written with `%` may be any.
        let begins = |begin: &&str| path.get(..begin.len()).is_some_and(|start| start.eq_ignore_ascii_case(begin));
        let is_page = !path.starts_with("/api/");
        let is_own = is_page && path.contains('%') || WITHOUT_EDITORS.iter().any(begins);
        match is_own {
            true if WITH_CAPTCHA.iter().any(begins) => &self.sign_in,
            true => &self.own,
            false if WITH_SCRIPTS.iter().any(|begin| path.starts_with(begin)) => &self.scripts,
            false => &self.frames,
        }
    }
}

fn policy(public_url: &str, elsewhere: &Elsewhere, own_script: Option<&str>) -> HeaderValue {
    let Elsewhere { tiles, scripts, frames, pictures, forms, captcha } = elsewhere;
    let of_hosts = |hosts: &[String]| hosts.iter().map(|host| format!(" https://{host}")).collect::<String>();
    let of_origins = |origins: &[String]| origins.iter().map(|origin| format!(" {origin}")).collect::<String>();
    let named = |directive: &str, sources: String| {
        if sources.is_empty() { sources } else { format!("{directive} 'self'{sources}; ") }
    };
    let captcha = of_origins(captcha);
    let own = own_script.map(|hash| format!(" {hash}")).unwrap_or_default();
    let script_src = named("script-src", own + &of_hosts(scripts) + &captcha);
    let frame_src = named("frame-src", of_hosts(frames) + &captcha);
    let pictures = of_hosts(pictures);
    let films = named("media-src", pictures.clone());
    let [tiles, forms] = [tiles, forms].map(|origin| of_origins(origin.as_slice()));
    let socket = origin_of(public_url).unwrap_or_default().replacen("http", "ws", 1);
    let policy = format!(
        "default-src 'self'; connect-src 'self' {socket}{captcha}; img-src 'self' data:{tiles}{pictures}; \
             {script_src}{frame_src}{films}style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; \
             form-action 'self'{forms}; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'self'"))
}

/// No route: 404 with the error body.
pub async fn no_route() -> ApiError {
    ApiError::new(Code::NoRoute)
}

/// No such method on this route: 405 with the error body.
pub async fn no_method() -> ApiError {
    ApiError::new(Code::NoMethod)
}

#[cfg(test)]
mod tests {
    use std::{
        convert::Infallible,
        pin::Pin,
        task::{Context, Poll},
    };

    use axum::{
        Router,
        body::{Body, Bytes, HttpBody},
        middleware,
        routing::post,
    };
    use hyper::body::Frame;
    use tower::ServiceExt;

    use super::*;
    use crate::Json;

    async fn take(Json(_): Json<serde_json::Value>) {}

    /// Answers a call whose body never ends.
    async fn answer_to_an_endless_body() -> Response {
        let router = Router::new().route("/", post(take)).layer(middleware::from_fn(observe));
        let endless = Body::new(EndlessBody);
        router.oneshot(Request::post("/").body(endless).expect("a request")).await.expect("it answers")
    }

    struct EndlessBody;

    impl HttpBody for EndlessBody {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Pending
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_takes_ten_seconds_at_most() {
        let began = Instant::now();
        let response = answer_to_an_endless_body().await;
        assert_eq!((response.status().as_u16(), began.elapsed()), (503, TIME_LIMIT));
        assert_eq!(response.headers()[header::RETRY_AFTER], "1");
        let body = axum::body::to_bytes(response.into_body(), 4096).await.expect("a body");
        assert!(String::from_utf8_lossy(&body).contains("request/timeout"));
    }

    // What the server answers at whole addresses: `ovelle/tests/security/headers.rs`.
    #[test]
    fn pages_load_what_editors_may_put_into_them() {
        let host = |name: &str| vec![format!("{name}.example")];
        let (scripts, frames, pictures) = (host("script"), host("frame"), host("picture"));
        let forms = Some("https://form.example".to_owned());
        let captcha = vec!["https://captcha.example".to_owned()];
        let elsewhere = Elsewhere { tiles: None, scripts, frames, pictures, forms, captcha };
        let headers = SecurityHeaders::new("https://ovelle.example", &elsewhere, None);
        for (path, expected) in [
            ("/sivut/kilpailu", "frame picture script"),
            ("/franchise/haku", "frame picture script"),
            ("/", "frame picture"),
            ("/lounas", "frame picture"),
            ("/sivut", "frame picture"),
            ("/Sivut/kilpailu", "frame picture"),
            ("/api/cms/stories/sivut/kilpailu", "frame picture"),
            ("/sivut/%6Bilpailu", "form picture"),
            ("/ostoskori", "form picture"),
            ("/kysely/10001", "form picture"),
            ("/Kirjaudu", "captcha form picture"),
        ] {
            let mut response = Response::default();
            headers.add_to(path, &mut response);
            let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().expect("a policy is text");
            let named = ["captcha", "form", "frame", "picture", "script"];
            let named: Vec<_> =
                named.into_iter().filter(|name| policy.contains(&format!("https://{name}.example"))).collect();
            assert_eq!(named.join(" "), expected, "{path}: {policy}");
            assert!(policy.contains("img-src 'self' data: https://picture.example;"), "{policy}");
            assert!(policy.contains("media-src 'self' https://picture.example;"), "{policy}");
        }
    }
}
