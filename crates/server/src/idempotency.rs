//! `Idempotency-Key`: a call that is sent any number of times is made once, and answered with its first answer.
//!
//! The work goes on when its caller hangs up. What was answered with success is kept, sealed, for 24 hours; failures are
//! not, so that a mended body may use its key again. Where an answer is lost with its process, the next caller takes the
//! key over: the work sees in [`Keyed::made`] what was made before it, and answers from that.

use std::time::Duration;

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use deps::{Caller, Chance, Deps, SharedClock, StaffCaller};
use domain::{
    error::{Code, chain},
    idempotency::{IdempotencyKey, KeyStanding},
    key::Secrets,
    sealed::Purpose,
};
use sha2::{Digest, Sha256};
use store::{KeptAnswer, KeptKey, KeyName, KeyRun, Store, TakenOver};
use tokio::time::Instant;

use crate::{ApiError, extract::read_body};

/// The header's name.
pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";
/// Says that an answer is one that was given before.
static REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// How long a call waits for the answer of its first.
const PATIENCE: Duration = Duration::from_secs(6);
/// The pauses between its questions: the first, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(15), Duration::from_millis(250));
/// The largest answer that is kept, in bytes.
const MAX_ANSWER: usize = 1024 * 1024;

const BODIES: Purpose = Purpose("bodies of calls with a key");
const ANSWERS: Purpose = Purpose("answers to calls with a key");

/// Who calls, by a name that tells them from others. Guests are one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallerName(String);

impl CallerName {
    /// The name of a caller.
    #[must_use]
    pub fn of(caller: &Caller) -> Self {
        Self(match caller {
            Caller::Guest => "guest".to_owned(),
            Caller::Customer(customer) => format!("customer {}", customer.id.0),
            Caller::Staff(StaffCaller::Person(session)) => format!("staff {}", session.staff_id),
            Caller::Staff(StaffCaller::Token) => "staff token".to_owned(),
            Caller::Key(reporter) => format!("key {}", reporter.actor.name()),
        })
    }
}

/// Whether a call may come without a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyNeed {
    /// It is made as often as it comes then.
    Optional,
    /// It is refused then: 422.
    Required,
}

/// What a handler finds in the extensions of a call that came with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyed {
    /// Under what it marks what it makes ([`Store::mark_made`]).
    pub run: KeyRun,
    /// What a lost run has made: answer from it, and make nothing.
    pub made: Option<String>,
}

/// Makes calls once. Cheap to clone.
#[derive(Clone)]
pub struct Idempotency {
    store: Store,
    clock: SharedClock,
    chance: Chance,
    secrets: Secrets,
    patience: Duration,
}

/// A call, as far as it concerns its key.
struct Call {
    key: KeyName,
    body: Bytes,
}

/// What a look at a key came to.
enum Turn {
    /// The call is to be made.
    Ours(Keyed),
    /// It has its answer.
    Answer(Response),
    /// Somebody else is making it.
    Theirs,
    /// Somebody else was quicker: look again at once.
    Moved,
}

impl Idempotency {
    /// On what a capability was given.
    #[must_use]
    pub fn new(deps: &Deps) -> Self {
        let Deps { store, clock, chance, secrets, .. } = deps.clone();
        Self { store, clock, chance, secrets, patience: PATIENCE }
    }

    /// The same, but who meets a first call still running waits so long for its answer.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Answers a call, making it where it was not made before. `work` is a handler, or the rest of the layers
    /// (`|request| next.run(request)`); it finds [`Keyed`] among the request's extensions.
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
        let Some(key) = key_of(request.headers(), need)? else { return Ok(work(request).await) };
        let (mut parts, body) = request.into_parts();
        let body = read_body(Request::new(body)).await?;
        let call = Call { key: name_of(caller, &parts, &key), body };
        let keyed = match self.turn(&call).await? {
            Ok(keyed) => keyed,
            Err(answer) => return Ok(answer),
        };
        let run = keyed.run;
        parts.extensions.insert(keyed);
        let request = Request::from_parts(parts, Body::from(call.body));
        let this = self.clone();
        // In a task, which goes on when the caller hangs up.
        let made = tokio::spawn(async move {
            let response = work(request).await;
            this.store.failpoints().pass("answer made").await;
            this.settle(run, response).await
        });
        made.await.map_err(|error| ApiError::internal(&error))
    }

    /// Waits until the call is to be made here, or has its answer.
    async fn turn(&self, call: &Call) -> Result<Result<Keyed, Response>, ApiError> {
        let (since, mut pause) = (Instant::now(), PAUSES.0);
        loop {
            match self.look(call).await? {
                Turn::Ours(keyed) => return Ok(Ok(keyed)),
                Turn::Answer(answer) => return Ok(Err(answer)),
                Turn::Moved => {}
                Turn::Theirs if since.elapsed() < self.patience => {
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(PAUSES.1);
                }
                Turn::Theirs => return Err(ApiError::new(Code::InProgress).retry_after(Duration::from_secs(1))),
            }
        }
    }

    async fn look(&self, call: &Call) -> Result<Turn, ApiError> {
        let kept = self.store.idempotency_key(&call.key).await?;
        let run = KeyRun { key: call.key, run: self.chance.bytes() };
        let digest = BODIES.fingerprint(&self.secrets, &call.body);
        let now = self.clock.now();
        let Some(kept) = kept else {
            let is_ours = self.store.begin_key(run, digest, now).await?;
            return Ok(first_turn(run, is_ours));
        };
        let is_same_body = BODIES.is_fingerprint(&self.secrets, &call.body, &kept.body);
        match kept.known(is_same_body).standing(now) {
            KeyStanding::Expired => {
                let is_ours = self.store.begin_expired_key(run, kept.run, digest, now).await?;
                Ok(first_turn(run, is_ours))
            }
            KeyStanding::OtherBody => Err(ApiError::new(Code::KeyMismatch)),
            KeyStanding::Answered => self.replay(kept).map(Turn::Answer),
            KeyStanding::Running => Ok(Turn::Theirs),
            KeyStanding::Lost => {
                let taken = self.store.take_key_over(run, kept.run, now).await?;
                Ok(taken.map_or(Turn::Moved, |TakenOver { made }| Turn::Ours(Keyed { run, made })))
            }
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

    /// Keeps an answer, or lets its key go where it says that nothing was done. Where that fails, the answer stands all
    /// the same: it counts as lost then, and is written anew.
    async fn settle(&self, run: KeyRun, response: Response) -> Response {
        let (parts, body) = response.into_parts();
        let Ok(body) = axum::body::to_bytes(body, MAX_ANSWER).await else {
            return ApiError::internal(&TooLong).into_response();
        };
        let kept = if parts.status.is_success() {
            let content_type = parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
            let sealed = ANSWERS.seal(&self.secrets, &run.key, self.chance.bytes(), &body);
            let status = parts.status.as_u16();
            let answer = KeptAnswer { status, content_type: content_type.map(str::to_owned), sealed };
            self.store.keep_answer(run, answer).await.map(drop)
        } else {
            self.store.release_key(run).await
        };
        if let Err(error) = kept {
            tracing::warn!(error = %chain(&error), "what a call with a key was answered could not be kept");
        }
        Response::from_parts(parts, Body::from(body))
    }
}

/// What is kept was sealed with a secret that this node does not know.
#[derive(Debug, thiserror::Error)]
#[error("a kept answer cannot be opened")]
struct Unreadable;

#[derive(Debug, thiserror::Error)]
#[error("an answer to a call with a key is longer than is kept")]
struct TooLong;

fn first_turn(run: KeyRun, is_ours: bool) -> Turn {
    if is_ours { Turn::Ours(Keyed { run, made: None }) } else { Turn::Moved }
}

/// The key that a call came with.
fn key_of(headers: &HeaderMap, need: KeyNeed) -> Result<Option<IdempotencyKey>, ApiError> {
    let misfit = || ApiError::invalid(IDEMPOTENCY_KEY);
    let mut given = headers.get_all(IDEMPOTENCY_KEY).iter();
    match (given.next(), given.next()) {
        (None, _) if need == KeyNeed::Required => Err(misfit()),
        (None, _) => Ok(None),
        (Some(only), None) => only.to_str().ok().and_then(|text| text.parse().ok()).map(Some).ok_or_else(misfit),
        (Some(_), Some(_)) => Err(misfit()),
    }
}

/// A digest of all that a key holds for, each part behind its length, so that no two sets of parts read alike.
fn name_of(caller: &CallerName, parts: &Parts, key: &IdempotencyKey) -> KeyName {
    let mut digest = Sha256::new();
    for part in [&caller.0, parts.method.as_str(), parts.uri.path(), key.as_str()] {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    digest.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(caller: &str, method: &str, path: &str, key: &str) -> KeyName {
        let (parts, ()) = Request::builder().method(method).uri(path).body(()).unwrap().into_parts();
        name_of(&CallerName(caller.to_owned()), &parts, &key.parse().unwrap())
    }

    #[test]
    fn a_key_holds_for_one_caller_and_one_path() {
        let first = name("guest", "POST", "/orders", "12345678");
        assert_eq!(name("guest", "POST", "/orders?again=1", "12345678"), first);
        for other in [
            name("customer 1", "POST", "/orders", "12345678"),
            name("guest", "PUT", "/orders", "12345678"),
            name("guest", "POST", "/orders/1", "12345678"),
            name("guest", "POST", "/orders", "12345679"),
        ] {
            assert_ne!(other, first);
        }
    }

    #[test]
    fn a_key_is_read_from_one_header() {
        let headers = |keys: &[&str]| -> HeaderMap {
            keys.iter().map(|key| ("idempotency-key".parse().unwrap(), key.parse().unwrap())).collect()
        };
        let read = |keys: &[&str], need| key_of(&headers(keys), need).map(|key| key.is_some());
        assert_eq!(read(&["12345678"], KeyNeed::Required), Ok(true));
        assert_eq!(read(&[], KeyNeed::Optional), Ok(false));
        let misfit = Err(ApiError::invalid("Idempotency-Key"));
        assert_eq!(read(&[], KeyNeed::Required), misfit);
        assert_eq!(read(&["short"], KeyNeed::Optional), misfit);
        assert_eq!(read(&["12345678", "12345678"], KeyNeed::Optional), misfit);
    }
}
