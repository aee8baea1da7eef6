//! Places on the earth, as requests say them.

use domain::geo::{LatLng, OutOfRange};

use crate::ApiError;

/// Reads a place from its degrees; `fields` are the names that the request has for them.
///
/// # Errors
/// 422 with the field that is not on the earth.
pub fn point(lat: f64, lng: f64, [lat_field, lng_field]: [&str; 2]) -> Result<LatLng, ApiError> {
    LatLng::new(lat, lng).map_err(|wrong| match wrong {
        OutOfRange::Lat => ApiError::invalid(lat_field),
        OutOfRange::Lng => ApiError::invalid(lng_field),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_on_the_earth_is_named() {
        let field = |lat, lng| point(lat, lng, ["a", "b"]).map_err(|error| error.body().metadata["field"].clone());
        assert_eq!(field(60.0, 24.0), Ok(LatLng::new(60.0, 24.0).unwrap()));
        assert_eq!((field(91.0, 200.0), field(0.0, f64::NAN)), (Err("a".into()), Err("b".into())));
    }
}
