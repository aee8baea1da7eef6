//! The kitchen's answer to an order: that it takes it and how long it needs, or that it does not.

use domain::{
    Reporter,
    ids::{OrderId, Seq},
    order::{OrderType, Reason, Status},
};
use store::{AppendError, Appended, OrderPrepared, Prepare};
use tokio::time::Instant;

use crate::{Orders, ReportedStatus};

/// That a kitchen takes an order.
#[derive(Debug, Clone)]
pub struct Acceptance {
    /// Minutes until it is ready, where the kitchen says.
    pub preparation_minutes: Option<u32>,
    /// The kitchen's own name for the event.
    pub event_id: Option<String>,
    /// Apply only where the order stands at this number.
    pub if_seq: Option<Seq>,
    /// When the call was read.
    pub accepted: Instant,
}

/// That a kitchen does not take an order, or not any more.
#[derive(Debug, Clone)]
pub struct Rejection {
    /// Why; colleagues read it.
    pub reason: Reason,
    /// What the customer reads.
    pub note: String,
    /// The kitchen's own name for the event.
    pub event_id: Option<String>,
    /// Apply only where the order stands at this number.
    pub if_seq: Option<Seq>,
    /// When the call was read.
    pub accepted: Instant,
}

/// That an order takes longer, or less long.
#[derive(Debug, Clone)]
pub struct Preparation {
    /// Minutes more; fewer where it is negative.
    pub delta_minutes: i32,
    /// The kitchen's own name for the event.
    pub event_id: String,
}

impl Orders {
    /// Commits that a kitchen takes an order, with a new estimate where it says when it is ready.
    ///
    /// # Errors
    /// [`AppendError`] where nothing was committed.
    pub async fn accept(&self, by: &Reporter, order: OrderId, acceptance: Acceptance) -> Result<Appended, AppendError> {
        let minutes = match acceptance.preparation_minutes {
            Some(preparation) => Some(self.minutes_from_ready(order, preparation).await?),
            None => None,
        };
        let report = ReportedStatus {
            status: Status::Accepted,
            event_id: acceptance.event_id,
            if_seq: acceptance.if_seq,
            occurred_at: None,
            note: None,
            staff_note: None,
            minutes,
            last_from: None,
            accepted: acceptance.accepted,
        };
        self.report(by, order, report).await
    }

    /// Commits that a kitchen does not make an order, which it can until the order is ready.
    ///
    /// # Errors
    /// [`AppendError`] where nothing was committed.
    pub async fn reject(&self, by: &Reporter, order: OrderId, rejection: Rejection) -> Result<Appended, AppendError> {
        let report = ReportedStatus {
            status: Status::Cancelled,
            event_id: rejection.event_id,
            if_seq: rejection.if_seq,
            occurred_at: None,
            note: Some(rejection.note),
            staff_note: Some(rejection.reason.as_str().to_owned()),
            minutes: None,
            last_from: Some(Status::Finished),
            accepted: rejection.accepted,
        };
        self.report(by, order, report).await
    }

    /// Commits that an order takes longer, or less long, and announces its new estimate.
    ///
    /// # Errors
    /// [`AppendError`] where nothing was committed.
    pub async fn prepare(
        &self,
        by: &Reporter,
        order: OrderId,
        preparation: Preparation,
    ) -> Result<OrderPrepared, AppendError> {
        let said = Prepare {
            order,
            delta_minutes: preparation.delta_minutes,
            event_id: preparation.event_id,
            actor: by.actor.clone(),
            reach: by.reach.clone(),
            now: self.parts.deps.clock.now(),
        };
        let (store, announcer) = (self.parts.deps.store.clone(), self.announcer.clone());
        let commit = async move { store.orders().prepare(said).await };
        let announce = move |prepared: OrderPrepared| async move {
            if prepared.applied {
                announcer.estimate(&prepared.present);
            }
            prepared
        };
        self.parts.deps.commits.run(commit, announce).await
    }

    /// Minutes until an order is there that is ready after so many: to a door it takes longer, by as much as the
    /// restaurant's deliveries take longer than what is fetched.
    async fn minutes_from_ready(&self, order: OrderId, preparation: u32) -> Result<u32, AppendError> {
        let order = self.parts.deps.store.orders().by_id(order).await?.ok_or(AppendError::NotFound)?;
        let (delivery, pickup) = (order.restaurant.delivery_minutes, order.restaurant.pickup_minutes);
        Ok(match order.order_type {
            OrderType::Delivery => preparation.saturating_add(delivery).saturating_sub(pickup),
            OrderType::Pickup | OrderType::Eatin => preparation,
        })
    }
}
