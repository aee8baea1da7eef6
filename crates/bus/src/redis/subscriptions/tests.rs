//! Wanted channels compared with confirmed ones, without a Redis.

use proptest::prelude::*;

use super::*;

fn names(channels: &[&str]) -> Vec<String> {
    channels.iter().map(|channel| (*channel).to_owned()).collect()
}

fn is_confirmed(outcome: &mut ListenOutcome) -> bool {
    match outcome {
        ListenOutcome::Confirmed => true,
        ListenOutcome::Away => false,
        ListenOutcome::Pending(confirmed) => confirmed.try_recv().is_ok(),
    }
}

/// Subscriptions in a session that is up, with these channels confirmed.
fn up(channels: &[&str]) -> Subscriptions {
    let subscriptions = Subscriptions::default();
    for channel in channels {
        subscriptions.listen((*channel).to_owned());
    }
    subscriptions.begin();
    while let Some(changes) = subscriptions.next_changes() {
        subscriptions.subscribed(&changes.subscribe);
    }
    subscriptions
}

#[test]
fn many_requests_make_one_round_and_each_waits_for_its_confirmation() {
    let subscriptions = up(&[]);
    let mut first = subscriptions.listen("a".to_owned());
    let mut second = subscriptions.listen("b".to_owned());
    let mut again = subscriptions.listen("a".to_owned());
    let mut changes = subscriptions.next_changes().unwrap();
    changes.subscribe.sort();
    assert_eq!((changes.subscribe, changes.unsubscribe), (names(&["a", "b"]), vec![]));
    assert!(![&mut first, &mut second, &mut again].into_iter().any(is_confirmed));
    subscriptions.subscribed(&names(&["a"]));
    assert_eq!([&mut first, &mut second, &mut again].map(is_confirmed), [true, false, true]);
    assert!(matches!(subscriptions.listen("a".to_owned()), ListenOutcome::Confirmed));
}

#[test]
fn while_the_bus_is_away_nobody_waits_and_nothing_is_forgotten() {
    let subscriptions = up(&["a"]);
    let ListenOutcome::Pending(mut waiting) = subscriptions.listen("b".to_owned()) else { panic!("it waits") };
    subscriptions.end();
    assert_eq!(waiting.try_recv(), Err(oneshot::error::TryRecvError::Closed));
    assert!(matches!(subscriptions.listen("c".to_owned()), ListenOutcome::Away));
    subscriptions.release("b");
    subscriptions.begin();
    let mut changes = subscriptions.next_changes().unwrap();
    changes.subscribe.sort();
    assert_eq!(changes.subscribe, names(&["a", "c"]));
    // A channel requested while others are being confirmed is also subscribed before the bus is up.
    assert!(matches!(subscriptions.listen("d".to_owned()), ListenOutcome::Away));
    subscriptions.subscribed(&changes.subscribe);
    assert_eq!(subscriptions.next_changes().unwrap().subscribe, names(&["d"]));
    subscriptions.subscribed(&names(&["d"]));
    assert_eq!(subscriptions.next_changes(), None);
    assert!(matches!(subscriptions.listen("d".to_owned()), ListenOutcome::Confirmed));
}

#[test]
fn what_is_given_up_and_wanted_again_in_one_round_costs_nothing() {
    let subscriptions = up(&["a"]);
    subscriptions.release("a");
    assert!(!subscriptions.is_wanted(b"a"));
    let mut outcome = subscriptions.listen("a".to_owned());
    assert_eq!(subscriptions.next_changes(), None);
    assert!(is_confirmed(&mut outcome), "it was never unsubscribed");
}

#[test]
fn what_is_wanted_while_it_is_being_given_up_is_asked_for_anew() {
    let subscriptions = up(&["a"]);
    subscriptions.release("a");
    assert_eq!(subscriptions.next_changes().unwrap().unsubscribe, names(&["a"]));
    let mut outcome = subscriptions.listen("a".to_owned());
    assert!(!is_confirmed(&mut outcome));
    subscriptions.unsubscribed(&names(&["a"]));
    assert_eq!(subscriptions.next_changes().unwrap().subscribe, names(&["a"]));
    assert!(!is_confirmed(&mut outcome));
    subscriptions.subscribed(&names(&["a"]));
    assert!(is_confirmed(&mut outcome));
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Listen(usize),
    Release(usize),
    Ask,
    Answer,
    End,
    Begin,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..4_usize).prop_map(Step::Listen),
        3 => (0..4_usize).prop_map(Step::Release),
        3 => Just(Step::Ask),
        4 => Just(Step::Answer),
        1 => Just(Step::End),
        2 => Just(Step::Begin),
    ]
}

proptest! {
    /// In any order of events, a confirmed channel is received until it is released or the session ends; and once no
    /// changes are left, Redis has exactly the wanted channels.
    #[test]
    fn what_is_confirmed_is_heard(steps in prop::collection::vec(step(), 0..60)) {
        let subscriptions = Subscriptions::default();
        let mut redis: Option<HashSet<String>> = None;
        let mut pending: Vec<ChannelChanges> = Vec::new();
        let mut waiting: Vec<(String, ListenOutcome)> = Vec::new();
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
                // Redis answers one round of changes before the next begins.
                Step::Ask if redis.is_some() && pending.is_empty() => pending.extend(subscriptions.next_changes()),
                Step::Answer => {
                    if let (Some(changes), Some(redis)) = (pending.pop(), &mut redis) {
                        redis.extend(changes.subscribe.iter().cloned());
                        subscriptions.subscribed(&changes.subscribe);
                        redis.retain(|channel| !changes.unsubscribe.contains(channel));
                        subscriptions.unsubscribed(&changes.unsubscribe);
                    }
                }
                Step::End => {
                    subscriptions.end();
                    (redis, pending) = (None, Vec::new());
                    waiting.clear();
                }
                Step::Begin if redis.is_none() => {
                    subscriptions.begin();
                    redis = Some(HashSet::new());
                }
                Step::Ask | Step::Begin => {}
            }
            for (channel, outcome) in &mut waiting {
                if is_confirmed(outcome) {
                    *outcome = ListenOutcome::Confirmed;
                    prop_assert!(redis.as_ref().is_some_and(|redis| redis.contains(channel)), "{channel} is not heard");
                }
            }
        }
        if redis.is_none() {
            subscriptions.begin();
        }
        let mut redis = redis.unwrap_or_default();
        for changes in pending {
            redis.extend(changes.subscribe.iter().cloned());
            subscriptions.subscribed(&changes.subscribe);
            redis.retain(|channel| !changes.unsubscribe.contains(channel));
            subscriptions.unsubscribed(&changes.unsubscribe);
        }
        while let Some(changes) = subscriptions.next_changes() {
            redis.extend(changes.subscribe.iter().cloned());
            subscriptions.subscribed(&changes.subscribe);
            redis.retain(|channel| !changes.unsubscribe.contains(channel));
            subscriptions.unsubscribed(&changes.unsubscribe);
        }
        let wanted: HashSet<String> = subscriptions.lock().wanted.keys().cloned().collect();
        prop_assert_eq!(redis, wanted);
    }
}
