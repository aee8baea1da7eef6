//! An order's life: it is placed, takes statuses, travels in a batch, and its car is seen. Each change is committed, and
//! only then announced: to [`Subscribers`] on this node, and over the bus to the others. Nothing here knows HTTP, a
//! connection, or who watches.
//!
//! A caller may go away at any moment, and its future is dropped then. So the work from commit to announcement is owned by
//! [`deps::Commits`], and the caller merely awaits the answer.

mod announce;
mod batches;
mod cars;
mod feedback;
mod kitchen;
mod limits;
mod node;
mod parts;
mod place;
mod positions;
mod report;
mod subscribers;

pub use batches::NewBatch;
pub use kitchen::{Acceptance, Preparation, Rejection};
pub use limits::OrderLimits;
pub use node::{Cancellations, Orders};
pub use parts::OrdersParts;
pub use place::{Draft, PlaceError, Placement, Timing};
pub use positions::{PositionsError, PositionsTaken, ReadyPositions};
pub use report::ReportedStatus;
pub use subscribers::{Subscribers, newest_sightings};
