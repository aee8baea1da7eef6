//! `Idempotency-Key`: a call that is sent any number of times is made once, and answered with its first answer.
//!
//! From the moment at which its key is taken, a call is a task of its own, which goes on when its caller hangs up. What was
//! answered with success is kept, sealed, for 24 hours; failures are not, so that a mended body may use its key again. Where
//! an answer is lost with its process, the next caller takes the key over: the work sees in [`Keyed::made`] what was made
//! before it, and answers from that.

mod name;
mod run;

use std::time::Duration;

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{HeaderName, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use deps::{Chance, Deps, SharedClock};
use domain::{error::Code, idempotency::KeyState, ids::CustomerId, key::Secrets, sealed::Purpose};
use store::{KeptKey, KeyName, KeyRun, Store};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

pub use self::name::{CallerName, IDEMPOTENCY_KEY, KeyNeed, key_of};
use self::{
    name::name_of,
    run::{Claim, Taking},
};
use crate::{ApiError, extract::read_body};

/// Says that an answer is one that was given before.
pub static REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// How long a call waits for the answer of its first.
const PATIENCE: Duration = Duration::from_secs(6);
/// The pauses between its questions: the first, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(15), Duration::from_millis(250));

const BODIES: Purpose = Purpose("bodies of calls with a key");
const ANSWERS: Purpose = Purpose("answers to calls with a key");

/// What a handler finds in the extensions of a call that came with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyed {
    /// Under what it marks what it makes ([`store::IdempotencyKeyStore::mark_made`]).
    pub run: KeyRun,
    /// What a lost run has made: answer from it, and make nothing.
    pub made: Option<String>,
}

/// Stands in the extensions of an answer that says how things stood already: the call has made nothing, and is answered so
/// again. It is not kept: whoever calls with one key after the other leaves nothing behind.
#[derive(Debug, Clone, Copy)]
pub struct NothingMade;

/// Makes calls once. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Idempotency {
    store: Store,
    clock: SharedClock,
    chance: Chance,
    secrets: Secrets,
    patience: Duration,
    /// The calls that are made now.
    tasks: TaskTracker,
}

/// A call, as far as it concerns its key.
struct KeyedCall {
    key: KeyName,
    parts: Parts,
    body: Bytes,
    /// What of the body the key holds for; none: all of it.
    part: Option<Vec<u8>>,
    /// Whose account calls.
    owner: Option<CustomerId>,
}

/// What a look at a key came to.
enum KeyLookup {
    /// The call is nobody's: take it.
    Free(Claim),
    /// It has its answer.
    Answered(Response),
    /// Somebody else is making it.
    Theirs,
}

impl Idempotency {
    /// On what a capability was given.
    #[must_use]
    pub fn new(deps: &Deps) -> Self {
        let Deps { store, clock, chance, secrets, .. } = deps.clone();
        Self { store, clock, chance, secrets, patience: PATIENCE, tasks: TaskTracker::new() }
    }

    /// The same, but who meets a first call still running waits so long for its answer.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Waits until the calls that were begun are made and their answers kept; their callers may have gone. Whoever leaves
    /// waits no longer than it pleases: what is not kept then is written anew elsewhere.
    pub async fn finish(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// Answers a call, making it where it was not made before. `work` is a handler, or the rest of the layers
    /// (`|request| next.run(request)`); it finds [`Keyed`] among the request's extensions. Once the key is taken, the work
    /// runs to its end though this future be dropped at any moment.
    ///
    /// # Errors
    /// 422 for a key of the wrong form, or one that came with another body; 409 where the first call does not end.
    pub async fn once<W, F>(
        &self,
        caller: &CallerName,
        need: KeyNeed,
        request: Request,
        work: W,
    ) -> Result<Response, ApiError>
    where
        W: FnOnce(Request) -> F + Send + 'static,
        F: Future<Output = Response> + Send + 'static,
    {
        self.once_of(caller, need, request, None, work).await
    }

    /// The same, where a key holds for a part of the body alone, such as all but what each sending has anew.
    ///
    /// # Errors
    /// As [`Idempotency::once`].
    pub async fn once_of<W, F>(
        &self,
        caller: &CallerName,
        need: KeyNeed,
        request: Request,
        part: Option<Vec<u8>>,
        work: W,
    ) -> Result<Response, ApiError>
    where
        W: FnOnce(Request) -> F + Send + 'static,
        F: Future<Output = Response> + Send + 'static,
    {
        let Some(key) = key_of(request.headers(), need)? else { return Ok(work(request).await) };
        let (parts, body) = request.into_parts();
        let body = read_body(Request::new(body)).await?;
        let call = KeyedCall { key: name_of(caller, &parts, &key), parts, body, part, owner: caller.owner };
        let (since, mut pause, mut work) = (Instant::now(), PAUSES.0, work);
        loop {
            match self.look(&call).await? {
                KeyLookup::Answered(answer) => return Ok(answer),
                KeyLookup::Free(claim) => match self.take(claim.by(call.owner), call.request(), work).await? {
                    Taking::Made(response) => return Ok(response),
                    // Somebody else was quicker: look again at once.
                    Taking::Moved(back) => work = back,
                },
                KeyLookup::Theirs if since.elapsed() < self.patience => {
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(PAUSES.1);
                }
                KeyLookup::Theirs => return Err(ApiError::new(Code::InProgress).retry_after(Duration::from_secs(1))),
            }
        }
    }

    async fn look(&self, call: &KeyedCall) -> Result<KeyLookup, ApiError> {
        let run = KeyRun { key: call.key, run: self.chance.bytes() };
        let digest = BODIES.fingerprint(&self.secrets, call.digested());
        let now = self.clock.now();
        let Some(kept) = self.store.idempotency_keys().by_name(&call.key).await? else {
            return Ok(KeyLookup::Free(Claim::new(run, digest, now)));
        };
        let is_same_body = BODIES.is_fingerprint(&self.secrets, call.digested(), &kept.body);
        match kept.known(is_same_body).state(now) {
            KeyState::Expired => Ok(KeyLookup::Free(Claim::expired(run, digest, now, kept.run))),
            KeyState::OtherBody => Err(ApiError::new(Code::KeyMismatch)),
            KeyState::Answered => self.replay(kept).map(KeyLookup::Answered),
            KeyState::Running => Ok(KeyLookup::Theirs),
            KeyState::Lost => Ok(KeyLookup::Free(Claim::lost(run, digest, now, kept.run))),
        }
    }

    /// The first answer, byte for byte.
    fn replay(&self, kept: KeptKey) -> Result<Response, ApiError> {
        let KeptKey { run, answer, .. } = kept;
        let opened = answer.and_then(|answer| {
            let body = ANSWERS.open(&self.secrets, &run.key, &answer.sealed)?;
            let content_type = answer.content_type.and_then(|text| HeaderValue::try_from(text).ok());
            Some((StatusCode::from_u16(answer.status).ok()?, content_type, body))
        });
        let (status, content_type, body) = opened.ok_or_else(|| ApiError::internal(&Unreadable))?;
        let mut response = (status, [(&REPLAYED, "true")], Body::from(body)).into_response();
        let headers = response.headers_mut();
        headers.remove(header::CONTENT_TYPE);
        headers.extend(content_type.map(|value| (header::CONTENT_TYPE, value)));
        Ok(response)
    }
}

impl KeyedCall {
    /// What the key holds for.
    fn digested(&self) -> &[u8] {
        self.part.as_deref().unwrap_or(&self.body)
    }

    /// The request anew, with its whole body.
    fn request(&self) -> Request {
        Request::from_parts(self.parts.clone(), Body::from(self.body.clone()))
    }
}

/// What is kept was sealed with a secret that this node does not know.
#[derive(Debug, thiserror::Error)]
#[error("a kept answer cannot be opened")]
struct Unreadable;
