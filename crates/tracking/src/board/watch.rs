//! How a line comes to watch a board, and how it leaves.

use std::{net::IpAddr, sync::Arc};

use domain::{error::Code, ids::RestaurantId};
use store::StoreError;

use super::{
    display::{Admission, Board},
    key::Key,
    kind::Kind,
    shelf::Shelf,
};
use crate::{
    hub::{Hub, join::Refused},
    line::{BoardNumber, Frame, Line, Watched},
    protocol::SubscribeBoard,
    staff::{Person, Watches},
};

impl Hub {
    /// Lets a line watch the board of the staff, or tells it why not.
    pub(crate) async fn watch_board(&self, line: &Arc<dyn Line>, ask: &SubscribeBoard, caller: IpAddr) {
        line.with(&mut |state| state.set_asking(true));
        let watching = self.try_watch_board(line, ask, caller).await;
        line.with(&mut |state| state.set_asking(false));
        if let Err(refused) = watching {
            self.refuse(line, refused, None);
        }
    }

    async fn try_watch_board(&self, line: &Arc<dyn Line>, ask: &SubscribeBoard, caller: IpAddr) -> Result<(), Refused> {
        let person = self.person_of(&ask.token, caller).await?;
        let key = self.key_for(&person, ask.restaurant_ids.as_deref().unwrap_or_default()).await?;
        tracing::info!(staff = person.name(), restaurants = ?key, "the board is watched");
        self.leave_board(line);
        // Before the place, which must not be seen without a seat; and after it, since a seat without a place may have
        // been taken away in between.
        self.seats().take(line, Watches::Board, person.right.clone());
        let entered = self.enter_board(&self.boards().staff, &key, line, None).await;
        let board = entered.inspect_err(|_| self.seats().give_up(line.id(), Watches::Board))?;
        self.seats().take(line, Watches::Board, person.right);
        if ask.cars {
            self.watch_fleet(&key, line, board).await;
        }
        Ok(())
    }

    /// The restaurants that somebody asks for, if there are such and they may see them; all that they
    /// may see where they ask for none.
    async fn key_for(&self, person: &Person, asked: &[String]) -> Result<Key, Refused> {
        if asked.is_empty() {
            return Ok(person.reach.bound().map_or(Key::All, |bound| Key::of(bound.iter().copied())));
        }
        let asked = asked.iter().map(|text| text.parse()).collect::<Result<Vec<RestaurantId>, _>>();
        let asked = asked.map_err(|_| Refused::Because(Code::ShopNotFound))?;
        if !asked.iter().all(|restaurant| person.reach.includes(*restaurant)) {
            return Err(Refused::Because(Code::BoardForbidden));
        }
        let known = self.parts().store.restaurants().await?;
        let is_known = |asked: &RestaurantId| known.iter().any(|restaurant| restaurant.id == *asked);
        if asked.iter().all(is_known) { Ok(Key::of(asked)) } else { Err(Refused::Because(Code::ShopNotFound)) }
    }

    /// Lets a kitchen's line watch a restaurant's orders, beginning with an answer.
    pub(crate) async fn watch_kitchen(
        &self,
        restaurant: RestaurantId,
        line: &Arc<dyn Line>,
        answer: &Frame,
    ) -> Result<(), Refused> {
        self.enter_board(&self.boards().kitchens, &Key::of([restaurant]), line, Some(answer)).await.map(drop)
    }

    async fn enter_board<R: Kind>(
        &self,
        shelf: &Shelf<R>,
        key: &Key,
        line: &Arc<dyn Line>,
        answer: Option<&Frame>,
    ) -> Result<BoardNumber, Refused> {
        let joining = shelf.enter(key, self.limits());
        let board = &joining.0;
        self.read_first(shelf, board).await?;
        match board.admit(line, answer) {
            Admission::Admitted => Ok(board.number),
            Admission::TooLarge => Err(Refused::Because(Code::BoardTooLarge)),
            // It was read a moment ago.
            Admission::Unread => Err(Refused::Because(Code::Unavailable)),
        }
    }

    /// Reads a board that was never read. Those who wait for it share the read.
    async fn read_first<R: Kind>(&self, shelf: &Shelf<R>, board: &Arc<Board<R>>) -> Result<(), StoreError> {
        if board.is_read() {
            return Ok(());
        }
        let _turn = board.reading.lock().await;
        if board.is_read() { Ok(()) } else { self.read_in_turn(shelf, board).await }
    }

    /// Takes a line's place before the board away, as its client asked.
    pub(crate) fn leave_board(&self, line: &Arc<dyn Line>) {
        self.seats().give_up(line.id(), Watches::Board);
        self.drop_boards(line);
    }

    /// Takes all of a line's places before boards away, and what of them waits.
    pub(crate) fn drop_boards(&self, line: &Arc<dyn Line>) {
        let mut boards: Vec<Arc<dyn Watched>> = Vec::new();
        line.with(&mut |state| {
            boards.extend(state.boards().cloned());
            boards.iter().for_each(|board| {
                state.leave_board(board.number());
            });
        });
        for board in boards {
            board.leave(line.id());
        }
    }

    /// A line has ended.
    pub(crate) fn leave_boards(&self, line: &Arc<dyn Line>) {
        self.seats().leave(line.id());
        self.drop_boards(line);
    }
}
