//! Feedback on an order.

use domain::{
    ids::{OrderId, Rev},
    order::{FEEDBACK_REPLACEABLE_FOR, Feedback},
};
use jiff::Timestamp;

use super::OrderStore;
use crate::{
    conn::Conn,
    error::StoreError,
    row::Row,
    sql::Sql,
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
static SET: Sql = Sql::new(|dialect| {
    format!(
        "UPDATE orders SET feedback_rating = $2, feedback_text = $3, feedback_at = $4, \
         feedback_first_at = COALESCE(feedback_first_at, $4), rev = rev + 1, changed_at = {now} \
         WHERE id = $1 AND over_at IS NOT NULL AND (feedback_first_at IS NULL OR feedback_first_at > $5) \
         AND (feedback_rating IS DISTINCT FROM $2 OR feedback_text IS DISTINCT FROM $3) RETURNING rev",
        now = dialect.now()
    )
});

const FEEDBACK_STATE: &str =
    "SELECT id, rev, over_at, feedback_rating, feedback_text, feedback_at FROM orders WHERE id = $1";

impl OrderStore<'_> {
    /// Keeps feedback, or replaces it (docs/spec/hub.md, "Feedback, geocoding and drive times"). The same again changes
    /// nothing, whenever it comes.
    ///
    /// # Errors
    /// [`FeedbackError`].
    pub async fn set_feedback(self, id: OrderId, feedback: NewFeedback) -> Result<FeedbackSet, FeedbackError> {
        let given = Feedback { rating: feedback.rating, text: feedback.text, at: cut(feedback.at) };
        self.0.write(move |conn| Box::pin(set(conn, id, given))).await
    }
}

async fn set(conn: &mut Conn<'_>, id: OrderId, given: Feedback) -> Result<FeedbackSet, FeedbackError> {
    let closed_before = given.at.saturating_sub(FEEDBACK_REPLACEABLE_FOR).map_err(StoreError::other)?;
    let query = conn
        .query(&SET)
        .bind(id.0)
        .bind(i16::from(given.rating))
        .bind(given.text.as_deref())
        .bind(Ts::new(given.at))
        .bind(Ts::new(closed_before));
    if let Some(rev) = query.optional_scalar().await? {
        return Ok(FeedbackSet { feedback: given, rev: Rev(rev) });
    }
    let row = conn.query(FEEDBACK_STATE).bind(id.0).fetch_optional().await?;
    why_not(&row.ok_or(FeedbackError::NotFound)?, given)
}

/// What stands where nothing was set, if that is the same.
fn why_not(row: &Row, given: Feedback) -> Result<FeedbackSet, FeedbackError> {
    let row = row.of("orders", "id");
    if row.get::<Option<Ts>>("over_at")?.is_none() {
        return Err(FeedbackError::TooEarly);
    }
    let rating: Option<i16> = row.get("feedback_rating")?;
    let text: Option<String> = row.get("feedback_text")?;
    if rating != Some(i16::from(given.rating)) || text != given.text {
        return Err(FeedbackError::Closed);
    }
    let at = row.parse("feedback_at", |at: Option<Ts>| at)?.get();
    Ok(FeedbackSet { feedback: Feedback { at, ..given }, rev: Rev(row.get("rev")?) })
}
