//! What operators and the app itself ask: health, readiness, figures, version, configuration.

use std::{fmt, sync::Arc};

use axum::{
    Router,
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use domain::error::Code;
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric, text::encode},
    metrics::gauge::ConstGauge,
    registry::Registry,
};
use protocol::payload::OrderTypePayload;
use serde::{Deserialize, Serialize};
use server::{ApiError, Json, Query, host, layers::no_route};
use tracking::Hub;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::readiness::Writes;

/// What these routes work on.
#[derive(Clone)]
pub(crate) struct Operations {
    pub(crate) hub: Hub,
    pub(crate) writes: Writes,
    pub(crate) registry: Arc<Registry>,
    pub(crate) config: ClientConfig,
    /// The version of the server, and of the pages that it was built with.
    pub(crate) version: Arc<str>,
    /// The demo's running orders; none outside the demo.
    pub(crate) demo: Option<RunningOrders>,
}

/// What lists the demo's running orders: the one to follow, then the newest first.
pub type RunningOrders = Arc<dyn Fn() -> Vec<DemoOrder> + Send + Sync>;

/// What the page must know of the server's configuration.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClientConfig {
    /// The server's version.
    version: String,
    /// Whether this is the demo, with its simulated city.
    demo: bool,
    /// The map's tile server; null: the built-in map.
    #[schema(required)]
    tile_url: Option<String>,
    /// Whom the tiles are credited to.
    #[schema(required)]
    tile_attribution: Option<String>,
}

impl ClientConfig {
    pub(crate) fn new(demo: bool, tile_url: Option<String>, tile_attribution: Option<String>) -> Self {
        Self { version: env!("CARGO_PKG_VERSION").to_owned(), demo, tile_url, tile_attribution }
    }
}

/// Whether the node can serve.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Readiness {
    /// What is away although the node serves.
    degraded: Vec<&'static str>,
}

/// The demo's running orders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DemoOrders {
    /// The one to follow, then the newest first.
    orders: Vec<DemoOrder>,
}

/// A running order of the demo.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DemoOrder {
    /// Its number.
    pub order_id: String,
    /// How it reaches its eater.
    pub order_type: OrderTypePayload,
    /// Who makes it.
    pub restaurant_name: String,
    /// Its status, −1…13.
    pub status: i16,
    /// The time the customer asked for.
    #[schema(required)]
    pub pre_order_time: Option<String>,
    /// Path of its tracking page.
    pub tracking_path: String,
}

/// The documented routes.
pub(crate) fn routes() -> OpenApiRouter<Operations> {
    OpenApiRouter::new()
        .routes(routes!(healthz))
        .routes(routes!(readyz))
        .routes(routes!(version))
        .routes(routes!(config))
        .routes(routes!(demo_orders))
}

/// The tasks of the process' runtime, counted whenever somebody asks.
#[derive(Debug)]
pub(crate) struct Tasks(pub(crate) tokio::runtime::Handle);

impl Collector for Tasks {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let tasks = self.0.metrics().num_alive_tasks();
        let gauge = ConstGauge::new(i64::try_from(tasks).unwrap_or(i64::MAX));
        gauge.encode(encoder.encode_descriptor("ovelle_tasks", "Tasks that run or wait", None, gauge.metric_type())?)
    }
}

/// `/metrics`, for a listener of its own.
pub(crate) fn metrics_router(registry: Arc<Registry>) -> Router {
    Router::new().route("/metrics", get(metrics)).route_layer(middleware::from_fn(host::require)).with_state(registry)
}

/// `/metrics` beside what everybody may ask for: there for callers on this machine alone.
pub(crate) fn local_metrics_router(registry: Arc<Registry>) -> Router {
    let metrics = Router::new().route("/metrics", get(metrics)).with_state(registry);
    metrics.route_layer(middleware::from_fn(async |request: Request, next: Next| {
        if host::is_from_this_machine(&request) { next.run(request).await } else { no_route().await.into_response() }
    }))
}

/// Whether the process lives.
#[utoipa::path(get, path = "/healthz", operation_id = "healthz", tag = "operations",
    responses((status = 200, description = "It lives", body = String)))]
async fn healthz() -> &'static str {
    "ok"
}

/// Whether it is asked for reads alone.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ReadinessQuery {
    /// Asks whether reads are answered, whatever becomes of writes. Its value does not matter.
    reads: Option<String>,
}

/// Whether the node can serve.
///
/// While the database takes writes, which is asked every second by writing; with `reads`, while it answers reads.
#[utoipa::path(get, path = "/readyz", operation_id = "readyz", tag = "operations", params(ReadinessQuery),
    responses(
        (status = 200, description = "It can", body = Readiness),
        (status = 503, description = "It cannot; `metadata.missing` says why", body = server::ErrorBody)))]
async fn readyz(
    State(operations): State<Operations>,
    Query(asked): Query<ReadinessQuery>,
) -> Result<Json<Readiness>, ApiError> {
    let health = operations.hub.health();
    if operations.hub.connections().is_draining() {
        return Err(ApiError::new(Code::Draining));
    }
    let mut missing = Vec::new();
    let database = if asked.reads.is_some() { operations.reads().await } else { operations.writes.are_taken() };
    if !database {
        missing.push("database");
    }
    if !health.has_met_bus() {
        missing.push("bus");
    }
    if !missing.is_empty() {
        return Err(ApiError::unavailable().with("missing", missing));
    }
    let degraded = if health.is_bus_away() { vec!["bus"] } else { Vec::new() };
    Ok(Json(Readiness { degraded }))
}

impl Operations {
    /// Whether the database answers reads.
    async fn reads(&self) -> bool {
        let answered = self.hub.deps().store.ping().await;
        if let Err(error) = &answered {
            tracing::warn!(error = %domain::error::chain(error), "the database answers no reads");
        }
        answered.is_ok()
    }
}

/// The version of the server and the build of its pages, as plain text.
#[utoipa::path(get, path = "/version", operation_id = "version", tag = "operations",
    responses((status = 200, description = "The version", body = String)))]
async fn version(State(operations): State<Operations>) -> String {
    operations.version.to_string()
}

/// What the page must know.
#[utoipa::path(get, path = "/api/config", operation_id = "getConfig", tag = "operations",
    responses((status = 200, description = "The configuration", body = ClientConfig)))]
async fn config(State(operations): State<Operations>) -> Json<ClientConfig> {
    Json(operations.config)
}

/// The running orders of the demo's city.
#[utoipa::path(get, path = "/api/demo/orders", operation_id = "listDemoOrders", tag = "operations",
    responses(
        (status = 200, description = "The running orders", body = DemoOrders),
        (status = 404, description = "This is no demo", body = server::ErrorBody)))]
async fn demo_orders(State(operations): State<Operations>) -> Result<Json<DemoOrders>, ApiError> {
    let running = operations.demo.ok_or_else(|| ApiError::new(Code::NoRoute))?;
    Ok(Json(DemoOrders { orders: running() }))
}

/// The figures, in Prometheus' text form.
async fn metrics(State(registry): State<Arc<Registry>>) -> Response {
    let mut text = String::new();
    match encode(&mut text, &registry) {
        Ok(()) => {
            let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
            ([(header::CONTENT_TYPE, kind)], text).into_response()
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
