//! What several tests of this crate share.

pub(crate) mod seeds;
