//! What is under way at a node for one address, and for all: bytes of bodies, calls that read or price, and calls that
//! follow an order. Bounds of the moment, not counts: who waits a little is served (docs/spec/ordering.md, "Limits", "A
//! browser's line").

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
use tokio::time::{Sleep, timeout};

use crate::{
    ApiError,
    address::limit_unit,
    extract::BodyRefused,
    turns::{Turn, Turns},
};

/// Bytes of bodies of one address that a node holds.
const BODIES_OF_ADDRESS: usize = 8 * 1024 * 1024;
/// Bytes of bodies that a node holds.
const BODIES: usize = 64 * 1024 * 1024;
/// How long a body may take to come, from the end of its head.
const BODY_WITHIN: Duration = Duration::from_secs(10);
/// Calls of one address that read or price at a time, and as many that follow an order.
const CALLS_OF_ADDRESS: u32 = 32;
/// How long more of them wait for their turn.
const WAIT: Duration = Duration::from_secs(2);

/// An order by its key: read by the page that waits for its payment.
const DETAILS: &str = "/api/commerce/v2/order/DetailsByKey";

/// What is under way at a node. Cheap to clone; all clones are one.
#[derive(Debug, Clone)]
pub struct UnderWay(Arc<UnderWayInner>);

#[derive(Debug)]
struct UnderWayInner {
    bodies: Mutex<Bodies>,
    /// None: as many as come.
    turns: Option<CallTurns>,
}

/// The turns of calls that are bounded, by kind: who looks at menus does not keep their neighbour from their order.
#[derive(Debug)]
struct CallTurns {
    reads: Turns<IpAddr>,
    follows: Turns<IpAddr>,
}

#[derive(Debug, Default)]
struct Bodies {
    of_addresses: HashMap<IpAddr, usize>,
    all: usize,
}

/// What the bodies of a call hold until it is answered.
#[derive(Debug)]
struct HeldBytes {
    of: UnderWay,
    address: IpAddr,
    bytes: Mutex<usize>,
}

/// A call's body, which counts what comes of it.
struct CountedBody {
    body: Body,
    held: Arc<HeldBytes>,
    ends: Pin<Box<Sleep>>,
}

impl UnderWay {
    /// With bounds so many times those of the contract, as far as they are of calls; 0: none.
    #[must_use]
    pub fn new(factor: RateFactor) -> Self {
        let most = factor.times(CALLS_OF_ADDRESS).and_then(|most| usize::try_from(most).ok());
        let turns = most.map(|most| CallTurns { reads: Turns::new(most), follows: Turns::new(most) });
        Self(Arc::new(UnderWayInner { bodies: Mutex::default(), turns }))
    }

    /// Makes a call, as soon as there is room for it.
    pub async fn call<F>(&self, address: IpAddr, request: Request, call: impl FnOnce(Request) -> F) -> Response
    where
        F: Future<Output = Response>,
    {
        let turns = self.0.turns.as_ref().and_then(|turns| turns.of(request.method(), request.uri().path()));
        let turn = match turn(turns, address).await {
            Ok(turn) => turn,
            Err(refused) => return refused.into_response(),
        };
        let (request, held) = self.count_body(request, limit_unit(address));
        let response = call(request).await;
        drop((turn, held));
        response
    }

    /// Lets a call's body be counted; with what it holds until the call is answered.
    fn count_body(&self, request: Request, address: IpAddr) -> (Request, Option<Arc<HeldBytes>>) {
        if request.body().is_end_stream() {
            return (request, None);
        }
        let held = Arc::new(HeldBytes { of: self.clone(), address, bytes: Mutex::new(0) });
        let (head, body) = request.into_parts();
        let ends = Box::pin(tokio::time::sleep(BODY_WITHIN));
        let body = Body::new(CountedBody { body, held: Arc::clone(&held), ends });
        (Request::from_parts(head, body), Some(held))
    }
}

impl HeldBytes {
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

impl Drop for HeldBytes {
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

impl CallTurns {
    /// The turns that a call takes: none where it neither reads what the shop sells nor follows an order.
    fn of(&self, method: &Method, path: &str) -> Option<&Turns<IpAddr>> {
        let only_reads = matches!(*method, Method::GET | Method::HEAD);
        let is_tracking = path.starts_with("/api/commerce/") && path.contains("/order-tracking/");
        let is_shop = path.starts_with("/api/commerce/") || path.starts_with("/api/payments/");
        if (only_reads && is_tracking) || path == DETAILS {
            Some(&self.follows)
        } else if path.starts_with("/api/pricing/") || (is_shop && only_reads) {
            Some(&self.reads)
        } else {
            None
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

/// Waits for a turn where a call needs one.
async fn turn(turns: Option<&Turns<IpAddr>>, address: IpAddr) -> Result<Option<Turn<IpAddr>>, ApiError> {
    let Some(turns) = turns else { return Ok(None) };
    let late = |_| ApiError::new(Code::TooMany).retry_after(Duration::from_secs(1));
    timeout(WAIT, turns.take(limit_unit(address))).await.map(Some).map_err(late)
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::{future::join_all, stream};
    use tokio::time::Instant;

    use super::*;
    use crate::extract::read_body;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    fn reads(path: &str) -> Request {
        Request::get(path).body(Body::empty()).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn thirty_two_of_an_address_read_and_follow_at_a_time_and_more_wait_two_seconds() {
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
        const TRACKING: &str = "/api/commerce/v2/order-tracking/1/k";
        const CAR: &str = "/api/commerce/order-tracking/1/k/car-location";
        let refused = |statuses: Vec<u16>| statuses.into_iter().filter(|status| *status == 429).count();
        let menus = join_all((0..40).map(|_| call(HERE, MENU, 3)));
        let polls = join_all((0..40).map(|n| call(HERE, [TRACKING, CAR, DETAILS][n % 3], 3)));
        let others = join_all([call(THERE, MENU, 3), call(THERE, TRACKING, 3), call(HERE, "/api/staff/orders", 3)]);
        let (menus, polls, others) = tokio::join!(menus, polls, others);
        assert_eq!((refused(menus), refused(polls), others), (8, 8, vec![200; 3]));
        assert_eq!(refused(join_all((0..64).map(|_| call(HERE, MENU, 1))).await), 0, "who waits a little is served");
        let turns = under_way.0.turns.as_ref().unwrap();
        assert!(turns.reads.is_idle() && turns.follows.is_idle(), "nothing is kept of who is gone");

        assert!(UnderWay::new(RateFactor::NONE).0.turns.is_none());
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
