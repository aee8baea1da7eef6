//! Boards on this node: how a connection comes to watch one and leaves it, and what keeps them up to date.

mod fleets;
mod flush;
mod sweep;

use std::{net::IpAddr, sync::Arc};

use domain::{error::Code, ids::RestaurantId};
use live::{Connection, Frame, StateTopic, StateTopicId};
use protocol::frames::SubscribeBoard;
use server::security::Witness;
use store::StoreError;

use super::{Hub, join::JoinRefusal};
use crate::{
    board::{Board, BoardAdmission, BoardKind, FAMILY, Key, Registry},
    staff::{StaffViewer, Watches},
};

impl Hub {
    /// Lets a connection watch the board of the staff, or tells it why not.
    pub(crate) async fn watch_board(
        &self,
        connection: &Arc<dyn Connection>,
        ask: &SubscribeBoard,
        caller: IpAddr,
        witness: &Witness,
    ) {
        connection.with(&mut |state| state.set_asking(true));
        let watching = self.try_watch_board(connection, ask, caller, witness).await;
        connection.with(&mut |state| state.set_asking(false));
        if let Err(refused) = watching {
            self.refuse(connection, refused, None, witness);
        }
    }

    async fn try_watch_board(
        &self,
        connection: &Arc<dyn Connection>,
        ask: &SubscribeBoard,
        caller: IpAddr,
        witness: &Witness,
    ) -> Result<(), JoinRefusal> {
        let person = self.person_of(&ask.token, caller, witness).await?;
        let key = self.key_for(&person, ask.restaurant_ids.as_deref().unwrap_or_default()).await?;
        tracing::info!(staff = &*person.name(), restaurants = ?key, "the board is watched");
        self.leave_board(connection);
        // Before the place, which must not be seen without a right; and after it, since a right without a place may have
        // been taken away in between.
        self.staff_subscriptions().take(connection, Watches::Board, person.right.clone());
        let entered = self.enter_board(&self.boards().staff, &key, connection, None).await;
        let board = entered.inspect_err(|_| self.staff_subscriptions().give_up(connection.id(), Watches::Board))?;
        self.staff_subscriptions().take(connection, Watches::Board, person.right);
        if ask.cars {
            self.watch_fleet(&key, connection, board).await;
        }
        Ok(())
    }

    /// The restaurants that somebody asks for, if there are such and they may see them; all that they
    /// may see where they ask for none.
    async fn key_for(&self, person: &StaffViewer, asked: &[String]) -> Result<Key, JoinRefusal> {
        if asked.is_empty() {
            return Ok(person.reach.bound().map_or(Key::All, |bound| Key::of(bound.iter().copied())));
        }
        let asked = asked.iter().map(|text| text.parse()).collect::<Result<Vec<RestaurantId>, _>>();
        let asked = asked.map_err(|_| JoinRefusal::Because(Code::ShopNotFound))?;
        if !asked.iter().all(|restaurant| person.reach.includes(*restaurant)) {
            return Err(JoinRefusal::Because(Code::BoardForbidden));
        }
        let known = self.deps().store.restaurants().all().await?;
        let is_known = |asked: &RestaurantId| known.iter().any(|restaurant| restaurant.id == *asked);
        if asked.iter().all(is_known) { Ok(Key::of(asked)) } else { Err(JoinRefusal::Because(Code::ShopNotFound)) }
    }

    /// Lets a kitchen's connection watch a restaurant's orders, beginning with an answer.
    ///
    /// # Errors
    /// The code that the caller is told where it may not.
    pub async fn watch_kitchen(
        &self,
        restaurant: RestaurantId,
        connection: &Arc<dyn Connection>,
        answer: &Frame,
    ) -> Result<(), Code> {
        let key = Key::of([restaurant]);
        let entered = self.enter_board(&self.boards().kitchens, &key, connection, Some(answer)).await;
        entered.map(drop).map_err(JoinRefusal::code)
    }

    async fn enter_board<R: BoardKind>(
        &self,
        registry: &Registry<R>,
        key: &Key,
        connection: &Arc<dyn Connection>,
        answer: Option<&Frame>,
    ) -> Result<StateTopicId, JoinRefusal> {
        let joining = registry.enter(key, self.limits());
        let board = &joining.0;
        self.read_first(registry, board).await?;
        if R::IS_ATTENDED {
            // Whoever comes to a board that was read before is told who looks now, not who did at the last sweep.
            self.attend(std::slice::from_ref(board)).await;
        }
        match board.admit(connection, answer) {
            BoardAdmission::Admitted => Ok(board.id),
            BoardAdmission::TooLarge => Err(JoinRefusal::Because(Code::BoardTooLarge)),
            // It was read a moment ago.
            BoardAdmission::Unread => Err(JoinRefusal::Because(Code::Unavailable)),
        }
    }

    /// Reads a board that was never read. Those who wait for it share the read.
    async fn read_first<R: BoardKind>(&self, registry: &Registry<R>, board: &Arc<Board<R>>) -> Result<(), StoreError> {
        if board.is_read() {
            return Ok(());
        }
        let _turn = board.reading.lock().await;
        if board.is_read() { Ok(()) } else { self.read_in_turn(registry, board).await }
    }

    /// Takes a connection's place before the board away, as its client asked.
    pub(crate) fn leave_board(&self, connection: &Arc<dyn Connection>) {
        self.staff_subscriptions().give_up(connection.id(), Watches::Board);
        self.drop_boards(connection);
    }

    /// Takes all of a connection's places before boards away, and what of them waits.
    pub(crate) fn drop_boards(&self, connection: &Arc<dyn Connection>) {
        drop_topics(connection, |topic| topic.family() == FAMILY);
    }

    /// A connection has ended: it leaves its boards, and restaurants.
    pub fn leave_boards(&self, connection: &Arc<dyn Connection>) {
        self.staff_subscriptions().leave(connection.id());
        drop_topics(connection, |_| true);
    }
}

fn drop_topics(connection: &Arc<dyn Connection>, is_such: impl Fn(&dyn StateTopic) -> bool) {
    let mut topics: Vec<Arc<dyn StateTopic>> = Vec::new();
    connection.with(&mut |state| {
        topics.extend(state.state_topics().filter(|topic| is_such(&***topic)).cloned());
        topics.iter().for_each(|topic| {
            state.leave_state_topic(topic.id());
        });
    });
    for topic in topics {
        topic.leave(connection.id());
    }
}
