//! The frames of the dispatch line, both ways. Every type here is also in the API's document.

use http::ApiError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::{
    payload::KitchenRow,
    protocol::BeatFrame,
    routes::{
        positions::{NewPosition, PositionsSet},
        status::{SetOneStatus, StatusSet},
    },
};

/// What a kitchen, a dispatcher or a car says. Unknown types are ignored. This is its shape; what comes
/// is read step by step.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
#[expect(dead_code, reason = "shows the shape in the API's document")]
pub(crate) enum DispatchClientFrame {
    /// The key, where it did not come with the upgrade. Nothing else is taken before it.
    Auth(AuthFrame),
    /// An order has a new status.
    Status(StatusCall),
    /// A car was somewhere.
    Position(PositionCall),
    /// Tell me of a restaurant's orders: all that are open, then what changes.
    Watch(WatchCall),
}

/// See [`DispatchClientFrame::Auth`].
#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "shows the shape in the API's document; the key is read by itself")]
pub(crate) struct AuthFrame {
    /// A dispatch key.
    key: String,
}

impl std::fmt::Debug for AuthFrame {
    /// Without the key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AuthFrame(…)")
    }
}

/// See [`DispatchClientFrame::Status`].
#[derive(Debug, Deserialize, ToSchema)]
#[expect(dead_code, reason = "shows the shape in the API's document; the call is read by its own kind")]
pub(crate) struct StatusCall {
    /// The caller's number for the call; its answer bears the same.
    id: i64,
    #[serde(flatten)]
    status: SetOneStatus,
}

/// See [`DispatchClientFrame::Position`].
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "shows the shape in the API's document; the call is read by its own kind")]
pub(crate) struct PositionCall {
    /// The caller's number for the call; its answer bears the same.
    id: i64,
    /// The car's name.
    car_id: String,
    /// Where it was; at most 100.
    positions: Vec<NewPosition>,
}

/// See [`DispatchClientFrame::Watch`].
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "shows the shape in the API's document; the call is read by its own kind")]
pub(crate) struct WatchCall {
    /// The caller's number for the call; its answer bears the same.
    id: i64,
    /// The restaurant.
    restaurant_id: String,
}

/// What the server says on a dispatch line.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "orders and beats are written elsewhere; here they show their shape in the API's document"
)]
#[expect(clippy::large_enum_variant, reason = "made, encoded and dropped at once")]
pub(crate) enum DispatchServerFrame {
    /// A call was carried out.
    Ack(AckFrame),
    /// Several were.
    Acks(AcksFrame),
    /// A call was refused, or a frame was.
    Error(DispatchErrorFrame),
    /// An order of a watched restaurant as it stands.
    Order(OrderFrame),
    /// Sent whenever nothing else was for 15 seconds.
    Beat(BeatFrame),
}

/// See [`DispatchServerFrame::Ack`].
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AckFrame {
    /// The caller's number for the call.
    pub(super) id: i64,
    /// What the REST call of its kind answers.
    #[serde(flatten)]
    pub(super) answer: DispatchAnswer,
}

/// What a call that was carried out is answered with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum DispatchAnswer {
    /// Where the order stands now.
    Status(StatusSet),
    /// What became of the positions.
    Position(PositionsSet),
    /// The restaurant that is watched from now on.
    Watch(Watching),
}

/// A restaurant that is watched from now on. Its orders follow.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Watching {
    /// The restaurant.
    pub(super) restaurant_id: String,
}

/// See [`DispatchServerFrame::Acks`].
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AcksFrame {
    /// Each as it would be alone.
    pub(super) acks: Vec<OneAck>,
}

/// One of several.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum OneAck {
    /// A call was carried out.
    Ack(AckFrame),
}

/// See [`DispatchServerFrame::Error`].
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DispatchErrorFrame {
    /// The caller's number for the call, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    id: Option<i64>,
    /// A code of the catalogue.
    code: String,
    /// What a person may read, in Finnish.
    message: String,
    /// What a program may need besides, where the REST call would say more.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object, required = false)]
    metadata: Map<String, Value>,
}

/// See [`DispatchServerFrame::Order`].
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderFrame {
    /// The order.
    order: KitchenRow,
}

impl DispatchErrorFrame {
    /// Why a call was refused, or a frame.
    pub(super) fn new(id: Option<i64>, error: &ApiError) -> Self {
        let body = error.body();
        Self { id, code: body.message_code, message: body.message, metadata: body.metadata }
    }
}
