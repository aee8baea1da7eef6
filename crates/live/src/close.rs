//! Why a connection is closed, and what its client is to do: one table, shared with the client by generation.

use serde::Serialize;
use utoipa::ToSchema;

/// A close code of the live protocol (docs/spec/hub.md, "Close codes").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CloseCode {
    /// All is done.
    Done,
    /// The server goes away.
    Away,
    /// The client broke the rules.
    Policy,
    /// A frame was too big.
    TooBig,
    /// This node leaves.
    Leaving,
    /// The client reads too slowly.
    TooSlow,
    /// There are too many connections.
    TooMany,
}

/// What a client does after a close.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Return {
    /// Comes back with the usual back-off.
    BackOff,
    /// Comes back at a random moment of the span in `afterSeconds`.
    Spread,
    /// Stays away.
    Never,
}

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CloseRow {
    /// The code on the wire.
    pub code: u16,
    /// What it means, for people who debug.
    pub reason: &'static str,
    /// Whether the client comes back.
    pub then: Return,
    /// When it comes back: at least and at most, seconds.
    pub after_seconds: [u16; 2],
}

impl CloseCode {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Done, Self::Away, Self::Policy, Self::TooBig, Self::Leaving, Self::TooSlow, Self::TooMany];

    /// Its row of the table.
    #[must_use]
    pub fn row(self) -> CloseRow {
        let row = |code, reason, then, after_seconds| CloseRow { code, reason, then, after_seconds };
        match self {
            Self::Done => row(1000, "done", Return::BackOff, [0, 0]),
            Self::Away => row(1001, "away", Return::BackOff, [0, 0]),
            Self::Policy => row(1008, "policy", Return::Never, [0, 0]),
            Self::TooBig => row(1009, "too big", Return::Never, [0, 0]),
            Self::Leaving => row(1012, "node leaving", Return::Spread, [0, 5]),
            Self::TooSlow => row(4408, "too slow", Return::BackOff, [0, 0]),
            Self::TooMany => row(4429, "too many connections", Return::Spread, [10, 30]),
        }
    }
}
