//! The staff on live connections: whose token it is, and the end of their sessions.

use std::{net::IpAddr, sync::Arc};

use domain::{error::Code, key::fingerprint};
use live::{Connection, Frame};
use protocol::frames::{ErrorFrame, ServerFrame};
use server::{order_keys::KeyRefused, security::Witness, wrong_keys::Transport};
use store::StoreError;

use super::{Hub, join::JoinRefusal};
use crate::{
    staff::{StaffViewer, Watches},
    topic_id,
};

impl Hub {
    /// Whose live token this is. It is used up by the asking. A wrong one counts as a wrong order key does.
    pub(crate) async fn person_of(
        &self,
        token: &str,
        caller: IpAddr,
        witness: &Witness,
    ) -> Result<StaffViewer, JoinRefusal> {
        let person = self.find_person(token, caller).await?;
        witness.knows(person.actor.clone());
        Ok(person)
    }

    async fn find_person(&self, token: &str, caller: IpAddr) -> Result<StaffViewer, JoinRefusal> {
        let deps = self.deps();
        if self.0.parts.staff_token.as_ref().is_some_and(|configured| configured.opens(token)) {
            return Ok(StaffViewer::of_the_call_centre());
        }
        let session = deps.store.staff().use_live_token(&fingerprint(token), deps.clock.now()).await?;
        match session {
            Some(session) => Ok(StaffViewer::of_session(&session)),
            None => Err(match self.order_keys().wrong(caller, Transport::Connection, token).await {
                KeyRefused::Wrong => JoinRefusal::Because(Code::BoardUnauthorized),
                refused => refused.into(),
            }),
        }
    }

    /// Takes away what was opened by sessions that have ended: one question for all of them.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub(crate) async fn end_sessions(&self) -> Result<(), StoreError> {
        let asked = self.staff_subscriptions().sessions();
        if asked.is_empty() {
            return Ok(());
        }
        let deps = self.deps();
        let now = deps.clock.now();
        let alive = deps.store.staff().live_sessions(&asked, now).await?;
        self.staff_subscriptions()
            .end_others(&asked, &alive, |connection, watches| self.end_watch(connection, watches));
        if self.staff_subscriptions().noted.is_due(now) {
            // Whoever has a board before them works, though they may not call for hours.
            deps.store.staff().note_sessions(&alive, now).await?;
            self.staff_subscriptions().noted.stands(now);
        }
        Ok(())
    }

    fn end_watch(&self, connection: &Arc<dyn Connection>, watches: Watches) {
        let order = match watches {
            Watches::Board => {
                self.drop_boards(connection);
                None
            }
            Watches::Order(order) => {
                connection.with(&mut |state| {
                    state.unsubscribe(topic_id(order));
                });
                self.leave(connection.id(), order);
                Some(order.to_string())
            }
        };
        let frame = Frame::answer(&ServerFrame::Error(ErrorFrame::new(Code::BoardSessionEnded, order)));
        connection.with(&mut |state| state.send(&frame));
    }
}
