//! Whatever a client says, in whatever order: each frame has the effect that the contract gives it, and the fourth bad one
//! closes.

use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};

use super::*;
use crate::tests::seeds;

/// Sequences in a usual test run.
const RUNS: u64 = 20_000;
const FRAMES: usize = 24;

/// What a frame means, as the contract says it.
#[derive(Debug, Clone, PartialEq)]
enum Meaning {
    Effect(FrameEffect),
    Bad,
}

#[test]
fn every_sequence_of_frames_has_the_effects_of_the_contract() {
    let mut closed = 0;
    let runs = seeds::each(RUNS, |seed| {
        let mut chance = StdRng::seed_from_u64(seed);
        let limits = LiveLimits { bad_frames: chance.random_range(0..6), ..LiveLimits::default() };
        let (mut session, mut forgiven) = (ClientSession::new(&limits), 0);
        for _ in 0..FRAMES {
            let (said, meaning) = frame(&mut chance);
            let effect = match &said {
                Some(text) => session.on_text(text),
                None => session.on_binary(),
            };
            let expected = match meaning {
                Meaning::Effect(effect) => effect,
                Meaning::Bad if forgiven < limits.bad_frames => {
                    forgiven += 1;
                    FrameEffect::Complain
                }
                Meaning::Bad => FrameEffect::Dismiss(CloseCode::Policy),
            };
            assert_eq!(effect, expected, "{said:?}");
            closed += u64::from(matches!(effect, FrameEffect::Dismiss(_)));
        }
    });
    assert!(!seeds::are_usual() || closed > runs, "bad frames came in sequences that were to close: {closed}");
}

/// A frame and its meaning; no text is a binary frame.
fn frame(chance: &mut StdRng) -> (Option<String>, Meaning) {
    let (frame, meaning) = match chance.random_range(0..100) {
        0..40 => subscription(chance),
        40..48 => {
            let frame = json!({ "type": "unsubscribe", "topic": "order", "orderId": "7" });
            (frame, Meaning::Effect(FrameEffect::Leave("7".to_owned())))
        }
        48..56 => board(chance),
        56..60 => (json!({ "type": "unsubscribe", "topic": "board" }), Meaning::Effect(FrameEffect::LeaveBoard)),
        60..68 => (json!({ "type": "ping" }), Meaning::Effect(FrameEffect::Pong)),
        // What a later version says is passed over.
        68..74 => (json!({ "type": "wave", "topic": 7, "orderId": [] }), Meaning::Effect(FrameEffect::Nothing)),
        74..78 => return (None, Meaning::Bad),
        78..84 => {
            let texts = ["", "{", "x", "\"subscribe\"", "{\"type\":\"ping\"", "{\"type\":\"ping\"}}", "\u{0}"];
            return (Some(texts[chance.random_range(0..texts.len())].to_owned()), Meaning::Bad);
        }
        _ => (bad(chance), Meaning::Bad),
    };
    let mut frame = frame;
    if chance.random_bool(0.2)
        && let Value::Object(fields) = &mut frame
    {
        fields.insert("fromTheFuture".to_owned(), json!([{ "type": "ping" }, 1, null]));
    }
    (Some(frame.to_string()), meaning)
}

fn subscription(chance: &mut StdRng) -> (Value, Meaning) {
    let order_id = ["7", "10234", "ext:a", "", "no such order"][chance.random_range(0..5)].to_owned();
    let mut frame = json!({ "type": "subscribe", "topic": "order", "orderId": order_id });
    let since = chance.random_bool(0.5).then(|| chance.random_range(0..1_000));
    if let Some(since) = since {
        frame["since"] = json!(since);
    }
    let (has_key, has_token) = (chance.random_bool(0.7), chance.random_bool(0.4));
    if has_key {
        frame["orderKey"] = json!("k");
    }
    if has_token {
        frame["token"] = json!("t");
    }
    let pass = match (has_key, has_token) {
        (true, _) => Pass::Key("k".to_owned()),
        (false, true) => Pass::Token("t".to_owned()),
        (false, false) => return (frame, Meaning::Bad),
    };
    (frame, Meaning::Effect(FrameEffect::Join(Join { order_id, pass, since })))
}

fn board(chance: &mut StdRng) -> (Value, Meaning) {
    let restaurant_ids = chance.random_bool(0.5).then(|| vec!["12".to_owned(), "14".to_owned()]);
    let mut frame = json!({ "type": "subscribe", "topic": "board", "token": "t" });
    if let Some(ids) = &restaurant_ids {
        frame["restaurantIds"] = json!(ids);
    }
    let board = SubscribeBoard { token: "t".to_owned(), restaurant_ids, cars: false };
    (frame, Meaning::Effect(FrameEffect::WatchBoard(board)))
}

/// Unknown topics, fields that are missing or of another kind, what is no object.
fn bad(chance: &mut StdRng) -> Value {
    let frames = [
        json!([]),
        json!(7),
        json!(null),
        json!({}),
        json!({ "type": 7 }),
        json!({ "topic": "order", "orderId": "7", "orderKey": "k" }),
        json!({ "type": "subscribe" }),
        json!({ "type": "subscribe", "topic": "weather" }),
        json!({ "type": "subscribe", "topic": "order", "orderKey": "k" }),
        json!({ "type": "subscribe", "topic": "order", "orderId": 7, "orderKey": "k" }),
        json!({ "type": "subscribe", "topic": "order", "orderId": "7", "orderKey": 7 }),
        json!({ "type": "subscribe", "topic": "order", "orderId": "7", "orderKey": "k", "since": "17" }),
        json!({ "type": "subscribe", "topic": "order", "orderId": "7", "orderKey": "k", "since": 1.5 }),
        json!({ "type": "subscribe", "topic": "order", "orderId": "7", "orderKey": "k", "since": -1 }),
        json!({ "type": "subscribe", "topic": "board" }),
        json!({ "type": "subscribe", "topic": "board", "token": [] }),
        json!({ "type": "subscribe", "topic": "board", "token": "t", "restaurantIds": "12" }),
        json!({ "type": "unsubscribe" }),
        json!({ "type": "unsubscribe", "topic": "order" }),
        json!({ "type": "unsubscribe", "topic": "weather" }),
    ];
    frames[chance.random_range(0..frames.len())].clone()
}
