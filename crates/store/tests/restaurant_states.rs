//! What restaurants say of themselves, and when the chain's files came into force.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::HashSet;

use domain::{
    ids::{RestaurantId, Rev},
    live_state::{Article, ArticleKind, Busy, LiveState, Pause, StateChange, StockOut, rev_of},
    order::OrderType,
};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use store::{ChangeState, StateError, Store};
use testkit::{
    order::{self, noon},
    store_contract,
};

fn minutes(minutes: i64) -> Timestamp {
    noon() + SignedDuration::from_mins(minutes)
}

fn say(restaurant: i64, change: StateChange) -> ChangeState {
    ChangeState { restaurant: RestaurantId(restaurant), change, if_rev: None, above: Rev(0), now: noon() }
}

fn busy(minutes_more: u32) -> StateChange {
    StateChange::Busy(Busy { minutes: minutes_more, until: minutes(120) })
}

fn pause() -> StateChange {
    StateChange::Pause(Pause {
        until: minutes(30),
        order_types: vec![OrderType::Delivery, OrderType::Eatin],
        reason: Some("Uuni on rikki.".to_owned()),
        by: "kallio".to_owned(),
        at: noon(),
    })
}

fn out(id: &str) -> StateChange {
    let article = Article { kind: ArticleKind::Ingredient, id: id.to_owned() };
    let (by, size) = ("aino@ovelle.example".to_owned(), Some("101".to_owned()));
    StateChange::Out(StockOut { article, size, until: None, by, at: noon() })
}

async fn with_restaurants(db: &Store) {
    db.restaurants().save(&[order::restaurant(12), order::restaurant(14)]).await.unwrap();
}

store_contract!(what_was_said_is_read_back, |db| async move {
    with_restaurants(&db).await;
    assert_eq!(db.restaurant_states().all().await.unwrap().len(), 0);
    let mut last = LiveState::default();
    for change in [pause(), busy(20), out("1301"), out("1305")] {
        let changed = db.restaurant_states().change(say(12, change.clone())).await.unwrap();
        assert!(changed.applied);
        assert_eq!(Some(&changed.state), last.after(&change, Rev(0), noon()).as_ref());
        last = changed.state;
    }
    assert_eq!(last.rev, Rev(rev_of(noon()).0 + 3), "one more each, also within one millisecond");
    let silent = db.restaurant_states().change(say(14, StateChange::Resume)).await.unwrap();
    assert_eq!((silent.applied, silent.state), (false, LiveState::default()));
    let all = db.restaurant_states().all().await.unwrap();
    assert_eq!((&all[&RestaurantId(12)], all.get(&RestaurantId(14)).map(|state| state.rev)), (&last, Some(Rev(0))));
});

store_contract!(who_knows_an_older_state_is_told_the_present_one, |db| async move {
    with_restaurants(&db).await;
    let first = db.restaurant_states().change(say(12, pause())).await.unwrap().state;
    let knowing = |rev, now| ChangeState { if_rev: Some(rev), now, ..say(12, busy(10)) };
    let stale = db.restaurant_states().change(knowing(Rev(1), noon())).await.unwrap_err();
    assert!(matches!(&stale, StateError::Moved(present) if **present == first), "{stale:?}");
    // The pause ends by itself, which is news to whoever saw it.
    let ended = db.restaurant_states().change(knowing(first.rev, minutes(31))).await.unwrap_err();
    let StateError::Moved(present) = ended else { panic!("{ended:?}") };
    assert_eq!((present.pause.as_ref(), present.rev), (None, rev_of(minutes(30))));
    let changed = db.restaurant_states().change(knowing(present.rev, minutes(31))).await.unwrap();
    assert_eq!((changed.applied, changed.state.rev), (true, rev_of(minutes(31))));
    assert_eq!(db.restaurant_states().all().await.unwrap()[&RestaurantId(12)], changed.state);
});

store_contract!(what_is_said_at_once_is_all_heard, |db| async move {
    with_restaurants(&db).await;
    let ids: Vec<String> = (0..20).map(|id| id.to_string()).collect();
    let said = join_all(ids.iter().map(|id| db.restaurant_states().change(say(12, out(id))))).await;
    let revs: HashSet<Rev> = said.into_iter().map(|changed| changed.unwrap().state.rev).collect();
    assert_eq!(revs.len(), 20);
    assert_eq!(db.restaurant_states().all().await.unwrap()[&RestaurantId(12)].out.len(), 20);
    let one = db.restaurant_states().all().await.unwrap()[&RestaurantId(12)].rev;
    let knowing = (0..8).map(|n| ChangeState { if_rev: Some(one), ..say(12, busy(n + 1)) });
    let won = join_all(knowing.map(|said| db.restaurant_states().change(said))).await;
    assert_eq!(won.iter().filter(|changed| changed.is_ok()).count(), 1, "of those who know the same state one wins");
});

store_contract!(nobody_speaks_for_a_restaurant_that_there_is_not, |db| async move {
    with_restaurants(&db).await;
    let refused = db.restaurant_states().change(say(99, busy(10))).await.unwrap_err();
    assert!(matches!(refused, StateError::Store(_)), "{refused:?}");
    assert_eq!(db.restaurant_states().all().await.unwrap().len(), 0);
});

store_contract!(files_are_in_force_from_when_they_came_until_others_do, |db| async move {
    let load = async |version: &str, minute: i64| db.content_in_force(version, minutes(minute)).await.unwrap();
    assert_eq!(load("one", 0).await, rev_of(noon()));
    assert_eq!(load("one", 5).await, rev_of(noon()), "a node that starts later reads the same files");
    assert_eq!(load("two", 6).await, rev_of(minutes(6)));
    assert_eq!(load("one", 6).await, Rev(rev_of(minutes(6)).0 + 1), "they come back after others");
    assert_eq!(load("three", -9).await, Rev(rev_of(minutes(6)).0 + 2), "a clock that was put back");
    with_restaurants(&db).await;
    let later = ChangeState { now: minutes(9), ..say(12, busy(10)) };
    db.restaurant_states().change(later).await.unwrap();
    assert_eq!(load("two", 7).await, Rev(rev_of(minutes(9)).0 + 1), "what was said before is older");
    let together = join_all((0..8).map(|minute| db.content_in_force("four", minutes(10 + minute)))).await;
    let moments: HashSet<Rev> = together.into_iter().map(Result::unwrap).collect();
    assert_eq!(moments.len(), 1, "nodes that read them at once agree");
});
