//! The boards that a line watches, and how far it was told of each.

use std::sync::Arc;

use super::{Line, LineId};

/// Tells the boards of a node apart.
pub type BoardNumber = u64;

/// Counts what happened on a board; a line that was told up to one is told of all above it.
pub type Version = u64;

/// A board, as a line that watches it sees it.
pub trait Watched: Send + Sync + std::fmt::Debug {
    /// Which board it is.
    fn number(&self) -> BoardNumber;

    /// Sends a line what it was not told of the board, unless something of it waits there already.
    fn feed(&self, line: &Arc<dyn Line>);

    /// Takes a line's place away.
    fn leave(&self, line: LineId);
}

/// A line's places before boards.
#[derive(Debug, Default)]
pub(super) struct Boards(Vec<Place>);

#[derive(Debug)]
struct Place {
    board: Arc<dyn Watched>,
    told: Version,
    /// Whether what was sent last has not been written yet: until then nothing is sent, so that
    /// what changes meanwhile is told once, as it is then.
    waits: bool,
}

impl Boards {
    /// Takes a place, with what leads to `told`.
    pub(super) fn enter(&mut self, board: &Arc<dyn Watched>, told: Version, waits: bool) {
        self.leave(board.number());
        self.0.push(Place { board: Arc::clone(board), told, waits });
    }

    /// Gives a place up; whether there was one.
    pub(super) fn leave(&mut self, board: BoardNumber) -> bool {
        let before = self.0.len();
        self.0.retain(|place| place.board.number() != board);
        before != self.0.len()
    }

    /// Up to where the line was told, where nothing of the board waits.
    pub(super) fn ready(&self, board: BoardNumber) -> Option<Version> {
        self.place(board).filter(|place| !place.waits).map(|place| place.told)
    }

    /// Up to where the line was told, or will have been when what waits is written.
    pub(super) fn told(&self, board: BoardNumber) -> Option<Version> {
        self.place(board).map(|place| place.told)
    }

    /// Moves on, with frames that `wait` to be written or without any; false where the line does not
    /// stand at `from`.
    pub(super) fn advance(&mut self, board: BoardNumber, from: Version, to: Version, waits: bool) -> bool {
        let place = self.0.iter_mut().find(|place| place.board.number() == board);
        let Some(place) = place.filter(|place| !place.waits && place.told == from) else { return false };
        (place.told, place.waits) = (to, waits);
        true
    }

    /// All that was sent has been written but that of which `waits` says otherwise.
    pub(super) fn written(&mut self, waits: impl Fn(BoardNumber) -> bool) {
        self.0.iter_mut().for_each(|place| place.waits = place.waits && waits(place.board.number()));
    }

    /// The boards.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<dyn Watched>> {
        self.0.iter().map(|place| &place.board)
    }

    fn place(&self, board: BoardNumber) -> Option<&Place> {
        self.0.iter().find(|place| place.board.number() == board)
    }
}
