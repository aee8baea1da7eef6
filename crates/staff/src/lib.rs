//! The people of the chain: how they sign in, how they find an order, and what they see of it.
//!
//! A person's right is their session's, and a session's is the row it stands in: no role is ever read
//! from a request. Each view of an order is logged with who and which, and with nothing of whose order
//! it is.

mod caller;
pub mod routes;
mod state;

pub use caller::{HalfSignedIn, SignedIn, StaffUser};
pub use state::StaffState;
