//! What has rung is read again, for all boards of a kind at once.

use std::{collections::HashMap, sync::Arc};

use domain::ids::OrderId;
use store::StoreError;
use tokio::time::Instant;

use super::{Boards, kind::Kind, shelf::Shelf};
use crate::hub::Hub;

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

    async fn run_flush<R: Kind>(&self, shelf: impl Fn(&Boards) -> &Shelf<R>) {
        let shelf = shelf(self.boards());
        loop {
            tokio::select! {
                () = shelf.bell.notified() => {}
                () = self.stopped() => return,
            }
            let began = Instant::now();
            let mut dirty = shelf.take_dirty();
            if let Err(error) = self.flush(shelf, &mut dirty).await {
                tracing::warn!(error = %server::error::chain(&error), "the orders of a board could not be read");
                tokio::select! {
                    () = tokio::time::sleep(self.limits().sweep) => {}
                    () = self.stopped() => return,
                }
                shelf.soil(dirty);
            }
            tokio::time::sleep_until(began + self.limits().board_flush).await;
        }
    }

    /// Reads what is dirty; what could not be read remains.
    async fn flush<R: Kind>(&self, shelf: &Shelf<R>, dirty: &mut Vec<OrderId>) -> Result<(), StoreError> {
        while !dirty.is_empty() {
            let chunk = &dirty[dirty.len().saturating_sub(CHUNK)..];
            let read = R::read_some(&self.parts().store, chunk).await?;
            self.metrics().board_rows.inc_by(read.len() as u64);
            let found: HashMap<_, _> = read.into_iter().map(|row| (row.facts().id, Arc::new(row))).collect();
            let window = R::window(self.parts().clock.now());
            for board in shelf.all() {
                board.take(chunk, &found, &window);
                board.feed_all();
            }
            dirty.truncate(dirty.len() - chunk.len());
        }
        Ok(())
    }
}
