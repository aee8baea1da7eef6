//! What pages report of themselves (docs/spec/people.md, "Errors and vitals of the page"): their errors, written into the log without
//! what could name a person, and how fast they are, as figures. Nothing of it says whose page it was.

mod codes;
mod figures;
mod masked;
mod page_errors;
pub mod routes;
mod vital_name;
mod vitals;

pub use figures::PageFigures;
pub use routes::Analytics;
