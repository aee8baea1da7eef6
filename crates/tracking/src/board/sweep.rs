//! What no bell rang for is found here, within a sweep's time, and once a minute the whole is read.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use domain::{
    board::Window,
    ids::{OrderId, RestaurantId},
};
use jiff::{SignedDuration, Timestamp};
use store::{Changes, StoreError};

use super::{Boards, display::Board, key::Key, kind::Kind, shelf::Shelf};
use crate::{bus::RowNews, hub::Hub};

/// A change may bear the time at which it was written and be committed as much later.
const LATE_COMMIT: SignedDuration = SignedDuration::from_secs(10);

/// Up to when changes have been found, by the database's time; none while nobody watches.
#[derive(Debug, Default)]
pub(super) struct SweptTo(Mutex<Option<Timestamp>>);

impl SweptTo {
    fn since(&self) -> Timestamp {
        let swept = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has not looked yet looks through all that boards show.
        swept.and_then(|at| at.checked_sub(LATE_COMMIT).ok()).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    fn set(&self, at: Option<Timestamp>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }
}

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
                tracing::warn!(error = %server::error::chain(&error), "a sweep of the boards failed");
            }
        }
        self.attend(&self.boards().staff.all()).await;
    }

    /// Asks who is looking at the orders of these boards, in one question.
    async fn attend<R: Kind>(&self, boards: &[Arc<Board<R>>]) {
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
        let parts = self.parts();
        let window = Window::of_all(parts.clock.now());
        let (since, most) = (boards.swept_to.since(), self.limits().board_rows);
        let changes = parts.store.changed_orders(&restaurants, &window, since, most).await?;
        let are_all = changes.orders.len() < usize::try_from(most).unwrap_or(usize::MAX);
        self.refresh(&boards.staff, !are_all).await?;
        self.refresh(&boards.kitchens, !are_all).await?;
        boards.ring(&changes);
        boards.swept_to.set(Some(changes.at));
        Ok(())
    }

    /// Reads the boards whole whose time has come, or all; the others grow older.
    async fn refresh<R: Kind>(&self, shelf: &Shelf<R>, all: bool) -> Result<(), StoreError> {
        for board in shelf.all() {
            let window = R::window(self.parts().clock.now());
            if all || board.is_stale(&window, self.limits()) {
                self.read_board(shelf, &board).await?;
            }
            board.pass_time(&window);
            board.feed_all();
        }
        Ok(())
    }

    fn release_idle<R: Kind>(&self, shelf: &Shelf<R>) {
        for board in shelf.take_idle(self.limits()) {
            self.boards().listening.release(&*self.parts().bus, &board.restaurants());
        }
    }

    /// Reads a board whole. Its news are heard before it is read.
    pub(super) async fn read_board<R: Kind>(&self, shelf: &Shelf<R>, board: &Arc<Board<R>>) -> Result<(), StoreError> {
        let _turn = board.reading.lock().await;
        self.read_in_turn(shelf, board).await
    }

    /// The same, for whoever has the turn.
    pub(super) async fn read_in_turn<R: Kind>(
        &self,
        shelf: &Shelf<R>,
        board: &Arc<Board<R>>,
    ) -> Result<(), StoreError> {
        let parts = self.parts();
        let restaurants: HashSet<RestaurantId> = match &board.key {
            Key::All => parts.store.restaurants().await?.iter().map(|restaurant| restaurant.id).collect(),
            Key::Some(restaurants) => restaurants.iter().copied().collect(),
        };
        let new = board.take_restaurants(&restaurants);
        self.boards().listening.listen(self, &new).await;
        let restaurants: Vec<_> = restaurants.into_iter().collect();
        board.begin_read();
        let window = R::window(parts.clock.now());
        let read = R::read(&parts.store, &restaurants, &window, self.limits().board_rows).await?;
        let is_first = !board.is_read();
        shelf.soil(board.finish_read(read.into_iter().map(Arc::new).collect(), &window));
        if R::IS_ATTENDED && is_first {
            self.attend(std::slice::from_ref(board)).await;
        }
        Ok(())
    }
}

impl Boards {
    fn restaurants(&self) -> Vec<RestaurantId> {
        let mut all = HashSet::new();
        self.staff.all().iter().for_each(|board| all.extend(board.restaurants()));
        self.kitchens.all().iter().for_each(|board| all.extend(board.restaurants()));
        all.into_iter().collect()
    }

    fn ring(&self, changes: &Changes) {
        for order in &changes.orders {
            self.hear(&RowNews::new(order.id, order.restaurant_id, order.rev));
        }
    }
}
