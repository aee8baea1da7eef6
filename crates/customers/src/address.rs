//! An address on the wire (docs/spec/people.md, "Addresses").

use domain::customer::{Coordinate, RawAddress};
use serde::{Deserialize, Serialize};
use store::CustomerAddress;
use utoipa::ToSchema;

/// Where somebody has food brought to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserAddress {
    address_id: String,
    street_address: String,
    apartment_number: String,
    zip_code: String,
    city: String,
    pub(crate) primary_address: bool,
    /// For the driver.
    extra_info: String,
    /// Degrees north, as text; empty where it is not known.
    latitude: String,
    /// Degrees east, as text; empty where it is not known.
    longitude: String,
}

impl From<&CustomerAddress> for UserAddress {
    fn from(address: &CustomerAddress) -> Self {
        let degrees = |degrees: Option<f64>| degrees.map(|degrees| degrees.to_string()).unwrap_or_default();
        Self {
            address_id: address.id.to_string(),
            street_address: address.street_address.clone(),
            apartment_number: address.apartment_number.clone(),
            zip_code: address.zip_code.clone(),
            city: address.city.clone(),
            primary_address: address.is_primary,
            extra_info: address.extra_info.clone(),
            latitude: degrees(address.point.map(|point| point.lat())),
            longitude: degrees(address.point.map(|point| point.lng())),
        }
    }
}

/// Somebody's addresses as a list, the primary one first; those that come with the oldest first keep that order.
pub(crate) fn listed(addresses: &[CustomerAddress]) -> Vec<UserAddress> {
    let mut listed: Vec<_> = addresses.iter().map(UserAddress::from).collect();
    listed.sort_by_key(|address| !address.primary_address);
    listed
}

/// An address as it is sent. What else is in it (`addressId`) is not read.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddressBody {
    /// With a number: 1 to 100 characters.
    #[schema(required)]
    street_address: Option<String>,
    /// At most 20 characters.
    apartment_number: Option<String>,
    /// Five digits.
    #[schema(required)]
    zip_code: Option<String>,
    /// 1 to 50 characters.
    #[schema(required)]
    city: Option<String>,
    /// Whether it is to be the primary one.
    primary_address: Option<bool>,
    /// For the driver: at most 500 characters.
    extra_info: Option<String>,
    #[schema(required)]
    latitude: Option<CoordinateBody>,
    #[schema(required)]
    longitude: Option<CoordinateBody>,
}

/// Degrees, as a number or as text.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum CoordinateBody {
    Number(f64),
    Text(String),
}

impl CoordinateBody {
    fn raw(&self) -> Coordinate<'_> {
        match self {
            Self::Number(degrees) => Coordinate::Number(*degrees),
            Self::Text(text) => Coordinate::Text(text),
        }
    }
}

impl AddressBody {
    /// For the rules.
    pub(crate) fn raw(&self) -> RawAddress<'_> {
        RawAddress {
            street_address: self.street_address.as_deref(),
            apartment_number: self.apartment_number.as_deref(),
            zip_code: self.zip_code.as_deref(),
            city: self.city.as_deref(),
            primary_address: self.primary_address,
            extra_info: self.extra_info.as_deref(),
            latitude: self.latitude.as_ref().map(CoordinateBody::raw),
            longitude: self.longitude.as_ref().map(CoordinateBody::raw),
        }
    }
}
