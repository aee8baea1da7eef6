//! The door that area and fee are judged with, in carts and orders alike (docs/spec/ordering.md, "Placing an order").

use domain::{
    error::Code,
    geo::LatLng,
    order::OrderType,
    words::{Lines, Words},
};
use server::ApiError;

use super::read::{Contact, ReadCart};
use crate::doors::{DoorFinder, Silent};

/// How far what is sent may be from its address, in metres: no cheaper zone by false coordinates.
const FARTHEST: f64 = 1_000.0;

impl ReadCart {
    /// Finds the door, where something goes to a whole address: its place as the server knows it, else the sent one, is
    /// what is judged from here on. Answers where the order goes; none where that is not said.
    ///
    /// # Errors
    /// What refuses an order: 409 `delivery/address-unknown` where nobody knows the place, or what was sent is far from it;
    /// 503 where the geocoder is silent and nothing was sent. A cart is priced nevertheless.
    pub async fn find_door(&mut self, doors: &DoorFinder) -> Result<Option<LatLng>, ApiError> {
        let Some((street, city)) = self.whole_address() else { return Ok(None) };
        let found = doors.find(&street, &city).await;
        let sent = self.cart.coordinates.or(self.promised_place);
        self.cart.coordinates = found.ok().flatten().or(self.cart.coordinates);
        goes_to(found, sent).map(Some)
    }

    /// Street and city of a delivery whose address is whole, as an order has them.
    fn whole_address(&self) -> Option<(Words, Words)> {
        let Contact { street, postal_code, city, .. } = &self.contact;
        let words = |text: &Option<String>| Words::cleaned(text.as_deref()?, Lines::One);
        words(postal_code).filter(|_| self.cart.order_type == OrderType::Delivery)?;
        Some((words(street)?, words(city)?))
    }
}

/// Where the order goes: as exactly as it was sent, if that is near its address.
fn goes_to(found: Result<Option<LatLng>, Silent>, sent: Option<LatLng>) -> Result<LatLng, ApiError> {
    match (found, sent) {
        (Ok(Some(found)), Some(sent)) if !found.is_within(FARTHEST, sent) => Err(ApiError::new(Code::AddressUnknown)),
        (_, Some(place)) | (Ok(Some(place)), None) => Ok(place),
        (Ok(None), None) => Err(ApiError::new(Code::AddressUnknown)),
        (Err(Silent), None) => Err(ApiError::unavailable()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_believed_near_its_address() {
        let point = |lat| LatLng::new(lat, 24.95).ok();
        let door = |found, sent| goes_to(found, sent).map_err(|error| error.code());
        let at = |lat| Ok(point(lat).unwrap());
        assert_eq!(door(Ok(point(60.17)), point(60.178)), at(60.178), "890 m");
        assert_eq!(door(Ok(point(60.17)), point(60.18)), Err(Code::AddressUnknown), "1.1 km");
        assert_eq!(door(Ok(None), point(60.18)), at(60.18));
        assert_eq!(door(Ok(point(60.17)), None), at(60.17));
        assert_eq!(door(Ok(None), None), Err(Code::AddressUnknown));
        assert_eq!(door(Err(Silent), point(60.18)), at(60.18));
        assert_eq!(door(Err(Silent), None), Err(Code::Unavailable));
    }
}
