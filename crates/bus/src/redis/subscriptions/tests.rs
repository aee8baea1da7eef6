//! What the node wants against what Redis has, without Redis.

use proptest::prelude::*;

use super::*;

fn names(channels: &[&str]) -> Vec<String> {
    channels.iter().map(|channel| (*channel).to_owned()).collect()
}

fn is_confirmed(asked: &mut Asked) -> bool {
    match asked {
        Asked::Stands => true,
        Asked::Away => false,
        Asked::Waits(confirmed) => confirmed.try_recv().is_ok(),
    }
}

/// In a session that is up, with these confirmed.
fn up(channels: &[&str]) -> Subscriptions {
    let subscriptions = Subscriptions::default();
    for channel in channels {
        subscriptions.listen((*channel).to_owned());
    }
    subscriptions.begin();
    while let Some(turn) = subscriptions.turn() {
        subscriptions.subscribed(&turn.subscribe);
    }
    subscriptions
}

#[test]
fn many_wishes_make_one_turn_and_each_waits_for_its_confirmation() {
    let subscriptions = up(&[]);
    let mut first = subscriptions.listen("a".to_owned());
    let mut second = subscriptions.listen("b".to_owned());
    let mut again = subscriptions.listen("a".to_owned());
    let mut turn = subscriptions.turn().unwrap();
    turn.subscribe.sort();
    assert_eq!((turn.subscribe, turn.unsubscribe), (names(&["a", "b"]), vec![]));
    assert!(![&mut first, &mut second, &mut again].into_iter().any(is_confirmed));
    subscriptions.subscribed(&names(&["a"]));
    assert_eq!([&mut first, &mut second, &mut again].map(is_confirmed), [true, false, true]);
    assert!(matches!(subscriptions.listen("a".to_owned()), Asked::Stands));
}

#[test]
fn while_the_bus_is_away_nobody_waits_and_nothing_is_forgotten() {
    let subscriptions = up(&["a"]);
    let Asked::Waits(mut waiting) = subscriptions.listen("b".to_owned()) else { panic!("it waits") };
    subscriptions.end();
    assert_eq!(waiting.try_recv(), Err(oneshot::error::TryRecvError::Closed));
    assert!(matches!(subscriptions.listen("c".to_owned()), Asked::Away));
    subscriptions.release("b");
    subscriptions.begin();
    let mut turn = subscriptions.turn().unwrap();
    turn.subscribe.sort();
    assert_eq!(turn.subscribe, names(&["a", "c"]));
    // What is asked for while the rest is being confirmed comes before the bus is up, too.
    assert!(matches!(subscriptions.listen("d".to_owned()), Asked::Away));
    subscriptions.subscribed(&turn.subscribe);
    assert_eq!(subscriptions.turn().unwrap().subscribe, names(&["d"]));
    subscriptions.subscribed(&names(&["d"]));
    assert_eq!(subscriptions.turn(), None);
    assert!(matches!(subscriptions.listen("d".to_owned()), Asked::Stands));
}

#[test]
fn what_is_given_up_and_wanted_again_in_one_turn_costs_nothing() {
    let subscriptions = up(&["a"]);
    subscriptions.release("a");
    assert!(!subscriptions.is_wanted(b"a"));
    let mut asked = subscriptions.listen("a".to_owned());
    assert_eq!(subscriptions.turn(), None);
    assert!(is_confirmed(&mut asked), "it was never unsubscribed");
}

#[test]
fn what_is_wanted_while_it_is_being_given_up_is_asked_for_anew() {
    let subscriptions = up(&["a"]);
    subscriptions.release("a");
    assert_eq!(subscriptions.turn().unwrap().unsubscribe, names(&["a"]));
    let mut asked = subscriptions.listen("a".to_owned());
    assert!(!is_confirmed(&mut asked));
    subscriptions.unsubscribed(&names(&["a"]));
    assert_eq!(subscriptions.turn().unwrap().subscribe, names(&["a"]));
    assert!(!is_confirmed(&mut asked));
    subscriptions.subscribed(&names(&["a"]));
    assert!(is_confirmed(&mut asked));
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Listen(usize),
    Release(usize),
    Turn,
    Answer,
    End,
    Begin,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..4_usize).prop_map(Step::Listen),
        3 => (0..4_usize).prop_map(Step::Release),
        3 => Just(Step::Turn),
        4 => Just(Step::Answer),
        1 => Just(Step::End),
        2 => Just(Step::Begin),
    ]
}

proptest! {
    /// Whatever happens in whatever order: who is told that a channel is heard hears it, for as long
    /// as nobody releases it and the session lasts; and when nothing is left to ask for, Redis has
    /// just what is wanted.
    #[test]
    fn what_is_confirmed_is_heard(steps in prop::collection::vec(step(), 0..60)) {
        let subscriptions = Subscriptions::default();
        let mut redis: Option<HashSet<String>> = None;
        let mut asked: Vec<Turn> = Vec::new();
        let mut waiting: Vec<(String, Asked)> = Vec::new();
        for step in steps {
            match step {
                Step::Listen(n) => {
                    let channel = n.to_string();
                    waiting.push((channel.clone(), subscriptions.listen(channel)));
                }
                Step::Release(n) => {
                    subscriptions.release(&n.to_string());
                    waiting.retain(|(channel, _)| *channel != n.to_string());
                }
                // A turn is answered before the next begins.
                Step::Turn if redis.is_some() && asked.is_empty() => asked.extend(subscriptions.turn()),
                Step::Answer => {
                    if let (Some(turn), Some(redis)) = (asked.pop(), &mut redis) {
                        redis.extend(turn.subscribe.iter().cloned());
                        subscriptions.subscribed(&turn.subscribe);
                        redis.retain(|channel| !turn.unsubscribe.contains(channel));
                        subscriptions.unsubscribed(&turn.unsubscribe);
                    }
                }
                Step::End => {
                    subscriptions.end();
                    (redis, asked) = (None, Vec::new());
                    waiting.clear();
                }
                Step::Begin if redis.is_none() => {
                    subscriptions.begin();
                    redis = Some(HashSet::new());
                }
                Step::Turn | Step::Begin => {}
            }
            for (channel, asked) in &mut waiting {
                if is_confirmed(asked) {
                    *asked = Asked::Stands;
                    prop_assert!(redis.as_ref().is_some_and(|redis| redis.contains(channel)), "{channel} is not heard");
                }
            }
        }
        if redis.is_none() {
            subscriptions.begin();
        }
        let mut redis = redis.unwrap_or_default();
        for turn in asked {
            redis.extend(turn.subscribe.iter().cloned());
            subscriptions.subscribed(&turn.subscribe);
            redis.retain(|channel| !turn.unsubscribe.contains(channel));
            subscriptions.unsubscribed(&turn.unsubscribe);
        }
        while let Some(turn) = subscriptions.turn() {
            redis.extend(turn.subscribe.iter().cloned());
            subscriptions.subscribed(&turn.subscribe);
            redis.retain(|channel| !turn.unsubscribe.contains(channel));
            subscriptions.unsubscribed(&turn.unsubscribe);
        }
        let wanted: HashSet<String> = subscriptions.lock().wanted.keys().cloned().collect();
        prop_assert_eq!(redis, wanted);
    }
}
