//! The runs. Each measures one thing, by itself or in turn with what stands beside it.

mod accounts;
mod commits;
mod growth;
mod intake;
mod memory;
mod nodes;
mod payments;
mod placing;
mod polling;
mod positions;
mod shop;
mod shop_watchers;
mod sign_ins;
mod statuses;
mod subscriptions;

use crate::{session::BenchSession, trouble::Trouble};

/// What can be measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum BenchRun {
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
    /// Carts priced and menus asked for, beside a bare route.
    Shop,
    /// Orders placed through HTTP, beside the same rows written by hand.
    Placing,
    /// Notifications of a payment provider, to who waits for the order.
    Payments,
    /// 10,000 watchers of 40 restaurants that run out of something.
    ShopWatchers,
    /// What people read of their accounts, with few stored and with many.
    Accounts,
    /// Statuses while sign-ins flood.
    SignIns,
}

impl BenchRun {
    /// All, in the order in which they are made.
    pub(crate) const ALL: [Self; 15] = [
        Self::Positions,
        Self::Statuses,
        Self::Subscriptions,
        Self::Memory,
        Self::Polling,
        Self::Commits,
        Self::Intake,
        Self::Nodes,
        Self::Growth,
        Self::Shop,
        Self::Placing,
        Self::Payments,
        Self::ShopWatchers,
        Self::Accounts,
        Self::SignIns,
    ];

    /// Makes it.
    pub(crate) fn make(self, session: &mut BenchSession) -> Result<(), Trouble> {
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
            Self::Shop => shop::run(session),
            Self::Placing => placing::run(session),
            Self::Payments => payments::run(session),
            Self::ShopWatchers => shop_watchers::run(session),
            Self::Accounts => accounts::run(session),
            Self::SignIns => sign_ins::run(session),
        }
    }
}
