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
    /// The board that it belongs to, and ends with.
    of: Option<BoardNumber>,
}

impl Boards {
    /// Takes a place, with what leads to `told`.
    pub(super) fn enter(&mut self, board: &Arc<dyn Watched>, told: Version, waits: bool) {
        self.leave(board.number());
        self.0.push(Place { board: Arc::clone(board), told, waits, of: None });
    }

    /// From here on one place ends with another.
    pub(super) fn bind(&mut self, board: BoardNumber, of: BoardNumber) {
        self.0.iter_mut().filter(|place| place.board.number() == board).for_each(|place| place.of = Some(of));
    }

    /// Gives a place up, with those that belong to it: which there were.
    pub(super) fn leave(&mut self, board: BoardNumber) -> Vec<BoardNumber> {
        let left = self.0.extract_if(.., |place| place.board.number() == board || place.of == Some(board));
        left.map(|place| place.board.number()).collect()
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
        line::{
            Frame, FrameKind, LineState,
            paper::{Written, taken as words, written},
        },
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
        Frame::encoded(text, FrameKind::Board(board))
    }

    fn line() -> LineState {
        LineState::new(&Limits { queued_bytes: 10, ..Limits::default() }, 0, 0)
    }

    fn taken(line: &mut LineState) -> Vec<String> {
        let texts = written(line).into_iter().map(|written| match written {
            Written::Text(text) => text,
            other @ Written::Close(_) => panic!("text was expected, not {other:?}"),
        });
        texts.collect()
    }

    /// How many boards have become ready.
    fn ready(line: &mut LineState) -> usize {
        line.tend(usize::MAX).boards.len()
    }

    #[test]
    fn nothing_is_told_before_what_was_told_last_is_written() {
        let mut line = line();
        line.watch_board(&board(1), 3, [frame(1, "the whole")]);
        assert_eq!((line.ready_for_board(1), line.told_of_board(1)), (None, Some(3)));
        line.tell_board(1, 3, 4, &[frame(1, "too soon")]);
        assert_eq!(ready(&mut line), 0, "it was not written yet");
        assert_eq!(taken(&mut line), ["the whole"]);
        assert_eq!(line.ready_for_board(1), None, "nobody has looked");
        assert_eq!((ready(&mut line), ready(&mut line)), (1, 0), "once");
        assert_eq!(line.ready_for_board(1), Some(3));
        line.tell_board(1, 2, 4, &[frame(1, "from elsewhere")]);
        line.tell_board(1, 3, 5, &[frame(1, "a step")]);
        assert_eq!(ready(&mut line), 0);
        assert_eq!(taken(&mut line), ["a step"]);
        assert_eq!(ready(&mut line), 1);
        assert_eq!(line.ready_for_board(1), Some(5));
    }

    #[test]
    fn a_board_waits_beside_the_bound_of_the_line() {
        let mut line = line();
        line.watch_board(&board(1), 1, [frame(1, &"x".repeat(1_000))]);
        assert_eq!((line.queued_bytes(), line.is_closing()), (0, false));
        line.tell(&Frame::encoded("answer", FrameKind::Answer));
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
    fn what_stands_beside_a_board_ends_with_it() {
        let mut line = line();
        line.watch_beside(1, &board(2), 1, [frame(2, "nothing to stand beside")]);
        assert_eq!(line.boards().count(), 0);
        line.watch_board(&board(1), 1, []);
        line.watch_beside(1, &board(2), 4, [frame(2, "cars")]);
        assert_eq!((line.ready_for_board(1), line.told_of_board(2)), (Some(1), Some(4)));
        line.watch_board(&board(3), 1, [frame(3, "another board")]);
        assert!(line.leave_board(1));
        assert_eq!(line.boards().map(|board| board.number()).collect::<Vec<_>>(), [3]);
        assert_eq!(taken(&mut line), ["another board"]);
    }

    #[test]
    fn a_line_that_is_closing_is_told_nothing() {
        let mut line = line();
        line.watch_board(&board(1), 1, []);
        line.close(crate::close::CloseCode::Leaving);
        assert_eq!(line.ready_for_board(1), None);
        line.tell_board(1, 1, 2, &[frame(1, "late")]);
        assert_eq!(words(&mut line), "close 1012");
    }
}
