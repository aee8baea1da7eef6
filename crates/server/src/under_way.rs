//! What is under way at a node for one address, and for all: bytes of bodies, and calls that read or price. Bounds of
//! the moment, not counts: who waits a little is served (docs/spec/ordering.md, "Limits", "A browser's line").

use std::{
    collections::HashMap,
    net::IpAddr,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::Method,
    response::{IntoResponse, Response},
};
use domain::{error::Code, rate_limit::RateFactor};
use hyper::body::{Frame, SizeHint};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, Sleep, timeout_at},
};

use crate::{ApiError, address::limit_unit, extract::BodyRefused};

/// Bytes of bodies of one address that a node holds.
const BODIES_OF_ADDRESS: usize = 8 * 1024 * 1024;
/// Bytes of bodies that a node holds.
const BODIES: usize = 64 * 1024 * 1024;
/// How long a body may take to come, from the end of its head.
const BODY_WITHIN: Duration = Duration::from_secs(10);
/// Calls of one address that read or price at a time.
const READS_OF_ADDRESS: u32 = 32;
/// How long more of them wait for their turn.
const WAIT: Duration = Duration::from_secs(2);

/// What is under way at a node. Cheap to clone; all clones are one.
#[derive(Debug, Clone)]
pub struct UnderWay(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    reads_of_address: Option<usize>,
    bodies: Mutex<Bodies>,
    reads: Mutex<HashMap<IpAddr, Turns>>,
}

#[derive(Debug, Default)]
struct Bodies {
    of_addresses: HashMap<IpAddr, usize>,
    all: usize,
}

/// The turns of an address, and how many have or wait for one.
#[derive(Debug)]
struct Turns {
    turns: Arc<Semaphore>,
    calls: usize,
}

/// What the bodies of a call hold until it is answered.
#[derive(Debug)]
struct Held {
    of: UnderWay,
    address: IpAddr,
    bytes: Mutex<usize>,
}

/// A call that reads, from its beginning to its end.
struct Reading {
    of: UnderWay,
    address: IpAddr,
    turn: Option<OwnedSemaphorePermit>,
}

/// A call's body, which counts what comes of it.
struct CountedBody {
    body: Body,
    held: Arc<Held>,
    ends: Pin<Box<Sleep>>,
}

impl UnderWay {
    /// With bounds so many times those of the contract, as far as they are of calls; 0: none.
    #[must_use]
    pub fn new(factor: RateFactor) -> Self {
        let reads_of_address = factor.times(READS_OF_ADDRESS).and_then(|most| usize::try_from(most).ok());
        Self(Arc::new(Inner { reads_of_address, bodies: Mutex::default(), reads: Mutex::default() }))
    }

    /// Makes a call, as soon as there is room for it.
    pub async fn call<F>(&self, address: IpAddr, request: Request, call: impl FnOnce(Request) -> F) -> Response
    where
        F: Future<Output = Response>,
    {
        let address = limit_unit(address);
        let is_read = is_read(request.method(), request.uri().path());
        let reading = match self.begin_reading(is_read, address).await {
            Ok(reading) => reading,
            Err(refused) => return refused.into_response(),
        };
        let (request, held) = self.count_body(request, address);
        let response = call(request).await;
        drop((reading, held));
        response
    }

    /// Waits for a turn where a call reads or prices.
    async fn begin_reading(&self, is_read: bool, address: IpAddr) -> Result<Option<Reading>, ApiError> {
        let Some(most) = self.0.reads_of_address.filter(|_| is_read) else { return Ok(None) };
        let turns = {
            let mut reads = lock(&self.0.reads);
            let of_address =
                reads.entry(address).or_insert_with(|| Turns { turns: Arc::new(Semaphore::new(most)), calls: 0 });
            of_address.calls += 1;
            Arc::clone(&of_address.turns)
        };
        // From here on it is counted out again whenever it is dropped.
        let mut reading = Reading { of: self.clone(), address, turn: None };
        match timeout_at(Instant::now() + WAIT, turns.acquire_owned()).await {
            Ok(turn) => {
                reading.turn = turn.ok();
                Ok(Some(reading))
            }
            Err(_) => Err(ApiError::new(Code::TooMany).retry_after(Duration::from_secs(1))),
        }
    }

    /// Lets a call's body be counted; with what it holds until the call is answered.
    fn count_body(&self, request: Request, address: IpAddr) -> (Request, Option<Arc<Held>>) {
        if request.body().is_end_stream() {
            return (request, None);
        }
        let held = Arc::new(Held { of: self.clone(), address, bytes: Mutex::new(0) });
        let (head, body) = request.into_parts();
        let ends = Box::pin(tokio::time::sleep(BODY_WITHIN));
        let body = Body::new(CountedBody { body, held: Arc::clone(&held), ends });
        (Request::from_parts(head, body), Some(held))
    }
}

impl Held {
    /// Takes in so many bytes more; whether there is room for them.
    fn take(&self, more: usize) -> bool {
        let mut bodies = lock(&self.of.0.bodies);
        let of_address = bodies.of_addresses.get(&self.address).copied().unwrap_or(0) + more;
        if of_address > BODIES_OF_ADDRESS || bodies.all + more > BODIES {
            return false;
        }
        bodies.of_addresses.insert(self.address, of_address);
        bodies.all += more;
        *lock(&self.bytes) += more;
        true
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let bytes = *lock(&self.bytes);
        let mut bodies = lock(&self.of.0.bodies);
        bodies.all -= bytes;
        if let Some(of_address) = bodies.of_addresses.get_mut(&self.address) {
            *of_address -= bytes;
            if *of_address == 0 {
                bodies.of_addresses.remove(&self.address);
            }
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        drop(self.turn.take());
        let mut reads = lock(&self.of.0.reads);
        if let Some(of_address) = reads.get_mut(&self.address) {
            of_address.calls -= 1;
            if of_address.calls == 0 {
                reads.remove(&self.address);
            }
        }
    }
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) else {
            ready!(self.ends.as_mut().poll(cx));
            return Poll::Ready(Some(Err(axum::Error::new(BodyRefused::TooSlow))));
        };
        let more = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref().map(Bytes::len)).unwrap_or(0);
        if self.held.take(more) {
            return Poll::Ready(frame);
        }
        Poll::Ready(Some(Err(axum::Error::new(BodyRefused::NoRoom))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Whether a call reads or prices what the shop sells: not the tracking of orders, and no work place.
fn is_read(method: &Method, path: &str) -> bool {
    let is_tracking = path.contains("/order-tracking/") || path.contains("/tracking/");
    let is_shop = path.starts_with("/api/commerce/") || path.starts_with("/api/payments/");
    let only_reads = matches!(*method, Method::GET | Method::HEAD);
    path.starts_with("/api/pricing/") || (is_shop && only_reads && !is_tracking)
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::{future::join_all, stream};

    use super::*;
    use crate::extract::read_body;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    fn reads(path: &str) -> Request {
        Request::get(path).body(Body::empty()).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn thirty_two_of_an_address_read_at_a_time_and_more_wait_two_seconds() {
        let under_way = UnderWay::new(RateFactor::default());
        let call = |address, path: &'static str, seconds| {
            let under_way = under_way.clone();
            async move {
                let slow = |_| async move {
                    tokio::time::sleep(Duration::from_secs(seconds)).await;
                    "read".into_response()
                };
                under_way.call(address, reads(path), slow).await.status().as_u16()
            }
        };
        const MENU: &str = "/api/commerce/v2/shops/12/menu";
        let refused = |statuses: Vec<u16>| statuses.into_iter().filter(|status| *status == 429).count();
        let slow = join_all((0..40).map(|_| call(HERE, MENU, 3)));
        let others = join_all([call(THERE, MENU, 3), call(HERE, "/api/commerce/v2/order-tracking/1/k", 3)]);
        let (slow, others) = tokio::join!(slow, others);
        assert_eq!((refused(slow), others), (8, vec![200, 200]));
        assert_eq!(refused(join_all((0..64).map(|_| call(HERE, MENU, 1))).await), 0, "who waits a little is served");
        assert!(lock(&under_way.0.reads).is_empty(), "nothing is kept of who is gone");

        let unbounded = UnderWay::new(RateFactor::NONE);
        assert_eq!(unbounded.0.reads_of_address, None);
    }

    /// A body of so many pieces of 64 KiB, after which nothing more comes.
    fn stalled(pieces: usize) -> Request {
        let piece = Bytes::from_static(&[b' '; 64 * 1024]);
        let sent = stream::iter(vec![Ok::<_, Infallible>(piece); pieces]);
        let body = Body::from_stream(futures_util::StreamExt::chain(sent, stream::pending()));
        Request::post("/api/x").body(body).unwrap()
    }

    async fn takes(under_way: &UnderWay, address: IpAddr, request: Request) -> Response {
        let read = |request| async {
            read_body(request).await.map_or_else(IntoResponse::into_response, |_| "".into_response())
        };
        under_way.call(address, request, read).await
    }

    #[tokio::test(start_paused = true)]
    async fn of_stalled_bodies_eight_mebibytes_of_an_address_are_held() {
        let under_way = UnderWay::new(RateFactor::NONE);
        let began = Instant::now();
        // 40 of 256 KiB each: 10 MiB.
        let stall = async {
            let answers = join_all((0..40).map(|_| takes(&under_way, HERE, stalled(4)))).await;
            let codes =
                answers.iter().map(|answer| (answer.status().as_u16(), answer.headers().contains_key("retry-after")));
            assert_eq!(codes.collect::<Vec<_>>(), [(503, true); 40]);
        };
        let look = async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            let held = lock(&under_way.0.bodies).all;
            assert_eq!(held, BODIES_OF_ADDRESS, "the rest was refused at once");
            let other = Request::post("/api/x").body(Body::from("{}")).unwrap();
            assert_eq!(takes(&under_way, THERE, other).await.status(), 200, "others are served");
            let one_more = Request::post("/api/x").body(Body::from("{}")).unwrap();
            assert_eq!(takes(&under_way, HERE, one_more).await.status(), 503);
        };
        tokio::join!(stall, look);
        assert_eq!(began.elapsed(), BODY_WITHIN, "a body comes within ten seconds");
        assert_eq!(lock(&under_way.0.bodies).all, 0);
        assert!(lock(&under_way.0.bodies).of_addresses.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn all_addresses_together_hold_sixty_four_mebibytes() {
        let under_way = UnderWay::new(RateFactor::NONE);
        let address = |n: u8| IpAddr::from([10, 0, 1, n]);
        let stall = async {
            // 10 addresses of 7.5 MiB each.
            join_all((0..300_u32).map(|n| takes(&under_way, address(u8::try_from(n % 10).unwrap()), stalled(4)))).await;
        };
        let look = async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert_eq!(lock(&under_way.0.bodies).all, BODIES);
        };
        tokio::join!(stall, look);
        assert_eq!(lock(&under_way.0.bodies).all, 0);
    }
}
