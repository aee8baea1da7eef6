//! Chance and secrets, as changes of members take them.

use deps::{Chance, Deps};
use domain::{
    ids::CustomerId,
    key::Secrets,
    loyalty::{OrderSlices, PersonalCode},
    sealed::Purpose,
    wheel::ServerSeed,
};
use pricing::PriceRecord;
use serde_json::value::RawValue;
use store::LoyaltySource;

const SEEDS: Purpose = Purpose("seeds of the prize wheel");

/// The node's own.
pub(crate) struct NodeSource {
    chance: Chance,
    secrets: Secrets,
}

impl NodeSource {
    pub(crate) fn new(deps: &Deps) -> Self {
        Self { chance: deps.chance.clone(), secrets: deps.secrets.clone() }
    }
}

impl LoyaltySource for NodeSource {
    fn code(&self) -> PersonalCode {
        PersonalCode::of_random(&self.chance.bytes())
    }

    fn number(&self) -> u64 {
        u64::from_be_bytes(self.chance.bytes())
    }

    fn seed(&self) -> ServerSeed {
        ServerSeed::new(self.chance.bytes())
    }

    fn seal(&self, customer: CustomerId, seed: &ServerSeed) -> Vec<u8> {
        SEEDS.seal(&self.secrets, &customer.0.to_be_bytes(), self.chance.bytes(), seed.bytes())
    }

    fn open(&self, customer: CustomerId, sealed: &[u8]) -> Option<ServerSeed> {
        let bytes = SEEDS.open(&self.secrets, &customer.0.to_be_bytes(), sealed)?;
        bytes.try_into().ok().map(ServerSeed::new)
    }

    fn slices_of(&self, record: &RawValue) -> OrderSlices {
        serde_json::from_str::<PriceRecord>(record.get()).map(|record| record.slices()).unwrap_or_else(|error| {
            tracing::error!(%error, "an order's price cannot be read; it brings no slices");
            OrderSlices::default()
        })
    }
}
