//! A call that is made under its key: from the taking of the key to the keeping of its answer it is one task, which nobody's
//! hanging up ends.

use std::time::Duration;

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{header, response::Parts},
    response::{IntoResponse, Response},
};
use domain::{error::chain, idempotency::LOST_AFTER, ids::CustomerId};
use jiff::Timestamp;
use store::{KeptAnswer, KeyRun, StoreError, TakenOver};
use tokio::{sync::oneshot, time::Instant};
use tracing::Instrument;

use super::{ANSWERS, Idempotency, Keyed, NothingMade};
use crate::ApiError;

/// The largest answer that is kept, in bytes.
const MAX_ANSWER: usize = 1024 * 1024;
/// The pauses between tries to write what became of a call: the first, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

/// A run that is to have a key, and what the key was when somebody looked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claim {
    run: KeyRun,
    body: [u8; 32],
    owner: Option<CustomerId>,
    now: Timestamp,
    was: Was,
}

#[derive(Debug, Clone, Copy)]
enum Was {
    Unknown,
    Expired(KeyRun),
    Lost(KeyRun),
}

impl Claim {
    /// Of a key that came for the first time, with a body of this digest.
    pub(super) fn new(run: KeyRun, body: [u8; 32], now: Timestamp) -> Self {
        Self { run, body, owner: None, now, was: Was::Unknown }
    }

    /// The same, of a call by this account.
    pub(super) fn by(self, owner: Option<CustomerId>) -> Self {
        Self { owner, ..self }
    }

    /// Of a key that counts no more.
    pub(super) fn expired(run: KeyRun, body: [u8; 32], now: Timestamp, last: KeyRun) -> Self {
        Self { was: Was::Expired(last), ..Self::new(run, body, now) }
    }

    /// Of a key whose run has lost its answer.
    pub(super) fn lost(run: KeyRun, body: [u8; 32], now: Timestamp, lost: KeyRun) -> Self {
        Self { was: Was::Lost(lost), ..Self::new(run, body, now) }
    }
}

/// What came of taking a key.
pub(super) enum Taking<W> {
    /// The call was made.
    Made(Response),
    /// The key is somebody else's; the work comes back.
    Moved(W),
}

impl Idempotency {
    /// Takes a key and makes its call, in a task that goes on when the caller hangs up.
    pub(super) async fn take<W, F>(&self, claim: Claim, request: Request, work: W) -> Result<Taking<W>, ApiError>
    where
        W: FnOnce(Request) -> F + Send + 'static,
        F: Future<Output = Response> + Send + 'static,
    {
        let (tell, told) = oneshot::channel();
        self.tasks.spawn(self.clone().make(claim, request, work, tell).in_current_span());
        told.await.map_err(|error| ApiError::internal(&error))?
    }

    /// Takes the key, makes the call, keeps its answer, and says what came of it, if anybody still listens.
    async fn make<W, F>(
        self,
        claim: Claim,
        mut request: Request,
        work: W,
        tell: oneshot::Sender<Result<Taking<W>, ApiError>>,
    ) where
        W: FnOnce(Request) -> F + Send + 'static,
        F: Future<Output = Response> + Send + 'static,
    {
        let began = Instant::now();
        let keyed = match self.claim(&claim).await {
            Ok(Some(keyed)) => keyed,
            Ok(None) => return drop(tell.send(Ok(Taking::Moved(work)))),
            Err(error) => {
                drop(tell.send(Err(error.into())));
                return self.insist(began, || self.let_go(&claim)).await;
            }
        };
        request.extensions_mut().insert(keyed);
        let response = work(request).await;
        self.store.failpoints().pass("answer made").await;
        let (parts, body) = whole(response).await;
        let is_kept = self.settle(claim.run, &parts, &body).await;
        drop(tell.send(Ok(Taking::Made(Response::from_parts(parts.clone(), Body::from(body.clone()))))));
        if let Err(error) = is_kept {
            tracing::warn!(error = %chain(&error), "what a call with a key was answered could not be kept yet");
            self.insist(began, || self.settle(claim.run, &parts, &body)).await;
        }
    }

    /// The key, where it is this run's now; none where somebody else was quicker.
    async fn claim(&self, claim: &Claim) -> Result<Option<Keyed>, StoreError> {
        let Claim { run, body, owner, now, was } = *claim;
        let is_ours = match was {
            Was::Unknown => self.store.idempotency_keys().begin(run, body, owner, now).await?,
            Was::Expired(last) => self.store.idempotency_keys().begin_expired(run, last, body, owner, now).await?,
            Was::Lost(lost) => {
                let taken = self.store.idempotency_keys().take_over(run, lost, now).await?;
                return Ok(taken.map(|TakenOver { made }| Keyed { run, made }));
            }
        };
        Ok(is_ours.then_some(Keyed { run, made: None }))
    }

    /// Lets a key go of which nobody knows whether it was taken. Taking it once more waits for what may still be under way.
    async fn let_go(&self, claim: &Claim) -> Result<(), StoreError> {
        self.claim(claim).await?;
        self.store.idempotency_keys().release(claim.run, self.clock.now()).await
    }

    /// Keeps an answer, or lets its key go where it says that nothing was done.
    async fn settle(&self, run: KeyRun, parts: &Parts, body: &Bytes) -> Result<(), StoreError> {
        if !parts.status.is_success() || parts.extensions.get::<NothingMade>().is_some() {
            return self.store.idempotency_keys().release(run, self.clock.now()).await;
        }
        let content_type = parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let sealed = ANSWERS.seal(&self.secrets, &run.key, self.chance.bytes(), body);
        let status = parts.status.as_u16();
        let answer = KeptAnswer { status, content_type: content_type.map(str::to_owned), sealed };
        self.store.idempotency_keys().keep_answer(run, answer).await.map(drop)
    }

    /// Does something until it succeeds, or until the run counts as lost and others look after its key.
    async fn insist<F>(&self, began: Instant, attempt: impl Fn() -> F)
    where
        F: Future<Output = Result<(), StoreError>>,
    {
        let (until, mut pause) = (began + LOST_AFTER.unsigned_abs(), PAUSES.0);
        while Instant::now() < until {
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(PAUSES.1);
            if attempt().await.is_ok() {
                return;
            }
        }
        tracing::warn!("a key could not be settled; its call counts as lost");
    }
}

/// An answer with its whole body; one that is longer than is kept is a fault.
async fn whole(response: Response) -> (Parts, Bytes) {
    let (parts, body) = response.into_parts();
    match to_bytes(body, MAX_ANSWER).await {
        Ok(body) => (parts, body),
        Err(_) => {
            let (parts, body) = ApiError::internal(&TooLong).into_response().into_parts();
            (parts, to_bytes(body, MAX_ANSWER).await.unwrap_or_default())
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("an answer to a call with a key is longer than is kept")]
struct TooLong;
