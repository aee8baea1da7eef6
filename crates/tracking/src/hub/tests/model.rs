//! Whatever happens, in whatever order: each connection is told each status once, in order, nothing after
//! the end, and in the end all that there is.

use std::sync::Arc;

use domain::order::Status;
use jiff::Timestamp;
use rand::RngExt;

use super::{
    person::Seen,
    world::{World, now},
};
use crate::tests::seeds;

/// Sequences in a usual test run.
const RUNS: u64 = 10_000;
const STEPS: usize = 60;

#[test]
fn whatever_happens_each_line_is_told_each_status_once_and_in_order() {
    let mut sum = Seen::default();
    seeds::each(RUNS, |seed| {
        let mut world = World::new(seed);
        for _ in 0..STEPS {
            step(&mut world);
        }
        settle(&mut world);
        add(&mut sum, &world.seen);
    });
    if !seeds::are_usual() {
        return;
    }
    assert!(sum.statuses > 10_000 && sum.snapshots > 1_000 && sum.resumed > 1_000, "{sum:?}");
    assert!(sum.ends > 500 && sum.estimates > 1_000 && sum.jumps > 1_000, "{sum:?}");
    assert!(sum.held_deliveries > 100, "{sum:?}");
    assert!(sum.positions > 1_000, "{sum:?}");
    assert!(sum.overtaken_joins > 100 && sum.too_slow > 100, "{sum:?}");
}

#[test]
fn after_a_change_that_was_not_heard_no_position_is_shown_before_the_order_is_read() {
    let mut world = World::new(1);
    world.commit(Status::BeingDelivered);
    let topic = Arc::clone(&world.nodes[0].topic);
    topic.absorb(&world.view(), None, now());
    assert!(topic.visibility().is_some());
    world.nodes[0].on_its_way.clear();
    world.change_to(true);
    world.nodes[0].on_its_way.clear();
    world.change_to(false);
    let estimate = world.nodes[0].on_its_way.pop().unwrap();
    assert!(topic.receive(&estimate).needs_read);
    assert_eq!((topic.visibility(), topic.lacks_visibility()), (None, true));
    topic.absorb(&world.view(), None, now());
    assert_eq!(topic.visibility(), world.view().following.as_ref().map(|following| following.visibility.clone()));
}

fn add(sum: &mut Seen, seen: &Seen) {
    sum.statuses += seen.statuses;
    sum.ends += seen.ends;
    sum.snapshots += seen.snapshots;
    sum.resumed += seen.resumed;
    sum.estimates += seen.estimates;
    sum.positions += seen.positions;
    sum.overtaken_joins += seen.overtaken_joins;
    sum.jumps += seen.jumps;
    sum.held_deliveries += seen.held_deliveries;
    sum.too_slow += seen.too_slow;
}

fn step(world: &mut World) {
    let node = world.chance.random_range(0..world.nodes.len());
    let who = if world.people.is_empty() { None } else { Some(world.chance.random_range(0..world.people.len())) };
    match world.chance.random_range(0..100) {
        0..22 => commit(world),
        22..25 => world.change(),
        25 => miss_a_change(world, node),
        26..31 => world.drive(),
        31..36 => world.deliver_sighting(node),
        36..56 => world.deliver(node),
        56..60 => lose(world, node),
        60..64 => {
            let view = world.view();
            world.nodes[node].reads.push(view);
        }
        64..68 => read_comes_back(world, node),
        68..71 => world.sweep(node),
        71..77 => {
            let who = world.come(node, None);
            world.join(who, None, interrupted);
        }
        77..83 => {
            if let Some(who) = who {
                join_again(world, who);
            }
        }
        83..86 => {
            if let Some(who) = who {
                world.leave(who);
            }
        }
        86..99 => {
            if let Some(who) = who {
                world.read(who);
            }
        }
        _ => {
            if world.chance.random_bool(0.1) {
                world.order.expires_at = Timestamp::UNIX_EPOCH;
            }
        }
    }
}

fn commit(world: &mut World) {
    let status = match world.chance.random_range(0..60) {
        0 => Status::ShowFeedback,
        1 => Status::Cancelled,
        n if n % 3 == 0 => Status::BeingDelivered,
        n if n % 2 == 0 => Status::InCar,
        _ => Status::InBatch,
    };
    world.commit(status);
}

/// The bus drops a message.
fn lose(world: &mut World, node: usize) {
    if let Some(last) = world.nodes[node].on_its_way.len().checked_sub(1) {
        let index = world.chance.random_range(0..=last);
        world.nodes[node].on_its_way.swap_remove(index);
    }
}

/// Of two changes a node hears of the second alone.
fn miss_a_change(world: &mut World, node: usize) {
    let other_stops = world.chance.random();
    world.change_to(other_stops);
    world.nodes[node].on_its_way.pop();
    world.change_to(!other_stops);
    if let Some(news) = world.nodes[node].on_its_way.pop() {
        let _received = world.nodes[node].topic.receive(&news);
    }
}

/// A read comes back, perhaps long after the order has moved on.
fn read_comes_back(world: &mut World, node: usize) {
    let car = world.car().cloned();
    let node = &mut world.nodes[node];
    if !node.reads.is_empty() {
        let view = node.reads.remove(0);
        node.topic.absorb(&view, car.as_ref(), now());
    }
}

/// What may happen between a join's read and its place.
fn interrupted(world: &mut World) {
    if world.chance.random_bool(0.3) {
        commit(world);
        for node in 0..world.nodes.len() {
            world.deliver(node);
        }
    }
}

/// A person who is there subscribes again: anew, or from what was seen last.
fn join_again(world: &mut World, who: usize) {
    world.read(who);
    let Some(person) = world.people.get(who) else { return };
    let since = if world.chance.random_bool(0.7) { person.last } else { None };
    world.join(who, since, interrupted);
}

/// Nothing happens any more but sweeps and reading: everybody ends where the order is.
fn settle(world: &mut World) {
    for node in 0..world.nodes.len() {
        world.nodes[node].on_its_way.clear();
        world.nodes[node].sightings.clear();
        world.nodes[node].reads.clear();
        world.sweep(node);
        let topic = &world.nodes[node].topic;
        let kept = world.view().following.as_ref().map(|following| following.visibility.clone());
        // After its end nothing is shown.
        let visibility = topic.sent().and_then(|_| topic.visibility());
        assert!(
            visibility.is_none() || visibility == kept,
            "no position is judged by stops that are others now: {visibility:?}"
        );
    }
    let mut who = 0;
    while who < world.people.len() {
        let before = world.seen.too_slow;
        world.read(who);
        if world.seen.too_slow == before {
            let person = &world.people[who];
            if person.is_watching {
                assert_eq!(person.last, Some(world.order.seq.0), "all that there is was shown");
                assert!(!world.is_final() && !world.has_expired(), "what is over has ended");
            }
            who += 1;
        }
    }
    let watched = world.people.iter().filter(|person| person.is_watching).count();
    let told: usize = world.nodes.iter().map(|node| node.topic.watchers().len()).sum();
    assert_eq!(watched, told, "nobody is kept who is gone");
}
