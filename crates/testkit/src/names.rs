//! The keys and restaurants of every test server.

/// The chain-wide key of every test server.
pub const CHAIN_KEY: &str = "chain-key-of-the-tests";
/// A key of every test server that is bound to [`BOUND_TO`].
pub const BOUND_KEY: &str = "bound-key-of-the-tests";
/// The restaurant that [`BOUND_KEY`] is bound to; it delivers.
pub const BOUND_TO: &str = "12";
/// A restaurant that [`BOUND_KEY`] does not reach; it delivers too.
pub const FOREIGN: &str = "14";
