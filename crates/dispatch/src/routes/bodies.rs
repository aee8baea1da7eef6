//! The bodies of the dispatch calls, read and judged without what is looked up for them.

use domain::{car::Position, ids::CarId, words::name};
use jiff::Timestamp;
use serde_json::Value;
use server::{
    ApiError,
    extract::{from_json, from_value},
};

use super::{batches::PutBatchBody, register::RegisterOrder};
use crate::{
    positions::{DECIMALS, NewPosition},
    statuses::{SetOneStatus, SetStatus},
};

/// What `POST /api/dispatch/orders` reads.
pub(crate) fn registration(body: &[u8], now: Timestamp) -> Result<(), ApiError> {
    from_json::<RegisterOrder>(body)?.check(now).map(drop)
}

/// What `POST /api/dispatch/orders/{orderId}/status` reads.
pub(crate) fn status(body: &[u8], now: Timestamp) -> Result<(), ApiError> {
    from_json::<SetStatus>(body)?.fits(now)
}

/// What `POST /api/dispatch/status` reads: its items, of which each stands alone.
pub(crate) fn statuses(body: &[u8], now: Timestamp) -> Result<(), ApiError> {
    let items: Vec<Value> = from_json(body)?;
    let mut read = items.iter().map(|item| SetOneStatus::read(item)?.status.fits(now));
    read.find(Result::is_err).unwrap_or(Ok(()))
}

/// What `POST /api/dispatch/cars/{carId}/positions` reads.
pub(crate) fn positions(body: &[u8], now: Timestamp) -> Result<(), ApiError> {
    let body: Value = from_json(body)?;
    let items = body.as_array().map_or(std::slice::from_ref(&body), Vec::as_slice);
    for item in items {
        let position = from_value::<NewPosition>(item)?.check(now)?;
        assert!(is_kept_as_told(&position), "{position:?}");
    }
    Ok(())
}

/// A position that is kept is one on the earth, and no finer than five decimals.
fn is_kept_as_told(position: &Position) -> bool {
    let (lat, lng) = (position.place.lat(), position.place.lng());
    let is_rounded = |degrees: f64| (degrees * DECIMALS).round() / DECIMALS == degrees;
    lat.abs() <= 90.0 && lng.abs() <= 180.0 && is_rounded(lat) && is_rounded(lng)
}

/// What `PUT /api/dispatch/batches/{batchId}` reads.
pub(crate) fn batch(body: &[u8]) -> Result<(), ApiError> {
    let batch: PutBatchBody = from_json(body)?;
    name::<CarId>(&batch.car_id).map(drop).map_err(|_| ApiError::invalid("carId"))
}
