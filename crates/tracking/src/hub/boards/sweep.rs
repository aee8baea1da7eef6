//! Changes that no notification announced are found here, within one sweep; once a minute the whole board is read.

use std::{collections::HashSet, sync::Arc};

use bus::{PresenceReader, Topic};
use domain::{
    board::Window,
    ids::{OrderId, RestaurantId},
};
use futures_util::future::join_all;
use store::StoreError;

use crate::{
    board::{Board, BoardKind, Key, Registry},
    hub::Hub,
};

impl Hub {
    /// Compares the boards with the database, every sweep.
    pub(crate) async fn run_board_sweep(self) {
        loop {
            tokio::select! {
                () = tokio::time::sleep(self.limits().sweep) => {}
                () = self.stopped() => return,
            }
            self.sweep_boards().await;
        }
    }

    /// One sweep of the boards, and of the sessions by whose right they are watched.
    pub(crate) async fn sweep_boards(&self) {
        for swept in [self.end_sessions().await, self.find_changes().await] {
            if let Err(error) = swept {
                tracing::warn!(error = %domain::error::chain(&error), "a sweep of the boards failed");
            }
        }
        self.attend(&self.boards().staff.all()).await;
    }

    /// Asks who is looking at the orders of these boards, in one question.
    pub(super) async fn attend<R: BoardKind>(&self, boards: &[Arc<Board<R>>]) {
        let orders: HashSet<OrderId> = boards.iter().flat_map(|board| board.orders()).collect();
        if orders.is_empty() {
            return;
        }
        let presences = self.presences(&orders.into_iter().collect::<Vec<_>>()).await;
        for board in boards {
            board.attend(&presences);
            board.feed_all();
        }
    }

    async fn find_changes(&self) -> Result<(), StoreError> {
        let boards = self.boards();
        self.release_idle(&boards.staff);
        self.release_idle(&boards.kitchens);
        let watched = boards.staff.all().len() + boards.kitchens.all().len();
        self.metrics().boards.set(i64::try_from(watched).unwrap_or(i64::MAX));
        let restaurants = boards.restaurants();
        if restaurants.is_empty() {
            boards.swept_to.set(None);
            return Ok(());
        }
        let deps = self.deps();
        let window = Window::of_all(deps.clock.now());
        let (since, most) = (boards.swept_to.since(), self.limits().board_rows);
        let changes = deps.store.boards().changed(&restaurants, &window, since, most).await?;
        let are_all = changes.orders.len() < usize::try_from(most).unwrap_or(usize::MAX);
        self.refresh(&boards.staff, !are_all).await?;
        self.refresh(&boards.kitchens, !are_all).await?;
        boards.mark_changed(&changes);
        boards.swept_to.set(Some(changes.at));
        Ok(())
    }

    /// Reads the boards whole whose time has come, or all; the others grow older.
    async fn refresh<R: BoardKind>(&self, registry: &Registry<R>, all: bool) -> Result<(), StoreError> {
        for board in registry.all() {
            let window = R::window(self.deps().clock.now());
            if all || board.is_stale(&window, self.limits()) {
                self.read_board(registry, &board).await?;
            }
            board.pass_time(&window);
            board.feed_all();
        }
        Ok(())
    }

    fn release_idle<R: BoardKind>(&self, registry: &Registry<R>) {
        for board in registry.take_idle(self.limits()) {
            self.boards().listening.release(&**self.bus(), &board.restaurants());
        }
    }

    /// Reads a board whole. Its news are heard before it is read.
    async fn read_board<R: BoardKind>(&self, registry: &Registry<R>, board: &Arc<Board<R>>) -> Result<(), StoreError> {
        let _turn = board.reading.lock().await;
        self.read_in_turn(registry, board).await
    }

    /// The same, for whoever has the turn.
    pub(super) async fn read_in_turn<R: BoardKind>(
        &self,
        registry: &Registry<R>,
        board: &Arc<Board<R>>,
    ) -> Result<(), StoreError> {
        let deps = self.deps();
        let restaurants: HashSet<RestaurantId> = match &board.key {
            Key::All => deps.store.restaurants().all().await?.iter().map(|restaurant| restaurant.id).collect(),
            Key::Some(restaurants) => restaurants.iter().copied().collect(),
        };
        let new = board.take_restaurants(&restaurants);
        self.listen_to_restaurants(&new).await;
        let restaurants: Vec<_> = restaurants.into_iter().collect();
        board.begin_read();
        let window = R::window(deps.clock.now());
        let read = R::read(&deps.store, &restaurants, &window, self.limits().board_rows).await?;
        registry.mark_dirty(board.finish_read(read.into_iter().map(Arc::new).collect(), &window));
        Ok(())
    }

    /// Listens to the news of these restaurants for one board more.
    async fn listen_to_restaurants(&self, restaurants: &HashSet<RestaurantId>) {
        self.boards().listening.add(restaurants);
        // Also to those that another board needs: its own question may still be on its way.
        let listen = |restaurant: &RestaurantId| {
            let topic = Topic::Restaurant(*restaurant);
            async move { self.listen(&topic).await }
        };
        join_all(restaurants.iter().map(listen)).await;
    }
}
