//! What a restaurant says of itself while it works: a pause, a delay, what has run out (docs/spec/people.md,
//! "Restaurant").

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{ids::Rev, order::OrderType};

/// What a restaurant says of itself. All of it but what has come back ends by itself where it says when.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LiveState {
    /// Number of this state: the milliseconds since 1970 of what brought it about, and more than any number before.
    #[serde(skip)]
    pub rev: Rev,
    pub pause: Option<Pause>,
    pub busy: Option<Busy>,
    /// In the order in which it was said.
    pub out: Vec<StockOut>,
    /// What is there although the chain's files say that it has run out.
    pub back: Vec<Article>,
}

/// Order types that are not taken for a while.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    pub until: Timestamp,
    /// In one order, each once.
    pub order_types: Vec<OrderType>,
    /// What colleagues read.
    pub reason: Option<String>,
    /// Who said it: the name of a key, or a person's e-mail address.
    pub by: String,
    pub at: Timestamp,
}

/// Minutes that orders take longer for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Busy {
    pub minutes: u32,
    pub until: Timestamp,
}

/// Something that has run out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockOut {
    pub article: Article,
    /// None: in all sizes.
    pub size: Option<String>,
    /// None: until it is taken back.
    pub until: Option<Timestamp>,
    pub by: String,
    pub at: Timestamp,
}

/// What can run out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Article {
    pub kind: ArticleKind,
    pub id: String,
}

/// What kind of thing can run out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArticleKind {
    Product,
    Ingredient,
}

impl ArticleKind {
    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Ingredient => "ingredient",
        }
    }

    /// Reads the name of [`ArticleKind::as_str`].
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Product, Self::Ingredient].into_iter().find(|kind| kind.as_str() == text)
    }
}

/// What a restaurant says next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateChange {
    /// It pauses, in the place of any pause before.
    Pause(Pause),
    Resume,
    /// It is busy, in the place of any delay before.
    Busy(Busy),
    NotBusy,
    /// Something has run out.
    Out(StockOut),
    /// Something is there again in one size, or in all.
    Back {
        article: Article,
        size: Option<String>,
        /// Whether the chain's files say that it has run out.
        is_out_by_files: bool,
    },
}

impl LiveState {
    /// The state at a moment: what has ended by itself is gone, and its end counts as a change.
    #[must_use]
    pub fn at(&self, now: Timestamp) -> Self {
        let goes_on = |until: Timestamp| now < until;
        Self {
            rev: self.rev_at(now),
            pause: self.pause.clone().filter(|pause| goes_on(pause.until)),
            busy: self.busy.filter(|busy| goes_on(busy.until)),
            out: self.out.iter().filter(|out| out.until.is_none_or(goes_on)).cloned().collect(),
            back: self.back.clone(),
        }
    }

    /// The number of the state at a moment.
    #[must_use]
    pub fn rev_at(&self, now: Timestamp) -> Rev {
        let ended = self.ends().filter(|until| *until <= now).max();
        self.rev.max(ended.map_or(Rev(0), rev_of))
    }

    /// When something of it ends by itself next.
    #[must_use]
    pub fn next_end(&self, now: Timestamp) -> Option<Timestamp> {
        self.ends().filter(|until| now < *until).min()
    }

    /// The state after something was said, with a number above another; none where that changes nothing.
    #[must_use]
    pub fn after(&self, change: &StateChange, above: Rev, now: Timestamp) -> Option<Self> {
        let present = self.at(now);
        let mut next = present.clone();
        match change {
            StateChange::Pause(pause) => next.pause = Some(pause.clone()),
            StateChange::Resume => next.pause = None,
            StateChange::Busy(busy) => next.busy = Some(*busy),
            StateChange::NotBusy => next.busy = None,
            StateChange::Out(out) => {
                next.out.retain(|known| known.article != out.article || known.size != out.size);
                next.out.push(out.clone());
            }
            StateChange::Back { article, size, is_out_by_files } => next.take_back(article, size, *is_out_by_files),
        }
        if next == present {
            return None;
        }
        next.rev = rev_of(now).max(present.rev.next()).max(above.next());
        Some(next)
    }

    /// Takes back that something has run out: in one size, or in whatever sizes it has.
    fn take_back(&mut self, article: &Article, size: &Option<String>, is_out_by_files: bool) {
        self.out.retain(|known| known.article != *article || (size.is_some() && known.size != *size));
        // The files speak of all sizes at once.
        if is_out_by_files && size.is_none() && !self.back.contains(article) {
            self.back.push(article.clone());
        }
    }

    fn ends(&self) -> impl Iterator<Item = Timestamp> {
        let (pause, busy) = (self.pause.as_ref().map(|pause| pause.until), self.busy.map(|busy| busy.until));
        pause.into_iter().chain(busy).chain(self.out.iter().filter_map(|out| out.until))
    }
}

/// The number of what happens at a moment.
#[must_use]
pub fn rev_of(at: Timestamp) -> Rev {
    Rev(at.as_millisecond())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_795_262_400 + second).unwrap()
    }

    #[test]
    fn each_kind_of_article_is_read_by_its_name() {
        for (name, kind) in [("product", ArticleKind::Product), ("ingredient", ArticleKind::Ingredient)] {
            assert_eq!((ArticleKind::parse(name), kind.as_str()), (Some(kind), name));
        }
        assert_eq!(ArticleKind::parse("Product"), None);
    }

    fn article(id: &str) -> Article {
        Article { kind: ArticleKind::Product, id: id.to_owned() }
    }

    fn out(id: &str, size: Option<&str>, until: Option<Timestamp>) -> StateChange {
        let size = size.map(str::to_owned);
        StateChange::Out(StockOut { article: article(id), size, until, by: "kitchen".to_owned(), at: at(0) })
    }

    fn back(id: &str, size: Option<&str>, is_out_by_files: bool) -> StateChange {
        StateChange::Back { article: article(id), size: size.map(str::to_owned), is_out_by_files }
    }

    fn pause(until: Timestamp) -> StateChange {
        let order_types = vec![OrderType::Delivery];
        StateChange::Pause(Pause { until, order_types, reason: None, by: "kitchen".to_owned(), at: at(0) })
    }

    fn said(changes: &[StateChange]) -> LiveState {
        changes.iter().fold(LiveState::default(), |state, change| {
            state.after(change, Rev(0), at(0)).unwrap_or_else(|| state.clone())
        })
    }

    fn sizes(state: &LiveState) -> Vec<Option<&str>> {
        state.out.iter().map(|out| out.size.as_deref()).collect()
    }

    #[test]
    fn each_end_comes_by_itself_and_counts_as_a_change() {
        let busy = StateChange::Busy(Busy { minutes: 10, until: at(20) });
        let state = said(&[pause(at(10)), busy, out("3001", None, Some(at(30))), out("3002", None, None)]);
        assert_eq!(state.at(at(9)), state);
        let first = state.at(at(10));
        assert_eq!((first.pause.is_none(), first.rev), (true, rev_of(at(10))));
        assert_eq!((first.at(at(25)).busy, first.at(at(25)).rev), (None, rev_of(at(20))));
        assert_eq!(state.at(at(99)).out.len(), 1, "what has no end stays");
        assert_eq!(state.at(at(99)).rev, rev_of(at(30)));
        assert_eq!([0, 10, 30].map(|second| state.next_end(at(second))), [Some(at(10)), Some(at(20)), None]);
    }

    #[test]
    fn the_number_rises_also_where_the_clock_does_not() {
        let first = said(&[pause(at(100))]);
        assert_eq!(first.rev, rev_of(at(0)));
        let second = first.after(&StateChange::Resume, Rev(0), at(-50)).unwrap();
        assert_eq!(second.rev, first.rev.next());
        assert_eq!(second.after(&StateChange::Resume, Rev(0), at(1)), None, "nothing to resume");
        assert_eq!(second.after(&StateChange::NotBusy, Rev(0), at(1)), None);
        assert_eq!(second.after(&pause(at(100)), Rev(0), at(1)).unwrap().rev, rev_of(at(1)));
        let above = rev_of(at(9));
        assert_eq!(second.after(&pause(at(100)), above, at(1)).unwrap().rev, above.next());
    }

    #[test]
    fn what_has_run_out_is_taken_back_in_one_size_or_in_all() {
        let state = said(&[out("3001", None, None), out("3001", Some("101"), None), out("3001", Some("101"), None)]);
        assert_eq!(sizes(&state), [None, Some("101")], "the same again takes the place of the first");
        assert_eq!(sizes(&state.after(&back("3001", Some("101"), false), Rev(0), at(1)).unwrap()), [None]);
        assert_eq!(state.after(&back("3001", None, false), Rev(0), at(1)).unwrap().out, []);
        assert_eq!(state.after(&back("3002", None, false), Rev(0), at(1)), None);
    }

    #[test]
    fn what_the_files_call_out_is_lifted_once() {
        let lifted = said(&[back("3001", None, true)]);
        assert_eq!(lifted.back, [article("3001")]);
        assert_eq!(lifted.after(&back("3001", None, true), Rev(0), at(1)), None);
        assert_eq!(LiveState::default().after(&back("3001", Some("101"), true), Rev(0), at(1)), None);
    }

    fn any_change() -> impl Strategy<Value = StateChange> {
        let size = || prop_oneof![Just(None), Just(Some("101"))];
        let until = || (0..90_i64).prop_map(at);
        prop_oneof![
            until().prop_map(pause),
            Just(StateChange::Resume),
            (1..120_u32, until()).prop_map(|(minutes, until)| StateChange::Busy(Busy { minutes, until })),
            Just(StateChange::NotBusy),
            ("[ab]", size(), proptest::option::of(until())).prop_map(|(id, size, until)| out(&id, size, until)),
            ("[ab]", size(), any::<bool>()).prop_map(|(id, size, by_files)| back(&id, size, by_files)),
        ]
    }

    proptest! {
        // Whoever keeps the state with the highest number keeps the newest: whatever is said, and however time passes.
        #[test]
        fn two_states_never_have_one_number(changes in proptest::collection::vec((any_change(), 0..9_i64), 1..40)) {
            let (mut state, mut second, mut seen) = (LiveState::default(), 0, Vec::<LiveState>::new());
            for (change, pass) in changes {
                second += pass;
                seen.push(state.at(at(second)));
                state = state.after(&change, Rev(0), at(second)).unwrap_or(state);
                seen.push(state.at(at(second)));
            }
            for pair in seen.windows(2) {
                prop_assert!(pair[0].rev < pair[1].rev || pair[0] == pair[1], "{pair:#?}");
            }
        }
    }
}
