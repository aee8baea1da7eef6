//! Restaurants while the node runs: what they say of themselves, kept in the database and obeyed by every node within
//! moments, and the connections that watch what comes of it.

mod keeping;
mod state_request;
mod subject;
mod watched;

use std::{sync::Arc, time::Duration};

use bus::{Bus, BusMessage, StateNews, Topic};
use chain::CurrentChain;
use deps::{Commits, SharedClock};
use domain::{
    ids::{RestaurantId, Rev},
    live_state::{LiveState, StateChange},
};
use store::{ChangeState, StateChanged, StateError, Store, StoreError};
use tokio::sync::Notify;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{chain_view::ChainView, restaurant_states::RestaurantStates};
use watched::Watched;

pub(crate) use state_request::{MarkOut, PauseRestaurant, SetBusy, article_of, knows_article, rev};

/// What restaurants are made of.
pub struct RestaurantsParts {
    pub store: Store,
    pub commits: Commits,
    pub bus: Arc<dyn Bus>,
    pub chain: CurrentChain,
    /// The process's clock, by which hours are judged.
    pub wall_clock: SharedClock,
    /// Restaurants that one connection watches.
    pub shops_per_connection: usize,
    /// How often what other nodes kept is looked for, whatever the bus says.
    pub sweep: Duration,
    /// How long what nobody watches is kept ready.
    pub unwatched: Duration,
}

/// The restaurants of a node. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Restaurants(Arc<RestaurantsInner>);

struct RestaurantsInner {
    parts: RestaurantsParts,
    states: RestaurantStates,
    watched: Watched,
    /// Rings where this node may be behind the database.
    behind: Notify,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Restaurants {
    /// Reads what restaurants say of themselves, and follows it from here on.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn start(parts: RestaurantsParts) -> Result<Self, StoreError> {
        // Before the first read, which so misses nothing.
        parts.bus.listen(&Topic::States).await;
        let states = RestaurantStates::default();
        states.take(parts.store.restaurant_states().all().await?);
        let restaurants = Self(Arc::new(RestaurantsInner {
            watched: Watched::default(),
            behind: Notify::new(),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
            states,
            parts,
        }));
        restaurants.0.tasks.spawn(restaurants.clone().run_keeping());
        restaurants.0.tasks.spawn(restaurants.clone().run_watched());
        Ok(restaurants)
    }

    /// One version of everything, at this moment.
    #[must_use]
    pub fn view(&self) -> ChainView {
        let RestaurantsInner { parts, states, .. } = &*self.0;
        ChainView::new(parts.chain.in_force(), states.all(), parts.wall_clock.now())
    }

    /// Keeps what a restaurant says of itself; from here on this node obeys it, and the others within moments. It is done
    /// also where the caller hangs up.
    ///
    /// # Errors
    /// [`StateError`] where it was not kept.
    pub async fn say(
        &self,
        restaurant: RestaurantId,
        change: StateChange,
        if_rev: Option<Rev>,
    ) -> Result<LiveState, StateError> {
        let (this, view) = (self.clone(), self.view());
        let (above, now) = (view.newest_rev(restaurant), view.now());
        let (store, commits) = (self.0.parts.store.clone(), self.0.parts.commits.clone());
        let change = ChangeState { restaurant, change, if_rev, above, now };
        let commit = async move { store.restaurant_states().change(change).await };
        let announce = move |changed: StateChanged| async move {
            let RestaurantsInner { parts, states, watched, .. } = &*this.0;
            if changed.applied {
                states.take([(restaurant, changed.state.clone())]);
                watched.look_again();
                let news = StateNews::new(restaurant, changed.state.rev);
                parts.bus.publish(&Topic::States, &BusMessage::State(news));
            }
            changed
        };
        Ok(commits.run(commit, announce).await?.state)
    }

    /// Ends what runs beside the calls.
    pub async fn stop(&self) {
        self.0.stop.cancel();
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }
}
