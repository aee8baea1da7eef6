//! What a restaurant says of itself: a pause, a delay, what has run out. Machines call below `/api/dispatch` with their
//! keys, people of a restaurant below `/api/staff`.

mod calls;
mod refusals;

pub(super) use calls::{dispatch, staff};
use deps::StaffCaller;
use domain::{
    Reach,
    error::Code,
    ids::{RestaurantId, Rev},
    live_state::{Article, StateChange},
    staff::Role,
};
use protocol::payload::RestaurantState;
use serde::Deserialize;
use serde_json::json;
use server::{
    ApiError, Json,
    dispatch_key::DispatchCaller,
    words::AuthorKind,
    work_place::{StaffAtWork, StaffLooking},
};
use store::StateError;
use utoipa::IntoParams;

use crate::{
    chain_view::ChainView,
    ordering::Ordering,
    restaurants::{article_of, knows_article, rev},
};

/// What an answer to any of these calls is.
type StateAnswer = Result<Json<RestaurantState>, ApiError>;

/// What is taken back, as a query says it.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct TakenBack {
    /// In which size it is there again; in all where none is named.
    size_id: Option<String>,
    /// Apply only where the state has this number.
    if_rev: Option<i64>,
}

/// What ends, as a query says it.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Ended {
    /// Apply only where the state has this number.
    if_rev: Option<i64>,
}

/// Who speaks for restaurants.
struct StateReporter {
    /// The name under which colleagues see them.
    by: String,
    writer: AuthorKind,
    reach: Reach,
    /// What they are told of a restaurant that they do not reach.
    unreached: Code,
}

/// Who calls, as the one who speaks.
trait IntoStateReporter {
    /// Why somebody is refused whom nobody knows, in the words of the API's document.
    const NOBODY: &str;
    /// Why somebody is refused who does not reach the restaurant.
    const STRANGER: &str;

    fn into_state_reporter(self) -> Result<StateReporter, ApiError>;
}

impl IntoStateReporter for DispatchCaller {
    const NOBODY: &str = "No key";
    const STRANGER: &str = "Not a restaurant of this key";

    fn into_state_reporter(self) -> Result<StateReporter, ApiError> {
        let by = self.reporter.actor.name().into_owned();
        Ok(StateReporter { by, writer: AuthorKind::Program, reach: self.reporter.reach, unreached: Code::Forbidden })
    }
}

/// Anybody of the staff may look.
impl IntoStateReporter for StaffLooking {
    const NOBODY: &str = "Nobody is signed in";
    const STRANGER: &str = "Not a person of this restaurant";

    fn into_state_reporter(self) -> Result<StateReporter, ApiError> {
        Ok(StateReporter::staff(&self.0))
    }
}

/// A person of a restaurant.
impl IntoStateReporter for StaffAtWork {
    const NOBODY: &str = StaffLooking::NOBODY;
    const STRANGER: &str = StaffLooking::STRANGER;

    fn into_state_reporter(self) -> Result<StateReporter, ApiError> {
        if !self.0.roles().has(Role::Restaurant) {
            return Err(ApiError::new(Code::RoleForbidden));
        }
        Ok(StateReporter::staff(&self.0))
    }
}

impl StateReporter {
    fn staff(caller: &StaffCaller) -> Self {
        let by = match caller {
            StaffCaller::Person(session) => session.email.to_string(),
            StaffCaller::Token => "token".to_owned(),
        };
        Self { by, writer: AuthorKind::Person, reach: caller.reach(), unreached: Code::RoleForbidden }
    }

    /// The restaurant that a path names, where they reach it.
    fn restaurant(&self, view: &ChainView, text: &str) -> Result<RestaurantId, ApiError> {
        let id: RestaurantId = text.parse().map_err(|_| ApiError::new(Code::ShopNotFound))?;
        if !self.reach.includes(id) {
            return Err(ApiError::new(self.unreached));
        }
        view.shop_of_path(text).map(|shop| shop.id())
    }
}

fn show(ordering: &Ordering, reporter: &StateReporter, restaurant: &str) -> StateAnswer {
    let view = ordering.view();
    let restaurant = reporter.restaurant(&view, restaurant)?;
    let kept = view.kept_state(restaurant).cloned().unwrap_or_default();
    Ok(Json(RestaurantState::of(restaurant, &kept, view.now())))
}

/// Says something of a restaurant that `check` makes of the present chain.
async fn say(
    ordering: &Ordering,
    reporter: &StateReporter,
    restaurant: &str,
    check: impl FnOnce(&ChainView, RestaurantId) -> Result<(StateChange, Option<Rev>), ApiError>,
) -> StateAnswer {
    let view = ordering.view();
    let restaurant = reporter.restaurant(&view, restaurant)?;
    let (change, if_rev) = check(&view, restaurant)?;
    let state = |kept| RestaurantState::of(restaurant, kept, view.now());
    match ordering.restaurants.say(restaurant, change, if_rev).await {
        Ok(kept) => Ok(Json(state(&kept))),
        Err(StateError::Moved(kept)) => Err(ApiError::new(Code::RestaurantMoved).with("state", json!(state(&kept)))),
        Err(StateError::Store(error)) => Err(error.into()),
    }
}

/// What a path names, where the menu has it.
fn article(view: &ChainView, kind: &str, id: &str) -> Result<Article, ApiError> {
    let article = article_of(kind, id).filter(|article| knows_article(view.chain().menu(), article));
    article.ok_or_else(|| ApiError::new(Code::ProductNotFound))
}

/// That something is there again.
fn back(
    view: &ChainView,
    restaurant: RestaurantId,
    (kind, id): (&str, &str),
    query: TakenBack,
) -> Result<(StateChange, Option<Rev>), ApiError> {
    // Also what has left the menu since can be taken back.
    let said = view.kept_state(restaurant).into_iter().flat_map(|state| &state.out);
    let said = said.map(|out| &out.article).find(|said| said.kind.as_str() == kind && said.id == id);
    let article = said.cloned().map_or_else(|| article(view, kind, id), Ok)?;
    let is_out_by_files = crate::stock::KitchenStock::of_files(view.chain().out_of_stock(restaurant)).names(&article);
    let if_rev = rev(query.if_rev)?;
    Ok((StateChange::Back { article, size: query.size_id, is_out_by_files }, if_rev))
}
