//! Compresses JSON for whoever takes gzip. Files of the pages are compressed when they are built.

use std::io::Write;

use axum::{
    body::{Body, HttpBody, to_bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use flate2::{Compression, write::GzEncoder};

/// What is shorter fits into a packet as it is, in bytes.
pub(crate) const SHORTEST: u64 = 1024;

/// Compresses a JSON answer where that is worth it and the caller takes gzip.
pub async fn compress(mut response: Response, is_taken: bool) -> Response {
    // What is short goes as it is, and so does word that somebody has it; both may be another form once they grow.
    if is_json(response.headers()) || response.status() == StatusCode::NOT_MODIFIED {
        response.headers_mut().entry(header::VARY).or_insert(HeaderValue::from_static("accept-encoding"));
    }
    let length = response.body().size_hint().exact().unwrap_or_default();
    let is_worth_it = length >= SHORTEST && is_json(response.headers());
    if is_taken && is_worth_it { compressed(response).await } else { response }
}

async fn compressed(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    // It lies in memory: its length was known.
    let Ok(plain) = to_bytes(body, usize::MAX).await else { return Response::from_parts(parts, Body::empty()) };
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::fast());
    let Ok(packed) = encoder.write_all(&plain).and_then(|()| encoder.finish()) else {
        return Response::from_parts(parts, Body::from(plain));
    };
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(packed))
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
        && !headers.contains_key(header::CONTENT_ENCODING)
}

/// Whether a caller takes a coding (RFC 9110, 12.5.3): by its name, or by `*` where its name is absent, and not at weight 0.
#[must_use]
pub fn takes(headers: &HeaderMap, wanted: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut by_star = false;
    for coding in values.flat_map(|value| value.split(',')) {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        let is_taken = weight.is_ok_and(|weight| weight > 0.0);
        match name.trim() {
            name if name.eq_ignore_ascii_case(wanted) => return is_taken,
            "*" => by_star = is_taken,
            _ => {}
        }
    }
    by_star
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use axum::{
        Router,
        extract::Request,
        middleware::{self, Next},
        routing::get,
    };
    use flate2::read::GzDecoder;
    use tower::ServiceExt;

    use super::*;
    use crate::extract::Json;

    async fn packing(request: Request, next: Next) -> Response {
        let is_taken = takes(request.headers(), "gzip");
        compress(next.run(request).await, is_taken).await
    }

    async fn ask(path: &str, takes: &str) -> (HeaderMap, Vec<u8>) {
        let router = Router::new()
            .route("/long", get(|| async { Json(vec!["ovelle"; 1000]) }))
            .route("/short", get(|| async { Json(vec!["ovelle"; 10]) }))
            .route("/known", get(|| async { StatusCode::NOT_MODIFIED }))
            .route("/text", get(|| async { "ovelle ".repeat(1000) }))
            .layer(middleware::from_fn(packing));
        let request = Request::get(path).header(header::ACCEPT_ENCODING, takes).body(Body::empty()).unwrap();
        let response = router.oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        (parts.headers, to_bytes(body, usize::MAX).await.unwrap().to_vec())
    }

    #[tokio::test]
    async fn long_json_is_compressed_for_whoever_takes_it() {
        let (plain_headers, plain) = ask("/long", "identity").await;
        assert_eq!(
            (plain_headers.get("content-encoding"), &plain_headers["vary"]),
            (None, &"accept-encoding".parse().unwrap())
        );
        for takes in ["gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP;q=0.5", "*"] {
            let (headers, packed) = ask("/long", takes).await;
            assert_eq!(
                (&headers["content-encoding"], &headers["vary"]),
                (&"gzip".parse().unwrap(), &plain_headers["vary"])
            );
            let mut unpacked = Vec::new();
            GzDecoder::new(&*packed).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, plain);
            assert!(packed.len() * 10 < plain.len(), "{} of {}", packed.len(), plain.len());
        }
        for takes in ["", "br", "gzip;q=0", "gzip;q=0, *", "*;q=0.0", "gzip;q=much"] {
            assert_eq!(ask("/long", takes).await.1, plain, "{takes}");
        }
    }

    #[tokio::test]
    async fn what_is_short_or_no_json_goes_as_it_is() {
        for (path, vary) in [("/short", Some("accept-encoding")), ("/text", None), ("/known", Some("accept-encoding"))]
        {
            let (headers, _) = ask(path, "gzip").await;
            let said = headers.get("vary").map(|vary| vary.to_str().unwrap());
            assert_eq!((headers.contains_key("content-encoding"), said), (false, vary), "{path}");
        }
    }
}
