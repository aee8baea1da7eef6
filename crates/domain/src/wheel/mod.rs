//! The prize wheel: what stands on it, how it is drawn, and how anybody checks a draw (docs/spec/people.md, "Wheel").

mod draw;
mod prize;
mod segments;
mod table;
mod verify;

pub use draw::{Drawn, SERVER_SEED_BYTES, ServerSeed};
pub use prize::PrizeType;
pub use segments::{BadWheel, DrawRules, SEGMENTS, WheelEntry, WheelRules, WonCampaign};
pub use table::{NothingToDraw, WheelTable, WheelWeight};
pub use verify::{AnsweredSpin, SpinMismatch};

pub(crate) use table::weighted;
