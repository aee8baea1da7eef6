//! Steps that were made lately, once for all connections that have the same version.

use std::{collections::HashMap, sync::Arc};

use live::{Frame, FrameKind, StateTopicId, Version};

use super::kind::BoardUpdate;

/// Frames, and the version to which they lead.
pub(crate) type Delta = Arc<(Vec<Frame>, Version)>;

/// By the version from which they lead on. Of the present version alone.
#[derive(Debug, Default)]
pub(crate) struct DeltaCache(HashMap<Version, Delta>);

impl DeltaCache {
    /// What leads on from a version of a board, of which the present one is given.
    pub(crate) fn on(
        &mut self,
        board: StateTopicId,
        from: Version,
        present: Version,
        step: impl FnOnce() -> BoardUpdate,
    ) -> Delta {
        self.0.retain(|_, delta| delta.1 == present);
        let delta = self.0.entry(from).or_insert_with(|| {
            let BoardUpdate { texts, to } = step();
            let frames = texts.iter().map(|text| Frame::encoded(text, FrameKind::Step(board)));
            Arc::new((frames.collect(), to))
        });
        Arc::clone(delta)
    }
}
