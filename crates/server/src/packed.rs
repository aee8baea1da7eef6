//! Answers that many share: packed once, and kept with their version.

use std::{io::Write, sync::OnceLock};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};

use crate::{
    compression::{SHORTEST, takes},
    document::{Document, KeptFor},
    etag::is_known,
};

/// How hard brotli tries: its last steps cost a hundred times as much for some hundredths.
const BROTLI_QUALITY: i32 = 9;
/// How far back it looks, as a power of two: all of any answer of ours.
const BROTLI_WINDOW: i32 = 22;

/// An answer with its packed forms.
#[derive(Debug)]
pub struct PackedDocument {
    plain: Document,
    gzip: Option<Bytes>,
    brotli: OnceLock<Bytes>,
}

impl PackedDocument {
    /// Packs a document with gzip. It takes a while: not for the runtime's threads.
    #[must_use]
    pub fn new(plain: Document) -> Self {
        let body = plain.body();
        let gzip = (body.len() as u64 >= SHORTEST).then(|| {
            let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 4), Compression::default());
            encoder.write_all(body).and_then(|()| encoder.finish()).ok().map(Bytes::from)
        });
        Self { plain, gzip: gzip.flatten(), brotli: OnceLock::new() }
    }

    /// Packs it with brotli as well; until then it goes out with gzip. It takes much longer.
    pub fn pack_harder(&self) {
        let mut body: &[u8] = self.plain.body();
        if self.gzip.is_none() || self.brotli.get().is_some() {
            return;
        }
        let params =
            brotli::enc::BrotliEncoderParams { quality: BROTLI_QUALITY, lgwin: BROTLI_WINDOW, ..Default::default() };
        let mut packed = Vec::with_capacity(body.len() / 5);
        if brotli::BrotliCompress(&mut body, &mut packed, &params).is_ok() {
            // Whoever was first packed the same.
            let _known = self.brotli.set(packed.into());
        }
    }

    /// The answer as it is.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.plain
    }

    /// Bytes of the forms: plain, with gzip, and with brotli where it was packed so.
    #[must_use]
    pub fn sizes(&self) -> (usize, usize, Option<usize>) {
        (self.plain.body().len(), self.gzip.as_ref().map_or(0, Bytes::len), self.brotli.get().map(Bytes::len))
    }

    /// What a caller with these headers is answered: the smallest form that it takes, or 304 where it has it.
    #[must_use]
    pub fn answer(&self, headers: &HeaderMap, kept_for: KeptFor) -> Response {
        let vary = (header::VARY, HeaderValue::from_static("accept-encoding"));
        let etag = self.plain.etag();
        if is_known(headers, etag) {
            let kept = [(header::ETAG, etag.clone()), (header::CACHE_CONTROL, kept_for.cache_control()), vary];
            return (StatusCode::NOT_MODIFIED, kept).into_response();
        }
        let brotli = self.brotli.get().map(|packed| ("br", packed));
        let gzip = self.gzip.as_ref().map(|packed| ("gzip", packed));
        let Some((coding, packed)) = brotli.into_iter().chain(gzip).find(|(coding, _)| takes(headers, coding)) else {
            return self.plain.answer(headers, kept_for);
        };
        let head = [
            (header::ETAG, etag.clone()),
            (header::CACHE_CONTROL, kept_for.cache_control()),
            (header::CONTENT_TYPE, self.plain.kind().clone()),
            (header::CONTENT_ENCODING, HeaderValue::from_static(coding)),
            vary,
        ];
        (head, Body::from(packed.clone())).into_response()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use axum::body::to_bytes;
    use flate2::read::GzDecoder;

    use super::*;

    async fn ask(document: &PackedDocument, name: header::HeaderName, value: &str) -> (Response<()>, Vec<u8>) {
        let headers = HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())]);
        let (head, body) = document.answer(&headers, KeptFor::Everybody).into_parts();
        (Response::from_parts(head, ()), to_bytes(body, usize::MAX).await.unwrap().to_vec())
    }

    #[tokio::test]
    async fn each_caller_gets_the_smallest_form_that_it_takes() {
        let packed = PackedDocument::new(Document::new(&vec!["ovelle"; 1000]).unwrap());
        let json = packed.document().body().to_vec();
        let encoding = |head: &Response<()>| head.headers().get("content-encoding").cloned();
        let (head, body) = ask(&packed, header::ACCEPT_ENCODING, "gzip, br").await;
        assert_eq!(encoding(&head).unwrap(), "gzip", "brotli comes later");
        let mut unpacked = Vec::new();
        GzDecoder::new(&*body).read_to_end(&mut unpacked).unwrap();
        assert_eq!((unpacked, &head.headers()["vary"]), (json.clone(), &HeaderValue::from_static("accept-encoding")));

        packed.pack_harder();
        let (head, body) = ask(&packed, header::ACCEPT_ENCODING, "gzip, br").await;
        assert_eq!(encoding(&head).unwrap(), "br");
        let mut unpacked = Vec::new();
        brotli::BrotliDecompress(&mut body.as_slice(), &mut unpacked).unwrap();
        assert_eq!(unpacked, json);
        assert_eq!(encoding(&ask(&packed, header::ACCEPT_ENCODING, "br;q=0, gzip").await.0).unwrap(), "gzip");
        let (head, body) = ask(&packed, header::ACCEPT_ENCODING, "identity").await;
        assert_eq!((encoding(&head), body), (None, json));
    }

    #[tokio::test]
    async fn all_forms_have_one_version() {
        let packed = PackedDocument::new(Document::new(&vec!["ovelle"; 1000]).unwrap());
        let etag = packed.document().etag().to_str().unwrap().to_owned();
        let (head, body) = ask(&packed, header::IF_NONE_MATCH, &etag).await;
        assert_eq!(
            (head.status(), body.len(), &head.headers()["etag"]),
            (StatusCode::NOT_MODIFIED, 0, packed.document().etag())
        );
        let short = PackedDocument::new(Document::new(&["ovelle"]).unwrap());
        short.pack_harder();
        let (head, body) = ask(&short, header::ACCEPT_ENCODING, "gzip, br").await;
        assert_eq!((head.headers().get("content-encoding"), body), (None, b"[\"ovelle\"]".to_vec()));
        assert_eq!(short.sizes(), (10, 0, None));
    }
}
