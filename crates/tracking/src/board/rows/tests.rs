use std::collections::BTreeMap;

use domain::{board::BoardTimes, ids::RestaurantId};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use store::{Store, StoreError};

use super::*;
use crate::board::{kind::Facts, log::Change};

/// A row with all that decides where it stands, and nothing besides.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Row {
    id: i64,
    rev: i64,
    promised: i64,
    over: Option<i64>,
    /// Something that the board does not show.
    aside: i64,
}

fn at(minutes: i64) -> Timestamp {
    // A Saturday noon in Helsinki.
    "2026-11-21T10:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_mins(minutes)
}

fn row(id: i64, rev: i64) -> Row {
    Row { id, rev, promised: 60, over: None, aside: 0 }
}

impl BoardKind for Row {
    const IS_ATTENDED: bool = true;

    fn window(now: Timestamp) -> Window {
        Window::of_today(now)
    }

    async fn read(_: &Store, _: &[RestaurantId], _: &Window, _: u32) -> Result<Vec<Self>, StoreError> {
        Ok(Vec::new())
    }

    async fn read_some(_: &Store, _: &[OrderId]) -> Result<Vec<Self>, StoreError> {
        Ok(Vec::new())
    }

    fn facts(&self) -> Facts {
        let times = BoardTimes { due: at(self.promised), over_at: self.over.map(at), expires_at: at(100_000) };
        Facts {
            id: OrderId(self.id),
            restaurant: RestaurantId(1),
            rev: Rev(self.rev),
            times,
            promised_at: Some(at(self.promised)),
            estimate: None,
        }
    }

    fn text(&self, late: bool, presence: &Presence) -> String {
        let (late, watched) = (if late { " late" } else { "" }, if presence.watched { " watched" } else { "" });
        format!("{}{late}{watched}", self.rev)
    }

    fn step<'a>(changes: impl Iterator<Item = Change<'a, OrderId>>, to: Version) -> BoardUpdate {
        let text = |change: Change<'_, OrderId>| format!("{}={}", change.key, change.text.unwrap_or("left"));
        BoardUpdate { texts: changes.map(text).collect(), to }
    }
}

fn now(minutes: i64) -> Window {
    Row::window(at(minutes))
}

/// A connection that keeps what it is told and knows nothing else.
#[derive(Debug, Default)]
struct Page {
    shown: BTreeMap<String, String>,
    told: Version,
}

impl Page {
    fn read(&mut self, rows: &BoardRows<Row>) {
        let step = rows.step(self.told);
        for text in &step.texts {
            let (order, text) = text.split_once('=').unwrap();
            match text {
                "left" => assert!(self.shown.remove(order).is_some(), "{order} left without having been there"),
                text => drop(self.shown.insert(order.to_owned(), text.to_owned())),
            }
        }
        self.told = step.to;
    }
}

fn told(rows: &BoardRows<Row>, from: Version) -> Vec<String> {
    rows.step(from).texts
}

#[test]
fn a_line_is_told_the_newest_of_each_since_it_was_told() {
    let mut rows = BoardRows::default();
    rows.put(Arc::new(row(1, 0)), &now(0));
    rows.put(Arc::new(row(2, 0)), &now(0));
    let from = rows.version();
    assert_eq!(told(&rows, 0), ["1=0", "2=0"]);
    rows.put(Arc::new(row(1, 1)), &now(0));
    rows.put(Arc::new(row(3, 0)), &now(0));
    rows.put(Arc::new(row(1, 2)), &now(0));
    assert_eq!(told(&rows, from), ["3=0", "1=2"]);
    assert_eq!(told(&rows, 0), ["2=0", "3=0", "1=2"]);
    assert!(told(&rows, rows.version()).is_empty());
}

#[test]
fn what_is_older_or_the_same_changes_nothing() {
    let mut rows = BoardRows::default();
    rows.put(Arc::new(row(1, 5)), &now(0));
    let version = rows.version();
    rows.put(Arc::new(row(1, 4)), &now(0));
    rows.put(Arc::new(row(1, 5)), &now(0));
    rows.remove(OrderId(2));
    rows.put(Arc::new(Row { aside: 1, ..row(1, 5) }), &now(0));
    assert_eq!((rows.version(), rows.rev(OrderId(1))), (version, Some(Rev(5))));
}

#[test]
fn what_left_is_told_to_those_who_may_have_seen_it() {
    let mut rows = BoardRows::default();
    rows.put(Arc::new(row(1, 0)), &now(0));
    rows.put(Arc::new(row(2, 0)), &now(0));
    let from = rows.version();
    rows.put(Arc::new(Row { over: Some(0), ..row(1, 1) }), &now(15));
    assert_eq!(told(&rows, from), ["1=left"]);
    assert_eq!(told(&rows, 0), ["2=0"]);
    rows.forget_left(from);
    assert_eq!(told(&rows, from), ["1=left"]);
    rows.forget_left(rows.version());
    assert!(told(&rows, from).is_empty());
}

#[test]
fn time_makes_orders_late_and_takes_away_what_was_over() {
    let mut rows = BoardRows::default();
    rows.put(Arc::new(row(1, 0)), &now(0));
    rows.put(Arc::new(Row { over: Some(0), ..row(2, 1) }), &now(0));
    let from = rows.version();
    rows.pass_time(&now(14));
    assert_eq!(rows.version(), from);
    rows.pass_time(&now(61));
    let mut changes = told(&rows, from);
    changes.sort();
    assert_eq!(changes, ["1=0 late", "2=left"]);
}

#[test]
fn who_looks_is_told_and_outlives_a_change_of_the_order() {
    let mut rows = BoardRows::default();
    rows.put(Arc::new(row(1, 0)), &now(0));
    rows.put(Arc::new(row(2, 0)), &now(0));
    let looks_at = |order| Presences::from([(OrderId(order), Presence { watched: true, ..Presence::default() })]);
    let from = rows.version();
    rows.attend(&looks_at(1));
    assert_eq!(told(&rows, from), ["1=0 watched"]);
    let from = rows.version();
    rows.attend(&looks_at(1));
    assert_eq!(rows.version(), from, "nobody came and nobody left");
    rows.put(Arc::new(row(1, 1)), &now(0));
    assert_eq!(told(&rows, from), ["1=1 watched"]);
    let from = rows.version();
    rows.attend(&looks_at(2));
    let mut changes = told(&rows, from);
    changes.sort();
    assert_eq!(changes, ["1=1", "2=0 watched"]);
}

#[test]
fn what_came_while_the_whole_was_read_is_not_undone() {
    let mut rows = BoardRows::default();
    rows.put(Arc::new(row(1, 0)), &now(0));
    rows.put(Arc::new(row(2, 3)), &now(0));
    // While the whole is read: one is new, one has left.
    rows.put(Arc::new(row(3, 0)), &now(0));
    rows.remove(OrderId(1));
    let came = HashSet::from([OrderId(1), OrderId(3)]);
    rows.replace(vec![Arc::new(row(1, 0)), Arc::new(row(4, 0))], &came, &now(0));
    let mut whole = told(&rows, 0);
    whole.sort();
    assert_eq!(whole, ["3=0", "4=0"]);
}

#[derive(Debug, Clone)]
enum Happens {
    /// An order reaches its next state; it may be promised for another day, or be over.
    Commit {
        order: i64,
        promised: i64,
        is_over: bool,
    },
    /// It is read, now or as it was some states ago.
    Read {
        order: i64,
        age: usize,
    },
    /// All is read.
    ReadAll,
    Pass(i64),
    /// The customers of these orders are looking, those of the others are not.
    Look(HashSet<i64>),
    Tell(usize),
    Forget,
}

fn happenings() -> impl Strategy<Value = Vec<Happens>> {
    let one = prop_oneof![
        4 => (0..6i64, prop::sample::select(vec![10, 60, 3000]), prop::bool::weighted(0.2))
            .prop_map(|(order, promised, is_over)| Happens::Commit { order, promised, is_over }),
        6 => (0..6i64, 0..3usize).prop_map(|(order, age)| Happens::Read { order, age }),
        1 => Just(Happens::ReadAll),
        1 => (1..30i64).prop_map(Happens::Pass),
        2 => prop::collection::hash_set(0..6i64, 0..4).prop_map(Happens::Look),
        4 => (0..3usize).prop_map(Happens::Tell),
        1 => Just(Happens::Forget),
    ];
    prop::collection::vec(one, 0..120)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn however_seldom_a_line_is_told_it_comes_to_show_the_board(happens in happenings()) {
        let mut rows = BoardRows::default();
        let mut truth: BTreeMap<i64, Vec<Row>> = BTreeMap::new();
        let mut pages = [Page::default(), Page::default(), Page::default()];
        let watched = Presence { watched: true, ..Presence::default() };
        let mut looked_at = Presences::default();
        let mut minute = 0;
        let newest = |truth: &BTreeMap<i64, Vec<Row>>| -> Vec<Arc<Row>> {
            truth.values().filter_map(|states| states.last()).map(|row| Arc::new(*row)).collect()
        };
        for next in happens {
            match next {
                Happens::Commit { order, promised, is_over } => {
                    let states = truth.entry(order).or_default();
                    let rev = i64::try_from(states.len()).unwrap();
                    states.push(Row { id: order, rev, promised, over: is_over.then_some(minute), aside: 0 });
                }
                Happens::Read { order, age } => {
                    let states = truth.get(&order).map(Vec::as_slice).unwrap_or_default();
                    if let Some(row) = states.len().checked_sub(age + 1).and_then(|index| states.get(index)) {
                        rows.put(Arc::new(*row), &now(minute));
                    }
                }
                Happens::ReadAll => rows.replace(newest(&truth), &HashSet::new(), &now(minute)),
                Happens::Pass(minutes) => {
                    minute += minutes;
                    rows.pass_time(&now(minute));
                }
                Happens::Look(orders) => {
                    looked_at = orders.iter().map(|order| (OrderId(*order), watched.clone())).collect();
                    rows.attend(&looked_at);
                }
                Happens::Tell(page) => pages[page].read(&rows),
                Happens::Forget => {
                    let told = pages.iter().map(|page| page.told).min().unwrap();
                    rows.forget_left(told);
                }
            }
        }
        rows.replace(newest(&truth), &HashSet::new(), &now(minute));
        rows.attend(&looked_at);
        let window = now(minute);
        let presence = |row: &Row| looked_at.get(&OrderId(row.id)).cloned().unwrap_or_default();
        let is_shown = |row: &&Row| window.shows(&row.facts().times);
        let shown = |row: &Row| (row.id.to_string(), row.text(row.over.is_none() && at(minute) > at(row.promised), &presence(row)));
        let expected: BTreeMap<_, _> = truth.values().filter_map(|s| s.last()).filter(is_shown).map(shown).collect();
        for page in &mut pages {
            page.read(&rows);
            prop_assert_eq!(&page.shown, &expected);
            prop_assert!(rows.step(page.told).texts.is_empty());
        }
    }
}
