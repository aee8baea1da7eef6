//! Areas by restaurant and by place.

use std::collections::HashMap;

use domain::{geo::LatLng, ids::RestaurantId};
use rstar::{
    AABB, RTree,
    primitives::{GeomWithData, Rectangle},
};

use crate::area::Area;

/// The smallest rectangle around an area, with the area's place in the file.
type Framed = GeomWithData<Rectangle<[f64; 2]>, usize>;

/// Finds areas by the restaurant that they belong to, and by a point.
#[derive(Debug, Clone)]
pub(crate) struct AreaIndex {
    by_shop: HashMap<RestaurantId, Vec<usize>>,
    frames: RTree<Framed>,
}

impl AreaIndex {
    pub(crate) fn new(areas: &[Area]) -> Self {
        let mut by_shop: HashMap<RestaurantId, Vec<usize>> = HashMap::new();
        for (place, area) in areas.iter().enumerate() {
            by_shop.entry(area.shop).or_default().push(place);
        }
        let frames = areas.iter().enumerate().map(|(place, area)| Framed::new(frame(area), place)).collect();
        Self { by_shop, frames: RTree::bulk_load(frames) }
    }

    /// The places in the file of a restaurant's areas, ascending.
    pub(crate) fn of(&self, shop: RestaurantId) -> &[usize] {
        self.by_shop.get(&shop).map_or(&[], Vec::as_slice)
    }

    /// The places in the file of all areas that may hold a point, ascending.
    pub(crate) fn around(&self, point: LatLng) -> Vec<usize> {
        let frames = self.frames.locate_all_at_point([point.lng(), point.lat()]);
        let mut places: Vec<usize> = frames.map(|frame| frame.data).collect();
        places.sort_unstable();
        places
    }
}

fn frame(area: &Area) -> Rectangle<[f64; 2]> {
    let corners: Vec<[f64; 2]> = area.polygon.corners().iter().map(|corner| [corner.lng(), corner.lat()]).collect();
    AABB::from_points(&corners).into()
}
