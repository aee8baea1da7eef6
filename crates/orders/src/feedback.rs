//! What a customer says of an order.

use bus::Announcement;
use domain::ids::{OrderId, RestaurantId, Seq};
use store::{FeedbackError, FeedbackSet, NewFeedback};

use crate::Orders;

impl Orders {
    /// Commits feedback, and lets the order's subscribers know that there is a new state.
    ///
    /// # Errors
    /// [`FeedbackError`] where nothing was committed.
    pub async fn give_feedback(
        &self,
        order: OrderId,
        restaurant: RestaurantId,
        seq: Seq,
        feedback: NewFeedback,
    ) -> Result<FeedbackSet, FeedbackError> {
        let (store, announcer) = (self.parts.deps.store.clone(), self.announcer.clone());
        let commit = async move { store.orders().set_feedback(order, feedback).await };
        let announce = move |set: FeedbackSet| async move {
            announcer.publish(Announcement::change(order, restaurant, seq, set.rev, None));
            set
        };
        self.parts.deps.commits.run(commit, announce).await
    }
}
