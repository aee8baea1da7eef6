//! Which restaurants somebody reaches.

use std::sync::Arc;

use crate::ids::RestaurantId;

/// The restaurants whose orders somebody reaches: all of the chain, or some. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reach(Option<Arc<[RestaurantId]>>);

impl Reach {
    /// The whole chain.
    #[must_use]
    pub fn all() -> Self {
        Self(None)
    }

    /// These alone; none at all where there are none.
    #[must_use]
    pub fn of(restaurants: impl IntoIterator<Item = RestaurantId>) -> Self {
        Self(Some(restaurants.into_iter().collect()))
    }

    /// From a list that names nobody in particular when it is empty, as people and keys are bound.
    #[must_use]
    pub fn bound_to(restaurants: &[RestaurantId]) -> Self {
        if restaurants.is_empty() { Self::all() } else { Self(Some(restaurants.into())) }
    }

    /// Whether it includes a restaurant.
    #[must_use]
    pub fn includes(&self, restaurant: RestaurantId) -> bool {
        self.0.as_ref().is_none_or(|some| some.contains(&restaurant))
    }

    /// Whether it includes the whole chain.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.0.is_none()
    }

    /// The restaurants that it is bound to; none where it is bound to none in particular.
    #[must_use]
    pub fn bound(&self) -> Option<&[RestaurantId]> {
        self.0.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KALLIO: RestaurantId = RestaurantId(12);
    const PASILA: RestaurantId = RestaurantId(14);

    #[test]
    fn the_whole_chain_includes_everybody_and_some_include_themselves() {
        assert!(Reach::all().includes(KALLIO) && Reach::all().is_all());
        let some = Reach::of([KALLIO]);
        assert!(some.includes(KALLIO) && !some.includes(PASILA) && !some.is_all());
        assert_eq!(some.bound(), Some([KALLIO].as_slice()));
    }

    #[test]
    fn an_empty_list_is_nobody_but_for_those_who_are_bound_to_none() {
        assert!(!Reach::of([]).includes(KALLIO));
        assert_eq!(Reach::bound_to(&[]), Reach::all());
        assert_eq!(Reach::bound_to(&[PASILA]), Reach::of([PASILA]));
    }
}
