//! Where an order goes: the address must be one, and lie where the caller says, or where their price token holds.

use std::time::Duration;

use domain::{error::Code, geo::LatLng};
use providers::Geocoder;
use server::ApiError;

use crate::cart::Contact;

/// How long placing waits for an address to be found.
const GEOCODING: Duration = Duration::from_millis(2_500);
/// How far the caller's place may be from the address's, in metres: no cheaper zone by false coordinates.
const FARTHEST: f64 = 1_000.0;

/// The place of a door.
///
/// # Errors
/// 409 `delivery/address-unknown` where nobody knows the address and no place was sent, or the two are far apart.
pub(crate) async fn find_door(
    geocoder: &Geocoder,
    contact: &Contact,
    sent: Option<LatLng>,
) -> Result<LatLng, ApiError> {
    let (street, city) = (contact.street.as_deref().unwrap_or_default(), contact.city.as_deref().unwrap_or_default());
    let found = tokio::time::timeout(GEOCODING, geocoder.geocode(street, city)).await;
    let found = found.ok().and_then(Result::ok).flatten();
    door(found, sent).ok_or_else(|| ApiError::new(Code::AddressUnknown))
}

fn door(found: Option<LatLng>, sent: Option<LatLng>) -> Option<LatLng> {
    match (found, sent) {
        (Some(found), Some(sent)) => found.is_within(FARTHEST, sent).then_some(sent),
        (found, sent) => sent.or(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_believed_near_its_address() {
        let point = |lat| LatLng::new(lat, 24.95).ok();
        assert_eq!(door(point(60.17), point(60.178)), point(60.178), "890 m");
        assert_eq!(door(point(60.17), point(60.18)), None, "1.1 km");
        assert_eq!(door(None, point(60.18)), point(60.18));
        assert_eq!(door(point(60.17), None), point(60.17));
        assert_eq!(door(None, None), None);
    }
}
