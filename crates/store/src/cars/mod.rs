//! What cars carry.

mod runs;
mod stops;

use domain::ids::CarId;

use crate::{error::StoreError, row::Row, store::Store};
pub use runs::{CarRun, CarStop};

/// The cars of a store.
#[derive(Debug, Clone, Copy)]
pub struct CarStore<'s>(&'s Store);

impl Store {
    /// What its cars carry.
    #[must_use]
    pub fn cars(&self) -> CarStore<'_> {
        CarStore(self)
    }
}

fn names_of(cars: &[CarId]) -> Result<String, StoreError> {
    let names: Vec<&str> = cars.iter().map(CarId::as_str).collect();
    serde_json::to_string(&names).map_err(StoreError::other)
}

/// The car of a row.
fn car_of(row: &Row) -> Result<CarId, StoreError> {
    let name: String = row.get("run_car_id")?;
    name.parse().map_err(|_| StoreError::Corrupt { table: "orders", column: "car_id", row: name })
}
