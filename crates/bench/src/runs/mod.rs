//! The runs. Each measures one thing, by itself or in turn with what stands beside it.

mod commits;
mod growth;
mod intake;
mod memory;
mod nodes;
mod polling;
mod positions;
mod statuses;
mod subscriptions;

use crate::{session::Session, trouble::Trouble};

/// What can be measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Run {
    /// Positions at a fixed rate and saturated, in turn with the bare server.
    Positions,
    /// 200 statuses a second to 10,000 watchers.
    Statuses,
    /// Connections and subscriptions accepted.
    Subscriptions,
    /// Memory of idle lines and watched orders.
    Memory,
    /// Push beside polling.
    Polling,
    /// Statuses committed through HTTP.
    Commits,
    /// Positions taken in on the dispatch line.
    Intake,
    /// Two nodes through Redis.
    Nodes,
    /// From 100 watchers to 19,000.
    Growth,
}

impl Run {
    /// All, in the order in which they are made.
    pub(crate) const ALL: [Self; 9] = [
        Self::Positions,
        Self::Statuses,
        Self::Subscriptions,
        Self::Memory,
        Self::Polling,
        Self::Commits,
        Self::Intake,
        Self::Nodes,
        Self::Growth,
    ];

    /// Makes it.
    pub(crate) fn make(self, session: &mut Session) -> Result<(), Trouble> {
        match self {
            Self::Positions => positions::run(session),
            Self::Statuses => statuses::run(session),
            Self::Subscriptions => subscriptions::run(session),
            Self::Memory => memory::run(session),
            Self::Polling => polling::run(session),
            Self::Commits => commits::run(session),
            Self::Intake => intake::run(session),
            Self::Nodes => nodes::run(session),
            Self::Growth => growth::run(session),
        }
    }
}
