//! Feedback on an order.

use domain::{
    ids::{OrderId, Rev},
    order::{FEEDBACK_REPLACEABLE_FOR, Feedback},
};
use jiff::Timestamp;
use sqlx::Row;

use crate::{
    backend::Backend,
    connection::writing,
    error::StoreError,
    row::Place,
    store::Store,
    ts::{Ts, cut},
};

/// Feedback as it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFeedback {
    /// 1 (Huono) to 4 (Huippu).
    pub rating: u8,
    /// Free text.
    pub text: Option<String>,
    /// The present moment.
    pub at: Timestamp,
}

/// What stands after it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedbackSet {
    /// The feedback that stands.
    pub feedback: Feedback,
    /// Number of the order's state with it.
    pub rev: Rev,
}

/// Why feedback was not taken.
#[derive(Debug, Clone, thiserror::Error)]
pub enum FeedbackError {
    /// There is no such order.
    #[error("the order is not known")]
    NotFound,
    /// The order is not over.
    #[error("the order is not over yet")]
    TooEarly,
    /// The first one is older than [`FEEDBACK_REPLACEABLE_FOR`].
    #[error("the feedback can no longer be replaced")]
    Closed,
    /// The database failed.
    #[error("the feedback could not be kept")]
    Store(#[from] StoreError),
}

/// One statement, so that it needs no lock: it holds where the order is over, the first feedback is
/// young enough, and this one says something new.
macro_rules! set_sql {
    ($now:literal) => {
        concat!(
            "UPDATE orders SET feedback_rating = $2, feedback_text = $3, feedback_at = $4, \
             feedback_first_at = COALESCE(feedback_first_at, $4), rev = rev + 1, changed_at = ",
            $now,
            " WHERE id = $1 AND over_at IS NOT NULL AND (feedback_first_at IS NULL OR feedback_first_at > $5) \
             AND (feedback_rating IS DISTINCT FROM $2 OR feedback_text IS DISTINCT FROM $3) RETURNING rev"
        )
    };
}
const SET_SQLITE: &str = set_sql!("CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER)");
const SET_POSTGRES: &str = set_sql!("clock_timestamp()");

const WHY_NOT: &str = "SELECT rev, over_at, feedback_rating, feedback_text, feedback_at FROM orders WHERE id = $1";

impl Store {
    /// Keeps feedback, or replaces it (docs/spec/hub.md, "Feedback, geocoding and drive times"). The same again changes
    /// nothing, whenever it comes.
    ///
    /// # Errors
    /// [`FeedbackError`].
    pub async fn set_feedback(&self, id: OrderId, feedback: NewFeedback) -> Result<FeedbackSet, FeedbackError> {
        let set = match self.backend() {
            Backend::Sqlite(_) => SET_SQLITE,
            Backend::Postgres(_) => SET_POSTGRES,
        };
        let given = Feedback { rating: feedback.rating, text: feedback.text, at: cut(feedback.at) };
        let closed_before = given.at.saturating_sub(FEEDBACK_REPLACEABLE_FOR).map_err(StoreError::other)?;
        writing!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(set)
                .bind(id.0)
                .bind(i16::from(given.rating))
                .bind(given.text.as_deref())
                .bind(Ts::new(given.at))
                .bind(Ts::new(closed_before));
            let rev = query.fetch_optional(&mut *connection).await.map_err(StoreError::from)?;
            if let Some(rev) = rev {
                return Ok(FeedbackSet { feedback: given, rev: Rev(rev) });
            }
            let row = sqlx::query(WHY_NOT).bind(id.0).fetch_optional(connection).await.map_err(StoreError::from)?;
            let row = row.ok_or(FeedbackError::NotFound)?;
            let column = |error: sqlx::Error| FeedbackError::from(StoreError::from(error));
            let standing = Standing {
                rev: row.try_get("rev").map_err(column)?,
                over_at: row.try_get("over_at").map_err(column)?,
                rating: row.try_get("feedback_rating").map_err(column)?,
                text: row.try_get("feedback_text").map_err(column)?,
                at: row.try_get("feedback_at").map_err(column)?,
            };
            standing.why_not(id, given)
        })
    }
}

/// What stands where nothing was set.
struct Standing {
    rev: i64,
    over_at: Option<Ts>,
    rating: Option<i16>,
    text: Option<String>,
    at: Option<Ts>,
}

impl Standing {
    fn why_not(self, id: OrderId, given: Feedback) -> Result<FeedbackSet, FeedbackError> {
        if self.over_at.is_none() {
            return Err(FeedbackError::TooEarly);
        }
        let is_same = self.rating == Some(i16::from(given.rating)) && self.text == given.text;
        if !is_same {
            return Err(FeedbackError::Closed);
        }
        let at = Place::new("orders", id).sound("feedback_at", self.at)?.get();
        Ok(FeedbackSet { feedback: Feedback { at, ..given }, rev: Rev(self.rev) })
    }
}
