//! What was told lately: made once for all lines that stand at the same version.

use std::{collections::HashMap, sync::Arc};

use super::kind::Step;
use crate::line::{BoardNumber, Frame, FrameKind, Version};

/// Frames, and the version to which they lead.
pub(super) type Lead = Arc<(Vec<Frame>, Version)>;

/// By the version from which they lead on. Of the present version alone.
#[derive(Debug, Default)]
pub(super) struct Leads(HashMap<Version, Lead>);

impl Leads {
    /// What leads on from a version of a board, of which the present one is given.
    pub(super) fn on(
        &mut self,
        board: BoardNumber,
        from: Version,
        present: Version,
        step: impl FnOnce() -> Step,
    ) -> Lead {
        self.0.retain(|_, lead| lead.1 == present);
        let lead = self.0.entry(from).or_insert_with(|| {
            let Step { texts, to } = step();
            let frames = texts.iter().map(|text| Frame::encoded(text, FrameKind::Board(board)));
            Arc::new((frames.collect(), to))
        });
        Arc::clone(lead)
    }
}
