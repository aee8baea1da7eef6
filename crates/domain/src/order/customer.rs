//! Who ordered, and where it goes.

use crate::geo::LatLng;

/// The contact of an order (seed 3 §3, "Tracking payload"). All of it may be absent: an order that is
/// fetched needs no address, and contact data is taken away some time after the end.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Customer {
    /// Name.
    pub name: Option<String>,
    /// Phone number, as it was given. Never goes into a log.
    pub phone: Option<String>,
    /// Street and number.
    pub street_address: Option<String>,
    /// Door, floor or flat.
    pub apartment_number: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Postal code.
    pub postal_code: Option<String>,
    /// What the driver should know.
    pub shipping_instruction: Option<String>,
    /// Where the door is; none where nobody could say.
    pub coordinates: Option<LatLng>,
}
