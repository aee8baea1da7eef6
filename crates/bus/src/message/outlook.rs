//! The part of an order's state that travels with a status or an estimate, and its form on the bus.

use domain::{
    batch::Travel,
    estimate::{Basis, Estimate},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// An order's current estimate and batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct OrderOutlook {
    /// When the order is expected.
    #[serde(with = "estimate")]
    pub estimate: Option<Estimate>,
    /// The batch that it travels in.
    pub batch: Option<BatchOutlook>,
}

/// An order's place in its batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchOutlook {
    /// Minutes from the start of the batch to the order's door.
    pub minutes: Option<u32>,
    /// When the batch last changed.
    pub updated_at: Timestamp,
    /// Stops that come before the order's and are not done.
    pub stops_before: u32,
}

impl OrderOutlook {
    /// The outlook of an order with this estimate and this place in a batch.
    #[must_use]
    pub fn new(estimate: Option<Estimate>, travel: Option<&Travel>) -> Self {
        let batch = |travel: &Travel| BatchOutlook {
            minutes: travel.minutes,
            updated_at: travel.updated_at,
            stops_before: travel.stops_before,
        };
        Self { estimate, batch: travel.map(batch) }
    }
}

/// An estimate as the bus writes it.
#[derive(Serialize, Deserialize)]
struct EstimateFields {
    made_at: Timestamp,
    arrival: Timestamp,
    earliest: Timestamp,
    latest: Timestamp,
    basis: String,
}

mod estimate {
    use serde::{Deserializer, Serializer, de::Error};

    use super::{Basis, Deserialize, Estimate, EstimateFields, Serialize};

    pub(super) fn serialize<S: Serializer>(estimate: &Option<Estimate>, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = estimate.map(|Estimate { made_at, arrival, earliest, latest, basis }| EstimateFields {
            made_at,
            arrival,
            earliest,
            latest,
            basis: basis.as_str().to_owned(),
        });
        fields.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Estimate>, D::Error> {
        let Some(fields) = Option::<EstimateFields>::deserialize(deserializer)? else { return Ok(None) };
        let EstimateFields { made_at, arrival, earliest, latest, basis } = fields;
        let basis = Basis::parse(&basis).ok_or_else(|| D::Error::custom("no such basis"))?;
        Ok(Some(Estimate { made_at, arrival, earliest, latest, basis }))
    }
}

/// A status by its number.
pub(super) mod status_number {
    use domain::order::Status;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(in super::super) fn serialize<S: Serializer>(status: &Status, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i16(status.number())
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Status, D::Error> {
        let number = i64::deserialize(deserializer)?;
        Status::try_from(number).map_err(|_| D::Error::custom("no such status"))
    }
}
