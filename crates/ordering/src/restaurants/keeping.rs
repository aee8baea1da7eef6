//! Keeps a node's knowledge of its restaurants as new as the database's.

use store::StoreError;

use super::Restaurants;

impl Restaurants {
    /// Reads again what restaurants said whenever another node says that there is news, and now and then: the bus may drop
    /// what it is told.
    pub(super) async fn run_keeping(self) {
        loop {
            tokio::select! {
                () = self.0.behind.notified() => {}
                () = tokio::time::sleep(self.0.parts.sweep) => {}
                () = self.0.stop.cancelled() => return,
            }
            if let Err(error) = self.read_again().await {
                tracing::warn!(error = %domain::error::chain(&error), "what restaurants said could not be read");
            }
        }
    }

    async fn read_again(&self) -> Result<(), StoreError> {
        let before = self.0.states.all();
        self.0.states.take(self.0.parts.store.restaurant_states().all().await?);
        if !std::sync::Arc::ptr_eq(&before, &self.0.states.all()) {
            self.0.watched.look_again();
        }
        Ok(())
    }
}
