//! Places at which a test lets a node die: whoever reaches an armed one goes on no more, as if the process had ended there,
//! until it is killed there or the test lets it go on. Release builds have none of it.

/// The places of one node.
#[derive(Debug, Default)]
pub struct Failpoints {
    #[cfg(debug_assertions)]
    armed: std::sync::Mutex<Vec<String>>,
    #[cfg(debug_assertions)]
    reached: tokio::sync::Notify,
    #[cfg(debug_assertions)]
    released: tokio::sync::Notify,
}

impl Failpoints {
    /// A place on the way of an order from its placing to the kitchen, or of its money back.
    #[cfg(not(debug_assertions))]
    #[expect(clippy::unused_async, reason = "tests wait here")]
    pub async fn pass(&self, _: &'static str) {}

    /// A place on the way of an order from its placing to the kitchen, or of its money back.
    #[cfg(debug_assertions)]
    pub async fn pass(&self, place: &'static str) {
        let is_armed = {
            let mut armed = self.armed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let found = armed.iter().position(|one| *one == place);
            found.map(|at| armed.swap_remove(at)).is_some()
        };
        if is_armed {
            tracing::warn!(place, "a failpoint is reached");
            let released = self.released.notified();
            self.reached.notify_one();
            released.await;
        }
    }

    /// Lets the next one who reaches a place go on no more.
    #[cfg(debug_assertions)]
    pub fn arm(&self, place: &str) {
        self.armed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(place.to_owned());
    }

    /// Lets everybody go on from here.
    #[cfg(debug_assertions)]
    pub fn disarm(&self) {
        self.armed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clear();
    }

    /// Lets those go on who have reached an armed place.
    #[cfg(debug_assertions)]
    pub fn release(&self) {
        self.released.notify_waiters();
    }

    /// Waits until somebody has reached an armed place.
    #[cfg(debug_assertions)]
    pub async fn reached(&self) {
        self.reached.notified().await;
    }
}
