//! A world in small: one order, the nodes that watch it, the bus between them, and the people.

use std::sync::Arc;

use bus::{Announcement, OrderOutlook, StatusNews};
use domain::{
    Actor,
    batch::Travel,
    car::{Position, Sighting, Stop, StopTurn, doors_of},
    geo::LatLng,
    ids::{OrderId, RestaurantId, Seq},
    order::{Order, Source, Status, StatusEvent},
};
use jiff::{SignedDuration, Timestamp};
use live::{
    ConnectionId,
    mock_socket::{MockConnection, WrittenFrame, written},
};
use metrics::Metrics;
use prometheus_client::registry::Registry;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::{
    person::{Person, Seen},
    sample,
};
use crate::{
    Limits,
    hub::{
        topic::{FrameDelivery, Now, OrderAdmission, OrderTopic},
        view::{Following, View, car_of},
    },
    session::FrameEffect,
    source_tag, topic_id,
};

pub(super) const ORDER: OrderId = OrderId(7);
const NODES: usize = 2;

/// One node's place for the order, and what has not reached it yet.
pub(super) struct Node {
    pub(super) topic: Arc<OrderTopic>,
    pub(super) on_its_way: Vec<Announcement>,
    pub(super) sightings: Vec<Sighting>,
    /// Reads that have begun and not come back.
    pub(super) reads: Vec<Arc<View>>,
}

pub(super) struct World {
    pub(super) chance: StdRng,
    pub(super) order: Order,
    pub(super) nodes: Vec<Node>,
    pub(super) people: Vec<Person>,
    pub(super) seen: Seen,
    /// The newest that is known of the car.
    car: Option<Arc<Sighting>>,
    limits: Limits,
    next_connection: ConnectionId,
}

pub(super) fn now() -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_hours(1)
}

impl World {
    pub(super) fn new(seed: u64) -> Self {
        let mut order = sample::order(ORDER);
        order.customer.coordinates = Some(my_door());
        order.history.push(event(0, Status::Received));
        let limits = Limits {
            live: live::LiveLimits { queued_frames: 6, ..live::LiveLimits::default() },
            held: 4,
            missed_statuses: 5,
            ..Limits::default()
        };
        let metrics = Arc::new(Metrics::register(&mut Registry::default()));
        let node = |_| Node {
            topic: Arc::new(OrderTopic::new(ORDER, &limits, &metrics)),
            on_its_way: Vec::new(),
            sightings: Vec::new(),
            reads: Vec::new(),
        };
        let nodes = (0..NODES).map(node).collect();
        let chance = StdRng::seed_from_u64(seed);
        Self { chance, order, nodes, people: Vec::new(), seen: Seen::default(), car: None, limits, next_connection: 1 }
    }

    /// Commits the next status, and sends the news on their way.
    pub(super) fn commit(&mut self, status: Status) {
        if self.is_final() {
            return;
        }
        let order = &mut self.order;
        (order.seq, order.rev, order.status) = (order.seq.next(), order.rev.next(), status);
        let event = event(order.seq.0, status);
        order.history.push(event.clone());
        let is_aboard = matches!(status, Status::InCar | Status::BeingDelivered);
        order.travel = is_aboard.then(|| travel(self.chance.random_range(0..3)));
        let news = status_news(&event, OrderOutlook::new(order.estimate, order.travel.as_ref()));
        let news = Announcement::status(ORDER, RestaurantId(1), order.seq, order.rev, news);
        self.announce(&news.showing(car_of(&self.order).cloned(), true));
    }

    /// Commits a change without a status: an estimate, or another order of stops.
    pub(super) fn change(&mut self) {
        let other_stops = self.chance.random();
        self.change_to(other_stops);
    }

    /// The one or the other.
    pub(super) fn change_to(&mut self, other_stops: bool) {
        self.order.rev = self.order.rev.next();
        let other_stops = other_stops && self.order.travel.is_some();
        if other_stops {
            self.order.travel = Some(travel(self.chance.random_range(0..3)));
        }
        let (seq, rev) = (self.order.seq, self.order.rev);
        let outlook = OrderOutlook::new(self.order.estimate, self.order.travel.as_ref());
        let news = Announcement::change(ORDER, RestaurantId(1), seq, rev, Some(outlook));
        self.announce(&news.showing(car_of(&self.order).cloned(), other_stops));
    }

    /// The car is somewhere: at a door, or on the road. Each node will hear of it, or not.
    pub(super) fn drive(&mut self) {
        let at = self
            .car
            .as_ref()
            .map_or(now() - SignedDuration::from_secs(100), |seen| seen.position.at + SignedDuration::from_millis(100));
        let place = [my_door(), other_door(), on_the_road()][self.chance.random_range(0..3)];
        let position = Position { place, at, heading_deg: None, speed_kmh: None, accuracy_m: None };
        let sighting = Sighting::new(self.car.as_deref(), CAR.parse().unwrap(), position, &doors_of(&[self.other()]));
        for node in &mut self.nodes {
            node.sightings.push(sighting.clone());
        }
        self.car = Some(Arc::new(sighting));
    }

    /// The other stop: it is done where none comes before the order's own.
    fn other(&self) -> Stop {
        let is_done = self.order.travel.as_ref().is_some_and(|travel| travel.stops_before == 0);
        Stop {
            order: OrderId(8),
            batch: travel(0).batch,
            is_aboard: true,
            place: Some(other_door()),
            turn: StopTurn::attempt(0),
            done: is_done.then_some(Timestamp::UNIX_EPOCH),
            ended_at: None,
            behind: None,
            departed_at: Some(Timestamp::UNIX_EPOCH),
        }
    }

    /// A node hears where the car was, perhaps late. Things may happen between the topic's hearing of it and the telling.
    pub(super) fn deliver_sighting(&mut self, node: usize) {
        let many = self.nodes[node].sightings.len();
        if many > 0 {
            let index = self.chance.random_range(0..many);
            let sighting = Arc::new(self.nodes[node].sightings.swap_remove(index));
            let topic = Arc::clone(&self.nodes[node].topic);
            let delivery = topic.see(&sighting, source_tag(&sighting.car), Now::at_day(now()));
            let meanwhile = self.chance.random_range(0..6);
            match meanwhile {
                0 => self.deliver(node),
                1 => self.deliver_sighting(node),
                2 => self.sweep(node),
                _ => {}
            }
            self.seen.held_deliveries += usize::from(delivery.is_some() && meanwhile <= 2);
            delivery.into_iter().for_each(FrameDelivery::send);
        }
    }

    fn announce(&mut self, news: &Announcement) {
        for node in &mut self.nodes {
            node.on_its_way.push(news.clone());
        }
    }

    pub(super) fn is_final(&self) -> bool {
        self.order.status.is_final()
    }

    pub(super) fn has_expired(&self) -> bool {
        self.order.expires_at <= now()
    }

    pub(super) fn car(&self) -> Option<&Arc<Sighting>> {
        self.car.as_ref()
    }

    pub(super) fn view(&self) -> Arc<View> {
        Arc::new(View::new(self.order.clone(), Following::of(&self.order, &[self.other()])))
    }

    /// Some news reach a node: any of them, and perhaps again later.
    pub(super) fn deliver(&mut self, node: usize) {
        let many = self.nodes[node].on_its_way.len();
        if many == 0 {
            return;
        }
        let (index, stays) = (self.chance.random_range(0..many), self.chance.random_bool(0.2));
        let place = &mut self.nodes[node];
        let news = if stays { place.on_its_way[index].clone() } else { place.on_its_way.swap_remove(index) };
        if place.topic.receive(&news).has_jump {
            self.seen.jumps += 1;
            // Whoever mends the jump may be slow: the sweep is there too.
            place.topic.repaired();
        }
    }

    /// The sweep: what a node was told last against what is kept.
    pub(super) fn sweep(&mut self, node: usize) {
        let topic = Arc::clone(&self.nodes[node].topic);
        let kept = (self.order.seq, self.order.rev);
        let is_behind = topic.sent().is_some_and(|sent| kept.0 > sent.0 || kept.1 > sent.1);
        if is_behind || topic.lacks_visibility() || self.has_expired() {
            topic.absorb(&self.view(), self.car.as_ref(), now());
        }
        topic.tend(&self.limits);
    }

    /// A new person at a node.
    pub(super) fn come(&mut self, node: usize, last: Option<i64>) -> usize {
        let connection = MockConnection::open(self.next_connection, &self.limits.live);
        self.next_connection += 1;
        self.people.push(Person::new(node, connection, &self.limits, last));
        self.people.len() - 1
    }

    /// A person subscribes; things may happen between the read and the place.
    pub(super) fn join(&mut self, who: usize, since: Option<i64>, meanwhile: impl Fn(&mut Self)) {
        let since_text = since.map_or(String::new(), |since| format!(",\"since\":{since}"));
        let text = format!(r#"{{"type":"subscribe","topic":"order","orderId":"7","orderKey":"k"{since_text}}}"#);
        let FrameEffect::Join(ask) = self.people[who].session.on_text(&text) else { panic!("a subscription is one") };
        let topic = Arc::clone(&self.nodes[self.people[who].node].topic);
        for attempt in 0..16 {
            let view = topic.current_view().unwrap_or_else(|| {
                let view = self.view();
                topic.absorb(&view, self.car.as_ref(), now());
                view
            });
            if attempt < 3 {
                meanwhile(self);
            }
            let connection = Arc::clone(&self.people[who].connection);
            match topic.admit(&connection, &view, ask.since, now(), &self.limits) {
                OrderAdmission::Admitted => return self.begin(who, ask.since),
                OrderAdmission::Stale => self.seen.overtaken_joins += 1,
                OrderAdmission::Expired => return assert!(self.has_expired(), "it is told so only where it is"),
                other @ (OrderAdmission::Full | OrderAdmission::Gone) => {
                    panic!("few watch here, and nobody waits: {other:?}")
                }
            }
        }
        panic!("a join was overtaken although nothing happened any more");
    }

    fn begin(&mut self, who: usize, since: Option<i64>) {
        let person = &mut self.people[who];
        person.is_watching = true;
        person.asked.push_back(since);
        self.seen.resumed += usize::from(since.is_some());
    }

    /// A person stops watching.
    pub(super) fn leave(&mut self, who: usize) {
        let person = &mut self.people[who];
        let topic = &self.nodes[person.node].topic;
        person.connection.with(&mut |state| {
            state.unsubscribe(topic_id(ORDER));
        });
        topic.remove(person.connection.id());
        person.is_watching = false;
    }

    /// A person reads all that waits, and checks it; a connection that was closed is left, and its person
    /// comes back on another.
    pub(super) fn read(&mut self, who: usize) {
        let mut frames = Vec::new();
        self.people[who].connection.with(&mut |state| frames = written(state));
        for frame in frames {
            match frame {
                WrittenFrame::Text(text) => {
                    let frame = serde_json::from_str(&text).unwrap();
                    self.people[who].check(&frame, &self.order, &mut self.seen);
                }
                WrittenFrame::Close(code) => {
                    assert_eq!(code, live::CloseCode::TooSlow.row().code);
                    self.seen.too_slow += 1;
                    self.leave(who);
                    let (node, last) = (self.chance.random_range(0..NODES), self.people[who].last);
                    self.come(node, last);
                    self.people.swap_remove(who);
                    return;
                }
            }
        }
    }
}

const CAR: &str = "auto-1";

fn travel(stops_before: u32) -> Travel {
    Travel {
        batch: "B".parse().unwrap(),
        car: CAR.parse().unwrap(),
        stop: stops_before,
        stops_before,
        minutes: None,
        updated_at: Timestamp::UNIX_EPOCH,
        departed_at: None,
    }
}

fn my_door() -> LatLng {
    LatLng::new(60.170, 24.94).unwrap()
}

pub(super) fn other_door() -> LatLng {
    LatLng::new(60.180, 24.94).unwrap()
}

fn on_the_road() -> LatLng {
    LatLng::new(60.175, 24.94).unwrap()
}

fn event(seq: i64, status: Status) -> StatusEvent {
    StatusEvent {
        seq: Seq(seq),
        status,
        at: Timestamp::UNIX_EPOCH,
        recorded_at: Timestamp::UNIX_EPOCH,
        source: Source::Kitchen,
        actor: Actor::key("k"),
        event_id: None,
        note: None,
        staff_note: None,
        batch: None,
        car: None,
    }
}

fn status_news(event: &StatusEvent, outlook: OrderOutlook) -> StatusNews {
    let StatusEvent { status, at, source, note, .. } = event.clone();
    StatusNews { status, at, source, note, outlook }
}
