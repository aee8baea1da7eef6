//! What a node answers: the address that it listens on, and the routes of its capabilities.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use customers::Customers;
use deps::Callers;
use dispatch::Dispatch;
use domain::{Actor, SecurityKind};
use loyalty::LoyaltyProgramme;
use ordering::Ordering;
use providers::captcha::RECAPTCHA_ORIGINS;
use server::{
    accept::{AcceptLimits, CountedBy, OneTooMany},
    address::{self, ClientAddress, TrustedProxies, limit_unit, origin_of},
    compression::{compress, takes},
    documented::DocumentedRoutes,
    host,
    layers::{Elsewhere, SecurityHeaders, no_method, no_route, observe_admitted},
    security::{SecurityEvent, SecurityLog, Witness},
    under_way::UnderWay,
    users_errors::number_users_errors,
};
use tokio::net::{TcpListener, TcpSocket};
use tracking::{Limits, routes::Tracking};

use super::StartError;
use crate::{
    Config,
    figures::AnswerCounters,
    openapi,
    operations::{self, Operations},
    pages::Pages,
};

/// Connections that may wait to be accepted: when a node has gone, all its watchers come to the others within seconds.
/// What does not fit is tried again by its kernel a second later. Linux allows no more than `net.core.somaxconn`.
const WAITING: u32 = 4096;

pub(super) fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    let listen = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // Else a node that is started anew would have to wait for the old one's last connections. Elsewhere it would
        // let two programs listen.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(WAITING)
    };
    listen().map_err(|source| StartError::Listen { address, source })
}

/// As many connections as there may be lines, and some for calls beside them.
pub(super) fn accept_limits(config: &Config, limits: &Limits, security: SecurityLog) -> AcceptLimits {
    let tell = move |peer| {
        let (who, subject) = (&Actor::Guest, "connections");
        security.tell(SecurityEvent { kind: SecurityKind::Limit, who, address: Some(peer), subject });
    };
    let proxies = config.trusted_proxies.clone();
    AcceptLimits {
        connections: limits.live.sockets.saturating_add(128),
        plain_per_address: config.connections_per_address,
        counted_by: CountedBy(Arc::new(move |peer| (!proxies.trusts(peer)).then(|| limit_unit(peer)))),
        one_too_many: OneTooMany(Arc::new(tell)),
        ..AcceptLimits::default()
    }
}

static TRACKING: DocumentedRoutes<Tracking> = DocumentedRoutes::new(tracking::routes::routes);
static DISPATCH: DocumentedRoutes<Dispatch> = DocumentedRoutes::new(dispatch::routes::routes);
static OPERATIONS: DocumentedRoutes<Operations> = DocumentedRoutes::new(operations::routes);

/// Every call that is no page. What begins as one and is none must not be answered with a page.
pub(super) fn api(
    tracking: Tracking,
    dispatch: Dispatch,
    staff: ::staff::StaffState,
    ordering: Ordering,
    customers: Customers,
    loyalty: LoyaltyProgramme,
    operations: Operations,
) -> Router {
    let mut api = Router::<()>::new()
        .merge(TRACKING.router().with_state(tracking))
        .merge(DISPATCH.router().with_state(dispatch))
        .merge(::staff::routes::router(staff))
        .merge(ordering::routes::router(ordering))
        .merge(customers::routes::router(customers))
        .merge(loyalty::routes::router(loyalty))
        .merge(OPERATIONS.router().with_state(operations))
        .route("/api/openapi.json", axum::routing::get(document));
    for rest in ["/api", "/api/", "/api/{*rest}"] {
        api = api.route(rest, axum::routing::any(no_route));
    }
    api.layer(middleware::from_fn(number_users_errors))
}

/// All routes, with what is done for each of them.
pub(super) fn router(
    config: &Config,
    public_url: &str,
    api: Router,
    pages: Pages,
    answers: AnswerCounters,
    security: SecurityLog,
    callers: Arc<dyn Callers>,
) -> Router {
    let tiles = config.tile_url.as_deref().and_then(tile_host);
    // A browser holds the redirect of a form against the page's policy.
    let forms = config.oidc_issuer().and_then(origin_of);
    let captcha =
        if config.captcha_site_key().is_some() { RECAPTCHA_ORIGINS.map(str::to_owned).to_vec() } else { Vec::new() };
    let ::content::Hosts { scripts, frames, pictures, .. } = config.story_hosts();
    let elsewhere = Elsewhere { tiles, scripts, frames, pictures, forms, captcha };
    let headers = SecurityHeaders::new(public_url, &elsewhere, pages.script_hash().as_deref());
    let surroundings = Arc::new(Surroundings {
        proxies: config.trusted_proxies.clone(),
        under_way: UnderWay::new(config.rate_factor),
        headers,
        answers,
        security,
        callers,
    });
    api.method_not_allowed_fallback(no_method)
        .merge(pages.router())
        .layer(middleware::from_fn_with_state(surroundings, surround))
}

/// What is done for each call takes this.
struct Surroundings {
    proxies: TrustedProxies,
    under_way: UnderWay,
    headers: SecurityHeaders,
    answers: AnswerCounters,
    security: SecurityLog,
    callers: Arc<dyn Callers>,
}

/// Does for a call what is done for each. One layer: each layer boxes every call once more.
async fn surround(State(by): State<Arc<Surroundings>>, mut request: Request, next: Next) -> Response {
    address::identify(&by.proxies, &mut request);
    let witness = Witness::begin(&by.security, &mut request);
    let (method, route) = (request.method().clone(), request.extensions().get::<MatchedPath>().cloned());
    // The pages' files are compressed already.
    let uri = request.uri().clone();
    let is_api = uri.path().starts_with("/api/");
    let is_gzip_taken = takes(request.headers(), "gzip");
    let address =
        request.extensions().get::<ClientAddress>().map_or(IpAddr::from([0, 0, 0, 0]), |caller| caller.address);
    let mut response = if host::is_well_named(&request) {
        by.under_way.call(address, request, |request| observe_admitted(&*by.callers, request, next)).await
    } else {
        host::refusal().into_response()
    };
    witness.answered(&response, || format!("{method} {}", route.as_ref().map_or("-", MatchedPath::as_str)));
    if is_api {
        response = compress(response, is_gzip_taken).await;
    }
    by.answers.count(response.status());
    by.headers.add_to(uri.path(), &mut response);
    response
}

/// The scheme and host of a tile address, for the page's security policy.
fn tile_host(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let host = rest.split('/').next()?.replace("{s}", "*");
    Some(format!("{scheme}://{host}"))
}

async fn document() -> Result<Response, server::ApiError> {
    use axum::http::header;
    let text = openapi::text().map_err(|error| server::ApiError::internal(&error))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::time::Duration;

    use tokio::{net::TcpStream, time::timeout};

    use super::*;

    #[tokio::test]
    async fn a_crowd_may_wait_to_be_accepted() {
        let listener = listen(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let address = listener.local_addr().unwrap();
        let mut crowd = Vec::new();
        // Nobody accepts them. One that finds no room would be silent until its kernel gives up.
        for _ in 0..600 {
            let connected = timeout(Duration::from_secs(20), TcpStream::connect(address)).await;
            crowd.push(connected.expect("there is room").unwrap());
        }
        assert_eq!(crowd.len(), 600);
    }
}
