//! The frames of the dispatch connection, both ways. Every type here is also in the API's document.

use fastpath::JsonWriter;
use live::{Frame, FrameKind};
use protocol::{
    frames::BeatFrame,
    payload::{KitchenRow, RestaurantState},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use server::ApiError;
use utoipa::ToSchema;

use crate::{
    positions::{NewPosition, PositionsSet},
    statuses::{SetOneStatus, StatusSet},
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
    restaurant_id: String,
}

/// What the server says on a dispatch connection.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "orders, restaurants, beats and acknowledgements are written elsewhere; here they show their shape in the API's document"
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
    /// What a watched restaurant says of itself.
    Restaurant(RestaurantFrame),
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
#[cfg_attr(not(test), expect(dead_code, reason = "shows its shape in the API's document; it is written by hand"))]
pub(crate) enum OneAck {
    /// A call was carried out.
    Ack(AckFrame),
}

/// The same, of one that is another's.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum OneAckRef<'a> {
    Ack(&'a AckFrame),
}

/// See [`DispatchServerFrame::Error`].
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DispatchErrorFrame {
    /// The caller's number for the call, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    id: Option<i64>,
    /// A code of the catalogue.
    #[schema(value_type = server::error::MessageCode)]
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
    order: KitchenRow,
}

/// See [`DispatchServerFrame::Restaurant`].
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RestaurantFrame {
    restaurant: RestaurantState,
}

/// Writes an acknowledgement as JSON, or several in one frame: the same text as [`DispatchServerFrame`] has. Positions
/// are most of what is acknowledged, and this takes a fraction of the time.
pub(super) fn write_acks(acks: &[AckFrame], into: &mut Vec<u8>) {
    if let [ack] = acks {
        return ack.write(into);
    }
    into.extend_from_slice(br#"{"type":"acks","acks":["#);
    for (index, ack) in acks.iter().enumerate() {
        if index > 0 {
            into.push(b',');
        }
        ack.write(into);
    }
    into.extend_from_slice(b"]}");
}

/// More than the longest acknowledgement of positions takes, in bytes.
const LONGEST_ACK: usize = 112;

impl AckFrame {
    fn write(&self, into: &mut Vec<u8>) {
        let DispatchAnswer::Position(PositionsSet { accepted, stale }) = &self.answer else {
            // Of plain data with string keys, into memory: it does not fail.
            let _ = serde_json::to_writer(into, &OneAckRef::Ack(self));
            return;
        };
        let mut writer = JsonWriter::<LONGEST_ACK>::new();
        writer.piece(br#"{"type":"ack","id":"#);
        writer.integer(self.id);
        writer.piece(br#","accepted":"#);
        writer.integer(*accepted);
        writer.piece(br#","stale":"#);
        writer.integer(*stale);
        writer.piece(b"}");
        into.extend_from_slice(writer.written());
    }
}

impl DispatchErrorFrame {
    /// Why a call was refused, or a frame.
    pub(super) fn new(id: Option<i64>, error: &ApiError) -> Self {
        let body = error.body();
        Self { id, code: body.message_code, message: body.message, metadata: body.metadata }
    }
}

/// A frame of this protocol that answers its client.
pub(super) fn answer_frame(frame: &DispatchServerFrame) -> Frame {
    let text = serde_json::to_string(frame).expect("frames are plain data with string keys");
    Frame::encoded(&text, FrameKind::Answer)
}

#[cfg(test)]
mod tests {
    use domain::{ids::RestaurantId, live_state::LiveState};
    use jiff::Timestamp;
    use proptest::prelude::*;
    use protocol::frames::restaurant_frame;

    use super::*;

    fn ack((id, accepted, stale): (i64, usize, usize)) -> AckFrame {
        AckFrame { id, answer: DispatchAnswer::Position(PositionsSet { accepted, stale }) }
    }

    proptest! {
        #[test]
        fn acknowledgements_are_written_as_any_frame_is(
            of_positions in prop::collection::vec(any::<(i64, usize, usize)>(), 0..4),
            of_watches in prop::collection::vec(any::<i64>(), 0..2),
        ) {
            let acks = || {
                let watch = |id: &i64| {
                    let answer = DispatchAnswer::Watch(Watching { restaurant_id: "12".to_owned() });
                    AckFrame { id: *id, answer }
                };
                of_positions.iter().copied().map(ack).chain(of_watches.iter().map(watch)).collect::<Vec<_>>()
            };
            prop_assume!(!acks().is_empty());
            let mut written = Vec::new();
            write_acks(&acks(), &mut written);
            let frame = match acks().len() {
                1 => DispatchServerFrame::Ack(acks().remove(0)),
                _ => DispatchServerFrame::Acks(AcksFrame { acks: acks().into_iter().map(OneAck::Ack).collect() }),
            };
            prop_assert_eq!(String::from_utf8(written).unwrap(), serde_json::to_string(&frame).unwrap());
        }
    }

    #[test]
    fn a_restaurant_is_written_as_any_frame_is() {
        let restaurant = || {
            let (state, now) = (LiveState::default(), Timestamp::UNIX_EPOCH);
            RestaurantState::of(RestaurantId(12), &state, now)
        };
        let frame = DispatchServerFrame::Restaurant(RestaurantFrame { restaurant: restaurant() });
        assert_eq!(restaurant_frame(restaurant()), serde_json::to_string(&frame).unwrap());
    }
}
