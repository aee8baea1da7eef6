//! Those who wait for an order's money, in their topic.

use std::sync::Arc;

use domain::ids::OrderId;
use live::{
    Connection, ConnectionId, Frame, LiveLimits,
    control::complaint,
    mock_socket::{MockConnection, WrittenFrame, written},
};
use metrics::Metrics;
use prometheus_client::registry::Registry;

use super::{sample, world::now};
use crate::{
    Limits,
    hub::{
        topic::{OrderAdmission, OrderTopic},
        view::View,
    },
    topic_id,
};

const ORDER: OrderId = OrderId(7);

fn topic(limits: &Limits) -> OrderTopic {
    OrderTopic::new(ORDER, limits, &Arc::new(Metrics::register(&mut Registry::default())))
}

fn open(id: ConnectionId) -> Arc<dyn Connection> {
    MockConnection::open(id, &LiveLimits::default())
}

fn told(connection: &Arc<dyn Connection>) -> Vec<String> {
    let mut frames = Vec::new();
    connection.with(&mut |state| frames = written(state));
    let text = |frame| match frame {
        WrittenFrame::Text(text) => text,
        WrittenFrame::Close(code) => panic!("closed with {code}"),
    };
    frames.into_iter().map(text).collect()
}

fn view() -> View {
    View::new(sample::order(ORDER), None)
}

fn word() -> Frame {
    complaint()
}

#[test]
fn whoever_leaves_before_its_place_is_ready_is_told_nothing() {
    let limits = Limits::default();
    let (topic, connection) = (topic(&limits), open(1));
    assert!(topic.wait(&connection, &word(), &limits));
    assert_eq!((told(&connection).len(), topic.is_awaited()), (1, true));
    // As `unsubscribe` does, before it takes the place away.
    connection.with(&mut |state| {
        state.unsubscribe(topic_id(ORDER));
    });
    assert_eq!(topic.admit_waiting(&connection, &view(), now(), &limits), OrderAdmission::Gone);
    topic.dismiss_waiting(&connection, &word());
    assert!(told(&connection).is_empty() && topic.watchers().is_empty() && !topic.is_awaited());
}

#[test]
fn a_place_is_given_once() {
    let limits = Limits::default();
    let (topic, connection) = (topic(&limits), open(1));
    assert!(topic.wait(&connection, &word(), &limits));
    assert_eq!(topic.admit_waiting(&connection, &view(), now(), &limits), OrderAdmission::Admitted);
    assert_eq!(topic.admit_waiting(&connection, &view(), now(), &limits), OrderAdmission::Gone);
    topic.dismiss_waiting(&connection, &word());
    let told = told(&connection);
    assert!(told.len() == 3 && told[1].contains("subscribed") && told[2].contains("snapshot"), "{told:?}");
    assert_eq!(topic.watchers().len(), 1);
    topic.remove(connection.id());
    assert!(topic.watchers().is_empty());
}

#[test]
fn those_who_wait_keep_the_topic_and_count_against_its_bound() {
    let limits = Limits { sockets_per_order: 1, unwatched: std::time::Duration::ZERO, ..Limits::default() };
    let (topic, first, second) = (topic(&limits), open(1), open(2));
    assert!(topic.is_idle(&limits));
    assert!(topic.wait(&first, &word(), &limits) && topic.wait(&first, &word(), &limits));
    assert!(!topic.is_idle(&limits) && !topic.wait(&second, &word(), &limits));
    topic.dismiss_waiting(&first, &word());
    assert!(topic.is_idle(&limits) && topic.wait(&second, &word(), &limits));
    assert_eq!(told(&first).len(), 3);
}
