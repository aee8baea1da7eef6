//! Reads again the orders that have changed, for all boards of a kind at once.

use std::{collections::HashMap, sync::Arc};

use domain::ids::OrderId;
use store::StoreError;
use tokio::time::Instant;

use crate::{
    board::{BoardKind, Boards, Registry},
    hub::Hub,
};

/// Orders of one question.
const CHUNK: usize = 1_000;

impl Hub {
    /// Keeps a kind of boards up to date: reads what has rung at once, then what rings in the time
    /// that follows.
    pub(crate) async fn run_staff_boards(self) {
        self.run_flush(|boards| &boards.staff).await;
    }

    /// The same for kitchens.
    pub(crate) async fn run_kitchens(self) {
        self.run_flush(|boards| &boards.kitchens).await;
    }

    async fn run_flush<R: BoardKind>(&self, registry: impl Fn(&Boards) -> &Registry<R>) {
        let registry = registry(self.boards());
        loop {
            tokio::select! {
                () = registry.notify.notified() => {}
                () = self.stopped() => return,
            }
            let began = Instant::now();
            let mut dirty = registry.take_dirty();
            if let Err(error) = self.flush(registry, &mut dirty).await {
                tracing::warn!(error = %domain::error::chain(&error), "the orders of a board could not be read");
                tokio::select! {
                    () = tokio::time::sleep(self.limits().sweep) => {}
                    () = self.stopped() => return,
                }
                registry.mark_dirty(dirty);
            }
            tokio::time::sleep_until(began + self.limits().board_flush).await;
        }
    }

    /// Reads what is dirty; what could not be read remains.
    async fn flush<R: BoardKind>(&self, registry: &Registry<R>, dirty: &mut Vec<OrderId>) -> Result<(), StoreError> {
        while !dirty.is_empty() {
            let chunk = &dirty[dirty.len().saturating_sub(CHUNK)..];
            let read = R::read_some(&self.deps().store, chunk).await?;
            self.metrics().board_rows.inc_by(read.len() as u64);
            let found: HashMap<_, _> = read.into_iter().map(|row| (row.facts().id, Arc::new(row))).collect();
            let window = R::window(self.deps().clock.now());
            for board in registry.all() {
                board.take(chunk, &found, &window);
                board.feed_all();
            }
            dirty.truncate(dirty.len() - chunk.len());
        }
        Ok(())
    }
}
