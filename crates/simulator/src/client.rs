//! The calls of the contract.

use std::{sync::Arc, time::Duration};

use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, Url, header::RETRY_AFTER, redirect::Policy};
use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, IgnoredAny},
};
use tokio::sync::{Semaphore, SemaphorePermit};
use tracing::{debug, warn};

use crate::{
    keys::CityKeys,
    retry::RetryPauses,
    wire::{
        Accept, BatchRequest, OpenOrder, OpenOrders, PositionRequest, Register, RegisterAnswer, ShopRow, StatusAnswer,
        StatusRequest,
    },
};

/// How long one try may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// No answer to this client is larger, not even a restaurant's 500 open orders.
const MAX_ANSWER_BYTES: usize = 8 * 1024 * 1024;

/// The most calls at a time. A city that opens has everything to say at once, and a server that is asked for too much
/// refuses what it would do a moment later.
const MAX_CALLS: usize = 32;

/// The status of an order that its kitchen has taken.
const ACCEPTED: i16 = 1;

/// A server, and the keys to its intake.
#[derive(Clone)]
pub(crate) struct CityClient {
    client: Client,
    base: Url,
    keys: CityKeys,
    turns: Arc<Semaphore>,
}

/// An answer that trying again would not change.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CallRefusal {
    /// 401 or 403.
    #[error("the dispatch key is refused")]
    Key,
    /// 409: the order stands elsewhere, since somebody else updated it too.
    #[error("the order has moved on")]
    Moved {
        /// Where it stands.
        status: Option<i16>,
        /// Which of a batch it is.
        order: Option<String>,
    },
    /// Any other.
    #[error("refused with status {status}: {code}")]
    Other {
        /// HTTP status.
        status: u16,
        /// `messageCode` of the error body.
        code: String,
    },
}

/// What one try came to, where it did not come to an answer.
enum Failure {
    Again { why: String, asked: Option<Duration> },
    Refused(CallRefusal),
}

impl CityClient {
    /// Takes the base address of a server and its dispatch keys.
    ///
    /// # Errors
    /// The client that could not be made.
    pub(crate) fn new(base: Url, keys: CityKeys) -> Result<Self, reqwest::Error> {
        // A key goes to the server that it was given for, and nowhere else.
        let client = Client::builder().timeout(TIMEOUT).no_proxy().redirect(Policy::none()).build()?;
        Ok(Self { client, base, keys, turns: Arc::new(Semaphore::new(MAX_CALLS)) })
    }

    pub(crate) async fn shops(&self, backoff: &mut RetryPauses) -> Result<Vec<ShopRow>, CallRefusal> {
        self.until_answered(backoff, || self.request(Method::GET, "api/commerce/v2/shops", &self.keys.shop)).await
    }

    pub(crate) async fn register(
        &self,
        order: &Register<'_>,
        backoff: &mut RetryPauses,
    ) -> Result<RegisterAnswer, CallRefusal> {
        self.until_answered(backoff, || self.post("api/dispatch/orders", &self.keys.shop, order)).await
    }

    pub(crate) async fn set_status(
        &self,
        order_id: &str,
        update: &StatusRequest<'_>,
        backoff: &mut RetryPauses,
    ) -> Result<StatusAnswer, CallRefusal> {
        let path = format!("api/dispatch/orders/{order_id}/status");
        self.until_answered(backoff, || self.post(&path, self.keys.of_status(update.status), update)).await
    }

    /// Takes an order, and says how long it takes.
    pub(crate) async fn accept(
        &self,
        order_id: &str,
        acceptance: &Accept<'_>,
        backoff: &mut RetryPauses,
    ) -> Result<StatusAnswer, CallRefusal> {
        let path = format!("api/dispatch/orders/{order_id}/accept");
        self.until_answered(backoff, || self.post(&path, self.keys.of_status(ACCEPTED), acceptance)).await
    }

    /// The orders of a restaurant that are not over.
    pub(crate) async fn open_orders(
        &self,
        restaurant_id: &str,
        backoff: &mut RetryPauses,
    ) -> Result<Vec<OpenOrder>, CallRefusal> {
        let query = [("restaurantId", restaurant_id), ("open", "1")];
        let list = || self.request(Method::GET, "api/dispatch/orders", &self.keys.kitchen).query(&query);
        self.until_answered(backoff, list).await.map(|open: OpenOrders| open.orders)
    }

    /// Says which orders a car takes along.
    pub(crate) async fn put_batch(
        &self,
        batch_id: &str,
        batch: &BatchRequest<'_>,
        backoff: &mut RetryPauses,
    ) -> Result<(), CallRefusal> {
        let path = format!("api/dispatch/batches/{batch_id}");
        let put = || self.request(Method::PUT, &path, &self.keys.dispatch).json(batch);
        self.until_answered::<IgnoredAny>(backoff, put).await.map(drop)
    }

    /// Says that a batch has left.
    pub(crate) async fn depart(&self, batch_id: &str, backoff: &mut RetryPauses) -> Result<(), CallRefusal> {
        let path = format!("api/dispatch/batches/{batch_id}/depart");
        let depart = || self.post(&path, &self.keys.dispatch, &Nothing {});
        self.until_answered::<IgnoredAny>(backoff, depart).await.map(drop)
    }

    /// Says where a car is, once: where that fails, the next position is the better one.
    pub(crate) async fn position(&self, car_id: &str, position: &PositionRequest) -> Result<(), CallRefusal> {
        let path = format!("api/dispatch/cars/{car_id}/positions");
        let _turn = self.turn().await;
        match attempt::<IgnoredAny>(self.post(&path, &self.keys.driver, position)).await {
            Ok(_) => Ok(()),
            Err(Failure::Again { why, .. }) => {
                debug!(car_id, why, "a position is lost");
                Ok(())
            }
            Err(Failure::Refused(refusal)) => Err(refusal),
        }
    }

    /// Waits until a call may be made; it counts for as long as this is held.
    async fn turn(&self) -> SemaphorePermit<'_> {
        self.turns.acquire().await.expect("nobody closes it")
    }

    fn request(&self, method: Method, path: &str, key: &str) -> RequestBuilder {
        self.client.request(method, self.address(path)).bearer_auth(key)
    }

    /// A call of somebody who has no key.
    pub(crate) fn visit(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, self.address(path))
    }

    fn address(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!("{}/{path}", self.base.path().trim_end_matches('/')));
        url
    }

    fn post(&self, path: &str, key: &str, body: &impl Serialize) -> RequestBuilder {
        self.request(Method::POST, path, key).json(body)
    }

    /// Makes the same call until the server has said something about it. Each of our calls may be made twice: a
    /// registration is known by its `externalId`, a status update by its `eventId`, a batch by what it is made of, an order by its key.
    pub(crate) async fn until_answered<T: DeserializeOwned>(
        &self,
        backoff: &mut RetryPauses,
        request: impl Fn() -> RequestBuilder,
    ) -> Result<T, CallRefusal> {
        self.until_done(backoff, || attempt(request())).await
    }

    /// The same for a call that is answered with where to go next, or refused in a way that is as good.
    pub(crate) async fn until_led(
        &self,
        backoff: &mut RetryPauses,
        request: impl Fn() -> RequestBuilder,
        is_answer: impl Fn(StatusCode) -> bool,
    ) -> Result<Response, CallRefusal> {
        self.until_done(backoff, || {
            let sent = send(request());
            let is_answer = &is_answer;
            async move {
                let response = sent.await?;
                let status = response.status();
                if is_answer(status) {
                    return Ok(response);
                }
                let body = read(response).await.map_err(again)?;
                Err(Failure::Refused(refusal(status, &body)))
            }
        })
        .await
    }

    async fn until_done<T, F>(&self, backoff: &mut RetryPauses, attempt: impl Fn() -> F) -> Result<T, CallRefusal>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        let mut is_first = true;
        loop {
            let answered = {
                let _turn = self.turn().await;
                attempt().await
            };
            match answered {
                Ok(answer) => {
                    backoff.reset();
                    return Ok(answer);
                }
                Err(Failure::Refused(refusal)) => return Err(refusal),
                Err(Failure::Again { why, asked }) => {
                    let pause = backoff.pause(asked);
                    if is_first {
                        warn!(why, ?pause, "no answer, trying again until there is one");
                    } else {
                        debug!(why, ?pause, "still no answer");
                    }
                    is_first = false;
                    tokio::time::sleep(pause).await;
                }
            }
        }
    }
}

fn again(error: reqwest::Error) -> Failure {
    Failure::Again { why: error.without_url().to_string(), asked: None }
}

/// Sends a request; what says that it is to come again is no answer.
async fn send(request: RequestBuilder) -> Result<Response, Failure> {
    let response = request.send().await.map_err(again)?;
    let status = response.status();
    if status.is_server_error() || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT) {
        return Err(Failure::Again { why: status.to_string(), asked: retry_after(&response) });
    }
    Ok(response)
}

async fn attempt<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, Failure> {
    let response = send(request).await?;
    let status = response.status();
    let body = read(response).await.map_err(again)?;
    if !status.is_success() {
        return Err(Failure::Refused(refusal(status, &body)));
    }
    serde_json::from_slice(&body).map_err(|error| {
        Failure::Refused(CallRefusal::Other {
            status: status.as_u16(),
            code: format!("the answer is not understood: {error}"),
        })
    })
}

/// Reads what the answer has, up to the limit; a longer one is not understood then.
async fn read(mut response: Response) -> Result<Vec<u8>, reqwest::Error> {
    let mut body = Vec::new();
    while body.len() < MAX_ANSWER_BYTES
        && let Some(chunk) = response.chunk().await?
    {
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn retry_after(response: &Response) -> Option<Duration> {
    let seconds = response.headers().get(RETRY_AFTER)?.to_str().ok()?;
    seconds.parse().ok().map(Duration::from_secs)
}

/// The body of a call that says all by its address, and an answer that says nothing.
#[derive(Serialize, Deserialize)]
pub(crate) struct Nothing {}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct ErrorAnswer {
    message_code: String,
    metadata: ErrorMetadata,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct ErrorMetadata {
    from: Option<i16>,
    status: Option<i16>,
    order_id: Option<String>,
}

fn refusal(status: StatusCode, body: &[u8]) -> CallRefusal {
    let error: ErrorAnswer = serde_json::from_slice(body).unwrap_or_default();
    let ErrorMetadata { from, status: stands_at, order_id } = error.metadata;
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => CallRefusal::Key,
        StatusCode::CONFLICT if is_of_dispatch(&error.message_code) => {
            CallRefusal::Moved { status: from.or(stands_at), order: order_id }
        }
        _ => CallRefusal::Other { status: status.as_u16(), code: error.message_code },
    }
}

/// Whether a conflict is one of orders that have moved on; the shop has others.
fn is_of_dispatch(code: &str) -> bool {
    code.is_empty() || code.starts_with("status/") || code.starts_with("batch/")
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    use super::*;

    #[tokio::test]
    async fn a_redirect_is_refused_and_no_key_goes_elsewhere() {
        let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let elsewhere = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/", server.local_addr().unwrap()).parse().unwrap();
        let location = format!("http://{}/", elsewhere.local_addr().unwrap());
        let api = CityClient::new(base, CityKeys::same("the key of the city")).unwrap();
        let mut backoff = RetryPauses::new(Duration::from_secs(1), rand_chacha::ChaCha8Rng::seed_from_u64(1));
        let redirect = async {
            let (mut connection, _) = server.accept().await.unwrap();
            let _said = connection.read(&mut [0; 4096]).await.unwrap();
            let answer =
                format!("HTTP/1.1 307 Temporary Redirect\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n");
            connection.write_all(answer.as_bytes()).await.unwrap();
        };
        let (answered, ()) = tokio::join!(api.shops(&mut backoff), redirect);
        assert_eq!(answered.map(drop), Err(CallRefusal::Other { status: 307, code: String::new() }));
        let asked = tokio::time::timeout(Duration::from_millis(50), elsewhere.accept()).await;
        assert!(asked.is_err(), "nobody goes there");
    }

    #[test]
    fn refusals_are_told_apart() {
        let moved = br#"{"messageCode":"status/transition","message":"-","metadata":{"from":13,"to":3}}"#;
        assert_eq!(refusal(StatusCode::CONFLICT, moved), CallRefusal::Moved { status: Some(13), order: None });
        assert_eq!(refusal(StatusCode::CONFLICT, b"oops"), CallRefusal::Moved { status: None, order: None });
        let aboard = br#"{"messageCode":"status/transition","message":"-","metadata":{"from":9,"to":6,"orderId":"7"}}"#;
        let expected = CallRefusal::Moved { status: Some(9), order: Some("7".to_owned()) };
        assert_eq!(refusal(StatusCode::CONFLICT, aboard), expected);
        assert_eq!(refusal(StatusCode::FORBIDDEN, b""), CallRefusal::Key);
        let unknown = br#"{"messageCode":"order/not-found","message":"-","metadata":{}}"#;
        let expected = CallRefusal::Other { status: 404, code: "order/not-found".to_owned() };
        assert_eq!(refusal(StatusCode::NOT_FOUND, unknown), expected);
        let closed = br#"{"messageCode":"shop/is-closed","message":"-","metadata":{}}"#;
        let expected = CallRefusal::Other { status: 409, code: "shop/is-closed".to_owned() };
        assert_eq!(refusal(StatusCode::CONFLICT, closed), expected);
    }
}
