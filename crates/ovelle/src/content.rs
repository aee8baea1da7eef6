//! The chain's data: a folder, or the demo chain that is built in.

use std::{fs, io, path::Path};

use domain::{
    geo::{LatLng, OutOfRange},
    hours::{HoursKind, WeekHours},
    ids::RestaurantId,
    restaurant::Restaurant,
};
use serde::Deserialize;

const DEMO_RESTAURANTS: &str = include_str!("../../../content/restaurants.json");

/// Why the data cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// A file cannot be read.
    #[error("{file} cannot be read")]
    File {
        /// The file.
        file: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A file is not of its form.
    #[error("{file} is not of its form")]
    Form {
        /// The file.
        file: String,
        /// Where and why.
        #[source]
        source: serde_json::Error,
    },
    /// A value is out of range.
    #[error("restaurant {restaurant}: {problem}")]
    Value {
        /// The restaurant, as written.
        restaurant: String,
        /// What is wrong.
        problem: String,
    },
}

/// The restaurants of a content folder, or of the demo chain.
///
/// # Errors
/// [`ContentError`] names the file and what is wrong in it.
pub fn restaurants(folder: Option<&Path>) -> Result<Vec<Restaurant>, ContentError> {
    let (file, text) = match folder {
        None => ("restaurants.json".to_owned(), DEMO_RESTAURANTS.to_owned()),
        Some(folder) => {
            let path = folder.join("restaurants.json");
            let file = path.display().to_string();
            let text = fs::read_to_string(&path).map_err(|source| ContentError::File { file: file.clone(), source })?;
            (file, text)
        }
    };
    let entries: Vec<Entry> = serde_json::from_str(&text).map_err(|source| ContentError::Form { file, source })?;
    entries.into_iter().map(Entry::read).collect()
}

/// A restaurant in the shape of the shop call (seed 2 §3).
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Entry {
    shop_id: String,
    restaurant_id: String,
    external_id: String,
    display_name: String,
    street_address: String,
    zip: String,
    city: String,
    phone: String,
    email: String,
    latitude: f64,
    longitude: f64,
    has_websale: bool,
    has_delivery: bool,
    is_active: bool,
    no_delivery_tracking: bool,
    current_delivery_estimate: u32,
    current_pickup_estimate: u32,
    shop_opening_hours: Vec<Hours>,
}

#[derive(Debug, Deserialize)]
struct Hours {
    #[serde(rename = "openingHourtypeID")]
    kind: HoursKind,
    #[serde(flatten)]
    week: WeekHours,
}

impl Entry {
    fn read(self) -> Result<Restaurant, ContentError> {
        let wrong = |problem: String| ContentError::Value { restaurant: self.restaurant_id.clone(), problem };
        let id: RestaurantId = self.restaurant_id.parse().map_err(|_| wrong("its id is no number".to_owned()))?;
        if self.shop_id != self.restaurant_id {
            return Err(wrong("shopId and restaurantId differ".to_owned()));
        }
        let location = LatLng::new(self.latitude, self.longitude).map_err(|out: OutOfRange| wrong(out.to_string()))?;
        Ok(Restaurant {
            id,
            external_id: self.external_id,
            display_name: self.display_name,
            street_address: self.street_address,
            postal_code: self.zip,
            city: self.city,
            phone: self.phone,
            email: self.email,
            location,
            has_websale: self.has_websale,
            has_delivery: self.has_delivery,
            is_active: self.is_active,
            no_delivery_tracking: self.no_delivery_tracking,
            delivery_minutes: self.current_delivery_estimate,
            pickup_minutes: self.current_pickup_estimate,
            hours: self.shop_opening_hours.into_iter().map(|hours| (hours.kind, hours.week)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_chain_has_at_least_two_restaurants_that_deliver() {
        let all = restaurants(None).unwrap();
        assert!(all.iter().filter(|restaurant| restaurant.has_delivery).count() >= 2);
        assert!(all.iter().any(|restaurant| restaurant.no_delivery_tracking));
        assert!(all.iter().all(|restaurant| restaurant.general_hours() != WeekHours::default()));
    }

    #[test]
    fn a_folder_without_restaurants_says_which_file_is_missing() {
        let error = restaurants(Some(Path::new("/nowhere"))).unwrap_err();
        assert_eq!(error.to_string(), "/nowhere/restaurants.json cannot be read");
    }
}
