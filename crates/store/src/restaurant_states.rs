//! What restaurants say of themselves while they work.

use std::collections::HashMap;

use domain::{
    ids::{RestaurantId, Rev},
    live_state::{LiveState, StateChange},
};
use jiff::Timestamp;

use crate::{conn::Conn, error::StoreError, json::JsonColumn, row::Row, sql::Sql, store::Store, ts::cut};

/// The restaurants' states of a store.
#[derive(Debug, Clone, Copy)]
pub struct RestaurantStateStore<'s>(&'s Store);

impl Store {
    /// What restaurants say of themselves.
    #[must_use]
    pub fn restaurant_states(&self) -> RestaurantStateStore<'_> {
        RestaurantStateStore(self)
    }
}

/// What a restaurant says next.
#[derive(Debug, Clone)]
pub struct ChangeState {
    pub restaurant: RestaurantId,
    /// What it says.
    pub change: StateChange,
    /// Only where its state has this number.
    pub if_rev: Option<Rev>,
    /// The new state's number is above this one.
    pub above: Rev,
    /// The present moment.
    pub now: Timestamp,
}

/// A restaurant's state after something was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateChanged {
    /// The state, as it stands now.
    pub state: LiveState,
    /// Whether that changed it.
    pub applied: bool,
}

/// Why a restaurant's state was not changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StateError {
    /// It has another number: the present state.
    #[error("the state has moved on")]
    Moved(Box<LiveState>),
    /// The database failed.
    #[error("the state could not be kept")]
    Store(#[from] StoreError),
}

const ALL: &str = "SELECT restaurant_id, rev, state FROM restaurant_states";
static HOLD: Sql = Sql::new(|dialect| format!("{ALL} WHERE restaurant_id = $1{}", dialect.lock(" FOR UPDATE")));
/// So that there is a row to be locked.
const BEGIN: &str = "INSERT INTO restaurant_states (restaurant_id, rev, state) VALUES ($1, 0, $2) ON CONFLICT (restaurant_id) DO NOTHING";
const UPDATE: &str = "UPDATE restaurant_states SET rev = $2, state = $3 WHERE restaurant_id = $1";

impl RestaurantStateStore<'_> {
    /// Those of all that ever said anything.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn all(self) -> Result<HashMap<RestaurantId, LiveState>, StoreError> {
        let rows = self.0.read((), |conn, ()| Box::pin(conn.query(ALL).fetch_all())).await?;
        rows.iter().map(state).collect()
    }

    /// Changes what a restaurant says, as [`LiveState::after`] judges it; that of two who say something at once both are
    /// heard, one after the other.
    ///
    /// # Errors
    /// [`StateError`]; nothing was written then.
    pub async fn change(self, asked: ChangeState) -> Result<StateChanged, StateError> {
        self.0.write(move |conn| Box::pin(change(conn, asked))).await
    }
}

async fn change(conn: &mut Conn<'_>, asked: ChangeState) -> Result<StateChanged, StateError> {
    let now = cut(asked.now);
    conn.query(BEGIN).bind(asked.restaurant.0).bind(JsonColumn(LiveState::default())).execute().await?;
    let (_, kept) = state(&conn.query(&HOLD).bind(asked.restaurant.0).fetch_one().await?)?;
    let present = kept.at(now);
    if asked.if_rev.is_some_and(|rev| rev != present.rev) {
        return Err(StateError::Moved(Box::new(present)));
    }
    let Some(state) = kept.after(&asked.change, asked.above, now) else {
        return Ok(StateChanged { state: present, applied: false });
    };
    conn.query(UPDATE).bind(asked.restaurant.0).bind(state.rev.0).bind(JsonColumn(&state)).execute().await?;
    Ok(StateChanged { state, applied: true })
}

fn state(row: &Row) -> Result<(RestaurantId, LiveState), StoreError> {
    let row = row.of("restaurant_states", "restaurant_id");
    let JsonColumn(state): JsonColumn<LiveState> = row.get("state")?;
    Ok((RestaurantId(row.get("restaurant_id")?), LiveState { rev: Rev(row.get("rev")?), ..state }))
}
