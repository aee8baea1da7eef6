//! Who lives near a restaurant.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::{
    addresses::{Addresses, CityHouse},
    geometry::metres,
    wire::ShopRow,
};

/// Who lives nearer fetches, and who lives farther orders elsewhere, metres.
const NEAREST: f64 = 120.0;
const FARTHEST: f64 = 800.0;

/// The restaurants of a chain among whose houses the city lives; all of them where it knows houses around none. They are
/// in the order of their numbers, in whatever order the server lists them: the city's plan goes by their places.
pub(crate) fn restaurants_with_houses(mut shops: Vec<ShopRow>) -> Vec<ShopRow> {
    let addresses = Addresses::built_in();
    shops.sort_by_key(|shop| (shop.restaurant_id.len(), shop.restaurant_id.clone()));
    if shops.iter().any(|shop| DeliveryArea::has_houses(shop, &addresses)) {
        shops.retain(|shop| DeliveryArea::has_houses(shop, &addresses));
    }
    shops
}

/// The houses that a restaurant delivers to.
#[derive(Debug, Clone)]
pub(crate) struct DeliveryArea {
    /// Each with its distance from the counter.
    houses: Vec<(f64, CityHouse)>,
}

impl DeliveryArea {
    /// The known houses around a restaurant; those of its whole town where none is near.
    pub(crate) fn of(shop: &ShopRow, addresses: &Addresses) -> Self {
        let known = addresses.of(&shop.city).iter();
        let mut houses: Vec<_> =
            known.map(|house| (metres(shop.coordinates(), house.coordinates), house.clone())).collect();
        if houses.iter().any(|(metres, _)| (NEAREST..=FARTHEST).contains(metres)) {
            houses.retain(|(metres, _)| (NEAREST..=FARTHEST).contains(metres));
        }
        Self { houses }
    }

    /// Whether a restaurant has known houses around it.
    fn has_houses(shop: &ShopRow, addresses: &Addresses) -> bool {
        let is_near = |house: &CityHouse| (NEAREST..=FARTHEST).contains(&metres(shop.coordinates(), house.coordinates));
        addresses.of(&shop.city).iter().any(is_near)
    }

    pub(crate) fn len(&self) -> usize {
        self.houses.len()
    }

    /// A house, of three the nearest one; none where none is known.
    pub(crate) fn house(&self, chance: &mut ChaCha8Rng) -> Option<&CityHouse> {
        let drawn = (0..3).filter_map(|_| self.houses.choose(chance));
        drawn.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, house)| house)
    }
}
