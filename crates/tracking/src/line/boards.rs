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

    /// All that was sent has been written but that of which `waits` says otherwise: the boards of which
    /// nothing waits any more.
    pub(super) fn written(&mut self, waits: impl Fn(BoardNumber) -> bool) -> Vec<Arc<dyn Watched>> {
        let written = self.0.iter_mut().filter(|place| place.waits && !waits(place.board.number()));
        let ready = |place: &mut Place| {
            place.waits = false;
            Arc::clone(&place.board)
        };
        written.map(ready).collect()
    }

    /// The boards.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<dyn Watched>> {
        self.0.iter().map(|place| &place.board)
    }

    fn place(&self, board: BoardNumber) -> Option<&Place> {
        self.0.iter().find(|place| place.board.number() == board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        limits::Limits,
        line::{Frame, FrameKind, LineState, Outgoing},
    };

    #[derive(Debug)]
    struct Blackboard(BoardNumber);

    impl Watched for Blackboard {
        fn number(&self) -> BoardNumber {
            self.0
        }

        fn feed(&self, _: &Arc<dyn Line>) {}

        fn leave(&self, _: LineId) {}
    }

    fn board(number: BoardNumber) -> Arc<dyn Watched> {
        Arc::new(Blackboard(number))
    }

    fn frame(board: BoardNumber, text: &str) -> Frame {
        Frame::encoded(text.to_owned(), FrameKind::Board(board))
    }

    fn line() -> LineState {
        LineState::new(&Limits { queued_bytes: 10, ..Limits::default() }, 0, 0)
    }

    fn taken(line: &mut LineState) -> Vec<String> {
        match line.take() {
            Outgoing::Frames(frames) => frames.iter().map(|frame| frame.text().to_string()).collect(),
            other => panic!("frames were expected, not {other:?}"),
        }
    }

    #[test]
    fn nothing_is_told_before_what_was_told_last_is_written() {
        let mut line = line();
        line.watch_board(&board(1), 3, [frame(1, "the whole")]);
        assert_eq!((line.ready_for_board(1), line.told_of_board(1)), (None, Some(3)));
        line.tell_board(1, 3, 4, &[frame(1, "too soon")]);
        assert_eq!(taken(&mut line), ["the whole"]);
        assert_eq!(line.ready_for_board(1), None, "it is still being written");
        assert_eq!(line.written().len(), 1);
        assert_eq!(line.written().len(), 0, "and was written before");
        assert_eq!(line.ready_for_board(1), Some(3));
        line.tell_board(1, 2, 4, &[frame(1, "from elsewhere")]);
        line.tell_board(1, 3, 5, &[frame(1, "a step")]);
        assert_eq!(line.written().len(), 0, "what was written before was no step");
        assert_eq!(taken(&mut line), ["a step"]);
        line.written();
        assert_eq!(line.ready_for_board(1), Some(5));
    }

    #[test]
    fn a_board_waits_beside_the_bound_of_the_line() {
        let mut line = line();
        line.watch_board(&board(1), 1, [frame(1, &"x".repeat(1_000))]);
        assert_eq!((line.queued_bytes(), line.is_closing()), (0, false));
        line.tell(&Frame::encoded("answer".to_owned(), FrameKind::Answer));
        assert_eq!(line.queued_bytes(), 6);
    }

    #[test]
    fn a_step_without_frames_waits_for_nothing() {
        let mut line = line();
        line.watch_board(&board(1), 1, []);
        assert_eq!(line.ready_for_board(1), Some(1));
        line.tell_board(1, 1, 2, &[]);
        assert_eq!(line.ready_for_board(1), Some(2));
    }

    #[test]
    fn leaving_takes_what_waits_along() {
        let mut line = line();
        line.watch_board(&board(1), 1, [frame(1, "one")]);
        line.watch_board(&board(2), 1, [frame(2, "two")]);
        assert!(line.leave_board(1) && !line.leave_board(1));
        assert_eq!(line.boards().map(|board| board.number()).collect::<Vec<_>>(), [2]);
        line.watch_board(&board(2), 7, [frame(2, "anew")]);
        assert_eq!(taken(&mut line), ["anew"]);
    }

    #[test]
    fn a_line_that_is_closing_is_told_nothing() {
        let mut line = line();
        line.watch_board(&board(1), 1, []);
        line.close(crate::close::CloseCode::Leaving);
        assert_eq!(line.ready_for_board(1), None);
        line.tell_board(1, 1, 2, &[frame(1, "late")]);
        assert!(matches!(line.take(), Outgoing::Close(_)));
    }
}
