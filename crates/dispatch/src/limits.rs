//! The bounds of a dispatch connection.

/// What a dispatch connection costs at most.
#[derive(Debug, Clone, Copy)]
pub struct DispatchLimits {
    /// The largest frame from a caller, in bytes.
    pub frame: usize,
    /// Calls of one connection that are in work; above it the connection is not read.
    pub work: usize,
}

impl Default for DispatchLimits {
    fn default() -> Self {
        Self { frame: 64 * 1024, work: 64 }
    }
}
