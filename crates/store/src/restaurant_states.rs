//! What restaurants say of themselves while they work.

use std::collections::HashMap;

use domain::{
    ids::{RestaurantId, Rev},
    live_state::{LiveState, StateChange},
};
use jiff::Timestamp;
use sqlx::types::Json;

use crate::{
    backend::Backend,
    connection::{reading, writing},
    error::StoreError,
    row::{self, Read, row},
    store::Store,
    ts::cut,
};

/// What a restaurant says next.
#[derive(Debug, Clone)]
pub struct ChangeState {
    /// The restaurant.
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

row! {
    struct StateRow of "restaurant_states" by "restaurant_id" named "" {
        restaurant_id: i64,
        rev: i64,
        state: Json<LiveState>,
    }
}

impl StateRow {
    fn state(self) -> (RestaurantId, LiveState) {
        (RestaurantId(self.restaurant_id), LiveState { rev: Rev(self.rev), ..self.state.0 })
    }
}

macro_rules! read_sql {
    ($rest:literal) => {
        concat!("SELECT restaurant_id, rev, state FROM restaurant_states", $rest)
    };
}

/// So that there is a row to be locked.
const BEGIN: &str = "INSERT INTO restaurant_states (restaurant_id, rev, state) VALUES ($1, 0, $2) ON CONFLICT (restaurant_id) DO NOTHING";
const UPDATE: &str = "UPDATE restaurant_states SET rev = $2, state = $3 WHERE restaurant_id = $1";

impl Store {
    /// What restaurants say of themselves, those that ever said anything.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn live_states(&self) -> Result<HashMap<RestaurantId, LiveState>, StoreError> {
        let rows: Vec<StateRow> = reading!(self, connection => {
            row::all(&sqlx::query(read_sql!("")).fetch_all(connection).await?)
        })?;
        Ok(rows.into_iter().map(StateRow::state).collect())
    }

    /// Changes what a restaurant says, as [`LiveState::after`] judges it; that of two who say something at once both are
    /// heard, one after the other.
    ///
    /// # Errors
    /// [`StateError`]; nothing was written then.
    pub async fn change_live_state(&self, asked: ChangeState) -> Result<StateChanged, StateError> {
        let now = cut(asked.now);
        let read = match self.backend() {
            Backend::Sqlite(_) => read_sql!(" WHERE restaurant_id = $1"),
            Backend::Postgres(_) => read_sql!(" WHERE restaurant_id = $1 FOR UPDATE"),
        };
        writing!(self, connection => {
            let begin = sqlx::query(BEGIN).bind(asked.restaurant.0).bind(Json(LiveState::default()));
            begin.execute(&mut *connection).await.map_err(StoreError::from)?;
            let query = sqlx::query(read).bind(asked.restaurant.0);
            let row = query.fetch_one(&mut *connection).await.map_err(StoreError::from)?;
            let (_, kept) = StateRow::read(&row)?.state();
            let present = kept.at(now);
            if asked.if_rev.is_some_and(|rev| rev != present.rev) {
                return Err(StateError::Moved(Box::new(present)));
            }
            let Some(state) = kept.after(&asked.change, asked.above, now) else {
                return Ok(StateChanged { state: present, applied: false });
            };
            let update = sqlx::query(UPDATE).bind(asked.restaurant.0).bind(state.rev.0).bind(Json(state.clone()));
            update.execute(connection).await.map_err(StoreError::from)?;
            Ok(StateChanged { state, applied: true })
        })
    }
}
